"""Draws of j ~ p for every lane while p changes with every step.

p_j is proportional to a weight that a step changes at k_x places only. The weights are the
leaves of a three-level tree of sums with a fan-out of about d^(1/3): a draw reads three short
rows, a change touches three numbers, whatever d is.
"""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats, Ints

# Sums are kept up to date by differences, so they carry the rounding of the largest total they
# held. A lane whose total has fallen this far since its sums were last added up anew is worn.
WORN = 1e-4
BELOW_ONE = 1.0 - 2.0**-53


class SumTree:
    """Weights of L lanes over d attributes, to be drawn from and changed.

    Attributes
    ----------
    width : number of leaves a lane, >= d + 1; leaf d exists, weighs 0 and stands for "nowhere".
    leaves : (L, width) the weights, exact.
    """

    def __init__(self, lanes: int, d: int) -> None:
        bits = round(np.log2(d) / 3)
        self._fan = 1 << bits
        self._bits = bits
        tops = -(-(d + 1) // (self._fan * self._fan))
        self.width = tops * self._fan * self._fan
        self.leaves = np.zeros((lanes, self.width))
        self._middles = np.zeros((lanes, tops * self._fan))
        self._tops = np.zeros((lanes, tops))
        self._peak = np.zeros(lanes)
        self._offsets = np.arange(self._fan)[:, None, None]

    def keep(self, lanes: Ints) -> None:
        """Go on with these lanes only."""
        self.leaves, self._middles = self.leaves[lanes], self._middles[lanes]
        self._tops, self._peak = self._tops[lanes], self._peak[lanes]

    def rebuild(self, lanes: Ints | slice = slice(None)) -> None:
        """Add the sums of these lanes up anew from the leaves."""
        leaves = self.leaves[lanes]
        middles = leaves.reshape(len(leaves), -1, self._fan).sum(axis=2)
        tops = middles.reshape(len(leaves), -1, self._fan).sum(axis=2)
        self._middles[lanes], self._tops[lanes] = middles, tops
        self._peak[lanes] = tops.sum(axis=1)

    def change(self, at: Ints, weight: Floats) -> None:
        """Set the weights at flat leaf positions `at` (lane * width + attribute), any shape.

        A position may appear twice only with the same weight as before ("nowhere", 0).
        """
        at, weight = at.reshape(-1), weight.reshape(-1)
        leaves = self.leaves.reshape(-1)
        difference = weight - leaves.take(at)
        leaves[at] = weight
        at = at >> self._bits
        np.add.at(self._middles.reshape(-1), at, difference)
        np.add.at(self._tops.reshape(-1), at >> self._bits, difference)

    def draw(self, u: Floats) -> tuple[Ints, Floats, Floats]:
        """Draw by inverse CDF: the first n with cumsum(weights)[n] > u * total.

        Parameters
        ----------
        u : (n, L) uniforms, n draws a lane.

        Returns
        -------
        j : (n, L) attributes; 0 in a lane whose weights are all 0.
        weight : (n, L) their weights.
        total : (L,) the sum of a lane's weights.
        """
        sums, total = self._totals()
        lanes = np.arange(len(total))
        below = np.where(total > 0.0, u * total, -1.0)  # -1: before every leaf of an empty lane
        below = np.minimum(below, total * BELOW_ONE, out=below)
        node, below = _descend(sums[:, None, :], below)
        first = lanes * self._tops.shape[1]
        for level in (self._middles, self.leaves):
            first = first * self._fan
            children = level.reshape(-1).take(first + node * self._fan + self._offsets)
            sums = _cumulate(children)
            below = np.minimum(below, sums[-1] * BELOW_ONE, out=below)
            child, below = _descend(sums, below)
            node = node * self._fan + child
        weight = self.leaves.reshape(-1).take(first + node)
        return node, weight, total

    def _totals(self) -> tuple[Floats, Floats]:
        """Return the running sums over the top level, (tops + 1, L), and the totals, (L,)."""
        sums = _cumulate(self._tops.T)
        np.maximum(self._peak, sums[-1], out=self._peak)
        worn = sums[-1] < WORN * self._peak
        if worn.any():
            self.rebuild(np.flatnonzero(worn))
            sums = _cumulate(self._tops.T)
        return sums, sums[-1]


def _cumulate(rows: Floats) -> Floats:
    """Return running sums down the first axis, with a row of zeros on top.

    np.cumsum works element by element here; adding whole rows is five times as fast.
    """
    sums = np.empty((len(rows) + 1, *rows.shape[1:]))
    sums[0] = 0.0
    for n, row in enumerate(rows):
        np.add(sums[n], row, out=sums[n + 1])
    return sums


def _descend(sums: Floats, below: Floats) -> tuple[Ints, Floats]:
    """Return the first child whose running sum exceeds `below`, and what is left of `below`.

    sums is (children + 1, n or 1, L), below is (n, L) and smaller than the last row of sums.
    """
    passed = sums[1:] <= below
    # counting in single bytes is vectorised; int16 only where more than 127 could pass
    byte = np.int8 if len(passed) < 128 else np.int16
    child = np.add.reduce(passed.view(np.int8), axis=0, dtype=byte).astype(np.intp)
    size = below.shape[-1]
    at = child * (sums.size // len(sums)) + np.arange(size)
    if sums.shape[1] > 1:
        at += (np.arange(len(below)) * size)[:, None]
    return child, below - sums.reshape(-1).take(at)
