"""Runs an experiment: yields the result so far, again and again, until it is complete."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from time import perf_counter, process_time

from aelr_core import checks
from aelr_core.datasets import Dataset
from aelr_core.experiments.judge import judge_of
from aelr_core.experiments.mate import CAN_FORK, Mate
from aelr_core.experiments.preview import Preview
from aelr_core.experiments.problem import dataset_of, norm_bound
from aelr_core.experiments.result import Progress, Result
from aelr_core.experiments.schedule import Schedule
from aelr_core.experiments.side_by_side import Desk
from aelr_core.experiments.spec import ExperimentSpec
from aelr_core.experiments.work import Update, Work

# Seconds between two items of a stream, about.
INTERVAL = 0.2
# Seconds for which an item of a watched stream waits for the last contestant to appear.
PATIENCE = 0.45
# An experiment that takes less, in seconds, is over before anybody has looked.
BRIEF = 0.4


def stream(
    spec: ExperimentSpec,
    *,
    jobs: int = 1,
    dataset: Dataset | None = None,
    watched: bool = False,
    mated: bool = False,
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
        every budgeted algorithm has one, if only a provisional one (see `preview`).
    mated : whether a core is free for a fork of this process, which does about half of the work
        that can be done at once, where the system can fork. For one job.
    """
    if not isinstance(spec, ExperimentSpec):
        raise ValueError(f"spec must be an ExperimentSpec, but its type is {type(spec).__name__}.")
    jobs = checks.integer("jobs", jobs, at_least=1)
    return _stream(spec, jobs, dataset, watched, mated)


def run(spec: ExperimentSpec, *, jobs: int = 1, dataset: Dataset | None = None) -> Result:
    """Run an experiment and return its result; the parameters are those of `stream`."""
    for progress in stream(spec, jobs=jobs, dataset=dataset):
        last = progress
    return last.result


def _stream(
    spec: ExperimentSpec, jobs: int, dataset: Dataset | None, watched: bool, mated: bool
) -> Iterator[Progress]:
    began, worked = perf_counter(), process_time()
    data = dataset_of(spec, dataset)
    zero_loss = judge_of(data).mean_zero_loss
    bounds = [norm_bound(spec, data)]
    bounds += [norm_bound(spec, dataset_of(spec, dataset, n)) for n in range(1, spec.data_sets)]
    schedule = Schedule(spec, data, bounds, zero_loss, jobs)
    watched = watched and schedule.planned > BRIEF
    preview = Preview(spec, dataset, data, bounds[0], spec.algorithms if watched else ())
    shown, before = began, preview.everyone(())
    preview.lead()
    work = _do(spec, dataset, schedule, jobs, mated and schedule.planned > BRIEF)
    for done in chain([None] if watched else [], work):  # what leads is shown before any work
        if done is not None:
            schedule.take(*done)
        preview.keep_up(perf_counter() - began, schedule.begun)
        now, everyone = perf_counter(), preview.everyone(schedule.begun)
        if everyone != before or now - shown >= (INTERVAL if everyone else PATIENCE):
            shown, before, seconds = now, everyone, now - began
            so_far = schedule.result(seconds, complete=False)
            glimpse = schedule.glimpse(preview.curves())
            yield Progress(schedule.fraction(), seconds, so_far, glimpse)
    seconds = perf_counter() - began
    worked = process_time() - worked + schedule.elsewhere
    result = schedule.result(seconds, complete=True)
    yield Progress(1.0, seconds, result, processor_seconds=worked)


def _do(
    spec: ExperimentSpec, dataset: Dataset | None, schedule: Schedule, jobs: int, mated: bool
) -> Iterator[tuple[Work, Update] | None]:
    """Do all work here or in other processes; yield the updates, each of which is taken at once."""
    if jobs == 1:
        yield from _do_here(spec, dataset, schedule, mated)
        return
    from aelr_core.experiments.parallel import spread

    while wave := schedule.next_wave():
        yield from spread(spec, dataset, wave, jobs)


def _do_here(
    spec: ExperimentSpec, dataset: Dataset | None, schedule: Schedule, mated: bool
) -> Iterator[tuple[Work, Update]]:
    """Do all work here, and about half of it in a fork once all curves can be seen."""
    desk, mate = Desk(spec, dataset), None
    desk.put(schedule.next_wave())
    try:
        while desk.works or (mate is not None and mate.busy):
            forks = mated and CAN_FORK and mate is None
            if forks and (given := schedule.half_of_the_rest(desk.curves)):
                mate = Mate(desk, given)
            ended = False
            for work, update in mate.news(wait=not desk.works) if mate is not None else ():
                ended = ended or update.ended
                yield work, update
            if desk.works:
                work, update = desk.go_on()
                ended = ended or update.ended
                yield work, update
            if ended:
                desk.put(schedule.next_wave())
    finally:
        if mate is not None:
            mate.close()
