r"""Thinned Poisson sampling: at most K distinct attributes, for K > 16.

Draw a Poisson sample; if it has N > K attributes, keep K of them at random, all subsets alike.
Given N, an attribute of the Poisson sample is kept with probability κ₁ = K/N and a pair with
κ₂ = K(K−1)/(N(N−1)), so dividing by :math:`κ_1 π_i` and :math:`κ_2 π_i π_j` is unbiased. The
price of the hard budget is that a small N leaves attributes unseen.
"""

from __future__ import annotations

import math

import numpy as np

from aelr_core.checks import Floats, Ints
from aelr_core.designs import poisson

# The cap of ϖ: there is no recursion that would lose digits, as there is in `conditional_poisson`.
CAP = 0.95


def uniforms_needed(K: int) -> int:
    """Return how many uniforms a step receives: more than it needs, but for very rare samples.

    >>> uniforms_needed(57)
    146
    """
    return 2 * K + 32


def draw(u: Floats, pi: Floats, K: int) -> tuple[Ints, int]:
    r"""Return at most K attributes in increasing order, and N, the size of the Poisson sample.

    The attributes lie on a line, attribute i with the length :math:`h_i = -\log(1 - π_i)`. Points
    at exponential distances make a Poisson process on the line; i is in the Poisson sample if
    there is a point on it, which has probability :math:`1 - e^{-h_i} = π_i`, independently. The
    place of the first point on i, as :math:`(1 - e^{-\mathrm{place}})/π_i`, is uniform on [0, 1)
    and independent of N: the K smallest are a random K-subset. So a draw costs O(N log d).

    Parameters
    ----------
    u : (`uniforms_needed`,) uniforms in [0, 1), one per point. If they do not reach the end of
        the line, more are made from the last of them.
    pi : (d,) inclusion probabilities, < 1.
    K : the most attributes that may be seen.
    """
    length = -np.log1p(-pi)
    ends = np.cumsum(length)
    points = np.cumsum(-np.log1p(-u))
    while points[-1] < ends[-1]:
        u = more_uniforms(u)
        points = np.concatenate([points, points[-1] + np.cumsum(-np.log1p(-u))])
    points = points[points < ends[-1]]
    drawn, first = np.unique(np.searchsorted(ends, points, side="right"), return_index=True)
    if len(drawn) <= K:
        return drawn, len(drawn)
    place = points[first] - (ends[drawn] - length[drawn])
    uniform = -np.expm1(-place) / pi[drawn]
    return drawn[np.sort(np.argsort(uniform, kind="stable")[:K])], len(drawn)


def more_uniforms(u: Floats) -> Floats:
    """Return as many uniforms again, made from the last one."""
    bits = int(math.ldexp(float(u[-1]), 53))
    return np.random.Generator(np.random.PCG64(bits)).random(len(u))


def pair_probabilities(pi_S: Floats, N: int, K: int) -> Floats:
    """Return κ₂ π_i π_j, and κ₁ π_i on the diagonal, where κ₁ = κ₂ = 1 if N <= K.

    Parameters
    ----------
    pi_S : (n,) inclusion probabilities of the Poisson sample.
    N : the size of the Poisson sample.
    K : the most attributes that may be seen, >= 2.

    Returns
    -------
    pi : (n, n) array
    """
    pi = poisson.pair_probabilities(pi_S)
    if N <= K:
        return pi
    one, two = K / N, K * (K - 1) / (N * (N - 1))
    kept: Floats = pi * np.where(np.eye(len(pi_S), dtype=bool), one, two)
    return kept
