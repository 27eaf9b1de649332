"""Thinned Poisson draws of lanes with probabilities of their own."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from aelr_core.checks import Floats, Ints
from aelr_core.designs import thinned_poisson


def draw_together(u: Floats, pi: Floats, K: int) -> tuple[Ints, Ints]:
    """Return samples of lanes with probabilities of their own, (n, l, K), and N, (n, l).

    As `aelr_core.designs.thinned_poisson.draw`; a place that is not used holds d.

    Parameters
    ----------
    u : (l, n, width) uniforms.
    pi : (l, d) inclusion probabilities.
    """
    (lanes, n, width), d = u.shape, pi.shape[1]
    length = -np.log1p(-pi)
    ends = np.cumsum(length, axis=1)
    most = float(ends[:, -1].max())
    needed = min(width, int(most + 3.0 * np.sqrt(most)) + 4)  # one sample in a thousand needs more
    points = np.cumsum(-np.log1p(-u[:, :, :needed]), axis=2)
    drawn = places_on_lines(points, ends)
    first = drawn < d
    first[:, :, 1:] &= drawn[:, :, 1:] != drawn[:, :, :-1]  # another attribute than before
    N = np.count_nonzero(first, axis=2)
    large = lane, _ = np.nonzero(N > K)
    if len(lane):
        at = lane[:, None], np.minimum(drawn[large], d - 1)
        uniform = np.expm1((ends - length)[at] - points[large]) / -pi[at]
        uniform[~first[large]] = np.inf
        first[large] &= uniform <= np.partition(uniform, K - 1, axis=1)[:, K - 1 : K]
    S = np.full((lanes, n, K), d)
    S[np.arange(K) < np.minimum(N, K)[:, :, None]] = drawn[first]
    for one, when in zip(*np.nonzero(points[:, :, -1] < ends[:, -1:]), strict=True):
        sample, N[one, when] = thinned_poisson.draw(u[one, when], pi[one], K)
        S[one, when] = d
        S[one, when, : len(sample)] = sample
    return S.transpose(1, 0, 2), N.T


def places_on_lines(points: Floats, ends: Floats) -> NDArray[np.int32]:
    """Return how many ends of its lane are at most as far as each point, (l, n, points).

    As `np.searchsorted` lane by lane, but a table says how many ends lie before each of d equally
    long cells, so that a search looks only at those in one cell: two rounds where they are spread
    evenly, instead of log₂ d.

    Parameters
    ----------
    points : (l, n, points) numbers >= 0.
    ends : (l, d) rising numbers > 0.
    """
    lanes, d = ends.shape
    first = np.arange(lanes, dtype=np.int32)[:, None] * np.int32(d + 1)  # places of each lane
    scale = d / ends[:, -1:]
    cell = np.minimum((ends * scale).astype(np.int32), d) + first
    count = np.bincount(cell.reshape(-1), minlength=lanes * (d + 1)).reshape(lanes, d + 1)
    before = (np.cumsum(count, axis=1) - count).astype(np.int32)
    line = np.concatenate((ends, np.full((lanes, 1), np.inf)), axis=1)
    wanted = points.reshape(lanes, -1)
    cell = np.minimum((wanted * scale).astype(np.int32), d) + first
    place: NDArray[np.int32] = before.take(cell, mode="clip")
    left = int(count.max()) + 1
    while left > 1:  # it is one of `left` numbers from `place` on
        half = left // 2
        probe = np.minimum(place + np.int32(half - 1), d) + first
        place += (line.take(probe, mode="clip") <= wanted).astype(np.int32) * np.int32(half)
        left -= half
    return place.reshape(points.shape)
