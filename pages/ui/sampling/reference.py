"""A predictor to look at gradients with: the true one, or the offline one of a few rows."""

from __future__ import annotations

from aelr_core.baselines import offline_lasso, offline_ridge, tune_norm_bound
from aelr_core.checks import Floats
from aelr_core.datasets.dataset import Dataset
from aelr_core.experiments.norm_bound import stored

ROWS, TUNING_ROWS = 1_000, 200
OFFLINE = {"ridge": offline_ridge, "lasso": offline_lasso}


def reference_predictor(dataset: Dataset, *, usual: bool, seed: int) -> Floats:
    """Return w* of simulated data, else the best predictor of 1,000 rows in the ball, (d,).

    Parameters
    ----------
    dataset : the data, scaled for its family
    usual : whether the data have their usual scaling, for which B is stored
    seed : of the folds, where B must be found
    """
    if dataset.w_star is not None:
        return dataset.w_star
    X, y, family = dataset.X_train[:ROWS], dataset.y_train[:ROWS], dataset.family
    B = stored().get(dataset.name, {}).get(family) if usual else None
    if B is None:
        B, _ = tune_norm_bound(X, y, family, seed=seed, max_rows=TUNING_ROWS)
    return OFFLINE[family](X, y, B)
