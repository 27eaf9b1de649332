"""The frame around every page: the table of pages and the guard that keeps them inside it."""

from __future__ import annotations

import streamlit as st

_IN_SHELL = "_in_shell"

# The first is the start page; a file's stem is its URL. No icons: Streamlit would make them the
# browser tab's icon for a moment, and fetch the Material ones from a server on the internet.
PAGES = {
    "pages/explorer.py": "Explorer",
    "pages/guide.py": "Guide",
}


def navigation() -> st.Page:
    """Draw the menu and return the page that the visitor asked for."""
    return st.navigation(
        [
            st.Page(file, title=title, default=(place == 0))
            for place, (file, title) in enumerate(PAGES.items())
        ],
        position="top",
    )


def enter() -> None:
    """Say that app.py has drawn the frame: this run's page may go on. Called by app.py alone."""
    st.session_state[_IN_SHELL] = True


def require_shell() -> None:
    """Send a page that was reached without app.py through it. First line of every page.

    Until some session has executed `st.navigation`, Streamlit takes a deep link for a file of
    the folder ``pages/`` and runs it alone. Calling `st.navigation` once switches the whole
    process over; the rerun then starts at app.py, with the link's query still there.
    The mark is used up, so that it speaks of this run and not of an earlier one.
    """
    if not st.session_state.pop(_IN_SHELL, False):
        navigation()
        st.rerun()
