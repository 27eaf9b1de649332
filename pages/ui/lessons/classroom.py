"""A class on the screen: the lecturer's code, and in a lesson what the class has guessed so far."""

from __future__ import annotations

import secrets
from collections.abc import Callable

import segno
import streamlit as st

from aelr_core.experiments import ExperimentSpec
from pages.ui.lessons import guess
from pages.ui.lessons.classes import CLASSES, Class
from pages.ui.lessons.guess import Guess
from pages.ui.lessons.plans import LESSONS, Lesson
from pages.ui.prose import sections
from pages.ui.settings import widgets
from pages.ui.shell import for_others, start_page
from pages.ui.streamlit_internals import draw_all_again

# Links with these parameters join a class, or lead it again after a reload.
JOIN, LEAD = "class", "lead"
NOTES = sections("lessons/class")
EVERY = 2.0  # seconds between two looks at the guesses, or at the lesson that is open
_CODE, _KEY, _STUDENT, _ARRIVED, _DRAWN, _FOLLOWED = (
    f"_class_{what}" for what in ("code", "key", "student", "arrived", "drawn", "followed")
)


def led() -> Class | None:
    """Return the class that this visitor leads."""
    key = st.session_state.get(_KEY)
    return CLASSES.lead(key) if key else None


def joined() -> Class | None:
    """Return the class that this visitor has joined."""
    code = st.session_state.get(_CODE)
    return CLASSES.join(code) if code else None


def start() -> None:
    """Start a class. A callback."""
    st.session_state[_KEY] = CLASSES.open().key


def end() -> None:
    """End the class that this visitor leads. A callback."""
    CLASSES.close(st.session_state.pop(_KEY, ""))
    st.query_params.pop(LEAD, None)


def leave() -> None:
    """Leave the class. A callback."""
    st.session_state.pop(_CODE, None)


def arrive() -> str:
    """Join or lead the class of a link, once per session; return the lesson it is at, or ""."""
    asked = {name: st.query_params.get(name) for name in (JOIN, LEAD)}
    if st.session_state.get(_ARRIVED) == asked:
        return ""
    st.session_state[_ARRIVED] = asked
    code, key = asked[JOIN], asked[LEAD]
    if key is not None:
        st.session_state[_KEY] = key
    elif code is not None:
        st.session_state[_CODE] = code
    one = led() or joined()
    if one is None and (key or code) is not None:
        what = "with this code" if key is None else "for this link"
        widgets.refuse(JOIN, f"There is no class {what} (any more): ask for a new one.")
    return one.lesson if one is not None else ""


def stay_in_link() -> None:
    """Keep the lecturer's class in the address, so that a reload leads it again."""
    one = led()
    if one is not None:
        st.query_params[LEAD] = one.key


def at(lesson: Lesson | None, *, shown: bool) -> None:
    """Note which lesson the class is at and whether it is answered, if this visitor leads one."""
    one = led()
    if one is not None and lesson is not None:
        one.lesson, one.shown = lesson.key, shown


def waits() -> bool:
    """Return whether this visitor is a student of a class that is at no lesson yet."""
    one = joined()
    return one is not None and not one.lesson


def withheld(lesson: Lesson | None) -> bool:
    """Return whether this visitor is a student of a class that is to guess at this lesson."""
    one = joined()
    return one is not None and lesson is not None and one.lesson == lesson.key and not one.shown


def tell(lesson: Lesson | None, made: Guess, spec: ExperimentSpec) -> str:
    """Send a student's guess to the lecturer's screen; return what became of it, "" without one."""
    one = joined()
    if one is None or lesson is None:
        return ""
    student = st.session_state.setdefault(_STUDENT, secrets.token_hex())
    low, high, many = guess.limits(made.kind, spec)
    refused = CLASSES.tell(
        one.code, lesson.key, student, made.values, low=low, high=high, many=many
    )
    return refused or NOTES["Told"]


