"""The start page: choose settings, run them, see four pictures; all else is folded below."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.ui import appearance, visitor_run
from pages.ui.explorer import follow, panels, words
from pages.ui.explorer.below import below
from pages.ui.explorer.pictures import numbers, on_screen
from pages.ui.lessons import classroom, predict
from pages.ui.runs.sessions import board
from pages.ui.settings import sidebar
from pages.ui.shell import require_shell
from pages.ui.show import on_demand
from pages.ui.streamlit_internals import draw_all_again

require_shell()
st.html(panels.STYLE)

settings = sidebar.current()
look = appearance.look(settings)


@st.fragment(key=panels.PAGE)
def page() -> None:
    """Draw the whole page. A fragment: its own controls do not redraw the sidebar."""
    if classroom.waits():
        predict.show_class(settings, panels.PAGE)
        return
    if visitor_run.run_if_asked(settings):
        draw_all_again()  # the sidebar has a Stop, too
    live = visitor_run.live()  # asked first, so that a run which ends meanwhile is noticed below
    now = on_screen(settings)
    known = numbers(settings, now)
    saving = None if live else known.saving(now.result)
    asked = predict.asked(settings)  # a lesson has its own numbers, and less around its curves

    def show_numbers() -> None:
        with st.container(horizontal=True, vertical_alignment="center", key="numbers"):
            sentence = words.story(known.facts, settings.entry, saving)
            st.markdown(sentence, width="stretch")
            with st.container(horizontal=True, width="content", key="cards"):
                for card in words.cards(known.facts, saving, live=live):
                    st.metric(card.label, card.value, help=card.help, width="content")

    with st.container(key="upper"):
        with st.container(horizontal=True, vertical_alignment="center", key="top"):
            st.title(words.title(known.facts, look), anchor=False, width="stretch")
            if not predict.hidden() or (now.spec != settings.spec() and not classroom.joined()):
                visitor_run.run_or_stop(settings)
            if not predict.hidden():
                panels.pin(now)
                panels.share(settings)
        panels.say_what_went_wrong(settings)
        predict.show_class(settings, panels.PAGE)
        # a lesson's question or answer stands beside the curves; a projector has no room
        beside = asked and not look.projector
        if not beside:
            predict.ask(settings, in_short=True)
        if not (look.projector or asked):
            show_numbers()
        with st.container(key="pictures"):
            upper = [st.container(), st.container()] if look.projector else st.columns([3, 2])
            with upper[0]:
                view, shown = panels.learning(now, settings, look, rho=known.facts.rho)
            if beside:
                with upper[1]:
                    predict.ask(settings)
            if predict.hidden():  # anything else would give the curve away
                if live:
                    panels.draw_again_if_it_ended()
                return
            draws, ratios, bounds = panels.others(now, known, look, shown)

            def others(upper: DeltaGenerator) -> None:
                with upper:
                    draws()
                left, right = st.container(), st.container()
                if not look.projector:
                    left, right = st.columns([3, 2])
                with left:
                    ratios()
                with right:
                    bounds()

            if asked:
                on_demand("More pictures", lambda: others(st.container()), key="open_pictures")
            else:
                others(upper[1])
        if look.projector and not asked:  # the curves come first: they must be seen as a whole
            show_numbers()
    below(now, known, settings, view, look, shown)
    follow.follow(settings, view, shown)
    if live:
        panels.draw_again_if_it_ended()


with st.container(key="explorer"):
    page()
if not predict.hidden() and not classroom.waits():
    follow.offer(settings)
board()  # its workers start while the visitor looks around
