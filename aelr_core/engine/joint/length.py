"""The measured length of the averages of joint lanes; see `aelr_core.measured_length`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from aelr_core import measured_length
from aelr_core.checks import Floats, Ints


class Length:
    """The sums from which L lanes measure how long w̄ should be, and what their block knows.

    Parameters
    ----------
    B : (L,) norm bounds.
    family : whose norm they bound, "ridge" or "lasso".
    """

    def __init__(self, B: Floats, family: str) -> None:
        self._B, self._family = B, family
        self._t, self._awake = np.zeros(len(B)), np.ones(len(B), dtype=bool)
        self._sums = np.zeros((measured_length.SUMS, len(B)))
        self._nu, self._a = np.zeros(len(B)), np.ones(len(B))

    def begin_block(self, lanes: Ints | slice, sums: Floats, Omega: Floats) -> None:
        """Note the norms of these lanes' averages, sums (l, d) over Omega (l,), and their a."""
        w_bar = sums / np.where(Omega > 0, Omega, 1.0)[:, None]
        self._nu[lanes] = np.sqrt((w_bar * w_bar).sum(axis=1))
        self._a[lanes] = self.factor(lanes, w_bar)

    def begin_steps(self, at: Ints, awake: NDArray[np.bool_]) -> None:
        """Take note of the steps that the lanes are at, (L,), and which of them go on."""
        self._t, self._awake = at.astype(np.float64), awake

    def note(self, label: Floats, square: Floats) -> Floats:
        """Take note of a step's estimates of y⟨w̄, x⟩ and ⟨w̄, x⟩², (L,); return those of the loss.

        The loss is that of a·w̄ with the a of the block, which knows nothing of this example.
        """
        self._t += 1.0
        nu = self._nu * self._awake  # where it is 0, nothing is added
        self._sums += measured_length.terms(self._t, nu, label, square)
        losses: Floats = self._a * (0.5 * self._a * square - label)
        return losses

    def factor(self, lanes: Ints | slice, w_bar: Floats) -> Floats:
        """Return a of these lanes, (l,), whose averages are w_bar, (l, d)."""
        return measured_length.factor(self._sums[:, lanes], w_bar, self._B[lanes], self._family)

    def keep(self, lanes: Ints) -> None:
        """Go on with these lanes only."""
        self._B, self._nu, self._a = self._B[lanes], self._nu[lanes], self._a[lanes]
        self._sums = self._sums[:, lanes]
