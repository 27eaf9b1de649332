"""The values of the training rows, read at many places at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from aelr_core.checks import Floats, Ints

# Where less than this part of the values is not 0, a map of them, a byte each, is looked at first:
# it stays in the cache when X does not. (A bit each would save memory, but not time.)
SPARSE = 0.25
# Rows by which it is judged how many values are 0.
SOME_ROWS = 100


class Values:
    """The values of X, (n, d), any real dtype; places are counted in one row."""

    def __init__(self, X: NDArray[np.generic]) -> None:
        self._flat = np.ascontiguousarray(X).reshape(-1)

    def at(self, place: Ints) -> Floats:
        """Return x at these places."""
        return self._flat.take(place).astype(np.float64, copy=False)

    def other_than_0(self, place: Ints) -> tuple[Ints, Floats]:
        """Return at which of the places, (n,), x is not 0, and what it is there."""
        seen = self.at(place)
        there = np.flatnonzero(seen)
        return there, seen.take(there)


class MostlyZero(Values):
    """The same, most of them 0.

    Parameters
    ----------
    X : (n, d) training rows.
    not_zero : (n * d,) where they are not 0.
    """

    def __init__(self, X: NDArray[np.generic], not_zero: NDArray[np.bool_]) -> None:
        super().__init__(X)
        self._not_zero = not_zero

    def at(self, place: Ints) -> Floats:
        """Return x at these places."""
        there, value = self.other_than_0(place.reshape(-1))
        seen = np.zeros(place.shape)
        seen.reshape(-1)[there] = value
        return seen

    def other_than_0(self, place: Ints) -> tuple[Ints, Floats]:
        """Return at which of the places, (n,), x is not 0, and what it is there."""
        there = np.flatnonzero(self._not_zero.take(place))
        return there, self._flat.take(place.take(there)).astype(np.float64, copy=False)


def values_for_many(X: NDArray[np.generic], looks: int) -> Values:
    """Return the values of X as they are best read at many places at once, so often in all."""
    not_zero = not_zero_map(X, looks)
    if not_zero is None:
        return Values(X)
    return MostlyZero(X, not_zero)


def not_zero_map(X: NDArray[np.generic], looks: int) -> NDArray[np.bool_] | None:
    """Return where X, in one row, is not 0; None where so many looks do not pay for it."""
    some = X[:: max(1, len(X) // SOME_ROWS)]
    if looks <= X.size or np.count_nonzero(some) >= SPARSE * some.size:
        return None
    not_zero: NDArray[np.bool_] = X.reshape(-1) != 0
    return not_zero
