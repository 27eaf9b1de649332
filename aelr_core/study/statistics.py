"""Paired comparisons of two arms, corrected for many, and how many attributes an error takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf, sqrt

import numpy as np

from aelr_core import student
from aelr_core.checks import Floats
from aelr_core.study.outcome import Measured

LEVEL = 0.05
WIN, TIE, LOSS = "win", "tie", "loss"


@dataclass(frozen=True)
class PairedTest:
    """One arm against another, on one panel at one size.

    Attributes
    ----------
    panel, letter, ours, theirs, examples : which panel, comparison, arms and size.
    mean_ours, mean_theirs : mean errors, relative to the zero predictor's.
    difference, low, high : mean of ours − theirs over the units, and its 95 % interval (Student).
        Runs of one data set are averaged first. Negative: ours is better.
    units, better : how many data sets, splits or runs; on how many of them ours has the lower
        error.
    p, p_holm : two-sided, of the difference 0; and corrected by Holm for the whole family.
    """

    panel: str
    letter: str
    ours: str
    theirs: str
    examples: int
    mean_ours: float
    mean_theirs: float
    difference: float
    low: float
    high: float
    units: int
    better: int
    p: float
    p_holm: float = 1.0

    @property
    def ratio(self) -> float:
        """Our mean error over theirs."""
        return self.mean_ours / self.mean_theirs if self.mean_theirs > 0 else inf

    @property
    def verdict(self) -> str:
        """A win or a loss if the corrected p is below 0.05, else a tie."""
        return self._verdict(self.p_holm)

    @property
    def alone(self) -> str:
        """The verdict of this test alone: where nothing differs, one in twenty is no tie."""
        return self._verdict(self.p)

    @property
    def by_interval(self) -> str:
        """A win or a loss if the 95 % interval leaves 0 out, else a tie; not corrected."""
        return WIN if self.high < 0 else LOSS if self.low > 0 else TIE

    def _verdict(self, p: float) -> str:
        if not p < LEVEL:
            return TIE
        return WIN if self.difference < 0 else LOSS


def paired(ours: Floats, theirs: Floats) -> tuple[float, float, float]:
    r"""Return mean, half the 95 % interval and p of the paired differences ours − theirs, (n,).

    .. math:: t = \bar D \sqrt n / s, \qquad p = P(|T_{n-1}| > |t|)

    >>> mean, half, p = paired(np.array([1.0, 2.0, 3.0]), np.zeros(3))
    >>> round(mean, 3), round(half, 3), round(p, 3)
    (2.0, 2.484, 0.074)
    """
    differences = ours - theirs
    n, mean = len(differences), float(differences.mean())
    s = float(differences.std(ddof=1))
    if s == 0:
        return mean, 0.0, 1.0 if mean == 0 else 0.0
    return (
        mean,
        student.half_width(differences, 1 - LEVEL),
        1.0 - student.within(abs(mean) * sqrt(n) / s, n - 1),
    )


def compare(
    panel: str, letter: str, ours: str, theirs: str, arms: dict[str, Measured], examples: int
) -> PairedTest:
    """Compare two arms of a panel at one size."""
    a, b = arms[ours].at(examples), arms[theirs].at(examples)
    mean, half, p = paired(a, b)
    return PairedTest(
        panel, letter, ours, theirs, examples, float(a.mean()), float(b.mean()),
        mean, mean - half, mean + half, len(a), int((a < b).sum()), p,
    )  # fmt: skip


def corrected(tests: Sequence[PairedTest]) -> tuple[PairedTest, ...]:
    r"""Return the tests with Holm's p over all of them.

    With :math:`p_{(1)} \le \dots \le p_{(m)}`, the corrected :math:`p_{(i)}` is
    :math:`\max_{j \le i} \min(1, (m - j + 1)\,p_{(j)})`: the chance of any false win or loss among
    all m tests is at most 5 %.
    """
    order = sorted(range(len(tests)), key=lambda i: tests[i].p)
    found, highest = list(tests), 0.0
    for rank, i in enumerate(order):
        highest = max(highest, min(1.0, (len(tests) - rank) * tests[i].p))
        found[i] = replace(tests[i], p_holm=highest)
    return tuple(found)


@dataclass(frozen=True)
class Needed:
    """How many attributes one arm needs for the error of another one.

    Attributes
    ----------
    panel, ours, theirs : which.
    examples, error : theirs' largest size, and its mean error there.
    fraction : attributes that ours needs for that error over those that theirs used; None if it
        does not end at or below that error.
    at_most : whether ours is never above it, from the first point measured on.
    """

    panel: str
    ours: str
    theirs: str
    examples: int
    error: float
    fraction: float | None
    at_most: bool = False


def needed(panel: str, ours: str, theirs: str, arms: dict[str, Measured]) -> Needed:
    """Return how many attributes ours needs for the error of theirs at the largest size.

    On the mean curve, interpolated in log n between the last point above the error and the next:
    an error that is reached and then lost again does not count.
    """
    curve, size = arms[ours], int(arms[theirs].examples[-1])
    error = float(arms[theirs].at(size).mean())
    mean, n = curve.mean, curve.examples.astype(np.float64)
    above = np.flatnonzero(mean > error)
    if not len(above):
        return Needed(panel, ours, theirs, size, error, float(n[0] / size), at_most=True)
    i = int(above[-1])
    if i == len(n) - 1:
        return Needed(panel, ours, theirs, size, error, None)
    share = (mean[i] - error) / (mean[i] - mean[i + 1])
    there = np.exp(np.log(n[i]) + share * np.log(n[i + 1] / n[i]))
    return Needed(panel, ours, theirs, size, error, float(there / size))
