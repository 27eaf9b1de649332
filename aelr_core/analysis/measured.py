"""Excess risk measured by a run, beside the bounds for the same attributes.

For any run; and a run by the theorems' own rules, which is stored for the default settings.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import numpy as np

from aelr_core.algorithms import ALGORITHMS, of_family
from aelr_core.analysis.bounds import at_attributes
from aelr_core.analysis.standing import Standing
from aelr_core.checks import Floats
from aelr_core.datasets import Dataset
from aelr_core.experiments import ExperimentSpec, Result, load, run, save
from aelr_core.modes import THEORY
from aelr_core.shipped_files import ASSETS

POINTS = 8
MOST_RUNS = 10
# Runs with the default settings; `make example-run` computes them, by `store`.
STORED = ASSETS / "results"


@dataclass(frozen=True, eq=False)
class Measured:
    """The measurements of one algorithm, and the bound for the same attributes.

    Attributes
    ----------
    attributes : (P,) attributes seen at each point.
    excess : (R, P) excess risk of every run.
    bound : (P,) the theorem's bound.
    """

    attributes: Floats
    excess: Floats
    bound: Floats

    @property
    def mean(self) -> Floats:
        """The mean over runs, (P,)."""
        return np.asarray(self.excess.mean(axis=0))

    @property
    def low(self) -> Floats:
        """The 5 % quantile over runs, (P,)."""
        return np.quantile(self.excess, 0.05, axis=0)

    @property
    def high(self) -> Floats:
        """The 95 % quantile over runs, (P,)."""
        return np.quantile(self.excess, 0.95, axis=0)

    @property
    def share(self) -> float:
        """The mean excess risk over the bound, at the last point."""
        return float(self.mean[-1] / self.bound[-1])


def measured(result: Result, here: Standing, best: float | None = None) -> dict[str, Measured]:
    """Return the measurements of each algorithm that has a bound.

    Parameters
    ----------
    result : the result of a run with the settings of `here`.
    best : the smallest possible relative loss, where the excess risk is not known exactly; if
        that is not known either, nothing is returned.
    """
    found = {}
    for key, curve in result.curves.items():
        excess = curve.excess_risk
        if excess is None and best is not None:
            excess = 0.5 * result.zero_loss * (curve.relative_loss - best)
        if excess is None or not ALGORITHMS[key].bounds_in(here.mode):
            continue
        attributes = curve.attributes.astype(np.float64)
        found[key] = Measured(attributes, excess, at_attributes(here, attributes)[key])
    return found


def exact(result: Result) -> bool:
    """Return whether the best predictor is known, and with it the excess risk of every run."""
    return all(curve.excess_risk is not None for curve in result.curves.values())


def tightest(found: Mapping[str, Measured]) -> str | None:
    """Return the first algorithm with known moments whose risk ends above 0, None if none does."""
    for key, one in found.items():
        if ALGORITHMS[key].knows_moments and one.mean[-1] > 0:
            return key
    return None


def bound_misleads(found: Mapping[str, Measured]) -> tuple[str, str] | None:
    """Return ours and the paper's with known moments, if the lower bound has the higher risk.

    Both ends count, where ours has the lower bound; else None.
    """
    ours = [key for key in found if ALGORITHMS[key].joint]
    papers = [key for key in found if ALGORITHMS[key].knows_moments and key not in ours]
    for a in ours:
        for b in papers:
            lower = found[a].bound[-1] < found[b].bound[-1]
            if lower and found[a].mean[-1] > found[b].mean[-1]:
                return a, b
    return None


def same_bounds(run: ExperimentSpec, chosen: ExperimentSpec) -> bool:
    """Return whether the bounds for `chosen` apply to what `run` measured."""
    parts = ("data", "options", "family", "budget", "seed", "mode", "norm_bound")
    return all(getattr(run, part) == getattr(chosen, part) for part in parts)


def offline_loss(result: Result) -> float | None:
    """Return the relative loss of the offline predictor, None if it has not been measured yet."""
    offline = [c for c in result.curves.values() if not ALGORITHMS[c.algorithm].takes_steps]
    return float(offline[0].mean[-1]) if offline and result.complete else None


def least_loss(result: Result, dataset: Dataset) -> float | None:
    """Return the smallest relative loss on the test rows of any predictor in the ball.

    The test rows stand for the distribution. None if w* is known.
    """
    if dataset.w_star is not None:
        return None
    from aelr_core.baselines import OFFLINE

    X, y = np.asarray(dataset.X_test, dtype=np.float64), dataset.y_test
    w = OFFLINE[dataset.family](X, y, result.norm_bound)
    return float(np.mean((X @ w - y) ** 2)) / result.zero_loss


def own_rules_spec(spec: ExperimentSpec, scale: float = 1.0) -> ExperimentSpec:
    """Return a short run of a spec by the theorems' own rules, with synthetic rows in the ball.

    A norm bound given as a number is multiplied by the `scale` that divides synthetic rows; it is
    not searched, for the theorems know it.
    """
    options, B = dict(spec.options), "auto" if spec.norm_bound == "cv" else spec.norm_bound
    if "scaled" in options:
        options["scaled"] = True
        B = B if isinstance(B, str) else B * scale
    mode = replace(THEORY, m1_fraction=spec.mode.m1_fraction)
    runs = min(spec.runs, MOST_RUNS)
    # a new spec, not a changed one: what the theorems do not know has its plain default
    return ExperimentSpec(
        data=spec.data,
        options=tuple(options.items()),
        family=spec.family,
        budget=spec.budget,
        examples=spec.examples,
        runs=runs,
        data_sets=min(spec.data_sets, runs),
        algorithms=tuple(k for k in of_family(spec.family) if ALGORITHMS[k].bounds_in(mode)),
        mode=mode,
        points=min(POINTS, spec.examples),
        step="theory",
        norm_bound=B,
        weights=spec.weights,
        seed=spec.seed,
    )


def stored(spec: ExperimentSpec) -> Result | None:
    """Return the stored result of exactly this run, if there is one."""
    found = _stored(spec.family)
    return found if found is not None and found.spec == spec else None


def store(specs: Iterable[ExperimentSpec]) -> None:
    """Run specs, one per family, by the theorems' own rules, and store the results."""
    STORED.mkdir(parents=True, exist_ok=True)
    for spec in specs:
        save(run(own_rules_spec(spec)), _file(spec.family))


@lru_cache(maxsize=2)
def _stored(family: str) -> Result | None:
    return load(_file(family)) if _file(family).is_file() else None


def _file(family: str) -> Path:
    return STORED / f"bounds-{family}.npz"
