"""What JAERR and JAELR share: lanes in lock-step, nothing of order d between block updates.

As in `aelr_core.textbook.joint`. A block update writes the iterates out plainly (`Iterates` says
how they are kept), makes π and A, and draws the samples of the lane's next steps. Lanes may begin
their blocks at different times, as `Clocks` says: an adaptive lane does so right after the first
value other than 0.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from itertools import repeat

import numpy as np
from numpy.typing import NDArray

from aelr_core.checks import Floats, Ints
from aelr_core.designs.hard_budget import refuse_missing_moments
from aelr_core.designs.inclusion import chances_to_be_seen
from aelr_core.engine.joint.design import BlockUniforms, Everything, design_for, next_design
from aelr_core.engine.joint.estimates import Length, Progressive, Seen
from aelr_core.engine.joint.steps import Both, Clocks, Iterates, StepSizes, running_sums
from aelr_core.engine.lanes import ENDLESS, Lanes, Layout, Learning
from aelr_core.guards import part_of_step
from aelr_core.letters import LENGTH, MOMENTS, TWO_OR_MORE

# Numbers of a block update that are worked on together: with fewer, calls cost more than work.
TOGETHER = 2**16
# Attributes seen in the steps that are prepared together: with few lanes calls cost more than work.
SEEN_TOGETHER = 2**16


class Joint(Learning):
    """Lanes of a joint algorithm, or of its adaptive form.

    Parameters
    ----------
    X, y : (n, d), (n,) training rows and labels.
    lanes : what differs between the lanes; `eta` is used only without a multiplier.
    K : attributes per example, k + 1 >= 2.
    M : (d,) second moments, 0 only where an attribute is 0 in every row; None if they are learnt.
    multiplier : (L,) or one factor on the automatic step; None: constant steps, `lanes.eta`.
    progressive : whether to estimate L(w̄) − L(0) on the way, from what was paid for.
    aware : whether the design follows w; otherwise its scores are √M, to measure what that gains.
    length : whether w̄ is returned lengthened ("measured") or as it is ("plain").
    guarded : whether the lanes are guarded against rare failures, see `aelr_core.guards`.
    """

    FAMILY: str  # "ridge" or "lasso"
    FACTOR: float  # c of the automatic step c / (A √(1 + t/d))
    FACTOR_TAKES_B: bool  # whether it is c / B

    def __init__(
        self,
        X: NDArray[np.generic],
        y: Floats,
        lanes: Lanes,
        *,
        K: int,
        M: Floats | None = None,
        multiplier: float | Floats | None = 1.0,
        progressive: bool = False,
        aware: bool = True,
        length: str = "measured",
        guarded: bool = True,
    ) -> None:
        super().__init__(X, lanes)
        L = len(lanes)
        K = TWO_OR_MORE("K", K)
        self._M, self._aware = None if M is None else MOMENTS("M", M), aware
        if self._M is not None:
            refuse_missing_moments(X, self._M)
        positive = np.arange(self.d) if self._M is None else np.flatnonzero(self._M)
        self.K = min(K, len(positive))
        self._ahead = max(1, self.d // max(self.K, 1))  # T_b
        self._y = np.asarray(y, dtype=np.float64)
        automatic = multiplier is not None
        eta = lanes.eta if multiplier is None else self.FACTOR * np.broadcast_to(multiplier, (L,))
        warm_up = 2 * self._ahead if self._M is None and automatic else 0
        self._step_sizes = StepSizes(self.d, eta, automatic=automatic, warm_up=warm_up)
        self._guards = Guards(L, warm_up) if guarded else None
        sizes = {"lanes": L, "d": self.d, "ahead": self._ahead}
        self._design = design_for(self.K, positive=positive, **sizes)
        self._seen = Seen(L, self.d, self._design.layout) if self._M is None else None
        self._uniforms = BlockUniforms(self._lanes, self._design.width)

        self._iterates = Iterates(L, self.d + 1)  # the last place stays 0
        self._scale, self._y2 = np.ones(L), np.zeros(L)
        self._clocks = Clocks(self._lanes.steps)
        self._first_place = np.arange(L) * (self.d + 1)
        measured = LENGTH("length", length) == "measured"
        self._length = Length(self._lanes.B, self.FAMILY) if measured else None
        estimates = Progressive(L, self._design, self._length)
        self._progressive = estimates if progressive or measured else None
        self._w_bar, self._final_pi = np.zeros((2, L, self.d))
        self._final_losses = np.zeros(L)

    # -- what the world sees ---------------------------------------------------------------

    def w_bar(self) -> Floats:
        """Return the averages so far, (L, d), maybe lengthened, in the order lanes were given."""
        self._record()
        return self._w_bar.copy()

    @property
    def inclusion_probabilities(self) -> Floats:
        """How likely each attribute is to be seen at a lane's last step so far, (L, d)."""
        self._record()
        return chances_to_be_seen(self._final_pi.copy(), self.K)

    @property
    def progressive_loss_sums(self) -> Floats:
        """Sums over steps of unbiased estimates of L(a w̄) − L(0), (L,): a is 1 or `length`'s."""
        self._record()
        return self._final_losses.copy()

    # -- what a family must say -------------------------------------------------------------
    @abstractmethod
    def _write_out(self, lanes: Ints | slice) -> tuple[Floats, Floats]:
        """Write V and s of these lanes out plainly; R is 0 by now.

        Return w, (l, d), and u, (l, d) or something that broadcasts: the weights of A.
        """

    @abstractmethod
    def _slopes(self, V: Floats, layout: Layout) -> Floats | float:
        """Return ∂w/∂θ where the iterates are V: how far w goes for a step of length 1."""

    @abstractmethod
    def _move(self, places: Ints, now: Both, g: Floats, eta: Floats, layout: Layout) -> None:
        """Take a step along g, at these places, where the iterates are `now`: V + iC."""

    # -- blocks -----------------------------------------------------------------------------
    def _advance(self, end: int) -> None:
        while self._begin_blocks(end):
            while (left := self._clocks.left(end)).any():
                self._take_steps(left)
        self.t = end

    def _moments_of(self, lanes: Ints | slice) -> Floats:
        """Return the moments of some lanes: known, (d,), or estimated, (l, d)."""
        M = self._M if self._seen is None else self._seen.moments(lanes)
        assert M is not None
        return M

    def _begin_blocks(self, end: int) -> bool:
        """Make new blocks for the lanes that are due; return whether any has steps to take."""
        if self._clocks.over.any():
            self._finish()
        due, few = self._clocks.due(end), max(1, TOGETHER // self.d)
        for start in range(0, len(due), few):
            some = due[start : start + few]
            side_by_side = some[-1] - some[0] == len(some) - 1  # then views will do, no copies
            self._begin_block(slice(some[0], some[-1] + 1) if side_by_side else some)
        return bool((self._clocks.at < end).any())

    def _begin_block(self, lanes: Ints | slice) -> None:
        """Make a new block for these lanes: π, A and the samples of the next steps."""
        t, d = self._clocks.at[lanes], self.d
        self._iterates.settle(lanes)
        if self._guards is not None:
            self._guards.begin_block(lanes, t, self._seen, self._step_sizes, self._iterates)
        if self._length is not None:
            self._length.begin_block(
                lanes, self._iterates.settled(lanes), self._step_sizes.Omega[lanes]
            )
        (w, u), pi = self._write_out(lanes), self._design.pi[lanes, :d]
        M, learns = self._moments_of(lanes), np.ones(len(pi), dtype=bool)
        if self._seen is not None:
            learns = self._seen.something[lanes]
            self._seen.note_weights(lanes, u)
        s2 = self._y2[lanes] / np.maximum(t, 1)
        pi, A = next_design(M, w if self._aware else None, u, pi, s2, self.K)
        if self._seen is not None:
            A = np.maximum(A, self._seen.o(lanes, t))
        A = A * self._lanes.B[lanes] if self.FACTOR_TAKES_B else A
        self._design.pi[lanes, :d] = pi
        self._step_sizes.per_A[lanes] = np.where(learns & (A > 0), 1.0 / A, 0.0)
        # a lane that has seen nothing goes on drawing alike; it is interrupted when it has
        steps = np.minimum(self._ahead, np.maximum(1, np.where(learns, t // 4, t)))
        self._clocks.begin_block(lanes, steps)
        if not isinstance(self._design, Everything):
            self._design.prepare(lanes, self._uniforms.of(lanes, t, int(steps.max())))

    # -- steps ------------------------------------------------------------------------------
    def _take_steps(self, left: Ints) -> None:
        """Take some of these steps, as many as are prepared together; who has none left waits."""
        design, layout, awake = self._design, self._design.layout, left > 0
        learns = self._seen is None or self._seen.all_something  # else a step may end a block
        numbers = len(self._lanes) * max(design.size, 1)  # of a step
        few = max(1, SEEN_TOGETHER // numbers) if learns else 1
        when = self._clocks.next_steps(left, few)
        block_rows, everyone = when - self._clocks.begun, bool(awake.all())
        rows = self._lanes.order[self._lanes.order_of_lane, self._lanes.start + when]
        samples = attributes = design.samples(block_rows)
        if not everyone:  # one who waits sees nothing
            attributes = np.where(layout.spread_rows(awake[None]), attributes, self.d)
        x = self._access.look_at_samples(rows, attributes, layout, full=design.full and everyone)
        first, y = layout.spread(self._first_place), self._y[rows]
        places = attributes + first
        pi = design.pi.take(samples + first)  # of one who waits, too: nothing may become infinite
        if self._seen is not None:
            self._clocks.interrupt(self._seen.note(places, x, pi, when), len(when))
        self._y2 = running_sums(self._y2, y * y * awake)[-1]
        omega, Omega, eta = self._step_sizes.next(when, awake)
        pulls: Iterable[Floats | None] = repeat(None)
        if self._guards is not None:
            pulls = layout.spread_rows(eta) * (x * x / pi)
        weights = design.weights(block_rows, samples, pi)
        for step in zip(places, x, pulls, y, omega, eta, *weights, strict=False):
            self._step(*step)
        if self._progressive is not None:
            t: Floats = np.multiply(when + 1.0, awake)
            self._progressive.note(t, x, y, Omega, weights)
        self._clocks.go_on(len(when), awake)

    def _step(
        self,
        places: Ints,
        x: Floats,
        pull: Floats | None,
        y: Floats,
        omega: Floats,
        eta: Floats,
        *weights: Floats,
    ) -> None:
        """Take a step with the values x at these places; guarded if there is a pull, ηx²/π."""
        design, layout = self._design, self._design.layout
        self._iterates.R = R = self._iterates.R + omega * self._scale
        now = self._iterates.at(places)
        if self._progressive is not None:
            self._progressive.keep_step(R, now)
        v = now.real * x * layout.spread(self._scale)
        g = design.brackets(weights, v, y)
        g *= x
        if pull is not None:
            g *= part_of_step(pull * self._slopes(now.real, layout))
        self._move(places, now, g, eta, layout)

    # -- lanes that end -----------------------------------------------------------------------
    def _record(self) -> None:
        Omega = np.where(self._step_sizes.Omega > 0, self._step_sizes.Omega, 1.0)
        w_bar = self._iterates.sums()[:, : self.d] / Omega[:, None]
        if self._length is not None:
            w_bar *= self._length.factor(slice(None), w_bar)[:, None]
        self._w_bar[self._lane_of] = w_bar
        self._final_pi[self._lane_of] = self._design.pi[:, : self.d]
        if self._progressive is not None:
            self._final_losses[self._lane_of] = self._progressive.sums

    def _finish(self) -> None:
        """Record the lanes that took their last step and go on with the others."""
        self._record()
        lanes = np.flatnonzero(~self._clocks.over)
        parts = (
            self._clocks,
            self._design,
            self._uniforms,
            self._iterates,
            self._step_sizes,
            self._seen,
            self._length,
            self._guards,
            self._progressive,
        )
        self._go_on_with(lanes, parts)
        self._keep(lanes)

    def _keep(self, lanes: Ints) -> None:
        """Go on with these lanes only."""
        self._first_place = self._first_place[: len(lanes)]
        self._scale, self._y2 = self._scale[lanes], self._y2[lanes]


class Guards:
    """From which step on a new block begins each lane's average afresh; see `aelr_core.guards`.

    Parameters
    ----------
    lanes : how many there are.
    wait : steps from the first that learns until then; 0: the average never begins afresh.
    """

    def __init__(self, lanes: int, wait: int) -> None:
        self._wait, self._afresh = wait, np.full(lanes, ENDLESS)

    def begin_block(
        self,
        lanes: Ints | slice,
        t: Ints,
        seen: Seen | None,
        step_sizes: StepSizes,
        iterates: Iterates,
    ) -> None:
        """Begin the averages of those of these lanes afresh whose time has come.

        Their blocks begin at t, (l,), and their weighted sums were just settled.
        """
        if seen is None or not self._wait:
            return
        numbers = np.arange(len(self._afresh))[lanes]
        due = numbers[self._afresh[lanes] <= t]
        first = seen.something[lanes] & (step_sizes.Omega[lanes] == 0)
        iterates.forget(due)
        step_sizes.forget(due)
        self._afresh[due] = ENDLESS
        self._afresh[numbers[first]] = t[first] + self._wait

    def keep(self, lanes: Ints) -> None:
        """Go on with these lanes only."""
        self._afresh = self._afresh[lanes]
