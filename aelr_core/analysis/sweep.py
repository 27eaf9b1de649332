"""The bounds as one setting varies: m, k, d, m₁ or the step size, with the others fixed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from aelr_core import theory
from aelr_core.algorithms import BoundRow, Question, bound_rows
from aelr_core.analysis.bounds import question
from aelr_core.analysis.profiles import MOST
from aelr_core.analysis.standing import Standing
from aelr_core.checks import Floats
from aelr_core.datasets import synthetic_moments
from aelr_core.theory import Regimes

POINTS = 100
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


def sweep(here: Standing, axis: str) -> Sweep:
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


def _along_m(here: Standing) -> _Axis:
    x = np.geomspace(20, 1e5 * here.m, POINTS)
    start = question(here)
    # phase two needs at least one example, however small m is and whatever the share
    return (
        x,
        lambda m: replace(start, m=m, m1=min(max(here.mode.m1_fraction * m, 1.0), m // 1 - 1)),
        float(here.m),
    )


def _along_k(here: Standing) -> _Axis:
    x = np.unique(np.geomspace(1, here.d - 1, POINTS).round())
    start = question(here)
    return x, lambda k: replace(start, k=int(k)), float(here.k)


def _along_d(here: Standing) -> _Axis:
    most = MOST if here.alpha is not None else here.d
    x = np.unique(np.geomspace(here.k + 1, max(most, here.k + 1), POINTS).round())
    start = question(here)
    return x, lambda d: replace(start, d=int(d), M=moments_of(here, int(d))), float(here.d)


def _along_m1(here: Standing) -> _Axis:
    furthest = max(float(r.match) for r in _regimes(here).values())
    # whole numbers: (m + m₁) − m₁ would round to less than one example where m is 1
    x = np.unique(np.geomspace(1, max(10 * furthest, 1e3), POINTS).round())
    start = question(here)
    return x, lambda m1: replace(start, m1=m1, m=here.m + m1), float(max(here.m1, 1))


def _along_step(here: Standing) -> _Axis:
    start = question(here)
    return np.geomspace(0.01, 100, POINTS), lambda _: start, 1.0


_AXES: dict[str, Callable[[Standing], _Axis]] = {
    "m": _along_m,
    "k": _along_k,
    "d": _along_d,
    "m1": _along_m1,
    "step": _along_step,
}


def moments_of(here: Standing, d: int) -> Floats:
    """Return the moments that the data would have with another d, (d,)."""
    if here.alpha is None:
        return np.sort(here.M)[::-1][:d].copy()
    M = synthetic_moments(here.alpha, d, here.family)
    return M if here.family == "lasso" else M * (here.M.sum() / M.sum())


def _regimes(here: Standing) -> dict[str, Regimes]:
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
