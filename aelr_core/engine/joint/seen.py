"""What adaptive joint lanes have seen: counts and sums, from which moments are estimated."""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats, Ints
from aelr_core.engine.layout import Layout


class Seen:
    """How often each attribute was seen, and the sums of its squares and fourth powers.

    Parameters
    ----------
    lanes, d : L and the number of attributes.

    Attributes
    ----------
    o : (L,) running estimates of A from the values seen.
    something : (L,) whether anything but zeros was seen.
    """

    def __init__(self, lanes: int, d: int) -> None:
        self._d = d
        self._counts, self._squares, self._fourths = np.zeros((3, lanes, d + 1))
        self._u: Floats | None = None
        self.o = np.zeros(lanes)
        self.something = np.zeros(lanes, dtype=bool)
        self._all = False

    def sums(self, lanes: Ints | slice) -> tuple[Floats, Floats, Floats]:
        """Return Σx², Σx⁴ and the counts of some lanes, (l, d) each."""
        d = self._d
        return self._squares[lanes, :d], self._fourths[lanes, :d], self._counts[lanes, :d]

    def note_weights(self, lanes: Ints | slice, u: Floats) -> None:
        """Take note of the weights of A of some lanes, (l, d); of size 1 if all are 1."""
        if u.size > 1 or self._d == 1:
            if self._u is None:
                self._u = np.zeros_like(self._counts)
            self._u[lanes, : self._d] = u

    def note(self, places: Ints, x: Floats, pi: Floats, t: int, layout: Layout) -> Ints | None:
        """Take note of values seen; return the lanes that saw their first value other than 0."""
        x2 = x * x
        for table, more in ((self._counts, 1.0), (self._squares, x2), (self._fourths, x2 * x2)):
            flat = table.reshape(-1)
            flat[places] = flat.take(places) + more
        of_A = x2 / pi.reshape(-1).take(places) ** 2
        if self._u is not None:
            of_A *= self._u.reshape(-1).take(places)
        self.o += 2.0 / (t + 2.0) * (layout.sums(of_A) - self.o)
        if self._all:
            return None
        fresh = ~self.something & (x != 0).any(axis=0 if layout.lanes_last else 1)
        self.something |= fresh
        self._all = bool(self.something.all())
        return np.flatnonzero(fresh)

    def keep(self, lanes: Ints) -> None:
        """Go on with these lanes only."""
        self._counts, self._squares = self._counts[lanes], self._squares[lanes]
        self._fourths, self.o = self._fourths[lanes], self.o[lanes]
        self.something = self.something[lanes]
        self._u = None if self._u is None else self._u[lanes]
