"""The uniforms of joint lanes, which begin their blocks at different times."""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats, Ints
from aelr_core.engine.lanes import Lanes
from aelr_core.randomness import generator_at


class BlockUniforms:
    """The uniforms of a block, made when it begins: they are used while the cache holds them.

    Parameters
    ----------
    lanes : whose uniforms.
    width : uniforms per step.
    """

    def __init__(self, lanes: Lanes, width: int) -> None:
        self._width = width
        starts = zip(lanes.run.tolist(), lanes.start.tolist(), strict=True)
        self._streams = [generator_at(lanes.seed, run, start, width) for run, start in starts]
        self._reached = np.zeros(len(lanes), dtype=np.int64)  # the step that each makes next

    def of(self, lanes: Ints | slice, t: Ints, steps: int) -> Floats:
        """Return the uniforms of some lanes from their steps t, (l,), on, (l, steps, width)."""
        u = np.empty((len(t), steps, self._width))
        which = np.arange(len(self._streams))[lanes]
        for lane, away, out in zip(which, (t - self._reached[lanes]).tolist(), u, strict=True):
            rng = self._streams[lane]
            if away:  # it made more than its lane used: back, by one step of PCG64 per double
                assert isinstance(rng.bit_generator, np.random.PCG64)
                rng.bit_generator.advance(away * self._width)
            rng.random(out=out)
        self._reached[lanes] = t + steps
        return u

    def keep(self, lanes: Ints) -> None:
        """Go on with these lanes only."""
        self._streams = [self._streams[lane] for lane in lanes]
        self._reached = self._reached[lanes]
