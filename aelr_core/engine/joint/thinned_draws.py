"""Thinned Poisson draws of lanes with probabilities of their own."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from aelr_core.checks import Floats, Ints
from aelr_core.designs import thinned_poisson
from aelr_core.engine.joint.guide import ROOM, Guide, Short
from aelr_core.engine.joint.running import group_size, log_sums

# Points, of the hundred or so of a sample, that are added up as a group.
GROUP = 7


def draw_together(u: Floats, pi: Floats, K: int) -> tuple[Short, Ints]:
    """Return samples of lanes with probabilities of their own, (n, l, K), and N, (n, l).

    As `aelr_core.designs.thinned_poisson.draw`; a place that is not used holds d. Line and points
    keep the sign that logarithms give them: the line falls from 0 on.

    Parameters
    ----------
    u : (l, n, width) uniforms.
    pi : (l, d + 1) inclusion probabilities, and one more number.
    """
    (lanes, n, width), d = u.shape, pi.shape[1] - 1
    line, lane = _line(pi), np.arange(lanes).repeat(n)  # of each sample
    end, longest = line[:, d].take(lane), -float(line[:, d].min())
    needed = int(longest + 3.0 * math.sqrt(longest)) + 4  # one sample in a thousand needs more
    needed = min(-(-needed // GROUP), width // GROUP) * GROUP
    points = log_sums(u.reshape(-1, width)[:, :needed], GROUP)
    drawn = Guide(line).last_at_least(points, lane)
    first, last = points > end, points[-1, -1]
    first[1:] &= drawn[1:] != drawn[:-1]  # another attribute than the point before
    first[0, 1:] &= drawn[0, 1:] != drawn[-1, :-1]
    in_columns = needed, lanes * n
    points, drawn, first = (
        points.reshape(in_columns), drawn.reshape(in_columns), first.reshape(in_columns)
    )  # fmt: skip
    N = np.add.reduce(first.view(np.uint8), axis=0, dtype=np.min_scalar_type(needed))
    if len(large := np.flatnonzero(N > K)):
        these = points.take(large, axis=1), drawn.take(large, axis=1), lane.take(large)
        first[:, large] = _thinned(first.take(large, axis=1), *these, line, pi, K)
    # what is not used becomes the largest number, and so the last in rising order
    drawn -= d
    drawn *= first.view(np.int8)
    rising = np.zeros((lanes * n, max(needed, K)), dtype=drawn.dtype)
    rising[:, :needed] = drawn.T
    rising.sort(axis=1)
    S, sizes = rising[:, :K].reshape(lanes, n, K), N.astype(np.int64).reshape(lanes, n)
    S += d
    for sample in np.flatnonzero(last > end):
        one, when = divmod(int(sample), n)
        few, sizes[one, when] = thinned_poisson.draw(u[one, when], pi[one, :d], K)
        S[one, when] = d
        S[one, when, : len(few)] = few
    return S.transpose(1, 0, 2), sizes.T


def _line(pi: Floats) -> Floats:
    """Return where each attribute begins, the end, and ROOM, (l, d + 1 + ROOM)."""
    lanes, d = pi.shape[0], pi.shape[1] - 1
    ends = log_sums(pi[:, :d], group_size(d)).T.reshape(lanes, -1)[:, :d]
    line = np.empty((lanes, d + 1 + ROOM))
    line[:, 0], line[:, 1 : d + 1], line[:, d + 1 :] = 0.0, ends, -np.inf
    return line


def _thinned(
    first: NDArray[np.bool_],
    points: Floats,
    drawn: Short,
    lane: Ints,
    line: Floats,
    pi: Floats,
    K: int,
) -> NDArray[np.bool_]:
    """Return, of the first points of too large samples, the K with the smallest uniforms.

    first, points, drawn : (needed, samples)
    lane : (samples,) whose they are.
    """
    in_line, in_pi = ((lane * each.shape[1]).astype(np.int32) for each in (line, pi))
    uniform = points - line.take(drawn + in_line, mode="clip")  # what is beyond the end is no first
    np.expm1(uniform, out=uniform)
    uniform /= pi.take(drawn + in_pi, mode="clip")  # < 0: the largest are kept
    by_sample = np.where(first, uniform, -np.inf).T.copy()
    by_sample.sort(axis=1)  # quicker than a partition
    smallest: NDArray[np.bool_] = uniform >= by_sample[:, -K]
    return smallest & first
