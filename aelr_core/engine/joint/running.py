"""Sums added one after the other: the same whatever is prepared together."""

from __future__ import annotations

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


def log_sums(u: Floats, group: int) -> Floats:
    """Return the cumulated sums of log(1 − u) of each row, (n, m), as (group, ⌈m/group⌉, n).

    Number g · group + i of a row is at [i, g]; what lies behind the last one means nothing. Each
    group is added up on its own, all groups and rows at once, and then what lies before it is added
    to the whole group: a cumulated sum waits for one addition after the other, and adding column
    by column takes a call for each.

    Examples
    --------
    >>> u = -np.expm1(-np.arange(1, 6.0)[np.newaxis])
    >>> log_sums(u, group=3).T.reshape(-1).round(9)
    array([ -1.,  -3.,  -6., -10., -15., -15.])
    """
    n, m = u.shape
    if m % group:
        u = np.concatenate((u, np.zeros((n, -m % group))), axis=1)
    by_group = u.reshape(n, -1, group).transpose(2, 1, 0)
    sums: Floats = np.negative(by_group, order="C")
    np.log1p(sums, out=sums)
    _add_up(sums)
    before = sums[-1, :-1].copy()
    _add_up(before)
    sums[:, 1:] += before
    return sums


def _add_up(rows: Floats) -> None:
    """Replace each row by the sum of all rows up to it."""
    for before, after in pairwise(rows):
        np.add(before, after, out=after)
