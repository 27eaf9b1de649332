"""The start page: choose settings, run them, see four pictures, and below what was learnt."""

import streamlit as st

from pages.ui import about_data, appearance, data, visitor_run
from pages.ui.explorer import controls, follow, learnt, panels, results, top_row
from pages.ui.explorer.numbers import numbers, on_screen
from pages.ui.lessons import predict
from pages.ui.runs.sessions import board
from pages.ui.settings import sidebar
from pages.ui.shell import STORY, require_shell
from pages.ui.show import cards, side_by_side

require_shell()
st.html(panels.STYLE)

settings = sidebar.current()
look = appearance.look(settings)
visitor_run.run_opened_link(settings)


@st.fragment(key=panels.PAGE)
def page() -> None:
    """Draw the whole page. A fragment: a run starts and ends without redrawing the sidebar."""
    visitor_run.run_if_asked(settings)
    live = visitor_run.live()  # asked first, so that a run which ends meanwhile is noticed below
    now = on_screen(settings)
    found = numbers(settings, now)
    with st.container(key="upper"):
        with st.container(horizontal=True, vertical_alignment="center", key="top"):
            st.title(top_row.TITLE, anchor=False, width="content")
            st.markdown(
                top_row.story(found.here, settings.entry, alike=found.alike), width="stretch"
            )
            if not look.projector:  # a wall is narrow
                st.page_link(STORY, label="The story", help="What this is about, in eight scenes.")
            controls.run_or_stop(live)
            controls.pin(now)
            controls.share(settings)
        controls.say_what_went_wrong(settings)
        controls.say_what_is_smaller(settings)
        predict.ask(settings, in_short=look.projector)
        if predict.hidden():  # anything else would give the curve away
            panels.learning(now, settings, look, alike=found.alike)
            if live:
                panels.draw_again_if_it_ended()
            return
        controls.hint(settings, projector=look.projector)
        if not look.projector:
            cards(top_row.cards(found.here))
        with st.container(key="pictures"):
            left, right = side_by_side(look, gap="xsmall")
            with left:
                view = panels.learning(now, settings, look, alike=found.alike)
            with right:
                panels.sampling(found, settings, look)
            left, right = side_by_side(look, gap="xsmall")
            with left:
                panels.ratios(found, look)
            with right:
                panels.bounds(found, settings, look)
        if look.projector:  # the curves come first: they must be on the wall as a whole
            cards(top_row.cards(found.here))
    learnt.show(now, settings, look)
    results.pinned(now)
    results.numbers(now, view)
    results.downloads(now)
    about_data.expander(data.dataset(settings))
    follow.follow(settings, view)
    if live:
        panels.draw_again_if_it_ended()


with st.container(key="explorer"):
    page()
board()  # its workers start while the visitor looks around
