"""The pieces of work that make up an experiment; each can be done in another process."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from aelr_core.algorithms import ALGORITHMS
from aelr_core.checks import Floats
from aelr_core.datasets import Dataset
from aelr_core.engine.joint.choice import may_share
from aelr_core.experiments.curve import Growth, Setting
from aelr_core.experiments.growth import Batch, grow
from aelr_core.experiments.judge import judge_of
from aelr_core.experiments.offline import OfflineBatch, fit
from aelr_core.experiments.prefix_search import tune_prefixes
from aelr_core.experiments.problem import dataset_of, positions
from aelr_core.experiments.search import Tuning, lanes_of, tune
from aelr_core.experiments.spec import PHASE_BY_PHASE, ExperimentSpec

# Most lanes in one learner: more are hardly faster per lane, and take memory.
MOST_LANES = 2_000
MOST_BYTES = 512 * 2**20
# Up to this many lanes in total, algorithms share a learner: three times the lanes in a third of
# the calls is faster, until the cost of a table of q per lane outweighs it. By how many samples of
# an example they draw: joint lanes, which draw one, also wait for each other.
MOST_SHARING = {1: 200, 2: 900}

WORKER_LOST = "A worker process was killed before its work was done, perhaps for lack of memory."


@dataclass(frozen=True)
class TuneWork:
    """A search for the step size (and norm bound) of one algorithm, or of several together.

    For the offline method only the norm bound is searched.
    """

    keys: tuple[str, ...]
    B: float
    phase_one: float | None
    data_set = 0


Work = TuneWork | Batch | OfflineBatch
Update = Tuning | Growth


def perform(spec: ExperimentSpec, dataset: Dataset | None, work: Work) -> Iterator[Update]:
    """Do a piece of work, yielding what it has about every 0.05 s; the last update is complete."""
    data = dataset_of(spec, dataset, work.data_set)
    if isinstance(work, TuneWork) and spec.search in PHASE_BY_PHASE:
        yield from tune_prefixes(spec, data, work.keys[0], work.B)
    elif isinstance(work, TuneWork):
        yield from tune(spec, data, work.keys, work.B, work.phase_one)
    elif isinstance(work, Batch):
        yield from grow(spec, data, judge_of(data), work)
    else:
        yield from fit(spec, data, judge_of(data), work)


def searches_of(
    spec: ExperimentSpec,
    keys: Sequence[str],
    B: float,
    phase_one: Mapping[str, float | None],
    jobs: int,
) -> list[TuneWork]:
    """Return the searches of the algorithms: together where lanes are few, otherwise one by one.

    phase_one : by algorithm, the multiplier of its first phase, where it is known. In a joint
        search it is found on the way.
    """
    joint: tuple[str, ...] = ()
    # with several processes, one search per process is faster
    if jobs == 1 and spec.search not in PHASE_BY_PHASE:
        joint = tuple(key for key in keys if ALGORITHMS[key].samples == 2)
    # the search of a two-phased algorithm starts after the first round of the others
    first = [key for key in joint if not ALGORITHMS[key].two_phased]
    if not _may_join(first, sum(lanes_of(spec, key) for key in joint)):
        joint = ()
    alone = [TuneWork((key,), B, phase_one.get(key)) for key in keys if key not in joint]
    return [TuneWork(joint, B, None), *alone] if joint else alone


def curve_batches(
    spec: ExperimentSpec,
    settings: Mapping[str, tuple[Setting, ...]],
    d: int,
    jobs: int,
    ratios: Sequence[float] = (1.0,),
    *,
    moments: Floats | None = None,
) -> list[Batch | OfflineBatch]:
    """Return the runs of the algorithms as batches, one per job at least if there are enough runs.

    Algorithms that draw as many samples advance together where they have few lanes.

    settings : by algorithm, its setting, or one for each point of its curve.
    ratios : the norm bound of each data set over that of the first, to which settings belong.
    moments : (d,) those that some algorithms know; all positive if None.
    """
    batches: list[Batch | OfflineBatch] = []
    runs_on = [0] * spec.data_sets
    for run in range(spec.runs):
        runs_on[spec.data_set_of(run)] += 1
    begin = 0
    for number, (of_all, ratio) in enumerate(zip(runs_on, ratios, strict=True)):
        for keys in _joined(spec, settings, d, of_all, moments):
            # algorithms that advance together are most of the work: every job gets a share of it
            shares = jobs if len(keys) > 1 else -(-jobs // len(settings))
            together = min(_runs_together(spec, keys, d), -(-of_all // shares))
            own = tuple(tuple(each.on(ratio) for each in settings[key]) for key in keys)
            for first in range(begin, begin + of_all, together):
                runs = min(together, begin + of_all - first)
                if ALGORITHMS[keys[0]].takes_steps:
                    batches.append(Batch(keys, first, runs, own, number))
                else:
                    radii = tuple(each.B for each in own[0])
                    batches.append(OfflineBatch(keys[0], first, runs, radii, number))
        begin += of_all
    return batches


def _joined(
    spec: ExperimentSpec,
    settings: Mapping[str, tuple[Setting, ...]],
    d: int,
    runs: int,
    moments: Floats | None,
) -> list[tuple[str, ...]]:
    """Return the keys in groups: those that advance together, and each other key alone."""
    groups = list[tuple[str, ...]]()
    for samples in MOST_SHARING:
        keys = tuple(key for key in settings if ALGORITHMS[key].samples == samples)
        alike = samples == 2 or (_same_steps(settings, keys) and may_share(spec.budget, moments))
        if alike and _may_join(keys, runs * _lanes_per_run(spec, keys, d)):
            groups.append(keys)
    together = {key for keys in groups for key in keys}
    return [*groups, *((key,) for key in settings if key not in together)]


def _same_steps(settings: Mapping[str, tuple[Setting, ...]], keys: Sequence[str]) -> bool:
    """Return whether the steps of these algorithms follow one kind of rule."""
    return len({setting.number_is for key in keys for setting in settings[key]}) == 1


def _may_join(keys: Sequence[str], lanes: int) -> bool:
    """Return whether these algorithms, with this many lanes in total, share a learner."""
    return len(keys) > 1 and lanes <= MOST_SHARING.get(ALGORITHMS[keys[0]].samples, 0)


def _lanes_per_run(spec: ExperimentSpec, keys: Sequence[str], d: int) -> int:
    """Return how many lanes one run of these algorithms needs."""
    return sum(1 if spec.one_pass(key) else len(positions(spec, key, d)) for key in keys)


def _runs_together(spec: ExperimentSpec, keys: Sequence[str], d: int) -> int:
    """Return how many runs fit into one batch."""
    each = _lanes_per_run(spec, keys, d)
    longest = max(int(positions(spec, key, d)[-1]) for key in keys)
    # a lane holds about twenty rows of d numbers (ten more if it has its own q), a run its order
    rows = 20 if len(keys) == 1 else 30
    bytes_per_run = 8 * rows * d * each + 8 * longest
    return max(1, min(MOST_LANES // each, MOST_BYTES // bytes_per_run))
