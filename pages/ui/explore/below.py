"""What is under the pictures: the table, what to know about the run, files, pinned runs."""

from __future__ import annotations

import streamlit as st

from pages.ui.explore import downloads, table, told
from pages.ui.explore.pins import words
from pages.ui.explore.series import View
from pages.ui.explore.shown import Shown, live, pins, subject, unpin


def numbers(now: Shown, view: View) -> None:
    """Show the table of a run that has ended, and the sentences that belong to it."""
    st.markdown("**The run in numbers**")
    if live():
        st.caption("The table, the notes and the files follow when the run has ended.")
        return
    st.caption(_about(now))
    with st.container(key="table"):
        st.markdown(table.markdown(table.lines(now.result, view)))
    for note in now.result.notes:
        st.caption(note)


def files(now: Shown) -> None:
    """Offer the run as files once it has ended; each is made when it is asked for."""
    if live():
        return
    result, spec = now.result, now.spec
    with st.container(horizontal=True, vertical_alignment="center"):
        st.download_button(
            "Curves (CSV)",
            lambda: downloads.csv_of(result),
            downloads.file_name(spec, "csv"),
            "text/csv",
            on_click="ignore",
            key="download_csv",
        )
        st.download_button(
            "Spec and result (JSON)",
            lambda: downloads.json_of(result),
            downloads.file_name(spec, "json"),
            "application/json",
            on_click="ignore",
            key="download_json",
        )
        st.download_button(
            "Python program",
            lambda: downloads.snippet_of(result),
            downloads.file_name(spec, "py"),
            "text/x-python",
            on_click="ignore",
            key="download_py",
            help="Makes the same numbers with the core alone.",
        )
    st.caption("Two buttons in a chart's corner save it as a picture, PNG or SVG.")


def pinned(now: Shown) -> None:
    """List the pinned runs, with what sets each apart from the one shown."""
    for number, pin in enumerate(pins()):
        with st.container(horizontal=True, vertical_alignment="center"):
            unlike = words(pin, subject(now).spec())
            st.markdown(f"Pinned, in grey: {unlike}.", width="stretch")
            st.button("Unpin", key=f"unpin_{number}", on_click=unpin, args=(pin,))


def _about(now: Shown) -> str:
    result = now.result
    taken = f"{result.seconds:.1f} s of computing"
    state = "" if result.complete else " Stopped before its end: what was there is kept."
    made = "ships with the app" if now.shipped else taken
    return f"{told.headline(result)}: {made}.{state}"
