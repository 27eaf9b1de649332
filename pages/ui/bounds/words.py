"""The sentences of the page `bounds`: the bounds first, the planner from `HEADINGS` on.

No number is computed here.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import isinf

from aelr_core.algorithms import ALGORITHMS, GROUPS, Group, bound_rows
from aelr_core.analysis.measured import Measured
from aelr_core.analysis.pasted_numbers import entries
from aelr_core.analysis.plan import Plan
from aelr_core.analysis.standing import Standing
from aelr_core.analysis.sweep import Sweep
from aelr_core.datasets.options import Option
from aelr_core.families import family_facts
from pages.ui.figures.bounds import Mark
from pages.ui.numerals import amount, listed, share
from pages.ui.plain_text import in_markdown

LIGHTS = {
    "green": "The theorems' assumptions hold",
    "orange": "Some assumptions fail; bounds corrected",
    "red": "An assumption of the theorems fails",
}
NEEDS_THE_BALL = (
    "This picture needs rows inside the unit ball, but the largest row norm is {radius:.3g}: "
    "choose the scaling centre-maxabs or l2 in the sidebar."
)
_SEE = {
    "m": "With one phase, all bounds fall like 1/√m and differ only in height. The likely bound of "
    "two phases falls faster at first, because phase one, {share:.0%} of m, grows as well.",
    "k": "More draws help uniform sampling most. With known moments, little is left to gain once k "
    "exceeds {H}: the curve meets full information.",
    "d": "Uniform sampling pays for every additional attribute; with known moments, attributes "
    "that hardly matter cost hardly anything. {moments}",
    "m1": "Phase two keeps your m = {m:,} examples and phase one comes on top. A longer phase one "
    "brings the likely bound down to that of known moments; the bound for any m₁ does not move.",
    "step": "Theorem {general} holds for any step size; its own, at 1, is the best. A step ten "
    "times too small or too large costs a factor of five.",
}

_FIXED_STEP = (
    "Two-phased algorithms have no curve here: their theorems hold only for the step size that "
    "they fix."
)


def see(here: Standing, curves: Sweep) -> str:
    """Return what to see along an axis."""
    ridge = here.family == "ridge"
    text = _SEE[curves.axis].format(
        share=here.mode.m1_fraction,
        H=family_facts(here.family).H,
        m=here.m,
        general="3.1" if ridge else "4.1",
        moments="The moments keep their decay and their sum, and B does not change."
        if here.alpha is not None
        else "The d largest moments of the data are kept, and B does not change.",
    )
    if curves.axis == "step":
        limit = "" if ridge else " Beyond η = 1/(2G) nothing is proved, and the curves end."
        return f"{text}{limit} {_FIXED_STEP}"
    return f"{text} {_crossing(here, curves)}".strip()


def _crossing(here: Standing, curves: Sweep) -> str:
    rows = {row.key: row for row in bound_rows(here.family, here.mode)}
    met = [
        f"{amount(places[0])} ({rows[key].bound.words})"
        for key, places in curves.crossings.items()
        if places
    ]
    if met:
        return f"The likely bound becomes the smaller of the two at {' and '.join(met)}."
    any_m1 = {key: curves.curves[f"{rows[key].algorithm.key}.any_m1"] for key in curves.crossings}
    if any(curves.curves[key][0] < other[0] for key, other in any_m1.items()):
        return "The likely bound is the smaller of the two in the whole range."
    return "The likely bound stays above the one for any m₁ in the whole range."


def marks(here: Standing, curves: Sweep) -> tuple[Mark, ...]:
    """Return the labelled places on the axis."""
    found = []
    inside = curves.here is not None and curves.x[0] <= curves.here <= curves.x[-1]
    if inside and curves.here is not None:
        own = {
            "m": "your m",
            "k": "your k",
            "d": "your d",
            "m1": "your m₁",
            "step": "the theorem's",
        }
        found.append(Mark(curves.here, own[curves.axis], 0))
    rows = {row.key: row for row in bound_rows(here.family, here.mode)}
    headlines = {row.algorithm.bounds[0] for row in rows.values()}
    for level, (key, regimes) in enumerate(curves.regimes.items()):
        bound = rows[key].bound
        known = "" if bound in headlines else f"{bound.words}: "
        found.append(Mark(float(regimes.improve), f"{known}better than uniform", 1 + level))
        if bound in headlines:
            found.append(Mark(float(regimes.match), "as good as known moments", 3))
    return tuple(mark for mark in found if curves.x[0] <= mark.at <= curves.x[-1])


def regimes(here: Standing, curves: Sweep) -> str:
    """Return how long phase one must be, in words; "" on other axes."""
    if not curves.regimes:
        return ""
    key, one = next(iter(curves.regimes.items()))
    source = next(row.bound.source for row in bound_rows(here.family, here.mode) if row.key == key)
    return (
        f"By {source} phase one must be much longer than m₁ = {one.improve:,.0f} examples "
        f"to improve on uniform sampling, and from about {one.match:,.0f} on it is as good as "
        f"known moments (orders of magnitude, δ = {here.delta:g})."
    )


def columns(here: Standing, values: Mapping[str, float]) -> dict[str, str]:
    """Return old, new and full information side by side, as Markdown by title."""
    texts: dict[str, str] = {}
    for group, title in GROUPS.items():
        texts[title] = "\n".join(_line(here, group, values))
    return texts


def _line(here: Standing, group: Group, values: Mapping[str, float]) -> list[str]:
    return [
        f"- **{row.name}**: {amount(values[row.key])}  \n"
        f"  $\\small {row.bound.formula}$  \n  {row.bound.source}"
        for row in bound_rows(here.family, here.mode)
        if row.bound.group == group
    ]


def place(here: Standing) -> str:
    """Return the numbers that the bounds are about."""
    H = family_facts(here.family).H
    scaled = (
        f"Rows were divided by s = {here.scale:.3g} to lie in the unit ball. "
        if here.scale > 1
        else ""
    )
    guess = "" if here.B_known else " (the largest |y|, until a run finds B)"
    return (
        f"{scaled}d = {here.d:,}, k = {here.k} draws for x̃ of k + 1 = {here.budget} by the "
        f"sidebar's split, m = {here.m:,}, m₁ = {here.m1:,}, "
        f"{H} = {here.H:.3g}, B = {here.B:.3g}{guess}, δ = {here.delta:g}. Without learning "
        f"anything, the excess risk is at most 2B² = {amount(here.trivial)}."
    )


def assumption_lines(here: Standing) -> list[str]:
    """Return one line per assumption, with a sign for whether it holds or is compensated."""
    signs = {True: ":green[✓]", False: ":red[✗]"}
    return [
        f"{':orange[!]' if one.mended and not one.holds else signs[one.holds]} {one.sentence}"
        for one in here.assumptions
    ]


def shares(found: Mapping[str, Measured], k: int, *, exact: bool) -> str:
    """Return how far below their bounds, which are about k draws for x̃, the algorithms end."""
    ends = "; ".join(
        f"{ALGORITHMS[key].name}: {one.mean[-1]:.3g}, 1/{1 / one.share:,.0f} of its bound"
        if one.share > 0
        else f"{ALGORITHMS[key].name}: {one.mean[-1]:.3g}"
        for key, one in found.items()
    )
    star = (
        "w* is known and the excess risk exact"
        if exact
        else "the test rows stand for the distribution, and their best predictor in the ball for w*"
    )
    return (
        f"Thin lines are bounds, thick lines with markers are measured; error bars cover 90 % "
        f"of the runs. At the end, {ends}. The bounds hold for the worst data and the worst labels "
        f"that |y| ≤ B allows. Rules and steps are the theory's, with k = {k} draws for x̃; {star}."
    )


def to_measure(runs: int, points: int, m: int) -> str:
    """Return what the button Measure it starts."""
    return (
        f"{runs} runs of each algorithm at {points} lengths up to m = {m:,}, with your data, "
        "budget and seed: a few seconds."
    )


# The table's columns of numbers: short headings, and widths in pixels.
HEADINGS = {
    "Total cost": ("Total cost", 92),
    "Attributes per example, k + 1": ("k + 1", 54),
    "Examples, m": ("Examples", 86),
    "Examples of phase one, m₁": ("m₁", 64),
    "Attributes in total": ("Attributes", 92),
    "Cost relative to the cheapest": ("× cheapest", 86),
    "Price of a draw": ("Per draw", 64),
    "Bound": ("Bound", 64),
}


def prices_used(n: int, d: int) -> str:
    """Return how a column of n prices is used for d attributes.

    >>> prices_used(2, 500), prices_used(1, 500), prices_used(500, 500)
    ('2 prices repeated over 500 attributes.', '1 price for all 500 attributes.', \
'500 prices, one for each attribute.')
    """
    if n == d:
        return f"{n:,} prices, one for each attribute."
    if n == 1:
        return f"1 price for all {d:,} attributes."
    return f"{n:,} prices repeated over {d:,} attributes."


def refused_number(option: Option, typed: float | None, good: float) -> str:
    """Return why a number is not used, and which one the plan uses instead."""
    what = "empty" if typed is None else amount(typed)
    low, high = amount(float(option.at_least or 0)), amount(float(option.at_most or 0))
    return (
        f"{option.label}, must be from {low} to {high}, but it is {what}: {amount(good)} is used."
    )


def refused_column(why: str, good: str) -> str:
    """Return why a column of prices is not used, and which one the plan uses instead."""
    why = in_markdown(why.removesuffix("."))  # it quotes what was typed
    return f"{why}: the column {listed(entries(good), most=3)} is used."


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
        f"{share(best.buys.cost / full.buys.cost)} of what full information costs "
        f"({full.buys.m:,} whole examples, {amount(full.buys.cost)})."
    )


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
