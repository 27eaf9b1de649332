"""Conditional Poisson draws of lanes with tables of their own, a level at a time."""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats, Ints

# Draws that are searched for together: as many as the cache holds.
TOGETHER = 2**13


def draw_together(u: Floats, T: Floats) -> Ints:
    """Return samples of l lanes, each with its own table, as `conditional_poisson.draw` does.

    Parameters
    ----------
    u : (l, n, K) uniforms.
    T : (l, K + 1, d + 1) suffix polynomials.

    Returns
    -------
    S : (n, K, l) attributes
    """
    lanes, n, K = u.shape
    S = np.empty((n, K, lanes), dtype=np.int64)
    together = max(1, TOGETHER // lanes)
    tables = [np.ascontiguousarray(T[:, r]) for r in range(K, 0, -1)]
    for start in range(0, n, together):
        some = slice(start, start + together)
        position = np.zeros((lanes, len(S[some])), dtype=np.int64)
        for level, table in enumerate(tables):
            position = bisect(table, u[:, some, level], position) + 1
            S[some, level] = position.T - 1
    return S


def bisect(T: Floats, u: Floats, position: Ints) -> Ints:
    """Return the smallest j >= position with T[j + 1] <= u T[position], lane by lane.

    Parameters
    ----------
    T : (l, d + 1) falling numbers, the last one 0.
    u : (l, n) uniforms.
    position : (l, n) places with T[position] > 0.

    Returns
    -------
    j : (l, n) integers
    """
    lanes, d = len(T), T.shape[1] - 1
    flat, row = T.reshape(-1), (np.arange(lanes) * (d + 1))[:, None]
    last, end = position + row, row + d
    wanted = u * flat.take(last)
    step = 1 << (d.bit_length() - 1)
    while step:  # T[last] > wanted throughout
        probe = np.minimum(last + step, end)
        last = np.where(flat.take(probe) > wanted, probe, last)
        step >>= 1
    j: Ints = last - row
    return j
