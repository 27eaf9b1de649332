"""What is known in advance about the block of each joint lane: a row for each of its steps.

Where lanes are in the same row of their blocks, some steps are a slice of rows; after a lane had to
wait they may be in different rows, and a row is looked up for each.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from aelr_core.checks import Ints


def same_rows(rows: Ints) -> slice | Ints:
    """Return rows (steps, L) as a slice if they follow each other and all lanes have the same.

    >>> same_rows(np.array([[2, 2], [3, 3]]))
    slice(2, 4, None)
    >>> same_rows(np.array([[2, 7], [3, 8]]))
    array([[2, 7],
           [3, 8]])
    """
    first = int(rows[0, 0])
    steps = np.arange(first, first + len(rows))
    return slice(first, first + len(rows)) if (rows == steps[:, None]).all() else rows


class Rows:
    """Numbers of the steps of each lane's block.

    Parameters
    ----------
    ahead : the most steps of a block.
    shape : of the numbers of one step, (..., L) or (L, ...).
    lanes_last : which of the two.
    dtype : of the numbers.
    """

    def __init__(
        self,
        ahead: int,
        shape: tuple[int, ...],
        *,
        lanes_last: bool,
        dtype: type[np.generic] = np.float64,
    ) -> None:
        self._lanes_last = lanes_last
        self._kept = np.zeros((ahead, *shape), dtype=dtype)

    def write(self, made: NDArray[Any], lanes: Ints | slice) -> None:
        """Write the numbers of some lanes' new blocks, (steps, ...)."""
        if self._lanes_last:
            self._kept[: len(made), ..., lanes] = made
        else:
            self._kept[: len(made), lanes] = made

    def take(self, rows: slice | Ints) -> NDArray[Any]:
        """Return the numbers of all lanes, (steps, ...), in these rows, maybe (steps, L)."""
        if isinstance(rows, slice):
            return self._kept[rows]
        found: NDArray[Any] = self._kept.reshape(-1).take(self._places(rows))
        return found

    def keep(self, lanes: Ints) -> None:
        """Go on with these lanes only."""
        self._kept = self._kept.take(lanes, axis=-1 if self._lanes_last else 1)

    def _places(self, rows: Ints) -> Ints:
        """Return where the numbers of these rows, (steps, L), are in the flat array."""
        each = np.arange(self._kept[0].size).reshape(self._kept.shape[1:])
        first = rows * each.size
        if each.ndim > 1:
            first = first[:, None] if self._lanes_last else first[:, :, None]
        return first + each
