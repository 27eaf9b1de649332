r"""The weights by which j is drawn: p_j is proportional to them.

Plain p weighs w_j by its square (ridge) or its size (lasso), moment-aware p by
:math:`|w_j| \sqrt{M_j}`. Lanes of both kinds may advance together: a lane without moments uses
plain p.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Protocol

import numpy as np

from aelr_core.checks import Floats, Ints
from aelr_core.engine.layout import Layout


class Weigh(Protocol):
    """A function from values and their factors (sqrt(M_j), or None) to weights, elementwise."""

    def __call__(self, values: Floats, factor: Floats | None, out: Floats | None = None) -> Floats:
        """Weigh values of all lanes, writing to `out` if it is given."""

    def rows(self, values: Floats, factor: Floats | None, lanes: Ints | slice) -> Floats:
        """Weigh values (l, width) of some lanes, one row per lane."""

    def keep(self, lanes: Ints) -> Weigh:
        """Return what weighs these lanes only."""


class _SameForAllLanes(ABC):
    @abstractmethod
    def __call__(self, values: Floats, factor: Floats | None, out: Floats | None = None) -> Floats:
        """Weigh values of all lanes."""

    def rows(self, values: Floats, factor: Floats | None, lanes: Ints | slice) -> Floats:
        return self(values, factor)

    def keep(self, lanes: Ints) -> _SameForAllLanes:
        return self


class Squares(_SameForAllLanes):
    """Plain p of ridge: w_j**2."""

    def __call__(self, values: Floats, factor: Floats | None, out: Floats | None = None) -> Floats:
        """Weigh values, whatever the factors are."""
        return np.multiply(values, values, out)


class Sizes(_SameForAllLanes):
    """Plain p of lasso, |w_j|, and with factors moment-aware p, |w_j| sqrt(M_j)."""

    def __call__(self, values: Floats, factor: Floats | None, out: Floats | None = None) -> Floats:
        """Weigh values, with or without factors."""
        weights: Floats = np.abs(values, out)
        if factor is not None:
            weights *= factor
        return weights


class SizesOrSquares:
    """Moment-aware p in some lanes, plain p of ridge in others: |w_j| (f_j + s |w_j|).

    Parameters
    ----------
    squared : (L,) s, 1 in a lane of plain p (whose factors f are 0), else 0.
    layout : of the values that are weighed.
    """

    def __init__(self, squared: Floats, layout: Layout) -> None:
        self._squared, self._layout = squared, layout
        self._spread = layout.spread(squared)

    def __call__(self, values: Floats, factor: Floats | None, out: Floats | None = None) -> Floats:
        """Weigh values arranged as in the layout."""
        return self._weigh(values, factor, self._spread, out)

    def rows(self, values: Floats, factor: Floats | None, lanes: Ints | slice) -> Floats:
        """Weigh values (l, width) of some lanes."""
        return self._weigh(values, factor, self._squared[lanes][:, None], None)

    def keep(self, lanes: Ints) -> SizesOrSquares:
        """Return what weighs these lanes only."""
        return SizesOrSquares(self._squared[lanes], self._layout)

    def _weigh(
        self, values: Floats, factor: Floats | None, squared: Floats, out: Floats | None
    ) -> Floats:
        assert factor is not None
        size = np.abs(values)
        weights: Floats = np.multiply(size, squared, out)
        weights += factor
        weights *= size
        return weights
