"""Sums added one after the other: the same whatever is prepared together."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from aelr_core.checks import Floats

# Up to this many steps are added one by one; NumPy's cumulated sums go down a column at a time.
FEW = 16
# More rows than this are added up column by column: a call then costs less than what it adds.
MANY = 256


def running_sums(start: Floats, terms: Floats) -> Floats:
    """Return start (L,) plus the terms (steps, L) up to each step, (steps, L).

    NumPy's own sums add in an order that depends on the shape, and so on L.

    >>> running_sums(np.array([1.0, 2.0]), np.array([[1.0, 1.0], [2.0, 0.0]]))
    array([[2., 3.],
           [4., 3.]])
    """
    if len(terms) > FEW:
        return np.cumsum(np.concatenate((start[np.newaxis], terms)), axis=0)[1:]
    sums = np.empty(terms.shape)
    for term, out in zip(terms, sums, strict=True):
        start = np.add(start, term, out=out)
    return sums


def exponential_sums(u: Floats, out: Floats) -> None:
    """Write the cumulated sums of −log(1 − u) of each row, (n, m), to `out`.

    A cumulated sum waits for one addition after the other. So many rows are added up together,
    column by column, and few long ones two at a time, as the two parts of complex numbers.

    >>> sums = np.empty((3, 2))
    >>> exponential_sums(-np.expm1(-np.array([[1.0, 1.0], [2.0, 0.0], [3.0, 4.0]])), out=sums)
    >>> sums
    array([[1., 2.],
           [2., 2.],
           [3., 7.]])
    """
    n, m = u.shape
    if n > MANY:
        columns = np.empty((m, n))
        np.negative(u.T, out=columns)
        np.log1p(columns, out=columns)
        for before, after in pairwise(columns):
            np.add(before, after, out=after)
        np.negative(columns.T, out=out)
        return
    pairs = np.zeros(((n + 1) // 2, m, 2))
    np.negative(u[::2], out=pairs[:, :, 0])
    np.negative(u[1::2], out=pairs[: n // 2, :, 1])
    np.log1p(pairs, out=pairs)
    numbers = pairs.view(np.complex128)[:, :, 0]
    np.cumsum(numbers, axis=1, out=numbers)
    np.negative(pairs[:, :, 0], out=out[::2])
    np.negative(pairs[: n // 2, :, 1], out=out[1::2])
