r"""How the split of the budget between x̃ and φ̃ changes the size of the gradient estimate.

Given the example, φ̃ and x̃ are independent and g̃ = φ̃x̃, so that over the rows of the data

.. math:: E\|\tilde g\|^2 = E_x\Big[\Big(r^2 + \frac{v - \langle w,x\rangle^2}{k_\varphi}\Big)
          \Big(\frac{1}{k_x}\sum_i \frac{x_i^2}{q_i} + \frac{k_x-1}{k_x}\|x\|^2\Big)\Big],
          \qquad r = \langle w,x\rangle - y, \quad v = \sum_j \frac{w_j^2 x_j^2}{p_j}

(Lemmas 3.2 and 3.3 before anything is bounded); for the lasso the largest E[g̃_i²] counts.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from aelr_core.analysis.standing import Standing
from aelr_core.baselines import OFFLINE, tune_norm_bound
from aelr_core.checks import Floats, Ints
from aelr_core.datasets.dataset import Dataset
from aelr_core.datasets.scaling import Rows
from aelr_core.experiments.judge import one_blas_thread
from aelr_core.moments import moment_ratios
from aelr_core.sampling import inner_product_weights, split

MOST_SPLITS = 200
ROWS, TUNING_ROWS = 1_000, 200


def splits(budget: int) -> Ints:
    """Return the k_x to show, from 1 to k: all of them, or 200 evenly spaced.

    >>> splits(5)
    array([1, 2, 3, 4])
    """
    k = budget - 1
    return np.unique(np.linspace(1, k, min(k, MOST_SPLITS)).round().astype(int))


def gradient_sizes(
    X: Rows, y: Floats, w: Floats, q: Floats, M: Floats | None, k_x: Ints, budget: int,
    family: str,
) -> Floats:  # fmt: skip
    """Return E‖g̃‖² (ridge) or max E[g̃_i²] (lasso), exactly over the rows, for each split.

    Parameters
    ----------
    X, y : (n, d) and (n,) arrays
    w : (d,) predictor
    q : (d,) distribution of the i-draws, > 0 where a row is not 0
    M : (d,) moments for the moment-aware p, or None for the plain one
    k_x : (K,) draws for x̃; the other budget − k_x are for φ̃
    budget : k + 1
    family : "ridge" or "lasso"

    Returns
    -------
    (K,) array
    """
    squares = np.asarray(X, dtype=np.float64) ** 2
    product = X @ w
    weights = inner_product_weights(w, family, M)
    p = weights / (weights.sum() or 1.0)
    # Where p_j = 0, either w_j or every x_j is 0, so nothing is missed.
    one_draw = squares @ np.divide(w**2, p, out=np.zeros_like(p), where=p > 0)
    spread = np.maximum(one_draw - product**2, 0.0)  # the variance of one j-draw, by row
    residual = (product - y) ** 2
    k_x = k_x[:, None]
    # E[φ̃²x_i²], (K, d): the second moments of rows φ̃x.
    sized = residual @ squares / len(X) + spread @ squares / len(X) / (budget - k_x)
    g_i = moment_ratios(sized, q) / k_x + (1 - 1 / k_x) * sized
    found: Floats = g_i.sum(axis=1) if family == "ridge" else g_i.max(axis=1)
    return found


def reference_predictor(dataset: Dataset, *, seed: int) -> Floats:
    """Return w* of synthetic data, else the offline predictor of 1,000 rows, (d,).

    Parameters
    ----------
    dataset : the data, scaled for its family
    seed : seed of the folds, used if B is not known for the data
    """
    if dataset.w_star is not None:
        return dataset.w_star
    X, y, family = dataset.X_train[:ROWS], dataset.y_train[:ROWS], dataset.family
    B = dataset.norm_bound
    if B is None:
        B, _ = tune_norm_bound(X, y, family, seed=seed, max_rows=TUNING_ROWS)
    return OFFLINE[family](X, y, B)


@dataclass(frozen=True, eq=False)
class SplitSizes:
    """The size of g̃ for every split of the budget, and the paper's two splits.

    Attributes
    ----------
    k_x : (K,) draws for x̃
    start : (K,) at w = 0
    plain, moment_aware : (K,) near the end, with either p
    theory, even : the k_x of the paper's theory and of its experiments
    rows : the training rows used, at most 1,000
    """

    k_x: Ints
    start: Floats
    plain: Floats
    moment_aware: Floats
    theory: int
    even: int
    rows: int

    @property
    def best(self) -> int:
        """The k_x with the smallest g̃ near the end, with the moment-aware p."""
        return int(self.k_x[self.moment_aware.argmin()])


def split_sizes(dataset: Dataset, here: Standing, *, seed: int) -> SplitSizes:
    """Return the size of g̃ at w = 0, and near the end with either p, over at most 1,000 rows.

    Parameters
    ----------
    dataset, seed : as for `reference_predictor`
    here : what is known before the run: q and the budget
    """
    M, q, family, budget = dataset.known_moments, here.q, here.family, here.budget
    k_x = splits(budget)
    with one_blas_thread():
        w = reference_predictor(dataset, seed=seed)
        X, y = dataset.X_train[:ROWS], dataset.y_train[:ROWS]
        start, plain, moment_aware = (
            gradient_sizes(X, y, at, q, moments, k_x, budget, family)
            for at, moments in ((np.zeros_like(w), None), (w, None), (w, M))
        )
    theory, even = split(budget, "theory")[0], split(budget, "even")[0]
    return SplitSizes(k_x, start, plain, moment_aware, theory, even, len(X))
