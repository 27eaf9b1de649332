"""Conditional Poisson draws of lanes with tables of their own, a level at a time."""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats, Ints

# Draws that are searched for together: as many as the cache holds.
TOGETHER = 2**13


def lane_tables(gamma: Floats, K: int) -> tuple[list[Floats], Floats]:
    """Return T_r of each lane, (l, d + 1) for r = 1..K, and all e_r, (l, K + 1).

    As `conditional_poisson.suffix_polynomials`. A cumulated sum waits for one addition after the
    other, so two lanes are added up at a time, as the two parts of complex numbers.

    Parameters
    ----------
    gamma : (l, d) odds.
    """
    lanes, d = gamma.shape
    half = (lanes + 1) // 2
    odds = np.zeros((half, d, 2))
    odds[:, :, 0], odds[: lanes - half, :, 1] = gamma[:half, ::-1], gamma[half:, ::-1]
    T = np.zeros((K + 1, half, d + 1), dtype=np.complex128)  # from the last attribute on
    parts = T.view(np.float64).reshape(K + 1, half, d + 1, 2)
    parts[0] = 1.0
    for r in range(1, K + 1):
        terms = (odds * parts[r - 1, :, :-1]).view(np.complex128)[:, :, 0]
        np.cumsum(terms, axis=1, out=T[r, :, 1:])
    forwards = parts[:, :, ::-1].transpose(0, 3, 1, 2)  # (r, part, pair, attribute)
    tables = [forwards[r].reshape(2 * half, d + 1)[:lanes] for r in range(K + 1)]
    return tables[1:], np.stack([table[:, 0] for table in tables], axis=1)


def draw_together(u: Floats, tables: list[Floats]) -> Ints:
    """Return samples of l lanes, each with its own tables, as `conditional_poisson.draw` does.

    Parameters
    ----------
    u : (l, n, K) uniforms.
    tables : from `lane_tables`.

    Returns
    -------
    S : (n, K, l) attributes
    """
    lanes, n, K = u.shape
    S = np.empty((n, K, lanes), dtype=np.int64)
    together = max(1, TOGETHER // lanes)
    for start in range(0, n, together):
        some = slice(start, start + together)
        position = np.zeros((lanes, len(S[some])), dtype=np.int64)
        for level, table in enumerate(reversed(tables)):
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
