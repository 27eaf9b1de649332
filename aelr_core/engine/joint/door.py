"""The door of joint lanes: what is looked at is counted, lane by lane."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from aelr_core.checks import Floats, Ints
from aelr_core.engine.layout import Layout
from aelr_core.engine.tree import how_often


class JointDoor:
    """Training rows behind a door that counts; samples may be of different sizes.

    Parameters
    ----------
    X : (n, d) training rows, any real dtype.
    lanes : how many lanes look through it.

    Attributes
    ----------
    spent : (L,) attributes seen so far.
    distinct : (L,) different ones, per example, of samples in rising order.
    """

    def __init__(self, X: NDArray[np.generic], lanes: int) -> None:
        self._flat = np.ascontiguousarray(X).reshape(-1)
        self._d = X.shape[1]
        self.spent, self.distinct = np.zeros((2, lanes), dtype=np.int64)

    def keep(self, lanes: Ints) -> None:
        """Go on with these lanes only."""
        self.spent, self.distinct = self.spent[lanes], self.distinct[lanes]

    def look(self, rows: Ints, attributes: Ints, layout: Layout, *, full: bool) -> Floats:
        """Return x of some steps at the attributes of their samples; 0 where there is none.

        rows : (steps, L)
        attributes : (steps, n, L) or (steps, L, n) as the layout says; d is no attribute.
        full : whether all of them are attributes.
        """
        at = layout.spread_rows(rows * self._d) + attributes
        x: Floats = self._flat.take(at, mode="clip").astype(np.float64, copy=False)
        there = self._counted(attributes, layout, full=full)
        if there is not None:
            x *= there
        return x

    def _counted(self, attributes: Ints, layout: Layout, *, full: bool) -> NDArray[np.bool_] | None:
        """Count the attributes of all lanes; return where there are any, None if everywhere."""
        there = None if full else attributes < self._d
        if there is None:
            spent: Ints | int = attributes.size // len(self.spent)
        else:
            spent = how_often(there).sum(axis=layout.draws)
        before, after = layout.neighbours(attributes)
        repeated = after <= before  # in rising order no attribute is seen twice
        if there is not None:
            repeated &= layout.neighbours(there)[1]
        self.spent += spent
        self.distinct += spent - how_often(repeated).sum(axis=layout.draws)
        return there
