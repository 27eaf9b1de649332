"""Conditional Poisson samples of many lanes: exactly K attributes, K <= 16."""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats, Ints
from aelr_core.designs import conditional_poisson
from aelr_core.designs.conditional_poisson import LARGEST_ODDS, by_addition
from aelr_core.engine.joint.design import JointDesign, Samples, Weights
from aelr_core.engine.joint.not_zero import NotZero
from aelr_core.engine.joint.search import draw_together, lane_tables
from aelr_core.engine.layout import Layout, PerLane


class ConditionalPoisson(JointDesign):
    """Samples of exactly K attributes; the tables live only while a block is drawn.

    Parameters
    ----------
    lanes, d, K, ahead : L, attributes, attributes per example, steps kept.
    """

    def __init__(self, lanes: int, d: int, K: int, ahead: int) -> None:
        super().__init__(lanes, d, K, ahead, Layout(lanes_last=True))
        self.width = K
        self._e, self._by_recursion = np.ones((K + 1, lanes)), Pairs(K)
        self._pairs: Floats | None = None  # (L, d, d) 1/π_ij, where odds are large and d small

    def prepare(self, lanes: Ints | slice, pi: Floats, u: Floats) -> None:
        """Draw the samples of the next block of some lanes."""
        gamma = conditional_poisson.odds(pi[:, : self.d])
        tables, e = lane_tables(gamma, self.size)
        S = draw_together(u, tables)
        self._e[:, lanes] = e
        self._attributes.write(S, lanes)
        self._inverse.write(1.0 / pi.take(S + np.arange(len(pi)) * (self.d + 1)), lanes)
        if gamma.size and gamma.max() > LARGEST_ODDS:
            self._note_pairs(lanes, gamma)

    def weights(self, rows: slice | Ints, samples: Samples, some: NotZero | None) -> Weights:
        """Return P = 1/π_ij, (steps, K, K, L), with 1/π_i on the diagonal.

        Of some: their columns of P, (K, n), what is on the diagonal, (n,), and where they are.
        """
        S, inverse = samples
        lane = np.arange(S.shape[-1])
        if some is not None:
            step, lane, sample = some.samples()
            S, inverse = S[step, :, lane].T[None], inverse[step, :, lane].T[None]
        if self._pairs is not None:
            P = self._pairs.take((lane * self.d + S)[:, :, None] * self.d + S[:, None])
        else:
            P = self._by_recursion(1.0 / (inverse - 1.0), self._e[:, lane])
        if some is None:
            return (P,)
        i = some.here // some.lanes
        columns, single = P[0, :, i, sample].T, P[0, i, i, sample]
        return some.by_step(columns), some.by_step(single), some.by_step(some.here)

    def steps_as_lanes(self, weights: Weights) -> tuple[Floats, ...]:
        """Return P as (K, K, T·L), contiguous: the order of a sum depends on it."""
        P = np.ascontiguousarray(np.moveaxis(np.asarray(weights[0]), 0, 2))
        return (P.reshape(self.size, self.size, -1),)

    def brackets(
        self, weights: tuple[Floats, ...], v: Floats, y: Floats, layout: PerLane
    ) -> Floats:
        """Return P v − y diag(P), (K, L), or at some places only."""
        if len(weights) == 3:
            columns, single, here = weights
            every = np.zeros((self.size, len(y)))
            every.reshape(-1)[here.astype(np.int64, copy=False)] = v
            at_some: Floats = np.einsum("jn,jn->n", columns, np.stack([*map(layout.spread, every)]))
            at_some -= single * layout.spread(y)
            return at_some
        (P,) = weights
        # one lane alone would be summed in another order, but its numbers must not depend on L
        twice = (P.repeat(2, axis=2), v.repeat(2, axis=1)) if len(y) == 1 else (P, v)
        bracket: Floats = np.einsum("ijl,jl->il", *twice)[:, : len(y)]
        bracket -= y * np.einsum("iil->il", P)
        return bracket

    def keep(self, lanes: Ints) -> None:
        """Go on with these lanes only."""
        super().keep(lanes)
        self._e = self._e[:, lanes]
        self._pairs = None if self._pairs is None else self._pairs[lanes]

    def _note_pairs(self, lanes: Ints | slice, gamma: Floats) -> None:
        """Keep 1/π_ij of all pairs: where the cap was raised, at most 20 attributes count."""
        if self._pairs is None:
            self._pairs = np.zeros((self._e.shape[1], self.d, self.d))
        numbers = np.arange(self._e.shape[1])[lanes]
        for lane, odds in zip(numbers, gamma, strict=True):
            positive = np.flatnonzero(odds)
            pi = by_addition(odds[positive], self.size)
            self._pairs[np.ix_([lane], positive, positive)] = 1.0 / pi


class Pairs:
    """1/π_ij of many samples of K attributes, as `conditional_poisson.by_recursion`."""

    def __init__(self, K: int) -> None:
        self._first, self._second = np.triu_indices(K, 1)
        pairs = np.arange(len(self._first))
        self._square = np.empty((K, K), dtype=np.intp)  # which pair is at (i, j); then singles
        self._square[self._first, self._second] = pairs
        self._square[self._second, self._first] = pairs
        np.fill_diagonal(self._square, len(pairs) + np.arange(K))

    def __call__(self, gamma: Floats, e: Floats) -> Floats:
        """Return P, (steps, K, K, L), with 1/π_i on the diagonal.

        Parameters
        ----------
        gamma : (steps, K, L) odds of the samples.
        e : (K + 1, L) elementary symmetric polynomials of all odds.
        """
        steps, K, lanes = gamma.shape
        pairs, other = len(self._first), gamma.take(self._second, axis=1)
        P = np.empty((steps, pairs + K, lanes))
        np.multiply(gamma.take(self._first, axis=1), other, out=P[:, :pairs])
        without_i = e[1] - gamma  # e_r without i, r = 1
        if K > 2:
            without_ij = without_i.take(self._first, axis=1) - other
        for r in range(2, K):
            np.subtract(e[r], gamma * without_i, out=without_i)
            if r < K - 1:
                without_ij *= other
                np.subtract(without_i.take(self._first, axis=1), without_ij, out=without_ij)
        if K > 2:
            P[:, :pairs] *= without_ij
        np.multiply(gamma, without_i, out=P[:, pairs:])
        np.divide(e[K], P, out=P)
        return P.take(self._square, axis=1)
