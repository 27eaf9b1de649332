"""GAELR (the paper's Algorithm 3) for many lanes: AELR, DDAELR and both phases' lasso steps."""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats, Ints
from aelr_core.engine.blocks import LockStep
from aelr_core.engine.budgeted import Budgeted
from aelr_core.exponentiated import shifted_sinh_cosh, theta_of

# When Z has changed by more than this factor since a lane was last recomputed, the running sums
# S V - C would lose digits: the lane is recomputed.
LARGEST_CHANGE = 1e2


class GAELR(Budgeted):
    r"""Lasso lanes whose step costs O(k_x + k_phi d^(1/3)).

    z⁺ z⁻ = 1 always, so θ = log z⁺ is the whole state, and with a per-lane shift c against
    overflow

    .. math::
        V_i = e^{-c} \sinh θ_i, \qquad Z = e^{-c} \sum_j \cosh θ_j, \qquad w_t = B V_t / Z_t,

    A step moves θ by :math:`-\mathrm{clip}(\eta \tilde g, ±1)` at its k_x places and adds the
    change of cosh to Z. `average` says how the iterates are added up, with s = 1 / Z.
    """

    POWER = 1

    def _begin(self, w: Floats | None) -> None:
        lanes = len(self._lanes)
        self._theta = np.zeros_like(self._tree.values)
        self._Z = np.full(lanes, float(self.d))  # cosh 0 = 1, d times
        self._Z_written = self._Z.copy()
        self._shift, self._one_squared = np.zeros(lanes), np.ones(lanes)
        if w is not None:
            self._theta[:, : self.d] = theta_of(w, self._lanes.B)
            self._refresh()

    def _step(self, now: LockStep) -> Ints:
        theta, eta, B = self._theta.reshape(-1), self._lanes.eta, self._lanes.B
        places, lane, move = now.places, now.places.lane, now.x_tilde
        scale = 1.0 / self._Z
        self._sum.begin_step(scale)

        inner, j = self._inner_product(now)
        phi_tilde = B * scale * inner - now.y

        move *= (eta * phi_tilde).take(lane)
        np.minimum(np.maximum(move, -1.0, out=move), 1.0, out=move)  # eta * clip(g, 1/eta)
        moved = theta.take(places.leaf) - move
        theta[places.leaf] = moved
        before = self._tree.flat.take(places.leaf)
        after, cosh_after = shifted_sinh_cosh(moved, self._shift.take(lane))
        self._tree.change(places, after)
        np.subtract(after, before, out=now.x_tilde)

        one_squared = self._one_squared.take(lane)
        cosh_before = np.sqrt(before * before + one_squared)  # cosh**2 - sinh**2 = 1
        np.add.at(self._Z, lane, cosh_after - cosh_before)
        changed = self._Z / self._Z_written
        fine = (changed < LARGEST_CHANGE) & (changed > 1.0 / LARGEST_CHANGE)
        if not fine.all():
            self._refresh(np.flatnonzero(~fine))
        return j

    def _refresh(self, lanes: Ints | slice = slice(None)) -> None:
        self._sum.settle(lanes, self._tree.values)
        theta = self._theta[lanes]
        # shift only where necessary, and leave room to grow before the next shift
        largest = np.abs(theta).max(axis=1)
        self._shift[lanes] = np.where(largest > 50.0, largest, 0.0)
        self._one_squared[lanes] = np.exp(-2.0 * self._shift[lanes])
        sinh, cosh = shifted_sinh_cosh(theta, self._shift[lanes][:, None])
        self._tree.values[lanes] = sinh
        self._tree.rebuild(lanes)
        self._Z[lanes] = cosh[:, : self.d].sum(axis=1)
        self._Z_written[lanes] = self._Z[lanes]

    def _averages(self) -> Floats:
        return self._lanes.B[:, None] * self._sum.averages(self._tree.values)[:, : self.d]

    def _keep(self, lanes: Ints) -> None:
        self._theta = self._theta[lanes]
        self._Z, self._Z_written = self._Z[lanes], self._Z_written[lanes]
        self._shift, self._one_squared = self._shift[lanes], self._one_squared[lanes]
