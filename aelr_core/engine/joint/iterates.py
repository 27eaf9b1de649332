r"""The iterates of joint lanes and their weighted sum, when a step changes few attributes.

With :math:`w_t = s_t V_t`, a step changes V at its sample and the scalar s, so

.. math:: \sum_t ω_t w_t = R V - C, \qquad R = \sum_t ω_t s_t,

if every step adds :math:`R\,\Delta V` to C where V changes.
"""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats, Ints
from aelr_core.engine.layout import Layout


class Iterates:
    """V and C of L lanes, as complex numbers V + iC: a step finds both in one place of memory.

    Parameters
    ----------
    lanes, width : L, and the numbers of each lane.

    Attributes
    ----------
    R : (L,) the sums of ω s since C was last settled.
    """

    def __init__(self, lanes: int, width: int) -> None:
        self._both = np.zeros((lanes, width), dtype=np.complex128)
        self.R = np.zeros(lanes)

    @property
    def V(self) -> Floats:  # noqa: N802
        """The V of all lanes, (L, width), to read and to write."""
        return self._both.real

    def at(self, places: Ints) -> tuple[Floats, Floats]:
        """Return V and C at places of the flat array."""
        both = self._both.take(places)
        return both.real, both.imag

    def change(
        self, places: Ints, before: tuple[Floats, Floats], after: Floats, layout: Layout
    ) -> None:
        """Put `after` in the place of V, where V and C were `before`."""
        V, C = before
        both = np.empty(places.shape, dtype=np.complex128)
        both.real = after
        change = after - V
        change *= layout.spread(self.R)
        np.add(C, change, out=both.imag)
        self._both.reshape(-1)[places] = both

    def settle(self, lanes: Ints | slice) -> None:
        """Write the weighted sum of these lanes' iterates into C: R counts from 0 again."""
        self._both.imag[lanes] -= self.R[lanes][:, None] * self._both.real[lanes]
        self.R = self.R.copy()  # the array may be kept by who looks at the steps later
        self.R[lanes] = 0.0

    def forget(self, lanes: Ints) -> None:
        """Begin the weighted sums of these lanes, which were just settled, afresh."""
        self._both.imag[lanes] = 0.0

    def sums(self) -> Floats:
        """Return the weighted sums of all iterates, (L, width)."""
        sums: Floats = self.R[:, None] * self._both.real - self._both.imag
        return sums

    def settled(self, lanes: Ints | slice) -> Floats:
        """Return the weighted sums of lanes that were just settled, (l, width)."""
        sums: Floats = -self._both.imag[lanes]
        return sums

    def keep(self, lanes: Ints) -> None:
        """Go on with these lanes only."""
        self._both, self.R = self._both[lanes], self.R[lanes]
