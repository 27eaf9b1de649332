"""The settings A and B of the page `ratios`: what may be chosen, and its widgets."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

import streamlit as st

from aelr_core.analysis import profiles
from aelr_core.datasets.options import FAMILY, Option
from aelr_core.datasets.registry import DATASETS, bundled
from pages.ui.plain_text import in_markdown
from pages.ui.ratios import words
from pages.ui.settings import Settings
from pages.ui.settings.page_options import value

SIDES = ("a", "b")
SIDEBAR, UPLOAD = "sidebar", "upload"
# Moments by a rule or by hand; the words are for the screen.
PROFILES = {
    "power": "Power law, M_i = i^α",
    "exponential": "Exponential, M_i = r^(i−1)",
    "blocks": "Block-sparse",
    "pasted": "Pasted by hand",
}
EXAMPLE_TEXT = "9, 4, 4, 1, 1, 1, 0.25, 0.25"
# Which numbers a rule takes, besides family and budget.
TAKES = {
    "power": ("alpha", "dim"),
    "exponential": ("ratio", "dim"),
    "blocks": ("strong", "dim", "weak"),
}
STEPS = {"alpha": 0.05, "ratio": 0.005, "weak": 0.01}


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


def options(side: str) -> dict[str, Option]:
    """Return the table of one side's settings; names have the side's letter in front."""
    usual = DEFAULTS[side]
    named = (
        Option(
            "source", "Second moments", "choice", usual.source, choices=tuple(sources()),
            help="A data set, a rule, or numbers pasted by hand.",
        ),
        Option(
            "alpha", "Decay, α", "number", usual.alpha, at_least=-4, at_most=0,
            help="0: all moments alike; the lower, the faster they fall.",
        ),
        Option(
            "ratio", "Ratio of neighbours, r", "number", usual.ratio, at_least=0.5, at_most=1,
            help="Each moment is r times the one before it.",
        ),
        Option(
            "strong", "Strong attributes", "integer", usual.strong, at_least=1, at_most=10_000,
            help="How many attributes have a second moment of 1.",
        ),
        Option(
            "weak", "Moment of the others", "number", usual.weak, at_least=0, at_most=1,
            help="The second moment of all other attributes.",
        ),
        Option(
            "dim", "Attributes, d", "integer", usual.dim, at_least=2, at_most=10_000,
            help="The number of attributes.",
        ),
        Option(
            "text", "Second moments", "text", usual.text,
            help="Numbers of at least 0, with spaces, commas or line breaks between them.",
        ),
        FAMILY,
        Option(
            "budget", "Attributes per example, k + 1", "integer", usual.budget,
            at_least=2, at_most=10_000,
            help="How many attributes of each training example may be looked at: from 2 to d.",
        ),
    )  # fmt: skip
    return {f"{side}_{option.name}": _renamed(option, side) for option in named}


def side_controls(side: str, settings: Settings, *, has_upload: bool) -> Side:
    """Draw one side's widgets and return what they say; a list that is bad leaves the last one."""
    table = options(side)
    named = {key: label for key, label in sources().items() if key != UPLOAD or has_upload}
    key = f"{side}_source"
    if st.session_state.get(key) not in named:
        st.session_state[key] = table[key].default
    st.selectbox(
        table[key].label, named, format_func=named.__getitem__, key=key, help=table[key].help,
        persist_state="session",
    )  # fmt: skip
    source = str(value(table, key))
    if source == "pasted":
        _text_area(side, table[f"{side}_text"])
    left, right = st.columns(2)
    for name, column in zip(TAKES.get(source, ()), (left, right, left), strict=False):
        with column:
            _number(table[f"{side}_{name}"], STEPS.get(name))
    if source == SIDEBAR:
        st.caption(words.sidebar(settings))
    else:
        with left:
            _family(table[f"{side}_family"])
        with right:
            _number(table[f"{side}_budget"], None)
    chosen = {field.name: value(table, f"{side}_{field.name}") for field in fields(Side)}
    return Side(**chosen | {"text": _last_good(side)})  # type: ignore[arg-type]  # checked


def _family(option: Option) -> None:
    st.segmented_control(
        option.label, option.choices, required=True, key=option.name, width="stretch",
        persist_state="session",
    )  # fmt: skip


def _number(option: Option, step: float | None) -> None:
    """Draw a slider for a fraction, a field for a whole number."""
    if step is None:
        st.number_input(
            option.label, int(option.at_least or 0), int(option.at_most or 0), step=1,
            key=option.name, help=option.help, persist_state="session",
        )  # fmt: skip
    else:
        st.slider(
            option.label, float(option.at_least or 0), float(option.at_most or 0), step=step,
            key=option.name, help=option.help, persist_state="session",
        )  # fmt: skip


def _text_area(side: str, option: Option) -> None:
    """Draw the field for a list; what cannot be used stays in it, with one sentence."""
    text = st.text_area(
        option.label,
        key=option.name,
        help=option.help,
        height=100,
        persist_state="session",
        max_chars=profiles.MOST_CHARACTERS,
    )
    try:
        profiles.pasted(text)
    except ValueError as refusal:
        st.error(f"{in_markdown(str(refusal))} The last list that could be used is shown.")
    else:
        st.session_state[f"_good_{side}_text"] = text


def _last_good(side: str) -> str:
    return str(st.session_state.get(f"_good_{side}_text", EXAMPLE_TEXT))


def _renamed(option: Option, side: str) -> Option:
    return replace(option, name=f"{side}_{option.name}")
