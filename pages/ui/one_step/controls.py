"""The settings and the widgets of the page `one_step`, and what its buttons do."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from aelr_core.algorithms import by_word
from aelr_core.analysis.one_step import JOINT, STEPS, next_that_learns
from pages.ui import data
from pages.ui.one_step.numbers import View, film_of, settings_of
from pages.ui.settings import PageSettings, Setting, Settings
from pages.ui.settings.table import OF_DATA, hiding

WORDS = ("uniform", "known", *JOINT)
SOURCES = {
    "digit": "A digit",
    "small": "Synthetic data",
    "sidebar": "Sidebar's data",
}
# What the sidebar says of data that the example does not come from: `settings_of` sets it.
IGNORED = (*OF_DATA, "examples", "norm_bound", "scaled", "scaling")
_BUDGET_CSS = Path(__file__).with_name("own_example.css").read_text(encoding="utf-8")
STYLE = Path(__file__).with_name("one_step.css")
IGNORED_STYLE = f"<style>{hiding(IGNORED)}{_BUDGET_CSS}</style>"
_OPENED = "_micro_opened"
_PLAYING = "_micro_playing"
_REPEATED = "_micro_repeated"

OWN = PageSettings(
    Setting(
        "micro_source",
        "Example",
        "choice",
        "digit",
        choices=tuple(SOURCES),
        widget="menu",
        width=180,
        words=SOURCES,
    ),
    Setting(
        "micro_q",
        "Algorithm",
        "choice",
        "known",
        choices=WORDS,
        widget="menu",
        width=200,
        words={word: by_word(word, "ridge").does for word in WORDS},
    ),
    Setting(
        "micro_moving",
        "Another example at every step",
        "flag",
        True,
    ),
    Setting(
        "micro_example",
        "Training example",
        "integer",
        0,
        at_least=0,
        at_most=1_000_000,
        width=160,
    ),
    Setting(
        "micro_factor",
        "Step size η, times the usual one",
        "number",
        1.0,
        at_least=0.1,
        at_most=30.0,
        help=f"The usual step size is the theorem's for {STEPS} steps, or the automatic one "
        "of a joint sample. With large steps w leaves the ball and is projected (ridge), or "
        "the gradient is clipped (lasso).",
        step=0.5,
        width=260,
    ),
    Setting("micro_t", "Step", "integer", 1, at_least=1, at_most=STEPS, widget="slider"),
    helps="one_step/helps",
)


def draw(settings: Settings) -> tuple[View, str, int]:
    """Draw all controls in one line; return what is looked at, the algorithm and the step."""
    on = playing()
    with st.container(horizontal=True, vertical_alignment="bottom", gap="xsmall", key="micro"):
        OWN.draw("micro_source")
        word = str(OWN.draw("micro_q"))
        _open(view_of(settings), word)
        st.button("Back", key="micro_back", on_click=move, args=(-1,), shortcut="Left")
        st.button(
            "Step", key="micro_step", on_click=move, args=(1,), type="primary", shortcut="Right"
        )
        st.button("Pause" if on else "Play", key="micro_play", on_click=play, args=(not on,))
        t = int(OWN.draw("micro_t"))
        with st.popover("More"):
            for name in ("micro_moving", "micro_example", "micro_factor"):
                OWN.draw(name)
    if OWN.value("micro_source") != "sidebar":
        st.html(IGNORED_STYLE)
    view = view_of(settings)
    if (asked := OWN.value("micro_example")) > view.example:
        st.caption(f"There is no example {asked:,}: the last one, {view.example:,}, is shown.")
    return view, word, t


def view_of(settings: Settings) -> View:
    """Return what the widgets ask for; an example beyond the data is the last row."""
    chosen = settings_of(settings, OWN.value("micro_source"))
    return View(
        settings=chosen,
        example=min(OWN.value("micro_example"), data.dataset(chosen).m),
        moving=OWN.value("micro_moving"),
        factor=OWN.value("micro_factor"),
    )


def choose_repeats(label: str, view: View, word: str, t: int) -> bool:
    """Draw the button for repeats of this step, and return whether they are wanted."""
    wanted = (view, word, t)
    st.button(
        label,
        key="micro_repeat",
        on_click=lambda: st.session_state.update({_REPEATED: wanted}),
    )
    return bool(st.session_state.get(_REPEATED) == wanted)


def _open(view: View, word: str) -> None:
    """Go to a step that learns, where another film opens at one that does not.

    A link shows the step that it names.
    """
    before, asked = st.session_state.get(_OPENED), OWN.value("micro_t")
    st.session_state[_OPENED] = (view, word)
    if before != (view, word) and (before is not None or asked == 1):
        step = next_that_learns(film_of(view, word), asked) or asked
        if step != asked:
            st.session_state["micro_t"] = step


def offer_next(view: View, word: str, t: int) -> None:
    """Draw the button that goes to the next step that learns, if there is one."""
    if (step := next_that_learns(film_of(view, word), t)) is not None:
        st.button("Next step that learns", key="micro_next", on_click=move, args=(step - t,))


def playing() -> bool:
    """Return whether the film is playing."""
    return bool(st.session_state.get(_PLAYING, False))


def play(on: bool) -> None:
    """Play the film, from the start if it is at its end, or pause it. A callback."""
    st.session_state[_PLAYING] = on
    if on and OWN.value("micro_t") >= STEPS:
        st.session_state["micro_t"] = 1


def move(by: int) -> None:
    """Go forward or back, and pause the film. A callback."""
    st.session_state[_PLAYING] = False
    st.session_state["micro_t"] = min(max(OWN.value("micro_t") + by, 1), STEPS)


def tick() -> None:
    """Go to the next step; the film stops at the last."""
    st.session_state["micro_t"] = min(OWN.value("micro_t") + 1, STEPS)
    if st.session_state["micro_t"] == STEPS:
        st.session_state[_PLAYING] = False
