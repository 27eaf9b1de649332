"""The candidates of a search, where it goes on at an edge, and where it looks more closely."""

from __future__ import annotations

from dataclasses import dataclass, field

from aelr_core.checks import Floats, Ints

WIDEN, MOST_WIDENINGS = 2, 3
# Where a fine search looks once more: exponents of the multiplier around the best one's.
AROUND_BEST = (-0.75, -0.5, -0.25, 0.25, 0.5, 0.75)

At = tuple[float, int]


@dataclass
class Grid:
    """The candidates of one algorithm: exponents (s, b) of multiplier and norm bound.

    Attributes
    ----------
    low, high : (2,) the least and the largest exponents so far.
    searched : (2,) which of the two are searched at all.
    fine : whether, at last, multipliers between the best one and its neighbours are tried too.
    losses : (s, b) to the held-out losses, (orders,).
    """

    key: str
    low: Ints
    high: Ints
    phase_one: float | None
    fine: bool = False
    losses: dict[At, Floats] = field(default_factory=dict)
    closer: list[At] = field(default_factory=list)
    widened: int = 0
    at_edge: bool = False

    def __post_init__(self) -> None:
        self.searched = self.high > 0

    def new(self) -> list[At]:
        """Return the candidates that have not been tried."""
        grid: list[At] = [
            (s, b)
            for s in range(self.low[0], self.high[0] + 1)
            for b in range(self.low[1], self.high[1] + 1)
        ]
        return [at for at in grid + self.closer if at not in self.losses]

    def settle(self) -> At | None:
        """Return the best candidate; None if there are new ones, beyond an edge or around it."""
        best = min(self.losses, key=lambda at: _rank(at, self.losses))
        if self.closer:
            return best
        at_low, at_high = (best == self.low) & self.searched, (best == self.high) & self.searched
        self.at_edge = bool((at_low | at_high).any())
        if not self.at_edge or self.widened == MOST_WIDENINGS:
            if self.fine and self.searched[0]:
                self.closer = [(best[0] + by, best[1]) for by in AROUND_BEST]
                return None
            return best
        self.low, self.high = self.low - WIDEN * at_low, self.high + WIDEN * at_high
        self.widened += 1
        return None


def _rank(at: At, losses: dict[At, Floats]) -> tuple[float, float, At]:
    """Order candidates by their mean loss; among equals the one nearest to the theory's."""
    return float(losses[at].mean()), abs(at[0]) + abs(at[1]), at
