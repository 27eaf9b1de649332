"""Runs an experiment: yields the result so far, again and again, until it is complete."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

from aelr_core import checks
from aelr_core.datasets import Dataset
from aelr_core.experiments.judge import judge_of
from aelr_core.experiments.problem import dataset_of, norm_bound
from aelr_core.experiments.result import Progress, Result
from aelr_core.experiments.schedule import Schedule
from aelr_core.experiments.spec import ExperimentSpec
from aelr_core.experiments.work import Update, Work, perform

# Seconds between two items of a stream, about.
INTERVAL = 0.2


def stream(
    spec: ExperimentSpec, *, jobs: int = 1, dataset: Dataset | None = None
) -> Iterator[Progress]:
    """Run an experiment and yield its progress, with the result so far, about every 0.2 s.

    The last item's result is complete. The numbers are the same for any number of jobs.

    Parameters
    ----------
    spec : the experiment.
    jobs : number of processes, started by joblib. With 1 the work stays in this process; under
        ``joblib.parallel_config(backend="dask")`` any larger number means the cluster.
    dataset : the table, when ``spec.data`` is "csv".
    """
    jobs = checks.integer("jobs", jobs, at_least=1)
    return _stream(spec, jobs, dataset)


def run(spec: ExperimentSpec, *, jobs: int = 1, dataset: Dataset | None = None) -> Result:
    """Run an experiment and return its result; the parameters are those of `stream`."""
    for progress in stream(spec, jobs=jobs, dataset=dataset):
        last = progress
    return last.result


def _stream(spec: ExperimentSpec, jobs: int, dataset: Dataset | None) -> Iterator[Progress]:
    began = perf_counter()
    data = dataset_of(spec, dataset)
    zero_loss = judge_of(data).mean_zero_loss
    bounds = [norm_bound(spec, data)]
    bounds += [norm_bound(spec, dataset_of(spec, None, n)) for n in range(1, spec.data_sets)]
    schedule = Schedule(spec, data, bounds, zero_loss, jobs)
    shown = began
    while wave := schedule.next_wave():
        for done in _do(spec, dataset, wave, jobs):
            if done is not None:
                schedule.take(*done)
            now = perf_counter()
            if now - shown >= INTERVAL:
                shown, seconds = now, now - began
                so_far = schedule.result(seconds, complete=False)
                yield Progress(schedule.fraction(), seconds, so_far)
    seconds = perf_counter() - began
    yield Progress(1.0, seconds, schedule.result(seconds, complete=True))


def _do(
    spec: ExperimentSpec, dataset: Dataset | None, wave: list[Work], jobs: int
) -> Iterator[tuple[Work, Update] | None]:
    """Do the work of a wave here or in other processes; yield the updates."""
    if jobs > 1:
        from aelr_core.experiments.parallel import spread

        yield from spread(spec, dataset, wave, jobs)
        return
    for number in sorted({work.data_set for work in wave}):  # one data set in memory at a time
        yield from _do_here(spec, dataset, [work for work in wave if work.data_set == number])


def _do_here(
    spec: ExperimentSpec, dataset: Dataset | None, works: list[Work]
) -> Iterator[tuple[Work, Update]]:
    """Do some of the work of a wave in this process, all of it side by side."""
    going = {work: perform(spec, dataset, work) for work in works}
    fraction = dict.fromkeys(going, 0.0)
    while going:
        # continue the one that is furthest behind, so that curves grow side by side
        work = min(going, key=lambda work: fraction[work])
        update = next(going[work])
        fraction[work] = update.fraction
        if update.ended:
            del going[work]
        yield work, update
