r"""Which π: how much each attribute is worth, by what is known of the moments and the predictor.

With Poisson sampling the second moment of g̃ is about J(π) = A(σ² + V), where

.. math:: A = \sum_i u_i M_i/π_i, \qquad V = \sum_j w_j^2 M_j (1 - π_j)/π_j.

u = 1 for ridge, where E‖g̃‖² counts; for lasso :math:`u_i = \cosh θ_i / \sum_j \cosh θ_j`, since
:math:`\sum_i u_i \tilde g_i^2` counts there. Everything works on the last axis, of length d.
"""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats, Ints
from aelr_core.designs.conditional_poisson import (
    LARGEST_K,
    LARGEST_ODDS,
    by_addition,
    odds,
    suffix_polynomials,
)
from aelr_core.letters import NOT_NEGATIVES, SOME_MOMENTS, Numbers, Vectors, checked
from aelr_core.sampling import plain_weights, sampling_distribution


def spread(M: Floats, u: Floats, pi: Floats) -> Floats:
    """Return A = Σ u_i M_i/π_i over the attributes with π_i > 0, shape (...)."""
    return _weighted_sum(u, _over(M, pi))


def scores(M: Floats, w: Floats, u: Floats, pi: Floats, s2: Floats) -> Floats:
    r"""Return :math:`f_i = \sqrt{M_i (u_i(σ^2 + V) + A w_i^2)}`.

    At the minimiser of J under Σπ = K, π is proportional to it, up to the cap; A and V come from
    the π before (one pass of a fixed point). At w = 0 it is √M_i for ridge.

    Parameters
    ----------
    M, w, u : (..., d) arrays: moments, predictor and the weights of A.
    pi : (..., d) array, the π so far.
    s2 : σ², the mean of y² so far; taken as 1 where σ² + V = 0 (nothing is known yet).

    Returns
    -------
    f : (..., d) array

    Examples
    --------
    >>> zero, one = np.zeros(2), np.ones(2)
    >>> scores(np.array([1.0, 4.0]), w=zero, u=one, pi=one / 2, s2=np.array(1.0))
    array([1., 2.])
    """
    # every block update comes by here: few arrays, each used again
    ratio, w2 = _over(M, pi), w * w
    A = _weighted_sum(u, ratio)[..., np.newaxis]
    ratio -= M  # M (1 − π)/π; 0 where π = 0, since M is
    noise = s2[..., np.newaxis] + _weighted_sum(w2, ratio)[..., np.newaxis]
    f: Floats = np.multiply(w2, A, out=w2)
    noise = np.where(noise > 0, noise, 1.0)
    f += u * noise if u.shape[-1] == 1 else np.multiply(u, noise, out=ratio)
    f *= M
    return np.sqrt(f, out=f)


@checked(M=SOME_MOMENTS, a=NOT_NEGATIVES, b=NOT_NEGATIVES)
def theorem_probabilities(M: Vectors, w: Vectors, a: Numbers, b: Numbers, family: str) -> Floats:
    r"""Return :math:`π_i = \min(1, a q_i + b p_i)`, the π of the joint Theorems 1 and 5.

    ridge: :math:`q_i \propto \sqrt{M_i}` and :math:`p_i = w_i^2/\|w\|_2^2`; lasso:
    :math:`q_i \propto M_i` and :math:`p_i = |w_i|/\|w\|_1`. p = 0 where w = 0. Their sum is at
    most a + b, the budget in expectation.

    Examples
    --------
    >>> theorem_probabilities([1, 9], w=[0, 2], a=1, b=1, family="ridge")
    array([0.25, 1.  ])
    """
    q = sampling_distribution(M, family)
    weights = plain_weights(w, family)
    total = weights.sum(axis=-1, keepdims=True)
    p = weights / np.where(total > 0, total, 1.0)
    pi: Floats = np.minimum(1.0, a[..., np.newaxis] * q + b[..., np.newaxis] * p)
    return pi


def _over(M: Floats, pi: Floats) -> Floats:
    """Return M_i/π_i, 0 where π_i = 0."""
    if pi.min(initial=1.0) > 0:
        return M / pi
    return M / np.where(pi > 0, pi, np.inf)  # a division of some takes four times as long


def _weighted_sum(weights: Floats, numbers: Floats) -> Floats:
    """Return Σ_i of weights (..., d) or (..., 1) times numbers (..., d), shape (...)."""
    if weights.shape[-1] == 1:
        return np.asarray(weights[..., 0] * numbers.sum(axis=-1))
    return np.asarray(np.einsum("...i,...i->...", weights, numbers))


# ---- From scores to working probabilities: proportional to the scores, capped, adding up to K ----


