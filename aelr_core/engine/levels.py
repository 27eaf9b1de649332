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
        self._left, self._passed = np.empty(draws), np.empty(draws, dtype=bool)

    def go(self, node: Ints, below: Floats, *, clamp: bool) -> Ints:
        """Return the children, as `WayDown` says."""
        child = node + node
        left, passed = self._read(child, self._left), self._passed
        if clamp:
            both = left + self._read(child + 1, np.empty_like(left))
            np.minimum(below, both * BELOW_ONE, out=below)
        np.less_equal(left, below, out=passed)
        left *= passed  # `np.where` would be slower: it guesses which way each draw goes
        below -= left
        child += passed
        return child

    def _read(self, child: Ints, out: Floats) -> Floats:
        # "clip" because all of them exist: "raise" would not write into `out` directly
        numbers: Floats = self._children.take(child, None, out, "clip")
        return numbers if self._weigh is None else self._weigh(numbers, None, None, numbers)
