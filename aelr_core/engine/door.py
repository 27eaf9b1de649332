"""The one door to attribute values: what is looked at is counted here, not declared."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from aelr_core.checks import Floats, Ints


class Door:
    """Training rows behind a door that counts, lane by lane.

    Parameters
    ----------
    X : (n, d) training rows, any real dtype.
    lanes : how many lanes look through it.

    Attributes
    ----------
    distinct : (L,) different attributes seen per example, summed over examples.
    """

    def __init__(self, X: NDArray[np.generic], lanes: int) -> None:
        self._flat = np.ascontiguousarray(X).reshape(-1)
        self._d = X.shape[1]
        self._lanes = lanes
        self._spent_by_each = 0
        self.distinct = np.zeros(lanes, dtype=np.int64)

    @property
    def spent(self) -> Ints:
        """(L,) draws spent so far: equally many in every lane that looks through the door."""
        return np.full(self._lanes, self._spent_by_each)

    def keep(self, lanes: Ints) -> None:
        """Go on with these lanes only."""
        self._lanes = len(lanes)
        self.distinct = self.distinct[lanes]

    def look(self, row: Ints, attribute: Ints) -> Floats:
        """Return x[row, attribute] for broadcast arrays; one call, equally many draws a lane."""
        return self.look_at(row * self._d + attribute)

    def look_at(self, place: Ints) -> Floats:
        """Return x at row * d + attribute, lanes on the last axis."""
        self._spent_by_each += place.size // self._lanes
        seen: Floats = self._flat.take(place).astype(np.float64, copy=False)
        return seen

    def count_distinct(self, i: Ints, j: Ints) -> None:
        """Add the different attributes of each step to the lanes' counts.

        i is (T, k_x, L): different attributes, and `nowhere` (d), which does not count.
        j is (T, k_phi, L): attributes looked at besides, known ones or new.
        """
        if j.shape[1] > 4:
            # int32: sorting short rows is twice as fast as with int64
            seen = np.concatenate([i, j], axis=1).astype(np.int32).transpose(0, 2, 1)
            in_order = np.sort(seen, axis=-1)
            new = (in_order[..., 1:] != in_order[..., :-1]).sum(axis=-1)
            new += in_order[..., -1] < self._d  # all but nowhere
        else:
            new = (i < self._d).sum(axis=1)
            for n in range(j.shape[1]):
                known = (i == j[:, n : n + 1]).any(axis=1)
                for earlier in range(n):
                    known |= j[:, earlier] == j[:, n]
                new += ~known
        self.distinct += new.sum(axis=0)
