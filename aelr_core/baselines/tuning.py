"""Chooses the norm bound B by cross-validation of the offline predictor."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from aelr_core import checks
from aelr_core.baselines.grid import norm_grid
from aelr_core.baselines.offline import minimisers
from aelr_core.baselines.rows import open_examples, squeezed
from aelr_core.checks import Floats, Ints
from aelr_core.letters import FAMILY

# "fold" in ASCII: keeps this stream apart from those that a seed gives the data and the runs.
FOLD_KEY = 0x666F6C64


@dataclass(frozen=True)
class NormBoundTable:
    """The whole search: every norm bound tried, on every fold.

    Attributes
    ----------
    B : (g,) array
        The bounds tried, ascending.
    risks : (folds, g) array
        The mean of ½(⟨w,x⟩ − y)² over the fold left out, where w is the offline predictor of the
        other folds. A single example makes no fold, and so no row.
    zero_risk : float
        The mean of ½y² over all examples used: the risk of w = 0.
    examples : int
        How many examples were used.
    chosen : int
        The index of the chosen bound, the one with the smallest mean risk.
    """

    B: Floats
    risks: Floats
    zero_risk: float
    examples: int
    chosen: int


def tune_norm_bound(
    X: ArrayLike,
    y: ArrayLike,
    family: str,
    *,
    seed: int,
    folds: int = 10,
    points: int = 40,
    max_rows: int = 2000,
) -> tuple[float, NormBoundTable]:
    """Return the norm bound with which the offline predictor predicts best, and the search.

    The bounds tried lie on the offline predictor's own path (`grid.norm_grid`). If zero is the
    best predictor even on the training rows (if X or y is all 0, say), all bounds are equally
    good and B = 1.

    Parameters
    ----------
    X : (m, d) array of any number type
    y : (m,) array
    family : "ridge" (‖w‖₂ ≤ B) or "lasso" (‖w‖₁ ≤ B)
    seed : int >= 0
        It alone determines the choice of rows and the folds.
    folds : int >= 2
        At most as many as there are examples. With a single example B is the norm of its
        least-squares predictor.
    points : int >= 2
        How many bounds to try.
    max_rows : int >= 1
        If there are more examples, this many are drawn at random.

    Returns
    -------
    B : float > 0
    table : NormBoundTable

    Examples
    --------
    >>> X = np.random.default_rng(1).normal(size=(200, 3))
    >>> B, table = tune_norm_bound(X, X @ [3, 0, 4], "ridge", seed=1)
    >>> round(B), table.risks.shape
    (5, (10, 40))
    """
    X, y = open_examples(X, y)
    FAMILY("family", family)
    seed = checks.integer("seed", seed, at_least=0)
    folds = checks.integer("folds", folds, at_least=2)
    points = checks.integer("points", points, at_least=2)
    max_rows = checks.integer("max_rows", max_rows, at_least=1)
    rows = _drawn_rows(len(X), max_rows, seed)
    X, y = checks.examples(X[rows], y[rows])
    grid = norm_grid(squeezed(X, y), family, points)
    risks = _fold_risks(X, y, grid, family, folds)
    chosen = int(risks.sum(axis=0).argmin()) if len(risks) else len(grid) - 1
    table = NormBoundTable(grid, risks, float(_risk(y)), len(y), chosen)
    if not np.isfinite([table.zero_risk, *risks.ravel()]).all():
        raise ValueError("y must hold numbers whose mean square is finite (about 1e154 at most).")
    return float(grid[chosen]), table


def _drawn_rows(m: int, max_rows: int, seed: int) -> Ints:
    """Return at most `max_rows` of the numbers 0..m−1, in random order."""
    source = np.random.SeedSequence(entropy=seed, spawn_key=(FOLD_KEY,))
    return np.random.default_rng(source).permutation(m)[:max_rows]


def _fold_risks(X: Floats, y: Floats, grid: Floats, family: str, folds: int) -> Floats:
    """Return the risk on each fold of the predictors of the other folds, shape (folds, g).

    The rows are in random order, so every folds-th row makes a fold.
    """
    fold = np.arange(len(y)) % folds
    risks = np.empty((min(folds, len(y)) if len(y) > 1 else 0, len(grid)))
    for f, risk in enumerate(risks):
        out = fold == f
        W = minimisers(squeezed(X[~out], y[~out]), grid, family)
        risk[:] = _risk(X[out] @ W.T - y[out, np.newaxis])
    return risks


def _risk(errors: Floats) -> Floats:
    """Return the mean of half the squares, over the first axis."""
    with np.errstate(over="ignore"):
        risk: Floats = 0.5 * np.mean(errors**2, axis=0)
    return risk
