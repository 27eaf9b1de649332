r"""Estimates of L(w̄) − L(0) on the way, from what was paid for anyway.

They change no step, so they are made after some steps, for all of them at once, as if each step of
each lane were a lane of its own. With :math:`v = x \circ \bar w`, a step's estimate is

.. math:: \frac12 \Big[\sum_{i \ne j} \frac{v_i v_j}{π_{ij}}
          + \sum_i \frac{v_i (v_i - 2y)}{π_i}\Big].
"""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats, Ints
from aelr_core.engine.joint.design import JointDesign, Weights
from aelr_core.engine.joint.length import Length
from aelr_core.engine.joint.running import running_sums


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
