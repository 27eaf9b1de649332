"""The random streams of a data set: one seed, one independent stream per purpose."""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats, Ints

# "data" in ASCII: keeps these streams apart from those of the runs made by the same seed.
DATA_KEY = 0x64617461
PURPOSES = ("w_star", "training rows", "test rows", "split")

# If all test targets were smaller than this, losses over the zero predictor's would be noise.
NEGLIGIBLE = 1e-9


def stream(seed: int, purpose: str) -> np.random.Generator:
    """Return the generator for one purpose; draws for other purposes do not change its numbers."""
    key = (DATA_KEY, PURPOSES.index(purpose))
    return np.random.default_rng(np.random.SeedSequence(entropy=seed, spawn_key=key))


def split_order(y: Floats, test_rows: int, seed: int) -> Ints:
    """Return a random order of the rows, the training rows first and `test_rows` at the end.

    An order whose test targets are all 0 is drawn again: the zero predictor's test loss, by
    which results are divided, would be 0.

    Parameters
    ----------
    y : (n,) array, not all 0
    test_rows : int from 1 to n − 1
    seed : int

    Returns
    -------
    (n,) array of row numbers
    """
    generator = stream(seed, "split")
    while True:
        order = generator.permutation(len(y))
        if np.abs(y[order[-test_rows:]]).max() > NEGLIGIBLE:
            return order
