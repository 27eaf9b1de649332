"""The widgets of the page `beyond`."""

from __future__ import annotations

import streamlit as st

from aelr_core.analysis.joint import DIM, MOST_BUDGET
from aelr_core.datasets.options import LARGEST_SEED, Option
from aelr_core.results.study import study
from pages.ui.settings.page_options import PageOptions
from pages.ui.settings.rows import Row

STUDY = study()
COUNTS = ("1", "10", "100", "1000")
TOY_WIDTH = 195  # pixels: each label, and all controls, in one line
TOY = ("toy_budget", "toy_alpha", "toy_examples", "toy_sample")

OWN = PageOptions(
    Row(
        Option(
            "toy_budget",
            "Budget in this picture, k + 1",
            "integer",
            5,
            at_least=2,
            at_most=MOST_BUDGET,
            help=f"Attributes per example; the toy has d = {DIM}. Both ways have the same budget. "
            "The sidebar's k + 1 is that of the theorems below.",
        ),
        "field",
        width=TOY_WIDTH,
    ),
    Row(
        Option(
            "toy_alpha",
            "Decay in this picture, α",
            "number",
            -1.0,
            at_least=-2.0,
            at_most=0.0,
            help="How fast the moments decay. At 0 all attributes matter equally; the lower α, "
            "the fewer of them matter. The sidebar's α is that of the theorems below.",
        ),
        "field",
        step=0.5,
        width=TOY_WIDTH,
    ),
    Row(
        Option(
            "toy_examples",
            "Examples",
            "choice",
            "1",
            choices=COUNTS,
            help="With one example a cell is used or not. With more, its colour shows how often.",
        ),
        "segments",
        words={count: f"{int(count):,}" for count in COUNTS},
    ),
    Row(
        Option(
            "toy_sample",
            "Sample",
            "integer",
            7,
            at_least=1,
            at_most=LARGEST_SEED,
            help="The number of the random sample: the same number gives the same draws.",
        ),
        "field",
        width=120,
    ),
    Row(
        Option(
            "study_compare",
            "Comparison",
            "choice",
            "a",
            choices=tuple(STUDY.comparisons),
            help="Ours run untuned, the others with finely tuned steps.",
        ),
        "menu",
        words={letter: one.title for letter, one in STUDY.comparisons.items()},
    ),
    Row(
        Option("study_panel", "Panel", "choice", "ridge-2", choices=tuple(STUDY.panels)),
        "menu",
        words={key: panel.title for key, panel in STUDY.panels.items()},
    ),
    Row(
        Option(
            "study_needed", "Attributes needed by", "choice", "joint", choices=tuple(STUDY.ours)
        ),
        "menu",
        words={arm: labels["both"] for arm, labels in STUDY.ours.items()},
    ),
)


def choose_toy() -> tuple[int, float, int, int]:
    """Draw the choices of the toy: its budget, decay, number of examples and sample."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        found = tuple(OWN.draw(name) for name in TOY)
        st.button("Draw another sample", key="toy_draw", on_click=draw_again, type="primary")
    budget, alpha, examples, sample = found
    return budget, alpha, int(examples), sample


def draw_again() -> None:
    """Go to the next sample. A callback."""
    st.session_state["toy_sample"] = min(OWN.value("toy_sample") + 1, LARGEST_SEED)
