"""The samples of a joint run as loops to be compiled: the draws and what they are worth.

As `aelr_core.designs.conditional_poisson` and `aelr_core.designs.thinned_poisson`, one example at
a time, into arrays that the caller keeps.
"""

from __future__ import annotations

import math

import numpy as np

from aelr_core.checks import Floats, Ints


def fill_tables(pi: Floats, gamma: Floats, T: Floats) -> None:
    """Write the odds, (d,), and the suffix polynomials, (K + 1, d + 1), of π."""
    d = pi.size
    for i in range(d):
        gamma[i] = pi[i] / (1.0 - pi[i])
    T[0, :] = 1.0
    for r in range(1, T.shape[0]):
        T[r, d] = 0.0
        for i in range(d - 1, -1, -1):
            T[r, i] = T[r, i + 1] + gamma[i] * T[r - 1, i + 1]


def draw_conditional(u: Floats, T: Floats, S: Ints) -> None:
    """Write a conditional Poisson sample into S, (K,)."""
    K, d = S.size, T.shape[1] - 1
    position = 0
    for n in range(K):
        row = T[K - n]
        wanted, last, end = u[n] * row[position], position, d
        while end - last > 1:  # row[last] > wanted >= row[end]
            middle = (last + end) // 2
            if row[middle] > wanted:
                last = middle
            else:
                end = middle
        S[n], position = last, last + 1


def conditional_brackets(
    gamma: Floats, T: Floats, S: Ints, v: Floats, y: float, without: Floats, out: Floats
) -> None:
    """Write Σ_{j ≠ i} v_j/π_ij + (v_i − y)/π_i of each i into `out`, (K,), in O(K³).

    without : (K,) room for the polynomials e_r of the odds without i.
    """
    K = S.size
    e_K = T[K, 0]
    out[:] = 0.0
    for a in range(K):
        one = gamma[S[a]]
        without[0] = 1.0
        for r in range(1, K):
            without[r] = T[r, 0] - one * without[r - 1]
        out[a] += (v[a] - y) * e_K / (one * without[K - 1])
        for b in range(a + 1, K):
            other, without_both = gamma[S[b]], 1.0
            for r in range(1, K - 1):
                without_both = without[r] - other * without_both
            weight = e_K / (one * other * without_both)
            out[a] += weight * v[b]
            out[b] += weight * v[a]


def draw_thinned(
    u: Floats, pi: Floats, ends: Floats, K: int, S: Ints, uniform: Floats
) -> tuple[int, int]:
    """Write a thinned Poisson sample into the first places of S; return how many, and N.

    Parameters
    ----------
    u : (width,) uniforms, enough to reach the end of the line.
    pi, ends : (d,) inclusion probabilities, and where each attribute ends on the line.
    S, uniform : (width,) the sample, and room for as many numbers.
    """
    N, point, before = 0, 0.0, -1
    for n in range(u.size):
        point -= math.log1p(-u[n])
        if point >= ends[-1]:
            break
        i = int(np.searchsorted(ends, point, side="right"))
        if i != before:
            start = ends[i - 1] if i > 0 else 0.0
            S[N], uniform[N] = i, -math.expm1(start - point) / pi[i]
            N, before = N + 1, i
    if N <= K:
        return N, N
    largest, kept = np.sort(uniform[:N])[K - 1], 0
    for n in range(N):
        if uniform[n] <= largest:
            S[kept] = S[n]
            kept += 1
    return kept, N


def thinned_brackets(pi: Floats, S: Ints, N: int, K: int, v: Floats, y: float, out: Floats) -> None:
    """Write Σ_{j ≠ i} v_j/π_ij + (v_i − y)/π_i of each i into `out`, (n,), in O(n)."""
    more = max(N, K)
    one, two = more / K, more * (more - 1) / (K * (K - 1))
    total = 0.0
    for a in range(S.size):
        total += v[a] / pi[S[a]]
    for a in range(S.size):
        scaled = v[a] / pi[S[a]]
        out[a] = (two * (total - scaled) + one * (v[a] - y)) / pi[S[a]]
