"""Provisional curves, for those who watch an experiment: a few runs that need no search.

Nothing of a curve can be measured while its step size is searched, and even without a search its
first points take a while. So a few runs go ahead, measured more often, with the automatic step of
our algorithms and the theory's of the paper's. They change no number of the result.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import replace
from time import perf_counter

from aelr_core.algorithms import ALGORITHMS
from aelr_core.datasets import Dataset
from aelr_core.experiments.curve import Curve, Growth, Piece, fixed, join
from aelr_core.experiments.spec import ExperimentSpec
from aelr_core.experiments.work import Work, curve_batches, perform

# Runs behind a provisional curve, and how many points it has for each of the final one, if that
# has not enough.
RUNS, FINER, ENOUGH = 6, 4, 100
# The share of the time that provisional curves take, and the seconds they may take first.
SHARE, LEAD = 0.2, 0.5


class Preview:
    """The provisional curves of an experiment, as they grow.

    Parameters
    ----------
    spec : the experiment.
    dataset : the table, when ``spec.data`` is "csv".
    data : the first data set.
    B : the norm bound, or the centre of its search.
    algorithms : those that are watched.
    """

    def __init__(
        self,
        spec: ExperimentSpec,
        dataset: Dataset | None,
        data: Dataset,
        B: float,
        algorithms: Sequence[str],
    ) -> None:
        own = provisional(spec)
        self._waiting = {key for key in algorithms if ALGORITHMS[key].budgeted}
        keys = [key for key in algorithms if key in self._waiting]
        self._number = len(keys)
        settings = {key: (fixed(own, key, B),) for key in keys}
        works = curve_batches(own, settings, data.d, jobs=1)
        self._going = {work: perform(own, dataset, work) for work in works}
        self._fraction: dict[Work, float] = dict.fromkeys(self._going, 0.0)
        self._pieces: dict[str, Piece] = {}
        self._seconds = 0.0

    def curves(self) -> dict[str, Curve]:
        """Return the curves so far."""
        found = {key: join([piece])[0] for key, piece in self._pieces.items()}
        return {key: curve for key, curve in found.items() if curve is not None}

    def lead(self) -> None:
        """Grow until each curve can be seen."""
        while self._going and self._seconds < LEAD and len(self._seen) < self._number:
            self._grow()

    def keep_up(self, seconds: float, begun: Container[str]) -> None:
        """Grow, for the share of the `seconds` since the beginning, until the final curves begin.

        begun : the algorithms whose final curves have.
        """
        for work in [*self._going]:
            if work.key in begun:
                del self._going[work]
        if self._going and self._seconds < SHARE * seconds:
            self._grow()

    def everyone(self, begun: Container[str]) -> bool:
        """Return whether each budgeted algorithm that is watched has a curve, of either kind."""
        self._waiting -= {key for key in self._waiting if key in begun or key in self._seen}
        return not self._waiting

    @property
    def _seen(self) -> set[str]:
        return {key for key, piece in self._pieces.items() if piece.seen}

    def _grow(self) -> None:
        """Continue one that cannot be seen yet, or else the one that is furthest behind."""
        began, seen = perf_counter(), self._seen
        work = min(self._going, key=lambda one: (one.key in seen, self._fraction[one]))
        update = next(self._going[work])
        assert isinstance(update, Growth)
        self._fraction[work] = update.fraction
        self._pieces[work.key] = update.piece
        if update.ended:
            del self._going[work]
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
