"""JAERR and Adaptive JAERR for many lanes (ours, not the paper's)."""

from __future__ import annotations

from typing import Any

import numpy as np

from aelr_core.checks import Floats, Ints
from aelr_core.engine.joint.lanes import Joint
from aelr_core.engine.joint.steps import Both
from aelr_core.engine.lanes import Layout

# Below this scale the sum R V - C would lose digits: the lane is written out again.
SMALLEST_SCALE = 1e-2


class JAERR(Joint):
    r"""Ridge lanes: :math:`w = s V`, s the product of the projections since V was written out.

    Parameters
    ----------
    X, y, lanes, K, M, multiplier, progressive, aware, length, guarded : as for `Joint`.
    """

    FAMILY = "ridge"
    FACTOR = 0.5
    FACTOR_TAKES_B = False

    def __init__(self, *args: Any, **given: Any) -> None:
        super().__init__(*args, **given)
        self._norm2 = np.zeros(len(self._lanes))

    def _write_out(self, lanes: Ints | slice) -> tuple[Floats, Floats]:
        scale = self._scale[lanes]
        w = self._iterates.V[lanes] * scale[:, None]
        if not (scale == 1.0).all():
            self._iterates.V[lanes] = w
            self._scale[lanes] = 1.0
        self._norm2[lanes] = np.einsum("ld,ld->l", w, w)
        return w[:, : self.d], np.ones(1)

    def _slopes(self, V: Floats, layout: Layout) -> Floats | float:
        return 1.0

    def _move(self, places: Ints, now: Both, g: Floats, eta: Floats, layout: Layout) -> None:
        V = now.real
        change = layout.spread(eta / self._scale) * g
        after = V - change
        change *= V + after  # V**2 - after**2
        self._norm2 -= layout.sums(change)
        scale = np.minimum(self._scale, self._lanes.B / np.sqrt(np.maximum(self._norm2, 0.0)))
        far = None
        if not scale.min() >= SMALLEST_SCALE:
            far = np.flatnonzero(~(scale >= SMALLEST_SCALE))  # NaN too: it diverged
            self._iterates.settle(far)  # before a huge change swamps the digits of C
            now = self._iterates.at(places)
        self._iterates.change(places, now, after, layout)
        self._scale = scale
        if far is not None:
            self._write_out(far)

    def _keep(self, lanes: Ints) -> None:
        super()._keep(lanes)
        self._norm2 = self._norm2[lanes]
