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
    spent : (L,) draws spent so far; a repeated attribute is a draw spent.
    distinct : (L,) different attributes seen per example, summed over examples.
    """

    def __init__(self, X: NDArray[np.generic], lanes: int) -> None:
        self._flat = np.ascontiguousarray(X).reshape(-1)
        self._d = X.shape[1]
        self.spent = np.zeros(lanes, dtype=np.int64)
        self.distinct = np.zeros(lanes, dtype=np.int64)

    def keep(self, lanes: Ints) -> None:
        """Go on with these lanes only."""
        self.spent, self.distinct = self.spent[lanes], self.distinct[lanes]

    def look(self, row: Ints, attribute: Ints) -> Floats:
        """Return x[row, attribute] for broadcast arrays; one call, equally many draws a lane."""
        self.spent += attribute.size // len(self.spent)
        seen: Floats = self._flat.take(row * self._d + attribute).astype(np.float64, copy=False)
        return seen

    def count_distinct(self, attributes: Ints) -> None:
        """Add the different attributes of each step to the lanes' counts.

        attributes is (T, L, k + 1): everything looked at, step by step.
        """
        width = attributes.shape[-1]
        if width <= 8:
            seen = [attributes[..., n] for n in range(width)]
            new = np.ones(attributes.shape[:2], dtype=np.int64)
            for n in range(1, width):
                known = seen[0] == seen[n]
                for earlier in seen[1:n]:
                    known |= earlier == seen[n]
                new += ~known
        else:
            # int32: sorting short rows is twice as fast as with int64
            in_order = np.sort(attributes.astype(np.int32), axis=-1)
            new = 1 + (in_order[..., 1:] != in_order[..., :-1]).sum(axis=-1)
        self.distinct += new.sum(axis=0)
