"""Learning curves as they are drawn, and what each algorithm has learnt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from aelr_core.algorithms import ALGORITHMS, by_word
from aelr_core.checks import Floats, Ints
from aelr_core.experiments import Curve, Result, attributes_to_reach
from aelr_core.experiments.summary import Reach, values_of

Spread = Literal["sd", "quantiles", "runs"]
Across = Literal["attributes", "examples"]
LOW, HIGH = 0.1, 0.9
# More single runs cannot be told apart.
MOST_RUNS_DRAWN = 50


@dataclass(frozen=True)
class View:
    """How learning curves are drawn.

    Attributes
    ----------
    spread : mean ± one standard deviation, median and the middle 80%, or mean and every run.
    across : the quantity on the x-axis.
    x_log, y_log : logarithmic axes.
    value : "relative_loss", "error_rate" or "excess_risk".
    target : an error to reach; if None, the last error of the uniform algorithm.
    progressive : whether the loss that joint algorithms estimate themselves is drawn too.
    """

    spread: Spread = "sd"
    across: Across = "attributes"
    x_log: bool = False
    y_log: bool = False
    value: str = "relative_loss"
    target: float | None = None
    progressive: bool = False


@dataclass(frozen=True, eq=False)
class Series:
    """One algorithm's line: x, middle, low and high are (P,), single runs (R, P).

    reach_x : where it reaches the target, on the x-axis; None if it does not, or ends above it.
    """

    key: str
    x: Floats
    middle: Floats
    low: Floats | None
    high: Floats | None
    runs: Floats | None
    reach: Reach | None
    reach_x: float | None


def legend_order(curves: Mapping[str, Curve]) -> list[Curve]:
    """Return the curves in the order of the legend, which is the order of their colours."""
    return sorted(curves.values(), key=lambda curve: ALGORITHMS[curve.algorithm].colour)


def values_there(result: Result) -> tuple[str, ...]:
    """Return what was measured, the relative loss first."""
    curve = next(iter(result.curves.values()), None)
    if curve is None:  # there are provisional curves only
        return ("relative_loss",)
    found = ("relative_loss", "error_rate", "excess_risk")
    return tuple(name for name in found if getattr(curve, name) is not None)


def fitting(view: View, result: Result) -> View:
    """Return the view, switched to the relative loss if the result does not have the view's value.

    The menu is drawn once per script run, for the result shown at that time; later curves may come
    from data for which fewer values can be measured.
    """
    return view if view.value in values_there(result) else replace(view, value="relative_loss")


def target_of(result: Result, view: View) -> float | None:
    """Return the target error: the chosen one, or the last error of the uniform algorithm."""
    if view.target is not None:
        return view.target
    uniform = result.curves.get(by_word("uniform", result.spec.family).key)
    if uniform is None or not result.complete:
        return None
    # computed exactly as in `attributes_to_reach`, so that the curve does reach its own end
    return float(values_of(uniform, view.value).mean(axis=0)[-1])


def progressive_series(curve: Curve, view: View) -> Series | None:
    """Return the loss that a joint algorithm estimated itself, as a line; None if there is none.

    Each estimate is a mean over the examples between two points, and stands in their middle.
    """
    if curve.progressive is None or view.value != "relative_loss":
        return None
    there = np.isfinite(curve.progressive).all(axis=0)
    values = curve.progressive[:, there]
    if not values.size:
        return None
    x = (curve.attributes if view.across == "attributes" else curve.examples).astype(np.float64)
    middle = (x + np.concatenate([[0.0], x[:-1]])) / 2
    mean, low, high = values.mean(axis=0), None, None
    if len(values) > 1:
        sd = values.std(axis=0, ddof=1)
        low, high = mean - sd, mean + sd
    return Series(curve.algorithm, middle[there], mean, low, high, None, None, None)


def series_of(curve: Curve, view: View, target: float | None = None) -> Series:
    """Return one curve as it is drawn."""
    values = values_of(curve, view.value)
    x = (curve.attributes if view.across == "attributes" else curve.examples).astype(np.float64)
    middle, low, high, runs = values.mean(axis=0), None, None, None
    if view.spread == "runs":
        runs = values[:MOST_RUNS_DRAWN]
    elif view.spread == "quantiles":
        low, middle, high = np.quantile(values, [LOW, 0.5, HIGH], axis=0)
    elif len(values) > 1:
        sd = values.std(axis=0, ddof=1)
        low, high = middle - sd, middle + sd
    reach = None if target is None else attributes_to_reach(curve, target, view.value)
    at = None
    if reach is not None and reach.kept:
        assert reach.attributes is not None
        at = float(np.interp(reach.attributes, curve.attributes, x))
    return Series(curve.algorithm, x, middle, low, high, runs, reach, at)


def until(one: Series, x: float) -> Series:
    """Return a line up to x, with an end between two points; reached targets are left out."""
    end = min(x, float(one.x[-1]))
    at = np.append(one.x[one.x < end], end)

    def cut(values: Floats) -> Floats:
        found: Floats = np.interp(at, one.x, values)
        return found

    low, high = (None if ends is None else cut(ends) for ends in (one.low, one.high))
    return Series(one.key, at, cut(one.middle), low, high, None, None, None)


def beyond(one: Series, x: float) -> Series:
    """Return the middle of a line after x, without its band: what is ahead of another line."""
    there = one.x > x
    return Series(one.key, one.x[there], one.middle[there], None, None, None, None, None)


def values_at(curve: Curve, shares: Sequence[float]) -> tuple[float, ...]:
    """Return the mean relative loss after these shares of the attributes, between two points."""
    x = curve.attributes.astype(np.float64)
    return tuple(float(np.interp(share * x[-1], x, curve.mean)) for share in shares)


# ---- What each algorithm has learnt: its predictor at equal numbers of attributes ----


@dataclass(frozen=True, eq=False)
class Learnt:
    """The predictors of several algorithms after S numbers of attributes.

    Attributes
    ----------
    attributes : (S,) attributes seen, increasing.
    mean, sd : by algorithm, in the order of the legend, (S, d): mean and standard deviation of w̄
        over runs; NaN where an algorithm could not pay for its first predictor yet.
    runs : the number of runs.
    """

    attributes: Ints
    mean: dict[str, Floats]
    sd: dict[str, Floats]
    runs: int

    @property
    def d(self) -> int:
        """The number of attributes of an example."""
        return len(next(iter(self.mean.values()))[0])


def learnt(result: Result) -> Learnt | None:
    """Return the predictors of a result; None if it has none, as older files do.

    An algorithm may have been measured elsewhere: after so many attributes, its predictor is the
    last one that it could pay for.
    """
    kept = {c.algorithm: c for c in legend_order(result.curves) if c.weights_at is not None}
    if not kept:
        return None
    stops = max((_paid(curve) for curve in _budgeted(kept)), key=len)
    return Learnt(
        attributes=stops,
        mean={key: _at(curve, curve.weights, stops) for key, curve in kept.items()},
        sd={key: _at(curve, curve.weights_sd, stops) for key, curve in kept.items()},
        runs=max(len(curve.runs) for curve in kept.values()),
    )


def most_influential(found: Learnt, M: Floats, most: int, truth: Floats | None = None) -> Ints:
    """Return the attributes that move the predictions most: the largest abs(w_i) √M_i at the end.

    The best predictor `truth`, (d,), decides if it is known, else the mean over the algorithms,
    each relative to its own largest. M : (d,) second moments.
    """
    ends = np.abs([*(w[-1] for w in found.mean.values())] if truth is None else [truth])
    sizes = np.nan_to_num(ends) * np.sqrt(M)
    largest = sizes.max(axis=1, keepdims=True)
    size = (sizes / np.where(largest > 0, largest, 1.0)).mean(axis=0)
    order: Ints = (-size).argsort(kind="stable")[:most]
    return order


def _budgeted(kept: Mapping[str, Curve]) -> list[Curve]:
    """Return the curves of the budgeted algorithms, or all if there is none."""
    return [c for key, c in kept.items() if ALGORITHMS[key].budgeted] or [*kept.values()]


def _paid(curve: Curve) -> Ints:
    assert curve.weights_at is not None
    return curve.attributes[curve.weights_at]


def _at(curve: Curve, weights: Floats | None, stops: Ints) -> Floats:
    """Return the weights that a curve has at each of the stops, (S, d)."""
    assert weights is not None
    place = np.searchsorted(_paid(curve), stops, side="right") - 1
    return np.where((place >= 0)[:, None], weights[np.maximum(place, 0)], np.nan)
