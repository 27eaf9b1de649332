"""A run in words: how it goes, what it found, what its bounds have to say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from aelr_core.algorithms import ALGORITHMS, by_word
from aelr_core.analysis.assumptions import OWN_RULES
from aelr_core.analysis.measured import Measured, tightest
from aelr_core.analysis.series import Series, View
from aelr_core.analysis.standing import Standing
from aelr_core.experiments import Curve, Result
from pages.ui.numerals import listed, times
from pages.ui.plain_text import in_markdown

# Before this much is done nobody knows how long the rest will take.
SOON = 0.05
# Rules that look for the step size before a run.
SEARCHED = ("quick", "cv")
UNITS = {"relative_loss": "error", "error_rate": "error rate", "excess_risk": "excess risk"}


def reading(series: Sequence[Series], target: float | None, view: View) -> str:
    """Return what it takes to come down to the target, the cheapest first."""
    if target is None:
        return "One line an algorithm: its mean over the runs, and how far runs lie apart."
    there = sorted(
        (one.reach.attributes, str(one.reach), ALGORITHMS[one.key].short)
        for one in series
        if one.reach is not None and one.reach.attributes is not None
    )
    missing = [
        ALGORITHMS[one.key].short
        for one in series
        if one.reach is not None and one.reach.attributes is None
    ]
    if not there:
        return f"No algorithm comes down to {UNITS[view.value]} {target:.3g}."
    said = ", ".join(f"{name} {number}" for _, number, name in there)
    never = ""
    if missing:
        never = f" {listed(missing)} {'does' if len(missing) == 1 else 'do'} not get there."
    return f"Attributes needed for {UNITS[view.value]} {target:.3g}: {said}.{never}"


def target_words(target: float, view: View, family: str) -> str:
    """Return the words at the target's line."""
    if view.target is not None:
        return f"target {target:.3g}"
    return f"where {by_word('uniform', family).label} ends, {target:.3g}"


def headline(result: Result) -> str:
    """Return what was run, in one line."""
    spec = result.spec
    runs = "1 run" if spec.runs == 1 else f"{spec.runs} runs"
    return (
        f"{in_markdown(result.label)}, {spec.family}, k + 1 = {spec.budget}, "
        f"m = {spec.examples:,}, {runs}, seed {spec.seed}"
    )


def unsampled(key: str, curve: Curve) -> str:
    """Return how many attributes a two-phased run never draws, and why."""
    assert curve.unsampled is not None
    assert curve.q is not None
    return (
        f"A {ALGORITHMS[key].short} run never draws {curve.unsampled.mean():.0f} of "
        f"{len(curve.q):,} attributes, on average: phase one saw them only as 0 and ε = 0, as in "
        "the paper's experiments, so it is biased."
    )


def bounds_before(here: Standing, measured: bool = False) -> str:
    """Return what to know about the bounds while nothing can be compared with them."""
    proofs = [by_word(word, here.family).bounds[0].source for word in ("known", "two-phased")]
    theorems = " and ".join(source.removeprefix("Theorem ") for source in proofs)
    b = f"B = {here.B:.3g}" + ("" if here.B_known else ", the largest |y|, until a run finds it")
    nearest = "" if _proved(here) else " Nearest algorithms with a proof."
    then = "Points: measured." if measured else "A run lays its own risk over them."
    return f"Theorems {theorems}, k = {here.k} draws for x̃, {b}, worst case.{nearest} {then}"


def bounds_after(here: Standing, found: Mapping[str, Measured], exact: bool) -> str:
    """Return how the bounds compare with what was measured."""
    key = tightest(found)
    if key is None:
        return bounds_before(here, measured=True)
    points, why = "Points: measured", ": it holds for the worst data"
    if not exact:  # two lines have room for no more
        points, why = "Points: measured, over the offline predictor", ""
    nearest = "" if _proved(here) else ", nearest proof"
    return (
        f"{points}. At {found[key].attributes[-1]:,.0f} attributes {ALGORITHMS[key].short}'s "
        f"bound (k = {here.k} draws for x̃{nearest}) is {times(1 / found[key].share)} what was "
        f"measured{why}."
    )


def progress(fraction: float, seconds_left: float | None, position: int) -> str:
    """Return how far a run is."""
    if position:
        return f"Waiting: number {position} in the queue"
    if seconds_left is None or fraction < SOON:
        return "Starting"
    return f"{fraction:.0%} done, about {max(1, round(seconds_left))} s left"


def what_is_done(result: Result | None) -> str:
    """Return why the curves do not grow yet: step sizes are chosen first, offline needs none."""
    if result is None or not result.curves:
        return ". The curves are still those of the run before"
    if result.spec.step not in SEARCHED:
        return ""
    waiting = not any(ALGORITHMS[key].takes_steps for key in result.curves)
    return ": step sizes are chosen first, then the curves grow" if waiting else ""


def _proved(here: Standing) -> bool:
    return next(one.holds for one in here.assumptions if one.name == OWN_RULES)
