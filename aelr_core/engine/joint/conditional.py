"""Conditional Poisson samples of many lanes: exactly K attributes, K <= 16."""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats, Ints
from aelr_core.designs import conditional_poisson
from aelr_core.designs.conditional_poisson import LARGEST_ODDS, by_addition
from aelr_core.engine.joint.design import JointDesign, Weights
from aelr_core.engine.joint.not_zero import NotZero
from aelr_core.engine.joint.pairs import Pairs, pairs, singles
from aelr_core.engine.joint.search import draw_together, lane_tables
from aelr_core.engine.layout import Layout, PerLane


class ConditionalPoisson(JointDesign):
    """Samples of exactly K attributes; the tables live only while a block is drawn.

    Parameters
    ----------
    lanes, d, K, ahead, keep_pi : as for `JointDesign`, whose size is K.
    """

    def __init__(self, lanes: int, d: int, K: int, ahead: int, *, keep_pi: bool) -> None:
        super().__init__(lanes, d, K, ahead, Layout(lanes_last=True), keep_pi=keep_pi)
        self.width = K
        self._e, self._by_recursion = np.ones((K + 1, lanes)), Pairs(K)
        self._pairs: Floats | None = None  # (L, d, d) 1/π_ij, where odds are large and d small

    def prepare(self, lanes: Ints | slice, u: Floats) -> None:
        """Draw the samples of the next block of some lanes."""
        pi = self.pi[lanes]
        gamma = conditional_poisson.odds(pi[:, : self.d])
        tables, e = lane_tables(gamma, self.size)
        S = draw_together(u, tables)
        self._e[:, lanes] = e
        self._write(lanes, S, pi)
        if gamma.size and gamma.max() > LARGEST_ODDS:
            self._note_pairs(lanes, gamma)

    def weights(
        self, rows: slice | Ints, attributes: Ints, pi: Floats, some: NotZero | None
    ) -> Weights:
        """Return P = 1/π_ij, (steps, K, K, L), with 1/π_i on the diagonal.

        Of some: 1/π_i, (n,), then the pairs among them: which two values of a step, and 1/π_ij.
        """
        S, gamma = attributes, conditional_poisson.odds(pi)
        if some is None:
            lane = np.arange(S.shape[-1])
            if self._pairs is not None:
                return (self._pairs.take((lane * self.d + S)[:, :, None] * self.d + S[:, None]),)
            return (self._by_recursion(gamma, self._e),)
        one, other = some.pairs()
        if self._pairs is not None:
            S = some.take(S)
            row = (some.lane * self.d + S) * self.d
            single, pair = self._pairs.take(row + S), self._pairs.take(row[one] + S[other])
        else:
            single = singles(gamma, self._e.take(some.lane, axis=1))
            e = self._e.take(some.lane.take(one), axis=1)
            pair = pairs(gamma.take(one), gamma.take(other), e)
        return some.by_step(single), *some.pairs_by_step(one, other, pair)

    def steps_as_lanes(self, weights: Weights) -> tuple[Floats, ...]:
        """Return P as (K, K, T·L), contiguous: the order of a sum depends on it."""
        P = np.ascontiguousarray(np.moveaxis(np.asarray(weights[0]), 0, 2))
        return (P.reshape(self.size, self.size, -1),)

    def brackets(
        self, weights: tuple[Floats, ...], v: Floats, y: Floats, layout: PerLane
    ) -> Floats:
        """Return P v − y diag(P), (K, L), or at some places only."""
        if len(weights) > 1:
            single, one, other, pair = weights
            at_some: Floats = v - layout.spread(y)
            at_some *= single
            if len(pair):
                i, j = one.astype(np.int64, copy=False), other.astype(np.int64, copy=False)
                at_some += np.bincount(i, pair * v.take(j), len(v))
                at_some += np.bincount(j, pair * v.take(i), len(v))
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
