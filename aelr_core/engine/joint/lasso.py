"""JAELR and Adaptive JAELR for many lanes (ours, not the paper's)."""

from __future__ import annotations

from typing import Any

import numpy as np

from aelr_core.checks import Floats, Ints
from aelr_core.engine.joint.lanes import Joint
from aelr_core.engine.joint.steps import Both
from aelr_core.engine.lanes import Layout
from aelr_core.exponentiated import LARGEST_THETA

# When Z has changed by more than this factor since it was last added up, the sum R V - C would
# lose digits: the lane is written out again.
LARGEST_CHANGE = 1e2


class JAELR(Joint):
    r"""Lasso lanes: :math:`w = s V` with V = sinh θ and s = B/Z, :math:`Z = \sum_j \cosh θ_j`.

    |θ| <= 200, so nothing overflows.

    Parameters
    ----------
    X, y, lanes, K, M, multiplier, progressive, aware, length, guarded : as for `Joint`.
    """

    FAMILY = "lasso"
    FACTOR = 0.7
    FACTOR_TAKES_B = True

    def __init__(self, *args: Any, **given: Any) -> None:
        super().__init__(*args, **given)
        self._Z = np.full(len(self._lanes), float(self.d))
        self._Z_written = self._Z.copy()
        self._scale = self._lanes.B / self._Z

    def _write_out(self, lanes: Ints | slice) -> tuple[Floats, Floats]:
        V = self._iterates.V[lanes, : self.d]
        cosh = V * V  # cosh² = 1 + sinh²
        cosh += 1.0
        np.sqrt(cosh, out=cosh)
        Z = cosh.sum(axis=1)
        scale = self._lanes.B[lanes] / Z
        self._Z[lanes] = self._Z_written[lanes] = Z
        self._scale[lanes] = scale
        cosh /= Z[:, None]
        return V * scale[:, None], cosh

    def _slopes(self, V: Floats, layout: Layout) -> Floats | float:
        return layout.spread(self._scale) * np.sqrt(1.0 + V * V)

    def _move(self, places: Ints, now: Both, g: Floats, eta: Floats, layout: Layout) -> None:
        V = now.real
        g *= layout.spread(eta)
        move = np.minimum(np.maximum(g, -1.0, out=g), 1.0, out=g)  # η clip(g, 1/η)
        theta = np.arcsinh(V)
        theta -= move
        np.minimum(np.maximum(theta, -LARGEST_THETA, out=theta), LARGEST_THETA, out=theta)
        after = np.sinh(theta)
        self._Z += layout.sums(np.sqrt(1.0 + after * after) - np.sqrt(1.0 + V * V))
        self._iterates.change(places, now, after, layout)
        self._scale = self._lanes.B / self._Z
        changed = self._Z / self._Z_written
        fine = (changed < LARGEST_CHANGE) & (changed > 1.0 / LARGEST_CHANGE)
        if not fine.all():
            lanes = np.flatnonzero(~fine)
            self._iterates.settle(lanes)
            self._write_out(lanes)

    def _keep(self, lanes: Ints) -> None:
        super()._keep(lanes)
        self._Z, self._Z_written = self._Z[lanes], self._Z_written[lanes]
