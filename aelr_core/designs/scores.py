r"""Which π: how much each attribute is worth, by what is known of the moments and the predictor.

With Poisson sampling the second moment of g̃ is about J(π) = A(σ² + V), where

.. math:: A = \sum_i u_i M_i/π_i, \qquad V = \sum_j w_j^2 M_j (1 - π_j)/π_j.

u = 1 for ridge, where E‖g̃‖² counts; for lasso :math:`u_i = \cosh θ_i / \sum_j \cosh θ_j`, since
:math:`\sum_i u_i \tilde g_i^2` counts there. Everything works on the last axis, of length d.
"""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats
from aelr_core.letters import NOT_NEGATIVES, SOME_MOMENTS, Numbers, Vectors, checked
from aelr_core.sampling import plain_weights, sampling_distribution


def spread(M: Floats, u: Floats, pi: Floats) -> Floats:
    """Return A = Σ u_i M_i/π_i over the attributes with π_i > 0, shape (...)."""
    return _weighted_sum(u, _over(M, pi))


def sampling_noise(M: Floats, w: Floats, pi: Floats) -> Floats:
    """Return V = Σ w_j² M_j (1 − π_j)/π_j over the attributes with π_j > 0, shape (...)."""
    V: Floats = (w * w * _over(M, pi) * (1.0 - pi)).sum(axis=-1)
    return V


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
