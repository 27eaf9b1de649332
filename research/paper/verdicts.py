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

**Two readings on the runs that both have** tell what their difference is about.
Under the primary reading the runs of a synthetic panel come from ten data sets, under the others
from the first of them alone; on real data it has more runs than most others. So a claim may hold
under one reading and not under another only because one of them was measured on more. On the runs
that both have, on the same data set, nothing differs but the reading, and m under "one step"; and
their differences can be taken run by run.

**A claim piece by piece.** A claim about a whole curve, or about one place on it, may hold at
others; one about several data sets, each with a w* of its own, may hold on some of them; one about
what is "similar" or "considerably better" may hold with another margin.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, floor, inf

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
    "better",
    "considerably better",
    "similar",
    "no worse",
    "varies less",
    "closer",
    "further apart",
    "wider gap",
)
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
        statuses = {finding.status for finding in self.findings}
        if not statuses:
            return MISSING
        return FAILS if FAILS in statuses else OPEN if OPEN in statuses else HOLDS


def decide(claim: Claim, panels: Mapping[str, Curves]) -> Verdict:
    """Decide a claim from the curves of the panels that have been computed."""
    for test in claim.tests:
        for key in (claim.panel, test.other or claim.panel):
            if not {test.a, test.b} <= set(panels.get(key, ())):
                return Verdict(claim, ())
    return Verdict(claim, tuple(_find(test, claim.panel, panels) for test in claim.tests))


def panels_of(claim: Claim) -> list[str]:
    """Return the panels that a claim compares, its own first."""
    others = [test.other for test in claim.tests if test.other is not None]
    return [*dict.fromkeys([claim.panel, *others])]


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
        of_set = sets == each
        distance[of_set] = np.abs(rows[of_set] - np.median(rows[of_set], axis=0))
    return distance


# -- two readings on the runs that both have ---------------------------------------------------

# What it depends on that a claim holds under one reading and not under another, from the clearest.
READING, EITHER, MISSED, CARRIED, UNTOLD, MEASURED = (
    "on the reading",
    "on the reading or on m",
    "on a search that missed a better valley",
    "perhaps on parameters that do not carry over",
    "not known, too few runs",
    "only on what else was measured",
)
# Of the intervals of differences run by run: there are many of them.
SHARED_CONFIDENCE = 0.99
TINY = 1e-12  # of the width of an interval
CAUSES = (READING, EITHER, MISSED, CARRIED, UNTOLD, MEASURED)

Panels = Mapping[str, Curves]


