"""Conditional Poisson draws of lanes with tables of their own, a level at a time."""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats, Ints
from aelr_core.designs import conditional_poisson

# From this many steps on, tables are worth rewriting as whole numbers for one flat search.
MANY_STEPS = 24
# Lanes whose tables are searched together, and their distance in the flat search: a table's
# numbers, in [0, 1], become whole numbers up to 2^BITS.
MOST_LANES, BITS = 512, 52


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
    d = T.shape[2] - 1
    S = np.empty((n, K, lanes), dtype=np.int64)
    position = np.zeros((lanes, n), dtype=np.int64)
    lost = np.zeros((lanes, n), dtype=bool)
    search = flat_search if n >= MANY_STEPS else bisection
    for level, r in enumerate(range(K, 0, -1)):
        position = search(np.ascontiguousarray(T[:, r]), u[:, :, level], position)
        lost |= position > d  # the rest of the table is too small for whole numbers
        np.minimum(position, d, out=position)
        S[:, level] = position.T - 1
    for one, step in zip(*np.nonzero(lost), strict=True):
        S[step, :, one] = conditional_poisson.draw(u[one, step], T[one])
    return S


def bisection(T: Floats, u: Floats, position: Ints) -> Ints:
    """Return the first place > position with T[place] <= u T[position], lane by lane.

    Parameters
    ----------
    T : (l, d + 1) falling numbers.
    u : (l, n) uniforms.
    position : (l, n) places from which on to search.
    """
    lanes, d = len(T), T.shape[1] - 1
    flat, row = T.reshape(-1), (np.arange(lanes) * (d + 1))[:, None]
    wanted = u * flat.take(position + row)
    last, step = position + row, 1 << (d.bit_length() - 1)  # T[last] > wanted, always
    end = row + d
    while step:
        probe = np.minimum(last + step, end)
        last = np.where(flat.take(probe) > wanted, probe, last)
        step >>= 1
    found: Ints = last - row + 1
    return found


def flat_search(T: Floats, u: Floats, position: Ints) -> Ints:
    """Return the same by one search for all lanes; beyond d where digits did not suffice.

    T is written as whole numbers that grow along a lane's table and from one lane to the next.
    """
    lanes, d = len(T), T.shape[1] - 1
    lane = np.arange(lanes)[:, None]
    row, offset = lane * (d + 1), lane << (BITS + 1)
    keys = ((1.0 - T / T[:, :1]) * 2.0**BITS).astype(np.int64)
    keys += offset
    flat, start = keys.reshape(-1), position + row
    before = flat.take(start)
    rest = 1.0 - (before - offset) * 2.0**-BITS
    wanted = ((1.0 - u * rest) * 2.0**BITS).astype(np.int64)
    wanted += offset
    np.maximum(wanted, before + 1, out=wanted)
    found: Ints = np.searchsorted(flat, wanted.reshape(-1)).reshape(u.shape) - row
    return found
