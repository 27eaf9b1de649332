"""The numbers of the page `bounds`, computed once for equal settings.

Caches belong to a session: what comes from a visitor's table goes when the visitor leaves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from aelr_core.algorithms import BoundRow, bound_rows
from aelr_core.analysis import bounds as analysis
from aelr_core.analysis.bounds import Measured, Sweep, sweep
from aelr_core.analysis.plan import Plan, plan, read_prices, same_price
from aelr_core.analysis.prior_facts import PriorFacts, prior_facts
from aelr_core.experiments import Result
from aelr_core.theory.purchase import order
from pages.ui import data
from pages.ui.bounds.controls import COLUMN, OWN
from pages.ui.session_cache import in_session, once
from pages.ui.settings import Settings
from pages.ui.tables import csv_table


@once(16)
def sweep_of(settings: Settings, axis: str) -> Sweep:
    """Return the bounds along an axis."""
    return sweep(data.prior_facts(settings), axis)


def rows_of(settings: Settings, here: PriorFacts) -> list[BoundRow]:
    """Return the table of bounds, without ours if only the paper's algorithms are wanted."""
    every = bound_rows(here.family, here.mode)
    return [row for row in every if settings.shows(row.algorithm.key)]


def rows_shown(every: Sequence[BoundRow], curves: Sweep, chosen: Sequence[str]) -> list[BoundRow]:
    """Return the chosen rows of the table of bounds; the default ones if none is chosen."""
    rows = [row for row in every if row.key in curves.curves]
    return [row for row in rows if row.name in chosen] or [row for row in rows if row.bound.shown]


def crossing_points(curves: Sweep, rows: Sequence[BoundRow]) -> list[tuple[float, float]]:
    """Return where a likely bound crosses the one for any m₁, if both are shown."""
    shown = {row.key for row in rows}
    return [
        (place, curves.level(other, place))
        for row in rows
        if (other := f"{row.algorithm.key}.any_m1") in shown
        for place in curves.crossings.get(row.key, ())
    ]


def measured_of(settings: Settings, frame: str, result: Result) -> dict[str, Measured]:
    """Return what a run by the theorems' rules measured; the frame identifies the result."""

    def make() -> dict[str, Measured]:
        dataset = data.dataset(replace(settings, scaled=True))
        here = prior_facts(result.spec, dataset, result.norm_bound)
        return analysis.measured(result, here, analysis.least_loss(result, dataset))

    found: dict[str, Measured] = in_session("measured", 8).get((settings, frame), make)
    return found


def plan_of(here: PriorFacts) -> tuple[Plan | None, str]:
    """Return the plan that the planner's widgets ask for, or a sentence that says why not."""
    asked = {name: OWN.value(name) for name in OWN.rows}
    try:
        prices = (
            read_prices(asked["price_column"], here.d)
            if asked["prices"] == COLUMN
            else same_price(asked["attribute_price"], here.d)
        )
        if not prices.any() and not asked["example_price"]:
            raise ValueError("All prices are 0: give the example or the attributes a price.")
        wanted = order(
            tau=asked["target"] / 100 * here.trivial,
            B=here.B,
            family=here.family,
            M=here.M,
            example_price=asked["example_price"],
            attribute_prices=prices,
        )
        return plan(wanted, delta=here.delta), ""
    except ValueError as error:
        return None, str(error)


def table(made: Plan) -> list[dict[str, str | int | float]]:
    """Return the plan as rows of a table, the cheapest first."""
    least = made.cheapest.buys.cost
    return [
        {
            "Algorithm": offer.name,
            "Total cost": offer.buys.cost,
            "Attributes per example, k + 1": offer.buys.budget,
            "Examples, m": offer.buys.m,
            "Examples of phase one, m₁": offer.buys.m1,
            "Attributes in total": offer.buys.attributes,
            "Cost relative to the cheapest": offer.buys.cost / least if least else 1.0,
            "Price of a draw": offer.buys.draw_price,
            "Bound": offer.buys.bound,
            "Source": offer.bound.source.partition(",")[0].partition(" with")[0],
        }
        for offer in made.offers
    ]


def on_screen(made: Plan) -> list[dict[str, str | int | float]]:
    """Return the table with short names of algorithms, as the curves have: a phone is narrow."""
    return [
        row | {"Algorithm": offer.name.replace(offer.algorithm.label, offer.algorithm.short, 1)}
        for row, offer in zip(table(made), made.offers, strict=True)
    ]


def as_csv(made: Plan) -> str:
    """Return the table for a spreadsheet, with the planner's inputs in the last columns."""
    rows = table(made)
    ordered = {
        "Target excess risk": made.wanted.tau,
        "Norm bound B": made.wanted.B,
        "Price of an example": made.wanted.example_price,
        "Mean price of an attribute": float(made.wanted.attribute_prices.mean()),
        "Attributes d": made.wanted.d,
    }
    return csv_table((*rows[0], *ordered), [(*row.values(), *ordered.values()) for row in rows])
