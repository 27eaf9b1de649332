"""Lanes of a search: each learns from the rows outside a fold, with a setting to be tried."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from aelr_core.algorithms import ALGORITHMS
from aelr_core.checks import Floats, Ints
from aelr_core.datasets import Dataset
from aelr_core.engine.lanes import lanes
from aelr_core.experiments.curve import Setting
from aelr_core.experiments.folds import Folds
from aelr_core.experiments.growth import advance, begin, bounds_of
from aelr_core.experiments.spec import ExperimentSpec


def learn_outside_folds(
    spec: ExperimentSpec,
    dataset: Dataset,
    folds: Folds,
    key: str,
    settings: Sequence[Setting],
    orders: Ints,
    steps: Ints | int,
) -> Generator[float, None, Floats]:
    """Run L lanes to their ends; yield the share that is done and return w̄, (L, d).

    Lane l learns by settings[l] on the order orders[l] of the folds. All lanes of an order share
    its uniforms.

    steps : the number of examples of a lane, one for all or (L,).
    """
    group = lanes(
        eta=1.0,  # the learner sets the step size
        B=bounds_of(settings),
        order=folds.orders,
        order_of_lane=orders,
        seed=spec.seed,
        run=folds.runs[orders],
        steps=steps,
    )
    learning = begin(spec, dataset, key, group, settings)
    while learning.t < learning.steps:
        advance(learning, learning.steps, 64 if ALGORITHMS[key].budgeted else 8)
        yield learning.t / learning.steps
    return learning.w_bar()
