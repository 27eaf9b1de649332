"""Tables from curves: final errors, attributes to a target, gains, paired differences."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from aelr_core import checks
from aelr_core.algorithms import ALGORITHMS, by_word
from aelr_core.checks import Floats, Ints
from aelr_core.experiments.curve import Curve
from aelr_core.experiments.result import Result
from aelr_core.student import half_width, means_of_groups

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
VALUES = ("relative_loss", "excess_risk", "error_rate")


@dataclass(frozen=True)
class Reach:
    """How many attributes a mean curve needs to reach a target.

    attributes : interpolated between points; None if the target is not reached.
    at_most : whether the first point is already below the target, so that fewer may be enough.
    rises : whether the curve ends above the target all the same.
    """

    attributes: float | None
    at_most: bool = False
    rises: bool = False

    def __str__(self) -> str:
        if self.attributes is None:
            return "not reached"
        after = ", then rises" if self.rises else ""
        return f"{'at most ' if self.at_most else ''}{self.attributes:,.0f}{after}"


@dataclass(frozen=True)
class Difference:
    """A paired difference a − b over runs at one number of attributes.

    low, high : Student's confidence interval for the mean; None with fewer than two runs.
    """

    attributes: float
    mean: float
    low: float | None
    high: float | None
    runs: int


@dataclass(frozen=True)
class Row:
    """One algorithm in the table of a result.

    mean, sd : of the last point, over runs.
    reach : attributes needed to reach the target.
    gain : attributes the uniform algorithm needs to reach it, over those this one needs; None if
        either never reaches it.
    difference : paired difference from the uniform algorithm, at the last number of attributes
        that both reach.
    progressive : the error that a joint algorithm estimated itself (see `Curve.progressive`), over
        the last stretch that has an estimate; else None.
    """

    algorithm: str
    label: str
    attributes: int
    mean: float
    sd: float
    reach: Reach
    gain: float | None
    difference: Difference | None
    progressive: float | None


def values_of(curve: Curve, value: str) -> Floats:
    """Return the (R, P) measurements of one kind, or raise an error if this data has none."""
    checks.choice("value", value, VALUES)
    values: Floats | None = getattr(curve, value)
    if values is None:
        raise ValueError(f"value must be one that this data has, but there is no {value}.")
    return values


def spread(values: Floats) -> tuple[Floats, Floats, Floats]:
    """Return mean, standard deviation and `QUANTILES` over the first axis, the runs.

    One run has the standard deviation 0.
    """
    sd = values.std(axis=0, ddof=1) if len(values) > 1 else np.zeros(values.shape[1:])
    return values.mean(axis=0), sd, np.quantile(values, QUANTILES, axis=0)


def lowest(curve: Curve, value: str = "relative_loss") -> float:
    """Return the lowest mean over runs that a curve reaches; NaN if none is finite."""
    means = values_of(curve, value).mean(axis=0)
    finite = means[np.isfinite(means)]
    return float(finite.min()) if finite.size else float("nan")


def common_error(result: Result, value: str = "relative_loss") -> float | None:
    """Return the lowest mean that uniform sampling and choosing by size both reach.

    Savings are measured where curves first reach it. Without a finite error of choosing by size it
    is the lowest of uniform sampling; without one of that it is None.
    """
    keys = [by_word(word, result.spec.family).key for word in ("uniform", "known")]
    least = [lowest(result.curves[key], value) if key in result.curves else np.nan for key in keys]
    return float(np.nanmax(least)) if np.isfinite(least[0]) else None


def attributes_to_reach(curve: Curve, target: float, value: str = "relative_loss") -> Reach:
    """Return the number of attributes at which the mean over runs first reaches `target`."""
    target = checks.number("target", target)
    means = values_of(curve, value).mean(axis=0)
    below = np.flatnonzero(means <= target)
    if not below.size:
        return Reach(None)
    p, rises = int(below[0]), not means[-1] <= target
    if p == 0:
        return Reach(float(curve.attributes[0]), at_most=bool(means[0] < target), rises=rises)
    share = (means[p - 1] - target) / (means[p - 1] - means[p])
    before, after = curve.attributes[p - 1 : p + 1]
    return Reach(float(before + share * (after - before)), rises=rises)


def paired_difference(
    a: Curve,
    b: Curve,
    attributes: float | None = None,
    *,
    value: str = "relative_loss",
    confidence: float = 0.95,
) -> Difference:
    """Return the mean over common runs of a − b, with its confidence interval.

    attributes : where to compare, inside both curves; if None, the last number of attributes that
        both reach. Each run is interpolated between its points. Where runs are spread over data
        sets, the interval is over the means of these.
    """
    low, high = max(a.attributes[0], b.attributes[0]), min(a.attributes[-1], b.attributes[-1])
    where = float(high) if attributes is None else float(attributes)
    if not low <= where <= high:
        raise ValueError(
            f"attributes must lie inside both curves, from {low:,} to {high:,}, but it is "
            f"{where:g}."
        )
    each_run, sets = differences(a, b, where, value)
    if not each_run.size:
        raise ValueError("The two curves must have runs in common.")
    difference = means_of_groups(each_run, sets)
    mean, n = float(difference.mean()), len(each_run)
    if len(difference) < 2:
        return Difference(where, mean, None, None, n)
    half = half_width(difference, confidence)
    return Difference(where, mean, mean - half, mean + half, n)


def summary(
    result: Result, target: float | None = None, value: str = "relative_loss"
) -> tuple[Row, ...]:
    """Return the table of a result, one row per algorithm.

    target : an error to reach; if None, that of `common_error`.
    """
    base = result.curves.get(by_word("uniform", result.spec.family).key)
    target = common_error(result, value) if target is None else target
    needed = None if base is None or target is None else attributes_to_reach(base, target, value)
    return tuple(_row(curve, base, needed, target, value) for curve in result.curves.values())


def _row(
    curve: Curve, base: Curve | None, needed: Reach | None, target: float | None, value: str
) -> Row:
    last = values_of(curve, value)[:, -1]
    mean, sd, _ = spread(last)
    reach = Reach(None) if target is None else attributes_to_reach(curve, target, value)
    gain = None
    if needed is not None and needed.attributes is not None and reach.attributes is not None:
        gain = needed.attributes / reach.attributes
    return Row(
        algorithm=curve.algorithm,
        label=ALGORITHMS[curve.algorithm].label,
        attributes=int(curve.attributes[-1]),
        mean=float(mean),
        sd=float(sd),
        reach=reach,
        gain=gain,
        difference=(
            paired_difference(curve, base, value=value)
            if base is not None and curve is not base and _comparable(curve, base)
            else None
        ),
        progressive=_last_estimate(curve),
    )


def estimates(curve: Curve) -> list[tuple[float, float] | None]:
    """Return mean and standard deviation of the progressive loss at each point, None without."""
    if curve.progressive is None:
        return [None] * len(curve.examples)
    mean, sd, _ = spread(curve.progressive)
    return [(float(a), float(b)) if np.isfinite(a) else None for a, b in zip(mean, sd, strict=True)]


def _last_estimate(curve: Curve) -> float | None:
    """Return the mean over runs of the last progressive loss there is."""
    means = [each[0] for each in estimates(curve) if each is not None]
    return means[-1] if means else None


def _comparable(a: Curve, b: Curve) -> bool:
    """Return whether two curves have runs and a range of attributes in common."""
    overlap = max(a.attributes[0], b.attributes[0]) <= min(a.attributes[-1], b.attributes[-1])
    return bool(overlap and np.isin(a.runs, b.runs).any())


def differences(
    a: Curve, b: Curve, attributes: float, value: str = "relative_loss"
) -> tuple[Floats, Ints | None]:
    """Return a − b in each run that they have in common, at a number of attributes.

    Also returns the data sets of these runs, None if all have the same.
    """
    _, in_a, in_b = np.intersect1d(a.runs, b.runs, return_indices=True)
    sets = None if a.data_sets is None else a.data_sets[in_a]
    return at(a, attributes, value)[in_a] - at(b, attributes, value)[in_b], sets


def at(curve: Curve, attributes: float, value: str = "relative_loss") -> Floats:
    """Return each run's value at a number of attributes, interpolated between its points, (R,)."""
    rows = values_of(curve, value)
    return np.array([np.interp(attributes, curve.attributes, row) for row in rows])
