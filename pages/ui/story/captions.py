"""What the pictures of the story show, in one line each, with their numbers."""

from __future__ import annotations

from collections.abc import Mapping

from aelr_core.algorithms import ALGORITHMS
from aelr_core.checks import Floats, Ints
from pages.ui.numerals import signed

SCORES = ("Estimated score for illness A", "Estimated score for illness B")
BEST = 0.5


def problem(values: Floats, run: Ints, *, lifted: bool) -> str:
    """Say what the five tests show and, once the cover is lifted, what there was to find."""
    found = f"{int((values[run] != 0).sum())} of {len(run)} tests run are positive"
    if lifted:
        return f"{found}; of all {len(values)}, {int((values != 0).sum())}."
    return f"{found}."


def blind(drawn: Ints, found: Ints) -> str:
    """Say how many tests were positive."""
    return f"{int(drawn.sum()):,} tests run, **{int(found.sum()):,} positive**."


def mean_of(times: int) -> str:
    """Name the estimates that are drawn."""
    return "one estimate" if times == 1 else f"mean of {times:,} estimates"


def average(x: Floats, mean: Floats, times: int) -> str:
    """Say how far the estimate is from the results."""
    return f"{mean_of(times).capitalize()}: off by at most {float(abs(mean - x).max()):.2g}."


def cloud(left: float, lean: float) -> str:
    """Say how much noise is left."""
    said = f"Noise: **{left:.0%}** of that of blind draws"
    return f"{said}, the least there can be." if lean == BEST else f"{said}."


def ratio(alpha: float, rho: float, d: int) -> str:
    """Say what ρ means for the clinic."""
    less = f"about {1 / rho:.2g}× less noise" if rho < 1 else "no less noise"
    return f"α = {signed(alpha)}, d = {d}: **ρ = {rho:.3g}**, {less} with the same tests."


def unknown(met: int, factor: float) -> str:
    """Say what has been learnt."""
    if met == 0:
        return "Before the first volunteer: all tests alike."
    return f"After {met:,} volunteers: test 1 gets **{factor:.0f}×** the looks of test 100."


def race(ends: Mapping[str, float], paid: int) -> str:
    """Say who leads after so many tests."""
    first, last = min(ends, key=ends.__getitem__), max(ends, key=ends.__getitem__)
    named = (f"{ALGORITHMS[key].label} **{ends[key]:.2f}**" for key in (first, last))
    return "After {:,} tests: lowest {}, highest {}.".format(paid, *named)


def not_worth_it(ends: Mapping[str, float]) -> str:
    """Say which learner ends lowest."""
    best = min(ends, key=ends.__getitem__)
    return f"Each paid for 10,000 tests. Lowest: **{ALGORITHMS[best].does}**, {ends[best]:.2f}."
