"""What the page of bounds asks for, computed once for equal settings.

Caches are a session's own: what comes from a visitor's table goes when the visitor goes.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import streamlit as st
from streamlit.elements.lib.column_types import ColumnConfig

from aelr_core.algorithms import bound_rows
from aelr_core.analysis.standing import Standing
from aelr_core.checks import Floats
from aelr_core.theory.purchase import order
from pages.ui import data
from pages.ui.bounds import words
from pages.ui.bounds.options import COLUMN, OPTIONS
from pages.ui.bounds.sweep import AXES, Sweep, sweep, values
from pages.ui.figures.bound_curves import Line, bound_curves_picture
from pages.ui.figures.frame import Picture
from pages.ui.planner import words as planner_words
from pages.ui.planner.plan import Plan, plan, table
from pages.ui.planner.prices import count_prices, read_prices
from pages.ui.settings import Settings
from pages.ui.settings.page_options import value
from pages.ui.theme import Look


@st.cache_data(scope="session", max_entries=16, show_spinner=False)
def sweep_of(settings: Settings, axis: str) -> Sweep:
    """Return the bounds along an axis."""
    return sweep(data.standing(settings), axis)


@st.cache_data(scope="session", max_entries=16, show_spinner=False)
def values_of(settings: Settings) -> dict[str, float]:
    """Return the bounds at the settings."""
    return values(data.standing(settings))


def curves_picture(here: Standing, curves: Sweep, shown: Sequence[str], *, look: Look) -> Picture:
    """Return the picture of the chosen rows; of all that are usually shown if none is chosen."""
    rows = [row for row in bound_rows(here.family) if row.key in curves.curves]
    chosen = [row for row in rows if row.name in shown] or [row for row in rows if row.bound.shown]
    lines = {
        row.key: Line(row.name, row.algorithm.role, row.bound.dash, curves.curves[row.key])
        for row in chosen
    }
    met = [
        (place, float(np.exp(np.interp(np.log(place), np.log(curves.x), np.log(line.y)))))
        for row in chosen
        for line in [lines.get(f"{row.algorithm.key}.any_m1")]
        if line is not None
        for place in curves.crossings.get(row.key, ())
    ]
    return bound_curves_picture(
        curves.x,
        lines,
        x_title=AXES[curves.axis],
        marks=words.marks(here, curves),
        crossings=met,
        worst=curves.worst,
        trivial=here.trivial,
        look=look,
    )


def take_back() -> list[str]:
    """Put the last good number into every field that holds a bad one, and say so.

    A field with limits would turn red and keep the number to itself: nobody could say that the
    plan is still that of the number before.
    """
    said = []
    for name, option in OPTIONS.items():
        if option.kind != "number" or name not in st.session_state:
            continue
        typed, good = st.session_state[name], st.session_state.get(f"_good_{name}", option.default)
        try:
            option.check(typed)
        except ValueError:
            st.session_state[name] = good
            said.append(planner_words.refused(option, typed, good))
    return said


def number(name: str, *, step: float) -> None:
    """Draw a number of the page's own table; its limits are kept by `take_back`."""
    option = OPTIONS[name]
    st.session_state[f"_good_{name}"] = value(OPTIONS, name)
    st.number_input(
        option.label,
        step=step,
        key=name,
        help=option.help,
        persist_state="session",
        width=220,
    )


def plan_of(here: Standing) -> tuple[Plan | None, str]:
    """Return the plan that the planner's widgets ask for, or a sentence why there is none."""
    said = {name: value(OPTIONS, name) for name in OPTIONS}
    try:
        prices = (
            read_prices(str(said["price_column"]), here.d)
            if said["prices"] == COLUMN
            else np.full(here.d, said["attribute_price"])
        )
        if not prices.any() and not said["example_price"]:
            raise ValueError("Nothing costs anything: give the example or the attributes a price.")
        return _plan(
            here, float(str(said["target"])), float(str(said["example_price"])), prices
        ), ""
    except ValueError as error:
        return None, str(error)


def prices_note(here: Standing) -> str:
    """Return what becomes of the column of prices."""
    return planner_words.repeated(count_prices(str(value(OPTIONS, "price_column"))), here.d)


def _plan(here: Standing, percent: float, example_price: float, prices: Floats) -> Plan:
    wanted = order(
        tau=percent / 100 * here.trivial,
        B=here.B,
        family=here.family,
        M=here.M,
        example_price=example_price,
        attribute_prices=prices,
    )
    return plan(wanted, delta=here.delta)


def column_config(made: Plan) -> dict[str, ColumnConfig]:
    """Return how the plan's columns are headed and written: short, so that all are on the screen.

    Numbers have commas, where there are large ones, or four digits.
    """
    rows = table(made)
    headed = {
        "Algorithm": st.column_config.TextColumn(width=236),
        "By": st.column_config.TextColumn(width=96, help="The theorem or section of the bound."),
    }
    for name, (label, width) in planner_words.HEADINGS.items():
        large = max(float(row[name]) for row in rows) >= 1_000
        headed[name] = st.column_config.NumberColumn(
            label, width=width, help=f"{name}.", format="localized" if large else "%.4g"
        )
    return headed
