"""What to use on a table of one's own, what it costs, what speaks against it; how others do."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from aelr_core.algorithms import Algorithm, by_word
from aelr_core.checks import Floats
from aelr_core.experiments import Curve, Result
from aelr_core.student import means_of_groups, resampled_half_width

# With fewer training rows per attribute the automatic step is still far from the best one: on
# MNIST the error was up to 1.5 times that of a tuned step at two rows per attribute.
ENOUGH_ROWS = 4
# Attributes that share more than this are strongly aligned.
STRONGLY_ALIGNED = 0.5
# The words of the algorithms that are compared: chosen, at random, and two that see whole rows.
COMPARED = ("adaptive", "uniform", "online", "offline")
# Splits into training and test rows on which they are compared, and the rows that this takes.
SPLITS = 10
FEWEST_ROWS = 100
CONFIDENCE = 0.95


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


@dataclass(frozen=True)
class Interval:
    """A mean over splits of a table, and its corrected resampled t interval."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class Compared:
    """One of the algorithms that are compared.

    Attributes
    ----------
    algorithm : the registry's entry.
    error : relative test loss.
    chosen_minus_this : the adaptive algorithm's minus its own, paired by run; None for itself.
    """

    algorithm: Algorithm
    error: Interval
    chosen_minus_this: Interval | None


@dataclass(frozen=True)
class Comparison:
    """The errors of algorithms that pay for the same number of attributes.

    Attributes
    ----------
    attributes : the number, of one run.
    whole_rows : how many whole rows they pay for.
    runs : of each algorithm, on all splits together.
    each : the algorithms, in the order of `COMPARED`.
    """

    attributes: int
    whole_rows: int
    runs: int
    each: tuple[Compared, ...]


def compared(family: str) -> tuple[str, ...]:
    """Return the keys of the algorithms that are compared."""
    return tuple(by_word(word, family).key for word in COMPARED)


def compare(result: Result, test_rows: int) -> Comparison | None:
    """Return the errors of a run of the compared algorithms on splits of a table.

    The runs of a split are averaged, and the interval is over splits (`resampled_half_width`). None
    if an algorithm is missing, or if their curves have no number of attributes in common.

    test_rows : of each split.
    """
    keys = compared(result.spec.family)
    if not all(key in result.curves for key in keys):
        return None
    curves = [result.curves[key] for key in keys]
    at = min(int(curve.attributes[-1]) for curve in curves)
    if at < max(int(curve.attributes[0]) for curve in curves):
        return None
    share, chosen = test_rows / result.rows, curves[0]
    return Comparison(
        attributes=at,
        whole_rows=at // result.d,
        runs=min(len(curve.runs) for curve in curves),
        each=tuple(
            Compared(
                by_word(word, result.spec.family),
                _interval(_at(curve, at), curve.data_sets, share),
                None if curve is chosen else _difference(chosen, curve, at, share),
            )
            for word, curve in zip(COMPARED, curves, strict=True)
        ),
    )


def _difference(a: Curve, b: Curve, attributes: int, share: float) -> Interval | None:
    """Return a − b over their common runs; None if there are none."""
    runs, in_a, in_b = np.intersect1d(a.runs, b.runs, return_indices=True)
    if not runs.size:
        return None
    sets = None if a.data_sets is None else a.data_sets[in_a]
    return _interval(_at(a, attributes)[in_a] - _at(b, attributes)[in_b], sets, share)


def _interval(values: Floats, sets: np.ndarray | None, share: float) -> Interval:
    each = means_of_groups(values, sets)
    mean, half = float(each.mean()), resampled_half_width(each, CONFIDENCE, share)
    return Interval(mean, mean - half, mean + half)


def _at(curve: Curve, attributes: int) -> Floats:
    """Return each run's relative loss at a number of attributes, (R,)."""
    rows = curve.relative_loss
    return np.array([np.interp(attributes, curve.attributes, row) for row in rows])