def guesses(lesson: Lesson | None) -> tuple[Guess, ...]:
    """Return what the class that this visitor leads has guessed in a lesson."""
    one = led()
    if one is None or lesson is None:
        return ()
    return tuple(Guess(lesson.guess, told) for told in CLASSES.guesses(one.code, lesson.key))


def open_class() -> None:
    """Draw the button that starts a class or, once there is one, how to join it, in large type."""
    one = led()
    widgets.say((JOIN,), one is None)
    with st.container(border=True, key="class"):
        if one is None:
            st.markdown(NOTES["About"])
            st.button("Start a class", key="start_class", on_click=start)
            if note := for_others():
                st.caption(note)
            return
        address = _address(one)
        left, right = st.columns([2, 1], vertical_alignment="center")
        with left:
            st.header(f"Class {one.code}", anchor=False)
            st.header(address, anchor=False)
            st.markdown(NOTES["Join"])
            if note := for_others():
                st.caption(note)
            st.button("End the class", key="end_class", on_click=end)
        # dark on light in both themes: some cameras read nothing else
        code = segno.make(address, error="m").svg_inline(scale=6, border=3, light="#ffffff")
        right.image(code, width=260, alt=f"The QR code of {address}")


def line(
    lesson: Lesson | None,
    page: str,
    open_lesson: Callable[[Lesson], None],
    show: Callable[[], None] | None,
) -> None:
    """Show what the class is doing; nothing if this visitor is in none.

    page : the key of the fragment that draws the guesses
    show : shows the answer to a student who has guessed and waits for it
    """
    if led() is not None:
        stay_in_link()
        # what is drawn below; the fragment looks for more
        st.session_state[_DRAWN] = len(guesses(lesson))
        st.fragment(lambda: _of_lecturer(lesson, page), run_every=EVERY)()
    elif st.session_state.get(_CODE) and joined() is not None:

        def student() -> None:
            if show is not None and not withheld(lesson):
                show()
                draw_all_again(page)
            _of_student(lesson, open_lesson)

        st.fragment(student, run_every=EVERY)()
    else:
        st.empty()


def _of_lecturer(lesson: Lesson | None, page: str) -> None:
    one, many = led(), len(guesses(lesson))
    if one is None:
        st.caption(NOTES["Over"])
        return
    told = "" if lesson is None else f" · **{many}** {'guess' if many == 1 else 'guesses'}"
    st.markdown(f"Class **{one.code}** · {_address(one)}{told}")
    if many != st.session_state.get(_DRAWN):
        draw_all_again(page)


def _of_student(lesson: Lesson | None, open_lesson: Callable[[Lesson], None]) -> None:
    one = joined()
    if one is None:
        if _CODE not in st.session_state:  # just left: all of the page is another one
            st.rerun()
        st.caption(NOTES["Over"])
        return
    open_now = next((other for other in LESSONS if other.key == one.lesson), None)
    followed, st.session_state[_FOLLOWED] = st.session_state.get(_FOLLOWED), one.lesson
    if open_now not in (None, lesson) and one.lesson != followed:
        open_lesson(open_now)  # once: a student may go elsewhere
    sent = st.session_state.get(_STUDENT) in one.guesses.get(one.lesson, ())
    what = "Waiting" if open_now is None else "Other" if open_now is not lesson else "Guess"
    key = f"class-{what.lower()}"  # explorer.css reads it
    with st.container(horizontal=True, vertical_alignment="center", key=key):
        note = "" if sent and what == "Guess" else f": {NOTES[what]}"
        st.markdown(f"Class **{one.code}**{note}")
        if open_now not in (None, lesson) and st.button(
            f"Open “{open_now.title}”", key="open_now", type="primary"
        ):
            open_lesson(open_now)
        st.button("Leave the class", key="leave_class", type="tertiary", on_click=leave)


def _address(one: Class) -> str:
    return f"{start_page()}?{JOIN}={one.code}"
