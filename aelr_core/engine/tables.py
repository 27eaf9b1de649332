"""Draws of i ~ q for a whole block of steps at once."""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats, Ints
from aelr_core.engine.layout import Attributes, Layout

# Cells of guide tables made at a time, so that temporaries stay small.
CELLS_TOGETHER = 2**20
# Cells per attribute: more settle more draws at once, but every lane's own table takes memory. One
# table for all lanes has up to MANY_CELLS as long as it stays in the cache, else SHARED_CELLS.
MANY_CELLS, SHARED_CELLS, OWN_CELLS = 64, 16, 4
IN_CACHE = 2**16
LARGEST_INT32 = 2**31


class GuideTables:
    """Inverse-CDF draws from fixed distributions by a guide table (Chen and Asau, 1974).

    A draw is the first n with cum[n] > u, as in `aelr_core.sampling.draw`. The unit interval is
    cut into G >= 16d cells (4d where every lane has its own table), and the first candidate of each
    is stored. It is the answer unless a cum[n] lies in the cell or at its end: those few cells are
    marked by storing -1 - n, and their draws search on from there. So most draws are settled by a
    single look at a small table.

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
        cells = OWN_CELLS * self.d
        if len(rows) == 1:
            cells = min(MANY_CELLS * self.d, max(SHARED_CELLS * self.d, IN_CACHE))
        self._cells = 1 << int(np.ceil(np.log2(cells)))
        # in units of a cell: G is a power of two, so that nothing is rounded
        self._ends = cum * self._cells
        self._guide = np.empty((len(rows), self._cells), dtype=np.int32)
        together = max(1, CELLS_TOGETHER // self._cells)
        for start in range(0, len(rows), together):
            some = slice(start, start + together)
            _first_candidates(self._ends[some], self._guide[some])

    def keep(self, lanes: Ints) -> None:
        """Continue with these lanes only."""
        if not self._shared:
            self._ends, self._guide = self._ends[lanes], self._guide[lanes]

    def draw(self, u: Floats, layout: Layout) -> Attributes:
        """Return the attributes drawn by the uniforms of a block, (L, T, k), as the layout says.

        Where draws come last they are returned in rising order, so that repeats are neighbours.
        """
        u = layout.arranged(u)
        cell = np.empty(u.shape, np.int32 if self._guide.size < LARGEST_INT32 else np.int64)
        np.multiply(u, self._cells, out=cell, casting="unsafe")  # rounds down
        if not self._shared:
            first_cell = np.arange(len(self._ends)) * self._cells
            cell += layout.spread_rows(first_cell.astype(cell.dtype)[None])
        drawn: Attributes = self._guide.take(cell)
        marked = np.flatnonzero(drawn < 0)
        if marked.size:
            at = u[np.unravel_index(marked, u.shape)] * self._cells
            first = 0 if self._shared else layout.lane_of(marked, u.shape) * self.d
            candidate = first - 1 - drawn.take(marked).astype(np.int64)
            drawn.reshape(-1)[marked] = self._search(candidate, at) - first
        if not layout.lanes_last:
            drawn.sort(axis=-1)  # the order of the draws does not matter
        return drawn

    def _search(self, candidate: Ints, at: Floats) -> Ints:
        """Return the first n >= candidate that ends after `at`, (n,) each."""
        left = np.flatnonzero(self._ends.take(candidate) <= at)
        while left.size:
            candidate[left] += 1
            left = left[self._ends.take(candidate[left]) <= at[left]]
        return candidate


def _first_candidates(ends: Floats, guide: Attributes) -> None:
    """Write the first candidate of every cell of some rows into guide, (rows, G), or mark it.

    Cell c is [c, c + 1); its first candidate is #{n : ends[n] <= c}. It may end in the cell if
    the next cell has another one.
    """
    rows, cells = guide.shape
    behind = np.ceil(ends).astype(np.int64)
    behind += (np.arange(rows) * (cells + 1))[:, None]
    counts = np.bincount(behind.ravel(), minlength=rows * (cells + 1)).reshape(rows, -1)
    np.cumsum(counts[:, :-1], axis=1, dtype=guide.dtype, out=guide)
    marked = counts[:, 1:] > 0
    guide[marked] = -1 - guide[marked]
