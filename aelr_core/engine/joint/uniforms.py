"""The uniforms of joint lanes, which begin their blocks at different times."""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats, Ints
from aelr_core.engine.lanes import Lanes
from aelr_core.randomness import generator_at


class BlockUniforms:
    """The uniforms of a block, made when it begins: they are used while the cache holds them.

    Lanes with the same run and the same start share one stream, which is wound back for each.

    Parameters
    ----------
    lanes : whose uniforms.
    width : uniforms per step.
    """

    def __init__(self, lanes: Lanes, width: int) -> None:
        self._width, self._lanes = width, len(lanes)
        pairs, self._stream_of_lane = np.unique(
            np.stack([lanes.run, lanes.start], axis=1), axis=0, return_inverse=True
        )
        self._streams = [generator_at(lanes.seed, int(r), int(s), width) for r, s in pairs]
        self._reached = [0] * len(pairs)  # the step that each stream makes next

    def of(self, lanes: Ints | slice, t: Ints, steps: int) -> Floats:
        """Return the uniforms of some lanes from their steps t, (l,), on, (l, steps, width)."""
        streams = self._stream_of_lane[lanes]
        if len(self._streams) == self._lanes:  # nothing to share
            return self._made(streams, t, steps)
        used, first, which = np.unique(streams, return_index=True, return_inverse=True)
        # lanes that share a stream have seen the same, so they are at the same step
        if len(used) < len(streams) and (t[first][which] == t).all():
            return self._made(used, t[first], steps)[which]
        return self._made(streams, t, steps)

    def keep(self, lanes: Ints) -> None:
        """Go on with these lanes only."""
        self._stream_of_lane = self._stream_of_lane[lanes]

    def _made(self, streams: Ints, t: Ints, steps: int) -> Floats:
        u = np.empty((len(streams), steps, self._width))
        for stream, begin, out in zip(streams.tolist(), t.tolist(), u, strict=True):
            self._make(stream, begin, out)
        return u

    def _make(self, stream: int, t: int, out: Floats) -> None:
        rng, away = self._streams[stream], t - self._reached[stream]
        if away:
            bits = rng.bit_generator
            assert isinstance(bits, np.random.PCG64)
            bits.advance(away * self._width)  # one double costs one step of PCG64
        rng.random(out=out)
        self._reached[stream] = t + len(out)
