"""The purchase plan: the cheapest purchase by each bound of each algorithm."""

from __future__ import annotations

from dataclasses import dataclass

from aelr_core.algorithms import Algorithm, Bound, BoundRow, bound_rows
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


@dataclass(frozen=True)
class Offer:
    """The cheapest purchase by one bound of one algorithm."""

    algorithm: Algorithm
    bound: Bound
    buys: Purchase

    @property
    def name(self) -> str:
        """The label of the algorithm, and what distinguishes the bound from its others."""
        return f"{self.algorithm.label}, {self.bound.words}"


@dataclass(frozen=True, eq=False)
class Plan:
    """All offers, the cheapest first; the numbers behind k*; costs by budget.

    Attributes
    ----------
    wanted : the order.
    offers : sorted by cost.
    H, real_k : ‖M‖_½ or ‖M‖₁, and the best real k for known moments.
    known_costs, uniform_costs : costs by budget.
    """

    wanted: Order
    offers: tuple[Offer, ...]
    H: float
    real_k: float
    known_costs: Costs
    uniform_costs: Costs

    @property
    def cheapest(self) -> Offer:
        """The cheapest offer of all."""
        return self.offers[0]

    @property
    def percent(self) -> float:
        """The excess risk ordered, in per cent of 2B², which needs no examples."""
        return 100 * self.wanted.tau / trivial_bound(B=self.wanted.B)

    @property
    def known(self) -> Offer:
        """The cheapest offer of an algorithm that knows the moments."""
        return next(offer for offer in self.offers if offer.algorithm.knows_moments)

    @property
    def full(self) -> Offer:
        """The cheapest offer that sees every attribute."""
        return next(offer for offer in self.offers if not offer.algorithm.budgeted)

    @property
    def uniform(self) -> Offer:
        """The cheapest offer of uniform sampling."""
        return next(offer for offer in self.offers if offer.bound.group == "old")

    @property
    def two_phased(self) -> tuple[Offer, ...]:
        """The offers with two phases, the cheapest first."""
        return tuple(offer for offer in self.offers if offer.algorithm.two_phased)


def plan(wanted: Order, *, delta: float) -> Plan:
    """Return the plan of an order: an offer for every bound that can be solved for m."""
    offers = [
        Offer(row.algorithm, row.bound, buys)
        for row in bound_rows(wanted.family)
        if (buys := _bought(wanted, row, delta)) is not None
    ]
    H = float(effective_dimension(wanted.M, wanted.family))
    costs = known_costs(wanted)
    return Plan(
        wanted=wanted,
        offers=tuple(sorted(offers, key=lambda offer: offer.buys.cost)),
        H=H,
        real_k=best_real_k(H=H, example_price=wanted.example_price, draw_price=costs.draw_price),
        known_costs=costs,
        uniform_costs=uniform_costs(wanted, like_for_like=True),
    )


def _bought(wanted: Order, row: BoundRow, delta: float) -> Purchase | None:
    """Return the cheapest purchase by a bound; None if the bound makes no offer of its own."""
    if row.algorithm.two_phased:
        if not row.bound.likely:
            return None  # the offer of the likely bound uses it where it is smaller
        known = row.bound.key == "likely_known"
        return buy_two_phase(wanted, delta=delta, known_half_norm=known)
    if row.algorithm.knows_moments:
        return buy_known(wanted)
    if not row.algorithm.budgeted:
        return buy_full_information(wanted)
    if row.bound.key == "these_moments":
        return None
    return buy_uniform(wanted, like_for_like=row.bound.key == "like_for_like")
