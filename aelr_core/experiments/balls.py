"""How large a ball for the offline method: predictors of all radii, judged on the fold left out.

Its ball is its only parameter. The others share one, ‖w‖ ≤ B, and the theory's steps keep them
near 0 while they have seen little; a minimiser of the risk of a few whole examples has nothing
but its ball to keep it there.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from aelr_core.datasets import Dataset
from aelr_core.experiments.folds import Folds
from aelr_core.experiments.grid import Grid
from aelr_core.experiments.judge import held_out_loss, one_blas_thread
from aelr_core.experiments.spec import ExperimentSpec

# Radii tried: B times powers of √2, from 2**-6 to 2**2.
APART, BELOW, ABOVE = 2.0**0.5, 12, 4


def is_ball_searched(spec: ExperimentSpec) -> bool:
    """Return whether the offline method finds its own ball: by the paper's protocol it does.

    It does not where B is given as a number, nor where steps are searched in a quick way.
    """
    return spec.norm_bound == "cv" or (spec.norm_bound == "auto" and spec.step in ("cv", "fine"))


def try_balls(
    spec: ExperimentSpec, dataset: Dataset, B: float, folds: Folds, grids: list[Grid]
) -> Iterator[float]:
    """Fit each order's rows in all new balls and put the held-out losses into the one grid."""
    from aelr_core.baselines.offline import minimisers
    from aelr_core.baselines.rows import squeezed

    (grid,) = grids
    X, y, new = dataset.X_train, dataset.y_train, grid.new()
    radii = B * APART ** np.array([b for _, b in new])
    losses = np.empty((len(new), len(folds.orders)))
    for number, fold in enumerate(folds.fold_of_order):
        with one_blas_thread():
            W = minimisers(squeezed(X, y, folds.orders[number]), radii, spec.family)
        rows = folds.held_out[fold]
        losses[:, number] = held_out_loss(W, X[rows], y[rows])
        yield (number + 1) / len(folds.orders)
    grid.losses |= dict(zip(new, losses, strict=True))
