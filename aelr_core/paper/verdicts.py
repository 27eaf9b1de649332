"""Verdicts on claims, decided by paired differences over runs.

A comparison gives one number per run: a difference of losses, of distances from the median, or of
gaps. Its mean has a 95 % confidence interval (Student's, over runs; where the runs come from
several data sets, over the means of these), and the claim says in which range that mean should be.
If the interval is inside the range, the comparison holds; if outside, it does not hold; if it
crosses an end, it is not decided. A claim holds if all its comparisons hold, and does not hold if
one of them does not.

The meaning of the paper's words about two curves was fixed before the figures were computed, except
for "at the same numbers of attributes":

- *better*: a lower mean loss;
- *considerably better*: lower by more than the margin, a twentieth of the picture's height from
  the best loss in it up to 1, the zero predictor's;
- *similar*: within that margin of each other;
- *no worse*: higher by less than the margin;
- *varies less*: a smaller mean distance from the median of the runs on the same data set;
- *closer*, *further apart*: the gap at the end compared with that at few attributes;
- *wider gap*: compared with the same gap in another panel, at the same numbers of attributes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf

import numpy as np

from aelr_core import checks
from aelr_core.checks import Floats, Ints
from aelr_core.experiments import Curve
from aelr_core.student import half_width, means_of_groups

# Places on the x-axis, as shares of all attributes; "overall" is the mean over all prefixes.
FEW, HALF, END, OVERALL = "few", "half", "end", "overall"
EVERY = tuple(f"{n} tenths" for n in range(1, 11))
TENTHS = np.linspace(0.1, 1.0, 10)
SHARES = {FEW: 0.1, HALF: 0.5, END: 1.0} | {place: n / 10 for n, place in enumerate(EVERY, 1)}

KINDS = (
    "better", "considerably better", "similar", "no worse", "varies less", "closer",
    "further apart", "wider gap",
)  # fmt: skip
NEAR = ("considerably better", "similar", "no worse")  # whose meaning has the margin in it
HOLDS, FAILS, OPEN, MISSING = "holds", "does not hold", "not decided", "not computed"
CONFIDENCE = 0.95
# Share of the picture's height: curves closer than this look alike.
MARGIN = 0.05

# A panel's curves, named as in `panels.names`.
Curves = Mapping[str, Curve]


@dataclass(frozen=True)
class Comparison:
    """One comparison: curve `a` is `kind` than (or to) curve `b` at a place of the x-axis.

    `other` is the panel whose gap between a and b is the smaller one, for "wider gap" only.
    """

    kind: str
    a: str
    b: str
    at: str
    other: str | None = None


@dataclass(frozen=True)
class Claim:
    """One sentence of the paper about a panel.

    Attributes
    ----------
    key : the panel's key, a full stop, and a word.
    panel : the panel it is about (for a claim about several, the last of them).
    says : what the paper says.
    tests : the comparisons, all of which must hold.
    """

    key: str
    panel: str
    says: str
    tests: tuple[Comparison, ...]


@dataclass(frozen=True)
class Finding:
    """The result of one comparison.

    Attributes
    ----------
    test : the comparison.
    attributes : the place on the x-axis, or None for the whole curve.
    mean, low, high : the mean over runs and its interval.
    least, most : the range in which the mean should be, both ends excluded.
    runs : number of runs compared.
    """

    test: Comparison
    attributes: float | None
    mean: float
    low: float
    high: float
    least: float
    most: float
    runs: int

    @property
    def status(self) -> str:
        """Whether the interval is inside the range, outside, or crosses an end."""
        if self.least < self.low and self.high < self.most:
            return HOLDS
        if self.high <= self.least or self.low >= self.most:
            return FAILS
        return OPEN


@dataclass(frozen=True)
class Verdict:
    """A claim and its findings; without findings, its curves have not been computed.

    reason : the likely reason why our results do not show it, if they do not.
    note : what else the verdict may rest on.
    """

    claim: Claim
    findings: tuple[Finding, ...]
    reason: str = ""
    note: str = ""

    @property
    def status(self) -> str:
        """Whether the claim holds, does not hold, is not decided, or was not computed."""
        found = {finding.status for finding in self.findings}
        if not found:
            return MISSING
        return FAILS if FAILS in found else OPEN if OPEN in found else HOLDS


def decide(claim: Claim, panels: Mapping[str, Curves]) -> Verdict:
    """Decide a claim from the curves of the panels that have been computed."""
    for test in claim.tests:
        for key in (claim.panel, test.other or claim.panel):
            if not {test.a, test.b} <= set(panels.get(key, ())):
                return Verdict(claim, ())
    return Verdict(claim, tuple(_find(test, claim.panel, panels) for test in claim.tests))


def margin(curves: Curves) -> float:
    """Return the margin: a twentieth of the distance from the best mean up to 1."""
    return MARGIN * (1.0 - min(float(curve.mean.min()) for curve in curves.values()))


def _find(test: Comparison, key: str, panels: Mapping[str, Curves]) -> Finding:
    runs, sets, per_run = run_by_run(test, key, panels)
    means = means_of_groups(per_run, sets)
    mean = float(means.mean()) if len(means) else 0.0
    half = half_width(means, CONFIDENCE)  # infinite for a single run: not decided
    near = margin(panels[key]) if test.kind in NEAR else 0.0
    least, most = _range(test.kind, near)
    attributes = None if test.at == OVERALL else SHARES[test.at] * _axis(test, key, panels)
    return Finding(test, attributes, mean, mean - half, mean + half, least, most, len(runs))


def run_by_run(
    test: Comparison, key: str, panels: Mapping[str, Curves]
) -> tuple[Ints, Ints | None, Floats]:
    """Return the runs of a comparison, their data sets, and its number in each, (n,) each."""
    checks.choice("kind", test.kind, KINDS)
    curves, axis = panels[key], _axis(test, key, panels)
    runs, sets, per_run = _difference(test, curves, test.at, axis)
    if test.kind in ("closer", "further apart"):
        # |gap| here minus |gap| at few attributes, with the signs of the mean gaps
        before = _difference(test, curves, FEW, axis)[2]
        per_run = np.sign(per_run.mean()) * per_run - np.sign(before.mean()) * before
    elif test.kind == "wider gap":
        # at the same numbers of attributes, even if one panel goes further
        runs_there, _, there = _difference(test, panels[str(test.other)], test.at, axis)
        runs, here_at, there_at = np.intersect1d(runs, runs_there, return_indices=True)
        sets = None if sets is None else sets[here_at]
        per_run = per_run[here_at] - there[there_at]
    return runs, sets, per_run


def _axis(test: Comparison, key: str, panels: Mapping[str, Curves]) -> int:
    """Return where the x-axis ends: with two panels, the one that ends first."""
    axis = axis_of(panels[key])
    return axis if test.other is None else min(axis, axis_of(panels[test.other]))


def _range(kind: str, near: float) -> tuple[float, float]:
    """Return the range in which the mean of a comparison should be."""
    return {
        "better": (-inf, 0.0),
        "considerably better": (-inf, -near),
        "similar": (-near, near),
        "no worse": (-inf, near),
        "varies less": (-inf, 0.0),
        "closer": (-inf, 0.0),
        "further apart": (0.0, inf),
        "wider gap": (0.0, inf),
    }[kind]


def _difference(
    test: Comparison, curves: Curves, at: str, axis: int
) -> tuple[Ints, Ints | None, Floats]:
    """Return the runs that both curves have, their data sets, and a − b in each, (n,) each."""
    a, b = curves[test.a], curves[test.b]
    runs, in_a, in_b = np.intersect1d(a.runs, b.runs, assume_unique=True, return_indices=True)
    sets = None if a.data_sets is None else a.data_sets[in_a]
    at_a, at_b = _losses(a, at, axis)[in_a], _losses(b, at, axis)[in_b]
    if test.kind == "varies less":
        at_a, at_b = _from_the_median(at_a, sets), _from_the_median(at_b, sets)
    return runs, sets, (at_a - at_b).mean(axis=1)


def _losses(curve: Curve, at: str, axis: int) -> Floats:
    """Return each run's loss at a place of the x-axis, (R, 1), or at all prefixes, (R, P).

    The axis ends at `axis` attributes. A run is interpolated between its points and constant beyond
    them: a full-information curve begins and ends up to one example before the budgeted ones.
    """
    return _interpolated(places_on(at, axis), curve.attributes, curve.relative_loss)


def _interpolated(places: Floats, x: Ints, rows: Floats) -> Floats:
    """Return `np.interp` of every row, (R, n), in one go.

    places, x : (n,) and (P,), which does not decrease; rows : (R, P).

    >>> _interpolated(np.array([0.0, 1.5, 9.0]), np.array([1, 2]), np.array([[3.0, 4.0]]))
    array([[3. , 3.5, 4. ]])
    """
    after = np.searchsorted(x, places, side="right")
    left, right = np.maximum(after - 1, 0), np.minimum(after, len(x) - 1)
    apart, beyond = x[right] - x[left], places - x[left]
    slope = (rows[:, right] - rows[:, left]) / np.where(apart == 0, 1, apart)
    return slope * beyond + rows[:, left]


def places_on(at: str, axis: int) -> Floats:
    """Return the attributes at a place of the x-axis, (1,), or at all ten of them, (10,)."""
    return axis * (TENTHS if at == OVERALL else np.array([SHARES[at]]))


def axis_of(curves: Curves) -> int:
    """Return where the x-axis of a panel ends."""
    return max(int(curve.attributes[-1]) for curve in curves.values())


def _from_the_median(rows: Floats, sets: Ints | None) -> Floats:
    """Return each run's distance from the median of the runs on its data set."""
    sets = np.zeros(len(rows), dtype=np.int64) if sets is None else sets
    distance = np.empty_like(rows)
    for each in np.unique(sets):
        own = sets == each
        distance[own] = np.abs(rows[own] - np.median(rows[own], axis=0))
    return distance
