"""The schedule of an experiment: which work can be done next, and what has been measured."""

from __future__ import annotations

from collections.abc import Sequence

from aelr_core.algorithms import ALGORITHMS
from aelr_core.datasets import Dataset
from aelr_core.experiments.cost import seconds, work_seconds
from aelr_core.experiments.curve import Curve, Growth, Piece, Setting, fixed, join
from aelr_core.experiments.result import Result, Search, notes
from aelr_core.experiments.search import phase_one_of, searched_keys, setting_of
from aelr_core.experiments.spec import PHASE_BY_PHASE, ExperimentSpec
from aelr_core.experiments.work import TuneWork, Update, Work, curve_batches


class Schedule:
    """The plan of an experiment and its state.

    Searches come before curves. If one algorithm learns in phase one of another, it is searched
    first, and the other reuses its multiplier.

    Parameters
    ----------
    spec, dataset : the experiment and its data, the first set where there are several.
    bounds : the norm bound of each data set, or the centre of its search.
    zero_loss : the zero predictor's mean squared test error.
    jobs : number of processes that share the work.

    Attributes
    ----------
    planned : about how many seconds of one process all work takes.
    elsewhere : processor seconds that other processes have taken.
    """

    def __init__(
        self,
        spec: ExperimentSpec,
        dataset: Dataset,
        bounds: Sequence[float],
        zero_loss: float,
        jobs: int,
    ) -> None:
        self._spec, self._dataset, self._B = spec, dataset, bounds[0]
        self._ratios = [B / bounds[0] for B in bounds]
        self._zero_loss, self._jobs = zero_loss, jobs
        self._to_search = searched_keys(spec)
        self._searched = frozenset(self._to_search)
        self._to_run = list(spec.algorithms)
        self._searches: dict[str, Search] = {}
        self._prefix_searches: dict[str, tuple[Search, ...]] = {}
        self._pieces: dict[tuple[str, int], Piece] = {}
        self.planned = work_seconds(spec, dataset.d, jobs)
        self._done = self.elsewhere = 0.0
        self._under_way: dict[Work, float] = {}
        self._fraction = 0.0

    # -- the plan ---------------------------------------------------------------------------

    def next_wave(self) -> list[Work]:
        """Return the work that can begin now, in any order; an empty list if there is none.

        A search begins when the one it depends on has ended, a curve when its own has.
        """
        tunings = [
            TuneWork(key, self._B, self._phase_one(key))
            for key in self._to_search
            if self._can_search(key)
        ]
        ready = [key for key in self._to_run if self._can_run(key)]
        self._to_search = [key for key in self._to_search if not self._can_search(key)]
        self._to_run = [key for key in self._to_run if key not in ready]
        settings = {key: self._settings(key) for key in ready}
        batches = curve_batches(self._spec, settings, self._dataset.d, self._jobs, self._ratios)
        wave: list[Work] = [*tunings, *batches]
        return sorted(wave, key=self._seconds, reverse=self._jobs > 1)

    def _can_run(self, key: str) -> bool:
        return key not in self._searched or key in self._searches

    def _can_search(self, key: str) -> bool:
        """Return whether the search that an algorithm's search depends on, if any, has ended."""
        waits_for = phase_one_of(key)
        if self._spec.search in PHASE_BY_PHASE or waits_for not in self._searched:
            return True
        return waits_for in self._searches

    def _phase_one(self, key: str) -> float | None:
        """Return the multiplier found for the algorithm that learns in phase one of this one."""
        first = phase_one_of(key)
        own = self._spec.search in PHASE_BY_PHASE or not self._spec.step_is_searched
        if own or first not in self._searches:
            return None
        return self._searches[first].chosen.multiplier

    def _settings(self, key: str) -> tuple[Setting, ...]:
        """Return the setting of an algorithm, or one for each point of its curve."""
        if key not in self._searches:
            return (fixed(self._spec, key, self._B),)
        each = self._prefix_searches.get(key, (self._searches[key],))
        return tuple(setting_of(self._spec, search, self._phase_one(key)) for search in each)

    def _seconds(self, work: Work) -> float:
        return seconds(self._spec, work, self._dataset.d)

    # -- the state ----------------------------------------------------------------------------

    def take(self, work: Work, update: Update) -> None:
        """Store an update from a piece of work."""
        if isinstance(update, Growth):
            piece = update.piece
            self._pieces[piece.measured.algorithm, int(piece.measured.runs[0])] = piece
        else:
            self._searches |= update.searches
            self._prefix_searches |= update.prefix_searches
        self._under_way[work] = self._seconds(work) * update.fraction
        if update.ended:
            self.elsewhere += update.elsewhere
            self._done += self._seconds(work)
            del self._under_way[work]

    @property
    def begun(self) -> set[str]:
        """The algorithms whose curves can be seen: they have two points, or all."""
        return {key for (key, _), piece in self._pieces.items() if piece.seen}

    @property
    def full(self) -> set[str]:
        """The algorithms with a batch whose every point has been measured."""
        return {key for (key, _), piece in self._pieces.items() if piece.full}

    def fraction(self) -> float:
        """Return the share of the work that is done; it never decreases."""
        done = self._done + sum(self._under_way.values())
        self._fraction = max(self._fraction, min(done / self.planned, 1.0))
        return self._fraction

    def result(self, seconds: float, complete: bool) -> Result:
        """Return everything so far."""
        spec, curves, diverged = self._spec, dict[str, Curve](), dict[str, int]()
        # in the order of the registry, whichever ended first
        searches = {k: self._searches[k] for k in ALGORITHMS if k in self._searches}
        at_prefixes = {
            k: self._prefix_searches[k] for k in ALGORITHMS if k in self._prefix_searches
        }
        for key in spec.algorithms:
            pieces = [piece for (of, _), piece in self._pieces.items() if of == key]
            curve, diverged[key] = join(pieces)
            if curve is not None:
                curves[key] = curve
        return Result(
            spec=spec,
            curves=curves,
            searches=searches,
            notes=notes(spec, self._dataset.m, curves, searches, diverged),
            label=self._dataset.label,
            d=self._dataset.d,
            rows=self._dataset.m,
            norm_bound=self._B,
            zero_loss=self._zero_loss,
            seconds=seconds,
            complete=complete,
            prefix_searches=at_prefixes,
        )
