"""Attributes drawn more than once in a step: draws are with replacement, and repeats add up.

Values are known by their places in a block of draws, counted in one row. A value of 0 adds nothing,
so its place is left out.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from aelr_core.checks import Floats, Ints
from aelr_core.engine.layout import Attributes, Layout


def merge_repeats(
    drawn: Attributes, there: Ints, value: Floats, layout: Layout
) -> tuple[Ints, Ints, Floats]:
    """Let the first draw of an attribute in a step have the sum of all its draws.

    Afterwards no attribute of a step appears twice, so that plain gathers and scatters give the
    right result.

    Parameters
    ----------
    drawn : (T, k, L) or (T, L, k) attributes, as `GuideTables.draw` returns them.
    there, value : (n,) the places of the values other than 0, rising, and the values, which are
        changed.

    Returns
    -------
    repeats : (L,) how many of a lane's draws were repeats.
    there, value : those that are left.
    """
    if layout.lanes_last:
        return _merge_pairs(drawn, there, value)
    return _merge_neighbours(drawn, there, value)


def _merge_pairs(drawn: Attributes, there: Ints, value: Floats) -> tuple[Ints, Ints, Floats]:
    """Merge repeats among few draws in any order, (T, k, L), pair by pair."""
    steps, k, lanes = drawn.shape
    repeats = np.zeros(lanes, dtype=np.int64)
    first, again = [there[:0]], [there[:0]]  # the places of an attribute's first draw and a repeat
    for b in range(1, k):
        repeated = np.zeros((steps, lanes), dtype=bool)
        for a in range(b):
            same = drawn[:, a] == drawn[:, b]
            same &= ~repeated
            here = np.flatnonzero(same)
            if here.size:
                repeated |= same
                begin = here // lanes * (k * lanes) + here % lanes
                first.append(begin + a * lanes)
                again.append(begin + b * lanes)
        repeats += how_often(repeated)
    there, value = _moved(there, value, np.concatenate(first), np.concatenate(again))
    return repeats, there, value


def _moved(there: Ints, value: Floats, first: Ints, again: Ints) -> tuple[Ints, Floats]:
    """Add the values at the places `again` to those at `first`; if one is 0, so is the other."""
    at = np.searchsorted(there, again)
    found = np.flatnonzero(there.take(at, mode="clip") == again) if there.size else at[:0]
    if not found.size:
        return there, value
    at = at.take(found)
    np.add.at(value, np.searchsorted(there, first.take(found)), value.take(at))
    left = np.ones(there.size, dtype=bool)
    left[at] = False
    return there[left], value[left]


def _merge_neighbours(drawn: Attributes, there: Ints, value: Floats) -> tuple[Ints, Ints, Floats]:
    """Merge repeats among many draws in rising order, (T, L, k): they are neighbours."""
    same = like_the_one_before(drawn)
    again = same.reshape(-1).take(there)
    if again.any():
        left, repeat = np.flatnonzero(~again), np.flatnonzero(again)
        first = np.cumsum(~again).take(repeat) - 1  # which of those that are left
        merged = value.take(left)
        np.add.at(merged, first, value.take(repeat))
        there, value = there.take(left), merged
    return how_often(same).sum(axis=-1), there, value


def like_the_one_before(drawn: Attributes) -> NDArray[np.bool_]:
    """Return which of the draws in rising order, (T, L, k), are repeats."""
    flat, same = drawn.reshape(-1), np.zeros(drawn.shape, dtype=bool)
    np.equal(flat[1:], flat[:-1], out=same.reshape(-1)[1:])  # all in one row, which is quicker
    same[..., 0] = False  # the first draw of a step repeats none
    return same


def how_often(flags: NDArray[np.bool_]) -> Ints:
    """Return how often each flag is true along the first axis, (T, ...) to (...)."""
    # counting in single bytes is vectorised; more only where the count could be larger
    n = len(flags)
    short = np.int8 if n < 2**7 else np.int16 if n < 2**15 else np.int64
    count: Ints = np.add.reduce(flags.view(np.int8), 0, short).astype(np.int64)
    return count
