"""The settings A and B of the page `ratios`: their choices and widgets."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

import streamlit as st

from aelr_core.analysis import what_if
from aelr_core.datasets.options import FAMILY, Option
from aelr_core.datasets.registry import DATASETS, bundled
from aelr_core.letters import DECAY, DIMENSION
from pages.ui.plain_text import in_markdown
from pages.ui.ratios import words
from pages.ui.settings import Settings
from pages.ui.settings.page_options import PageOptions
from pages.ui.settings.rows import Row

SIDES = ("a", "b")
SIDEBAR, UPLOAD = "sidebar", "upload"
# Moments by a rule or by hand; the words are for the screen.
PROFILES = {
    "power": "Power law, Mᵢ = i^α",
    "exponential": "Exponential, Mᵢ = r^(i−1)",
    "blocks": "Block-sparse",
    "pasted": "Pasted numbers",
}
EXAMPLE_TEXT = "9, 4, 4, 1, 1, 1, 0.25, 0.25"
# Which numbers a rule takes, besides family and budget.
TAKES = {
    "power": ("alpha", "dim"),
    "exponential": ("ratio", "dim"),
    "blocks": ("strong", "dim", "weak"),
}


@dataclass(frozen=True)
class Side:
    """One of the two settings: plain values, a key of caches."""

    source: str = "power"
    alpha: float = -2.0
    ratio: float = 0.98
    strong: int = 50
    weak: float = 0.0
    dim: int = 500
    text: str = EXAMPLE_TEXT
    family: str = "ridge"
    budget: int = 5


DEFAULTS = {"a": Side(source=SIDEBAR), "b": Side(alpha=-1.0)}


def sources() -> dict[str, str]:
    """Return every source of moments by its key, with its words."""
    data = {name: DATASETS[name].label for name in bundled()}
    return {SIDEBAR: "The sidebar's data", **PROFILES, **data, UPLOAD: "Your uploaded table"}


def _rows(side: str) -> list[Row]:
    """Return the rows of one side; names have the side's letter in front."""
    usual, named = DEFAULTS[side], sources()
    rows = (
        Row(
            Option(
                "source",
                "Second moments",
                "choice",
                usual.source,
                choices=tuple(named),
                help="From a data set, from a rule, or pasted.",
            ),
            "menu",
            words=named,
        ),
        Row(
            Option(
                "alpha",
                "Decay, α",
                "number",
                usual.alpha,
                **DECAY.keywords,
                help="At 0 all moments are equal; the lower α, the faster they fall.",
            ),
            "slider",
            step=0.05,
        ),
        Row(
            Option(
                "ratio",
                "Ratio of neighbours, r",
                "number",
                usual.ratio,
                at_least=0.5,
                at_most=1,
                help="Each moment is r times the one before it.",
            ),
            "slider",
            step=0.005,
        ),
        Row(
            Option(
                "strong",
                "Strong attributes",
                "integer",
                usual.strong,
                at_least=1,
                at_most=what_if.MOST,
                help="How many attributes have a second moment of 1.",
            ),
            "field",
        ),
        Row(
            Option(
                "weak",
                "Moment of the others",
                "number",
                usual.weak,
                at_least=0,
                at_most=1,
                help="The second moment of all other attributes.",
            ),
            "slider",
            step=0.01,
        ),
        Row(
            Option(
                "dim",
                "Attributes, d",
                "integer",
                usual.dim,
                **DIMENSION.keywords,
                help="The number of attributes.",
            ),
            "field",
        ),
        Row(
            Option(
                "text",
                "Second moments",
                "text",
                usual.text,
                help="Numbers of at least 0, separated by spaces, commas or line breaks.",
            ),
            "text",
            most=what_if.MOST_CHARACTERS,
            height=100,
        ),
        Row(FAMILY, "segments", width="stretch"),
        Row(
            Option(
                "budget",
                "Attributes per example, k + 1",
                "integer",
                usual.budget,
                **DIMENSION.keywords,
                help="Attributes that may be seen per training example, from 2 to d.",
            ),
            "field",
        ),
    )
    return [replace(row, option=replace(row.option, name=f"{side}_{row.name}")) for row in rows]


_DIMS = (10, 50, 100, 500, 1_000, 10_000)
OWN = PageOptions(
    Row(
        Option(
            "dims", "Attributes d of the curves, up to three", "several", (50, 500), choices=_DIMS
        ),
        "pills",
        most=3,
        words={d: f"{d:,}" for d in _DIMS},
    ),
    *(row for side in SIDES for row in _rows(side)),
)


def side_controls(side: str, settings: Settings, *, has_upload: bool) -> Side:
    """Draw one side's widgets and return their values; after a bad list, the last good one."""
    key = f"{side}_source"
    if OWN.value(key) == UPLOAD and not has_upload:
        usual = DEFAULTS[side].source
        OWN.replace(key, usual, words.no_table(sources()[usual]))
    source = OWN.draw(key, leave_out=() if has_upload else (UPLOAD,))
    if source == "pasted":
        _text_area(side)
    left, right = st.columns(2)
    for name, column in zip(TAKES.get(source, ()), (left, right, left), strict=False):
        with column:
            OWN.draw(f"{side}_{name}")
    if source == SIDEBAR:
        st.caption(words.sidebar(settings))
    else:
        with left:
            OWN.draw(f"{side}_family")
        with right:
            OWN.draw(f"{side}_budget")
    chosen = {field.name: OWN.value(f"{side}_{field.name}") for field in fields(Side)}
    return Side(**chosen | {"text": _last_good(side)})


def _text_area(side: str) -> None:
    """Draw the field for a list; a bad list stays in it, with one sentence."""
    text = OWN.draw(f"{side}_text")
    try:
        what_if.pasted(text)
    except ValueError as refusal:
        st.error(f"{in_markdown(str(refusal))} The last valid list is used instead.")
    else:
        st.session_state[f"_good_{side}_text"] = text


def _last_good(side: str) -> str:
    return str(st.session_state.get(f"_good_{side}_text", EXAMPLE_TEXT))
