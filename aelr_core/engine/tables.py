"""Draws of i ~ q for a whole block of steps at once."""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats, Ints
from aelr_core.engine.layout import Layout

# Cells of guide tables made at a time, so that temporaries stay small.
CELLS_TOGETHER = 2**20
# Cells per attribute: more settle more draws at once, but every lane's own table takes memory.
SHARED_CELLS, OWN_CELLS = 16, 4


class GuideTables:
    """Inverse-CDF draws from fixed distributions by a guide table (Chen and Asau, 1974).

    A draw is the first n with cum[n] > u, as in `aelr_core.sampling.draw`. The unit interval is
    cut into G >= 16d cells (4d where every lane has its own table), and the first candidate of each
    is stored; the few draws for which it is not the answer search on from there. That is three
    gathers per draw instead of log2(d) branches.

    Parameters
    ----------
    q : (d,) one distribution for all lanes, or (L, d) one per lane; rows sum to 1.
    """

    def __init__(self, q: Floats) -> None:
        self._shared = q.ndim == 1
        rows = np.atleast_2d(q)
        self.d = rows.shape[1]
        cum = np.cumsum(rows, axis=1)
        cum /= cum[:, -1:]
        each = SHARED_CELLS if len(rows) == 1 else OWN_CELLS
        self._cells = 1 << int(np.ceil(np.log2(each * self.d)))
        self._cum = cum
        self._guide = np.empty(
            (len(rows), self._cells), dtype=np.int32 if len(rows) > 1 else np.intp
        )
        together = max(1, CELLS_TOGETHER // self._cells)
        for start in range(0, len(rows), together):
            some = slice(start, start + together)
            _first_candidates(cum[some], self._guide[some])

    def keep(self, lanes: Ints) -> None:
        """Continue with these lanes only."""
        if not self._shared:
            self._cum, self._guide = self._cum[lanes], self._guide[lanes]

    def draw(self, u: Floats, layout: Layout) -> Ints:
        """Return the attributes drawn by uniforms u of a block, same shape."""
        cell = (u * self._cells).astype(np.int64)
        if self._shared:
            drawn: Ints = self._guide.take(cell).astype(np.int64, copy=False)
            unsettled = np.flatnonzero(self._cum.take(drawn) <= u)
        else:
            lane = layout.spread_numbers(np.arange(len(self._cum)))
            cell += lane * self._cells
            drawn = self._guide.take(cell).astype(np.int64)
            unsettled = np.flatnonzero(self._cum.take(drawn + lane * self.d) <= u)
        flat, flat_u = drawn.reshape(-1), u.reshape(-1)
        while unsettled.size:
            at = flat[unsettled] + 1
            flat[unsettled] = at
            if not self._shared:
                at += layout.lane_of(unsettled, u.shape) * self.d
            unsettled = unsettled[self._cum.take(at) <= flat_u[unsettled]]
        if not layout.lanes_last:
            drawn.sort(axis=-1)  # repeats become neighbours; the order of the draws does not matter
        return drawn


def _first_candidates(cum: Floats, guide: Ints) -> None:
    """Write the first candidate of every cell of some rows into guide, (rows, G).

    Cell c starts at c/G; its first candidate is #{n : cum[n] <= c/G}. G is a power of two, so
    cum * G is exact and the table is right to the last bit.
    """
    rows, cells = guide.shape
    behind = np.ceil(cum * cells).astype(np.int64)
    behind += (np.arange(rows) * (cells + 1))[:, None]
    counts = np.bincount(behind.ravel(), minlength=rows * (cells + 1)).reshape(rows, -1)
    np.cumsum(counts[:, :-1], axis=1, dtype=guide.dtype, out=guide)
