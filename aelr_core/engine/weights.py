r"""The weights by which j is drawn: p_j is proportional to them.

Plain p weighs w_j by its square (ridge) or its size (lasso), moment-aware p by
:math:`|w_j| \sqrt{M_j}`. Lanes of both kinds may advance together: a lane without moments uses
plain p.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from aelr_core.checks import Floats, Ints


class Weigh(Protocol):
    """A function from values and their factors (sqrt(M_j), or None) to weights, elementwise."""

    def __call__(
        self,
        values: Floats,
        factor: Floats | None,
        lane: Ints | None = None,
        out: Floats | None = None,
    ) -> Floats:
        """Weigh values, writing to `out` if it is given.

        lane : whose they are, an array that broadcasts against them. None is enough without
            factors.
        """

    def keep(self, lanes: Ints) -> Weigh:
        """Return what weighs these lanes only."""


class Squares:
    """Plain p of ridge: w_j**2."""

    def __call__(
        self,
        values: Floats,
        factor: Floats | None,
        lane: Ints | None = None,
        out: Floats | None = None,
    ) -> Floats:
        """Weigh values, whatever the factors and the lanes are."""
        return np.multiply(values, values, out)

    def keep(self, lanes: Ints) -> Squares:
        """Return what weighs these lanes only."""
        return self


class Sizes:
    """Plain p of lasso, |w_j|, and with factors moment-aware p, |w_j| sqrt(M_j)."""

    def __call__(
        self,
        values: Floats,
        factor: Floats | None,
        lane: Ints | None = None,
        out: Floats | None = None,
    ) -> Floats:
        """Weigh values, with or without factors, whatever the lanes are."""
        weights: Floats = np.abs(values, out)
        if factor is not None:
            weights *= factor
        return weights

    def keep(self, lanes: Ints) -> Sizes:
        """Return what weighs these lanes only."""
        return self


class SizesOrSquares:
    """Moment-aware p in some lanes, plain p of ridge in others: |w_j| (f_j + s |w_j|).

    Parameters
    ----------
    squared : (L,) s, 1 in a lane of plain p (whose factors f are 0), else 0.
    """

    def __init__(self, squared: Floats) -> None:
        self._squared = squared

    def __call__(
        self,
        values: Floats,
        factor: Floats | None,
        lane: Ints | None = None,
        out: Floats | None = None,
    ) -> Floats:
        """Weigh values."""
        assert factor is not None
        assert lane is not None
        size = np.abs(values)
        weights: Floats = np.multiply(size, self._squared.take(lane), out)
        weights += factor
        weights *= size
        return weights

    def keep(self, lanes: Ints) -> SizesOrSquares:
        """Return what weighs these lanes only."""
        return SizesOrSquares(self._squared[lanes])
