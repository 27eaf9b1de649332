"""A tree of sums that draws j ~ p for every lane, while p changes with every step.

p_j is proportional to a weight of w_j, and a step changes only k_x of them. The weights are the
leaves of the tree: a draw reads one or a few numbers of each level, and a change touches one number
of each level, whatever d is.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from aelr_core.checks import Floats, Ints
from aelr_core.engine.levels import ChildRows
from aelr_core.engine.quick import all_true, smallest
from aelr_core.engine.shape import Places, Shape
from aelr_core.engine.sums import RunningSums, children_passed
from aelr_core.engine.tree_numbers import Numbers
from aelr_core.engine.weights import Weigh

# Sums are updated by differences, so they carry the rounding of the largest total they have had.
# A lane whose total has fallen this far since its sums were last recomputed is worn.
WORN = 1e-4
# Weights that add up to less than this have lost their digits to underflow and count as 0. (|w| is
# then below 1e-140 and the inner product 0 for all purposes.)
NOTHING = 1e-280


class Draw(NamedTuple):
    """What was drawn, n draws per lane. The arrays may be overwritten."""

    leaf: Ints  # (n, L) places; the first leaf in a lane with `NOTHING` to draw by
    value: Floats  # (n, L) what is there; 0 in such a lane
    weight: Floats  # (n, L); 1 in such a lane
    total: Floats  # (L,) the sum of a lane's weights; 0 in such a lane
    empty: Ints | None  # such lanes; None if there are none


class SumTree:
    """Values of L lanes over d attributes, drawn from in proportion to their weights.

    Parameters
    ----------
    lanes, shape : size.
    weigh : function from values and their factors to weights >= 0, elementwise; 0 weighs 0.
    factor : (width,) or (L, width) factors passed to `weigh` with the values, or None. With
        factors the weights are stored, without them they are computed when read.
    draws : draws per lane and step, n.

    Attributes
    ----------
    values : (L, width). Change them through `change`, or in place followed by `rebuild`.
    flat : the same in one row.
    begins : (L,) where each lane begins in it.
    """

    def __init__(
        self, lanes: int, shape: Shape, weigh: Weigh, factor: Floats | None, draws: int
    ) -> None:
        self._shape, self._draws = shape, draws
        self._weigh, self._factor = weigh, factor
        self._numbers = Numbers(lanes, shape, own_weights=factor is not None)
        # a total must exceed NOTHING, and WORN times the largest one since the last rebuild
        self._least = np.full(lanes, NOTHING)
        self._get_ready()

    def places(self, lane: Ints, attribute: Ints) -> Places:
        """Return the places of these attributes of these lanes, (n,) each."""
        return self._numbers.places(lane, attribute)

    def attributes(self, leaf: Ints) -> Ints:
        """Return the attributes at the leaves (..., L)."""
        return leaf - self.begins

    def leaves(self, attribute: Ints) -> Ints:
        """Return the leaves of the attributes (..., L)."""
        return attribute + self.begins

    def keep(self, lanes: Ints) -> None:
        """Continue with these lanes only."""
        self._numbers, self._least = self._numbers.keep(lanes), self._least[lanes]
        self._weigh = self._weigh.keep(lanes)
        if self._factor is not None and self._factor.ndim == 2:
            self._factor = self._factor[lanes]
        self._get_ready()

    def rebuild(self, lanes: Ints | slice = slice(None)) -> None:
        """Weigh the values of these lanes again and recompute their sums."""
        factor, fan = self._factor, 1 << self._shape.bits
        if factor is not None and factor.ndim == 2:
            factor = factor[lanes]
        weights = self._weigh(self.values[lanes], factor, self._column[lanes])
        if self._factor is not None:
            self._numbers.weights[lanes] = weights
        sums = _sums_of(weights, fan)
        for middle in self._numbers.middles:
            middle[lanes] = sums
            sums = _sums_of(sums, fan)
        self._numbers.tops[:, lanes] = sums.T
        self._top_sums.add_up()
        self._least[lanes] = np.fmax(WORN * self._top_sums.total[lanes], NOTHING)

    def change(self, places: Places, before: Floats, after: Floats, factor: Floats | None) -> None:
        """Change the values at the places of a step, (n,), and with them the sums.

        No place appears twice. factor is the weights' factor there.
        """
        difference = self._weigh(after, factor, places.lane)
        leaf = places.leaf
        if self._flat_weights is None:
            difference -= self._weigh(before, None)
        else:
            weights_before = self._flat_weights.take(leaf)
            self._flat_weights[leaf] = difference
            difference -= weights_before
        self.flat[leaf] = after
        levels = self._shape.levels
        np.add.at(self._numbers.row, places.sums.reshape(-1), difference.repeat(levels))

    def draw(self, u: Floats) -> Draw:
        """Draw by inverse CDF: the first n with cumsum(weights)[n] > u * total.

        The result is valid until the next draw.

        Parameters
        ----------
        u : (n, L) uniforms, n draws per lane.
        """
        self._top_sums.add_up()
        total, empty = self._top_sums.total, None
        if not all_true(total > self._least):
            empty = self._mend()
        # fmax: one NaN would stay for ever
        np.fmax(self._least, WORN * total, out=self._least)
        leaf, value, weight = self._descend(u, empty, clamp=False)
        # in rare cases rounding leads beyond the last weight of a row, to a weight of 0, or into a
        # part of the tree whose weights are all 0 though their sum, after many changes, is not
        if not smallest(weight) > 0:
            self.rebuild(np.flatnonzero(~(weight > 0).all(axis=0)))
            if empty is not None:
                total[empty] = 0.0
            leaf, value, weight = self._descend(u, empty, clamp=True)
        return Draw(leaf, value, weight, total, empty)

    def _mend(self) -> Ints | None:
        """Rebuild the lanes that are worn; return the lanes without weights to draw by."""
        total = self._top_sums.total
        worn = (total < self._least) & (self._least > NOTHING)
        if np.logical_or.reduce(worn):
            self.rebuild(np.flatnonzero(worn))
        empty = np.flatnonzero(~(total > NOTHING))
        total[empty] = 0.0
        return empty if len(empty) else None

    def _descend(
        self, u: Floats, empty: Ints | None, *, clamp: bool
    ) -> tuple[Ints, Floats, Floats]:
        """Return the leaves at which the running sum of a lane's weights passes u * total.

        On the way down the sum before each child is subtracted. With `clamp` the rest stays below
        the sum of all children, which rounding may otherwise exceed. Also returns the values and
        weights at the leaves.
        """
        by_lane = u * self._top_sums.total
        if empty is not None:
            by_lane[:, empty] = -1.0  # before every leaf
        below = by_lane.reshape(-1)
        at = children_passed(self._top_sums.within[:, None], by_lane).reshape(-1)
        below -= self._top_sums.before(at, self._lane)
        at += self._first_top
        for way in self._ways_down:
            at = way.go(at, below, clamp=clamp)
        leaf = at.reshape(u.shape)

        value = self.flat.take(leaf)
        if self._flat_weights is None:
            weight = self._weigh(value, None)
        else:
            weight = self._flat_weights.take(leaf)
        if empty is not None:
            value[:, empty], weight[:, empty] = 0.0, 1.0
        return leaf, value, weight

    def _get_ready(self) -> None:
        """Make all that stays the same until lanes end: indices, views, reused arrays."""
        numbers, shape, has_weights = self._numbers, self._shape, self._factor is not None
        lane = np.arange(len(numbers.values))
        self._column = lane[:, None]
        self.begins = lane * shape.width
        # of each draw, in one row: its lane, and its lane's first top
        self._lane = np.tile(lane, self._draws)
        self._first_top = self._lane * shape.tops

        self.values, self.flat = numbers.values, numbers.values.reshape(-1)
        self._flat_weights = numbers.weights.reshape(-1) if has_weights else None
        self._top_sums = RunningSums(numbers.tops)

        draws, weigh = len(self._lane), None if has_weights else self._weigh
        fan = 1 << shape.bits
        self._ways_down = [
            ChildRows(middle.reshape(-1, fan), draws, None, last=False)
            for middle in reversed(numbers.middles)
        ]
        leaves = numbers.weights.reshape(-1, fan)
        self._ways_down.append(ChildRows(leaves, draws, weigh, last=True))


def _sums_of(rows: Floats, fan: int) -> Floats:
    """Return (L, n) sums of the `fan` neighbours each of (L, n * fan).

    Adding whole columns is faster than `sum` over a short last axis.
    """
    children = rows.reshape(len(rows), rows.shape[1] // fan, fan)
    sums: Floats = children[:, :, 0].copy()
    for n in range(1, fan):
        sums += children[:, :, n]
    return sums
