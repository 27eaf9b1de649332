"""Two-phased lanes (the paper's Algorithms 2 and 4): estimate the moments, then sample by them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from aelr_core.checks import Floats, Ints
from aelr_core.engine.blocks import GuideTables, MomentCounter, merge_repeats
from aelr_core.engine.budgeted import Budgeted
from aelr_core.engine.lanes import Lanes, Learning, longest_first
from aelr_core.engine.lasso import GAELR
from aelr_core.engine.ridge import GAERR
from aelr_core.letters import AVERAGE
from aelr_core.randomness import UniformStreams
from aelr_core.sampling import two_phase_distribution, uniform

INSIDE = 0.9
BLOCK = 64  # steps of phase one made together
LANES: dict[str, type[Budgeted]] = {"ridge": GAERR, "lasso": GAELR}


class TwoPhase:
    """Lanes that estimate the moments from the first m1 examples and learn from the others.

    A lane with m1 = 0 has no phase one: its moments are 0 and it draws uniformly.

    Parameters
    ----------
    X, y : (n, d), (n,) training rows and labels.
    lanes : `steps` is m = m1 + m2 of each lane, `eta` the step size of phase one.
    m1 : (L,) examples of phase one, 0 <= m1 < steps.
    family : "ridge" or "lasso".
    k_x, k_phi : draws per step.
    epsilon : (L,) confidence width added to the estimated moments; 0 in the paper's experiments.
    eta2 : function from the estimated moments A (L, d) to phase two's step sizes (L,).
    moment_aware : whether phase two draws j with probability proportional to |w_j| sqrt(A_j).
    warm_start : whether phase one also learns (AERR or AELR) and phase two starts from its
        average; then only its k_x i-draws estimate moments. Otherwise all k_x + k_phi do.
    adagrad : AdaGrad steps (ridge); the accumulator is kept through both phases.
    average : of phase two's iterates, "uniform" or "linear"; a warm start is a uniform average.
    B_one : (L,) norm bounds of phase one; those of the lanes if None. A warm start outside phase
        two's ball is brought into it: to its surface, or for lasso, whose θ would be infinite
        there, to `INSIDE` of the radius.

    Attributes
    ----------
    A : (L, d) the moments that phase two uses.
    q : (L, d) phase two's sampling distribution, None during phase one.
    """

    def __init__(
        self,
        X: NDArray[np.generic],
        y: Floats,
        lanes: Lanes,
        *,
        m1: Ints,
        family: str,
        k_x: int,
        k_phi: int,
        epsilon: Floats,
        eta2: Callable[[Floats], Floats],
        moment_aware: bool,
        warm_start: bool,
        adagrad: bool = False,
        average: str = "uniform",
        B_one: Floats | None = None,
    ) -> None:
        self._X, self._lanes, self._m1, self._B_one = X, lanes, m1, B_one
        self._family, self._draws, self._adagrad = family, k_x + k_phi, adagrad
        self._epsilon, self._eta2, self._average = epsilon, eta2, AVERAGE("average", average)
        self._moment_aware, self._warm_start = moment_aware, warm_start
        self._learning = partial(LANES[family], X, y, k_x=k_x, k_phi=k_phi, adagrad=adagrad)
        self.A = np.zeros((len(lanes), X.shape[1]))
        self.q: Floats | None = None
        self._seen = np.zeros((2, len(lanes)), dtype=np.int64)  # once phase one is over
        self._phase_one = self._begin_phase_one()
        self._phase_two: Budgeted | None = None
        if self._phase_one is None:
            self._phase_two = self._begin_phase_two()

    @property
    def steps(self) -> int:
        """Steps of both phases in lock-step: the longest phase one, then the longest phase two."""
        return int(self._m1.max() + (self._lanes.steps - self._m1).max())

    @property
    def t(self) -> int:
        """Steps taken."""
        if self._phase_two is None:
            assert self._phase_one is not None
            return self._phase_one.t
        return int(self._m1.max()) + self._phase_two.t

    def advance(self, steps: int | None = None) -> None:
        """Take this many steps (all remaining ones if None)."""
        end = self.steps if steps is None else min(self.t + int(steps), self.steps)
        if self._phase_two is None and self._phase_one is not None:
            self._phase_one.advance(end - self.t)
            if self._phase_one.t == int(self._m1.max()):
                self._phase_two = self._begin_phase_two()
        if self._phase_two is not None:
            self._phase_two.advance(end - self.t)

    def w_bar(self) -> Floats:
        """Return the averages of phase two's iterates so far, (L, d); 0 during phase one."""
        if self._phase_two is None:
            return np.zeros_like(self.A)
        return self._phase_two.w_bar()

    @property
    def attributes_seen(self) -> tuple[Ints, Ints]:
        """Draws spent and distinct attributes in both phases, (L,) each."""
        seen = self._seen.copy()
        if self._phase_one is not None:
            seen[:, self._estimating] += np.array(self._phase_one.attributes_seen)
        if self._phase_two is not None:
            seen += np.array(self._phase_two.attributes_seen)
        return seen[0], seen[1]

    def _begin_phase_one(self) -> PhaseOne | Budgeted | None:
        self._estimating = np.flatnonzero(self._m1 > 0)
        if not len(self._estimating):
            return None
        lanes = replace(self._lanes.take(self._estimating), steps=self._m1[self._estimating])
        if self._B_one is not None:
            lanes = replace(lanes, B=self._B_one[self._estimating])
        self._counter = MomentCounter(lanes, self._X.shape[1])
        if not self._warm_start:
            return PhaseOne(self._X, lanes, self._draws, self._counter)
        return self._learning(lanes, q=uniform(self._X.shape[1]), observer=self._counter)

    def _begin_phase_two(self) -> Budgeted:
        start = np.zeros_like(self.A)
        squares = np.zeros_like(self.A)
        if self._phase_one is not None:
            self.A[self._estimating] = self._counter.moments()
            self._seen[:] = self.attributes_seen
            if isinstance(self._phase_one, Budgeted):
                start[self._estimating] = self._inside(self._phase_one.w_bar())
            if isinstance(self._phase_one, GAERR) and self._adagrad:
                squares[self._estimating] = self._phase_one.squares()
            self._phase_one = None
        lanes = replace(
            self._lanes,
            eta=self._eta2(self.A),
            steps=self._lanes.steps - self._m1,
            start=self._lanes.start + self._m1,
        )
        self.q = two_phase_distribution(self.A, self._epsilon, self._family)
        M = self.A if self._moment_aware else None
        return self._learning(lanes, q=self.q, M=M, average=self._average, w=start, squares=squares)

    def _inside(self, w_bar: Floats) -> Floats:
        """Return phase one's averages, brought into the balls of phase two."""
        if self._B_one is None:
            return w_bar
        B, lasso = self._lanes.B[self._estimating], self._family == "lasso"
        with np.errstate(over="ignore", invalid="ignore"):  # a lane may have diverged
            norms = np.abs(w_bar).sum(axis=1) if lasso else np.sqrt((w_bar**2).sum(axis=1))
            short = np.where(norms > B, (INSIDE if lasso else 1.0) * B / np.maximum(norms, B), 1.0)
            shortened: Floats = w_bar * short[:, None]
        return shortened


