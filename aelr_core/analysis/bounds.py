"""The bounds on the excess risk: over the attributes seen, over one setting, beside a run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from aelr_core import theory
from aelr_core.algorithms import (
    ALGORITHMS,
    Algorithm,
    Bound,
    BoundRow,
    Question,
    bound_rows,
    by_word,
    in_legend,
)
from aelr_core.analysis.prior_facts import PriorFacts
from aelr_core.analysis.what_if import MOST
from aelr_core.checks import Floats
from aelr_core.datasets import synthetic_moments
from aelr_core.experiments import ExperimentSpec, Result

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

    @property
    def saving(self) -> float:
        """Examples needed if chosen by size, over those of uniform sampling, by these curves.

        Both fall with 1/√m. That of `PriorFacts` has another k, and rows as long as the longest.
        """
        bounds = {ALGORITHMS[key].word: value for key, value in self.at_chosen.items()}
        return (bounds["known"] / bounds["uniform"]) ** 2


def promises(facts: PriorFacts, points: int = POINTS) -> Promises:
    """Return the bounds from one full-information example up to ten thousand times m(k+1)."""
    chosen = facts.m * facts.budget
    start = max(facts.d, facts.budget * FEWEST_EXAMPLES)
    attributes = np.geomspace(start, max(chosen, start) * 10_000, points)
    at_chosen = at_attributes(facts, np.array([float(chosen)]))
    return Promises(
        attributes=attributes,
        curves=at_attributes(facts, attributes),
        chosen=chosen,
        at_chosen={key: float(value[0]) for key, value in at_chosen.items()},
    )


def drawn(entry: Algorithm) -> tuple[Bound, ...]:
    """Return the bounds of an algorithm whose smallest is its curve.

    With two phases those that need to know nothing; of uniform sampling the one on the same moments
    as the others' bounds: the printed one has larger constants.
    """
    if entry.two_phased:
        return tuple(one for one in entry.bounds if one is entry.bounds[0] or not one.likely)
    return tuple(one for one in entry.bounds if one.key == "these_moments") or entry.bounds[:1]


def at_attributes(facts: PriorFacts, attributes: Floats) -> dict[str, Floats]:
    """Return each algorithm's bound for the same number of attributes seen.

    A budgeted algorithm turns them into attributes/(k+1) examples, full information into
    attributes/d; the two-phased curve is the smaller of its two bounds, where nothing is known
    in advance. For some of the experiments' choices nothing is proved: the curves are then those
    of the closest algorithms that the theorems cover.
    """
    # at least one example, and at least one in phase two; m need not be whole, but m₁ is
    m = np.maximum(attributes / facts.budget, 2.0)
    n = np.maximum(attributes / facts.d, 1.0)
    m1 = np.clip(np.floor(m * facts.mode.m1_fraction + 1e-9), 0, np.floor(m) - 1)
    ask = replace(question(facts), m1=m1)
    return {
        a.key: np.fmin.reduce([b.at(replace(ask, m=m if a.budgeted else n)) for b in drawn(a)])
        for a in in_legend(facts.family)
        if a.bounds_in(facts.mode)
    }


def question(facts: PriorFacts) -> Question:
    """Return the arguments of the bounds."""
    return Question(
        family=facts.family,
        d=facts.d,
        m=float(facts.m),
        k=facts.k,
        B=facts.B,
        M=facts.M,
        m1=float(facts.m1),
        delta=facts.delta,
    )


def values(facts: PriorFacts) -> dict[str, float]:
    """Return the value of every bound of the family at the chosen m, by the key of its row."""
    ask = question(facts)
    return {row.key: float(row.bound.at(ask)) for row in bound_rows(facts.family, facts.mode)}


# ---- The bounds as one setting varies: m, k, d, m₁ or the step size, with the others fixed ----

SWEEP_POINTS = 100
LONGEST = 1e3  # times the visitor's m
AXES = {
    "m": "Examples, m",
    "k": "Draws for x̃, kₓ",
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
    curves : (n,) bounds by the key of an algorithm, and of every row of the table of bounds; NaN
        where a theorem says nothing. That of a two-phased algorithm is the smaller of its bounds.
    chosen : the visitor's position.
    enough : the m₁ from which on phase one is as good as known moments, up to a constant; on the
        m₁ axis only, else None.
    worst : (n,) the worst-case rate, up to a factor, for ridge along m, k or d; else None.
    """

    axis: str
    x: Floats
    curves: Mapping[str, Floats]
    chosen: float
    enough: float | None
    worst: Floats | None


