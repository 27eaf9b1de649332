"""The pieces of work of an experiment, each of which may be done in another process."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from aelr_core.algorithms import ALGORITHMS
from aelr_core.datasets import Dataset
from aelr_core.experiments.batches import Batch, grow, runs_together
from aelr_core.experiments.curve import Piece
from aelr_core.experiments.evaluation import Judge
from aelr_core.experiments.offline import OfflineBatch, fit
from aelr_core.experiments.problem import dataset_of, positions
from aelr_core.experiments.setting import Setting
from aelr_core.experiments.spec import ExperimentSpec
from aelr_core.experiments.tuning import AROUND, EFFORTS, Tuning, tune

# A lock-step costs as much as this many more lanes in it.
CALLS = 300


@dataclass(frozen=True)
class TuneWork:
    """The search of one algorithm's step size (and norm bound)."""

    key: str
    B: float
    phase_one: float | None


Work = TuneWork | Batch | OfflineBatch
Update = Tuning | Piece


def perform(spec: ExperimentSpec, dataset: Dataset | None, work: Work) -> Iterator[Update]:
    """Do a piece of work and yield what it has, about every 0.05 s; the last is the whole."""
    data = dataset_of(spec, dataset)
    if isinstance(work, TuneWork):
        yield from tune(spec, data, work.key, work.B, work.phase_one)
    elif isinstance(work, Batch):
        yield from grow(spec, data, judge_of(data), work)
    else:
        yield from fit(spec, data, judge_of(data), work)


def judge_of(dataset: Dataset) -> Judge:
    """Return the test rows' judge, made once a data set; of somebody's table nothing is kept."""
    return Judge(dataset) if dataset.name == "csv" else _kept_judge(dataset)


@lru_cache(maxsize=1)
def _kept_judge(dataset: Dataset) -> Judge:
    return Judge(dataset)


def curve_batches(
    spec: ExperimentSpec, key: str, d: int, setting: Setting, shares: int
) -> list[Work]:
    """Return an algorithm's runs as batches: at least `shares` of them where there are runs."""
    offline = ALGORITHMS[key].role == "offline"
    together = min(runs_together(spec, key, d), -(-spec.runs // shares))
    batches: list[Work] = []
    for first in range(0, spec.runs, together):
        runs = min(together, spec.runs - first)
        if offline:
            batches.append(OfflineBatch(key, first, runs, setting.B))
        else:
            batches.append(Batch(key, first, runs, setting))
    return batches


def cost(spec: ExperimentSpec, work: Work, d: int) -> float:
    """Return about how long a piece of work takes, in lane-steps."""
    n = positions(spec, work.key, d)
    if isinstance(work, OfflineBatch):
        return float(work.runs * len(n) * 2_000)
    dense = 1 if ALGORITHMS[work.key].budgeted else 5
    if isinstance(work, TuneWork):
        effort = EFFORTS.get(str(spec.step), EFFORTS["cv"])
        most = effort.most_examples or spec.examples
        steps = int(n[-1]) * min(1.0, most / spec.examples)
        return steps * (CALLS + dense * (2 * AROUND + 1) * effort.folds * effort.repeats)
    lanes = n if spec.curve == "per_prefix" else n[-1:]
    return float(int(n[-1]) * CALLS + dense * work.runs * np.sum(lanes))
