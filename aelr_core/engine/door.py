"""The only access to attribute values, which counts every value that is looked at."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from aelr_core.checks import Floats, Ints
from aelr_core.engine.layout import Attributes, Layout
from aelr_core.engine.repeats import how_often, like_the_one_before
from aelr_core.engine.values import Values, values_for_many

# Up to this many j's are compared with the i's one by one; more are sorted.
FEW_NEW = 4
# For fewer looks at a time calls cost more than a map of zeros saves.
MANY = 2**11


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
        X, self._d = np.ascontiguousarray(X), X.shape[1]
        # places are numbers of this kind: half as many bytes where that is enough
        self._kind = np.int32 if X.size < 2**31 else np.int64
        self._few, self._many = Values(X), values_for_many(X, looks)
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

    def begins(self, row: Ints) -> Ints:
        """Return the places where rows begin: attribute 0 is there."""
        begins: Ints = (row * self._d).astype(self._kind, copy=False)
        return begins

    def look_at(self, place: Ints) -> Floats:
        """Return x at row * d + attribute, the same number of draws per lane."""
        return self._counted(place).at(place)

    def look_for(self, place: Ints) -> tuple[Ints, Floats]:
        """Look as `look_at` does; return which places, in one row, are not 0, and x there."""
        return self._counted(place).other_than_0(place.reshape(-1))

    def _counted(self, place: Ints) -> Values:
        """Count the looks at these places; return how they are best read."""
        self._spent_by_each += place.size // self._lanes
        return self._many if place.size >= MANY else self._few

    def count_distinct(self, different: Ints) -> None:
        """Add the different attributes of some steps, (L,), to the lanes' counts."""
        self.distinct += different


def different_attributes(i: Attributes, repeats: Ints, j: Attributes, layout: Layout) -> Ints:
    """Return how many different attributes the steps of each lane have looked at, added up, (L,).

    Parameters
    ----------
    i : (T, k_x, L) or (T, L, k_x) attributes.
    repeats : (L,) how many of a lane's are repeated ones.
    j : (T, k_phi, L) the other attributes looked at, which may be among the i's.
    """
    steps, k_phi, _ = j.shape
    if k_phi > FEW_NEW:
        by_lane = i.transpose(0, 2, 1) if layout.lanes_last else i
        seen = np.concatenate([by_lane, j.transpose(0, 2, 1)], axis=2)
        seen.sort(axis=-1)
        different: Ints = how_often(~like_the_one_before(seen)).sum(axis=-1)
        return different
    different = steps * i.shape[layout.draws] - repeats
    for n in range(k_phi):
        known = layout.any(i == layout.spread_rows(j[:, n]))
        for earlier in range(n):
            known |= j[:, earlier] == j[:, n]
        different += steps - how_often(known)
    return different
