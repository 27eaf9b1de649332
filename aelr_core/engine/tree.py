r"""A tree of sums that draws j ~ p for every lane, while p changes with every step.

p_j is proportional to a weight of w_j. Plain p weighs w_j by its square (ridge) or its size
(lasso), moment-aware p by :math:`|w_j| \sqrt{M_j}`. A step changes only k_x of the weights. They
are the leaves of the tree: 2^b neighbours have their sum in a group, 2^b groups in a top. A draw
reads all tops of its lane, the groups of one of them and the leaves of one of those, about
d^(1/3) numbers each; a change touches one number of each level, whatever d is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import repeat
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from aelr_core.checks import Floats, Ints

# Sums are updated by differences, so they carry the rounding of the largest total they have had.
# A lane whose total has fallen this far since its sums were last recomputed is worn.
WORN = 1e-4
# Weights that add up to less than this have lost their digits to underflow and count as 0. (|w| is
# then below 1e-140 and the inner product 0 for all purposes.)
NOTHING = 1e-280
BELOW_ONE = 1.0 - 2.0**-53
# `accumulate` works element by element; adding whole rows is faster once they are this long.
FEW = 80


class Places(NamedTuple):
    """Where n numbers are in a tree, as flat positions, and whose they are."""

    lane: Ints  # (n,)
    leaf: Ints  # (n,)
    group: Ints  # (n,) the sum that the leaf is part of
    top: Ints  # (n,) the sum that the group is part of
    root_m: Floats | None  # (n,) sqrt(M) there, moment-aware p only

    def steps(self, slices: Sequence[slice]) -> Iterator[Places]:
        """Yield those of one step after the other."""
        each = (
            repeat(None) if of_all is None else map(of_all.__getitem__, slices) for of_all in self
        )
        return map(Places._make, zip(*each, strict=False))


class Draw(NamedTuple):
    """What was drawn, n draws per lane. The arrays may be overwritten."""

    leaf: Ints  # (n, L) places; the first leaf in a lane with `NOTHING` to draw by
    weight: Floats  # (n, L); 1 in such a lane
    total: Floats  # (L,) the sum of a lane's weights; 0 in such a lane
    empty: Ints | None  # such lanes; None if there are none


class SumTree:
    """Values of L lanes over d attributes, drawn from in proportion to their weights.

    Parameters
    ----------
    lanes, d : size.
    draws : per lane and step, n.
    power : of |w_j| in the weights of plain p, 2 for ridge and 1 for lasso.
    M : None for plain p, else the moments of moment-aware p, (d,) or (L, d). A lane of the latter
        without any moments has plain p.

    Attributes
    ----------
    width : number of leaves per lane, >= d; the leaves beyond d are always 0.
    values : (L, width). Change them through `change`, or in place followed by `rebuild`.
    flat : the same numbers, (L width,).
    begins : (L,) where each lane begins in them, counted in one row.
    lane_of_draw : (n L,) the lane of each draw of a step.
    """

    def __init__(
        self, lanes: int, d: int, *, draws: int, power: int, M: Floats | None = None
    ) -> None:
        self._power, self._draws = power, draws
        self._bits = max(1, round(float(np.log2(d)) / 3))
        self.width = -(-d >> 2 * self._bits) << 2 * self._bits
        self.values = np.zeros((lanes, self.width))
        self._weights = np.zeros((lanes, self.width))
        self._groups = np.zeros((lanes, self.width >> self._bits))
        self._tops = np.zeros((self.width >> 2 * self._bits, lanes))
        # a total must exceed NOTHING, and WORN times the largest one since the last rebuild
        self._least = np.full(lanes, NOTHING)
        self._root_m: Floats | None = None
        self._squared: Floats | None = None  # (L,) 1 in lanes of plain p among others
        if M is not None:
            self._root_m = self.padded(np.sqrt(M))
            without = np.flatnonzero(~M.any(axis=1)) if M.ndim == 2 else ()
            if len(without) and power == 1:
                self._root_m[without] = 1.0
            elif len(without):
                self._squared = np.zeros(lanes)
                self._squared[without] = 1.0
        self._get_ready()

    def padded(self, table: Floats) -> Floats:
        """Return (..., d) filled with zeros up to the width."""
        d = table.shape[-1]
        wider = np.zeros((*table.shape[:-1], self.width))
        wider[..., :d] = table
        return wider

    def places(self, lane: Ints, attribute: Ints) -> Places:
        """Return the places of these attributes of these lanes, (n,) each."""
        leaf, table, root_m = attribute + lane * self.width, self._root_m, None
        if table is not None:
            root_m = table.reshape(-1)[attribute if table.ndim == 1 else leaf]
        top = (attribute >> 2 * self._bits) * len(self.values) + lane
        return Places(lane, leaf, leaf >> self._bits, top, root_m)

    def keep(self, lanes: Ints) -> None:
        """Continue with these lanes only."""
        self.values, self._weights = self.values[lanes], self._weights[lanes]
        self._groups, self._tops = self._groups[lanes], self._tops.take(lanes, axis=1)
        self._least = self._least[lanes]
        if self._root_m is not None and self._root_m.ndim == 2:
            self._root_m = self._root_m[lanes]
        self._squared = None if self._squared is None else self._squared[lanes]
        self._get_ready()

    def rebuild(self, lanes: Ints | slice = slice(None)) -> None:
        """Weigh the values of these lanes again and recompute their sums."""
        root_m = self._root_m
        if root_m is not None and root_m.ndim == 2:
            root_m = root_m[lanes]
        weights = self._weigh(self.values[lanes], root_m, self._lane[lanes, None])
        self._weights[lanes] = weights
        groups = _sums_of(weights, 1 << self._bits)
        self._groups[lanes] = groups
        self._tops[:, lanes] = _sums_of(groups, 1 << self._bits).T
        _add_up(self._tops, self._before_tops)
        self._least[lanes] = np.fmax(WORN * self._total[lanes], NOTHING)

    def change(self, places: Places, after: Floats) -> None:
        """Change the values at the places of a step, (n,), and with them the sums.

        No place appears twice.
        """
        weights = self._flat_weights
        difference = self._weigh(after, places.root_m, places.lane)
        before = weights.take(places.leaf)
        weights[places.leaf] = difference
        difference -= before
        self.flat[places.leaf] = after
        np.add.at(self._flat_groups, places.group, difference)
        np.add.at(self._flat_tops, places.top, difference)

    def draw(self, u: Floats) -> Draw:
        """Draw by inverse CDF: the first n with cumsum(weights)[n] > u * total.

        Parameters
        ----------
        u : (n, L) uniforms, n draws per lane.
        """
        _add_up(self._tops, self._before_tops)
        empty = None
        if not (self._total > self._least).all():
            empty = self._rebuild_worn()
        # fmax: one NaN would stay for ever
        np.fmax(self._least, WORN * self._total, out=self._least)
        leaf, weight = self._descend(u, empty, clamp=False)
        # in rare cases rounding leads beyond the last weight of a row, to a weight of 0, or into a
        # part of the tree whose weights are all 0 though their sum, after many changes, is not
        if not weight.min() > 0:
            self.rebuild(np.flatnonzero(~(weight > 0).all(axis=0)))
            if empty is not None:
                self._total[empty] = 0.0
            leaf, weight = self._descend(u, empty, clamp=True)
        return Draw(leaf, weight, self._total, empty)

    def _rebuild_worn(self) -> Ints | None:
        """Rebuild the lanes that are worn; return the lanes without weights to draw by."""
        worn = (self._total < self._least) & (self._least > NOTHING)
        if worn.any():
            self.rebuild(np.flatnonzero(worn))
        empty = np.flatnonzero(~(self._total > NOTHING))
        self._total[empty] = 0.0
        return empty if len(empty) else None

    def _descend(self, u: Floats, empty: Ints | None, *, clamp: bool) -> tuple[Ints, Floats]:
        """Return the leaves at which the running sum of a lane's weights passes u * total.

        On the way down the sum before each child is subtracted. With `clamp` the rest stays below
        the sum of all children, which rounding may otherwise exceed. Also returns the weights.
        """
        left = np.multiply(u, self._total, order="C")
        if empty is not None:
            left[:, empty] = -1.0  # before every leaf
        # a number's own child is the last one that begins at or before it
        top = how_often(self._before_tops[1:-1, None] <= left)
        left -= self._flat_before_tops.take(top * len(self._lane) + self._lane)
        node, left = (self._first_top + top).reshape(-1), left.reshape(-1)
        before = self._before_children
        for level in self._levels:
            # "clip" because all nodes exist: "raise" would not write into `children` directly
            level.take(node, 0, self._children, "clip")
            _add_up(self._children.T, before)
            if clamp:
                np.minimum(left, (before[-1] + self._children[:, -1]) * BELOW_ONE, out=left)
            child = how_often(before[1:] <= left)
            if level is self._levels[0]:
                left -= self._flat_before_children.take(child * len(node) + self._draw)
            node = (node << self._bits) + child
        leaf = node.reshape(u.shape)
        weight = self._flat_weights.take(leaf)
        if empty is not None:
            weight[:, empty] = 1.0
        return leaf, weight

    def _weigh(self, values: Floats, root_m: Floats | None, lane: Ints) -> Floats:
        """Return the weights of values, elementwise."""
        size: Floats = np.abs(values)
        if root_m is None:
            return size if self._power == 1 else size * size
        return size * (root_m if self._squared is None else root_m + self._squared[lane] * size)

    def _get_ready(self) -> None:
        """Make what stays until lanes end: numbers, and memory that is fresh only once."""
        lanes, tops = len(self.values), len(self._tops)
        self._lane, self._draw = np.arange(lanes), np.arange(lanes * self._draws)
        self.begins, self.lane_of_draw = self._lane * self.width, np.tile(self._lane, self._draws)
        self._first_top, self._before_tops = self._lane * tops, np.zeros((tops + 1, lanes))
        self._total = self._before_tops[-1]
        self.flat, self._flat_weights = self.values.reshape(-1), self._weights.reshape(-1)
        self._flat_groups, self._flat_tops = self._groups.reshape(-1), self._tops.reshape(-1)
        self._flat_before_tops = self._before_tops.reshape(-1)
        self._levels = [each.reshape(-1, 1 << self._bits) for each in (self._groups, self._weights)]
        self._children = np.empty((lanes * self._draws, 1 << self._bits))
        self._before_children = np.zeros((1 << self._bits, lanes * self._draws))
        self._flat_before_children = self._before_children.reshape(-1)


def _sums_of(rows: Floats, fan: int) -> Floats:
    """Return (L, n) sums of the `fan` neighbours each of (L, n * fan).

    Adding whole columns is faster than `sum` over a short last axis.
    """
    children = rows.reshape(len(rows), rows.shape[1] // fan, fan)
    sums: Floats = children[:, :, 0].copy()
    for n in range(1, fan):
        sums += children[:, :, n]
    return sums


def _add_up(rows: Floats, before: Floats) -> None:
    """Write the sums of the first 1, 2, ... rows, (c, N), into `before`; its first row stays 0."""
    sums = len(before) - 1
    if rows.shape[1] < FEW:  # both ways add in the same order
        np.add.accumulate(rows[:sums], 0, None, before[1:])
        return
    for n in range(sums):
        np.add(before[n], rows[n], before[n + 1])


def how_often(flags: NDArray[np.bool_]) -> Ints:
    """Return how often each flag is true along the first axis, (T, ...) to (...)."""
    # counting in single bytes is vectorised; more only where the count could be larger
    n = len(flags)
    short = np.int8 if n < 2**7 else np.int16 if n < 2**15 else np.int64
    count: Ints = np.add.reduce(flags.view(np.int8), 0, short).astype(np.int64)
    return count
