"""One widget for each kind of setting: words, range and default come from the table.

All are bound to the link under the setting's name. The words of a choice are drawn as they are:
a link holds what is on the screen.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from pages.ui.settings.table import OPTIONS
from pages.ui.settings.values import DEFAULTS

Callback = Callable[[], None] | None


def slider(name: str, *, step: float) -> object:
    """Draw a number between its limits."""
    option = OPTIONS[name]
    return st.slider(
        option.label,
        float(option.at_least or 0),
        float(option.at_most or 0),
        float(getattr(DEFAULTS, name)),
        step,
        **_common(name),
    )


def whole_number(name: str, *, step: int, at_most: int | None = None) -> object:
    """Draw a whole number; `at_most` where the data allow less than the table does."""
    option = OPTIONS[name]
    least, most = int(option.at_least or 0), at_most or int(option.at_most or 0)
    return st.number_input(
        option.label, least, most, min(getattr(DEFAULTS, name), most), step, **_common(name)
    )


def number(name: str, *, step: float, empty: str | None = None) -> object:
    """Draw any number; `empty` says what an empty field means, where it may be empty."""
    option = OPTIONS[name]
    return st.number_input(
        option.label,
        float(option.at_least or 0),
        float(option.at_most or 0),
        None if empty else float(getattr(DEFAULTS, name)),
        step,
        format="%g",
        placeholder=empty or "",
        **_common(name),
    )


def segments(name: str, *, default: object = None, on_change: Callback = None) -> object:
    """Draw a few choices side by side."""
    option = OPTIONS[name]
    return st.segmented_control(
        option.label,
        option.choices,
        default=default or getattr(DEFAULTS, name),
        required=True,
        width="stretch",
        on_change=on_change,
        **_common(name),
    )


def choice(name: str, *, leave_out: tuple[str, ...] = ()) -> object:
    """Draw one of many choices, without those that cannot be had."""
    option = OPTIONS[name]
    choices = [word for word in option.choices if word not in leave_out]
    return st.selectbox(
        option.label, choices, choices.index(getattr(DEFAULTS, name)), **_common(name)
    )


def several(name: str) -> object:
    """Draw choices of which any number may be taken; all are, to begin with."""
    option = OPTIONS[name]
    return st.pills(
        option.label,
        option.choices,
        selection_mode="multi",
        default=option.choices,
        width="stretch",
        **_common(name),
    )


def switch(name: str, *, default: bool | None = None) -> object:
    """Draw yes or no."""
    value = getattr(DEFAULTS, name) if default is None else default
    return st.toggle(OPTIONS[name].label, value, **_common(name))


def _common(name: str) -> dict[str, Any]:
    return {"key": name, "help": OPTIONS[name].explained, "bind": "query-params"}
