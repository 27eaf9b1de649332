"""The one board of this server, and who asks: the only Streamlit in the machinery of runs."""

from __future__ import annotations

import atexit
import os
from uuid import uuid4

import streamlit as st

from pages.ui.runs import memory
from pages.ui.runs.job_board import JobBoard

# More workers than this only make each other slower; fewer cores, fewer workers.
MOST_WORKERS = 2


@st.cache_resource(show_spinner=False, on_release=JobBoard.close)
def board() -> JobBoard:
    """Return the board that all sessions share; its workers start with the first call."""
    memory.keep_little()
    made = JobBoard(workers=min(MOST_WORKERS, os.cpu_count() or 1))
    atexit.register(made.close)
    return made


@st.cache_resource(scope="session", show_spinner=False, on_release=lambda name: _gone(name))
def session_id() -> str:
    """Return a name for this session that ends with it: closing the tab stops what it ran."""
    return uuid4().hex


def _gone(name: str) -> None:
    board().drop_session(name)
