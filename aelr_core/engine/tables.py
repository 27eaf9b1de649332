"""Draws of i ~ q for a whole block of steps at once, and repeated draws merged."""

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


def merge_repeats(drawn: Ints, value: Floats, layout: Layout) -> Ints:
    """Add up the values of attributes drawn more than once in a step, in place.

    Draws are with replacement and repeated indices add up. Afterwards the first draw of each
    attribute of a step has its total value and the others have 0, so that plain gathers and
    scatters of the values other than 0 give the right result.

    Parameters
    ----------
    drawn : (T, k, L) or (T, L, k) attributes, as `GuideTables.draw` returns them.
    value : what each draw contributes.

    Returns
    -------
    repeats : (T, L) how many draws of a step were repeats.
    """
    if not layout.lanes_last:
        return _merge_neighbours(drawn, value)
    repeats = np.zeros((len(drawn), drawn.shape[2]), dtype=np.int64)
    for b in range(1, drawn.shape[1]):
        repeated = np.zeros(repeats.shape, dtype=bool)
        for a in range(b):
            same = drawn[:, a] == drawn[:, b]
            repeated |= same
            # once it is merged with the first one, its own value is 0
            step, lane = np.nonzero(same & (value[:, b] != 0.0))
            if step.size:
                value[step, a, lane] += value[step, b, lane]
                value[step, b, lane] = 0.0
        repeats += repeated
    return repeats


def _merge_neighbours(drawn: Ints, value: Floats) -> Ints:
    """Merge repeats among sorted draws (T, L, k)."""
    flat = drawn.reshape(-1)
    same = np.empty(drawn.shape, dtype=bool)
    np.equal(flat[1:], flat[:-1], out=same.reshape(-1)[1:])
    same[..., 0] = False  # the first draw of a step repeats none
    repeats: Ints = np.add.reduce(same.view(np.int8), axis=-1, dtype=np.int16).astype(np.int64)
    same &= value != 0.0  # the others add nothing
    repeat = np.flatnonzero(same)
    opens = np.ones(repeat.size, dtype=bool)  # does a new run of repeats open here?
    opens[1:] = repeat[1:] != repeat[:-1] + 1
    first = repeat[opens] - 1
    flat_value = value.reshape(-1)
    np.add.at(flat_value, first[np.cumsum(opens) - 1], flat_value[repeat])
    flat_value[repeat] = 0.0
    return repeats
