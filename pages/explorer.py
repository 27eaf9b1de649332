"""The start page: choose, run, and see four pictures side by side."""

import streamlit as st

from pages.ui import about_data, appearance, data, runs, words
from pages.ui.explore import below, panels, shown, top
from pages.ui.explore.numbers import numbers
from pages.ui.lessons import predict
from pages.ui.settings import sidebar
from pages.ui.shell import require_shell

require_shell()
st.html(panels.STYLE)

settings = sidebar.current()
look = appearance.look(settings)
shown.run_opened_link(settings)


@st.fragment(key=panels.PAGE)
def page() -> None:
    """All of the page: a run begins and ends here, and the sidebar is not drawn for it."""
    shown.run_if_asked(settings)
    live = shown.live()  # before what is shown: a run that ends in between is noticed below
    now = shown.shown(settings)
    found = numbers(settings, now)
    with st.container(key="upper"):
        with st.container(horizontal=True, vertical_alignment="center", key="top"):
            st.markdown(words.headline(found.here), width="stretch")
            top.run_or_stop(live)
            top.pin()
            top.share(settings)
        top.say_what_went_wrong(settings)
        predict.ask(settings)
        with st.container(horizontal=True, key="cards"):
            for card in words.cards(found.here):
                st.metric(card.label, card.value, help=card.help)
        with st.container(key="pictures"):
            left, right = st.columns(2, gap="xsmall")
            with left:
                view = panels.learning(now, settings, look)
            with right:
                panels.sampling(found, settings, look)
            left, right = st.columns(2, gap="xsmall")
            with left:
                panels.ratios(found, look)
            with right:
                panels.bounds(found, settings, look)
    below.pinned(now)
    below.numbers(now, view)
    below.files(now)
    about_data.expander(data.dataset(settings))
    if live:
        top.draw_again_if_it_ended()


with st.container(key="explorer"):
    page()
runs.board()  # its workers start while the visitor looks around
