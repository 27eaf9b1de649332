"""The ways down a tree of sums: from the nodes of one level to their children in the next.

Many draws go down together, each with a number that is left of its own: the sum of the children
before the right one is subtracted from it.
"""

from __future__ import annotations

from collections.abc import Sequence
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
    """Two children per node, on all levels: a draw turns right where the left one is passed.

    Parameters
    ----------
    levels : of each level its 2N numbers, those of a node neighbours, behind `IN_FRONT` others.
    draws : how many go down together.
    weigh : function from the numbers of the last level to what is added up; None: themselves.
    """

    # Nodes are counted from 1 on the way: the children of node n are the places 2n - 1 and 2n, and
    # with two places in front of all numbers the left one is read at 2n.
    IN_FRONT = 2

    def __init__(self, levels: Sequence[Floats], draws: int, weigh: Weigh | None) -> None:
        self._levels: list[tuple[Floats, Weigh | None]] = [(level, None) for level in levels[:-1]]
        self._levels.append((levels[-1], weigh))
        self._left, self._rest = np.empty((2, draws))
        self._turn = np.empty(draws, dtype=np.int64)
        # the same numbers by their bits: the first is the sign
        self._rest_bits, self._rest_order = self._rest.view(np.int64), self._rest.view(np.uint64)

    def go(self, node: Ints, below: Floats, *, clamp: bool) -> Ints:
        """Return the leaves, as `WayDown` says."""
        rest, turn, order = self._rest, self._turn, below.view(np.uint64)
        node = node + 1
        for numbers, weigh in self._levels:
            node += node
            left = _read(numbers, node, weigh, self._left)
            if clamp:
                both = left + _read(numbers, node + 1, weigh, np.empty_like(left))
                np.minimum(below, both * BELOW_ONE, out=below)
            np.subtract(below, left, out=rest)
            # Where left is passed, the rest is >= 0. By bits, negative numbers are above all
            # others: the smaller of both is the rest where it is >= 0, and else what it was (up to
            # rounding, by which left may be < 0). A comparison would have to be turned into
            # numbers, which takes longer.
            np.minimum(order, self._rest_order, out=order)
            np.right_shift(self._rest_bits, 63, out=turn)  # -1 to the left, 0 to the right
            node += turn
        node -= 1
        return node


def _read(numbers: Floats, place: Ints, weigh: Weigh | None, out: Floats) -> Floats:
    # "clip" because all places exist: "raise" would not write into `out` directly
    numbers.take(place, None, out, "clip")
    return out if weigh is None else weigh(out, None, None, out)
