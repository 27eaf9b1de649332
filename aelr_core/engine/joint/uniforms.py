"""The uniforms of joint lanes, which begin their blocks at different times."""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats, Ints
from aelr_core.engine.lanes import Lanes
from aelr_core.randomness import UniformStreams

# Uniforms of a lane that are made together, at least: every stream costs a call.
ENOUGH = 2**10


class UniformsAhead:
    """The uniforms of the next steps, kept until every lane has drawn with them.

    Parameters
    ----------
    lanes : whose uniforms.
    width : uniforms per step.
    ahead : the most steps that a block asks for.
    """

    def __init__(self, lanes: Lanes, width: int, ahead: int) -> None:
        self._ahead = max(ahead, ENOUGH // width)
        self._streams = UniformStreams(lanes.seed, lanes.run, lanes.start, width, ahead=self._ahead)
        self._made, self._from = np.empty((len(lanes), 0, width)), 0

    def of(self, lanes: Ints | slice, t: int, steps: int, left: int) -> Floats:
        """Return the uniforms of steps t..t+steps-1 of some lanes, (l, steps, width).

        left : steps until the longest lane ends; there may be fewer than `steps`.
        """
        first = t - self._from
        have = self._made.shape[1] - first
        if have < min(steps, left):
            wanted = min(self._ahead, left - have)
            more = self._streams.block(wanted, left - have)
            self._made = np.concatenate([self._made[:, first:], more], axis=1)
            self._from, first = t, 0
        u: Floats = self._made[lanes, first : first + steps]
        return u

    def keep(self, lanes: Ints) -> None:
        """Go on with these lanes only."""
        self._streams.keep(lanes)
        self._made = self._made[lanes]
