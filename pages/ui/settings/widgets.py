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

    Choices are shown literally: the link holds what is on the screen.

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
    limits: bool = True,
    on_change: Callback = None,
) -> object:
    """Draw a page's own setting, whose value is in the session, and return the browser's value.

    With ``limits=False`` the page itself handles numbers out of range.
    """
    how: dict[str, Any] = {"persist_state": "session"}
    if on_change is not None:
        how["on_change"] = on_change
    return _draw(row, how, None, leave_out, limits=limits)


def _draw(
    row: Row,
    how: dict[str, Any],
    at_most: int | None,
    leave_out: tuple[str, ...],
    *,
    limits: bool = True,
) -> object:
    option = row.option
    how |= {"label": option.label, "key": row.name, "help": option.explained or None}
    if row.width is not None:
        how["width"] = row.width
    if row.words is not None:
        how["format_func"] = row.words.__getitem__
    match row.widget:
        case "field":
            return st.number_input(placeholder=row.empty, **how | _range(row, at_most, limits))
        case "slider":
            return st.slider(**how | _range(row, at_most, limits))
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


def _range(row: Row, at_most: int | None, limits: bool) -> dict[str, Any]:
    """Return the limits and the step, all of the setting's type, as Streamlit requires."""
    kind = int if row.option.kind == "integer" else float
    found: dict[str, Any] = {} if row.step is None else {"step": kind(row.step)}
    if limits:
        found["min_value"] = kind(row.option.at_least or 0)
        found["max_value"] = kind(at_most or row.option.at_most or 0)
    return found


def _choices(row: Row, leave_out: tuple[str, ...]) -> list[object]:
    return [choice for choice in row.option.choices if choice not in leave_out]
