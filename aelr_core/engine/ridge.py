"""GAERR (the paper's Algorithm 1) for many lanes: AERR, DDAERR and both phases' ridge steps."""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats, Ints
from aelr_core.engine.blocks import LockStep
from aelr_core.engine.budgeted import Budgeted

# Below this scale the running sums S V - C would lose digits: the lane is recomputed.
SMALLEST_SCALE = 1e-2


class GAERR(Budgeted):
    r"""Ridge lanes whose step costs O(k_x + k_phi d^(1/3)).

    A step changes w at k_x attributes and may then shrink all of it onto the ball. So

    .. math::
        w_t = s_t V_t,

    where a step adds :math:`\Delta V = -\eta \tilde g / s` at its k_x places and multiplies the
    scalar s by :math:`B / \max(\|s V\|_2, B)`. AdaGrad divides :math:`\Delta V_i` by
    :math:`\sqrt{\sum_\tau \tilde g_{\tau,i}^2}`. `average` says how the iterates are added up.
    """

    POWER = 2

    def _begin(self, w: Floats | None) -> None:
        self._scale, self._norm2 = np.ones(len(self._lanes)), np.zeros(len(self._lanes))
        self._squares: Floats | None = None
        if w is not None:
            self._tree.values[:, : self.d] = w
            self._refresh()

    def _begin_adagrad(self, squares: Floats) -> None:
        self._final_squares = squares.copy()
        self._squares = self._tree.padded(squares[self._lane_of])

    def squares(self) -> Floats:
        """Return AdaGrad's sums of squared gradient estimates so far, (L, d)."""
        self._record(np.arange(len(self._lanes)))
        return self._final_squares.copy()

    def _record(self, lanes: Ints) -> None:
        super()._record(lanes)
        if self._squares is not None:
            self._final_squares[self._lane_of[lanes]] = self._squares[lanes, : self.d]

    def _step(self, now: LockStep) -> Ints:
        scale, eta, B = self._scale, self._lanes.eta, self._lanes.B
        places, lane, change = now.places, now.places.lane, now.x_tilde
        self._sum.begin_step(scale)

        inner, j = self._inner_product(now)
        minus_phi = now.y / scale - inner  # over s, as V is w over s

        if self._squares is None:
            change *= (eta * minus_phi).take(lane)
        else:
            change *= (scale * minus_phi).take(lane)
            g = self._adagrad(places.leaf, change)
            np.multiply((eta / scale).take(lane), g, change)
        before = self._tree.flat.take(places.leaf)
        after = before + change
        np.add.at(self._norm2, lane, change * (before + after))  # after**2 - before**2
        # fmin: rounding may leave a negative norm2 where V is 0
        np.fmin(scale, B / np.sqrt(self._norm2), out=scale)
        far = None
        if not scale.min() >= SMALLEST_SCALE:
            far = np.flatnonzero(scale < SMALLEST_SCALE)
            # before a huge change swamps the digits of C
            self._sum.settle(far, self._tree.values, changed=False)

        self._tree.change(places, after)
        if far is not None:
            self._refresh(far)
        return j

    def _adagrad(self, at: Ints, g_tilde: Floats) -> Floats:
        """Return g_i / sqrt(sum of g_i**2 so far), 0 where g_i = 0, and add g_i**2 to the sum."""
        assert self._squares is not None
        squares = self._squares.reshape(-1)
        so_far = squares.take(at) + g_tilde * g_tilde
        squares[at] = so_far
        return np.divide(g_tilde, np.sqrt(so_far), out=np.zeros_like(g_tilde), where=so_far > 0)

    def _refresh(self, lanes: Ints | slice = slice(None)) -> None:
        self._sum.settle(lanes, self._tree.values)
        V = self._tree.values[lanes] * self._scale[lanes][:, None]
        self._tree.values[lanes] = V
        self._tree.rebuild(lanes)
        self._scale[lanes] = 1.0
        self._norm2[lanes] = np.einsum("ld,ld->l", V, V)

    def _averages(self) -> Floats:
        return self._sum.averages(self._tree.values)[:, : self.d]

    def _keep(self, lanes: Ints) -> None:
        self._scale, self._norm2 = self._scale[lanes], self._norm2[lanes]
        if self._squares is not None:
            self._squares = self._squares[lanes]
