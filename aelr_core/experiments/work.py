"""The pieces of work that make up an experiment; each can be done in another process."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from aelr_core.algorithms import ALGORITHMS
from aelr_core.datasets import Dataset
from aelr_core.experiments.curve import Setting
from aelr_core.experiments.growth import fit, grow
from aelr_core.experiments.problem import dataset_of, positions
from aelr_core.experiments.result import Update
from aelr_core.experiments.search import tune
from aelr_core.experiments.spec import ExperimentSpec

# Most lanes in one learner: more are hardly faster per lane, and take memory.
MOST_LANES = 2_000
MOST_BYTES = 512 * 2**20

WORKER_LOST = "A worker process was killed before its work was done, perhaps for lack of memory."


@dataclass(frozen=True)
class SearchWork:
    """A search for the step size (and norm bound) of one algorithm.

    For the offline method only the norm bound is searched.

    B : the centre of the norm bounds.
    phase_one : the multiplier of the algorithm that learns in its phase one, if it is known.
    """

    key: str
    B: float
    phase_one: float | None
    data_set = 0


@dataclass(frozen=True)
class CurveWork:
    """Consecutive runs of one algorithm on one data set.

    settings : its setting, or one for each point of its curve.
    """

    key: str
    first_run: int
    runs: int
    settings: tuple[Setting, ...]
    data_set: int = 0


Work = SearchWork | CurveWork


def perform(spec: ExperimentSpec, dataset: Dataset | None, work: Work) -> Iterator[Update]:
    """Do a piece of work, yielding what it has about every 0.05 s; the last update is complete."""
    data = dataset_of(spec, dataset, work.data_set)
    if isinstance(work, SearchWork):
        yield from tune(spec, data, work.key, work.B, work.phase_one)
        return
    do = grow if ALGORITHMS[work.key].takes_steps else fit
    runs = range(work.first_run, work.first_run + work.runs)
    yield from do(spec, data, work.key, runs, work.settings)


def curve_batches(
    spec: ExperimentSpec,
    settings: Mapping[str, tuple[Setting, ...]],
    d: int,
    jobs: int,
    ratios: Sequence[float] = (1.0,),
) -> list[CurveWork]:
    """Return the runs of the algorithms as batches, one per job at least if there are enough runs.

    settings : by algorithm, its setting, or one for each point of its curve.
    ratios : the norm bound of each data set over that of the first, to which settings belong.
    """
    batches: list[CurveWork] = []
    runs_on = [0] * spec.data_sets
    for run in range(spec.runs):
        runs_on[spec.data_set_of(run)] += 1
    begin = 0
    for number, (of_all, ratio) in enumerate(zip(runs_on, ratios, strict=True)):
        for key in settings:
            shares = -(-jobs // len(settings))
            wanted = min(of_all, ALGORITHMS[key].most_runs or of_all)
            together = min(_runs_together(spec, key, d), -(-wanted // shares))
            of_this_set = tuple(each.on(ratio) for each in settings[key])
            for first in range(begin, begin + wanted, together):
                runs = min(together, begin + wanted - first)
                batches.append(CurveWork(key, first, runs, of_this_set, number))
        begin += of_all
    return batches


def _runs_together(spec: ExperimentSpec, key: str, d: int) -> int:
    """Return how many runs fit into one batch."""
    ends = positions(spec, key, d)
    lanes = 1 if spec.one_pass(key) else len(ends)
    # a lane holds about twenty rows of d numbers, a run its order
    bytes_per_run = 8 * 20 * d * lanes + 8 * int(ends[-1])
    return max(1, min(MOST_LANES // lanes, MOST_BYTES // bytes_per_run))