def sweep(facts: PriorFacts, axis: str) -> Sweep:
    """Return every bound along one axis.

    Along m, phase one keeps its share of m. Along m₁, phase two and all other algorithms keep the
    visitor's m examples, and phase one comes in addition. Along d, synthetic moments keep their
    decay and their sum; of other data the largest moments are kept. B stays the same.
    """
    x, ask_at, chosen = _AXES[axis](facts)
    asked = [ask_at(float(at)) for at in x]
    rows = bound_rows(facts.family, facts.mode)
    if axis == "step":
        curves = {
            row.key: np.array([float(row.bound.at_step(question(facts), float(at))) for at in x])
            for row in rows
            if row.bound.g2 is not None
        }
    else:
        curves = {row.key: np.array([float(_at(row, ask, axis)) for ask in asked]) for row in rows}
    curves = {key: np.where(np.isfinite(curve), curve, np.nan) for key, curve in curves.items()}
    for entry in in_legend(facts.family):
        own_rows = [f"{entry.key}.{one.key}" for one in drawn(entry)]
        if own_rows and all(key in curves for key in own_rows):
            curves[entry.key] = np.fmin.reduce([curves[key] for key in own_rows])
    return Sweep(
        axis=axis,
        x=x,
        curves=curves,
        chosen=chosen,
        enough=_enough(facts) if axis == "m1" else None,
        worst=_worst(asked, curves)
        if facts.family == "ridge" and axis in ("m", "k", "d")
        else None,
    )


def _at(row: BoundRow, ask: Question, axis: str) -> Floats:
    """Return a bound; along m₁ the one-phase rows get only the examples of phase two."""
    if axis == "m1" and not row.algorithm.two_phased:
        ask = replace(ask, m=np.subtract(ask.m, ask.phase_one()))
    return row.bound.at(ask)


_Axis = tuple[Floats, Callable[[float], Question], float]


