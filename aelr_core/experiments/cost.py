"""The cost model: about how many seconds a piece of work will take.

The seconds are those of one process on an ordinary machine, counted from what the work consists
of: lock-steps (each a number of NumPy calls), lane-steps (each a number of draws or of
attributes) and offline fits (in one ball, or in all balls that are tried). Progress, the order of
work among processes and the refusal of runs that are too large all use them.
``python -m benchmarks --only estimates`` compares them with measured times.
"""

from __future__ import annotations

import numpy as np

from aelr_core.algorithms import ALGORITHMS
from aelr_core.designs.conditional_poisson import LARGEST_K
from aelr_core.experiments.curve import fixed
from aelr_core.experiments.problem import positions
from aelr_core.experiments.search import effort_of, examples_of, searched_keys
from aelr_core.experiments.spec import ExperimentSpec
from aelr_core.experiments.work import CurveWork, SearchWork, Work, curve_batches

# Seconds for: the calls of a lock-step; a budgeted lane-step, and each of its draws; the same for
# a joint sample, and each of its pairs, where it uses them one by one; an attribute of a dense
# lane-step; an offline fit, and each attribute of its examples.
CALLS = 140e-6
LANE, DRAW = 0.4e-6, 0.08e-6
JOINT_LANE, PAIR = 1.0e-6, 0.02e-6
ATTRIBUTE = 12e-9
FIT, FITTED_ATTRIBUTE = 0.3e-3, 20e-9
# The same for a fit in many balls, judged on a fold.
FIT_OF_MANY, ATTRIBUTE_OF_MANY = 20e-3, 180e-9
# A search that ends at an edge of its grid continues: half as much again, on average.
WIDENED = 1.5
# Lock-steps of a search from coarse to fine, in units of its longest lane.
ROUNDS = 4
# Generating or reading the data.
DATA = 0.2


def estimated_seconds(spec: ExperimentSpec, d: int) -> float:
    """Return about how many seconds `stream` takes with one job.

    Parameters
    ----------
    spec : the experiment.
    d : number of attributes of its data.

    Examples
    --------
    >>> estimated_seconds(ExperimentSpec(examples=20_000, step="cv", runs=100), 500) > 20
    True
    """
    return DATA + work_seconds(spec, d, jobs=1)


def work_seconds(spec: ExperimentSpec, d: int, jobs: int) -> float:
    """Return the seconds of all searches and curves of a spec, with the work split for `jobs`."""
    settings, alike = {k: (fixed(spec, k, 1.0),) for k in spec.algorithms}, [1.0] * spec.data_sets
    works: list[Work] = [
        *(SearchWork(key, 1.0, None) for key in searched_keys(spec)),
        *curve_batches(spec, settings, d, jobs, alike),
    ]
    return sum(seconds(spec, work, d) for work in works)


def seconds(spec: ExperimentSpec, work: Work, d: int) -> float:
    """Return about how many seconds a piece of work takes."""
    if isinstance(work, SearchWork):
        return _search(spec, work.key, d)
    if ALGORITHMS[work.key].takes_steps:
        return _growth(spec, work, d)
    fits = (FIT + FITTED_ATTRIBUTE * d * min(int(n), d) for n in positions(spec, work.key, d))
    return work.runs * sum(fits)


def _growth(spec: ExperimentSpec, batch: CurveWork, d: int) -> float:
    """Return the seconds of a batch: lock-steps of its longest lane, lane-steps of all lanes."""
    n = positions(spec, batch.key, d)
    lane_steps = batch.runs * int(np.sum(n[-1:] if spec.one_pass(batch.key) else n))
    return CALLS * int(n[-1]) + lane_steps * _lane_step(spec, batch.key, d)


def _search(spec: ExperimentSpec, key: str, d: int) -> float:
    """Return the seconds of a search, with its rounds."""
    effort, n, lane_step = effort_of(spec, key), examples_of(spec, key, d), _lane_step(spec, key, d)
    if not ALGORITHMS[key].takes_steps:
        return effort.orders * sum(FIT_OF_MANY + ATTRIBUTE_OF_MANY * d * min(m, d) for m in n)
    if effort.few is None:
        steps = n[-1] * min(1.0, (effort.most_examples or spec.examples) / spec.examples)
        return WIDENED * effort.rounds * steps * (CALLS + effort.first_lanes * lane_step)
    near = len(effort.fine if len(effort.bounds) == 1 else effort.fine_both) - 1
    lanes = effort.first_lanes + (effort.orders - effort.few) * effort.finalists
    return ROUNDS * CALLS * n[-1] + (lanes + effort.orders * near) * sum(n) * lane_step


def _lane_step(spec: ExperimentSpec, key: str, d: int) -> float:
    entry = ALGORITHMS[key]
    if not entry.budgeted or (entry.joint and spec.mode.design == "poisson"):
        return ATTRIBUTE * d
    if entry.joint:
        return JOINT_LANE + DRAW * spec.budget + PAIR * min(spec.budget, LARGEST_K) ** 2
    return LANE + DRAW * spec.budget
