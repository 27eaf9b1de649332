"""Conditional Poisson draws of lanes with tables of their own, a level at a time."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from aelr_core.checks import Floats, Ints


def lane_tables(gamma: Floats, K: int) -> tuple[list[Floats], Floats]:
    """Return rising tables of each pair of lanes for r = 1..K, and all e_r, (K + 1, l).

    As `conditional_poisson.suffix_polynomials`, but from the last attribute on: a table is
    (pairs, d + 1, 2), and its entry b of lane 2 p + q, at [p, b, q], is T_{r,d-b}. A cumulated
    sum waits for one addition after the other, so two lanes are added up at a time, as the two
    parts of complex numbers.

    Parameters
    ----------
    gamma : (l, d) odds.
    """
    lanes, d = gamma.shape
    odds = np.zeros(((lanes + 1) // 2, d, 2))
    odds[:, :, 0], odds[: lanes // 2, :, 1] = gamma[::2, ::-1], gamma[1::2, ::-1]
    tables, terms, e = [], odds, np.ones((K + 1, lanes))
    for r in range(1, K + 1):
        table = np.empty((len(odds), d + 1, 2))
        table[:, 0] = 0.0
        numbers = table.view(np.complex128)[:, 1:, 0]
        np.cumsum(terms.view(np.complex128)[:, :, 0], axis=1, out=numbers)
        tables.append(table)
        if r < K:
            terms = odds * table[:, :-1]
        e[r] = table[:, -1].reshape(-1)[:lanes]
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
    lanes, n, K = u.shape
    d = tables[0].shape[1] - 1
    S = np.empty((n, K, lanes), dtype=np.int64)
    levels = np.ascontiguousarray(u.transpose(2, 1, 0))
    lane = np.arange(lanes, dtype=np.int32)
    first = lane // 2 * (2 * d + 2) + lane % 2  # where a lane's table begins
    place = first + 2 * d  # the entries of a lane are two apart
    for level, table in enumerate(reversed(tables)):
        wanted = table.take(place) * levels[level]
        place = last_at_most(table, wanted, first, entries=d, apart=2)
        np.subtract(d - 1, (place - first) >> 1, out=S[:, level])
    return S


def last_at_most(
    table: Floats, wanted: Floats, first: NDArray[np.int32], *, entries: int, apart: int = 1
) -> NDArray[np.int32]:
    """Return the places of the last entries <= wanted, lane by lane.

    Parameters
    ----------
    table : rising numbers of all lanes, d + 1 of each.
    wanted : (n, l) numbers, at least a lane's first entry; a lane's last entry is not looked at.
    first : (l,) the place of each lane's first entry in the flat table.
    entries : d, those that are looked at.
    apart : how far a lane's entries are from each other.

    Returns
    -------
    place : (n, l) places in the flat table; short, since most of the time goes into moving them
    """
    half = entries // 2 * apart  # a lane's searches begin at the same place: one look for all
    place = _further(table.take(first + half), wanted, half)
    place += first
    probe, value, left = np.empty_like(place), np.empty(wanted.shape), entries - entries // 2
    while left > 1:  # it is one of `left` entries from `place` on
        half = left // 2 * apart
        np.add(place, half, out=probe)
        table.take(probe, out=value, mode="clip")
        place += _further(value, wanted, half)
        left -= left // 2
    return place


def _further(value: Floats, wanted: Floats, half: int) -> NDArray[np.int32]:
    """Return half where value <= wanted, else 0; `np.where` would guess which, and be slower."""
    further = (value <= wanted).astype(np.int32)
    further *= half
    return further
