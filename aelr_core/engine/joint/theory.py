"""JAERR and JAELR as their theorems need them, for many lanes (ours, not the paper's).

Poisson sampling with the π of Theorem 1 or 5, which follows w at every step: dense steps, O(d). A
constant step, the uniform average, a budget of K attributes per example in expectation.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from aelr_core.checks import Floats, Ints
from aelr_core.designs.inclusion import theorem_probabilities
from aelr_core.engine.full import FullInformation, OnlineLasso, OnlineRidge
from aelr_core.engine.lanes import Lanes
from aelr_core.letters import TWO_OR_MORE
from aelr_core.randomness import UniformStreams

# Uniforms that are made ahead: d per step and lane.
UNIFORMS_AHEAD = 2**22


class PoissonSampled(FullInformation):
    """Lanes that see a Poisson sample of each example, K attributes in expectation.

    Parameters
    ----------
    X, y, lanes : as for `FullInformation`; a step receives d uniforms.
    K : attributes per example in expectation, k + 1 >= 2.
    M : (d,) second moments, not all 0.
    """

    FAMILY: str

    def __init__(
        self, X: NDArray[np.generic], y: Floats, lanes: Lanes, *, K: int, M: Floats
    ) -> None:
        super().__init__(X, y, lanes)
        self._K, self._M = TWO_OR_MORE("K", K), M
        ahead = max(1, UNIFORMS_AHEAD // (len(lanes) * self.d))
        self._streams = UniformStreams(
            lanes.seed, self._lanes.run, self._lanes.start, self.d, ahead=ahead
        )
        self._reading = len(lanes)

    def _step(self, going: Ints) -> None:
        lanes, n = self._lanes, len(going)
        if n < self._reading:
            self._streams.keep(going)
            self._reading = n
        u = self._streams.block(1, self.steps - self.t)[:, 0]
        row = lanes.order[lanes.order_of_lane[going], lanes.start[going] + self.t]
        w = self._w(n)
        self._sum[:n] += w
        pi = theorem_probabilities(self._M, w=w, a=self._K - 1, b=1, family=self.FAMILY)
        seen = u < pi
        self._spent[going] += seen.sum(axis=1)
        x = np.where(seen, self._X[row], 0.0)
        inverse = np.divide(1.0, pi, out=np.zeros_like(pi), where=seen)
        v, y = w * x, self._y[row][:, None]
        scaled = v * inverse
        g = x * inverse * (scaled.sum(axis=1, keepdims=True) - scaled + v - y)
        self._move(g, lanes.eta[going, None], lanes.B[going, None])


class JAERRInTheory(PoissonSampled, OnlineRidge):
    """Ridge lanes with the π of Theorem 1."""

    FAMILY = "ridge"


class JAELRInTheory(PoissonSampled, OnlineLasso):
    """Lasso lanes with the π of Theorem 5."""

    FAMILY = "lasso"
