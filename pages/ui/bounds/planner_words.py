"""The sentences of the planner on the page `bounds`. No number is computed here."""

from __future__ import annotations

from math import isinf

from aelr_core.analysis.plan import Plan
from aelr_core.datasets.options import Option
from aelr_core.families import family_facts
from pages.ui.numerals import amount, fewer

# The table's columns of numbers: short headings, and widths in pixels.
HEADINGS = {
    "Total cost": ("Total cost", 84),
    "Attributes per example, k + 1": ("k + 1", 52),
    "Examples, m": ("Examples", 78),
    "Examples of phase one, m₁": ("m₁", 64),
    "Attributes in total": ("Attributes", 92),
    "Cost relative to the cheapest": ("× cheapest", 86),
    "Price of a draw": ("Per draw", 64),
    "Bound": ("Bound", 64),
}


def refused_number(option: Option, typed: float | None, good: float) -> str:
    """Return why a number is not used, and which one the plan uses instead."""
    what = "empty" if typed is None else amount(typed)
    low, high = amount(float(option.at_least or 0)), amount(float(option.at_most or 0))
    return (
        f"{option.label}, must be from {low} to {high}, but it is {what}: {amount(good)} is used."
    )


def cheapest(made: Plan) -> str:
    """Return the cheapest offer for τ, compared with full information."""
    best, full = made.cheapest, made.full
    target = f"For τ = {amount(made.wanted.tau)}, **{made.percent:.4g}%** of 2B², the cheapest is"
    if best is full:
        return (
            f"{target} **{full.name}**: {full.buys.m:,} examples with all {made.wanted.d:,} "
            f"attributes for **{amount(full.buys.cost)}**. No budget below d pays off at these "
            f"prices."
        )
    phase = f", {best.buys.m1:,} of them for phase one," if best.buys.m1 else ""
    return (
        f"{target} **{best.name}** with k + 1 = **{best.buys.budget}**: {best.buys.m:,} "
        f"examples{phase} for **{amount(best.buys.cost)}**, "
        f"instead of **{amount(full.buys.cost)}** with full information ({full.buys.m:,} whole "
        f"examples): {_less(best.buys.cost / full.buys.cost)}."
    )


def _less(x: float) -> str:
    """Return how much less a share x of a price is."""
    return fewer(x).replace("fewer", "less").replace("none", "about as much")


def without_phase_one(made: Plan) -> str:
    """Return which two-phased offers skip phase one, and why; "" if none does."""
    without = [offer for offer in made.two_phased if not offer.buys.m1]
    if not without:
        return ""
    names = " and ".join(f"**{offer.name}**" for offer in without)
    sources = " and ".join(offer.bound.source for offer in without)
    return (
        f"At this τ, phase one does not pay off for {names}: learning the moments well enough "
        f"would cost more than it saves. The cheapest m₁ is 0, by the bound of {sources} that "
        f"holds for any m₁: uniform sampling from the first example to the last."
    )


def k_star(made: Plan) -> str:
    """Return where k* comes from."""
    H = family_facts(made.wanted.family).H
    c0, c = made.wanted.example_price, made.known_costs.draw_price
    known = made.known.buys
    why = (
        "the largest k, since draws are free"
        if isinf(made.real_k)
        else f"$k^* = \\sqrt{{H(1 + c_0/c)}}$ = {made.real_k:.3g} with H = {H} = {made.H:.3g}, "
        f"c₀ = {amount(c0)} per example and c = {amount(c)} per draw"
    )
    return (
        f"With known moments, the cost is proportional to $(c_0 + (k+1)c)(1 + H/k)$: more draws "
        f"save examples, but each has its price. The minimum is at {why}; the best whole number is "
        f"**k = {known.k}**, so k + 1 = {known.budget}. If examples are free, it is near √H; the "
        f"more they cost, the more attributes of each are worth seeing."
    )


def costs_caption(made: Plan) -> str:
    """Return what to see in the picture of costs."""
    uniform, full = made.uniform.buys.cost, made.full.buys.cost
    never = (
        "Uniform sampling is never cheaper than full information"
        if uniform >= full
        else "Even uniform sampling can be cheaper than full information at these prices"
    )
    return (
        f"Stars mark the cheapest budget of each curve, and of the two-phased algorithm, whose "
        f"cost also depends on m₁. {never}. With equal prices and free examples, known moments "
        f"are cheaper where (k + 1)(1 + H/k) < d (after {made.known.bound.source})."
    )
