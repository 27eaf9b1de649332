"""The candidates of a search, and where it goes on when the best one lies at an edge."""

from __future__ import annotations

from dataclasses import dataclass, field

from aelr_core.checks import Floats, Ints

WIDEN, MOST_WIDENINGS = 2, 3


@dataclass
class Grid:
    """The candidates of one algorithm: exponents (s, b) of multiplier and norm bound.

    Attributes
    ----------
    low, high : (2,) the least and the largest exponents so far.
    searched : (2,) which of the two are searched at all.
    losses : (s, b) to the held-out losses, (orders,).
    """

    key: str
    low: Ints
    high: Ints
    phase_one: float | None
    losses: dict[tuple[int, int], Floats] = field(default_factory=dict)
    widened: int = 0
    at_edge: bool = False

    def __post_init__(self) -> None:
        self.searched = self.high > 0

    def new(self) -> list[tuple[int, int]]:
        """Return the candidates that have not been tried."""
        return [
            (s, b)
            for s in range(self.low[0], self.high[0] + 1)
            for b in range(self.low[1], self.high[1] + 1)
            if (s, b) not in self.losses
        ]

    def settle(self) -> tuple[int, int] | None:
        """Return the best candidate; None if it lies at an edge, beyond which the grid now goes."""
        best = min(self.losses, key=lambda at: _rank(at, self.losses))
        at_low, at_high = (best == self.low) & self.searched, (best == self.high) & self.searched
        self.at_edge = bool((at_low | at_high).any())
        if not self.at_edge or self.widened == MOST_WIDENINGS:
            return best
        self.low, self.high = self.low - WIDEN * at_low, self.high + WIDEN * at_high
        self.widened += 1
        return None


def _rank(
    at: tuple[int, int], losses: dict[tuple[int, int], Floats]
) -> tuple[float, int, tuple[int, int]]:
    """Order candidates by their mean loss; among equals the one nearest to the theory's."""
    return float(losses[at].mean()), abs(at[0]) + abs(at[1]), at
