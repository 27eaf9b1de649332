"""Below the pictures: the table of the run, notes about it, its files, pinned runs.

As everywhere on the explorer, whatever is absent leaves an empty placeholder. Streamlit removes
what a fragment did not draw again only when the fragment is reported as complete, which does not
happen if another update comes first; a placeholder is replaced at once.
"""

from __future__ import annotations

from functools import partial

import streamlit as st

from aelr_core.analysis.learning import View
from pages.ui import data, uploads
from pages.ui.cache import Recent
from pages.ui.explorer import files, table, words
from pages.ui.explorer.pins import description
from pages.ui.plain_text import in_markdown
from pages.ui.session_cache import where
from pages.ui.texts import sections
from pages.ui.visitor_run import OnScreen, Pin, live, pins, subject, unpin

# Ending of a file: label, media type, what makes it, help.
FILES = {
    "csv": ("Curves (CSV)", "text/csv", files.csv_of, None),
    "json": ("Spec and result (JSON)", "application/json", files.json_of, None),
    "py": (
        "Python program",
        "text/x-python",
        files.program_of,
        f"Computes the same numbers with the core alone. {files.WHERE}",
    ),
    "ipynb": (
        "Notebook",
        "application/x-ipynb+json",
        files.notebook_of,
        f"The same program for Jupyter. {files.WHERE}",
    ),
}
NOTES = sections("explorer/notes")

_tables: Recent[str] = Recent(64)


def numbers(now: OnScreen, view: View) -> None:
    """Show the table of a run that has ended, and the sentences that belong to it."""
    st.header("The run in numbers", anchor=False)
    if live():
        st.caption(NOTES["During a run"])
        st.empty()
        return
    st.caption(words.how_it_was_made(now.result, shipped=now.shipped))
    with st.container():
        with st.container(key="table"):
            kept = where(_tables, "tables", own=now.spec.entry.uploaded)
            st.markdown(kept.get((now.frame, view), lambda: table.of(now.result, view)))
        for note in now.result.notes:
            st.caption(note)


def downloads(now: OnScreen) -> None:
    """Offer the run as files once it has ended; each is made on request."""
    if live():
        st.empty()
        return
    result, spec = now.result, now.spec
    with st.container():
        with st.container(horizontal=True, vertical_alignment="center"):
            for ending, (label, kind, made, help) in FILES.items():
                st.download_button(
                    label,
                    partial(made, result),
                    files.file_name(spec, ending),
                    kind,
                    on_click="ignore",
                    key=f"download_{ending}",
                    help=help,
                )
            if not uploads.gone(now.settings):
                _weights(now)
        st.caption(NOTES["Charts"])


def _weights(now: OnScreen) -> None:
    """Offer the predictors, if the run has kept them."""
    if all(curve.weights is None for curve in now.result.curves.values()):
        return
    st.download_button(
        "Weights (CSV)",
        partial(files.weights_of, now.result, data.dataset(now.settings).attributes),
        files.file_name(now.spec, "weights.csv"),
        "text/csv",
        on_click="ignore",
        key="download_weights",
        help="What each algorithm learnt: mean and spread of its predictor over runs.",
    )


def pinned(now: OnScreen) -> None:
    """List the pinned runs, with how each differs from the one shown."""
    if not pins():
        st.empty()
        return
    with st.container():
        for number, pin in enumerate(pins()):
            _pinned(number, pin, now)


def _pinned(number: int, pin: Pin, now: OnScreen) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        if pin.frame == now.frame and not live():
            said = NOTES["Pinned"]
        else:
            said = f"Pinned, in grey: {in_markdown(description(pin, subject(now).spec()))}."
        st.markdown(said, width="stretch")
        st.button("Unpin", key=f"unpin_{number}", on_click=unpin, args=(pin,))
