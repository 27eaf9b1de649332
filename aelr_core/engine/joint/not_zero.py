"""The values of some steps that are not 0: where x is 0, nothing moves.

An attribute that is 0 adds nothing to an inner product, and its gradient is 0. So where most of
the values seen are 0, a step looks only at the others: the same step, on shorter arrays, with a
layout that knows the lane of each number.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise, repeat
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aelr_core.checks import Floats, Ints
from aelr_core.engine.layout import Layout

# From this many values per step on; with fewer, calls cost more than what they spare.
MANY = 2**10
# One number found by its lane costs as much as this many in their places.
DEAR = 4


class NotZero:
    """Where the values of some steps are not 0.

    Parameters
    ----------
    not_0 : (steps, K, L) or (steps, L, K) as the layout says, whether a value is not 0.
    """

    def __init__(self, not_0: NDArray[np.bool_], layout: Layout) -> None:
        self.size, self.shape = not_0[0].size, not_0.shape[1:]
        self.flat = np.flatnonzero(not_0)
        bounds = np.searchsorted(self.flat, np.arange(len(not_0) + 1) * self.size)
        self.slices = [slice(a, b) for a, b in pairwise(bounds)]
        self.step = self.flat // self.size
        self.here = self.flat - self.step * self.size  # in the sample of its step
        self.lane = layout.lane_of(self.here, self.shape)
        self.lanes = self.shape[-1] if layout.lanes_last else self.shape[0]

    def pairs(self) -> tuple[Ints, Ints]:
        """Return the pairs in a sample, each once: which two of all values, in rising order."""
        sample = self.step * self.lanes + self.lane
        crowded = np.flatnonzero(np.bincount(sample).take(sample) > 1)
        crowded = crowded[np.argsort(sample.take(crowded), kind="stable")]
        sample = sample.take(crowded)
        one, other = [crowded[:0]], [crowded[:0]]
        for apart in range(1, len(crowded)):  # less than K, as long as a sample has so many
            here = np.flatnonzero(sample[apart:] == sample[:-apart])
            if not len(here):
                break
            one.append(crowded.take(here))
            other.append(crowded.take(here + apart))
        return np.concatenate(one), np.concatenate(other)

    def pairs_by_step(self, one: Ints, other: Ints, numbers: Floats) -> tuple[list[Any], ...]:
        """Return the pairs and their numbers of one step after the other, counted in its values."""
        order = np.argsort(one, kind="stable")
        one, other, numbers = one.take(order), other.take(order), numbers.take(order)
        first = np.array([some.start for some in self.slices])
        slices = [slice(a, b) for a, b in pairwise([*np.searchsorted(one, first), len(one)])]
        begin = first.take(self.step.take(one))
        parts = one - begin, other - begin, numbers
        return tuple([part[some] for some in slices] for part in parts)

    def take(self, numbers: NDArray[Any]) -> NDArray[Any]:
        """Return those of numbers that lie as x does, all steps in one row."""
        found: NDArray[Any] = numbers.reshape(-1).take(self.flat)
        return found

    def by_step(self, found: NDArray[Any]) -> list[NDArray[Any]]:
        """Return the numbers of one step after the other, from (..., n)."""
        return [found[..., some] for some in self.slices]

    def layouts(self) -> list[OfLanes]:
        """Return the layout of each step."""
        return [OfLanes(lane, self.lanes) for lane in self.by_step(self.lane)]


class OfLanes:
    """Numbers in one row, each of a lane; as `Layout`.

    Parameters
    ----------
    lane : (n,) whose number each is.
    lanes : L.
    """

    def __init__(self, lane: Ints, lanes: int) -> None:
        self.lane, self._lanes = lane, lanes

    def spread(self, each: Floats) -> Floats:
        """Return one number per lane, (L,), at each of its numbers."""
        return each.take(self.lane)

    def sums(self, draws: Floats) -> Floats:
        """Return the sums over a lane's numbers, (L,), added up in their order."""
        return np.bincount(self.lane, draws, self._lanes).astype(np.float64, copy=False)


def where_not_zero(x: Floats, layout: Layout) -> NotZero | None:
    """Return where these values are not 0; None where it does not pay to know."""
    if x[0].size < MANY:
        return None
    not_0 = x != 0
    return None if DEAR * np.count_nonzero(not_0) > x.size else NotZero(not_0, layout)


def each_step(
    some: NotZero | None, layout: Layout, *numbers: NDArray[Any] | None
) -> list[Iterable[Any]]:
    """Return the layout of each step and its share of numbers: of all, or of some; None stays."""
    if some is None:
        return [repeat(layout), *(repeat(None) if each is None else each for each in numbers)]
    parts = (repeat(None) if each is None else some.by_step(each) for each in numbers)
    return [some.layouts(), *parts]
