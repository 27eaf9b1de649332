"""Conditional Poisson samples of many lanes: exactly K attributes, K <= 16."""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats, Ints
from aelr_core.designs import conditional_poisson
from aelr_core.designs.conditional_poisson import LARGEST_ODDS, by_addition
from aelr_core.engine.joint.design import JointDesign
from aelr_core.engine.joint.search import draw_together, lane_tables
from aelr_core.engine.layout import Layout

# Numbers in the tables that are made together: as many as the cache holds.
TOGETHER = 2**18


class ConditionalPoisson(JointDesign):
    """Samples of exactly K attributes; the tables live only while a block is drawn.

    Parameters
    ----------
    lanes, d, K, ahead : L, attributes, attributes per example, steps kept.
    """

    def __init__(self, lanes: int, d: int, K: int, ahead: int) -> None:
        super().__init__(lanes, d, K, ahead, Layout(lanes_last=True))
        self.width = K
        self._gamma = np.ones((lanes, d + 1))
        self._e = np.ones((K + 1, lanes))
        self._pairs: Floats | None = None  # (L, d, d) 1/π_ij, where odds are large and d small
        self._first, self._second = np.triu_indices(K, 1)
        self._matrix = np.empty((K, K), dtype=np.intp)  # from pairs, then singles, to (K, K)
        pairs = np.arange(len(self._first))
        self._matrix[self._first, self._second] = self._matrix[self._second, self._first] = pairs
        np.fill_diagonal(self._matrix, len(pairs) + np.arange(K))

    def prepare(self, t: int, steps: int, lanes: Ints | slice, pi: Floats, u: Floats) -> None:
        """Draw the samples of steps t..t+steps-1 of some lanes."""
        gamma = conditional_poisson.odds(pi)
        together = max(1, TOGETHER // (self.size * (self.d + 1)))
        e, made = [], []
        for start in range(0, len(gamma), together):
            some = slice(start, start + together)
            tables, polynomials = lane_tables(gamma[some], self.size)
            e.append(polynomials)
            made.append(draw_together(u[some], tables))
        self._gamma[lanes, : self.d] = gamma
        self._e[:, lanes] = np.concatenate(e).T
        self._store(self._attributes, t, np.concatenate(made, axis=2), lanes)
        if gamma.size and gamma.max() > LARGEST_ODDS:
            self._note_pairs(lanes, gamma)

    def weights(self, t: int, places: Ints) -> tuple[Floats, ...]:
        """Return P = 1/π_ij, (K, K, L), with 1/π_i on the diagonal."""
        K, lanes = places.shape
        if self._pairs is not None:
            i = self.sample(t).astype(np.int64)
            at = (np.arange(lanes) * self.d + i)[:, None] * self.d + i
            return (self._pairs.reshape(-1).take(at),)
        gamma, e = self._gamma.reshape(-1).take(places), self._e
        gamma_second, pairs = gamma[self._second], len(self._second)
        P = np.empty((pairs + K, lanes))
        np.multiply(gamma[self._first], gamma_second, out=P[:pairs])
        without_i = e[1] - gamma  # e_r without i, r = 1
        if K > 2:
            without_ij = without_i[self._first] - gamma_second
        for r in range(2, K):
            np.subtract(e[r], gamma * without_i, out=without_i)
            if r < K - 1:
                without_ij *= gamma_second
                np.subtract(without_i[self._first], without_ij, out=without_ij)
        if K > 2:
            P[:pairs] *= without_ij
        np.multiply(gamma, without_i, out=P[pairs:])
        np.divide(e[K], P, out=P)
        return (P.take(self._matrix, axis=0),)

    def brackets(self, weights: tuple[Floats, ...], v: Floats, y: Floats) -> Floats:
        """Return P v − y diag(P), (K, L)."""
        (P,) = weights
        # one lane alone would be summed in another order, but its numbers must not depend on L
        twice = (P.repeat(2, axis=2), v.repeat(2, axis=1)) if len(y) == 1 else (P, v)
        bracket: Floats = np.einsum("ijl,jl->il", *twice)[:, : len(y)]
        bracket -= y * np.einsum("iil->il", P)
        return bracket

    def keep(self, lanes: Ints) -> None:
        """Go on with these lanes only."""
        super().keep(lanes)
        self._gamma, self._e = self._gamma[lanes], self._e[:, lanes]
        self._pairs = None if self._pairs is None else self._pairs[lanes]

    def _note_pairs(self, lanes: Ints | slice, gamma: Floats) -> None:
        """Keep 1/π_ij of all pairs: where the cap was raised, at most 20 attributes count."""
        if self._pairs is None:
            self._pairs = np.zeros((len(self._gamma), self.d, self.d))
        numbers = np.arange(len(self._gamma))[lanes]
        for lane, odds in zip(numbers, gamma, strict=True):
            positive = np.flatnonzero(odds)
            pi = by_addition(odds[positive], self.size)
            self._pairs[np.ix_([lane], positive, positive)] = 1.0 / pi
