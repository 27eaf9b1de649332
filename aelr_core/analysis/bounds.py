"""The bounds on the excess risk: over the attributes seen, over one setting, beside a run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import numpy as np

from aelr_core import theory
from aelr_core.algorithms import (
    ALGORITHMS,
    BoundRow,
    Question,
    bound,
    bound_rows,
    in_legend,
    of_family,
)
from aelr_core.algorithms.bounds import FROM_ZERO, SHARPER
from aelr_core.analysis.prior_facts import PriorFacts
from aelr_core.analysis.what_if import MOST
from aelr_core.checks import Floats
from aelr_core.datasets import Dataset, synthetic_moments
from aelr_core.experiments import ExperimentSpec, Result, load, run, save
from aelr_core.files import ASSETS
from aelr_core.modes import THEORY
from aelr_core.theory import Regimes

# Curves start where a two-phased algorithm has at least one example in each phase.
FEWEST_EXAMPLES = 20
POINTS = 120


@dataclass(frozen=True, eq=False)
class Promises:
    """Bounds on the excess risk, one curve per algorithm, over the same attributes seen.

    `attributes` and every curve have shape (points,); `chosen` is m(k+1), the attributes that the
    settings pay for, and `at_chosen` holds the bounds there.
    """

    attributes: Floats
    curves: Mapping[str, Floats]
    chosen: int
    at_chosen: Mapping[str, float]


def promises(here: PriorFacts, points: int = POINTS) -> Promises:
    """Return the bounds from one full-information example up to ten thousand times m(k+1)."""
    chosen = here.m * here.budget
    start = max(here.d, here.budget * FEWEST_EXAMPLES)
    attributes = np.geomspace(start, max(chosen, start) * 10_000, points)
    at_chosen = at_attributes(here, np.array([float(chosen)]))
    return Promises(
        attributes=attributes,
        curves=at_attributes(here, attributes),
        chosen=chosen,
        at_chosen={key: float(value[0]) for key, value in at_chosen.items()},
    )


def at_attributes(here: PriorFacts, attributes: Floats) -> dict[str, Floats]:
    """Return each algorithm's bound for the same number of attributes seen.

    A budgeted algorithm turns them into attributes/(k+1) examples, full information into
    attributes/d; the two-phased curve is the smaller of its two bounds, where nothing is known
    in advance. For some of the experiments' choices nothing is proved: the curves are then those
    of the closest algorithms that the theorems cover.
    """
    # at least one example, and at least one in phase two; m need not be whole, but m₁ is
    m = np.maximum(attributes / here.budget, 2.0)
    n = np.maximum(attributes / here.d, 1.0)
    m1 = np.clip(np.floor(m * here.mode.m1_fraction + 1e-9), 0, np.floor(m) - 1)
    return {
        a.key: bound(
            a.key,
            d=here.d,
            m=m if a.budgeted else n,
            k=here.k,
            B=here.B,
            M=here.M,
            m1=m1,
            delta=here.delta,
            kind="smaller",
        )
        for a in in_legend(here.family)
        if a.bounds_in(here.mode)
    }


def question(here: PriorFacts) -> Question:
    """Return the arguments of the bounds."""
    return Question(
        family=here.family,
        d=here.d,
        m=float(here.m),
        k=here.k,
        B=here.B,
        M=here.M,
        m1=float(here.m1),
        delta=here.delta,
    )


def values(here: PriorFacts) -> dict[str, float]:
    """Return the value of every bound of the family at the chosen m, by the key of its row."""
    ask = question(here)
    return {row.key: float(row.bound.at(ask)) for row in bound_rows(here.family, here.mode)}


def like_for_like(here: PriorFacts, key: str) -> float:
    """Return the bound of a one-phased algorithm, ours or not, by the theorem that ours rests on.

    Ridge: from a start at w = 0 (Theorem 3), half of what the paper prints. Lasso: with the
    sharper constant (Theorem 4). What remains of a difference is the size G² of the estimate.
    """
    g2, ask = ALGORITHMS[key].bounds[0].g2, question(here)
    if g2 is None:
        raise ValueError(f"The bound of {key!r} has a fixed step size.")
    free = FROM_ZERO if here.family == "ridge" else SHARPER
    return float(free.at(ask, g2(ask)))


# ---- The bounds as one setting varies: m, k, d, m₁ or the step size, with the others fixed ----

SWEEP_POINTS = 100
AXES = {
    "m": "Examples, m",
    "k": "Draws for x̃, k",
    "d": "Attributes, d",
    "m1": "Examples of phase one, m₁",
    "step": "Step size, relative to the theorem's",
}


@dataclass(frozen=True, eq=False)
class Sweep:
    """Curves over one axis.

    Attributes
    ----------
    axis : a key of `AXES`.
    x : (n,) positions on it.
    curves : (n,) bounds by row key; NaN where a theorem says nothing.
    here : the visitor's position, or None.
    crossings : where the likely bound and the any-m₁ bound of an algorithm cross, by the key of
        the likely row.
    regimes : regimes of m₁ by the key of the likely row, on the m₁ axis only.
    worst : (n,) the worst-case rate, up to a factor, for ridge along m, k or d; else None.
    """

    axis: str
    x: Floats
    curves: Mapping[str, Floats]
    here: float | None
    crossings: Mapping[str, tuple[float, ...]]
    regimes: Mapping[str, Regimes]
    worst: Floats | None

    def level(self, key: str, place: float) -> float:
        """Return the bound of a row at any place, interpolated on logarithmic axes."""
        x, y = np.log(self.x), np.log(self.curves[key])
        return float(np.exp(np.interp(np.log(place), x, y)))


def sweep(here: PriorFacts, axis: str) -> Sweep:
    """Return every bound along one axis.

    Along m, phase one keeps its share of m. Along m₁, phase two and all other algorithms keep the
    visitor's m examples, and phase one comes in addition. Along d, synthetic moments keep their
    decay and their sum; of other data the largest moments are kept. B stays the same.
    """
    x, ask_at, own = _AXES[axis](here)
    asked = [ask_at(float(at)) for at in x]
    rows = bound_rows(here.family, here.mode)
    if axis == "step":
        curves = {
            row.key: np.array([float(row.bound.at_step(question(here), float(at))) for at in x])
            for row in rows
            if row.bound.g2 is not None
        }
    else:
        curves = {row.key: np.array([float(_at(row, ask, axis)) for ask in asked]) for row in rows}
    curves = {key: np.where(np.isfinite(curve), curve, np.nan) for key, curve in curves.items()}
    likely = [row for row in rows if row.bound.likely and row.key in curves]
    return Sweep(
        axis=axis,
        x=x,
        curves=curves,
        here=own,
        crossings={
            row.key: crossings(x, curves[row.key], curves[f"{row.algorithm.key}.any_m1"])
            for row in likely
        },
        regimes=_regimes(here) if axis == "m1" else {},
        worst=_worst(asked, curves) if here.family == "ridge" and axis in ("m", "k", "d") else None,
    )


def crossings(x: Floats, a: Floats, b: Floats) -> tuple[float, ...]:
    """Return where two curves cross, with straight lines between points on logarithmic axes.

    >>> [x] = crossings(np.array([1.0, 100.0]), np.array([10.0, 1.0]), np.array([1.0, 10.0]))
    >>> round(x, 6)
    10.0
    """
    gap = np.log(a) - np.log(b)
    at = np.flatnonzero(gap[:-1] * gap[1:] < 0)
    share = gap[at] / (gap[at] - gap[at + 1])
    found = np.exp(np.log(x[at]) + share * np.log(x[at + 1] / x[at]))
    return tuple(float(place) for place in found)


def _at(row: BoundRow, ask: Question, axis: str) -> Floats:
    """Return a bound; along m₁ the one-phase rows get only the examples of phase two."""
    if axis == "m1" and not row.algorithm.two_phased:
        ask = replace(ask, m=np.subtract(ask.m, ask.phase_one()))
    return row.bound.at(ask)


_Axis = tuple[Floats, Callable[[float], Question], float | None]


def _along_m(here: PriorFacts) -> _Axis:
    x = np.geomspace(20, 1e5 * here.m, SWEEP_POINTS)
    start = question(here)
    # phase two needs at least one example, however small m is and whatever the share
    return (
        x,
        lambda m: replace(start, m=m, m1=min(max(here.mode.m1_fraction * m, 1.0), m // 1 - 1)),
        float(here.m),
    )


def _along_k(here: PriorFacts) -> _Axis:
    x = np.unique(np.geomspace(1, here.d - 1, SWEEP_POINTS).round())
    start = question(here)
    return x, lambda k: replace(start, k=int(k)), float(here.k)


def _along_d(here: PriorFacts) -> _Axis:
    most = MOST if here.alpha is not None else here.d
    x = np.unique(np.geomspace(here.k + 1, max(most, here.k + 1), SWEEP_POINTS).round())
    start = question(here)
    return x, lambda d: replace(start, d=int(d), M=moments_of(here, int(d))), float(here.d)


def _along_m1(here: PriorFacts) -> _Axis:
    furthest = max(float(r.match) for r in _regimes(here).values())
    # whole numbers: (m + m₁) − m₁ would round to less than one example where m is 1
    x = np.unique(np.geomspace(1, max(10 * furthest, 1e3), SWEEP_POINTS).round())
    start = question(here)
    return x, lambda m1: replace(start, m1=m1, m=here.m + m1), float(max(here.m1, 1))


def _along_step(here: PriorFacts) -> _Axis:
    start = question(here)
    return np.geomspace(0.01, 100, SWEEP_POINTS), lambda _: start, 1.0


_AXES: dict[str, Callable[[PriorFacts], _Axis]] = {
    "m": _along_m,
    "k": _along_k,
    "d": _along_d,
    "m1": _along_m1,
    "step": _along_step,
}


def moments_of(here: PriorFacts, d: int) -> Floats:
    """Return the moments that the data would have with another d, (d,)."""
    if here.alpha is None:
        return np.sort(here.M)[::-1][:d].copy()
    M = synthetic_moments(here.alpha, d, here.family)
    return M if here.family == "lasso" else M * (here.M.sum() / M.sum())


def _regimes(here: PriorFacts) -> dict[str, Regimes]:
    return {
        row.key: row.bound.regimes(d=here.d, k=here.k, delta=here.delta, H=here.H)
        for row in bound_rows(here.family, here.mode)
        if row.bound.regimes is not None
    }


def _worst(asked: list[Question], curves: Mapping[str, Floats]) -> Floats:
    """Return the rate √(d/(km)), starting below all curves: only its slope has a meaning."""
    rate = np.array([float(theory.ridge_lower_bound_rate(d=c.d, m=c.m, k=c.k)) for c in asked])
    lowest = min(float(curve[0]) for curve in curves.values() if np.isfinite(curve[0]))
    worst: Floats = rate / rate[0] * lowest / 4
    return worst


# ---- Excess risk measured by a run, beside the bounds for the same attributes ----
# For any run; and a run by the theorems' own rules, which is stored for the default settings.

MEASURED_POINTS = 8
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


def measured(result: Result, here: PriorFacts, best: float | None = None) -> dict[str, Measured]:
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
        points=min(MEASURED_POINTS, spec.examples),
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
