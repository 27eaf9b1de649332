r"""Positive numbers, rounded to 0.07 %, as whole numbers that compress well.

.. math:: n = \operatorname{round}(512 \log_2 x)

What is stored along the last axis are differences of neighbours: the points of one run lie close
together, so their differences are small. 0 has a level of its own, the lowest.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from aelr_core.checks import Floats

PER_OCTAVE = 512
LOWEST = -60 * PER_OCTAVE  # below any loss that is not 0 but for rounding

Levels = NDArray[np.int32]
Bytes = NDArray[np.uint8]


def levels_of(x: Floats) -> Levels:
    """Return the levels of numbers >= 0, of the same shape; NaN counts as 0.

    >>> levels_of(np.array([1.0, 2.0, 0.5]))
    array([   0,  512, -512], dtype=int32)
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        logs = PER_OCTAVE * np.log2(x)
    found: Levels = np.rint(np.where(logs > LOWEST, logs, LOWEST)).astype(np.int32)
    return found


def numbers_of(levels: Levels) -> Floats:
    """Return the numbers of levels.

    >>> numbers_of(np.array([0, 512, LOWEST], dtype=np.int32))
    array([1., 2., 0.])
    """
    found: Floats = np.where(levels > LOWEST, np.exp2(levels / PER_OCTAVE), 0.0)
    return found


def as_bytes(levels: Levels) -> Bytes:
    """Return levels, (..., P), as differences of neighbours, byte by byte: (4, ..., P).

    The sign of a difference is its lowest bit, so that the upper bytes of a small one are 0.
    """
    steps = np.diff(levels, axis=-1, prepend=np.int32(0))
    unsigned = ((steps << 1) ^ (steps >> 31)).astype("<u4")
    found = unsigned[..., np.newaxis].view(np.uint8)
    return np.ascontiguousarray(np.moveaxis(found, -1, 0))


def from_bytes(given: Bytes) -> Levels:
    """Return the levels that `as_bytes` has written.

    >>> from_bytes(as_bytes(np.array([[7, -3], [-90000, 5]], dtype=np.int32))).tolist()
    [[7, -3], [-90000, 5]]
    """
    together = np.ascontiguousarray(np.moveaxis(given, 0, -1)).view("<u4")[..., 0]
    steps = (together >> 1).astype(np.int32) ^ -(together & 1).astype(np.int32)
    found: Levels = np.cumsum(steps, axis=-1, dtype=np.int32)
    return found
