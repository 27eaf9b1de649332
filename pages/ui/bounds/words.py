"""The sentences of the page `bounds` about the bounds. No number is computed here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from aelr_core.algorithms import ALGORITHMS, GROUPS, BoundRow, Group, bound_rows, by_word
from aelr_core.analysis.bounds import Measured, Sweep, bound_misleads, like_for_like
from aelr_core.analysis.prior_facts import PriorFacts
from aelr_core.families import family_facts
from aelr_core.modes import THEORY
from aelr_core.theory import HARD_BUDGET_NOTE
from pages.ui.figures.bounds import Mark
from pages.ui.numerals import amount, listed

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


def see(here: PriorFacts, curves: Sweep) -> str:
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


def _crossing(here: PriorFacts, curves: Sweep) -> str:
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


def marks(here: PriorFacts, curves: Sweep) -> tuple[Mark, ...]:
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
    # the words of these would run into the next line
    for level, (at, _) in enumerate(_phase_one_lines(here, curves), start=1):
        found.append(Mark(at, f"line {level}", level))
    return tuple(found)


def _phase_one_lines(here: PriorFacts, curves: Sweep) -> list[tuple[float, str]]:
    """Return where on the axis phase one is long enough, and for what, from left to right."""
    rows = {row.key: row for row in bound_rows(here.family, here.mode)}
    headlines = {row.algorithm.bounds[0] for row in rows.values()}
    found = []
    for key, regimes in curves.regimes.items():
        bound = rows[key].bound
        found.append((float(regimes.improve), f"better than uniform, {bound.words}"))
        if bound in headlines:
            found.append((float(regimes.match), f"as good as known moments, {bound.words}"))
    return sorted(one for one in found if curves.x[0] <= one[0] <= curves.x[-1])


def regimes(here: PriorFacts, curves: Sweep) -> str:
    """Return how long phase one must be, in words; "" on other axes."""
    if not curves.regimes:
        return ""
    key, one = next(iter(curves.regimes.items()))
    source = next(row.bound.source for row in bound_rows(here.family, here.mode) if row.key == key)
    lines = [
        f"**line {number}**: {said}"
        for number, (_, said) in enumerate(_phase_one_lines(here, curves), start=1)
    ]
    named = f" In the picture, {'; '.join(lines)}." if lines else ""
    return (
        f"By {source} phase one must be much longer than m₁ = {one.improve:,.0f} examples "
        f"to improve on uniform sampling, and from about {one.match:,.0f} on it is as good as "
        f"known moments (orders of magnitude, δ = {here.delta:g}).{named}"
    )


def columns(rows: Sequence[BoundRow], values: Mapping[str, float]) -> dict[str, str]:
    """Return old, new and full information side by side, as Markdown by title."""
    return {title: "\n".join(_lines(rows, group, values)) for group, title in GROUPS.items()}


def _lines(rows: Sequence[BoundRow], group: Group, values: Mapping[str, float]) -> list[str]:
    return [
        f"- **{row.name}**: {amount(values[row.key])}  \n"
        f"  $\\small {row.bound.formula}$  \n  {row.bound.source}"
        for row in rows
        if row.bound.group == group
    ]


def ours(keys: Sequence[str], here: PriorFacts) -> str:
    """Say why ours have no bound, or what theirs is about; "" if none of them is wanted."""
    joint = [ALGORITHMS[key] for key in keys if ALGORITHMS[key].joint]
    proved = [entry.label for entry in joint if entry.bounds_in(here.mode)]
    if not joint or proved:
        about = (
            " is ours, not the paper's. Its bound is about a budget of k + 1 attributes in "
            "expectation, an easier game than never more than k + 1, and about a start at w = 0. "
            "The page Beyond has the theorems and their proofs."
        )
        return f"{listed(proved)}{about}" if proved else ""
    return HARD_BUDGET_NOTE


def same_start(rows: Sequence[BoundRow], here: PriorFacts) -> str:
    """Say how much of the lead of our bound is not due to our estimate; "" if it is not there."""
    if not any(row.algorithm.joint for row in rows):
        return ""
    why = {
        "ridge": "is about a start at w = 0, which halves the paper's bounds too",
        "lasso": "has a sharper constant, which lowers the paper's bounds too",
    }[here.family]
    every = [by_word(word, here.family) for word in ("joint", "known", "online")]
    alike = [f"{one.label} {amount(like_for_like(here, one.key))}" for one in every]
    return f"Our bound {why}. Like for like, at your settings: {', '.join(alike)}."


def place(here: PriorFacts) -> str:
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


def assumption_lines(here: PriorFacts) -> list[str]:
    """Return one line per assumption, with a sign for whether it holds or is compensated."""
    signs = {True: ":green[✓]", False: ":red[✗]"}
    return [
        f"{':orange[!]' if one.mended and not one.holds else signs[one.holds]} {one.sentence}"
        for one in here.assumptions
    ]


def shares(found: Mapping[str, Measured], k: int, *, exact: bool) -> str:
    """Return how far below their bounds, which are about k draws for x̃, the algorithms end."""
    ends = "; ".join(
        f"{ALGORITHMS[key].name_in(THEORY)}: {one.mean[-1]:.3g}, "
        f"1/{1 / one.share:,.0f} of its bound"
        if one.share > 0
        else f"{ALGORITHMS[key].name_in(THEORY)}: {one.mean[-1]:.3g}"
        for key, one in found.items()
    )
    order = ""
    if pair := bound_misleads(found):
        a, b = pair
        order = (
            f" {ALGORITHMS[a].label} has the lower bound but ends higher than "
            f"{ALGORITHMS[b].label}: bounds do not tell which is better."
        )
    star = (
        "w* is known and the excess risk exact"
        if exact
        else "the test rows stand for the distribution, and their best predictor in the ball for w*"
    )
    return (
        f"Thin lines are bounds, thick lines with markers are measured; error bars cover 90 % "
        f"of the runs. At the end, {ends}.{order} The bounds hold for the worst data and the worst "
        f"labels that |y| ≤ B allows. Rules and steps are the theory's, with k = {k} draws "
        f"for x̃; {star}."
    )


def to_measure(runs: int, points: int, m: int) -> str:
    """Return what the button Measure it starts."""
    return (
        f"{runs} runs of each algorithm at {points} lengths up to m = {m:,}, with your data, "
        "budget and seed: a few seconds."
    )
