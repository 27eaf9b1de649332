"""Sums added one after the other: the same whatever is prepared together."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np

from aelr_core.checks import Floats

# Up to this many steps are added one by one; NumPy's cumulated sums go down a column at a time.
FEW = 16


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


def group_size(m: int) -> int:
    """Return how many of m numbers make a group: about √m, so that no group is short if possible.

    >>> [group_size(m) for m in (1, 20, 23, 500, 784)]
    [1, 4, 4, 20, 28]
    """
    most = math.isqrt(m)
    return next((size for size in range(most, most // 2, -1) if m % size == 0), most)


def in_groups(rows: Floats, group: int) -> Floats:
    """Return rows of numbers, (n, m), as (group, ⌈m/group⌉, n): number g · group + i is at [i, g].

    What lies behind the last number is 0.
    """
    n, m = rows.shape
    if m % group:
        rows = np.concatenate((rows, np.zeros((n, -m % group))), axis=1)
    return np.ascontiguousarray(rows.reshape(n, -1, group).transpose(2, 1, 0))


def add_up_groups(numbers: Floats) -> None:
    """Replace numbers from `in_groups` by their cumulated sums, row by row.

    Each group is added up on its own, all groups and rows at once, and then what lies before it is
    added to the whole group: a cumulated sum waits for one addition after the other, and adding
    column by column takes a call for each.

    >>> numbers = in_groups(np.array([[1.0, 2.0, 3.0, 4.0, 5.0]]), group=3)
    >>> add_up_groups(numbers)
    >>> numbers.T.reshape(-1)
    array([ 1.,  3.,  6., 10., 15., 15.])
    """
    _add_up(numbers)
    before = numbers[-1, :-1].copy()
    _add_up(before)
    numbers[:, 1:] += before


def log_sums(u: Floats, group: int) -> Floats:
    """Return the cumulated sums of log(1 − u) of each row, (n, m), as `in_groups`."""
    sums = in_groups(u, group)
    np.negative(sums, out=sums)
    np.log1p(sums, out=sums)
    add_up_groups(sums)
    return sums


def _add_up(rows: Floats) -> None:
    """Replace each row by the sum of all rows up to it."""
    for before, after in pairwise(rows):
        np.add(before, after, out=after)
