"""Running sums of many short rows at once, and the search for where a number lies in them.

With few lanes the calls cost more time than the arithmetic, so the arrays that every step writes
into, and the views of their rows, are reused from step to step.
"""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats, Ints
from aelr_core.engine.repeats import how_often
from aelr_core.engine.weights import Weigh

# `accumulate` works element by element; adding whole rows is faster once they are this long.
FEW = 80


class RunningSums:
    """Sums down the first axis of an array that changes in place, with a row of zeros on top.

    Parameters
    ----------
    rows : (c, N) array, c children of N parents.

    Attributes
    ----------
    total : (N,) sums over all children of a parent.
    within : (c - 1, N) the running sums without the first, 0, and the last, the total.
    """

    def __init__(self, rows: Floats) -> None:
        self._rows = rows
        self._sums = np.zeros((len(rows) + 1, rows.shape[1]))
        self._flat = self._sums.reshape(-1)
        self._behind = self._sums[1:]
        self._few = rows.shape[1] < FEW
        self._additions = [*zip(self._sums, rows, self._behind, strict=False)]
        self._parents = rows.shape[1]
        self.total: Floats = self._sums[-1]
        self.within: Floats = self._sums[1:-1]

    def add_up(self) -> None:
        """Add up the current rows; both ways add in the same order."""
        if self._few:
            np.add.accumulate(self._rows, 0, None, self._behind)
            return
        for before, row, after in self._additions:
            np.add(before, row, after)

    def before(self, child: Ints, parent: Ints) -> Floats:
        """Return the sum of a parent's children before this one."""
        before: Floats = self._flat.take(child * self._parents + parent)
        return before


class GatheredRows(RunningSums):
    """Running sums of rows that are gathered from a table, one per draw.

    Parameters
    ----------
    draws, children : how many rows, and how long they are.
    """

    def __init__(self, draws: int, children: int) -> None:
        super().__init__(np.empty((children, draws)))
        # what is gathered is added up where it is: less memory to go through
        self._rows = self._behind
        self._additions = [*zip(self._behind, self._behind[1:], self._behind[1:], strict=False)]
        self._gathered = np.empty((draws, children))
        # gathering whole rows and transposing is faster than gathering single numbers
        self._children_first = self._gathered.T

    def gather(self, table: Floats, row: Ints, weigh: Weigh | None) -> None:
        """Read rows (draws,) of a (rows, children) table, weigh their values and add them up."""
        # "clip" because all rows exist: "raise" would not write into `out` directly
        table.take(row, 0, self._gathered, "clip")
        self._rows[...] = self._children_first
        if weigh is not None:
            weigh(self._rows, None, None, self._rows)
        self.add_up()


def children_passed(sums: Floats, below: Floats) -> Ints:
    """Return how many children end at or before `below`, which is the index of its own child.

    sums is (children - 1, ...), `RunningSums.within`: a number above all of them is in the last
    child. below and the result are (...).
    """
    return how_often(sums <= below)
