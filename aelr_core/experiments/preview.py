"""Provisional curves, for those who watch an experiment: a few runs that need no search.

Nothing of a curve can be measured while its step size is searched, and even without a search its
first points take a while. So a few runs go ahead, measured more often, with the automatic step of
our algorithms and the theory's of the paper's. They change no number of the result.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import replace
from time import perf_counter

from aelr_core.algorithms import ALGORITHMS
from aelr_core.datasets import Dataset
from aelr_core.experiments.curve import Curve, Growth, fixed, join
from aelr_core.experiments.growth import Batch
from aelr_core.experiments.spec import ExperimentSpec
from aelr_core.experiments.work import Update, perform

# Runs behind a provisional curve, and how many points it has for each of the final one, if that
# has not enough.
RUNS, FINER, ENOUGH = 6, 4, 100
# The share of the time that provisional curves take, and the seconds they may take first.
SHARE, LEAD = 0.2, 0.5


class Preview:
    """The provisional curves of the budgeted algorithms, as they grow.

    Parameters
    ----------
    spec : the experiment.
    dataset : the table, when ``spec.data`` is "csv".
    B : the norm bound, or the centre of its search.
    """

    def __init__(self, spec: ExperimentSpec, dataset: Dataset | None, B: float) -> None:
        own = provisional(spec)
        self._going: dict[str, Iterator[Update]] = {
            key: perform(own, dataset, Batch(key, 0, own.runs, (fixed(own, key, B),)))
            for key in spec.algorithms
            if ALGORITHMS[key].budgeted
        }
        self._latest: dict[str, Growth] = {}
        self._seconds = 0.0

    def beside(self, full: Container[str]) -> dict[str, Curve]:
        """Return the curves so far, by algorithm, without those whose final one is complete."""
        curves = {key: join([growth.piece])[0] for key, growth in self._latest.items()}
        return {k: curve for k, curve in curves.items() if curve is not None and k not in full}

    def lead(self) -> None:
        """Grow until each curve can be seen, or the time is up."""
        while not all(map(self._seen, self._going)) and self._seconds < LEAD:
            self._grow()

    def keep_up(self, seconds: float, begun: Container[str]) -> None:
        """Grow, for the share of the `seconds` since the beginning, until the final curves begin.

        begun : the algorithms whose final curves have.
        """
        self._going = {key: growing for key, growing in self._going.items() if key not in begun}
        if self._going and self._seconds < SHARE * seconds:
            self._grow()

    def _seen(self, key: str) -> bool:
        return key in self._latest and self._latest[key].piece.seen

    def _grow(self) -> None:
        """Continue one that cannot be seen yet, or else the one that is furthest behind."""
        began, latest = perf_counter(), self._latest
        behind = {key: latest[key].fraction if key in latest else 0.0 for key in self._going}
        key = min(self._going, key=lambda key: (self._seen(key), behind[key]))
        growth = next(self._going[key])
        assert isinstance(growth, Growth)
        latest[key] = growth
        if growth.ended:
            del self._going[key]
        self._seconds += perf_counter() - began


def provisional(spec: ExperimentSpec) -> ExperimentSpec:
    """Return the experiment of the provisional curves: one pass of a few runs."""
    return replace(
        spec,
        step="auto",
        multiplier=1.0,
        norm_bound="auto",
        curve="anytime",
        points=max(spec.points, min(FINER * spec.points, ENOUGH, spec.examples)),
        weights="none",
        runs=min(RUNS, spec.runs),
        data_sets=1,
    )
