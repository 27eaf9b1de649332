"""The plan in words."""

from __future__ import annotations

from math import isinf

from pages.ui.planner.plan import Plan
from pages.ui.words import share

PURPOSE = (
    "What budget to buy: an example costs its price plus $(k+1)\\sum_i q_i c_i$ for the attributes "
    "that are looked at, with full information its price plus $\\sum_i c_i$. All of it is by the "
    "bounds, so compare the offers rather than trust their totals."
)


def amount(x: float) -> str:
    """Return a number as people write it.

    >>> amount(199999.9), amount(12.3456), amount(0.00012345), amount(4.12e7)
    ('200,000', '12.35', '0.0001234', '41,200,000')
    """
    if isinf(x):
        return "∞"
    return f"{x:,.0f}" if abs(x) >= 1_000 else f"{x:.4g}"


def sentence(made: Plan) -> str:
    """Return which offer is the cheapest, and full information beside it."""
    best, full = made.cheapest, made.of("online")
    if best is full:
        return (
            f"Cheapest is **{full.name}**: {full.buys.m:,} examples with all {made.wanted.d:,} "
            f"attributes for **{amount(full.buys.cost)}**. No budget below d pays at these prices."
        )
    phase = f", {best.buys.m1:,} of them for phase one," if best.buys.m1 else ""
    return (
        f"Cheapest is **{best.name}** with k + 1 = **{best.buys.budget}**: {best.buys.m:,} "
        f"examples{phase} for **{amount(best.buys.cost)}**, "
        f"{share(best.buys.cost / full.buys.cost)} of what full information costs "
        f"({full.buys.m:,} whole examples, {amount(full.buys.cost)})."
    )


def k_star(made: Plan) -> str:
    """Return where k* comes from."""
    H = "‖M‖½" if made.wanted.family == "ridge" else "‖M‖₁"
    c0, c = made.wanted.example_price, made.known.draw_price
    known = made.of("known").buys
    why = (
        "draws are free, so all of them are taken"
        if isinf(made.real_k)
        else f"$k^* = \\sqrt{{H(1 + c_0/c)}}$ = {made.real_k:.3g} with H = {H} = {made.H:.3g}, "
        f"c₀ = {amount(c0)} an example and c = {amount(c)} a draw"
    )
    return (
        f"With known moments the cost is proportional to $(c_0 + (k+1)c)(1 + H/k)$: more draws "
        f"save examples, but each is paid for. Least at {why}; the best whole number is "
        f"**k = {known.k}**, so k + 1 = {known.budget}. Free examples give √H, dear ones are "
        f"looked at more closely."
    )


def below(made: Plan) -> str:
    """Return what to see in the picture of costs."""
    uniform, full = made.of("uniform").buys.cost, made.of("online").buys.cost
    never = (
        "Uniform sampling never gets below full information"
        if uniform >= full
        else "Even uniform sampling gets below full information at these prices"
    )
    return (
        f"Stars mark the cheapest budgets. {never}; the curve of known moments does where "
        f"(k + 1)(1 + H/k) < d at equal prices and free examples (after Theorems 3.5 and 4.6)."
    )
