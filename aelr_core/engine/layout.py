"""The memory layout of the k draws of L lanes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from aelr_core.checks import Floats, Ints

Number = TypeVar("Number", np.int32, np.int64, np.float64, np.bool_)


class PerLane(Protocol):
    """How a step's numbers belong to lanes."""

    def spread(self, each: Floats) -> Floats:
        """Return one number per lane, (L,), so that it broadcasts against the draws."""

    def sums(self, draws: Floats) -> Floats:
        """Return the sums over a step's draws, (L,)."""


@dataclass(frozen=True)
class Layout:
    """Few draws are kept as (..., k, L), many as (..., L, k).

    With lanes last, a sum over the draws is a few vectorised additions, and what all draws of a
    lane share needs no extra axis. With draws last, a lane's numbers stay together in the cache,
    which matters once there are many of them.
    """

    lanes_last: bool

    @property
    def draws(self) -> int:
        """The axis of a step's draws, counted from the end."""
        return -2 if self.lanes_last else -1

    @property
    def lanes(self) -> int:
        """The axis of the lanes, counted from the end."""
        return -1 if self.lanes_last else -2

    def spread(self, each: Floats) -> Floats:
        """Return one number per lane, (..., L), so that it broadcasts against the draws."""
        return each if self.lanes_last else each[..., None]

    def spread_numbers(self, each: Ints) -> Ints:
        """Return the same for whole numbers."""
        return each if self.lanes_last else each[..., None]

    def spread_rows(self, row: NDArray[Number]) -> NDArray[Number]:
        """Return (T, L) so that it broadcasts against (T, k, L) or (T, L, k)."""
        return row[:, None] if self.lanes_last else row[:, :, None]

    def steps_as_lanes(self, draws: Floats) -> Floats:
        """Return (T, k, L) as contiguous (k, T·L), or (T, L, k) as (T·L, k)."""
        T, one, other = draws.shape
        if self.lanes_last:
            return np.ascontiguousarray(draws.swapaxes(0, 1)).reshape(one, T * other)
        return draws.reshape(T * one, other)

    def neighbours(self, drawn: NDArray[Number]) -> tuple[NDArray[Number], NDArray[Number]]:
        """Return the draws of each step without the last one, and without the first one."""
        if self.lanes_last:
            return drawn[..., :-1, :], drawn[..., 1:, :]
        return drawn[..., :-1], drawn[..., 1:]

    def sums(self, draws: Floats) -> Floats:
        """Return the sums over a step's draws, (L,); a lane's sum does not depend on L."""
        if not self.lanes_last:
            by_lane: Floats = draws.sum(axis=1)
            return by_lane
        total: Floats = draws[0]
        for draw in draws[1:]:
            total = total + draw
        return total
