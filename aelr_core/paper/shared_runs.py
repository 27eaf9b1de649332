"""Two readings on the runs that both have, which tells what their difference is about.

Under the primary reading the runs of a synthetic panel come from ten data sets, under the others
from the first of them alone; on real data it has more runs than most others. So a claim may hold
under one reading and not under another only because one of them was measured on more. On the runs
that both have, on the same data set, nothing differs but the reading, and m under "one step"; and
their differences can be taken run by run.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from aelr_core.checks import Ints
from aelr_core.experiments import Curve
from aelr_core.paper.verdicts import (
    FAILS,
    HOLDS,
    Claim,
    Comparison,
    Curves,
    decide,
    run_by_run,
)
from aelr_core.student import half_width

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
CONFIDENCE = 0.99
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
    here, there : the status under the two readings.
    m_here, m_there : their examples.
    moved : the clearest difference between them in a comparison that does not hold here, if there
        is one whose interval excludes 0.
    missed : whether a search of one of them has missed a better valley, see `missed_valleys`.
    rests : whether the verdict on other data sets may rest on parameters that do not carry over,
        see `searched_there`.
    """

    runs: int
    here: str
    there: str
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
        if self.here == self.there:
            if self.moved is not None:
                return UNTOLD
            return CARRIED if self.rests else MEASURED
        if self.there == HOLDS and (self.here == FAILS or self.moved is not None):
            if self.missed:
                return MISSED
            return READING if self.m_here == self.m_there else EITHER
        return UNTOLD


def on_shared_runs(claim: Claim, here: Panels, there: Panels) -> Shared:
    """Decide a claim under two readings, given the curves of their panels."""
    keys = {claim.panel, *(test.other for test in claim.tests if test.other is not None)}
    runs = np.array([], dtype=np.int64)
    ours, theirs = dict[str, Curves](), dict[str, Curves]()
    for key in sorted(keys, key=lambda key: key == claim.panel):  # the claim's own panel last
        a, b = first_data_set(here[key]), first_data_set(there[key])
        runs = np.intersect1d(_runs(a), _runs(b))
        ours[key], theirs[key] = _only(a, runs), _only(b, runs)
    verdict = decide(claim, ours)
    off = [found.test for found in verdict.findings if found.status != HOLDS]
    return Shared(
        len(runs),
        verdict.status,
        decide(claim, theirs).status,
        _examples(here[claim.panel]),
        _examples(there[claim.panel]),
        _moved(off, claim.panel, ours, theirs),
    )


def _moved(tests: Sequence[Comparison], key: str, ours: Panels, theirs: Panels) -> Moved | None:
    """Return the clearest of the differences between two readings that exclude 0, if any."""
    found: dict[float, Moved] = {}
    for test in tests:
        (runs, _, a), (others, _, b) = run_by_run(test, key, ours), run_by_run(test, key, theirs)
        _, in_a, in_b = np.intersect1d(runs, others, return_indices=True)
        apart = a[in_a] - b[in_b]
        mean, half = float(apart.mean()), half_width(apart, CONFIDENCE)
        if abs(mean) > half:
            found[abs(mean) / max(half, TINY)] = Moved(mean, mean - half, mean + half)
    return found[max(found)] if found else None


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
    own = np.isin(curve.runs, runs)
    if own.all() and curve.data_sets is None:
        return curve
    return replace(
        curve,
        runs=curve.runs[own],
        distinct=curve.distinct[own],
        relative_loss=curve.relative_loss[own],
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
