"""The opening of a stream whose norm bound is to be found: uniform looks at its first rows."""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats
from aelr_core.engine.joint.steps import Layout
from aelr_core.estimators.stream_door import StreamDoor
from aelr_core.randomness import UNIFORMS, generator

# How many examples open a stream.
ROWS = 30
# The generator of the opening: run 1, since the lane that follows is run 0 of the seed.
RUN = 1


class Opening:
    """K distinct attributes of each row, all equally likely; nothing is learnt but scales.

    The sampling is uniform because the mean of all moments is wanted: an adaptive sample sees
    large attributes more often.

    Parameters
    ----------
    door : of the stream; it counts the looks and learns the means.
    K, seed : attributes per row, and the seed of the stream.
    """

    def __init__(self, door: StreamDoor, *, K: int, seed: int) -> None:
        self._door, self._K = door, min(K, len(door.counts))
        self._random = generator(seed, RUN, UNIFORMS)

    def look(self, X: Floats) -> None:
        """Look at K attributes of each of these rows, (n, d)."""
        self._door.open(X)
        for row in range(len(X)):
            S = self._random.choice(X.shape[1], size=self._K, replace=False)
            one, layout = np.array([[row]]), Layout(lanes_last=False)
            self._door.look(one, np.sort(S)[np.newaxis, np.newaxis], layout, full=True)
