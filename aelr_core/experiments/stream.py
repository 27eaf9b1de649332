"""Runs an experiment: yields the result so far, again and again, until it is complete.

The schedule says which pieces of work can be done next and keeps what has been measured. The work
is done in this process, a slice of each piece in turn, or by `parallel` in others.

**Provisional curves**, for those who watch: nothing of a curve can be measured while its step size
is searched, and even without a search its first points take a while. So a few runs go ahead,
measured more often, with the automatic step of our algorithms and the theory's of the paper's. They
change no number of the result.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import replace
from time import perf_counter, process_time

from aelr_core import checks
from aelr_core.algorithms import ALGORITHMS
from aelr_core.datasets import Dataset
from aelr_core.experiments.cost import seconds, work_seconds
from aelr_core.experiments.curve import Curve, Piece, Setting, fixed, join
from aelr_core.experiments.problem import dataset_of, judge_of, norm_bound
from aelr_core.experiments.result import Progress, Result, Search, Update, notes
from aelr_core.experiments.search import phase_one_of, searched_keys, setting_of
from aelr_core.experiments.spec import PHASE_BY_PHASE, ExperimentSpec
from aelr_core.experiments.work import CurveWork, SearchWork, Work, curve_batches, perform

# Seconds between two items of a stream, about.
INTERVAL = 0.2
# An experiment that takes less, in seconds, is over before anybody has looked.
BRIEF = 0.4
# Runs behind a provisional curve, and how many points it has for each of the final one, if that
# has not enough.
RUNS, FINER, ENOUGH = 6, 4, 100
# The share of the time that provisional curves take, and the seconds they may take first.
SHARE, LEAD = 0.2, 0.5


def stream(
    spec: ExperimentSpec, *, jobs: int = 1, dataset: Dataset | None = None, watched: bool = False
) -> Iterator[Progress]:
    """Run an experiment and yield its progress, with the result so far, about every 0.2 s.

    The last item's result is complete. The numbers are the same for any number of jobs.

    Parameters
    ----------
    spec : the experiment.
    jobs : number of processes, started by joblib. With 1 the work stays in this process; under
        ``joblib.parallel_config(backend="dask")`` any larger number means the cluster.
    dataset : the table, when ``spec.data`` is "csv".
    watched : whether somebody looks at the curves as they grow: the first item comes as soon as
        every budgeted algorithm has a provisional curve (see `Preview`).
    """
    if not isinstance(spec, ExperimentSpec):
        raise ValueError(f"spec must be an ExperimentSpec, but its type is {type(spec).__name__}.")
    return _stream(spec, checks.integer("jobs", jobs, at_least=1), dataset, watched)


def run(spec: ExperimentSpec, *, jobs: int = 1, dataset: Dataset | None = None) -> Result:
    """Run an experiment and return its result; the parameters are those of `stream`."""
    for progress in stream(spec, jobs=jobs, dataset=dataset):
        last = progress
    return last.result


def _stream(
    spec: ExperimentSpec, jobs: int, dataset: Dataset | None, watched: bool
) -> Iterator[Progress]:
    began, worked = perf_counter(), process_time()
    data = dataset_of(spec, dataset)
    zero_loss = judge_of(data).mean_zero_loss
    bounds = [norm_bound(spec, data)]
    bounds += [norm_bound(spec, dataset_of(spec, dataset, n)) for n in range(1, spec.data_sets)]
    schedule = Schedule(spec, data, bounds, zero_loss, jobs)
    preview = Preview(spec, dataset, bounds[0])

    def progress() -> Progress:
        so_far = schedule.result(seconds := perf_counter() - began, complete=False)
        return Progress(schedule.fraction(), seconds, so_far, preview.beside(schedule.full))

    if watched := watched and schedule.planned > BRIEF:
        preview.lead()
        yield progress()
    shown = perf_counter()
    for done in _do(spec, dataset, schedule.next_wave, jobs):
        if done is not None:
            schedule.take(*done)
        if watched and not schedule.begun:
            preview.keep_up(perf_counter() - began)
        if perf_counter() - shown >= INTERVAL:
            yield progress()
            shown = perf_counter()
    seconds = perf_counter() - began
    worked = process_time() - worked + schedule.elsewhere
    result = schedule.result(seconds, complete=True)
    yield Progress(1.0, seconds, result, processor_seconds=worked)


def _do(
    spec: ExperimentSpec, dataset: Dataset | None, next_wave: Callable[[], list[Work]], jobs: int
) -> Iterator[tuple[Work, Update] | None]:
    """Do all work here or in other processes; yield the updates, each of which is taken at once.

    next_wave : returns the work that can begin by now.
    """
    if jobs == 1:
        yield from _do_here(spec, dataset, next_wave)
        return
    from aelr_core.experiments.parallel import spread

    while wave := next_wave():
        yield from spread(spec, dataset, wave, jobs)


def _do_here(
    spec: ExperimentSpec, dataset: Dataset | None, next_wave: Callable[[], list[Work]]
) -> Iterator[tuple[Work, Update]]:
    """Do all work in this process, a slice of each piece in turn."""
    going = {work: perform(spec, dataset, work) for work in next_wave()}
    fractions: dict[Work, float] = {}

    def turn(work: Work) -> tuple[int, bool, bool, float]:
        """One data set is in memory at a time; searches come first, and offline fits last."""
        curve, offline = isinstance(work, CurveWork), not ALGORITHMS[work.key].takes_steps
        return work.data_set, curve and offline, curve, fractions.get(work, 0.0)

    while going:
        work = min(going, key=turn)
        update = next(going[work])
        yield work, update
        fractions[work] = update.fraction
        if update.ended:
            del going[work]
            going |= {new: perform(spec, dataset, new) for new in next_wave()}


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
        self._searches: dict[str, tuple[Search, ...]] = {}
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
            SearchWork(key, self._B, self._phase_one(key))
            for key in self._to_search
            if self._can_search(key)
        ]
        ready = [key for key in self._to_run if key not in self._searched or key in self._searches]
        self._to_search = [key for key in self._to_search if not self._can_search(key)]
        self._to_run = [key for key in self._to_run if key not in ready]
        settings = {key: self._settings(key) for key in ready}
        batches = curve_batches(self._spec, settings, self._dataset.d, self._jobs, self._ratios)
        wave: list[Work] = [*tunings, *batches]
        return sorted(wave, key=self._seconds, reverse=self._jobs > 1)

    def _can_search(self, key: str) -> bool:
        """Return whether the search that an algorithm's search depends on, if any, has ended."""
        waits_for = phase_one_of(key)
        if self._spec.search in PHASE_BY_PHASE or waits_for not in self._searched:
            return True
        return waits_for in self._searches

    def _phase_one(self, key: str) -> float | None:
        """Return the multiplier found for the algorithm that learns in phase one of this one."""
        first = phase_one_of(key)
        searched_itself = self._spec.search in PHASE_BY_PHASE or not self._spec.step_is_searched
        if searched_itself or first not in self._searches:
            return None
        return self._searches[first][-1].chosen.multiplier

    def _settings(self, key: str) -> tuple[Setting, ...]:
        """Return the setting of an algorithm, or one for each point of its curve."""
        if key not in self._searches:
            return (fixed(self._spec, key, self._B),)
        phase_one = self._phase_one(key)
        return tuple(setting_of(self._spec, each, phase_one) for each in self._searches[key])

    def _seconds(self, work: Work) -> float:
        return seconds(self._spec, work, self._dataset.d)

    # -- the state ----------------------------------------------------------------------------

    def take(self, work: Work, update: Update) -> None:
        """Store an update from a piece of work."""
        if isinstance(work, CurveWork) and update.piece is not None:
            self._pieces[work.key, work.first_run] = update.piece
        if update.searches:
            self._searches[work.key] = update.searches
        self._under_way[work] = self._seconds(work) * update.fraction
        if update.ended:
            self.elsewhere += update.elsewhere
            self._done += self._seconds(work)
            del self._under_way[work]

    @property
    def begun(self) -> bool:
        """Whether a curve can be seen: it has two points, or all."""
        return any(piece.seen for piece in self._pieces.values())

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
        at_prefixes = {k: self._searches[k] for k in ALGORITHMS if k in self._searches}
        searches = {key: each[-1] for key, each in at_prefixes.items()}
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
            prefix_searches=at_prefixes if spec.step == "each" else {},
        )


