"""About how long an experiment takes, before anything of it is computed.

The time is that of one process of an ordinary machine. It is counted from what the experiment
consists of: lock-steps (each a number of NumPy calls), lane-steps (each a number of draws or of
attributes) and offline fits (in one ball, or in all that are tried);
``python -m aelr_core.bench.experiment_times`` compares it with measured times.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from aelr_core.algorithms import ALGORITHMS, THEORY_STEP
from aelr_core.experiments.curve import Setting
from aelr_core.experiments.folds import EFFORTS
from aelr_core.experiments.offline import OfflineBatch
from aelr_core.experiments.problem import positions
from aelr_core.experiments.search import lanes_of, searched_keys
from aelr_core.experiments.spec import ExperimentSpec
from aelr_core.experiments.work import curve_batches

# Seconds of: a lock-step's calls; a budgeted lane-step, and each of its draws; an attribute of a
# full-information lane-step; an offline fit, and each attribute of its examples.
CALLS = 140e-6
LANE, DRAW = 0.4e-6, 0.08e-6
ATTRIBUTE = 12e-9
FIT, FITTED_ATTRIBUTE = 0.3e-3, 20e-9
# The same of a fit in many balls, which is judged on a fold.
FIT_OF_MANY, ATTRIBUTE_OF_MANY = 20e-3, 180e-9
# A search that ends at an edge goes on: half as much again, on the average.
WIDENED = 1.5
# Making or reading the data.
DATA = 0.2


def estimated_seconds(spec: ExperimentSpec, d: int) -> float:
    """Return about how many seconds `stream` takes with one job.

    Parameters
    ----------
    spec : what would be run.
    d : attributes of its data.

    Examples
    --------
    >>> estimated_seconds(ExperimentSpec(examples=20_000, step="cv", runs=100), 500) > 20
    True
    """
    return DATA + sum(_searches(spec, d)) + sum(_curves(spec, d))


def _searches(spec: ExperimentSpec, d: int) -> Iterator[float]:
    """Yield the seconds of each algorithm's search for its step size, or its ball."""
    effort = EFFORTS.get(str(spec.step), EFFORTS["cv"])
    rounds = WIDENED * (2 if effort.fine else 1)
    for key in searched_keys(spec):
        m = int(positions(spec, key, d)[-1])
        if not ALGORITHMS[key].takes_steps:
            yield EFFORTS["cv"].orders * (FIT_OF_MANY + ATTRIBUTE_OF_MANY * d * min(m, d))
            continue
        steps = m * min(1.0, (effort.most_examples or spec.examples) / spec.examples)
        yield rounds * steps * (CALLS + lanes_of(spec) * _lane_step(spec, key, d))


def _curves(spec: ExperimentSpec, d: int) -> Iterator[float]:
    """Yield the seconds of each batch of runs."""
    some = Setting(1.0, THEORY_STEP)
    for batch in curve_batches(spec, dict.fromkeys(spec.algorithms, some), d, jobs=1):
        ends = {key: positions(spec, key, d) for key in batch.keys}
        if isinstance(batch, OfflineBatch):
            fits = [FIT + FITTED_ATTRIBUTE * d * min(int(n), d) for n in ends[batch.keys[0]]]
            yield batch.runs * float(np.sum(fits))
            continue
        yield CALLS * max(int(n[-1]) for n in ends.values())
        for key, n in ends.items():
            lane_steps = batch.runs * int(np.sum(n if spec.curve == "per_prefix" else n[-1:]))
            yield lane_steps * _lane_step(spec, key, d)


def _lane_step(spec: ExperimentSpec, key: str, d: int) -> float:
    if ALGORITHMS[key].budgeted:
        return LANE + DRAW * spec.budget
    return ATTRIBUTE * d
