"""The way down a tree of sums: from the nodes of one level to their children in the next.

Many draws go down together, each with a number that is left of its own: the sum of the children
before the right one is subtracted from it.
"""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats, Ints
from aelr_core.engine.sums import GatheredRows, children_passed
from aelr_core.engine.weights import Weigh

BELOW_ONE = 1.0 - 2.0**-53


class ChildRows:
    """From nodes to the children at which the running sum of the children passes `below`.

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
        """Return the children, (draws,), and subtract from `below` what lies before them.

        clamp : whether `below` is first kept below the sum of all children, which rounding may
            have made it exceed.
        """
        self._sums.gather(self._children, node, self._weigh)
        if clamp:
            np.minimum(below, self._sums.total * BELOW_ONE, out=below)
        child = children_passed(self._sums.within, below)
        if not self._last:
            below -= self._sums.before(child, self._number)
        child += node << self._bits
        return child
