"""The plan: for every algorithm with a bound, the cheapest purchase."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass

from aelr_core.theory import effective_dimension
from aelr_core.theory.general import trivial_bound
from aelr_core.theory.purchase import (
    Costs,
    Order,
    Purchase,
    best_real_k,
    buy_full_information,
    buy_known,
    buy_uniform,
    known_costs,
    uniform_costs,
)
from aelr_core.theory.purchase_two_phase import buy_two_phase
from pages.ui.plain_text import in_spreadsheet

NAMES = {
    "ridge": ("DDAERR", "AERR", "Two-Phased DDAERR", "Online ridge"),
    "lasso": ("DDAELR", "AELR", "Two-Phased DDAELR", "Online lasso"),
}


@dataclass(frozen=True)
class Offer:
    """One algorithm's cheapest purchase: its role, its name, its theorem, what it buys."""

    role: str
    name: str
    source: str
    buys: Purchase


@dataclass(frozen=True, eq=False)
class Plan:
    """All offers, the cheapest first; k* with its parts; costs over the budget.

    Attributes
    ----------
    wanted : what was ordered.
    offers : sorted by cost.
    H, real_k : ‖M‖_½ or ‖M‖₁, and the best real k for known moments.
    known, uniform : costs over the budget.
    """

    wanted: Order
    offers: tuple[Offer, ...]
    H: float
    real_k: float
    known: Costs
    uniform: Costs

    @property
    def cheapest(self) -> Offer:
        """The first of all."""
        return self.offers[0]

    @property
    def percent(self) -> float:
        """The excess risk wanted, in per cent of 2B², which needs no examples."""
        return 100 * self.wanted.tau / trivial_bound(B=self.wanted.B)

    def of(self, role: str) -> Offer:
        """Return the cheapest offer of a role."""
        return next(offer for offer in self.offers if offer.role == role)

    def all_of(self, role: str) -> tuple[Offer, ...]:
        """Return all offers of a role, the cheapest first."""
        return tuple(offer for offer in self.offers if offer.role == role)


def plan(wanted: Order, *, delta: float) -> Plan:
    """Return the plan of an order."""
    ridge = wanted.family == "ridge"
    known, uniform, two_phase, online = NAMES[wanted.family]
    section = "Section 3" if ridge else "Section 4"
    theorems = ("3.5", "3.12", "3.1") if ridge else ("4.6", "4.7", "4.1")
    offers = [
        Offer("known", f"{known}, known moments", f"Theorem {theorems[0]}", buy_known(wanted)),
        Offer("uniform", f"{uniform}, as printed", section, buy_uniform(wanted)),
        Offer(
            "uniform",
            f"{uniform}, like for like",
            f"Theorem {theorems[2]}",
            buy_uniform(wanted, like_for_like=True),
        ),
        Offer(
            "two_phase",
            f"{two_phase}, nothing known",
            f"Theorem {theorems[1]}",
            buy_two_phase(wanted, delta=delta),
        ),
        Offer(
            "online",
            f"{online}, sees all",
            f"Theorem {theorems[2]}",
            buy_full_information(wanted),
        ),
    ]
    if ridge:
        offers.append(
            Offer(
                "two_phase",
                f"{two_phase}, ‖M‖½ known",
                "Theorem 3.6",
                buy_two_phase(wanted, delta=delta, known_half_norm=True),
            )
        )
    H = float(effective_dimension(wanted.M, wanted.family))
    costs = known_costs(wanted)
    return Plan(
        wanted=wanted,
        offers=tuple(sorted(offers, key=lambda offer: offer.buys.cost)),
        H=H,
        real_k=best_real_k(H=H, example_price=wanted.example_price, draw_price=costs.draw_price),
        known=costs,
        uniform=uniform_costs(wanted, like_for_like=True),
    )


def table(made: Plan) -> list[dict[str, str | int | float]]:
    """Return the plan as rows of a table, the cheapest first."""
    least = made.cheapest.buys.cost
    return [
        {
            "Algorithm": offer.name,
            "Total cost": offer.buys.cost,
            "Attributes per example, k + 1": offer.buys.budget,
            "Examples, m": offer.buys.m,
            "of them phase one, m₁": offer.buys.m1,
            "Attributes in all": offer.buys.attributes,
            "Over the cheapest": offer.buys.cost / least if least else 1.0,
            "Price of a draw": offer.buys.draw_price,
            "Bound": offer.buys.bound,
            "By": offer.source,
        }
        for offer in made.offers
    ]


def as_csv(made: Plan) -> str:
    """Return the table for a spreadsheet, with what was ordered in its last columns."""
    rows = table(made)
    ordered = {
        "Wanted excess risk": made.wanted.tau,
        "Norm bound B": made.wanted.B,
        "Price of an example": made.wanted.example_price,
        "Mean price of an attribute": float(made.wanted.attribute_prices.mean()),
        "Attributes d": made.wanted.d,
    }
    out = io.StringIO()
    writer = csv.writer(out)
    for cells in ((*rows[0], *ordered), *((*row.values(), *ordered.values()) for row in rows)):
        writer.writerow([in_spreadsheet(one) if isinstance(one, str) else one for one in cells])
    return out.getvalue()
