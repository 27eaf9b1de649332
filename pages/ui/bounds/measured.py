"""Bounds against measurements: a small real run in the theory's own mode, inside the ball."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import numpy as np

from aelr_core.algorithms import ALGORITHMS, bound, of_family
from aelr_core.checks import Floats
from aelr_core.datasets import Dataset
from aelr_core.experiments import ExperimentSpec, Result, load
from aelr_core.modes import THEORY
from pages.ui.settings import Settings

POINTS = 8
MOST_RUNS = 10
ROUNDING = 1e-9
# Runs with the default settings, computed once by `pages.ui.bounds.store_measured`.
STORED = Path(__file__).resolve().parents[3] / "assets" / "results"
NEEDS_THE_BALL = (
    "This picture needs rows inside the unit ball, but the largest row norm is {radius:.3g}: "
    "choose the scaling centre-maxabs or l2 in the sidebar."
)


@dataclass(frozen=True, eq=False)
class Measured:
    """One algorithm: what was measured, and what was promised for the same examples.

    Attributes
    ----------
    attributes, examples : (P,) where it was measured.
    mean, low, high : (P,) excess risk over runs: the mean and the 5 % and 95 % quantiles.
    bound : (P,) the theorem's.
    """

    attributes: Floats
    examples: Floats
    mean: Floats
    low: Floats
    high: Floats
    bound: Floats

    @property
    def share(self) -> float:
        """Measured over promised, at the end."""
        return float(self.mean[-1] / self.bound[-1])


def measured_spec(settings: Settings, scale: float = 1.0) -> ExperimentSpec:
    """Return the run: the theory's mode and steps, simulated rows inside the ball.

    A norm bound that the visitor has chosen grows with the `scale` by which simulated rows are
    divided.
    """
    inside = replace(settings, scaled=True)
    if not isinstance(settings.norm_bound, str) and settings.data == "synthetic":
        inside = replace(inside, norm_bound=settings.norm_bound * scale)
    spec = inside.spec()
    keys = [key for key in of_family(settings.family) if ALGORITHMS[key].bounds]
    return replace(
        spec,
        algorithms=tuple(keys),
        mode=replace(THEORY, m1_fraction=settings.m1),
        adaptive=False,
        curve="per_prefix",
        points=min(POINTS, spec.examples),
        runs=min(settings.runs, MOST_RUNS),
        step="theory",
        multiplier=1.0,
    )


def refusal(dataset: Dataset) -> str:
    """Return why nothing can be measured on these rows, or ""."""
    if dataset.radius <= 1 + ROUNDING:
        return ""
    return NEEDS_THE_BALL.format(radius=dataset.radius)


def stored(spec: ExperimentSpec) -> Result | None:
    """Return the stored result of exactly this run, if there is one."""
    found = _stored(spec.family)
    return found if found is not None and found.spec == spec else None


@lru_cache(maxsize=2)
def _stored(family: str) -> Result | None:
    file = STORED / f"bounds-{family}.npz"
    return load(file) if file.is_file() else None


def measured(result: Result, dataset: Dataset) -> dict[str, Measured]:
    """Return what was measured for each algorithm with a bound, and its bound.

    `dataset` is the one that was run, inside the ball. Where no w* is known, the test rows are
    taken as the distribution and their best predictor in the ball as w*.
    """
    spec, M = result.spec, dataset.known_moments
    best = 0.0 if dataset.w_star is not None else _least_loss(result, dataset)
    found = {}
    for key, curve in result.curves.items():
        if curve.excess_risk is not None:
            excess = curve.excess_risk
        else:
            excess = 0.5 * result.zero_loss * (curve.relative_loss - best)
        m1 = np.array([spec.mode.m1(int(n)) for n in curve.examples], dtype=np.float64)
        low, high = np.quantile(excess, [0.05, 0.95], axis=0)
        found[key] = Measured(
            attributes=np.asarray(curve.attributes, dtype=np.float64),
            examples=np.asarray(curve.examples, dtype=np.float64),
            mean=excess.mean(axis=0),
            low=low,
            high=high,
            bound=bound(
                key, d=len(M), m=curve.examples, k=spec.budget - 1, B=result.norm_bound, M=M,
                m1=m1, delta=spec.mode.delta, kind="smaller",
            ),
        )  # fmt: skip
    return found


def _least_loss(result: Result, dataset: Dataset) -> float:
    """Return the least relative loss on the test rows of any predictor in the ball."""
    from aelr_core.baselines import offline_lasso, offline_ridge

    offline = offline_ridge if dataset.family == "ridge" else offline_lasso
    X, y = np.asarray(dataset.X_test, dtype=np.float64), dataset.y_test
    w = offline(X, y, result.norm_bound)
    return float(np.mean((X @ w - y) ** 2)) / result.zero_loss
