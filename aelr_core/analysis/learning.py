"""Learning curves as they are drawn, and what each algorithm has learnt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from aelr_core.algorithms import ALGORITHMS, by_word
from aelr_core.checks import Floats, Ints
from aelr_core.experiments import Curve, Result, attributes_to_reach
from aelr_core.experiments.summary import (
    Reach,
    at,
    common_error,
    differences,
    lowest,
    values_of,
)

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
    target : an error to reach; if None, the lowest that uniform sampling and choosing by size both
        reach.
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

    reach_x : where it reaches the target, on the x-axis; None if it does not.
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
    measurements = ("relative_loss", "error_rate", "excess_risk")
    return tuple(name for name in measurements if getattr(curve, name) is not None)


def fitting(view: View, result: Result) -> View:
    """Return the view, switched to the relative loss if the result does not have the view's value.

    The menu is drawn once per script run, for the result shown at that time; later curves may come
    from data for which fewer values can be measured.
    """
    return view if view.value in values_there(result) else replace(view, value="relative_loss")


def target_of(result: Result, view: View) -> float | None:
    """Return the target error: the chosen one, or that at which savings are measured."""
    if view.target is not None:
        return view.target
    return common_error(result, view.value) if result.complete else None


@dataclass(frozen=True)
class Saving:
    """The attributes that an algorithm needed in a run, compared with uniform sampling.

    Attributes
    ----------
    key : the algorithm.
    error : the error that both reach.
    attributes, uniform : what the algorithm and uniform sampling needed for it.
    at_most : whether the algorithm may have needed even less.
    reached : whether it reaches the error at which the savings of the run are measured.
    its_own : whether the error is the algorithm's lowest, because uniform sampling gets lower.
    ends_above, ends_worse : whether it ends above uniform sampling all the same, and by more than
        chance.
    """

    key: str
    error: float
    attributes: float
    uniform: float
    at_most: bool = False
    reached: bool = True
    its_own: bool = False
    ends_above: bool = False
    ends_worse: bool = False

    @property
    def share(self) -> float:
        """The share of uniform sampling's attributes that the algorithm needed; above 1: more."""
        return self.attributes / self.uniform


def measured_saving(
    result: Result, word: str = "known", value: str = "relative_loss"
) -> Saving | None:
    """Return what an algorithm saved over uniform sampling in a run, by their mean errors.

    Both are compared where their curves first reach an error, the same for all algorithms of a run:
    the lowest that uniform sampling and choosing by size both reach. An algorithm that never gets
    so low is compared at its own lowest.

    Parameters
    ----------
    word : names the algorithm, in both families.
    value : what was measured, as in `View`.

    Returns
    -------
    None while one of the two curves is missing or not complete, or has no number at its end.
    """
    family = result.spec.family
    base, one = (result.curves.get(by_word(name, family).key) for name in ("uniform", word))
    target = target_of(result, View(value=value))
    if base is None or one is None or target is None:
        return None
    error = float(np.maximum(target, lowest(one, value)))  # NaN if it has no finite one
    if not np.isfinite(error):
        return None
    uniform, needed = (attributes_to_reach(curve, error, value) for curve in (base, one))
    assert uniform.attributes is not None
    assert needed.attributes is not None
    ends = [values_of(curve, value).mean(axis=0)[-1] for curve in (base, one)]
    last = float(min(base.attributes[-1], one.attributes[-1]))
    return Saving(
        one.algorithm,
        error,
        needed.attributes,
        uniform.attributes,
        at_most=needed.at_most,
        reached=error <= target,
        its_own=lowest(one, value) > lowest(base, value),
        ends_above=not ends[1] <= ends[0],
        ends_worse=_clear(differences(one, base, last, value)[0]),
    )


@dataclass(frozen=True)
class Remark:
    """Why a mean curve does what nobody expects: its algorithm, a place on it, and the reason."""

    key: str
    attributes: float
    error: float
    why: str


