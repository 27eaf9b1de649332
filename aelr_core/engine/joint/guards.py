"""When guarded joint lanes begin their averages afresh; see `aelr_core.guards`."""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Ints
from aelr_core.engine.joint.iterates import Iterates
from aelr_core.engine.joint.pace import Pace
from aelr_core.engine.joint.seen import Seen

NEVER = np.iinfo(np.int64).max


class Guards:
    """From which step on a new block begins each lane's average afresh.

    Parameters
    ----------
    lanes : how many there are.
    wait : steps from the first that learns until then; 0: the average never begins afresh.
    """

    def __init__(self, lanes: int, wait: int) -> None:
        self._wait, self._afresh = wait, np.full(lanes, NEVER)

    def begin_block(
        self, lanes: Ints | slice, t: Ints, seen: Seen | None, pace: Pace, iterates: Iterates
    ) -> None:
        """Begin the averages of those of these lanes afresh whose time has come.

        Their blocks begin at t, (l,), and their weighted sums were just settled.
        """
        if seen is None or not self._wait:
            return
        every = np.arange(len(self._afresh))[lanes]
        due = every[self._afresh[lanes] <= t]
        first = seen.something[lanes] & (pace.Omega[lanes] == 0)
        iterates.forget(due)
        pace.forget(due)
        self._afresh[due] = NEVER
        self._afresh[every[first]] = t[first] + self._wait

    def keep(self, lanes: Ints) -> None:
        """Go on with these lanes only."""
        self._afresh = self._afresh[lanes]
