"""The base class of GAERR and GAELR: lanes in lock-step, a block of draws at a time.

i-draws, their values and the uniforms of a whole block of steps are made in a few vectorised
calls before the steps are taken; only j depends on w and is drawn step by step (`SumTree`).
"""

from __future__ import annotations

from abc import abstractmethod

import numpy as np
from numpy.typing import NDArray

from aelr_core import averaging
from aelr_core.checks import Floats, Ints
from aelr_core.engine.blocks import (
    Block,
    Blocks,
    LockStep,
    MomentCounter,
    different_attributes,
    kept,
)
from aelr_core.engine.lanes import Attributes, Lanes, Learning, longest_first
from aelr_core.engine.tree import NOTHING, Draw, SumTree
from aelr_core.letters import AVERAGE, COUNT

# Steps prepared together: at most the first number and, where fewer fill the cache, at least the
# second. More steps save call overhead, fewer keep the block in the cache (and its arrays out of
# fresh memory).
LONGEST_BLOCK, BLOCK = 512, 32
# Draws of the i's that fill the cache, and the most that are made at once.
ENOUGH_DRAWS, BLOCK_DRAWS = 2**14, 2**18
# After this many steps the state of all lanes is recomputed, so that rounding errors never grow.
# Counted from a lane's first step: the result does not depend on how `advance` is chunked.
REFRESH = 512


