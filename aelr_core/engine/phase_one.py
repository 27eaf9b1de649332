"""Phase one of the two-phased algorithms: estimating the second moments, lane by lane."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from aelr_core.checks import Floats, Ints
from aelr_core.engine.blocks import AttributeAccess, Attributes, GuideTables, merge_repeats
from aelr_core.engine.lanes import Lanes
from aelr_core.moments import estimated_moments
from aelr_core.randomness import UniformStreams
from aelr_core.sampling import uniform

BLOCK = 64


class MomentCounter:
    """Counts and sums of squares of what is seen: A_i = square_sums_i / counts_i, 0 if unseen.

    An observer of the i-draws of `Budgeted` lanes, which it expects in the same order (longest
    first, as `Budgeted` sorts them: `lane_of` is their argsort).
    """

    def __init__(self, lanes: Lanes, d: int) -> None:
        self._lane_of = np.argsort(-lanes.steps, kind="stable")
        self._counts = np.zeros((len(lanes), d))
        self._square_sums = np.zeros((len(lanes), d))
        self._first = self._lane_of * d

    def see(self, attribute: Attributes, there: Ints, value: Floats) -> None:
        """Record what was seen at attributes, (L, T, k).

        there, value : (n,) where, counted in one row, the values are not 0, and what they are.
        """
        at = (attribute + self._first[:, None, None]).reshape(-1)
        np.add.at(self._counts.reshape(-1), at, 1.0)
        np.add.at(self._square_sums.reshape(-1), at.take(there), value * value)

    def keep(self, lanes: Ints) -> None:
        """Continue with these lanes only; the counts of the others are kept."""
        self._first = self._first[lanes]

    def moments(self) -> Floats:
        """Return the estimated moments, (L, d), in the order the lanes were given."""
        return estimated_moments(self._square_sums, self._counts)


class PhaseOne:
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
        self.t = 0
        self._lane_of = np.argsort(-lanes.steps, kind="stable")
        self._lanes = lanes.take(self._lane_of)
        self._draws = draws
        self._access = AttributeAccess(X, len(lanes), int(lanes.steps.sum()) * draws)
        self._tables = GuideTables(uniform(X.shape[1]))
        self._uniforms = UniformStreams(lanes.seed, self._lanes.run, self._lanes.start, draws)
        self._counter = counter
        self._spent, self._distinct = np.zeros((2, len(lanes)), dtype=np.int64)

    def advance(self, steps: int) -> None:
        """Look at this many more examples; lanes stop at their own end."""
        end = self.t + steps
        while self.t < end and len(self._lanes):
            shortest = int(self._lanes.steps.min())
            self._run_block(min(end, self.t + BLOCK, shortest) - self.t)
            if self.t == shortest:
                going = np.flatnonzero(self._lanes.steps > self.t)
                self._lanes, self._lane_of = self._lanes.take(going), self._lane_of[going]
                for part in (self._access, self._uniforms, self._counter):
                    part.keep(going)

    @property
    def attributes_seen(self) -> tuple[Ints, Ints]:
        """Draws spent and distinct attributes so far, (L,) each."""
        return self._spent.copy(), self._distinct.copy()

    def _run_block(self, steps: int) -> None:
        left = int(self._lanes.steps.max()) - self.t
        i = self._tables.draw(self._uniforms.block(steps, left))
        there, x = self._access.look_at_rows(self._lanes.rows(self.t, steps), i)
        self._counter.see(i, there, x)
        repeats, _, _ = merge_repeats(i, there, x)
        self._access.distinct += steps * self._draws - repeats
        self._spent[self._lane_of] = self._access.spent
        self._distinct[self._lane_of] = self._access.distinct
        self.t += steps