class Preview:
    """The provisional curves of the budgeted algorithms, as they grow.

    Parameters
    ----------
    spec : the experiment.
    dataset : the table, when ``spec.data`` is "csv".
    B : the norm bound, or the centre of its search.
    """

    def __init__(self, spec: ExperimentSpec, dataset: Dataset | None, B: float) -> None:
        brief = provisional(spec)
        self._going: dict[str, Iterator[Update]] = {
            key: perform(brief, dataset, CurveWork(key, 0, brief.runs, (fixed(brief, key, B),)))
            for key in spec.algorithms
            if ALGORITHMS[key].budgeted
        }
        self._fractions = dict.fromkeys(self._going, 0.0)
        self._pieces: dict[str, Piece] = {}
        self._seconds = 0.0

    def beside(self, full: Container[str]) -> dict[str, Curve]:
        """Return the curves so far, by algorithm, without those whose final one is complete."""
        curves = {key: join([piece])[0] for key, piece in self._pieces.items()}
        return {k: curve for k, curve in curves.items() if curve is not None and k not in full}

    def lead(self) -> None:
        """Grow until each curve can be seen, or the time is up."""
        while not all(map(self._seen, self._going)) and self._seconds < LEAD:
            self._grow()

    def keep_up(self, seconds: float) -> None:
        """Grow, for the share of the `seconds` since the beginning."""
        if self._going and self._seconds < SHARE * seconds:
            self._grow()

    def _seen(self, key: str) -> bool:
        return key in self._pieces and self._pieces[key].seen

    def _grow(self) -> None:
        """Continue one that cannot be seen yet, or else the one that is furthest behind."""
        began = perf_counter()
        key = min(self._going, key=lambda key: (self._seen(key), self._fractions[key]))
        update = next(self._going[key])
        assert update.piece is not None
        self._pieces[key], self._fractions[key] = update.piece, update.fraction
        if update.ended:
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
