"""Lanes with dense steps, O(d): full information, and JAERR and JAELR as their theorems need them.

Online ridge (OGD) and online lasso (EG) see all d attributes per example; for the same number of
attributes they take d / (k+1) times fewer steps than the budgeted lanes.
"""

from __future__ import annotations

from abc import abstractmethod

import numpy as np
from numpy.typing import NDArray

from aelr_core.checks import Floats, Ints
from aelr_core.designs.inclusion import theorem_probabilities
from aelr_core.engine.lanes import Lanes, Learning, longest_first
from aelr_core.exponentiated import w_of
from aelr_core.letters import TWO_OR_MORE
from aelr_core.randomness import UniformStreams

# Uniforms that are made ahead: d per step and lane.
UNIFORMS_AHEAD = 2**22


class FullInformation(Learning):
    """Lanes that see whole examples and follow the true gradient (<w, x> - y) x.

    They return the uniform average of their iterates.

    Parameters
    ----------
    X, y : (n, d), (n,) training rows and labels.
    lanes : what differs between the lanes; their uniforms are not used.
    adagrad : AdaGrad steps, ridge only.
    """

    def __init__(
        self,
        X: NDArray[np.generic],
        y: Floats,
        lanes: Lanes,
        *,
        adagrad: bool = False,
    ) -> None:
        super().__init__(X, lanes, lane_of=longest_first(lanes))
        self._y = np.asarray(y, dtype=np.float64)
        self._of_all, self._steps = self._lane_of, self._lanes.steps
        self._sum = np.zeros((len(lanes), self.d))
        self._at = np.zeros((len(lanes), self.d))  # w for ridge, θ for lasso
        self._squares = np.zeros((len(lanes), self.d)) if adagrad else None

    def w_bar(self) -> Floats:
        """Return the averages of the iterates so far, (L, d), in the order the lanes were given."""
        averages = np.empty_like(self._sum)
        averages[self._of_all] = self._sum / np.minimum(self._steps, max(self.t, 1))[:, None]
        return averages

    def _advance(self, end: int) -> None:
        while self.t < end:
            lanes = self._lanes
            w = self._w()
            self._sum[: len(lanes)] += w
            self._step(w, lanes.order[lanes.order_of_lane, lanes.start + self.t])
            self.t += 1
            if (lanes.steps == self.t).any():
                self._keep(np.flatnonzero(lanes.steps > self.t))

    def _step(self, w: Floats, row: Ints) -> None:
        """Take a step from w, (l, d), with the rows (l,)."""
        x = self._access.look_at_whole_rows(row)
        phi = np.einsum("ld,ld->l", w, x) - self._y[row]
        self._move(phi[:, None] * x)

    def _keep(self, going: Ints) -> None:
        """Go on with these lanes, which are the first ones."""
        self._go_on_with(going, ())

    @abstractmethod
    def _w(self) -> Floats:
        """Return the iterates of the l lanes that go on, (l, d)."""

    @abstractmethod
    def _move(self, g: Floats) -> None:
        """Take a step along the gradients g, (l, d)."""


class OnlineRidge(FullInformation):
    r"""Projected online gradient descent: :math:`v = w - \eta g`, :math:`w = vB/\max(\|v\|, B)`.

    With AdaGrad, g_i is divided by the root of the sum of its squares so far.
    """

    def _w(self) -> Floats:
        return self._at[: len(self._lanes)]

    def _move(self, g: Floats) -> None:
        eta, B = self._lanes.eta[:, None], self._lanes.B[:, None]
        if self._squares is not None:
            squares = self._squares[: len(g)]
            squares += g * g
            g = np.divide(g, np.sqrt(squares), out=np.zeros_like(g), where=squares > 0)
        v = self._at[: len(g)] - eta * g
        norm = np.sqrt(np.einsum("ld,ld->l", v, v))[:, None]
        self._at[: len(g)] = v * (B / np.maximum(norm, B))


class OnlineLasso(FullInformation):
    r"""Exponentiated gradient: θ ← θ − clip(ηg, ±1), w = B sinh θ / Σ cosh θ."""

    def _w(self) -> Floats:
        return w_of(self._at[: len(self._lanes)], self._lanes.B)

    def _move(self, g: Floats) -> None:
        assert self._squares is None
        self._at[: len(g)] -= np.clip(self._lanes.eta[:, None] * g, -1.0, 1.0)


class PoissonSampled(FullInformation):
    """Lanes that see a Poisson sample of each example, K attributes in expectation (ours).

    π is that of Theorem 1 or 5, and follows w at every step; a constant step, the uniform average.

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

    def _step(self, w: Floats, row: Ints) -> None:
        u = self._streams.block(1, self.steps - self.t)[:, 0]
        pi = theorem_probabilities(self._M, w=w, a=self._K - 1, b=1, family=self.FAMILY)
        seen = u < pi
        x = self._access.look_at_whole_rows(row, seen)
        inverse = np.divide(1.0, pi, out=np.zeros_like(pi), where=seen)
        v, y = w * x, self._y[row][:, None]
        scaled = v * inverse
        g = x * inverse * (scaled.sum(axis=1, keepdims=True) - scaled + v - y)
        self._move(g)

    def _keep(self, going: Ints) -> None:
        self._go_on_with(going, (self._streams,))


class JAERRInTheory(PoissonSampled, OnlineRidge):
    """Ridge lanes with the π of Theorem 1."""

    FAMILY = "ridge"


class JAELRInTheory(PoissonSampled, OnlineLasso):
    """Lasso lanes with the π of Theorem 5."""

    FAMILY = "lasso"
