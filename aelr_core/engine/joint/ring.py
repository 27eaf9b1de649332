"""What is known in advance about the next steps of joint lanes, kept in a ring."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from aelr_core.checks import Ints


class Ring:
    """Numbers of the next `ahead` steps of L lanes: those of step t are in row t mod `ahead`.

    Lanes begin their blocks at different times, so each block is written when it begins.

    Parameters
    ----------
    ahead : steps that are kept.
    shape : of the numbers of one step, (..., L) or (L, ...).
    lanes_last : which of the two.
    dtype : of the numbers.
    """

    def __init__(
        self,
        ahead: int,
        shape: tuple[int, ...],
        *,
        lanes_last: bool,
        dtype: type[np.generic] = np.float64,
    ) -> None:
        self._ahead, self._lanes_last = ahead, lanes_last
        self._kept = np.zeros((ahead, *shape), dtype=dtype)

    def write(self, t: int, made: NDArray[Any], lanes: Ints | slice) -> None:
        """Write the numbers of some lanes from step t on, (steps, ...)."""
        for rows, part in self._parts(t, len(made)):
            if self._lanes_last:
                self._kept[rows, ..., lanes] = made[part]
            else:
                self._kept[rows, lanes] = made[part]

    def rows(self, t: int, steps: int) -> NDArray[Any]:
        """Return the numbers of all lanes from step t on; `before_the_end` says how many."""
        return self._kept[t % self._ahead : t % self._ahead + steps]

    def read(self, t: int, steps: int, lanes: Ints | slice) -> NDArray[Any]:
        """Return the same of some lanes."""
        rows = self.rows(t, steps)
        return rows[..., lanes] if self._lanes_last else rows[:, lanes]

    def before_the_end(self, t: int) -> int:
        """Return how many steps from t on are in rows that follow each other."""
        return self._ahead - t % self._ahead

    def keep(self, lanes: Ints) -> None:
        """Go on with these lanes only."""
        self._kept = self._kept[..., lanes] if self._lanes_last else self._kept[:, lanes]

    def _parts(self, t: int, steps: int) -> list[tuple[slice, slice]]:
        first = t % self._ahead
        split = min(steps, self._ahead - first)
        parts = [(slice(first, first + split), slice(0, split))]
        if split < steps:
            parts.append((slice(0, steps - split), slice(split, steps)))
        return parts
