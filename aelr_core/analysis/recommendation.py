"""What to use on a table of one's own, what it costs, and what speaks against it."""

from __future__ import annotations

from dataclasses import dataclass

from aelr_core.algorithms import Algorithm, by_word

# With fewer training rows per attribute the automatic step is still far from the best one: on
# MNIST the error was up to 1.5 times that of a tuned step at two rows per attribute.
ENOUGH_ROWS = 4
# Attributes that share more than this are strongly aligned.
STRONGLY_ALIGNED = 0.5


@dataclass(frozen=True)
class Recommendation:
    """The adaptive joint algorithm of a family, for one pass through some training rows.

    Attributes
    ----------
    algorithm : the registry's entry.
    budget : k + 1, attributes per row.
    rows : training rows that are seen.
    d : attributes of a row.
    alignment : how strongly they are aligned, from 1/d to 1.
    cost : attributes needed by the bounds with known moments, over those of whole rows.
    """

    algorithm: Algorithm
    budget: int
    rows: int
    d: int
    alignment: float
    cost: float

    @property
    def price(self) -> int:
        """The most attributes that it pays for."""
        return self.rows * min(self.budget, self.d)

    @property
    def price_of_all(self) -> int:
        """The attributes of these rows."""
        return self.rows * self.d

    @property
    def few_rows(self) -> bool:
        """Whether there are too few rows for the automatic step to be near the best one."""
        return self.rows < ENOUGH_ROWS * self.d

    @property
    def aligned(self) -> bool:
        """Whether the attributes are strongly aligned."""
        return self.alignment > STRONGLY_ALIGNED

    @property
    def costly(self) -> bool:
        """Whether whole rows, fewer of them, need fewer attributes in total by the bounds."""
        return self.cost > 1


def recommend(
    family: str,
    *,
    budget: int,
    rows: int,
    d: int,
    alignment: float,
    cost: float = 1.0,
) -> Recommendation:
    """Return what to use on a table: nothing must be known, and nothing tuned.

    >>> recommend("lasso", budget=5, rows=200, d=30, alignment=0.1).price
    1000
    """
    return Recommendation(by_word("adaptive", family), budget, rows, d, alignment, cost)