# A curve rises if it regains more than this share of its least error, and a difference is one if
# it is more than so many standard errors.
RISE, CLEAR = 0.05, 2.0
# So large a share of the attributes must never be drawn to explain anything.
MANY = 0.25


def remarks(result: Result, empty: int = 0) -> tuple[Remark, ...]:
    """Return why sizes learnt first beat known ones, and why curves rise, where a run shows it.

    A reason is only given if the curve that lacks it, in the same run, does not do the same.

    empty : attributes that are 0 in every row, which nobody has to draw
    """
    curves = {ALGORITHMS[key].word: curve for key, curve in result.curves.items()}
    known, online = curves.get("known"), curves.get("online")
    reasons: list[Remark] = []
    for word, curve in curves.items():
        entry, place = ALGORITHMS[curve.algorithm], rises(curve)
        never = 0 if curve.unsampled is None else round(float(curve.unsampled.mean())) - empty
        why, control = "", known if entry.two_phased else online
        if place is not None and entry.budgeted and control is not None and rises(control) is None:
            why = f"rises: {result.spec.budget} draws per example are few"
            if entry.two_phased:
                why = "rises: phase one misjudged sizes"
                if never > 0:
                    why = f"rises: phase one has not seen {never} attributes"
        elif word == "two-phased" and known is not None and never > MANY * result.d:
            place = below(curve, known)
            why = f"never draws {never} of {result.d}: less noise, but biased"
        if place is not None and why and all(why != one.why for one in reasons):
            reasons.append(Remark(curve.algorithm, place, float(at(curve, place).mean()), why))
    return tuple(reasons)


def rises(curve: Curve) -> float | None:
    """Return the attributes at which a mean curve is highest above its lowest point before.

    None if it hardly rises, or only by chance.
    """
    mean = curve.mean
    if len(mean) < 2 or not np.isfinite(mean).all():
        return None
    top = int((mean - np.minimum.accumulate(mean)).argmax())
    least = int(mean[: top + 1].argmin())
    much = mean[top] - mean[least] > RISE * mean[least]
    differ = curve.relative_loss[:, top] - curve.relative_loss[:, least]
    return float(curve.attributes[top]) if much and _clear(differ) else None


def below(one: Curve, other: Curve) -> float | None:
    """Return the attributes at which a mean curve is furthest below another; None if it is not."""
    there = one.attributes[one.attributes >= other.attributes[0]].astype(np.float64)
    if not len(there):
        return None
    gaps = [differences(other, one, place)[0] for place in there.tolist()]
    most = int(np.argmax([gap.mean() for gap in gaps]))
    return float(there[most]) if gaps[most].mean() > 0 and _clear(gaps[most]) else None


def _clear(differences: Floats) -> bool:
    """Return whether the mean over runs of something is above 0 by more than chance."""
    n = len(differences)
    return n > 1 and bool(differences.mean() > CLEAR * differences.std(ddof=1) / n**0.5)


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
    if reach is not None and reach.attributes is not None:
        at = float(np.interp(reach.attributes, curve.attributes, x))
    return Series(curve.algorithm, x, middle, low, high, runs, reach, at)


def until(one: Series, x: float) -> Series:
    """Return a line up to x, with an end between two points; reached targets are left out."""
    end = min(x, float(one.x[-1]))
    at = np.append(one.x[one.x < end], end)

    def cut(values: Floats) -> Floats:
        shortened: Floats = np.interp(at, one.x, values)
        return shortened

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


def most_influential(learnt: Learnt, M: Floats, most: int, truth: Floats | None = None) -> Ints:
    """Return the attributes that move the predictions most: the largest abs(w_i) √M_i at the end.

    The best predictor `truth`, (d,), decides if it is known, else the mean over the algorithms,
    each relative to its own largest. M : (d,) second moments.
    """
    ends = np.abs([*(w[-1] for w in learnt.mean.values())] if truth is None else [truth])
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
