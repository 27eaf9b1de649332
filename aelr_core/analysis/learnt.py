"""What each algorithm has learnt, side by side: its predictor at equal numbers of attributes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from aelr_core.algorithms import ALGORITHMS
from aelr_core.analysis.series import legend_order
from aelr_core.checks import Floats, Ints
from aelr_core.experiments import Curve, Result


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
