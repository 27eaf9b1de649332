"""Predict first: a curve stays hidden, with its numbers and files, until the student has guessed.

A link with ``predict=known`` hides the curve of the algorithm that knows the moments; the words
for the other algorithms are those of the sidebar. While it is hidden, the explorer shows nothing
that would give it away; then the guess is laid over the curves, and the answer stands beside them.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, replace
from typing import NoReturn
from urllib.parse import parse_qs, urlsplit

import streamlit as st
from streamlit.errors import StreamlitAPIException

from aelr_core.algorithms import ALGORITHMS, by_word
from aelr_core.algorithms import words as algorithm_words
from aelr_core.experiments import ExperimentSpec, Result
from pages.ui import visitor_run
from pages.ui.lessons import classroom, guess
from pages.ui.lessons.guess import Guess, Points
from pages.ui.lessons.plans import LESSONS, Lesson, lesson_of
from pages.ui.lessons.plans import LINK as LESSON_LINK
from pages.ui.settings import Settings, sidebar, widgets
from pages.ui.show import turned_to
from pages.ui.visitor_run import OnScreen

LINK = "predict"
ANSWER = "What to see, and what to try next"
LONGEST = 40  # of what a link calls a lesson, in a sentence
_HIDDEN, _READ, _ANSWERED, _NEXT = "_hidden_word", "_predict_read", "_answered", "_next_lesson"


@dataclass(frozen=True)
class Answered:
    """A guess that was made, and of what: the algorithm's word, and the experiment.

    guess : None of a lecturer, who makes none.
    told : what became of it in the student's class; "" without one.
    """

    word: str
    guess: Guess | None
    spec: ExperimentSpec
    told: str


def open_lesson(lesson: Lesson) -> None:
    """Set the sidebar and start the run. A callback; the page then goes to the explorer."""
    sidebar.choose(replace(lesson.settings, projector=sidebar.current().projector))
    hide(lesson.hide)
    classroom.at(lesson, shown=False)
    if not lesson.ships:
        visitor_run.submit(lesson.settings)


def open_from_page(lesson: Lesson) -> NoReturn:
    """Open a lesson from a fragment of the start page, whose callbacks cannot set the sidebar.

    In the run after a fragment's, widgets bound to the link take the link's values again.
    """
    st.session_state[_NEXT] = lesson
    st.rerun()


def open_link() -> None:
    """Open what was asked for by `open_from_page`, or by the short link of a lesson or a class.

    Before the sidebar. A short link is read as the lesson's long one.
    """
    if (following := st.session_state.pop(_NEXT, None)) is not None:
        open_lesson(following)
        return
    asked = st.query_params.get(LESSON_LINK) or classroom.arrive()
    if not asked:
        return
    st.query_params.pop(LESSON_LINK, None)
    lesson = next((one for one in LESSONS if one.key == asked), None)
    if lesson is None:
        names = ", ".join(one.key for one in LESSONS)
        sentence = f"There is no lesson called {asked[:LONGEST]!r}; there are {names}."
        widgets.refuse(LESSON_LINK, sentence)
        return
    with contextlib.suppress(StreamlitAPIException):  # the sidebar has been there already
        st.query_params.update(parse_qs(urlsplit(lesson.link()).query))


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
    """Keep the guess and show all curves, to a student when the lecturer does. A callback."""
    word, spec = hidden(), settings.spec()
    if not word:  # pressed twice, before the button was gone
        return
    lesson = lesson_of(settings, word)
    made = guess.current(_kind(lesson))
    if made is None and classroom.led() is None:  # the button was not to be pressed yet
        return
    told = "" if made is None else classroom.tell(lesson, made, spec)
    st.session_state[_ANSWERED] = Answered(word, made, spec, told)
    classroom.at(lesson, shown=True)
    if not classroom.withheld(lesson):
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
    word: str = st.session_state.get(_HIDDEN, "")
    return word


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
    """Return where the guess is drawn over the curves of a run, or those of a class."""
    word, made = hidden(), answered(settings)
    of = word or (made.word if made is not None else "")
    if of and classroom.led() is not None:
        told = classroom.guesses(lesson_of(settings, of))
        return guess.pooled(told, result, by_word(of, result.spec.family).key)
    if word and made is None:
        now = guess.current(_kind(lesson_of(settings, word)))
        return () if now is None else now.points(result, by_word(word, result.spec.family).key)
    if made is None or made.guess is None or made.spec != result.spec:
        return ()
    return made.guess.points(result, by_word(made.word, result.spec.family).key)


def asked(settings: Settings) -> bool:
    """Whether there is a question, or an answer that was not put away."""
    return bool(hidden()) or answered(settings) is not None


def show_class(settings: Settings, page: str) -> None:
    """Show what the visitor's class is doing; `page` is the key of the fragment that draws all."""
    made = answered(settings)
    word = hidden() or (made.word if made else "")
    show = reveal if hidden() and made else None
    classroom.line(lesson_of(settings, word), page, open_from_page, show)


