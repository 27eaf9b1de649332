r"""Scales a table of rows by a named recipe, then by one constant into the ridge ball.

Every recipe but "l2" is a straight line for each attribute, :math:`x' = ((x - a) - b)/c`, with
a, b, c from all rows (training and test together). Tables are read and written block by block,
so a compact integer table becomes float32 or float64 rows without a second copy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aelr_core.checks import Floats, Ints
from aelr_core.theory import largest_row_norm

Table = NDArray[Any]
# Rows of examples: float64, but float32 for Covertype, to save memory on half a million rows.
Rows = NDArray[np.floating[Any]]

# Numbers converted to float64 at a time: 2 MiB fit into the processor's cache.
BLOCK_NUMBERS = 2**18


@dataclass(frozen=True)
class Statistics:
    """Statistics of every attribute over all rows, (d,) each.

    The mean is stored as its distance `mean_above` from the minimum: for values such as
    10¹⁶ and 10¹⁶ + 2 the mean itself is not a float64, but the distance 1 is.
    """

    minimum: Floats
    maximum: Floats
    mean_above: Floats
    deviation: Floats

    @property
    def zero(self) -> Floats:
        """Return zeros, (d,)."""
        return np.zeros_like(self.minimum)

    @property
    def span(self) -> Floats:
        """Return max − min, 0 for a constant attribute."""
        return self.maximum - self.minimum


Line = tuple[Floats, Floats, Floats]  # a, b, c of x' = ((x − a) − b)/c, (d,) each


@dataclass(frozen=True)
class Recipe:
    """A way to scale attributes: its texts, and the line of every attribute."""

    label: str
    sentence: str
    line: Callable[[Statistics], Line]


def _as_they_are(s: Statistics) -> Line:
    return s.zero, s.zero, s.zero + 1


SCALINGS: dict[str, Recipe] = {
    "centre-maxabs": Recipe(
        "Centre, then max-abs (gives the paper's ratios)",
        "Each attribute's mean was subtracted, then it was divided by its largest absolute value",
        lambda s: (s.minimum, s.mean_above, np.maximum(s.mean_above, s.span - s.mean_above)),
    ),
    "none": Recipe("None", "The attributes were left as they are", _as_they_are),
    "maxabs": Recipe(
        "Max-abs",
        "Each attribute was divided by its largest absolute value",
        lambda s: (s.zero, s.zero, np.maximum(np.abs(s.minimum), np.abs(s.maximum))),
    ),
    "minmax": Recipe(
        "Min-max",
        "Each attribute was mapped to the range from 0 to 1",
        lambda s: (s.minimum, s.zero, s.span),
    ),
    "standardise": Recipe(
        "Standardise",
        "Each attribute's mean was subtracted, then it was divided by its standard deviation",
        lambda s: (s.minimum, s.mean_above, s.deviation),
    ),
    "l2": Recipe("Per-example L2", "Each row was divided by its L2 norm", _as_they_are),
}


def scale_table(
    table: Table,
    scaling: str,
    family: str,
    *,
    order: Ints | None = None,
    dtype: type[np.float32] | type[np.float64] = np.float64,
) -> tuple[Rows, float]:
    """Return the scaled rows of `table`, and the constant s that brought them into the ball.

    Parameters
    ----------
    table : (n, d) array of finite numbers below 1e150, any number type
    scaling : a key of `SCALINGS`
    family : "ridge" or "lasso"
        Ridge divides all rows by s, just above the largest row norm; for lasso s = 1.
    order : (n,) array of row numbers, or None
        The order in which the rows are returned.
    dtype : float32 or float64

    Returns
    -------
    rows : (n, d) array
        A constant attribute is 0 wherever its mean or minimum is subtracted.
    s : float
    """
    a, b, c = line_of(table, scaling)
    rows: Rows = np.empty(table.shape, dtype=dtype)
    for block in blocks(table):
        x = (table[block] if order is None else table[order[block]]).astype(np.float64)
        rows[block] = unit_rows(x) if scaling == "l2" else ((x - a) - b) / c
    return (rows, into_the_ball(rows)) if family == "ridge" else (rows, 1.0)


def line_of(table: Table, scaling: str) -> Line:
    """Return the line of every attribute of a table (n, d); "l2", which has none, leaves them.

    What is constant is divided by 1.
    """
    a, b, c = SCALINGS[scaling].line(column_statistics(table))
    return a, b, np.where(c == 0, 1.0, c)


def into_the_ball(rows: Rows) -> float:
    """Divide `rows` in place by their largest L2 norm, and return that constant.

    It is made slightly larger, so that rounding moves no row out of the unit ball.
    """
    largest = largest_row_norm(rows, "ridge")
    if largest == 0:
        return 1.0
    s = largest * (1 + 1e-12 + 8 * float(np.finfo(rows.dtype).eps))
    for block in blocks(rows):
        rows[block] = rows[block].astype(np.float64) / s
    return s


def column_statistics(table: Table) -> Statistics:
    """Return minimum, maximum, mean and standard deviation of every column, in float64."""
    n, d = table.shape
    minimum = np.min(table, axis=0).astype(np.float64)
    maximum = np.max(table, axis=0).astype(np.float64)
    # Distances from the minimum, divided by the span, lie in [0, 1]: their sums and sums of squares
    # neither overflow nor vanish, however large, small or far from 0 the column is.
    span = np.where(maximum > minimum, maximum - minimum, 1.0)
    total, squares = np.zeros(d), np.zeros(d)
    for block in blocks(table):
        part = (table[block].astype(np.float64) - minimum) / span
        total += part.sum(axis=0)
        squares += np.einsum("ti,ti->i", part, part)
    mean = total / n
    variance = np.maximum(squares / n - mean**2, 0.0)
    return Statistics(minimum, maximum, mean * span, np.sqrt(variance) * span)


def blocks(table: Table) -> Iterator[slice]:
    """Yield slices of rows small enough for the processor's cache."""
    rows = max(1, BLOCK_NUMBERS // table.shape[1])
    for start in range(0, len(table), rows):
        yield slice(start, start + rows)


def unit_rows(x: Floats) -> Floats:
    """Return every row divided by its L2 norm; a row of zeros is kept."""
    largest = np.abs(x).max(axis=1, keepdims=True)
    x = x / np.where(largest > 0, largest, 1.0)
    norms = np.sqrt(np.einsum("ti,ti->t", x, x))[:, np.newaxis]
    unit: Floats = x / np.where(norms > 0, norms, 1.0)
    return unit
