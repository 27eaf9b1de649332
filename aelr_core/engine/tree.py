"""Draws of j ~ p for every lane while p changes with every step.

p_j is proportional to a weight of w_j, and a step changes k_x of them only. The weights are the
leaves of a tree of sums: a draw reads a short row of each level, a change touches one number of
each, whatever d is.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from aelr_core.checks import Floats, Ints
from aelr_core.engine.layout import Layout
from aelr_core.engine.shape import Places, Shape
from aelr_core.engine.weights import Weigh

# Sums are kept up to date by differences, so they carry the rounding of the largest total they
# held. A lane whose total has fallen this far since its sums were last added up anew is worn.
WORN = 1e-4
BELOW_ONE = 1.0 - 2.0**-53
# Weights that add up to less than this have lost their digits to underflow: there is nothing to
# draw by, as if they were 0. (|w| is then below 1e-140 and the inner product 0 for all purposes.)
NOTHING = 1e-280


class Draw(NamedTuple):
    """What was drawn, n draws a lane."""

    leaf: Ints  # (n, L) places; the first leaf in a lane with `NOTHING` to draw by
    value: Floats  # (n, L) what is there
    weight: Floats  # (n, L)
    total: Floats  # (L,) the sum of a lane's weights
    certain: bool  # whether every lane had something to draw by


class SumTree:
    """Values of L lanes over d attributes, drawn from in proportion to their weights.

    Parameters
    ----------
    lanes, shape : size.
    weigh : from values and their factors to weights >= 0, elementwise; a value of 0 weighs 0.
    factor : (width,) or (L, width) what `weigh` is given with the values, or None. With factors
        the weights are stored, without they are found when read.

    Attributes
    ----------
    values : (L, width). Change them through `change`, or in place followed by `rebuild`.
    """

    def __init__(self, lanes: int, shape: Shape, weigh: Weigh, factor: Floats | None) -> None:
        self._shape = shape
        self._bits = shape.bits
        self._fan = 1 << shape.bits
        self.values = np.zeros((lanes, shape.width))
        self._weigh, self._factor = weigh, factor
        self._weights = None if factor is None else np.zeros_like(self.values)
        self._middles = np.zeros((lanes, shape.width >> shape.bits))  # the top, if one level
        # a column a lane: the running sums over it are added up row by row
        self._tops = np.zeros((shape.tops, lanes))
        # what a total must exceed: NOTHING, and WORN times the largest since the last rebuild
        self._least = np.full(lanes, NOTHING)
        self._children = np.arange(self._fan)[:, None, None]
        self._number_lanes()

    def places(self, attribute: Ints, layout: Layout) -> Places:
        """Return the places of the attributes that lanes have drawn."""
        leaf = attribute + layout.spread_numbers(self._first_leaf)
        top = attribute >> self._shape.levels * self._bits
        top *= len(self._lane)
        top += layout.spread_numbers(self._lane)
        return Places(leaf, leaf >> self._bits if self._shape.levels > 1 else None, top)

    def attributes(self, leaf: Ints) -> Ints:
        """Return the attributes at the leaves (..., L)."""
        return leaf - self._first_leaf

    def keep(self, lanes: Ints) -> None:
        """Go on with these lanes only."""
        self.values, self._middles = self.values[lanes], self._middles[lanes]
        self._tops, self._least = self._tops[:, lanes], self._least[lanes]
        self._tops = np.ascontiguousarray(self._tops)
        self._weights = None if self._weights is None else self._weights[lanes]
        self._weigh = self._weigh.keep(lanes)
        if self._factor is not None and self._factor.ndim == 2:
            self._factor = self._factor[lanes]
        self._number_lanes()

    def rebuild(self, lanes: Ints | slice = slice(None)) -> None:
        """Weigh the values of these lanes anew and add their sums up."""
        factor = self._factor
        if factor is not None and factor.ndim == 2:
            factor = factor[lanes]
        weights = self._weigh.rows(self.values[lanes], factor, lanes)
        if self._weights is not None:
            self._weights[lanes] = weights
        sums = _sums_of(weights, self._fan)
        if self._shape.levels > 1:
            self._middles[lanes] = sums
            sums = _sums_of(sums, self._fan)
        tops = sums.T
        self._tops[:, lanes] = tops
        self._least[lanes] = np.maximum(WORN * _cumulate(tops)[-1], NOTHING)

    def change(self, places: Places, before: Floats, after: Floats, factor: Floats | None) -> None:
        """Change the values at places, all arguments of the same shape.

        A place may appear twice only if nothing changes there ("nowhere"). factor is the weights'
        factor there.
        """
        difference = self._weigh(after, factor)
        if self._weights is None:
            difference -= self._weigh(before, None)
        else:
            weights = self._weights.reshape(-1)
            weights_before = weights.take(places.leaf)
            weights[places.leaf] = difference
            difference -= weights_before
        self.values.reshape(-1)[places.leaf] = after
        difference = difference.reshape(-1)
        if places.middle is not None:
            np.add.at(self._middles.reshape(-1), places.middle.reshape(-1), difference)
        np.add.at(self._tops.reshape(-1), places.top.reshape(-1), difference)

    def draw(self, u: Floats) -> Draw:
        """Draw by inverse CDF: the first n with cumsum(weights)[n] > u * total.

        Parameters
        ----------
        u : (n, L) uniforms, n draws a lane.
        """
        sums = _cumulate(self._tops)
        total = sums[-1]
        if not np.logical_and.reduce(total > self._least):
            return self._draw_with_care(u)
        np.maximum(self._least, WORN * total, out=self._least)
        leaf = self._descend(u * total, sums, clamp=False)
        value, weight = self._look(leaf)
        # rounding may lead beyond the last weight of a row, to where nothing is; hardly ever
        if not np.minimum.reduce(weight, axis=None) > 0:
            return self._draw_with_care(u)
        return Draw(leaf, value, weight, total, certain=True)

    def _draw_with_care(self, u: Floats) -> Draw:
        """Draw where some lanes are worn or have nothing to draw by."""
        sums = _cumulate(self._tops)
        worn = (sums[-1] < self._least) & (self._least > NOTHING)
        if worn.any():
            self.rebuild(np.flatnonzero(worn))
            sums = _cumulate(self._tops)
        total = sums[-1]
        below = np.where(total > NOTHING, u * total, -1.0)  # before every leaf of an empty lane
        leaf = self._descend(below, sums, clamp=True)
        value, weight = self._look(leaf)
        return Draw(leaf, value, weight, total, certain=False)

    def _descend(self, below: Floats, sums: Floats, *, clamp: bool) -> Ints:
        """Return the leaves at which the running sum of a lane's weights passes `below`.

        sums are those of the top level. What lies before a child is taken off on the way down;
        to clamp is to stay below what the next row adds up to, which rounding may prevent.
        """
        if clamp:
            below = np.minimum(below, sums[-1] * BELOW_ONE)
        top = _children_passed(sums[1:-1, None], below)
        below = below - sums.reshape(-1).take(top * len(self._lane) + self._lane)
        at = (top + self._first_top) << self._bits

        if self._shape.levels > 1:
            sums = _cumulate(self._middles.reshape(-1).take(at + self._children))
            if clamp:
                below = np.minimum(below, sums[-1] * BELOW_ONE)
            middle = _children_passed(sums[1:-1], below)
            draw = np.arange(below.size).reshape(below.shape)  # where a draw stands in its row
            below -= sums.reshape(-1).take(middle * below.size + draw)
            at = (at + middle) << self._bits

        places = at + self._children
        if self._weights is None:
            weights = self._weigh(self.values.reshape(-1).take(places), None)
        else:
            weights = self._weights.reshape(-1).take(places)
        if clamp:
            sums = _cumulate(weights)
            below = np.minimum(below, sums[-1] * BELOW_ONE)
        leaf: Ints = at + _children_passed(_cumulate(weights[:-1])[1:], below)
        return leaf

    def _look(self, leaf: Ints) -> tuple[Floats, Floats]:
        """Return the values and the weights at the leaves."""
        value = self.values.reshape(-1).take(leaf)
        if self._weights is None:
            return value, self._weigh(value, None)
        return value, self._weights.reshape(-1).take(leaf)

    def _number_lanes(self) -> None:
        self._lane = np.arange(len(self.values))
        self._first_leaf = self._lane * self._shape.width
        self._first_top = self._lane * len(self._tops)


def _sums_of(rows: Floats, fan: int) -> Floats:
    """Return (L, n) sums of the `fan` neighbours each of (L, n * fan).

    Adding whole columns is faster than `sum` over a short last axis.
    """
    children = rows.reshape(len(rows), rows.shape[1] // fan, fan)
    sums: Floats = children[:, :, 0].copy()
    for n in range(1, fan):
        sums += children[:, :, n]
    return sums


def _cumulate(rows: Floats) -> Floats:
    """Return running sums down the first axis, with a row of zeros on top.

    `accumulate` works element by element here; adding whole rows is several times as fast, once
    the rows are long enough to pay for the calls. Both add in the same order.
    """
    sums = np.empty((len(rows) + 1, *rows.shape[1:]))
    sums[0] = 0.0
    if rows[0].size < 128:
        np.add.accumulate(rows, axis=0, out=sums[1:])
        return sums
    sums[1] = rows[0]
    for n in range(1, len(rows)):
        np.add(sums[n], rows[n], out=sums[n + 1])
    return sums


def _children_passed(sums: Floats, below: Floats) -> Ints:
    """Return how many children end at or before `below`: the number of the one it lies in.

    sums is (children - 1, n or 1, L), the running sums without the last: whatever exceeds all of
    them is in the last child. below and the result are (n, L).
    """
    count: Ints
    passed = sums <= below
    if below.size < 512:
        count = np.add.reduce(passed, axis=0, dtype=np.int64)
        return count
    # counting in single bytes is vectorised; int16 only where more than 127 could pass
    byte = np.int8 if len(passed) < 128 else np.int16
    count = np.add.reduce(passed.view(np.int8), axis=0, dtype=byte).astype(np.int64)
    return count
