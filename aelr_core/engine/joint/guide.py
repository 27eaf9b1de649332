"""A search in rising numbers by a table that says where to begin."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from aelr_core.checks import Floats, Ints

Number = TypeVar("Number", np.int64, np.float64)


class Guide:
    """Lanes of rising numbers from 0 on, each cut into d equally long cells.

    A table says how many numbers lie before each cell, so a search looks only at those in one
    cell: two rounds where they are spread evenly, instead of log₂ d.

    Parameters
    ----------
    line : (l, d + 1) rising numbers; the first is 0, the last the end, which is > 0.
    """

    def __init__(self, line: Floats) -> None:
        lanes, entries = line.shape
        self._line, self._cells = line.reshape(-1), entries - 1
        self._end = np.arange(1, lanes + 1) * entries - 1
        self._scale, self._first_cell = self._cells / line[:, -1], np.arange(lanes) * self._cells
        count = np.bincount(self._cells_of(line).reshape(-1), minlength=lanes * self._cells)
        self._before = np.cumsum(count)  # the place of the last entry before each cell
        self._before -= count
        self._before -= 1
        self._most = int(count.max())

    def last_at_most(self, wanted: Floats) -> Ints:
        """Return the places, in the flat line, of the last entries <= wanted, (l, ...).

        Where something from the end of a lane on is wanted, the place means nothing.
        """
        probe = self._cells_of(wanted)
        place: Ints = self._before.take(probe)
        value, left = np.empty(wanted.shape), self._most + 1
        end = _across(self._end, wanted)
        while left > 1:  # it is one of `left` entries from `place` on
            half = left // 2
            np.add(place, half, out=probe)
            if half > 1:  # else no search passes the end of its lane
                np.minimum(probe, end, out=probe)
            self._line.take(probe, out=value, mode="clip")
            further = value <= wanted
            place += further if half == 1 else further * half
            left -= half
        return place

    def _cells_of(self, numbers: Floats) -> Ints:
        """Return the cells of numbers, (l, ...); beyond the end is the last cell."""
        cell: Ints = (numbers * _across(self._scale, numbers)).astype(np.int64)
        np.minimum(cell, self._cells - 1, out=cell)
        cell += _across(self._first_cell, numbers)
        return cell


def _across(each: NDArray[Number], numbers: Floats) -> NDArray[Number]:
    """Return one number per lane, (l,), so that it broadcasts against (l, ...)."""
    return each.reshape(-1, *(1,) * (numbers.ndim - 1))
