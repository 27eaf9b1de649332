"""The widgets of the page `sampling`."""

from __future__ import annotations

from functools import partial

import streamlit as st

from aelr_core.analysis.phase_one import PhaseOne
from aelr_core.datasets.options import Option
from aelr_core.datasets.registry import DATASETS
from pages.ui.sampling.numbers import what_counts
from pages.ui.settings import Settings
from pages.ui.settings.page_options import PageOptions
from pages.ui.settings.rows import Row

IMAGES = tuple(name for name, entry in DATASETS.items() if entry.image_shape)
SIMULATED = (100, 1_000, 5_000)
OWN = PageOptions(
    # 0 means the sidebar's m₁; `choose_m1` draws it.
    Row(
        Option("phase_one", "Examples of phase one, m₁", "integer", 0, at_least=0, at_most=20_000),
        "slider",
    ),
    Row(
        Option("simulated", "Examples in the simulation", "choice", 1_000, choices=SIMULATED),
        "segments",
        words={examples: f"{examples:,}" for examples in SIMULATED},
    ),
    Row(
        Option("image", "Images", "choice", IMAGES[0], choices=IMAGES),
        "segments",
        words={name: DATASETS[name].label for name in IMAGES},
    ),
)

_SLIDER = "_phase_one_slider"
_FILMED = "_filmed"


def choose_m1(known: PhaseOne) -> int:
    """Draw the slider of m₁ and return the index of the estimate that it chooses.

    It follows the sidebar's m₁ until it is moved, and again once it is moved back there.
    """
    choices = [int(m1) for m1 in known.estimates.m1]
    wanted = OWN.value("phase_one") or known.m1
    nearest = choices[known.at(wanted)]
    if st.session_state.get(_SLIDER) != nearest:
        st.session_state[_SLIDER] = nearest
    st.select_slider(
        OWN.rows["phase_one"].option.label,
        choices,
        key=_SLIDER,
        format_func="{:,}".format,
        on_change=_keep_m1,
        args=(known.m1,),
        help="The number of examples used to estimate the second moments before learning "
        "begins. It starts at the sidebar's m₁.",
    )
    return known.at(nearest)


def _keep_m1(usual: int) -> None:
    chosen = st.session_state.get(_SLIDER, usual)
    st.session_state["phase_one"] = 0 if chosen == usual else chosen


def choose_examples() -> int:
    """Draw the choice of the number of examples in the simulation."""
    return int(OWN.draw("simulated"))


def choose_image() -> str:
    """Draw the choice of images."""
    return str(OWN.draw("image"))


def choose_film(settings: Settings) -> bool:
    """Draw the button that makes the film of π, and return whether there is to be one."""
    wanted = what_counts(settings)
    if st.session_state.get(_FILMED) == wanted:
        return True
    keep = partial(st.session_state.update, {_FILMED: wanted})
    return st.button("Make the film", key="make_film", on_click=keep)
