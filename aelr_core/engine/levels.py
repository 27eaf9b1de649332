"""The ways down a tree of sums: from the nodes of one level to their children in the next.

Many draws go down together, each with a number that is left of its own: the sum of the children
before the right one is subtracted from it.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from aelr_core.checks import Floats, Ints
from aelr_core.engine.sums import GatheredRows, children_passed
from aelr_core.engine.weights import Weigh

BELOW_ONE = 1.0 - 2.0**-53


class WayDown(Protocol):
    """From nodes to the children at which the running sum of the children passes `below`."""

    def go(self, node: Ints, below: Floats, *, clamp: bool) -> Ints:
        """Return the children, (draws,), and subtract from `below` what lies before them.

        clamp : whether `below` is first kept below the sum of all children, which rounding may
            have made it exceed.
        """


class ChildRows:
    """Many children per node: a draw reads all of them.

    Parameters
    ----------
    children : (N, fan) numbers; a row per node.
    draws : how many go down together.
    weigh : function from the numbers to what is added up; None: the numbers themselves.
    last : whether nobody needs `below` afterwards.
    """

    def __init__(self, children: Floats, draws: int, weigh: Weigh | None, *, last: bool) -> None:
        self._children, self._weigh, self._last = children, weigh, last
        self._bits = children.shape[1].bit_length() - 1
        self._sums = GatheredRows(draws, children.shape[1])
        self._number = np.arange(draws)

    def go(self, node: Ints, below: Floats, *, clamp: bool) -> Ints:
        """Return the children, as `WayDown` says."""
        self._sums.gather(self._children, node, self._weigh)
        if clamp:
            np.minimum(below, self._sums.total * BELOW_ONE, out=below)
        child = children_passed(self._sums.within, below)
        if not self._last:
            below -= self._sums.before(child, self._number)
        child += node << self._bits
        return child


class Halves:
    """Two children per node: a draw reads the left one and turns right where it is passed.

    Parameters
    ----------
    children : (2N,) numbers; those of a node are neighbours.
    draws : how many go down together.
    weigh : function from the numbers to what is added up; None: the numbers themselves.
    """

    def __init__(self, children: Floats, draws: int, weigh: Weigh | None) -> None:
        self._children, self._weigh = children, weigh
        self._left, self._rest = np.empty((2, draws))
        self._turn = np.empty(draws, dtype=np.int64)
        # the same numbers by their bits: the first is the sign
        self._rest_bits, self._rest_order = self._rest.view(np.int64), self._rest.view(np.uint64)

    def go(self, node: Ints, below: Floats, *, clamp: bool) -> Ints:
        """Return the children, as `WayDown` says."""
        child = node + node
        left = self._read(child, self._left)
        if clamp:
            both = left + self._read(child + 1, np.empty_like(left))
            np.minimum(below, both * BELOW_ONE, out=below)
        np.subtract(below, left, out=self._rest)
        # Where left is passed, the rest is >= 0. By bits, negative numbers are above all others:
        # the smaller of both is the rest where it is >= 0, and else what it was. A comparison would
        # have to be turned into numbers, which takes longer.
        order = below.view(np.uint64)
        np.minimum(order, self._rest_order, out=order)
        np.right_shift(self._rest_bits, 63, out=self._turn)  # -1 to the left, 0 to the right
        child += 1
        child += self._turn
        return child

    def _read(self, child: Ints, out: Floats) -> Floats:
        # "clip" because all of them exist: "raise" would not write into `out` directly
        numbers: Floats = self._children.take(child, None, out, "clip")
        return numbers if self._weigh is None else self._weigh(numbers, None, None, numbers)