class Budgeted(Learning):
    """Lanes of one budgeted algorithm: k_x draws for x_tilde and k_phi for phi_tilde per step.

    Parameters
    ----------
    X, y : (n, d), (n,) training rows and labels.
    lanes : what differs between the lanes.
    q : (d,) or (L, d) sampling distribution of the i's.
    k_x, k_phi : draws per step.
    M : None for plain p, else the moments of moment-aware p, (d,) or (L, d).
    observer : receives every i-draw and the value seen.
    average : of the iterates, "uniform" or "linear".
    w : (L, d) start of the lanes; 0 if None.
    adagrad : AdaGrad steps, ridge only.
    squares : (L, d) AdaGrad's accumulator at the start; 0 if None.

    Attributes
    ----------
    q : as given.
    """

    def __init__(
        self,
        X: NDArray[np.generic],
        y: Floats,
        lanes: Lanes,
        *,
        q: Floats,
        k_x: int,
        k_phi: int,
        M: Floats | None = None,
        observer: MomentCounter | None = None,
        average: str = "uniform",
        w: Floats | None = None,
        adagrad: bool = False,
        squares: Floats | None = None,
    ) -> None:
        self.k_x = COUNT("k_x", k_x)
        self.k_phi = COUNT("k_phi", k_phi)
        self.q = q
        looks = int(lanes.steps.sum()) * (self.k_x + self.k_phi)
        super().__init__(X, lanes, lane_of=longest_first(lanes), looks=looks)
        M = None if M is None else self._table("M", M)
        self._moment_aware = M is not None
        self._tree = SumTree(len(lanes), self.d, draws=self.k_phi, power=self.POWER, M=M)
        self._blocks = Blocks(
            np.asarray(y, dtype=np.float64),
            self._access,
            self._lanes,
            q=self._table("q", q),
            k_x=k_x,
            k_phi=k_phi,
            observer=observer,
        )
        self._sum = SumOfIterates(len(lanes), self._tree.width, AVERAGE("average", average))
        self._w_bar = np.zeros((len(lanes), self.d))
        self._begin(None if w is None else w[self._lane_of])
        if adagrad:
            self._begin_adagrad(np.zeros((len(lanes), self.d)) if squares is None else squares)

    # -- the interface ---------------------------------------------------------------------

    def w_bar(self) -> Floats:
        """Return the averages of the iterates so far, (L, d), in the order the lanes were given."""
        if self.t:
            self._record(np.arange(len(self._lanes)))
        return self._w_bar.copy()

    # -- what a family must define ----------------------------------------------------------

    POWER: int  # of |w_j| in the weights of plain p

    @abstractmethod
    def _begin(self, w: Floats | None) -> None:
        """Make the state of all lanes, which are at w, (L, d), or at 0."""

    def _begin_adagrad(self, squares: Floats) -> None:
        """Take AdaGrad steps from now on, with this accumulator, (L, d)."""
        raise ValueError("adagrad must be False: only ridge has AdaGrad steps.")

    @abstractmethod
    def _step(self, now: LockStep) -> Ints:
        """Take a step; return the leaves j looked at, (k_phi, L).

        It writes the change of V, the tree's values, to `now.x_tilde`.
        """

    @abstractmethod
    def _refresh(self, lanes: Ints | slice = slice(None)) -> None:
        """Recompute the state of these lanes from scratch, and their running sums."""

    @abstractmethod
    def _averages(self) -> Floats:
        """Return the averages of w_1..w_t of the running lanes, (lanes, d)."""

    @abstractmethod
    def _keep(self, lanes: Ints) -> None:
        """Continue with these lanes only."""

    # -- blocks of draws --------------------------------------------------------------------

    def _advance(self, end: int) -> None:
        while self.t < end:
            shortest = int(self._lanes.steps.min())
            refresh = (self.t // REFRESH + 1) * REFRESH
            self._run_block(min(end, self.t + self._block(), shortest, refresh) - self.t)
            if self.t == refresh:
                self._refresh()
            if self.t == shortest:
                self._finish()

    def _block(self) -> int:
        """Return how many steps to prepare together."""
        draws = self.k_x * len(self._lanes)
        return max(1, min(LONGEST_BLOCK, max(BLOCK, ENOUGH_DRAWS // draws), BLOCK_DRAWS // draws))

    def _run_block(self, steps: int) -> None:
        block = self._blocks.make(self.t, steps, self._tree)
        j: Attributes = np.empty((steps, self.k_phi, len(self._lanes)), dtype=np.int32)
        self._sum.open(block)
        for t, now in enumerate(block.steps()):
            j[t] = self._step(now)
        self._sum.close()
        j -= self._tree.begins.astype(np.int32)
        self._access.note_distinct(
            different_attributes(block.i, block.repeats, j.transpose(2, 0, 1))
        )
        self.t += steps

    def _inner_product(self, now: LockStep) -> tuple[Floats, Ints]:
        """Estimate <v, x> in each lane from k_phi draws j ~ p, v the tree's values.

        Returns (1/k_phi) sum_s v[j_s] x[j_s] / p[j_s], (lanes,), and the leaves, (k_phi, lanes).
        """
        drawn = self._tree.draw(now.u_j)
        if drawn.empty is not None:
            self._draw_in_empty_lanes(now, drawn, drawn.empty)
        terms = self._tree.flat.take(drawn.leaf)
        terms *= self._access.look(now.first_x + drawn.leaf)
        terms /= drawn.weight
        # added up in order, lane by lane the same sum
        sums = np.bincount(self._tree.lane_of_draw, terms.reshape(-1), len(drawn.total))
        inner = sums / self.k_phi * drawn.total
        if drawn.empty is not None:
            inner[drawn.total == 0] = 0.0  # also in a lane that has diverged
        return inner, drawn.leaf

    def _draw_in_empty_lanes(self, now: LockStep, drawn: Draw, empty: Ints) -> None:
        """Complete the draws of lanes whose weights are all 0.

        If w = 0, the inner product is exactly 0; the draws are spent on an attribute that the
        lane has already seen. If only the moment-aware weights vanish, p is
        plain.
        """
        drawn.leaf[:, empty] = now.first_leaf[empty]
        if not self._moment_aware:  # with plain p an empty lane is one with w = 0
            return
        for lane in empty[self._tree.values[empty].any(axis=1)]:
            values = self._tree.values[lane]
            weights = np.abs(values) ** self.POWER
            sums = np.cumsum(weights)
            if sums[-1] > NOTHING:
                j = np.searchsorted(sums, now.u_j[:, lane] * sums[-1], "right")
                drawn.leaf[:, lane] = j + lane * self._tree.width
                drawn.weight[:, lane] = weights[j]
                drawn.total[lane] = sums[-1]

    # -- lanes that end -----------------------------------------------------------------------

    def _finish(self) -> None:
        """Record the lanes that took their last step and continue with the others."""
        ended = np.flatnonzero(self._lanes.steps == self.t)
        going = np.flatnonzero(self._lanes.steps > self.t)
        self._record(ended)
        self._go_on_with(going, (self._blocks, self._tree, self._sum))
        self._keep(going)

    def _record(self, lanes: Ints) -> None:
        if len(lanes):
            self._w_bar[self._lane_of[lanes]] = self._averages()[lanes]

    def _table(self, name: str, given: Floats) -> Floats:
        """Check a (d,) or (L, d) argument and put its rows in the order of the lanes."""
        table, lanes = np.asarray(given, dtype=np.float64), len(self._lanes)
        if table.shape not in ((self.d,), (lanes, self.d)):
            raise ValueError(
                f"{name} must have shape ({self.d},) or ({lanes}, {self.d}), "
                f"but it has {table.shape}."
            )
        return kept(table, self._lane_of)


class SumOfIterates:
    r"""The weighted sum of all iterates, when a step changes k_x attributes and a scalar.

    Where :math:`w_t = s_t V_t` and a step adds :math:`\Delta V` at its k_x places,

    .. math:: \sum_{\tau \le t} ω_\tau w_\tau = S_t V_t - C_t, \qquad
              S_t = \sum_{\tau \le t} ω_\tau s_\tau,

    if every step adds :math:`S_t \Delta V` to C there. Nothing reads C during a block of steps: it
    is written once per block.

    Parameters
    ----------
    lanes, width : the size of V.
    average : "uniform" or "linear", the weights ω.
    """

    def __init__(self, lanes: int, width: int, average: str) -> None:
        self._C = np.zeros((lanes, width))
        self._S = np.zeros(lanes)
        self._average, self._t = average, 0
        self._begun = self._written = 0

    def open(self, block: Block) -> None:
        """Start a block; its x_tilde will be overwritten by the changes of V, step by step."""
        self._block = block
        self._S_of_steps = np.empty((len(block.y), len(self._S)))
        self._begun = self._written = 0

    def begin_step(self, scale: Floats) -> None:
        """Add this step's ω s to S."""
        self._t += 1
        omega = averaging.weight(self._average, self._t)
        weighted = scale if omega == 1 else omega * scale
        self._S = np.add(self._S, weighted, self._S_of_steps[self._begun])
        self._begun += 1

    def settle(self, lanes: Ints | slice, V: Floats, *, changed: bool = True) -> None:
        """Write the weighted sum of these lanes' iterates into C: from now on S counts from 0.

        changed : whether the current step has already changed V. If it has, S times its change is
            written first; if not, its change will be written later with the new S, which is 0.
        """
        self._write(self._begun if changed else self._begun - 1)
        self._C[lanes] -= self._S[lanes][:, None] * V[lanes]
        self._S[lanes] = 0.0

    def close(self) -> None:
        """End a block."""
        self._write(self._begun)
        self._S = self._S.copy()  # so that the block's memory can be freed

    def averages(self, V: Floats) -> Floats:
        """Return the averages of the iterates so far, (L, width), after the first step."""
        with np.errstate(over="ignore", invalid="ignore"):  # a lane may have diverged
            sums: Floats = self._S[:, None] * V - self._C
        return sums / averaging.total_weight(self._average, self._t)

    def keep(self, lanes: Ints) -> None:
        """Continue with these lanes only."""
        self._C, self._S = self._C[lanes], self._S[lanes]

    def _write(self, end: int) -> None:
        """Write the changes of the steps before `end` into C, in the order they were made."""
        if end <= self._written:
            return
        block = self._block
        some = slice(block.begins[self._written], block.begins[end])
        later = self._S_of_steps.reshape(-1).take(block.sample[some])
        later *= block.x_tilde[some]
        np.add.at(self._C.reshape(-1), block.places.leaf[some], later)
        self._written = end
