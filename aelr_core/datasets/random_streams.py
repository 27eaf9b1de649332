"""The random streams of a data set: one seed, one independent stream per purpose."""

from __future__ import annotations

import numpy as np

# "data" in ASCII: keeps these streams apart from those of the runs made by the same seed.
DATA_KEY = 0x64617461
PURPOSES = ("w_star", "training rows", "test rows", "split")


def stream(seed: int, purpose: str) -> np.random.Generator:
    """Return the generator for one purpose; draws for other purposes do not change its numbers."""
    key = (DATA_KEY, PURPOSES.index(purpose))
    return np.random.default_rng(np.random.SeedSequence(entropy=seed, spawn_key=key))
