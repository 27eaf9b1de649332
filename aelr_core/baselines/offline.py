r"""Offline ridge and lasso: full information, all examples at once, inside the norm ball.

.. math:: \min_w \ \frac1n \sum_{t=1}^n \tfrac12 (\langle w, x_t\rangle - y_t)^2
          \quad\text{subject to}\quad \|w\|_2 \le B \ \text{(ridge)}
          \quad\text{or}\quad \|w\|_1 \le B \ \text{(lasso)}

No intercept. The modules `ridge` and `lasso` search the regularised path for the
constraint, exactly.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from aelr_core import checks
from aelr_core.baselines.lasso import lasso_path, lasso_segments
from aelr_core.baselines.ridge import ridge_path, singular
from aelr_core.checks import Floats, Ints
from aelr_core.letters import FAMILY, POSITIVE
from aelr_core.norms import max_norm, one_norm, power_of_two_scaled, two_norm

AnyArray = NDArray[np.generic]

# Numbers of X converted at a time, 2 MiB as float64; and at least this many times d + 1 rows, so
# that decomposing the already squeezed rows again stays the smaller part of the work.
BLOCK_NUMBERS = 2**18
BLOCK_HEIGHT = 2

PATHS = {"ridge": ridge_path, "lasso": lasso_path}
NORMS = {"ridge": two_norm, "lasso": one_norm}


def offline_curve(
    X: ArrayLike, y: ArrayLike, order: ArrayLike, prefixes: ArrayLike, B: ArrayLike, family: str
) -> Floats:
    """Return the offline predictors of growing prefixes of one order of the examples.

    Row p is that of the rows ``order[:prefixes[p]]``, each row being read once.

    Parameters
    ----------
    X : (m, d) array of any number type
    y : (m,) array
    order : (N,) array of row numbers from 0 to m − 1, repetitions allowed
    prefixes : (P,) whole numbers from 1 to N, ascending (equal ones allowed)
    B : float > 0, or (P,) of them
    family : "ridge" or "lasso"

    Returns
    -------
    W : (P, d) array

    Examples
    --------
    >>> offline_curve([[1, 0], [0, 1]], [3, 4], order=[1, 0], prefixes=[1, 2], B=5, family="ridge")
    array([[0., 4.],
           [3., 4.]])
    """
    X, y = open_examples(X, y)
    order = _whole_numbers("order", order, 0, len(X) - 1)
    prefixes = _whole_numbers("prefixes", prefixes, 1, len(order))
    if (np.diff(prefixes) < 0).any():
        raise ValueError("prefixes must ascend.")
    radii = np.atleast_1d(np.asarray(B))
    if radii.shape not in ((1,), prefixes.shape):
        raise ValueError(f"B must be one number or {prefixes.size}, one for each prefix.")
    radii = np.broadcast_to([POSITIVE("B", radius) for radius in radii], prefixes.shape)
    FAMILY("family", family)
    most = int(prefixes[-1])
    if family == "ridge" and most < X.shape[1]:
        return _ridge_curve_of_few(X, y, order[:most], prefixes, radii)
    return _curve(X, y, order, prefixes, radii, family)


def _ridge_curve_of_few(
    X: AnyArray, y: Floats, order: Ints, prefixes: Ints, radii: Floats
) -> Floats:
    """Return the ridge curve of fewer examples than attributes, in as many coordinates.

    The predictors of least norm lie in the span of the rows, and the risk and the norm are the
    same in any orthonormal basis of it: with Xᵀ = QR, row n has the coordinates R[:, n].
    """
    rows = squeezed(X, y, order)  # as they are, and checked
    Q, R = np.linalg.qr(rows[:, :-1].T)
    each = np.arange(len(order))
    W: Floats = _curve(R.T, rows[:, -1], each, prefixes, radii, "ridge") @ Q.T
    return W


def _curve(
    X: AnyArray, y: Floats, order: Ints, prefixes: Ints, radii: Floats, family: str
) -> Floats:
    """Return the offline predictors of growing prefixes, each in its ball; radii is (P,)."""
    W = np.empty((len(prefixes), X.shape[1]))
    Z, read = None, 0
    for p, n in enumerate(prefixes):
        if n == read and radii[p] == radii[p - 1]:
            W[p] = W[p - 1]
            continue
        Z, read = squeezed(X, y, order[read:n], Z), n
        W[p] = minimisers(Z, radii[p : p + 1], family)[0]
    return W


def minimisers(Z: Floats, radii: Floats, family: str) -> Floats:
    r"""Return the risk minimisers of the rows Z = [X y] in each of several balls.

    With the gradient :math:`g = \tfrac1n X^\top(Xw - y)` a minimiser satisfies, for some λ ≥ 0 that
    is 0 inside the ball,

    .. math:: g = -\lambda w \ \text{(ridge)} \quad\text{or}\quad
              g_i = -\lambda\,\mathrm{sign}(w_i) \ (w_i \ne 0), \
              |g_i| \le \lambda \ (w_i = 0) \ \text{(lasso)};

    equivalently the duality gap :math:`\langle g, w\rangle + B\|g\|_*`, which bounds its excess
    risk, is 0. If least squares has solutions inside the ball, it is one of least norm.

    Parameters
    ----------
    Z : (r, d + 1) array, as `squeezed` returns it
    radii : (g,) array, > 0, ascending
    family : "ridge" or "lasso"

    Returns
    -------
    W : (g, d) array
    """
    A, b, shift = ordinary(Z)
    with np.errstate(over="ignore", under="ignore"):
        radii = np.ldexp(radii, -shift)
    W = PATHS[family](A, b, radii.clip(1e-90, 1e90))
    norms = NORMS[family](W)
    W *= (np.minimum(norms, radii) / np.where(norms > 0, norms, 1.0))[:, np.newaxis]
    in_units_of_Z: Floats = np.ldexp(W, shift)
    return in_units_of_Z


def ordinary(Z: Floats) -> tuple[Floats, Floats, int]:
    """Return Z = [X y] as (A, b, shift), of size about 1: w for them is w·2^shift for Z.

    Only powers of two are taken out, so nothing is rounded, and the square of the largest or
    of the smallest float64 is never needed.
    """
    A, x_exponent = power_of_two_scaled(Z[:, :-1].ravel())
    b, y_exponent = power_of_two_scaled(Z[:, -1])
    return A.reshape(len(Z), -1), b, int(y_exponent) - int(x_exponent)


def _whole_numbers(name: str, values: ArrayLike, low: int, high: int) -> Ints:
    array = np.asarray(values)
    if array.ndim != 1 or array.size == 0 or array.dtype.kind not in "iu":
        raise ValueError(f"{name} must be a sequence of whole numbers from {low} to {high}.")
    if array.min() < low or array.max() > high:
        raise ValueError(
            f"{name} must hold whole numbers from {low} to {high}, "
            f"but it reaches from {array.min()} to {array.max()}."
        )
    return array.astype(np.int64)


def open_examples(X: ArrayLike, y: ArrayLike) -> tuple[AnyArray, Floats]:
    """Return X, shape (m, d), as an array of its own number type, and y, shape (m,), checked.

    The numbers of X are checked when `squeezed` reads them, block by block: a large X of 8 or
    32-bit numbers is never copied whole.
    """
    X = checks.rows(X)
    return X, checks.labels(y, len(X))


def squeezed(X: AnyArray, y: Floats, order: Ints | None = None, Z: Floats | None = None) -> Floats:
    """Return rows with the same inner products as `Z` and the rows [X y], in `order`, together.

    The risk (1/n) Σ ½(⟨w,x⟩ − y)² depends on the n rows Z = [X y] only through ZᵀZ, and so does
    not change when Z is replaced by the triangular factor of its QR decomposition. Unlike ZᵀZ, the
    factor does not square the condition number, and rows can be added to it.

    Parameters
    ----------
    X : (m, d) array of any number type, read block by block
    y : (m,) array
    order : (n,) array of row numbers; None for all rows once
    Z : (r, d + 1) array; rows squeezed before, if any

    Returns
    -------
    Z : (r, d + 1) array, r ≤ d + 1
        The rows themselves while there are at most d + 1 of them.
    """
    d = X.shape[1]
    n = len(X) if order is None else len(order)
    Z = np.empty((0, d + 1)) if Z is None else Z
    size = max(BLOCK_HEIGHT * (d + 1), BLOCK_NUMBERS // (d + 1))
    for start in range(0, n, size):
        part = slice(start, start + size) if order is None else order[start : start + size]
        block = checks.array("X", X[part], ndim=2)
        Z = np.concatenate([Z, np.column_stack([block, y[part]])])
        if len(Z) > d + 1:
            # NumPy's types know the answer of the other modes only
            Z = np.linalg.qr(Z, mode="r")  # type: ignore[assignment]
    if not np.isfinite(Z).all():
        raise ValueError("X and y must hold numbers of at most 1e300 or so.")
    return Z


# ---- The norm bound B, chosen by cross-validation of the offline predictor, on its own path ----

# "fold" in ASCII: keeps this stream apart from those that a seed gives the data and the runs.
FOLD_KEY = 0x666F6C64
FOLDS, POINTS = 10, 40
# Of the largest possible gain in training risk over w = 0, the smallest bound reaches at most
# LITTLE, the largest all but REST. The norm of least squares itself would be useless as the
# largest: in nearly collinear data it is a million times larger, for an invisible gain.
LITTLE, REST = 1e-2, 1e-4
# A gain below this part of ½‖b‖² is rounding.
NO_GAIN = 1e-18


def tune_norm_bound(
    X: ArrayLike, y: ArrayLike, family: str, *, seed: int, max_rows: int = 2000
) -> tuple[float, int]:
    """Return the norm bound with which the offline predictor predicts best, and the rows read.

    If zero is the best predictor even on the training rows (if X or y is all 0, say), all bounds
    are equally good and B = 1. With a single example B is the norm of its least-squares predictor.

    Parameters
    ----------
    X : (m, d) array of any number type
    y : (m,) array
    family : "ridge" (‖w‖₂ ≤ B) or "lasso" (‖w‖₁ ≤ B)
    seed : int >= 0
        It alone determines the choice of rows and the folds.
    max_rows : int >= 1
        If there are more examples, this many are drawn at random.

    Examples
    --------
    >>> X = np.random.default_rng(1).normal(size=(200, 3))
    >>> B, rows = tune_norm_bound(X, X @ [3, 0, 4], "ridge", seed=1)
    >>> round(B), rows
    (5, 200)
    """
    X, y = open_examples(X, y)
    FAMILY("family", family)
    seed = checks.integer("seed", seed, at_least=0)
    max_rows = checks.integer("max_rows", max_rows, at_least=1)
    rows = _drawn_rows(len(X), max_rows, seed)
    X, y = checks.examples(X[rows], y[rows])
    bounds, risks = norm_risks(X, y, family)
    if not np.isfinite([_risk(y), *risks.ravel()]).all():
        raise ValueError("y must hold numbers whose mean square is finite (about 1e154 at most).")
    return float(bounds[risks.sum(axis=0).argmin() if len(risks) else -1]), len(y)


def norm_risks(
    X: Floats, y: Floats, family: str, *, folds: int = FOLDS, points: int = POINTS
) -> tuple[Floats, Floats]:
    """Return the norm bounds to try, and the risk of each on every fold.

    The bounds lie on the offline predictor's own path (`norm_grid`). A risk is the mean of
    ½(⟨w,x⟩ − y)² over a fold, where w is the offline predictor of the other folds.

    Parameters
    ----------
    X, y : (m, d), (m,) arrays, in random order: every folds-th row makes a fold
    folds, points : at most as many folds as rows, and bounds to try

    Returns
    -------
    bounds : (g,) array, ascending
    risks : (folds, g) array; a single example makes no fold, and so no row
    """
    bounds, fold = norm_grid(squeezed(X, y), family, points), np.arange(len(y)) % folds
    risks = np.empty((min(folds, len(y)) if len(y) > 1 else 0, len(bounds)))
    for f, risk in enumerate(risks):
        out = fold == f
        W = minimisers(squeezed(X[~out], y[~out]), bounds, family)
        risk[:] = _risk(X[out] @ W.T - y[out, np.newaxis])
    return bounds, risks


def _drawn_rows(m: int, max_rows: int, seed: int) -> Ints:
    """Return at most `max_rows` of the numbers 0..m−1, in random order."""
    source = np.random.SeedSequence(entropy=seed, spawn_key=(FOLD_KEY,))
    return np.random.default_rng(source).permutation(m)[:max_rows]


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
