"""The widgets of the page `microscope`, and what its buttons do."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from aelr_core.analysis.one_step import JOINT, SCHEMES, STEPS
from aelr_core.analysis.repeated_step import REPEATS
from aelr_core.datasets.options import Option
from pages.ui import data
from pages.ui.microscope.numbers import View, settings_of
from pages.ui.microscope.words import ONE_SAMPLE, QUANTITIES, SCHEME
from pages.ui.settings import Settings, ignored
from pages.ui.settings.page_options import PageOptions
from pages.ui.settings.rows import Row

SOURCES = {
    "digit": "A digit",
    "small": "Synthetic data",
    "sidebar": "Sidebar's data",
}
# What the sidebar says of data that the example does not come from: `settings_of` sets it.
IGNORED = (*ignored.OF_DATA, "examples", "norm_bound", "scaled", "scaling")
IGNORED_STYLE = f"<style>{ignored.hiding(IGNORED)}</style>"
# The keys press buttons; the space bar also stops and starts the film.
_keys = st.components.v2.component(
    "aelr_keys", js=Path(__file__).with_name("keys.js").read_text(encoding="utf-8")
)
_PLAYING = "_micro_playing"
_REPEATED = "_micro_repeated"

OWN = PageOptions(
    Row(
        Option(
            "micro_source",
            "Source of the example",
            "choice",
            "digit",
            choices=tuple(SOURCES),
            help="A handwritten digit of 8 × 8 pixels, synthetic data with d = 12 and α = −1, or "
            "the sidebar's data. Family, budget, mode and seed are always the sidebar's.",
        ),
        "segments",
        words=SOURCES,
    ),
    Row(
        Option(
            "micro_example",
            "Training example",
            "integer",
            0,
            at_least=0,
            at_most=1_000_000,
            help="The row of the training set, counted from 1; 0 picks an instructive one.",
        ),
        "field",
        width=160,
    ),
    Row(
        Option(
            "micro_q",
            "Sampling",
            "choice",
            "known",
            choices=(*SCHEMES, *JOINT),
            help="Optimal q draws by the second moments, as DDAERR and DDAELR do. Uniform q draws "
            "all attributes equally often, as AERR and AELR do. One joint sample in place of two "
            "is this project's own, with known moments or with moments learnt on the way.",
        ),
        "menu",  # four segments would be wider than a phone
        width=260,
        words={**SCHEME, **{word: ONE_SAMPLE[word] for word in JOINT}},
    ),
    Row(
        Option(
            "micro_factor",
            "Step size η, times the usual one",
            "number",
            1.0,
            at_least=0.1,
            at_most=30.0,
            help=f"The usual step size is the theorem's for {STEPS} steps, or the automatic one "
            "of a joint sample. With large steps w leaves the ball and is projected (ridge), or "
            "the gradient is clipped (lasso).",
        ),
        "field",
        step=0.5,
        width=260,
    ),
    Row(
        Option(
            "micro_moving",
            "Another example at every step",
            "flag",
            True,
            help="As in a real run. If off, every step uses the same example.",
        ),
        "switch",
    ),
    Row(Option("micro_t", "Step", "integer", 1, at_least=1, at_most=STEPS), "slider"),
    Row(
        Option("micro_quantity", "Estimate", "choice", "x", choices=tuple(QUANTITIES)),
        "segments",
        words=QUANTITIES,
    ),
)


def choose_view(settings: Settings) -> View:
    """Draw the choices of example, q and step size, and return what they ask for.

    Most are in a box of their own, so that the charts are on the first screen.
    """
    with st.container(horizontal=True, vertical_alignment="bottom"):
        OWN.draw("micro_source")
        OWN.draw("micro_q")
        with st.popover("More"):
            for name in ("micro_moving", "micro_example", "micro_factor"):
                OWN.draw(name)
    if OWN.value("micro_source") != "sidebar":
        st.html(IGNORED_STYLE)
    view = view_of(settings)
    if (asked := OWN.value("micro_example")) > view.example:
        st.caption(f"There is no example {asked:,}: the last one, {view.example:,}, is shown.")
    return view


def view_of(settings: Settings) -> View:
    """Return what the widgets ask for; an example beyond the data is the last row."""
    own = settings_of(settings, OWN.value("micro_source"))
    return View(
        settings=own,
        example=min(OWN.value("micro_example"), data.dataset(own).m),
        moving=OWN.value("micro_moving"),
        factor=OWN.value("micro_factor"),
    )


def word() -> str:
    """Return the chosen way to sample, by the word of the algorithm that uses it."""
    return str(OWN.value("micro_q"))


def choose_step() -> int:
    """Draw the buttons and the slider that choose the step, and return it.

    The arrow keys and the space bar press the buttons (``keys.js``).
    """
    _keys(key="micro_keys", data={})
    on = playing()
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.button("Back", key="micro_back", on_click=move, args=(-1,))
        st.button("Step", key="micro_step", on_click=move, args=(1,), type="primary")
        st.button("Pause" if on else "Play", key="micro_play", on_click=play, args=(not on,))
        st.button("Reset", key="micro_reset", on_click=move, args=(-STEPS,))
        return int(OWN.draw("micro_t"))


def choose_repeats(view: View, t: int) -> bool:
    """Draw the button for repeats of this step, and return whether they are wanted."""
    wanted = (view, word(), t)
    st.button(
        f"Repeat this step {REPEATS:,} times",
        key="micro_repeat",
        on_click=lambda: st.session_state.update({_REPEATED: wanted}),
    )
    return bool(st.session_state.get(_REPEATED) == wanted)


def choose_quantity() -> str:
    """Draw the choice of what is estimated: x, phi or g."""
    return str(OWN.draw("micro_quantity"))


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
