"""The door of joint lanes: what is looked at is counted, lane by lane."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from aelr_core.checks import Floats, Ints
from aelr_core.engine.layout import Layout


class JointDoor:
    """Training rows behind a door that counts; samples may be of different sizes.

    Parameters
    ----------
    X : (n, d) training rows, any real dtype.
    lanes : how many lanes look through it.

    Attributes
    ----------
    spent : (L,) attributes seen so far.
    """

    def __init__(self, X: NDArray[np.generic], lanes: int) -> None:
        self._flat = np.ascontiguousarray(X).reshape(-1)
        self._d = X.shape[1]
        self.spent = np.zeros(lanes, dtype=np.int64)

    def keep(self, lanes: Ints) -> None:
        """Go on with these lanes only."""
        self.spent = self.spent[lanes]

    def look(self, rows: Ints, attributes: Ints, layout: Layout, *, full: bool) -> Floats:
        """Return x of some steps at the attributes of their samples; 0 where there is none.

        rows : (steps, L)
        attributes : (steps, n, L) or (steps, L, n) as the layout says; d is no attribute.
        full : whether all of them are attributes.
        """
        at = layout.spread_rows(rows * self._d) + attributes
        x: Floats = self._flat.take(at, mode="clip").astype(np.float64, copy=False)
        if full:
            self.spent += attributes.size // len(self.spent)
            return x
        there = attributes < self._d
        by_step = np.add.reduce(there.view(np.uint8), axis=layout.draws, dtype=np.intp)
        self.spent += by_step.sum(axis=0)
        x *= there
        return x
