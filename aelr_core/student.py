"""Student's t distribution in closed form: confidence intervals of means, p-values, Holm."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import atan, cos, inf, pi, sin, sqrt

import numpy as np

from aelr_core import checks
from aelr_core.checks import Floats, Ints


def within(t: float, freedom: int) -> float:
    r"""Return P(|T| ≤ t) for T with `freedom` degrees of freedom.

    With :math:`\theta = \arctan(t/\sqrt\nu)` (Abramowitz and Stegun, 26.7.3 and 26.7.4)

    .. math:: \tfrac2\pi\Big[\theta + \sin\theta\big(\cos\theta + \tfrac23\cos^3\theta + \dots
              \big)\Big] \ (\nu \text{ odd}), \qquad
              \sin\theta\big(1 + \tfrac12\cos^2\theta + \tfrac{1\cdot3}{2\cdot4}\cos^4\theta
              + \dots\big) \ (\nu \text{ even}),

    both sums up to the power ν − 2 of the cosine.

    >>> round(within(1.0, 1), 12)
    0.5
    """
    theta = atan(t / sqrt(freedom))
    odd = freedom % 2
    term = cos(theta) if odd else 1.0
    total = 0.0
    for n in range(2 + odd, freedom + 1, 2):
        total += term
        term *= (n - 1) / n * cos(theta) ** 2
    if odd:
        return 2 / pi * (theta + sin(theta) * total)
    return sin(theta) * total


def quantile(confidence: float, freedom: int) -> float:
    """Return the t with P(|T| ≤ t) = confidence.

    >>> round(quantile(0.95, 19), 3)
    2.093
    """
    confidence = checks.number("confidence", confidence, above=0, below=1)
    return _bisected(confidence, checks.integer("freedom", freedom, at_least=1))


# A thousand intervals of the paper's claims need some ten quantiles.
@lru_cache(maxsize=1024)
def _bisected(confidence: float, freedom: int) -> float:
    """Return the quantile, halving an interval that contains it."""
    low, high = 0.0, 1.0
    while within(high, freedom) < confidence and high < 1e9:
        high *= 2
    while high - low > 1e-12 * high:
        middle = (low + high) / 2
        if within(middle, freedom) < confidence:
            low = middle
        else:
            high = middle
    return high


def half_width(values: Floats, confidence: float) -> float:
    r"""Return half the width of the confidence interval of the mean of values, (n,).

    .. math:: t_{n-1} \, s / \sqrt n, \qquad s^2 = \tfrac1{n-1} \sum (v - \bar v)^2;

    infinite for fewer than two values.
    """
    n = len(values)
    if n < 2:
        return inf
    half: float = quantile(confidence, n - 1) * float(values.std(ddof=1)) / n**0.5
    return half


def resampled_half_width(values: Floats, confidence: float, test_over_train: float) -> float:
    r"""Return half the width of the corrected resampled t interval of the mean of values, (n,).

    The values belong to n splits of the same rows into training and test rows. These overlap, so
    the variance of the mean is more than s²/n; Nadeau and Bengio (2003) estimate it as

    .. math:: \Big(\tfrac1n + \frac{n_\text{test}}{n_\text{train}}\Big) s^2.

    Infinite for fewer than two values.

    >>> values = np.array([1.0, 3.0, 2.0])
    >>> resampled_half_width(values, 0.95, 0.0) == half_width(values, 0.95)
    True
    >>> round(resampled_half_width(values, 0.95, 1.0) / half_width(values, 0.95), 12)
    2.0
    """
    wider: float = (1 + len(values) * test_over_train) ** 0.5
    return wider * half_width(values, confidence)


@dataclass(frozen=True)
class Interval:
    """A mean over splits of a table, and its corrected resampled t interval."""

    mean: float
    low: float
    high: float


def resampled_interval(values: Floats, confidence: float, test_over_train: float) -> Interval:
    """Return the mean of values, (n,), and its interval; see `resampled_half_width`."""
    mean, half = float(values.mean()), resampled_half_width(values, confidence, test_over_train)
    return Interval(mean, mean - half, mean + half)


def resampled_p(values: Floats, test_over_train: float) -> float:
    """Return the two-sided p of the mean 0 by the corrected resampled t-test of values, (n,).

    It is below 0.05 where the interval of `resampled_half_width` leaves out 0; 1 for fewer than two
    values, and if all of them are 0.

    >>> round(resampled_p(np.array([1.0, 3.0, 2.0]), 0.0), 3)
    0.074
    """
    mean, n = float(values.mean()), len(values)
    if n < 2 or mean == 0:
        return 1.0
    s2 = float(values.var(ddof=1)) * (1 / n + test_over_train)
    return 1.0 - within(abs(mean) / sqrt(s2), n - 1) if s2 > 0 else 0.0


def holm(p: Sequence[float]) -> list[float]:
    r"""Return p-values corrected for being m, by Holm.

    With :math:`p_{(1)} \le \dots \le p_{(m)}`, the corrected :math:`p_{(i)}` is
    :math:`\max_{j \le i} \min(1, (m - j + 1)\,p_{(j)})`: the chance that any of them is below 0.05
    without reason is at most 5 %.

    >>> holm([0.02, 0.01, 0.5])
    [0.04, 0.03, 0.5]
    """
    corrected, highest = list(p), 0.0
    for rank, i in enumerate(sorted(range(len(p)), key=lambda i: p[i])):
        highest = max(highest, min(1.0, (len(p) - rank) * p[i]))
        corrected[i] = highest
    return corrected


def means_of_groups(values: Floats, groups: Ints | None) -> Floats:
    """Return the mean of the values, (n,), in each group, or the values if there are no groups.

    Runs on the same data set share its luck, so they are not independent evidence about another
    one; the means of the data sets are. An interval is Student's over these means.

    >>> means_of_groups(np.array([1.0, 3.0, 5.0]), np.array([0, 0, 1]))
    array([2., 5.])
    """
    if groups is None:
        return values
    return np.array([values[groups == group].mean() for group in np.unique(groups)])
