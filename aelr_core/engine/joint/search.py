"""Conditional Poisson draws of lanes with tables of their own, a level at a time."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from aelr_core.checks import Floats, Ints
from aelr_core.engine.joint.running import add_up_groups, group_size, in_groups


def lane_tables(gamma: Floats, K: int) -> tuple[list[Floats], Floats]:
    """Return rising tables of each lane for r = 1..K, and all e_r, (K + 1, l).

    As `conditional_poisson.suffix_polynomials`, but from the last attribute on: a table is
    (l, d + 1), and its entry b of a lane is T_{r,d-b}.

    Parameters
    ----------
    gamma : (l, d) odds.
    """
    lanes, d = gamma.shape
    odds = in_groups(gamma[:, ::-1], group_size(d))
    group, groups, _ = odds.shape
    sums, e = odds.copy(), np.ones((K + 1, lanes))
    tables = []
    for r in range(1, K + 1):
        if r > 1:  # γ times the sums up to the one before
            terms = np.empty_like(odds)
            terms[0, 0] = 0.0
            np.multiply(odds[0, 1:], sums[-1, :-1], out=terms[0, 1:])
            np.multiply(odds[1:], sums[:-1], out=terms[1:])
            sums = terms
        add_up_groups(sums)
        table = np.empty((lanes, 1 + groups * group))
        table[:, 0] = 0.0
        table[:, 1:].reshape(lanes, groups, group)[:] = sums.T
        tables.append(np.ascontiguousarray(table[:, : d + 1]))
        e[r] = table[:, d]
    return tables, e


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
    (lanes, n, K), d = u.shape, tables[0].shape[1] - 1
    S = np.empty((n, K, lanes), dtype=np.int64)
    levels = np.ascontiguousarray(u.transpose(2, 1, 0))
    first = (np.arange(lanes) * (d + 1)).astype(np.int32)  # where a lane's table begins
    place = first + np.int32(d)
    for level, table in enumerate(reversed(tables)):
        wanted = table.take(place) * levels[level]
        place = last_at_most(table, wanted, first, entries=d)
        np.subtract(d - 1, place - first, out=S[:, level])
    return S


def last_at_most(
    table: Floats, wanted: Floats, first: NDArray[np.int32], *, entries: int
) -> NDArray[np.int32]:
    """Return the places of the last entries <= wanted, lane by lane.

    Parameters
    ----------
    table : rising numbers of all lanes, d + 1 of each.
    wanted : (n, l) numbers, at least a lane's first entry; a lane's last entry is not looked at.
    first : (l,) the place of each lane's first entry in the flat table.
    entries : d, those that are looked at.

    Returns
    -------
    place : (n, l) places in the flat table; short, since most of the time goes into moving them
    """
    half = entries // 2  # a lane's searches begin at the same place: one look for all
    place = _further(table.take(first + np.int32(half)), wanted, half)
    place += first
    probe, value, left = np.empty_like(place), np.empty(wanted.shape), entries - half
    while left > 1:  # it is one of `left` entries from `place` on
        half = left // 2
        np.add(place, half, out=probe)
        table.take(probe, out=value, mode="clip")
        place += _further(value, wanted, half)
        left -= half
    return place


def _further(value: Floats, wanted: Floats, half: int) -> NDArray[np.int32]:
    """Return half where value <= wanted, else 0; `np.where` would guess which, and be slower."""
    further = (value <= wanted).astype(np.int32)
    further *= half
    return further
