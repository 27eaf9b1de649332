"""A search in falling numbers by a table that says where to begin."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aelr_core.checks import Floats, Ints

# int16 if d is small enough, else int32.
Short: TypeAlias = NDArray[Any]
# Numbers below the end that a search may look at, so that it need not look where the end is.
ROOM = 3


class Guide:
    """Lanes of falling numbers from 0 on, each cut into d equally long cells.

    A table says how many numbers lie before each cell, so a search looks only at those in one
    cell: two rounds where they are spread evenly, instead of log₂ d. Which cell a number is in is
    computed with few digits: that is quick, and it is right as long as numbers stay in their order.

    Parameters
    ----------
    line : (l, d + 1 + ROOM) falling numbers: first 0, then others, the end, which is < 0, and −∞.
    """

    def __init__(self, line: Floats) -> None:
        lanes, self._width = line.shape
        cells = self._width - ROOM - 1
        self._line, self._end = line.reshape(-1), cells
        # a little less, so that not even the end is in a cell of its own
        self._scale = ((1.0 - 1e-6) * cells / line[:, cells]).astype(np.float32)
        self._first_cell = (np.arange(lanes) * cells).astype(np.int32)
        cell = _cells(line[:, :cells], self._scale[:, None])
        cell += self._first_cell[:, None]
        count = np.bincount(cell.reshape(-1), minlength=lanes * cells)
        before = np.cumsum(count)  # in a line without ROOM
        before -= count
        before.reshape(lanes, cells)[:] += (np.arange(lanes) * (ROOM + 1) - 1)[:, None]
        self._before = before.astype(np.int32)  # the place of the last entry before each cell
        self._most = int(count.max())

    def last_at_least(self, wanted: Floats, lane: Ints) -> Short:
        """Return which are the last entries >= wanted, counted in each lane: short integers.

        Where something from the end of a lane on is wanted, what is returned means nothing.

        wanted : (..., n) numbers <= 0.
        lane : (n,) in whose line each is looked for.
        """
        probe = _cells(wanted, self._scale.take(lane))
        probe += self._first_cell.take(lane)  # beyond an end: another lane's cell, or none
        place = self._before.take(probe, mode="clip")
        first, left = (lane * self._width).astype(np.int32), self._most + 1
        value = np.empty(wanted.shape)
        while left > 2:  # it is one of `left` entries from `place` on
            half = left // 2
            np.add(place, half, out=probe)
            if half > ROOM + 1:
                np.minimum(probe, first + self._end, out=probe)
            self._line.take(probe, out=value, mode="clip")
            further = (value >= wanted).astype(np.int32)
            if half > 1:
                further *= half
            place += further
            left -= half
        np.add(place, 1, out=probe)
        self._line.take(probe, out=value, mode="clip")
        place -= first
        found: Short = place.astype(np.int16 if self._width < 2**15 else np.int32)
        found += (value >= wanted).view(np.int8)
        return found


def _cells(numbers: Floats, scale: NDArray[np.float32]) -> NDArray[np.int32]:
    """Return the cells that numbers are in, counted in their lanes."""
    cell = numbers.astype(np.float32)
    cell *= scale
    return cell.astype(np.int32)