def ask(settings: Settings, *, in_short: bool = False) -> None:
    """If a curve is hidden, draw the question and the control; after that, the answer.

    in_short : above the curves and not beside them: what to see and to try opens on demand.
    """
    widgets.say((LESSON_LINK, classroom.JOIN), settings)
    made = answered(settings)
    if hidden():
        with st.container(border=True, height="stretch", key="question"):
            _question(settings, hidden(), made, in_short=in_short)
    elif made is not None:
        with st.container(border=True, height="stretch", key="answer"):
            _answer(settings, made, in_short=in_short)
    else:
        st.empty()


def _question(settings: Settings, word: str, made: Answered | None, *, in_short: bool) -> None:
    name, lesson = by_word(word, settings.family).does, lesson_of(settings, word)
    question = lesson.question if lesson else f"Where will the curve {name} end?"
    leads = classroom.led() is not None  # who leads a class makes no guess
    width = [5, 1] if leads else 2
    words, controls = st.columns(width) if in_short else (st.container(), st.container())
    number = f"Lesson {lesson.number} of {len(LESSONS)}. " if lesson else ""
    words.markdown(f"**{number}Predict first.** {question}")
    turned_to(lesson.key if lesson else word)
    sent = classroom.withheld(lesson)
    if made is not None and sent:
        controls.markdown(f"{made.told} {classroom.NOTES['Sent']}")
        return
    with controls, st.container(horizontal=in_short, vertical_alignment="bottom"):
        if not leads:
            guess.collect(_kind(lesson), settings.spec())
        st.button(
            "Send my guess" if sent else "Show it",
            key="reveal",
            type="primary",
            on_click=answer,
            args=(settings,),
            disabled=visitor_run.live() or not (leads or guess.current(_kind(lesson))),
            help=None if sent else f"Draw the curve {name} too, once you have guessed.",
        )


def _answer(settings: Settings, made: Answered, *, in_short: bool) -> None:
    entry, lesson = by_word(made.word, settings.family), lesson_of(settings, made.word)
    result = visitor_run.on_screen(settings).result
    curve = result.curves.get(entry.key)
    place = st.container(horizontal=in_short, vertical_alignment="center")
    with place.container():
        if curve is not None and result.spec == made.spec:
            told, mine, whose = classroom.guesses(lesson), made.guess, "You said"
            if told:
                many, mine = len(told), guess.middle(told)
                whose = "The only guess is" if many == 1 else f"The middle of {many} guesses is"
            what = guess.outcome(_kind(lesson), result, curve)
            said = "" if mine is None else f"{whose} {mine.words()}; "
            st.markdown(f"**{entry.does}.** {said}{what}.")
        if lesson is not None and not in_short:
            st.markdown(lesson.answer)
    with place.container(horizontal=True, width="content"):
        if lesson is not None and in_short:
            st.popover(ANSWER).markdown(lesson.answer)
        following = lesson.next if lesson is not None else None
        # a class goes on with its lecturer
        if (
            following
            and not classroom.joined()
            and st.button("Next lesson", key="next_lesson", type="primary")
        ):
            open_from_page(following)
        st.button("Close", key="close_answer", on_click=close)


def answered(settings: Settings) -> Answered | None:
    """Return the guess that was made about these settings."""
    made: Answered | None = st.session_state.get(_ANSWERED)
    return made if made is not None and made.spec == settings.spec() else None


def _kind(lesson: Lesson | None) -> str:
    return lesson.guess if lesson else guess.LEVEL
