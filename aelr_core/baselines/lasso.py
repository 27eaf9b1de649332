r"""The lasso path: the best predictor inside ‖w‖₁ ≤ B, for every B at once.

With correlations :math:`\rho = A^\top(b - Aw)`, w minimises :math:`\tfrac12\|Aw - b\|^2` inside
:math:`\|w\|_1 \le B` if and only if there is an α ≥ 0 with

.. math:: \rho_i = \alpha\,\mathrm{sign}(w_i) \ (w_i \ne 0), \qquad |\rho_i| \le \alpha \ (w_i = 0),
          \qquad \alpha = 0 \ \text{or}\ \|w\|_1 = B

(the Karush-Kuhn-Tucker conditions). As α falls from ‖Aᵀb‖_∞ to 0, w moves along straight
segments and ‖w‖₁ grows from 0 to the least ‖w‖₁ of all least-squares solutions.

A segment's direction is found by non-negative least squares among the attributes that tie at
|ρ_i| = α (Lawson and Hanson's algorithm), so any number of attributes may tie, arrive or leave
together. That matters here: in 0/1 data with few examples ties and equal columns are the rule,
and textbook LARS, which lets attributes in one at a time, loses the optimum there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from aelr_core.baselines.active_set import ActiveSet
from aelr_core.checks import Floats, Ints

Flags = NDArray[np.bool_]
Kept = TypeVar("Kept", Floats, Flags)

TIE = 1e-10  # |ρ_i| ≥ (1 − TIE) α: attribute i ties
NOISE = 1e-14  # rounding of a correlation, relative to the largest one at w = 0
END = 1e-12  # the path has ended when α is this small, relative to its start
IMPROVES = 1e-9  # a tied attribute helps if its |ρ_i| would fall this much slower than α
ZERO_WEIGHT = 1e-13  # a weight this small, relative to ‖w‖₁, is 0


class Segment(NamedTuple):
    """A straight piece of the path: w + t·d for 0 ≤ t ≤ length, on the active attributes.

    Along it ‖w‖₁ = norm + t·growth, the largest |ρ_i| is α − t, and so ½‖Aw − b‖² has fallen by
    growth·t·(α − t/2).
    """

    attributes: Ints
    w: Floats
    d: Floats
    length: float
    alpha: float
    norm: float
    growth: float


def lasso_path(A: Floats, b: Floats, radii: Floats) -> Floats:
    """Return the minimiser of ½‖Aw − b‖² in ‖w‖₁ ≤ B for each B of `radii`.

    Among several minimisers inside the ball it is one of least ‖w‖₁.

    Parameters
    ----------
    A : (r, d) array, numbers of ordinary size
    b : (r,) array
    radii : (g,) array, > 0, ascending

    Returns
    -------
    W : (g, d) array
    """
    W = np.zeros((len(radii), A.shape[1]))
    done = 0
    segment = None
    for segment in lasso_segments(A, b):
        norm, growth = segment.norm, segment.growth
        now = int(np.searchsorted(radii, norm + segment.length * growth, side="right"))
        if now > done:
            t = np.maximum(radii[done:now, np.newaxis] - norm, 0.0) / growth
            W[done:now, segment.attributes] = segment.w + t * segment.d
            done = now
        if done == len(radii):
            return W
    if segment is not None:
        W[done:, segment.attributes] = segment.w + segment.length * segment.d
    return W


def lasso_segments(A: Floats, b: Floats) -> Iterator[Segment]:
    """Yield the segments of the path of ½‖Aw − b‖² in ‖w‖₁ ≤ B from B = 0 on.

    The last one ends at a least-squares solution of least ‖w‖₁. Nothing is yielded if w = 0
    is one. A segment costs O(r·d), and there are about as many as attributes come and go.
    """
    alive = np.flatnonzero((A != 0).any(axis=0))
    S = ActiveSet(np.ascontiguousarray(A[:, alive].T))
    rho = S.columns @ b
    d, slope = np.empty(0), np.zeros(len(alive))
    start = alpha = float(np.abs(rho).max(initial=0.0))
    for _ in range(1000 + 100 * sum(A.shape)):
        if alpha <= END * start:
            return
        side = np.sign(rho)
        ties = np.abs(rho) >= (1 - TIE) * alpha - NOISE * start
        d, slope = _descent(S, ties, side, d, slope)
        departure, leaving = _first_departure(S, d)
        length = min(alpha, departure, _next_arrival(S, rho, alpha, slope, ties, side))
        norm, growth = float(S.sign @ S.w), float(S.sign @ d)
        yield Segment(alive[S.index], S.w.copy(), d, length, alpha, norm, growth)
        S.w[:] += length * d
        alpha -= length
        if departure <= length:
            S.remove(leaving)
            d, slope = S.direction(), S.slope()
        rho = S.columns @ (b - S.prediction())
        rho[S.index] = alpha * S.sign
    raise ArithmeticError("The lasso path did not end.")  # pragma: no cover


def _descent(
    S: ActiveSet, ties: Flags, side: Floats, d: Floats, slope: Floats
) -> tuple[Floats, Floats]:
    r"""Settle who is active just below this α; return the new d and the slopes −dρ/dt of all.

    Non-negative least squares: d minimises ½‖Cd‖² − ⟨side, d⟩ over the tied attributes, where
    an attribute of weight 0 may only move to its own side of 0. An attribute at rest is right
    to rest if its |ρ_i| falls at least as fast as α.
    """
    at_zero = np.abs(S.w) <= ZERO_WEIGHT * np.abs(S.w).sum()
    while (wrong := at_zero & (S.sign * d < 0)).any():
        position = int(np.where(wrong, S.sign * d, 0.0).argmin())
        S.remove(position)
        at_zero = _without(at_zero, position)
        d, slope = S.direction(), S.slope()
    candidates = ties.copy()
    candidates[S.index] = False
    while True:
        gain = np.where(candidates, 1.0 - side * slope, 0.0)
        best = int(gain.argmax())
        if gain[best] <= IMPROVES:
            return d, slope
        candidates[best] = False
        if S.add(best, float(side[best])):
            d, at_zero = _feasible(S, np.append(d, 0.0), np.append(at_zero, True))
            slope = S.slope()


def _feasible(S: ActiveSet, d: Floats, at_zero: Flags) -> tuple[Floats, Flags]:
    """Go from d towards S's own direction; who would cross 0 on the way leaves S."""
    while True:
        goal = S.direction()
        crossing = at_zero & (S.sign * goal <= 0)
        if not crossing.any():
            return goal, at_zero
        reach = np.full(len(d), np.inf)
        np.divide(d, d - goal, out=reach, where=crossing & (d != goal))
        reach[crossing & (d == goal)] = 0.0
        position = int(reach.argmin())
        d = _without(d + reach[position] * (goal - d), position)
        at_zero = _without(at_zero, position)
        S.remove(position)


def _first_departure(S: ActiveSet, d: Floats) -> tuple[float, int]:
    """Return the t at which the first active weight is back at 0, and its position."""
    t = np.full(len(d), np.inf)
    np.divide(-S.w, d, out=t, where=S.sign * d < 0)
    position = int(t.argmin())
    return max(float(t[position]), 0.0), position


def _next_arrival(
    S: ActiveSet, rho: Floats, alpha: float, slope: Floats, ties: Flags, side: Floats
) -> float:
    """Return the t at which an attribute at rest first has |ρ_i| = α on a side where it has not.

    |ρ_i − t·slope_i| ≤ α − t is lost, if at all before t = α, on the side where ρ_i ends.
    """
    sign = np.sign(rho - alpha * slope)
    speed = 1.0 - sign * slope
    comes = (sign != 0) & (speed > 0) & ~(ties & (side == sign))
    comes[S.index] = False
    t = np.full(len(rho), np.inf)
    np.divide(np.maximum(alpha - sign * rho, 0.0), speed, out=t, where=comes)
    return float(t.min())


def _without(values: Kept, position: int) -> Kept:
    """Drop one entry as `ActiveSet.remove` does: the last one takes its place."""
    values = values.copy()
    values[position] = values[-1]
    return values[:-1]