class PhaseOne(Learning):
    """Lanes that spend every draw on the moments (theory mode: nothing is learnt yet).

    Parameters
    ----------
    X : (n, d) training rows.
    lanes : their orders, uniforms and numbers of examples; eta and B are not used.
    draws : uniform draws per example, k + 1.
    counter : receives every draw.
    """

    def __init__(
        self, X: NDArray[np.generic], lanes: Lanes, draws: int, counter: MomentCounter
    ) -> None:
        looks = int(lanes.steps.sum()) * draws
        super().__init__(X, lanes, lane_of=longest_first(lanes), looks=looks)
        self._draws = draws
        self._tables = GuideTables(uniform(X.shape[1]))
        self._uniforms = UniformStreams(lanes.seed, self._lanes.run, self._lanes.start, draws)
        self._counter = counter

    def _advance(self, end: int) -> None:
        while self.t < end:
            shortest = int(self._lanes.steps.min())
            self._run_block(min(end, self.t + BLOCK, shortest) - self.t)
            if self.t == shortest:
                going = np.flatnonzero(self._lanes.steps > self.t)
                self._go_on_with(going, (self._uniforms, self._counter))

    def _run_block(self, steps: int) -> None:
        left = int(self._lanes.steps.max()) - self.t
        i = self._tables.draw(self._uniforms.block(steps, left))
        there, x = self._access.look_at_rows(self._lanes.rows(self.t, steps), i)
        self._counter.see(i, there, x)
        repeats, _, _ = merge_repeats(i, there, x)
        self._access.note_distinct(steps * self._draws - repeats)
        self.t += steps
