"""The buttons above the pictures, and what went wrong with a run."""

from __future__ import annotations

import streamlit as st

from pages.ui.explore import shown
from pages.ui.explore.panels import PAGE
from pages.ui.plain_text import in_markdown
from pages.ui.settings import Settings
from pages.ui.show import draw_all_again


def run_or_stop(live: bool) -> None:
    """Draw Run or, while a run is under way, Stop."""
    if live:
        st.button(
            "Stop", on_click=shown.stop, key="stop", type="primary", help="Keep what is there."
        )
    else:
        st.button("Run", on_click=shown.run, key="run", type="primary")


def draw_again_if_it_ended() -> None:
    """Draw the page again if a run has ended since Stop was drawn: nobody may be left to notice."""
    if not shown.live():
        draw_all_again(PAGE)


def pin() -> None:
    """Draw Pin."""
    st.button(
        "Pin",
        on_click=shown.pin,
        key="pin",
        disabled=shown.live(),
        help="Keep these curves, in grey, behind the next ones.",
    )


def share(settings: Settings) -> None:
    """Draw Share: a link to the curves on the screen and, if they differ, one to the settings."""
    popover = st.popover("Share", key="share", on_change="rerun")
    if not popover.open:  # its words are sent when it is opened
        return
    now = shown.shown(settings)
    subject = shown.subject(now)
    what = "the curves on the screen" if now.result.complete else "the whole run, computed again"
    if shown.live():
        what = "the run under way"
    with popover:
        st.markdown(f"This link opens {what}, seed included:")
        st.code(shown.link(subject), language=None, wrap_lines=True)
        if subject.spec() != settings.spec():
            st.markdown("This one opens your settings as they are now:")
            st.code(shown.link(settings), language=None, wrap_lines=True)


def say_what_went_wrong(settings: Settings) -> None:
    """Say in a sentence why a run did not start or did not end; Run tries again."""
    job = shown.job()
    sentence, command = shown.problem(settings)
    if sentence:
        with st.container():
            st.warning(in_markdown(sentence))
            if command:
                st.code(command, language="bash", wrap_lines=True)
    elif job is not None and job.state == "failed":
        st.error(f"{in_markdown(job.error)} Press Run to try again.")
    else:
        st.empty()