def _along_m(facts: PriorFacts) -> _Axis:
    x = np.geomspace(FEWEST_EXAMPLES, LONGEST * max(facts.m, 100), SWEEP_POINTS)
    start = question(facts)
    # phase two needs at least one example, however small m is and whatever the share
    return (
        x,
        lambda m: replace(start, m=m, m1=min(max(facts.mode.m1_fraction * m, 1.0), m // 1 - 1)),
        float(facts.m),
    )


def _along_k(facts: PriorFacts) -> _Axis:
    x = np.unique(np.geomspace(1, facts.d - 1, SWEEP_POINTS).round())
    start = question(facts)
    return x, lambda k: replace(start, k=int(k)), float(facts.k)


def _along_d(facts: PriorFacts) -> _Axis:
    most = MOST if facts.alpha is not None else facts.d
    x = np.unique(np.geomspace(facts.k + 1, max(most, facts.k + 1), SWEEP_POINTS).round())
    start = question(facts)
    return x, lambda d: replace(start, d=int(d), M=moments_of(facts, int(d))), float(facts.d)


def _along_m1(facts: PriorFacts) -> _Axis:
    furthest = _enough(facts)
    # whole numbers: (m + m₁) − m₁ would round to less than one example where m is 1
    x = np.unique(np.geomspace(1, max(10 * furthest, 1e3), SWEEP_POINTS).round())
    start = question(facts)
    return x, lambda m1: replace(start, m1=m1, m=facts.m + m1), float(max(facts.m1, 1))


def _along_step(facts: PriorFacts) -> _Axis:
    start = question(facts)
    return np.geomspace(0.01, 100, SWEEP_POINTS), lambda _: start, 1.0


_AXES: dict[str, Callable[[PriorFacts], _Axis]] = {
    "m": _along_m,
    "k": _along_k,
    "d": _along_d,
    "m1": _along_m1,
    "step": _along_step,
}


def moments_of(facts: PriorFacts, d: int) -> Floats:
    """Return the moments that the data would have with another d, (d,)."""
    if facts.alpha is None:
        return np.sort(facts.M)[::-1][:d].copy()
    M = synthetic_moments(facts.alpha, d, facts.family)
    return M if facts.family == "lasso" else M * (facts.M.sum() / M.sum())


def _enough(facts: PriorFacts) -> float:
    """Return the m₁ at which learnt moments are as good as known ones, for the headline bound."""
    entry = by_word("two-phased", facts.family)
    regimes = entry.bounds[0].regimes
    assert regimes is not None
    return float(regimes(d=facts.d, k=facts.k, delta=facts.delta, H=facts.H).match)


def _worst(asked: list[Question], curves: Mapping[str, Floats]) -> Floats:
    """Return the rate √(d/(km)), starting below all curves: only its slope has a meaning."""
    rate = np.array([float(theory.ridge_lower_bound_rate(d=c.d, m=c.m, k=c.k)) for c in asked])
    lowest = min(float(curve[0]) for curve in curves.values() if np.isfinite(curve[0]))
    worst: Floats = rate / rate[0] * lowest / 4
    return worst


# ---- The excess risk that a run measured, beside the bounds for the same attributes ----


@dataclass(frozen=True, eq=False)
class Measured:
    """The measurements of one algorithm, and the bound for the same attributes.

    Attributes
    ----------
    examples, attributes : (P,) examples and attributes seen at each point.
    excess : (R, P) excess risk of every run.
    bound : (P,) the theorem's bound.
    """

    examples: Floats
    attributes: Floats
    excess: Floats
    bound: Floats

    @property
    def mean(self) -> Floats:
        """The mean over runs, (P,)."""
        return np.asarray(self.excess.mean(axis=0))

    @property
    def share(self) -> float:
        """The mean excess risk over the bound, at the last point."""
        return float(self.mean[-1] / self.bound[-1])


def measured(result: Result, facts: PriorFacts, best: float | None = None) -> dict[str, Measured]:
    """Return the measurements of each algorithm that has a bound.

    Parameters
    ----------
    result : the result of a run with the settings of `facts`.
    best : the smallest possible relative loss, where the excess risk is not known exactly; if
        that is not known either, nothing is returned.
    """
    by_key = {}
    for key, curve in result.curves.items():
        excess = curve.excess_risk
        if excess is None and best is not None:
            excess = 0.5 * result.zero_loss * (curve.relative_loss - best)
        if excess is None or not ALGORITHMS[key].bounds_in(facts.mode):
            continue
        examples, attributes = (
            numbers.astype(np.float64) for numbers in (curve.examples, curve.attributes)
        )
        bound = at_attributes(facts, attributes)[key]
        by_key[key] = Measured(examples, attributes, excess, bound)
    return by_key


def exact(result: Result) -> bool:
    """Return whether the best predictor is known, and with it the excess risk of every run."""
    return all(curve.excess_risk is not None for curve in result.curves.values())


def tightest(measurements: Mapping[str, Measured]) -> str | None:
    """Return the first algorithm with known moments whose risk ends above 0, None if none does."""
    for key, one in measurements.items():
        if ALGORITHMS[key].knows_moments and one.mean[-1] > 0:
            return key
    return None


def same_bounds(run: ExperimentSpec, chosen: ExperimentSpec) -> bool:
    """Return whether the bounds for `chosen` apply to what `run` measured."""
    parts = ("data", "options", "family", "budget", "seed", "mode", "norm_bound")
    return all(getattr(run, part) == getattr(chosen, part) for part in parts)


def offline_loss(result: Result) -> float | None:
    """Return the relative loss of the offline predictor, None if it has not been measured yet."""
    offline = [c for c in result.curves.values() if not ALGORITHMS[c.algorithm].takes_steps]
    return float(offline[0].mean[-1]) if offline and result.complete else None
