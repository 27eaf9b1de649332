"""Chooses the norm bound B by cross-validation of the offline predictor, on its own path."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from aelr_core import checks
from aelr_core.baselines.lasso import lasso_segments
from aelr_core.baselines.offline import minimisers, open_examples, ordinary, squeezed
from aelr_core.baselines.ridge import singular
from aelr_core.checks import Floats, Ints
from aelr_core.letters import FAMILY
from aelr_core.norms import max_norm, two_norm

# "fold" in ASCII: keeps this stream apart from those that a seed gives the data and the runs.
FOLD_KEY = 0x666F6C64
# Of the largest possible gain in training risk over w = 0, the smallest bound reaches at most
# LITTLE, the largest all but REST. The norm of least squares itself would be useless as the
# largest: in nearly collinear data it is a million times larger, for an invisible gain.
LITTLE, REST = 1e-2, 1e-4
# A gain below this part of ½‖b‖² is rounding.
NO_GAIN = 1e-18


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

    The bounds tried lie on the offline predictor's own path (`norm_grid`). If zero is the
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


def norm_grid(Z: Floats, family: str, points: int) -> Floats:
    r"""Return norm bounds from nearly the zero predictor to nearly least squares, log-spaced.

    The risk is convex in B and its slope at B = 0 is :math:`-\|c\|_*` (the dual norm: ℓ₂ for
    ridge, ℓ_∞ for lasso, of c = Aᵀb), so a bound below :math:`\text{LITTLE} \cdot
    \text{gain} / \|c\|_*` gains less than that part of what can be gained.

    Parameters
    ----------
    Z : (r, d + 1) array
        The rows [X y], as `squeezed` returns them.
    family : "ridge" or "lasso"
    points : int >= 2

    Returns
    -------
    (points,) array, > 0, ascending; or the single bound 1 if nothing can be gained
    """
    A, b, shift = ordinary(Z)
    sigma, c, _ = singular(A, b)
    gain = float(0.5 * ((c / sigma) ** 2).sum())
    if gain <= NO_GAIN * float(b @ b):
        return np.ones(1)
    if family == "ridge":
        slope, high = float(two_norm(c)), _ridge_norm(sigma**2, c)
    else:
        slope, high = float(max_norm(A.T @ b)), _lasso_norm(A, b, gain)
    low = LITTLE * gain / slope
    with np.errstate(over="ignore", under="ignore"):
        grid: Floats = np.ldexp(np.geomspace(low, high, points), shift)
    if not (grid[0] > 0 and np.isfinite(grid[-1])):
        raise ValueError("X and y must be of such size that y/x is a finite number other than 0.")
    return grid


def _ridge_norm(eigenvalues: Floats, c: Floats) -> float:
    """Return the norm on the ridge path where all but REST of the gain is reached."""
    share = c**2 / eigenvalues
    # The missing share of direction i is (μ/(λ_i+μ))²: at most REST everywhere at `low`, at
    # least 1/4 everywhere at `high`.
    low, high = float(np.sqrt(REST) * eigenvalues[-1]), float(eigenvalues[0])
    for _ in range(60):
        mu = np.sqrt(low * high)
        missing = float((share * (mu / (eigenvalues + mu)) ** 2).sum())
        low, high = (mu, high) if missing <= REST * float(share.sum()) else (low, mu)
    return float(two_norm(c / (eigenvalues + low)))


def _lasso_norm(A: Floats, b: Floats, gain: float) -> float:
    """Return the norm on the lasso path where all but REST of the gain is reached."""
    wanted = (1 - REST) * gain
    norm = 0.0
    for segment in lasso_segments(A, b):
        gained = segment.growth * segment.length * (segment.alpha - segment.length / 2)
        if gained >= wanted:
            # growth·t·(α − t/2) = wanted
            t = segment.alpha - np.sqrt(segment.alpha**2 - 2 * wanted / segment.growth)
            return float(segment.norm + t * segment.growth)
        wanted -= gained
        norm = segment.norm + segment.length * segment.growth
    return norm
