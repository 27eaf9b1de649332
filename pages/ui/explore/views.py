"""The small menus of the pictures: how to look at them. Kept for the session."""

from __future__ import annotations

from typing import TypeVar

import streamlit as st

from aelr_core.analysis.series import Across, Spread, View, values_there
from aelr_core.experiments import Result
from pages.ui.explore.numbers import Numbers

T = TypeVar("T")

SPREADS: dict[Spread, str] = {"sd": "Mean ± SD", "quantiles": "Median, 80 %", "runs": "Single runs"}
ACROSS: dict[Across, str] = {"attributes": "Attributes", "examples": "Examples"}
SCALES = {False: "Linear", True: "Logarithmic"}
VALUES = {
    "relative_loss": "Test error",
    "error_rate": "Error rate",
    "excess_risk": "Excess risk",
}
ORDERS = {"pixels": "Pixels", "sorted": "Sorted", "index": "By number"}


def learning_view(result: Result) -> View:
    """Draw the menu of the learning curves and return what was chosen."""
    with st.popover("View", type="tertiary"):
        there = values_there(result)
        spread = _one("Lines and spread", SPREADS, "view_spread")
        across = _one("x-axis", ACROSS, "view_across")
        x_log = _one("x-scale", SCALES, "view_x_log")
        y_log = _one("y-scale", SCALES, "view_y_log")
        value = _one("y-axis", {name: VALUES[name] for name in there}, "view_value")
        target = st.number_input(
            "Target error",
            0.0,
            value=None,
            step=0.05,
            format="%.3f",
            placeholder="where the uniform algorithm ends",
            key="view_target",
            help="An error to come down to: the attributes each algorithm needs for it are read "
            "off. Empty: where the uniform algorithm ends.",
            persist_state="session",
        )
    return View(spread, across, x_log, y_log, value, target or None)


def sampling_order(numbers: Numbers) -> str:
    """Draw the menu of the sampling picture and return the chosen order."""
    orders = {
        name: label
        for name, label in ORDERS.items()
        if name != "pixels" or numbers.image_shape is not None
    }
    with st.popover("View", type="tertiary", key="sampling_menu"):
        return _one("Attributes", orders, f"view_order_{len(orders)}")


def _one(label: str, choices: dict[T, str], key: str) -> T:
    return st.segmented_control(
        label,
        list(choices),
        default=next(iter(choices)),
        required=True,
        format_func=choices.__getitem__,
        key=key,
        persist_state="session",
    )