@dataclass(frozen=True)
class Moved:
    """By how much a comparison is higher here than there, run by run: the mean, its interval."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class Shared:
    """A claim decided under two readings, on the runs that both have.

    Attributes
    ----------
    runs : how many runs.
    status_here, status_there : the status under the two readings.
    m_here, m_there : their examples.
    moved : the clearest difference between them in a comparison that does not hold here, if there
        is one whose interval excludes 0.
    missed : whether a search of one of them has missed a better valley, see `matrix`.
    rests : whether the verdict on other data sets may rest on parameters that do not carry over,
        see `closer_looks`.
    """

    runs: int
    status_here: str
    status_there: str
    m_here: int
    m_there: int
    moved: Moved | None = None
    missed: bool = False
    rests: bool = False

    @property
    def cause(self) -> str:
        """What it depends on that the claim holds there and not here, one of `CAUSES`.

        If one holds and the other fails on these runs, or one is not decided and the two differ
        run by run, it is the reading, or what its search has missed. If they neither differ in
        their status nor run by run, it must be what else was measured: other data sets, to which
        parameters may not carry over, or more runs.
        """
        if self.status_here == self.status_there:
            if self.moved is not None:
                return UNTOLD
            return CARRIED if self.rests else MEASURED
        if self.status_there == HOLDS and (self.status_here == FAILS or self.moved is not None):
            if self.missed:
                return MISSED
            return READING if self.m_here == self.m_there else EITHER
        return UNTOLD


def on_shared_runs(claim: Claim, panels: Panels, others: Panels) -> Shared:
    """Decide a claim under two readings, given the curves of their panels."""
    runs = np.array([], dtype=np.int64)
    ours, theirs = dict[str, Curves](), dict[str, Curves]()
    for key in reversed(panels_of(claim)):  # the claim's own panel last
        a, b = first_data_set(panels[key]), first_data_set(others[key])
        runs = np.intersect1d(_runs(a), _runs(b))
        ours[key], theirs[key] = _only(a, runs), _only(b, runs)
    verdict = decide(claim, ours)
    off = [finding.test for finding in verdict.findings if finding.status != HOLDS]
    return Shared(
        len(runs),
        verdict.status,
        decide(claim, theirs).status,
        _examples(panels[claim.panel]),
        _examples(others[claim.panel]),
        _moved(off, claim.panel, ours, theirs),
    )


def _moved(tests: Sequence[Comparison], key: str, ours: Panels, theirs: Panels) -> Moved | None:
    """Return the clearest of the differences between two readings that exclude 0, if any."""
    by_clarity: dict[float, Moved] = {}
    for test in tests:
        (runs, _, a), (others, _, b) = run_by_run(test, key, ours), run_by_run(test, key, theirs)
        _, in_a, in_b = np.intersect1d(runs, others, return_indices=True)
        apart = a[in_a] - b[in_b]
        mean, half = float(apart.mean()), half_width(apart, SHARED_CONFIDENCE)
        if abs(mean) > half:
            by_clarity[abs(mean) / max(half, TINY)] = Moved(mean, mean - half, mean + half)
    return by_clarity[max(by_clarity)] if by_clarity else None


def first_data_set(curves: Curves) -> Curves:
    """Return curves of the runs on the first data set alone."""
    return on_data_set(curves, 0)


def on_data_set(curves: Curves, number: int) -> Curves:
    """Return curves of the runs on one data set; all runs where there is but one."""
    return {
        name: curve
        if curve.data_sets is None
        else _of_runs(curve, curve.runs[curve.data_sets == number])
        for name, curve in curves.items()
    }


def _only(curves: Curves, runs: Ints) -> Curves:
    return {name: _of_runs(curve, runs) for name, curve in curves.items()}


def _of_runs(curve: Curve, runs: Ints) -> Curve:
    """Return a curve of some of its runs, with what verdicts need."""
    chosen = np.isin(curve.runs, runs)
    if chosen.all() and curve.data_sets is None:
        return curve
    return replace(
        curve,
        runs=curve.runs[chosen],
        distinct=curve.distinct[chosen],
        relative_loss=curve.relative_loss[chosen],
        excess_risk=None,
        error_rate=None,
        unsampled=None,
        progressive=None,
        data_sets=None,
    )


def _runs(curves: Curves) -> Ints:
    """Return the runs that any of the curves has: some may have diverged in one of them."""
    return np.unique(np.concatenate([curve.runs for curve in curves.values()]))


def _examples(curves: Curves) -> int:
    return max(int(curve.examples[-1]) for curve in curves.values())


# -- place by place, data set by data set, with another margin ---------------------------------

# A status inside a sentence.
IS = {HOLDS: "holds", FAILS: "fails", OPEN: "is not decided"}
# Comparisons that can be made at any place.
ANYWHERE = ("better", "considerably better", "similar", "no worse", "varies less")


def by_place(claim: Claim, panels: Mapping[str, Curves]) -> str:
    """Return at how many of the ten places a claim holds, in words; "" if that is no question.

    It is none for a claim about all ten places, or about a gap that grows or shrinks.
    """
    if any(test.kind not in ANYWHERE or test.at in EVERY for test in claim.tests):
        return ""
    at_each = [
        decide(
            replace(claim, tests=tuple({replace(test, at=place) for test in claim.tests})), panels
        )
        for place in EVERY
    ]
    held = [n for n, verdict in enumerate(at_each) if verdict.status == HOLDS]
    where = ""
    if held and len(held) < len(EVERY) and held[-1] - held[0] == len(held) - 1:
        first, last = (at_each[n].findings[0].attributes for n in (held[0], held[-1]))
        where = (
            f" (from {first:,.0f} to {last:,.0f} attributes)" if held[1:] else f" ({first:,.0f})"
        )
    return _counted(at_each, "at", "ten places", where)


def by_data_set(claim: Claim, panels: Mapping[str, Curves]) -> str:
    """Return on how many data sets a claim holds, in words; "" where there is but one."""
    sets = [c.data_sets for c in panels[claim.panel].values() if c.data_sets is not None]
    if not sets:
        return ""
    numbers = np.unique(np.concatenate(sets))
    on_each = [
        decide(claim, {key: on_data_set(panels[key], n) for key in panels_of(claim)})
        for n in numbers.tolist()
    ]
    runs = on_each[0].findings[0].runs
    each = f" (each with a w* of its own and {runs} runs)"
    return _counted(on_each, "on", f"{len(on_each)} data sets", each)


def with_margin(verdict: Verdict, near: float) -> str:
    """Return with which margin a claim would hold, as a sentence; "" if it has none.

    near : the panel's margin, `MARGIN` of the picture's height.
    """
    kinds = {finding.test.kind for finding in verdict.findings}
    if kinds == {"considerably better"}:
        needed = -max(finding.high for finding in verdict.findings)
        verb, percent = "at most", floor(1000 * MARGIN * needed / near) / 10
    elif kinds == {"similar"}:
        needed = max(max(-finding.low, finding.high) for finding in verdict.findings)
        verb, percent = "at least", ceil(1000 * MARGIN * needed / near) / 10
    else:
        return ""
    if needed <= 0:
        return ""
    return (
        f"With a margin of {verb} {percent:.1f} % of the picture's height, instead of "
        f"{100 * MARGIN:g} %, it would hold."
    )


def _counted(verdicts: Sequence[Verdict], at: str, what: str, where: str = "") -> str:
    """Return how often a claim holds, fails, is not decided; what : "ten places", for example."""
    counts = Counter(verdict.status for verdict in verdicts)
    pieces = [f"{IS[status]} {at} {counts[status]}" for status in IS if counts[status]]
    if len(pieces) == 1:
        all_of = "any of the" if OPEN in counts else "all"
        return f"it {IS[verdicts[0].status]} {at} {all_of} {what}{where}"
    pieces[0] += f" of {what}{where}"
    return f"it {', '.join(pieces[:-1])} and {pieces[-1]}"
