"""A row as a widget: its label, limits and choices come from the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from pages.ui.settings.rows import Row

Callback = Callable[[], None] | None


def bound(
    row: Row,
    default: object,
    *,
    at_most: int | None = None,
    leave_out: tuple[str, ...] = (),
    on_change: Callback = None,
) -> object:
    """Draw a setting of the sidebar, bound to the link, and return the browser's value.

    The link holds what is on the screen: the choices, or their labels.

    Parameters
    ----------
    default : the widget's initial value, which is never in the link.
    at_most : the upper limit, if the data allow less than the row does.
    leave_out : choices that are not available.
    """
    how: dict[str, Any] = {"bind": "query-params"}
    if row.widget == "field" and row.option.kind == "number":
        how["format"] = "%g"
    if row.widget in ("segments", "pills"):
        how |= {"width": "stretch", "default": default}  # the sidebar is narrow
    elif row.widget == "menu":
        how["index"] = _choices(row, leave_out).index(default)
    elif row.widget == "field" and at_most is not None:
        how["value"] = min(int(str(default)), at_most)
    else:
        how["value"] = default
    if on_change is not None:
        how["on_change"] = on_change
    return _draw(row, how, at_most, leave_out)


def kept(
    row: Row,
    *,
    leave_out: tuple[str, ...] = (),
    on_change: Callback = None,
) -> object:
    """Draw a page's own setting, whose value is in the session, and return the browser's value."""
    how: dict[str, Any] = {"persist_state": "session"}
    if on_change is not None:
        how["on_change"] = on_change
    return _draw(row, how, None, leave_out)


def _draw(
    row: Row,
    how: dict[str, Any],
    at_most: int | None,
    leave_out: tuple[str, ...],
) -> object:
    option = row.option
    how |= {"label": option.label, "key": row.name, "help": option.explained or None}
    if row.width is not None:
        how["width"] = row.width
    if row.words is not None:
        how["format_func"] = row.words.__getitem__
    match row.widget:
        case "field":
            # without limits: the browser would keep a number out of range in a red field and send
            # nothing, while another one is used; sent, it is refused with a sentence
            return st.number_input(placeholder=row.empty, **how | _step(row))
        case "slider":
            return st.slider(**how | _step(row) | _range(row, at_most))
        case "segments":
            return st.segmented_control(options=option.choices, required=True, **how)
        case "menu":
            return st.selectbox(options=_choices(row, leave_out), **how)
        case "pills":
            return st.pills(options=option.choices, selection_mode="multi", **how)
        case "switch":
            return st.toggle(**how)
        case "text":
            return st.text_area(height=row.height, max_chars=row.most, **how)


def _step(row: Row) -> dict[str, Any]:
    """Return the step, of the setting's type: without it, whole numbers would be decimals."""
    step = 1 if row.step is None and row.option.kind == "integer" else row.step
    return {} if step is None else {"step": _kind(row)(step)}


def _range(row: Row, at_most: int | None) -> dict[str, Any]:
    """Return the limits, of the setting's type."""
    least, most = row.option.at_least or 0, at_most or row.option.at_most or 0
    return {"min_value": _kind(row)(least), "max_value": _kind(row)(most)}


def _kind(row: Row) -> type[int] | type[float]:
    return int if row.option.kind == "integer" else float


def _choices(row: Row, leave_out: tuple[str, ...]) -> list[object]:
    return [choice for choice in row.option.choices if choice not in leave_out]
