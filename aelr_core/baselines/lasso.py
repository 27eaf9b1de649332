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

from aelr_core.checks import Floats, Ints

Flags = NDArray[np.bool_]
Kept = TypeVar("Kept", Floats, Flags)

TIE = 1e-10  # |ρ_i| ≥ (1 − TIE) α: attribute i ties
NOISE = 1e-14  # rounding of a correlation, relative to the largest one at w = 0
END = 1e-12  # the path has ended when α is this small, relative to its start
IMPROVES = 1e-9  # a tied attribute helps if its |ρ_i| would fall this much slower than α
ZERO_WEIGHT = 1e-13  # a weight this small, relative to ‖w‖₁, is 0
# A column this close (relative to its length) to the span of the active ones counts as in it.
COLLINEAR = 1e-10
# C⁺ is computed again when Cᵀe misses the signs by this much.
WORN_OUT = 1e-6


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


class ActiveSet:
    """The active attributes S of a path, in no particular order.

    Everything on a segment follows from the columns C of the active attributes and their signs s:
    the residual moves along e, the vector of least length with Cᵀe = s, and the weights along
    d = C⁺e. The pseudo-inverse C⁺ is updated by a rank-one change for each attribute that enters
    or leaves. Unlike the inverse of CᵀC, this does not square the condition number.

    Parameters
    ----------
    columns : (d, r) array, C-contiguous
        Row i is attribute i's column of the design, r examples long.

    Attributes
    ----------
    e : (r,) array
        The least vector with ⟨e, x_i⟩ = s_i for every active i.
    """

    def __init__(self, columns: Floats) -> None:
        d, r = columns.shape
        self.columns = columns
        self.e: Floats = np.zeros(r)
        self._square_lengths: Floats = np.einsum("ir,ir->i", columns, columns)
        self._size = 0
        self._index: Ints = np.empty(d, dtype=np.int64)
        self._sign: Floats = np.empty(d)
        self._w: Floats = np.empty(d)
        self._active: Floats = np.empty((min(d, 16), r))
        self._inverse: Floats = np.empty((min(d, 16), r))

    @property
    def index(self) -> Ints:
        """S: which attributes are active, shape (a,)."""
        return self._index[: self._size]

    @property
    def sign(self) -> Floats:
        """s: the signs of their weights, shape (a,)."""
        return self._sign[: self._size]

    @property
    def w(self) -> Floats:
        """Their weights, shape (a,); may be changed in place."""
        return self._w[: self._size]

    def direction(self) -> Floats:
        """Return d with C d = e, shape (a,): how the weights change along the path."""
        active, inverse = self._active[: self._size], self._inverse[: self._size]
        miss = self.sign - active @ self.e
        if np.abs(miss).max(initial=0.0) > WORN_OUT:
            inverse[:] = np.linalg.pinv(active.T)
            self.e = self.sign @ inverse
            miss = self.sign - active @ self.e
        self.e = self.e + miss @ inverse
        d: Floats = inverse @ self.e
        return d

    def slope(self) -> Floats:
        """Return ⟨x_i, e⟩ for all d attributes: how fast their correlations fall along the path."""
        slope: Floats = self.columns @ self.e
        return slope

    def prediction(self) -> Floats:
        """Return C w, the predictions of the r examples."""
        return self.w @ self._active[: self._size]

    def add(self, i: int, sign: float) -> bool:
        """Make attribute i active with weight 0; False if its column lies in the span of S."""
        a, x = self._size, self.columns[i]
        active, inverse = self._active[:a], self._inverse[:a]
        z = inverse @ x
        v = x - z @ active
        if v @ v < 0.01 * self._square_lengths[i]:  # cancellation: orthogonalise a second time
            correction = inverse @ v
            z, v = z + correction, v - correction @ active
        square = v @ v
        if square <= COLLINEAR**2 * self._square_lengths[i]:
            return False
        if a == len(self._active):
            self._active = _doubled(self._active)
            self._inverse = _doubled(self._inverse)
        v /= square
        self._inverse[:a] -= np.outer(z, v)
        self._inverse[a], self._active[a] = v, x
        self._index[a], self._sign[a], self._w[a] = i, sign, 0.0
        self.e = self.e + (sign - x @ self.e) * v
        self._size = a + 1
        return True

    def remove(self, position: int) -> None:
        """Remove the attribute at `position` of `index`; the last one takes its place."""
        last = self._size - 1
        p = self._inverse[position].copy()
        for kept in (self._inverse, self._active, self._index, self._sign, self._w):
            kept[position] = kept[last]
        self._size = last
        inverse = self._inverse[:last]
        inverse -= np.outer(inverse @ p, p / (p @ p))
        self.e = self.e - (p @ self.e) / (p @ p) * p


def _doubled(rows: Floats) -> Floats:
    return np.concatenate([rows, np.empty_like(rows)])
