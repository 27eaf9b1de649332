"""Runs an experiment: yields the result so far, again and again, until it is complete."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter, process_time

from aelr_core import checks
from aelr_core.datasets import Dataset
from aelr_core.experiments.judge import judge_of
from aelr_core.experiments.offline import OfflineBatch
from aelr_core.experiments.preview import Preview
from aelr_core.experiments.problem import dataset_of, norm_bound
from aelr_core.experiments.result import Progress, Result
from aelr_core.experiments.schedule import Schedule
from aelr_core.experiments.spec import ExperimentSpec
from aelr_core.experiments.work import TuneWork, Update, Work, perform

# Seconds between two items of a stream, about.
INTERVAL = 0.2
# An experiment that takes less, in seconds, is over before anybody has looked.
BRIEF = 0.4


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
        every budgeted algorithm has a provisional curve (see `preview`).
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
        if watched:
            preview.keep_up(perf_counter() - began, schedule.begun)
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
    going: dict[Work, Iterator[Update]] = {}
    fractions: dict[Work, float] = {}

    def turn(work: Work) -> tuple[int, bool, bool, float]:
        """One data set is in memory at a time; searches come first, and offline fits last."""
        offline, search = isinstance(work, OfflineBatch), isinstance(work, TuneWork)
        return work.data_set, offline, not search, fractions.get(work, 0.0)

    going |= {work: perform(spec, dataset, work) for work in next_wave()}
    while going:
        work = min(going, key=turn)
        update = next(going[work])
        yield work, update
        fractions[work] = update.fraction
        if update.ended:
            del going[work]
            going |= {new: perform(spec, dataset, new) for new in next_wave()}