def water_filling(f: Floats, K: float, cap: float) -> Floats:
    r"""Return :math:`ϖ_i = \min(\mathrm{cap}, c f_i)` with :math:`\sum_i ϖ_i = K`.

    - At most K scores > 0: ϖ = 1 there (all of them are seen).
    - cap · d₊ <= K, where d₊ is the number of scores > 0: the cap is raised to ½(1 + K/d₊), since
      no ϖ <= cap would add up to K.
    - An infinite score, or one that is no number (a run that diverged): all ϖ are the same.

    Parameters
    ----------
    f : (..., d) array of scores, >= 0; only their ratios matter.
    K : attributes per example, >= 1.
    cap : the largest ϖ, in (0, 1).

    Returns
    -------
    pi : (..., d) array of working probabilities ϖ, 0 where f is.

    Examples
    --------
    >>> water_filling(np.array([1, 1, 2, 4]), K=2, cap=0.8)
    array([0.3, 0.3, 0.6, 0.8])
    >>> water_filling(np.array([1, 0, 5]), K=2, cap=0.8)
    array([1., 0., 1.])
    """
    largest = f.max(axis=-1, keepdims=True)
    if not np.isfinite(largest).all():
        f = np.where(np.isfinite(largest), f, 1.0)
        largest = f.max(axis=-1, keepdims=True)
    pi: Floats = f / np.where(largest > 0, largest, 1.0)
    if f.min(initial=1.0) > 0:  # so almost always
        d_plus = np.full(largest.shape, f.shape[-1])
    else:
        d_plus = (f > 0).sum(axis=-1, keepdims=True)
    # ½(1 + K/d₊) where a lower cap leaves no room for K
    highest = np.where(cap * d_plus <= K, 0.5 * (1.0 + K / np.maximum(d_plus, 1)), cap)
    all_seen, left = d_plus <= K, np.full(d_plus.shape, float(K))
    filled: list[Ints] = []
    while True:  # every pass fills at least one more, and at most K / cap can be full
        total = pi.sum(axis=-1, keepdims=True)
        poured = left / np.where(total > 0, total, 1.0)
        bound = np.where(all_seen, np.inf, highest / poured)
        if not filled and not (bound < 1.0).any():  # 1 is the largest
            break
        full = np.flatnonzero(pi > bound)
        if not len(full):
            break
        in_row = np.bincount(full // f.shape[-1], minlength=left.size)
        left -= highest * in_row.reshape(left.shape)
        pi.reshape(-1)[full] = 0.0
        filled.append(full)
    pi *= poured
    for full in filled:
        pi.reshape(-1)[full] = highest.reshape(-1).take(full // f.shape[-1])
    if all_seen.any():
        np.copyto(pi, f > 0, where=all_seen)
    return pi


# ---- How likely each attribute is to be seen, from the working probabilities ----


def chances_to_be_seen(pi: Floats, K: int) -> Floats:
    r"""Return :math:`π_i = P(i \in S)` of the design with working probabilities ϖ.

    Up to K = 16, conditional Poisson sampling: with the odds γ,
    :math:`π_i = γ_i e_{K-1}^{(-i)}/e_K`, and they add up to K. Beyond, ϖ itself: thinning takes
    a few per cent off.

    Parameters
    ----------
    pi : (..., d) working probabilities from `water_filling`.
    K : the most attributes of an example that are seen.

    Returns
    -------
    inclusion : (..., d) array

    Examples
    --------
    >>> chances_to_be_seen(np.array([0.3, 0.3, 0.6, 0.8]), K=2).round(3)
    array([0.233, 0.233, 0.669, 0.865])
    """
    if K > LARGEST_K:
        return pi
    chances = (pi > 0).astype(np.float64)  # right where everything is seen
    some = (pi < 1.0).all(axis=-1) & (chances.sum(axis=-1) > K)
    gamma = odds(pi[some])
    chances[some] = _by_recursion(gamma, K)
    few = gamma.max(axis=-1, initial=0.0) > LARGEST_ODDS
    if few.any():  # the cap was raised: odds that would lose digits, of at most 20 attributes
        for place in np.argwhere(some)[few]:
            positive = np.flatnonzero(pi[*place])
            chances[*place, positive] = by_addition(odds(pi[*place, positive]), K).diagonal()
    return chances


def _by_recursion(gamma: Floats, K: int) -> Floats:
    r"""Return π_i by :math:`e_r^{(-i)} = e_r - γ_i e_{r-1}^{(-i)}`, same shape as gamma."""
    e = suffix_polynomials(gamma, K)[..., 0]
    without = np.ones_like(gamma)
    for r in range(1, K):
        without = e[..., r, np.newaxis] - gamma * without
    pi: Floats = gamma * without / e[..., K, np.newaxis]
    return pi
