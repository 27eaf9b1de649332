"""Predict first: a curve that stays hidden, with its numbers and files, until asked for.

A link with ``predict=known`` hides the curve of the algorithm that knows the moments; the words
for the other algorithms are those of the sidebar.
"""

from __future__ import annotations

import streamlit as st

from aelr_core.algorithms import ALGORITHMS, by_word
from aelr_core.algorithms import words as algorithm_words
from pages.ui.lessons.plans import lesson_of
from pages.ui.settings import Settings
from pages.ui.visitor_run import OnScreen

LINK = "predict"
_HIDDEN, _READ = "_hidden_word", "_predict_read"


def hide(word: str) -> None:
    """Hide the curve of an algorithm until asked for."""
    st.session_state[_READ] = True
    st.session_state[_HIDDEN] = word


def reveal() -> None:
    """Show all curves. A callback."""
    st.session_state[_HIDDEN] = ""
    if LINK in st.query_params:
        del st.query_params[LINK]


def hidden() -> str:
    """Return the word of the hidden algorithm, or ""; the link is read only once."""
    if not st.session_state.get(_READ):
        st.session_state[_READ] = True
        asked = st.query_params.get(LINK, "")
        st.session_state[_HIDDEN] = asked if asked in algorithm_words() else ""
    found: str = st.session_state.get(_HIDDEN, "")
    return found


def veiled(now: OnScreen) -> OnScreen:
    """Return a run without the hidden curve."""
    word = hidden()
    return without(now, word) if word else now


def without(now: OnScreen, word: str) -> OnScreen:
    """Return a run without the curve of an algorithm, under its own frame in the caches.

    The last curve is never removed: there would be nothing left to draw.
    """
    hidden = [key for key in now.result.curves if ALGORITHMS[key].word == word]
    return now.without(hidden, word)


def ask(settings: Settings) -> None:
    """If a curve is hidden, draw the question and the button that shows it."""
    word = hidden()
    if not word:
        st.empty()
        return
    name = by_word(word, settings.family).name
    lesson = lesson_of(settings, word)
    question = lesson.question if lesson else f"Where will the curve of {name} end?"
    with st.container(border=True):
        left, right = st.columns([9, 1], vertical_alignment="center")
        left.markdown(f"**Predict first.** {question}")
        right.button("Show it", key="reveal", on_click=reveal, help=f"Draw {name} as well.")
