"""Sums added one after the other: the same whatever is prepared together."""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats


def running_sums(start: Floats, terms: Floats) -> Floats:
    """Return start (L,) plus the terms (steps, L) up to each step, (steps, L).

    NumPy's own sums add in an order that depends on the shape, and so on L.

    >>> running_sums(np.array([1.0, 2.0]), np.array([[1.0, 1.0], [2.0, 0.0]]))
    array([[2., 3.],
           [4., 3.]])
    """
    sums = np.empty(terms.shape)
    for term, out in zip(terms, sums, strict=True):
        start = np.add(start, term, out=out)
    return sums
