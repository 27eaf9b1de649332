"""The grid of norm bounds worth trying, made from the offline predictor's own path."""

from __future__ import annotations

import numpy as np

from aelr_core.baselines.lasso import lasso_segments
from aelr_core.baselines.offline import ordinary
from aelr_core.baselines.ridge import singular
from aelr_core.checks import Floats
from aelr_core.norms import max_norm, two_norm

# Of the largest possible gain in training risk over w = 0, the smallest bound reaches at most
# LITTLE, the largest all but REST. The norm of least squares itself would be useless as the
# largest: in nearly collinear data it is a million times larger, for an invisible gain.
LITTLE, REST = 1e-2, 1e-4
# A gain below this part of ½‖b‖² is rounding.
NO_GAIN = 1e-18


def norm_grid(Z: Floats, family: str, points: int) -> Floats:
    r"""Return norm bounds from nearly the zero predictor to nearly least squares, log-spaced.

    The risk is convex in B and its slope at B = 0 is :math:`-\|c\|_*` (the dual norm: ℓ₂ for
    ridge, ℓ_∞ for lasso, of c = Aᵀb), so a bound below :math:`\text{LITTLE} \cdot
    \text{gain} / \|c\|_*` gains less than that part of what can be gained.

    Parameters
    ----------
    Z : (r, d + 1) array
        The rows [X y], as `rows.squeezed` returns them.
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
