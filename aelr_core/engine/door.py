"""The only access to attribute values, which counts every value that is looked at."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from aelr_core.checks import Floats, Ints
from aelr_core.engine.layout import Layout

# Up to this many j's are compared with the i's one by one; more are sorted.
FEW_NEW = 4
# Where at most this part of the values is not 0, a map of them, a byte each, is looked at first: it
# stays in the cache when X does not. Calls cost more than that for fewer looks at a time.
SPARSE, MANY = 0.25, 2**11
# Rows by which it is judged how many values are 0.
SOME_ROWS = 100


class Door:
    """Training rows behind a door that counts, lane by lane.

    Parameters
    ----------
    X : (n, d) training rows, any real dtype.
    lanes : how many lanes look through it.
    looks : how many values they will look at, about.

    Attributes
    ----------
    distinct : (L,) different attributes seen per example, summed over examples.
    """

    def __init__(self, X: NDArray[np.generic], lanes: int, looks: int = 0) -> None:
        self._flat = np.ascontiguousarray(X).reshape(-1)
        self._not_zero = not_zero_map(X, looks)
        self._lanes = lanes
        self._spent_by_each = 0
        self.distinct = np.zeros(lanes, dtype=np.int64)

    @property
    def spent(self) -> Ints:
        """The draws spent so far, (L,): the same number in every lane."""
        return np.full(self._lanes, self._spent_by_each)

    def keep(self, lanes: Ints) -> None:
        """Continue with these lanes only."""
        self._lanes = len(lanes)
        self.distinct = self.distinct[lanes]

    def look_at(self, place: Ints) -> Floats:
        """Return x at row * d + attribute, the same number of draws per lane."""
        if self._not_zero is None or place.size < MANY:
            self._spent_by_each += place.size // self._lanes
            return self._flat.take(place).astype(np.float64, copy=False)
        there, value = self.look_for(place)
        seen = np.zeros(place.shape)
        seen.reshape(-1)[there] = value
        return seen

    def look_for(self, place: Ints) -> tuple[Ints, Floats]:
        """Look as `look_at` does; return which places, in one row, are not 0, and x there."""
        self._spent_by_each += place.size // self._lanes
        place = place.reshape(-1)
        if self._not_zero is None or place.size < MANY:
            seen = self._flat.take(place)
            there = np.flatnonzero(seen)
            value = seen.take(there)
        else:
            there = np.flatnonzero(self._not_zero.take(place))
            value = self._flat.take(place.take(there))
        return there, value.astype(np.float64, copy=False)

    def count_distinct(self, different: Ints) -> None:
        """Add the different attributes of each step, (T, L), to the lanes' counts."""
        self.distinct += different.sum(axis=0)


def not_zero_map(X: NDArray[np.generic], looks: int) -> NDArray[np.bool_] | None:
    """Return where X, in one row, is not 0; None where so many looks do not pay for it."""
    some = X[:: max(1, len(X) // SOME_ROWS)]
    if looks <= X.size or np.count_nonzero(some) >= SPARSE * some.size:
        return None
    not_zero: NDArray[np.bool_] = X.reshape(-1) != 0
    return not_zero


def different_attributes(i: Ints, repeats: Ints, j: Ints, layout: Layout) -> Ints:
    """Return how many different attributes each step has looked at, (T, L).

    Parameters
    ----------
    i : (T, k_x, L) or (T, L, k_x) attributes.
    repeats : (T, L) how many of them are repeated ones.
    j : (T, k_phi, L) the other attributes looked at, which may be among the i's.
    """
    k_phi = j.shape[1]
    different: Ints
    if k_phi > FEW_NEW:
        by_lane = i.transpose(0, 2, 1) if layout.lanes_last else i
        # int32: sorting short rows is twice as fast as with int64
        seen = np.concatenate([by_lane, j.transpose(0, 2, 1)], axis=2, dtype=np.int32)
        seen.sort(axis=-1)
        different = 1 + (seen[..., 1:] != seen[..., :-1]).sum(axis=-1)
        return different
    different = i.shape[1 if layout.lanes_last else 2] - repeats
    for n in range(k_phi):
        known = (i == layout.spread_rows(j[:, n])).any(axis=1 if layout.lanes_last else 2)
        for earlier in range(n):
            known |= j[:, earlier] == j[:, n]
        different += ~known
    return different
