r"""The ridge path: the best predictor inside ‖w‖₂ ≤ B, for every B.

w minimises :math:`\tfrac12\|Aw - b\|^2` inside :math:`\|w\|_2 \le B` if and only if there is a
μ ≥ 0 with

.. math:: (A^\top A + \mu I)\,w = A^\top b, \qquad \mu = 0 \ \text{or}\ \|w\|_2 = B

(the Karush-Kuhn-Tucker conditions). In the basis of A's right singular vectors,
:math:`w_i(\mu) = c_i / (\lambda_i + \mu)`, so that one decomposition serves every B, and μ is
the root of the *secular equation* :math:`\sum_i c_i^2 / (\lambda_i + \mu)^2 = B^2`.
"""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats

# The eigenvalues of AAᵀ or AᵀA cost a quarter of A's singular values, but the small ones drown in
# rounding. They are exact enough if λ_i + μ is always above this part of the largest one.
ENOUGH = 1e-5
# Up to this many rows or columns the singular values cost little, and are always accurate enough.
FEW = 100


def ridge_path(A: Floats, b: Floats, radii: Floats) -> Floats:
    """Return the minimiser of ½‖Aw − b‖² in ‖w‖₂ ≤ B for each B of `radii`.

    Among several minimisers it is the one of least ‖w‖₂.

    Parameters
    ----------
    A : (r, d) array, numbers of ordinary size
    b : (r,) array
    radii : (g,) array, > 0, ascending

    Returns
    -------
    W : (g, d) array
    """
    W = np.zeros((len(radii), A.shape[1]))
    if not A.any():
        return W
    small = _small_balls(A, b, radii, W) if min(A.shape) > FEW else 0
    if small < len(radii):
        sigma, c, basis = singular(A, b)
        for B, w in zip(radii[small:], W[small:], strict=True):
            w[:] = (c / (sigma**2 + multiplier(sigma**2, c, float(B)))) @ basis
    return W


def _small_balls(A: Floats, b: Floats, radii: Floats, W: Floats) -> int:
    """Fill W for the first few radii, where squares are accurate enough; return how many."""
    r, d = A.shape
    wide = r < d
    eigenvalues, vectors = np.linalg.eigh(A @ A.T if wide else A.T @ A)
    eigenvalues = eigenvalues.clip(0.0)
    h = vectors.T @ (b if wide else A.T @ b)
    c = np.sqrt(eigenvalues) * h if wide else h  # Aᵀu_i = √λ_i v_i
    least = max(0.0, ENOUGH * float(eigenvalues[-1]) - float(eigenvalues[0]))
    for g, B in enumerate(radii):
        mu = multiplier(eigenvalues, c, float(B), least)
        if 0 < mu <= least:
            return g
        w = vectors @ (h / (eigenvalues + mu))
        W[g] = A.T @ w if wide else w
    return len(radii)


def singular(A: Floats, b: Floats) -> tuple[Floats, Floats, Floats]:
    """Return A's singular values σ_i other than 0, c_i = ⟨v_i, Aᵀb⟩ and its right vectors v_i.

    Shapes (s,), (s,) and (s, d); least squares over A and b gains ½ Σ (c_i/σ_i)² over w = 0.
    """
    try:
        # of Aᵀ, whose rows LAPACK reads as columns: a third faster than of A itself
        columns, sigma, left = np.linalg.svd(A.T, full_matrices=False)
        right = columns.T
    except np.linalg.LinAlgError:
        # LAPACK can fail on one of the two: it does on MNIST, where A has entries of 1e-266
        columns, sigma, right = np.linalg.svd(A, full_matrices=False)
        left = columns.T
    s = int(np.count_nonzero(sigma > max(A.shape) * np.finfo(float).eps * sigma[0]))
    return sigma[:s], sigma[:s] * (left[:s] @ b), right[:s]


def multiplier(eigenvalues: Floats, c: Floats, B: float, least: float = 0.0) -> float:
    r"""Return the least μ ≥ `least` with ‖w(μ)‖₂ ≤ B.

    Newton's method on :math:`1/\|w(\mu)\| = 1/B`. The left side is concave and rises with μ, so
    steps from the left of the root stay on its left, and soon meet it: a single term of the
    secular equation gives a start that is too far left by a factor √d at most.
    """
    mu = max(least, float((np.abs(c) / B - eigenvalues).max(initial=0.0)))
    for _ in range(100):
        w = c / (eigenvalues + mu)
        norm = float(np.sqrt(w @ w))
        if norm <= B:
            break
        before = mu
        mu += (norm / B - 1.0) * norm**2 / float(w @ (w / (eigenvalues + mu)))
        if mu == before:
            break
    return mu
