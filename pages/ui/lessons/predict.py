"""Predict first: a curve stays hidden, with its numbers and files, until the student has guessed.

A link with ``predict=known`` hides the curve of the algorithm that knows the moments; the words
for the other algorithms are those of the sidebar. While it is hidden, the explorer shows nothing
that would give it away; then the guess is laid over the curves and the answer opens in its place.
"""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from aelr_core.algorithms import ALGORITHMS, by_word
from aelr_core.algorithms import words as algorithm_words
from aelr_core.experiments import ExperimentSpec, Result
from pages.ui import visitor_run
from pages.ui.lessons import guess, words
from pages.ui.lessons.guess import Guess, Points
from pages.ui.lessons.plans import Lesson, lesson_of
from pages.ui.settings import Settings
from pages.ui.visitor_run import OnScreen

LINK = "predict"
_HIDDEN, _READ, _ANSWERED = "_hidden_word", "_predict_read", "_answered"


@dataclass(frozen=True)
class Answered:
    """A guess that was made, and of what: the algorithm's word, and the experiment."""

    word: str
    guess: Guess
    spec: ExperimentSpec


def hide(word: str) -> None:
    """Hide the curve of an algorithm until asked for."""
    st.session_state[_READ] = True
    st.session_state[_HIDDEN] = word
    st.session_state[_ANSWERED] = None


def reveal() -> None:
    """Show all curves. A callback."""
    st.session_state[_HIDDEN] = ""
    if LINK in st.query_params:
        del st.query_params[LINK]


def answer(settings: Settings) -> None:
    """Keep the guess and show all curves. A callback."""
    word, spec = hidden(), settings.spec()
    made = guess.current(_kind(lesson_of(settings, word)), spec)
    st.session_state[_ANSWERED] = Answered(word, made, spec)
    reveal()


def close() -> None:
    """Put the answer away. A callback."""
    st.session_state[_ANSWERED] = None


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
    return now.without({key for key in ALGORITHMS if ALGORITHMS[key].word == word}, word)


def points(settings: Settings, result: Result) -> Points:
    """Return where the guess is drawn over the curves of a run: nowhere if there is none."""
    word, made = hidden(), answered(settings)
    if word:
        now = guess.current(_kind(lesson_of(settings, word)), result.spec)
        return now.points(result, by_word(word, result.spec.family).key)
    if made is None or made.spec != result.spec:
        return ()
    return made.guess.points(result, by_word(made.word, result.spec.family).key)


def ask(settings: Settings, *, in_short: bool = False) -> None:
    """If a curve is hidden, draw the question and the control; after that, the answer.

    in_short : leave the screen to the curves: what to see and to try opens on demand.
    """
    made = answered(settings)
    if hidden():
        _question(settings, hidden())
    elif made is not None:
        _answer(settings, made, in_short=in_short)
    else:
        st.empty()


def _question(settings: Settings, word: str) -> None:
    name, lesson = by_word(word, settings.family).name, lesson_of(settings, word)
    question = lesson.question if lesson else f"Where will the curve of {name} end?"
    with st.container(border=True, key="question"):
        left, right = st.columns(2, vertical_alignment="center")
        left.markdown(f"**Predict first.** {question}")
        with right, st.container(horizontal=True, vertical_alignment="bottom"):
            guess.collect(_kind(lesson), settings.spec())
            st.button(
                "Show it",
                key="reveal",
                type="primary",
                on_click=answer,
                args=(settings,),
                disabled=visitor_run.live(),
                help=f"Draw {name} as well, and compare. The run must have ended.",
            )


def _answer(settings: Settings, made: Answered, *, in_short: bool) -> None:
    entry, lesson = by_word(made.word, settings.family), lesson_of(settings, made.word)
    result = visitor_run.on_screen(settings).result
    curve = result.curves.get(entry.key)
    with st.container(border=True, key="answer", horizontal=in_short, vertical_alignment="center"):
        if curve is not None and result.spec == made.spec:
            st.markdown(f"**{entry.name}.** {made.guess.verdict(result, curve)}", width="stretch")
        if lesson is not None:
            with st.popover(words.ANSWER) if in_short else st.container():
                st.markdown(words.answer(lesson))
        st.button("Close", key="close_answer", on_click=close)


def answered(settings: Settings) -> Answered | None:
    """Return the guess that was made about these settings."""
    made: Answered | None = st.session_state.get(_ANSWERED)
    return made if made is not None and made.spec == settings.spec() else None


def _kind(lesson: Lesson | None) -> str:
    return lesson.guess if lesson else guess.LEVEL
