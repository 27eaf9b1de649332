r"""Conditional Poisson sampling: exactly K distinct attributes, for K <= 16.

Poisson sampling with working probabilities ϖ, conditioned on |S| = K. With the odds
:math:`γ_i = ϖ_i/(1 - ϖ_i)`, a set S has the probability :math:`\prod_{i \in S} γ_i / e_K`, where
e_r is the r-th elementary symmetric polynomial of γ. The inclusion probabilities are not ϖ; the
actual ones are used, so the estimates are exactly unbiased.
"""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats, Ints

# The largest K of this design: its pairs cost O(K³), and its recursions lose digits with K.
LARGEST_K = 16
# The cap of ϖ. Odds up to 4 keep the recursions' relative error below 1e-9 up to LARGEST_K;
# with a cap of 0.95 some π_ij came out negative at K = 16.
CAP = 0.8
LARGEST_ODDS = CAP / (1.0 - CAP) * (1.0 + 1e-9)


def odds(pi: Floats) -> Floats:
    """Return γ = ϖ/(1 − ϖ) for working probabilities ϖ < 1, same shape."""
    return pi / (1.0 - pi)


def suffix_polynomials(gamma: Floats, K: int) -> Floats:
    r"""Return :math:`T_{r,i} = e_r(γ_i, …, γ_{d-1})` for r = 0..K and i = 0..d.

    .. math:: T_{0,i} = 1, \qquad T_{r,i} = \sum_{l \ge i} γ_l T_{r-1,l+1}

    One reversed cumulated sum per r, of positive numbers only. :math:`e_r = T_{r,0}`.

    Parameters
    ----------
    gamma : (..., d) array of odds, >= 0.
    K : the largest r.

    Returns
    -------
    T : (..., K + 1, d + 1) array

    Examples
    --------
    >>> suffix_polynomials(np.array([1, 2, 3]), K=2)[..., 0]
    array([ 1.,  6., 11.])
    """
    backwards = np.ascontiguousarray(gamma[..., ::-1], dtype=np.float64)
    T = np.zeros((*gamma.shape[:-1], K + 1, gamma.shape[-1] + 1))  # from the last attribute on
    T[..., 0, :] = 1.0
    for r in range(1, K + 1):
        np.cumsum(backwards * T[..., r - 1, :-1], axis=-1, out=T[..., r, 1:])
    forwards: Floats = T[..., ::-1]
    return forwards


def draw(u: Floats, T: Floats) -> Ints:
    r"""Return K distinct attributes in increasing order, one uniform each.

    For r = K..1, starting at ``position = 0``: the smallest j >= position with
    :math:`T_{r,j+1} \le u\,T_{r,\mathrm{position}}` is taken, and position becomes j + 1. That is
    attribute j with probability :math:`γ_j T_{r-1,j+1}/T_{r,\mathrm{position}}`: the probability
    that j is the first of the r attributes still to come.

    Parameters
    ----------
    u : (K,) uniforms in [0, 1).
    T : (K + 1, d + 1) array from `suffix_polynomials`, at least K odds > 0.

    Returns
    -------
    S : (K,) integers

    Examples
    --------
    >>> T = suffix_polynomials(np.array([1, 0, 1, 1]), K=2)
    >>> [draw(np.array(u), T).tolist() for u in [(0.9, 0.9), (0.9, 0.1), (0.1, 0.5)]]
    [[0, 2], [0, 3], [2, 3]]
    """
    K = len(T) - 1
    S = np.empty(K, dtype=np.int64)
    position = 0
    for n, r in enumerate(range(K, 0, -1)):
        rest = T[r, position:]
        S[n] = position + np.searchsorted(-rest[1:], -u[n] * rest[0], side="left")
        position = S[n] + 1
    return S


def pair_probabilities(gamma: Floats, T: Floats, S: Ints) -> Floats:
    r"""Return :math:`π_{ij} = P(i, j \in S)` of the attributes S, with π_i on the diagonal.

    By `by_recursion`; where the cap of ϖ had to be raised, odds are large, d₊ is small (at most
    20), and `by_addition` keeps all digits.

    Parameters
    ----------
    gamma : (d,) odds.
    T : (K + 1, d + 1) their suffix polynomials.
    S : (n,) different attributes.

    Returns
    -------
    pi : (n, n) array
    """
    K = len(T) - 1
    if gamma.max() <= LARGEST_ODDS:
        return by_recursion(gamma[S], T[:, 0])
    positive = np.flatnonzero(gamma)
    pi = np.zeros((len(gamma), len(gamma)))
    pi[np.ix_(positive, positive)] = by_addition(gamma[positive], K)
    return pi[np.ix_(S, S)]


def by_recursion(gamma_S: Floats, e: Floats) -> Floats:
    r"""Return π_ij from the polynomials of all odds, taking i and j out again.

    .. math::
        e_r^{(-i)} = e_r - γ_i e_{r-1}^{(-i)}, \qquad
        e_r^{(-ij)} = e_r^{(-i)} - γ_j e_{r-1}^{(-ij)}, \qquad
        π_i = γ_i e_{K-1}^{(-i)}/e_K, \qquad π_{ij} = γ_i γ_j e_{K-2}^{(-ij)}/e_K

    Parameters
    ----------
    gamma_S : (..., n) odds of n different attributes.
    e : (..., K + 1) elementary symmetric polynomials of all odds.

    Returns
    -------
    pi : (..., n, n) array, π_i on the diagonal.
    """
    K, n = e.shape[-1] - 1, gamma_S.shape[-1]
    row, column = gamma_S[..., :, np.newaxis], gamma_S[..., np.newaxis, :]
    without_i, without_ij = np.ones_like(row), np.ones_like(row * column)
    for r in range(1, K):
        if r < K - 1:
            next_i = e[..., r, np.newaxis, np.newaxis] - row * without_i
            without_ij = next_i - column * without_ij
            without_i = next_i
        else:
            without_i = e[..., r, np.newaxis, np.newaxis] - row * without_i
    e_K = e[..., K, np.newaxis, np.newaxis]
    pi: Floats = row * column * without_ij / e_K if K > 1 else np.zeros_like(without_ij)
    each = np.arange(n)
    pi[..., each, each] = (row * without_i / e_K)[..., 0]
    return pi


def by_addition(gamma: Floats, K: int) -> Floats:
    """Return π_ij of all attributes, (..., d, d), from polynomials of the odds without i and j.

    Only positive numbers are added, so all digits are right; it costs O(d³K).

    Parameters
    ----------
    gamma : (..., d) array of odds.
    """
    d = gamma.shape[-1]
    out = np.eye(d, dtype=bool)
    gone = out[:, np.newaxis] | out[np.newaxis]  # (i, j, l): l is i or j
    rest = np.where(gone, 0.0, gamma[..., np.newaxis, np.newaxis, :])
    without = suffix_polynomials(rest, K)[..., 0]  # (..., i, j, r)
    pairs = gamma[..., :, np.newaxis] * gamma[..., np.newaxis, :]
    e_K = suffix_polynomials(gamma, K)[..., K, 0][..., np.newaxis, np.newaxis]
    pi: Floats = pairs * without[..., K - 2] / e_K if K > 1 else np.zeros_like(pairs)
    each = np.arange(d)
    pi[..., each, each] = gamma * without[..., each, each, K - 1] / e_K[..., 0]
    return pi
