"""The widgets of setting A or B on the page `ratios`."""

from __future__ import annotations

from dataclasses import fields

import streamlit as st

from aelr_core.datasets.options import Option
from pages.ui.page_link import value
from pages.ui.plain_text import in_markdown
from pages.ui.ratios import profiles, words
from pages.ui.ratios.sides import EXAMPLE_TEXT, SIDEBAR, UPLOAD, Side, options, sources
from pages.ui.settings import Settings

# Which numbers a rule takes, besides family and budget.
TAKES = {
    "power": ("alpha", "dim"),
    "exponential": ("ratio", "dim"),
    "blocks": ("strong", "dim", "weak"),
}
STEPS = {"alpha": 0.05, "ratio": 0.005, "weak": 0.01}


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
