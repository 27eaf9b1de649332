"""Pieces of work in one process, a slice of each in turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from aelr_core.datasets import Dataset
from aelr_core.experiments.curve import Growth
from aelr_core.experiments.growth import Batch
from aelr_core.experiments.offline import OfflineBatch
from aelr_core.experiments.spec import ExperimentSpec
from aelr_core.experiments.work import TuneWork, Update, Work, perform


class Desk:
    """The pieces of work that are under way in this process.

    One data set is in memory at a time. Every curve goes on until it can be seen; then searches
    end; then the curve that is furthest behind goes on. Offline fits, which nobody waits for, come
    last.
    """

    def __init__(self, spec: ExperimentSpec, dataset: Dataset | None) -> None:
        self._spec, self._dataset = spec, dataset
        self._going: dict[Work, Iterator[Update]] = {}
        self._fraction: dict[Work, float] = {}
        self._seen = set[Work]()

    @property
    def works(self) -> tuple[Work, ...]:
        """What has not ended."""
        return tuple(self._going)

    @property
    def curves(self) -> dict[Work, float]:
        """The curves under way, with the share of each that is left, once all can be seen."""
        curves = [work for work in self._going if isinstance(work, Batch)]
        if not self._seen.issuperset(curves):
            return {}
        return {work: 1.0 - self._fraction[work] for work in curves}

    def put(self, works: Sequence[Work]) -> None:
        """Add pieces of work."""
        self._going |= {work: perform(self._spec, self._dataset, work) for work in works}
        self._fraction |= dict.fromkeys(works, 0.0)

    def keep(self, works: Sequence[Work]) -> None:
        """Go on with these pieces of work only."""
        self._going = {work: self._going[work] for work in works}

    def go_on(self) -> tuple[Work, Update]:
        """Do a slice of the piece of work whose turn it is."""
        work = min(self._going, key=self._turn)
        update = next(self._going[work])
        self._fraction[work] = update.fraction
        if isinstance(update, Growth) and update.piece.seen:
            self._seen.add(work)
        if update.ended:
            del self._going[work]
        return work, update

    def _turn(self, work: Work) -> tuple[int, int, float]:
        if isinstance(work, OfflineBatch):
            place = 3
        elif isinstance(work, TuneWork):
            place = 1
        else:
            place = 2 if work in self._seen else 0
        return work.data_set, place, self._fraction[work]
