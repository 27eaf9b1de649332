r"""Estimates of L(w̄) − L(0) on the way, from what was paid for anyway.

They change no step, so they are made after some steps, for all of them at once, as if each step of
each lane were a lane of its own. With :math:`v = x \circ \bar w`, a step's estimate is

.. math:: \frac12 \Big[\sum_{i \ne j} \frac{v_i v_j}{π_{ij}}
          + \sum_i \frac{v_i (v_i - 2y)}{π_i}\Big].
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from aelr_core.checks import Floats, Ints
from aelr_core.engine.joint.design import JointDesign, Weights
from aelr_core.engine.joint.length import Length
from aelr_core.engine.joint.not_zero import NotZero
from aelr_core.engine.joint.running import running_sums
from aelr_core.engine.layout import PerLane


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

    def note(
        self, x: Floats, y: Floats, Omega: Floats, weights: Weights, some: NotZero | None
    ) -> None:
        """Take note of the steps that were kept.

        Parameters
        ----------
        x : (steps, K, L) or (steps, L, K) values or, in one row, some of them.
        y, Omega : (steps, L)
        weights, some : from the design, and where x is not 0; None: all of it counts.
        """
        loss, square = (
            self._from_every(x, y, Omega, weights)
            if some is None
            else self._from_some(some, x, y, Omega, weights)
        )
        if self._length is not None:
            pairs = zip(0.5 * square - loss, square, strict=True)
            loss = np.stack([self._length.note(*pair) for pair in pairs])
        self.sums = running_sums(self.sums, loss)[-1]
        self._was.clear()

    def keep(self, lanes: Ints) -> None:
        """Go on with these lanes only."""
        self.sums = self.sums[lanes]

    def _from_every(
        self, x: Floats, y: Floats, Omega: Floats, weights: Weights
    ) -> tuple[Floats, Floats]:
        """Return `_estimates` of all steps, (steps, L) each."""
        layout = self._design.layout
        R, V, C = (np.stack(each) for each in zip(*self._was, strict=True))
        values, V, C = (layout.steps_as_lanes(each) for each in (x, V, C))
        label, unit, R = (each.reshape(-1) for each in (y, Omega, R))
        together = self._design.steps_as_lanes(weights)
        loss, square = self._estimates(layout, values, V, C, label, unit, R, together)
        return loss.reshape(y.shape), square.reshape(y.shape)

    def _from_some(
        self, some: NotZero, x: Floats, y: Floats, Omega: Floats, weights: Weights
    ) -> tuple[Floats, Floats]:
        """Return the same, one step after the other, from the values that are not 0."""
        values = some.by_step(x)
        steps = zip(some.layouts(), values, self._was, y, Omega, *weights, strict=True)
        found = [
            self._estimates(layout, value, V, C, label, unit, R, own)
            for layout, value, (R, V, C), label, unit, *own in steps
        ]
        loss, square = (np.stack(each) for each in zip(*found, strict=True))
        return loss, square

    def _estimates(
        self, layout: PerLane, x: Floats, V: Floats, C: Floats, y: Floats, Omega: Floats,
        R: Floats, weights: Sequence[Floats],
    ) -> tuple[Floats, Floats]:  # fmt: skip
        """Return the estimates of L(w̄) − L(0) and, if the length is measured, of ⟨w̄, x⟩²."""
        unit = np.where(Omega > 0, Omega, 1.0)
        v = x * ((layout.spread(R) * V - C) / layout.spread(unit))
        own = tuple(weights)
        loss = 0.5 * layout.sums(v * self._design.brackets(own, v, 2.0 * y, layout))
        if self._length is None:
            return loss, loss
        return loss, layout.sums(v * self._design.brackets(own, v, 0.0 * y, layout))
