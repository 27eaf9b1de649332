r"""Estimates of L(w̄) − L(0) on the way, from what was paid for anyway.

They change no step, so they are made after some steps, for all of them at once, as if each step of
each lane were a lane of its own. With :math:`v = x \circ \bar w`, a step's estimate is

.. math:: \frac12 \Big[\sum_{i \ne j} \frac{v_i v_j}{π_{ij}}
          + \sum_i \frac{v_i (v_i - 2y)}{π_i}\Big].
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from aelr_core import measured_length
from aelr_core.checks import Floats, Ints
from aelr_core.engine.joint.design import JointDesign, Weights
from aelr_core.engine.joint.steps import running_sums


class Progressive:
    """The sums of these estimates over the steps so far.

    Parameters
    ----------
    lanes, design : L, and whose samples they are made from.
    length : if w̄ is lengthened, the length, which is measured by the same estimates.

    Attributes
    ----------
    sums : (L,)
    """

    def __init__(self, lanes: int, design: JointDesign, length: Length | None) -> None:
        self._design, self._length, self.sums = design, length, np.zeros(lanes)
        self._was: list[tuple[Floats, Floats, Floats]] = []

    def keep_step(self, R: Floats, V: Floats, C: Floats) -> None:
        """Keep what a step knew of w̄ Ω = R V − C, where it looked."""
        self._was.append((R, V, C))

    def note(self, x: Floats, y: Floats, Omega: Floats, weights: Weights) -> None:
        """Take note of the steps that were kept.

        Parameters
        ----------
        x : (steps, K, L) or (steps, L, K) values.
        y, Omega : (steps, L)
        weights : from the design.
        """
        loss, square = self._estimates(x, y, Omega, weights)
        if self._length is not None:
            pairs = zip(0.5 * square - loss, square, strict=True)
            loss = np.stack([self._length.note(*pair) for pair in pairs])
        self.sums = running_sums(self.sums, loss)[-1]
        self._was.clear()

    def keep(self, lanes: Ints) -> None:
        """Go on with these lanes only."""
        self.sums = self.sums[lanes]

    def _estimates(
        self, x: Floats, y: Floats, Omega: Floats, weights: Weights
    ) -> tuple[Floats, Floats]:
        """Return the estimates of L(w̄) − L(0) and, if the length is measured, of ⟨w̄, x⟩².

        They are (steps, L) each.
        """
        layout, shape = self._design.layout, y.shape
        R, V, C = (np.stack(each) for each in zip(*self._was, strict=True))
        x, V, C = (layout.steps_as_lanes(each) for each in (x, V, C))
        y, Omega, R = (each.reshape(-1) for each in (y, Omega, R))
        together = self._design.steps_as_lanes(weights)
        unit = np.where(Omega > 0, Omega, 1.0)
        v = x * ((layout.spread(R) * V - C) / layout.spread(unit))
        loss = 0.5 * layout.sums(v * self._design.brackets(together, v, 2.0 * y))
        if self._length is None:
            return loss.reshape(shape), loss
        square = layout.sums(v * self._design.brackets(together, v, 0.0 * y))
        return loss.reshape(shape), square.reshape(shape)


class Length:
    """The sums from which L lanes measure how long w̄ should be, and what their block knows.

    See `aelr_core.measured_length`.

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
