r"""What was learnt: the predictors w̄ of an algorithm at a few points of its curve, over its runs.

Kept are sums over runs, not the runs: :math:`\sum_r n_r` and :math:`\sum_r n_r^2` with
:math:`n_r = \mathrm{round}(\bar w_r / u)`, where u = B/2²⁴ up to a factor of two. Whole numbers add
up exactly, so the weights are the same however the runs are divided among batches and processes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import frexp, ldexp
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from aelr_core.checks import Floats, Ints

# At most so many points of a curve, and so many weights of each algorithm, to keep files small.
MOST_POINTS = 10
MOST_WEIGHTS = 20_000
# |n| ≤ 2²⁴ for a predictor in the ball, so the squares of 10,000 runs add up to less than 2⁶².
FINENESS = 24
# Bits of a number's significand that are set to 0, so that it takes half the place in a file.
ROUNDED = 29


class Learnt(NamedTuple):
    """Mean and standard deviation over runs at W points of a curve; see `Curve` for the shapes."""

    at: Ints
    mean: Floats
    sd: Floats
    runs: Floats | None


@dataclass(eq=False)
class Tally:
    """The weights of some runs of one algorithm so far.

    Attributes
    ----------
    at : (W,) which points of the curve are kept.
    unit : u, the same for all runs of an algorithm on one data set.
    count : (W,) runs that are counted; a run that is not finite there is not.
    sums, squares : (W, d) sums over runs of n and n².
    runs : (R, W, d) the weights of every run, or None.
    """

    at: Ints
    unit: float
    count: Ints
    sums: Ints
    squares: Ints
    runs: Floats | None

    def add(self, point: int, w_bar: Floats) -> None:
        """Add the predictors (R, d) of all runs at one point of the curve, if it is kept."""
        for place in np.flatnonzero(self.at == point):
            if self.runs is not None:
                self.runs[:, place] = w_bar
            n = self._whole(w_bar[np.isfinite(w_bar).all(axis=1)])
            self.count[place] += len(n)
            self.sums[place] += n.sum(axis=0)
            self.squares[place] += (n * n).sum(axis=0)

    def add_run(self, number: int, W: Floats) -> None:
        """Add run `number` of the batch, whose predictors at all points are W, (P, d)."""
        if self.runs is not None:
            self.runs[number] = W[self.at]
        n = self._whole(W[self.at])
        self.count += 1
        self.sums += n
        self.squares += n * n

    def first(self, runs: int) -> Tally:
        """Return the same sums with the weights of the first runs only."""
        return replace(self, runs=None if self.runs is None else self.runs[:runs])

    def _whole(self, w: Floats) -> Ints:
        return np.rint(w / self.unit).astype(np.int64)


def empty_tally(kind: str, *, points: int, d: int, B: float, runs: int) -> Tally | None:
    """Return a tally without a run, or None if a spec's `weights`, here `kind`, is "none".

    points : P, of the curve; B : the norm bound of the algorithm; runs : R of the batch.
    """
    if kind == "none":
        return None
    at = kept_points(points, d)
    return Tally(
        at=at,
        unit=ldexp(1.0, frexp(B)[1] - FINENESS),
        count=np.zeros(len(at), dtype=np.int64),
        sums=np.zeros((len(at), d), dtype=np.int64),
        squares=np.zeros((len(at), d), dtype=np.int64),
        runs=np.zeros((runs, len(at), d), dtype=np.float64) if kind == "runs" else None,
    )


def kept_points(points: int, d: int) -> Ints:
    """Return which of the points of a curve are kept, evenly spread and always the last.

    >>> kept_points(3, 100).tolist(), kept_points(25, 5_000).tolist()
    ([0, 1, 2], [6, 12, 18, 24])
    """
    most = max(1, min(MOST_POINTS, MOST_WEIGHTS // d))
    return np.unique(-(-np.arange(1, most + 1) * points // most)) - 1


def learnt(tallies: list[Tally], points: int, good: NDArray[np.bool_]) -> Learnt | None:
    """Return the weights at those of the first `points` points of a curve that are kept.

    good : (R,) the runs whose own weights are returned, where every run was kept. Mean and
        standard deviation are those of the runs that are finite at a point, which a run that
        diverges later still is; they are 0 where there is none.
    """
    at = tallies[0].at[tallies[0].at < points]
    if not len(at):
        return None
    here = slice(len(at))
    unit = tallies[0].unit
    n = np.sum([tally.count[here] for tally in tallies], axis=0)[:, None]
    sums, squares = np.zeros((2, len(at), tallies[0].sums.shape[1]))
    for own in sorted({tally.unit for tally in tallies}):  # another split may have another B
        same, factor = [tally for tally in tallies if tally.unit == own], own / unit
        sums += factor * np.sum([tally.sums[here] for tally in same], axis=0)
        squares += factor**2 * np.sum([tally.squares[here] for tally in same], axis=0)
    mean = sums / np.maximum(n, 1)
    variance = np.maximum(squares - sums * mean, 0.0) / np.maximum(n - 1, 1)
    every = [tally.runs[:, here] for tally in tallies if tally.runs is not None]
    return Learnt(
        at.copy(),
        rounded(mean * unit),
        rounded(np.sqrt(variance) * unit),
        rounded(np.concatenate(every)[good]) if every else None,
    )


def rounded(numbers: Floats) -> Floats:
    """Return numbers as exact as a float32, about seven digits, but in the range of a float64."""
    bits = np.ascontiguousarray(numbers).view(np.int64)
    short: Floats = (bits >> ROUNDED << ROUNDED).view(np.float64)
    return short
