"""The numbers of a tree of sums: values, weights and the sums of all levels, in one row."""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Ints
from aelr_core.engine.shape import Places, Shape


class Numbers:
    """The numbers of L lanes, 0 at first. They lie in one row: one call changes all levels.

    Parameters
    ----------
    lanes, shape : size.
    own_weights : whether weights are kept apart from values.

    Attributes
    ----------
    row : all numbers.
    values : (L, width) leaves.
    weights : the same shape; the values themselves where they have no place of their own.
    middles : (L, n) the sums between leaves and top, from the leaves on.
    tops : (n, L), one column per lane: the running sums over it are added up row by row.
    """

    def __init__(self, lanes: int, shape: Shape, *, own_weights: bool) -> None:
        self._lanes, self._shape, self._own_weights = lanes, shape, own_weights
        widths = [shape.width] * (1 + own_weights) + [*shape.middles, shape.tops]
        ends = (lanes * np.cumsum(widths)).tolist()
        self._begins = [0, *ends[:-1]]
        self.row = np.zeros(ends[-1])
        parts = [
            self.row[begin:end].reshape(lanes, width)
            for begin, end, width in zip(self._begins, ends, widths, strict=True)
        ]
        self.values, self.weights = parts[0], parts[own_weights]
        self.middles, self.tops = parts[1 + own_weights : -1], parts[-1].reshape(shape.tops, lanes)
        self._by_lane = parts[:-1]

    def keep(self, lanes: Ints) -> Numbers:
        """Return those of these lanes only."""
        kept = Numbers(len(lanes), self._shape, own_weights=self._own_weights)
        for now, before in zip(kept._by_lane, self._by_lane, strict=True):
            now[...] = before[lanes]
        kept.tops[...] = self.tops[:, lanes]
        return kept

    def places(self, lane: Ints, attribute: Ints) -> Places:
        """Return the places of these attributes of these lanes, (n,) each."""
        levels, bits = self._shape.levels, self._shape.bits
        leaf = attribute + lane * self._shape.width
        sums = np.empty((len(leaf), levels), dtype=np.int64)
        *middles, tops = self._begins[-levels:]
        for n, begin in enumerate(middles):
            np.add(leaf >> (n + 1) * bits, begin, out=sums[:, n])
        top = (attribute >> levels * bits) * self._lanes
        np.add(top + lane, tops, out=sums[:, -1])
        return Places(lane, leaf, sums)
