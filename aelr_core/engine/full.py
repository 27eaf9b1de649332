"""Lanes with dense steps, O(d): full information, and JAERR and JAELR as their theorems need them.

Online ridge (OGD) and online lasso (EG) see all d attributes per example; for the same number of
attributes they take d / (k+1) times fewer steps than the budgeted lanes.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np
from numpy.typing import NDArray

from aelr_core import averaging
from aelr_core.checks import Floats, Ints
from aelr_core.designs.inclusion import theorem_probabilities
from aelr_core.engine.lanes import Lanes
from aelr_core.exponentiated import w_of
from aelr_core.letters import AVERAGE, TWO_OR_MORE
from aelr_core.randomness import UniformStreams

# Uniforms that are made ahead: d per step and lane.
UNIFORMS_AHEAD = 2**22


class FullInformation(ABC):
    """Lanes that see whole examples and follow the true gradient (<w, x> - y) x.

    Parameters
    ----------
    X, y : (n, d), (n,) training rows and labels.
    lanes : what differs between the lanes; their uniforms are not used.
    average : of the iterates, "uniform" or "linear".
    adagrad : AdaGrad steps, ridge only.
    """

    def __init__(
        self,
        X: NDArray[np.generic],
        y: Floats,
        lanes: Lanes,
        *,
        average: str = "uniform",
        adagrad: bool = False,
    ) -> None:
        self.d = X.shape[1]
        self._average = AVERAGE("average", average)
        self.t = 0
        self._X, self._y = X, np.asarray(y, dtype=np.float64)
        self._lane_of = np.argsort(-lanes.steps, kind="stable")  # the lanes that end are the last
        self._lanes = lanes.take(self._lane_of)
        self._sum = np.zeros((len(lanes), self.d))
        self._spent = np.zeros(len(lanes), dtype=np.int64)
        self._at = np.zeros((len(lanes), self.d))  # w for ridge, θ for lasso
        self._squares = np.zeros((len(lanes), self.d)) if adagrad else None

    @property
    def steps(self) -> int:
        """Steps of the longest lane."""
        return int(self._lanes.steps[0])

    def advance(self, steps: int | None = None) -> None:
        """Take this many steps (all remaining ones if None); lanes stop at their own end."""
        end = self.steps if steps is None else min(self.t + int(steps), self.steps)
        # a lane may diverge; it is reported as such and must not stop the others
        with np.errstate(over="ignore", invalid="ignore"):
            while self.t < end:
                self._step(np.flatnonzero(self._lanes.steps > self.t))
                self.t += 1

    def w_bar(self) -> Floats:
        """Return the averages of the iterates so far, (L, d), in the order the lanes were given."""
        seen = np.minimum(self._lanes.steps, max(self.t, 1))
        averages = np.empty_like(self._sum)
        total = averaging.total_weight(self._average, seen)
        averages[self._lane_of] = self._sum / total[:, None]
        return averages

    @property
    def attributes_seen(self) -> tuple[Ints, Ints]:
        """Attributes seen so far, (L,), twice: the attributes of an example are all distinct."""
        spent = np.empty_like(self._spent)
        spent[self._lane_of] = self._spent
        return spent, spent.copy()

    def _step(self, going: Ints) -> None:
        lanes = self._lanes
        row = lanes.order[lanes.order_of_lane[going], lanes.start[going] + self.t]
        x = self._X[row].astype(np.float64, copy=False)
        self._spent[going] += x.shape[1]
        w = self._w(len(going))
        self._sum[: len(going)] += averaging.weight(self._average, self.t + 1) * w
        phi = np.einsum("ld,ld->l", w, x) - self._y[row]
        self._move(phi[:, None] * x, lanes.eta[going, None], lanes.B[going, None])

    @abstractmethod
    def _w(self, going: int) -> Floats:
        """Return the iterates of the first `going` lanes."""

    @abstractmethod
    def _move(self, g: Floats, eta: Floats, B: Floats) -> None:
        """Take a step along the gradients g, (going, d)."""


class OnlineRidge(FullInformation):
    r"""Projected online gradient descent: :math:`v = w - \eta g`, :math:`w = vB/\max(\|v\|, B)`.

    With AdaGrad, g_i is divided by the root of the sum of its squares so far.
    """

    def _w(self, going: int) -> Floats:
        return self._at[:going]

    def _move(self, g: Floats, eta: Floats, B: Floats) -> None:
        if self._squares is not None:
            squares = self._squares[: len(g)]
            squares += g * g
            g = np.divide(g, np.sqrt(squares), out=np.zeros_like(g), where=squares > 0)
        v = self._at[: len(g)] - eta * g
        norm = np.sqrt(np.einsum("ld,ld->l", v, v))[:, None]
        self._at[: len(g)] = v * (B / np.maximum(norm, B))


class OnlineLasso(FullInformation):
    r"""Exponentiated gradient: θ ← θ − clip(ηg, ±1), w = B sinh θ / Σ cosh θ."""

    def _w(self, going: int) -> Floats:
        return w_of(self._at[:going], self._lanes.B[:going])

    def _move(self, g: Floats, eta: Floats, B: Floats) -> None:
        assert self._squares is None
        self._at[: len(g)] -= np.clip(eta * g, -1.0, 1.0)


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
