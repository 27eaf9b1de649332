"""Runs an experiment: yields the result so far, again and again, until it is complete."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

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
# In one process, a curve that has this share of its points waits for searches.
BEGUN = 0.08
# An experiment that takes less, in seconds, is over before anybody has looked.
BRIEF = 0.4


def stream(
    spec: ExperimentSpec,
    *,
    jobs: int = 1,
    dataset: Dataset | None = None,
    watched: bool = False,
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
    """
    jobs = checks.integer("jobs", jobs, at_least=1)
    return _stream(spec, jobs, dataset, watched)


def run(spec: ExperimentSpec, *, jobs: int = 1, dataset: Dataset | None = None) -> Result:
    """Run an experiment and return its result; the parameters are those of `stream`."""
    for progress in stream(spec, jobs=jobs, dataset=dataset):
        last = progress
    return last.result


def _stream(
    spec: ExperimentSpec, jobs: int, dataset: Dataset | None, watched: bool
) -> Iterator[Progress]:
    began = perf_counter()
    data = dataset_of(spec, dataset)
    zero_loss = judge_of(data).mean_zero_loss
    bounds = [norm_bound(spec, data)]
    bounds += [norm_bound(spec, dataset_of(spec, None, n)) for n in range(1, spec.data_sets)]
    schedule = Schedule(spec, data, bounds, zero_loss, jobs)
    watched = watched and schedule.planned > BRIEF
    preview = Preview(spec, dataset, data.d, bounds[0], spec.algorithms if watched else ())
    preview.lead()
    shown = began
    for done in _do(spec, dataset, schedule, jobs):
        if done is not None:
            schedule.take(*done)
        preview.keep_up(perf_counter() - began, schedule.begun)
        now = perf_counter()
        if preview.completes_the_view(schedule.begun) or now - shown >= INTERVAL:
            shown, seconds = now, now - began
            so_far = schedule.result(seconds, complete=False)
            glimpse = schedule.glimpse(preview.curves())
            yield Progress(schedule.fraction(), seconds, so_far, glimpse)
    seconds = perf_counter() - began
    yield Progress(1.0, seconds, schedule.result(seconds, complete=True))


def _do(
    spec: ExperimentSpec, dataset: Dataset | None, schedule: Schedule, jobs: int
) -> Iterator[tuple[Work, Update] | None]:
    """Do all work here or in other processes; yield the updates, each of which is taken at once."""
    if jobs == 1:
        yield from _do_here(spec, dataset, schedule)
        return
    from aelr_core.experiments.parallel import spread

    while wave := schedule.next_wave():
        yield from spread(spec, dataset, wave, jobs)


def _do_here(
    spec: ExperimentSpec, dataset: Dataset | None, schedule: Schedule
) -> Iterator[tuple[Work, Update]]:
    """Do all work in this process, side by side."""
    going, fraction = dict[Work, Iterator[Update]](), dict[Work, float]()
    while new := {work: perform(spec, dataset, work) for work in schedule.next_wave()} or going:
        going, fraction = {**going, **new}, {**dict.fromkeys(new, 0.0), **fraction}
        update = None
        while update is None or not update.ended:
            work = min(going, key=lambda work: turn(work, fraction[work]))
            update = next(going[work])
            fraction[work] = update.fraction
            if update.ended:
                del going[work]
            yield work, update


def turn(work: Work, fraction: float) -> tuple[int, int, float]:
    """Return when it is a piece of work's turn, of which this fraction is done: the least is next.

    One data set is in memory at a time. Every curve begins, then searches end, then the curve that
    is furthest behind goes on; offline fits, which no algorithm waits for, come last.
    """
    if isinstance(work, OfflineBatch):
        place = 3
    elif isinstance(work, TuneWork):
        place = 1
    else:
        place = 0 if fraction < BEGUN else 2
    return work.data_set, place, fraction
