"""When the blocks of joint lanes begin and end: each lane has a clock of its own.

A lane whose block is over waits until the others' are, so that all begin the next ones together:
a block update of many lanes costs little more than one of a few.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from aelr_core.checks import Ints
from aelr_core.engine.lanes import ENDLESS


class Clocks:
    """The steps of L lanes.

    Parameters
    ----------
    ends : (L,) how many steps each takes in all.

    Attributes
    ----------
    at : (L,) the steps that each has taken.
    begun : (L,) those it had taken when its block began.
    """

    def __init__(self, ends: Ints) -> None:
        self._ends = ends
        self.at, self.begun, self._next = np.zeros((3, len(ends)), dtype=np.int64)

    @property
    def over(self) -> NDArray[np.bool_]:
        """Which lanes have taken their last step, (L,)."""
        over: NDArray[np.bool_] = self.at == self._ends
        return over

    def due(self, end: int) -> Ints:
        """Return the lanes before step `end` whose next block begins now."""
        return np.flatnonzero((self.at < end) & (self._next == self.at))

    def left(self, end: int) -> Ints:
        """Return how many steps each lane may take before it begins a block or ends, (L,)."""
        left: Ints = np.minimum(np.minimum(self._next, self._ends), end) - self.at
        return left

    def begin_block(self, lanes: Ints | slice, steps: Ints) -> None:
        """Begin blocks of this many steps, (l,)."""
        self.begun[lanes] = self.at[lanes]
        self._next[lanes] = self.at[lanes] + steps

    def interrupt(self, lanes: Ints, steps: int) -> None:
        """Let the blocks of these lanes end after the steps that they take now."""
        self._next[lanes] = self.at[lanes] + steps

    def next_steps(self, left: Ints, few: int) -> Ints:
        """Return the numbers of the next steps, at most `few` of what is left, (steps, L).

        A lane with nothing left stays at its last step.
        """
        awake = left > 0
        steps = min(few, int(left.min(where=awake, initial=ENDLESS)))
        when: Ints = self.at - ~awake + np.arange(steps)[:, None] * awake
        return when

    def go_on(self, steps: int, awake: NDArray[np.bool_]) -> None:
        """Note that the lanes that are awake have taken this many steps."""
        self.at = self.at + steps * awake

    def keep(self, lanes: Ints) -> None:
        """Go on with these lanes only."""
        self._ends, self.at = self._ends[lanes], self.at[lanes]
        self.begun, self._next = self.begun[lanes], self._next[lanes]
