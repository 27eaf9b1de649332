"""The widgets of the page `sampling`."""

from __future__ import annotations

import streamlit as st

from pages.ui.page_link import value
from pages.ui.ratios.bundled import bundled
from pages.ui.sampling.numbers import IMAGES, OPTIONS, SIMULATED, PhaseOne

_SLIDER = "_phase_one_slider"


def choose_m1(known: PhaseOne) -> int:
    """Draw the slider of m₁ and return which look at phase one it chooses.

    It follows the sidebar's m₁ until it is moved, and again when it is moved back there.
    """
    looks = [int(m1) for m1 in known.estimates.m1]
    wanted = int(str(value(OPTIONS, "phase_one"))) or known.m1
    nearest = looks[known.at(wanted)]
    if st.session_state.get(_SLIDER) != nearest:
        st.session_state[_SLIDER] = nearest
    st.select_slider(
        "Examples of phase one, m₁",
        looks,
        key=_SLIDER,
        format_func="{:,}".format,
        on_change=_keep_m1,
        args=(known.m1,),
        help="How many examples are spent on estimating the second moments before learning "
        "begins. The mark is the sidebar's m₁ at first.",
    )
    return known.at(nearest)


def _keep_m1(usual: int) -> None:
    chosen = st.session_state[_SLIDER]
    st.session_state["phase_one"] = 0 if chosen == usual else chosen


def choose_examples() -> int:
    """Draw the choice of how many examples are simulated."""
    st.segmented_control(
        "Simulated examples", SIMULATED, required=True, key="simulated",
        format_func="{:,}".format, persist_state="session",
    )  # fmt: skip
    return int(str(value(OPTIONS, "simulated")))


def choose_image() -> str:
    """Draw the choice of pictures."""
    st.segmented_control(
        "Pictures", IMAGES, required=True, key="image", persist_state="session",
        format_func=lambda name: bundled()[name].label,
    )  # fmt: skip
    return str(value(OPTIONS, "image"))
