"""What is drawn of a learning curve: a middle, a band or single runs, where it reaches a target."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from aelr_core.algorithms import ALGORITHMS, by_word
from aelr_core.checks import Floats
from aelr_core.experiments import Curve, Result, attributes_to_reach
from aelr_core.experiments.summary import Reach, values_of

Spread = Literal["sd", "quantiles", "runs"]
Across = Literal["attributes", "examples"]
LOW, HIGH = 0.1, 0.9
# More lines cannot be told apart.
MOST_RUNS_DRAWN = 50


@dataclass(frozen=True)
class View:
    """How learning curves are drawn.

    Attributes
    ----------
    spread : mean ± one standard deviation, median and the middle 80%, or mean and every run.
    across : what the x-axis counts.
    x_log, y_log : logarithmic axes.
    value : "relative_loss", "error_rate" or "excess_risk".
    target : an error to reach; None: the error at which the uniform algorithm ends.
    """

    spread: Spread = "sd"
    across: Across = "attributes"
    x_log: bool = False
    y_log: bool = False
    value: str = "relative_loss"
    target: float | None = None


@dataclass(frozen=True, eq=False)
class Series:
    """One algorithm's line: x and middle are (P,), low and high too, single runs (R, P)."""

    key: str
    x: Floats
    middle: Floats
    low: Floats | None
    high: Floats | None
    runs: Floats | None
    reach: Reach | None
    reach_x: float | None


def legend_order(curves: Mapping[str, Curve]) -> list[Curve]:
    """Return the curves in the order of the legend, which is that of their colours."""
    return sorted(curves.values(), key=lambda curve: ALGORITHMS[curve.algorithm].colour)


def values_there(result: Result) -> tuple[str, ...]:
    """Return what was measured, the relative loss first."""
    curve = next(iter(result.curves.values()))
    found = ("relative_loss", "error_rate", "excess_risk")
    return tuple(name for name in found if getattr(curve, name) is not None)


def fitting(view: View, result: Result) -> View:
    """Return the view, of the relative loss if this result has not measured the view's value.

    The menu is drawn once per script run, for the result on the screen then; later curves may be
    of data for which less can be measured.
    """
    return view if view.value in values_there(result) else replace(view, value="relative_loss")


def target_of(result: Result, view: View) -> float | None:
    """Return the target error: the chosen one, or the error at which the uniform algorithm ends."""
    if view.target is not None:
        return view.target
    uniform = result.curves.get(by_word("uniform", result.spec.family).key)
    if uniform is None or not result.complete:
        return None
    # as `attributes_to_reach` has it, to the last digit: it does reach its own end
    return float(values_of(uniform, view.value).mean(axis=0)[-1])


def series_of(curve: Curve, view: View, target: float | None = None) -> Series:
    """Return what is drawn of one curve."""
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
