"""Conditional Poisson samples of many lanes: exactly K attributes, K <= 16."""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats, Ints
from aelr_core.designs import conditional_poisson
from aelr_core.designs.conditional_poisson import LARGEST_ODDS, by_addition
from aelr_core.engine.joint.design import JointDesign, Weights
from aelr_core.engine.joint.pairs import Pairs
from aelr_core.engine.joint.search import draw_together, lane_tables
from aelr_core.engine.layout import Layout


class ConditionalPoisson(JointDesign):
    """Samples of exactly K attributes; the tables live only while a block is drawn.

    Parameters
    ----------
    lanes, d, K, ahead : as for `JointDesign`, whose size is K.
    """

    def __init__(self, lanes: int, d: int, K: int, ahead: int) -> None:
        super().__init__(lanes, d, K, ahead, Layout(lanes_last=True))
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
        self._attributes[: len(S), lanes] = S.swapaxes(1, 2)
        if gamma.size and gamma.max() > LARGEST_ODDS:
            self._note_pairs(lanes, gamma)

    def weights(self, rows: Ints, attributes: Ints, pi: Floats) -> Weights:
        """Return P = 1/π_ij, (steps, K, K, L), with 1/π_i on the diagonal."""
        if self._pairs is None:
            return (self._by_recursion(conditional_poisson.odds(pi), self._e),)
        S, lane = attributes, np.arange(attributes.shape[-1])
        return (self._pairs.take((lane * self.d + S)[:, :, None] * self.d + S[:, None]),)

    def steps_as_lanes(self, weights: Weights) -> tuple[Floats, ...]:
        """Return P as (K, K, T·L), contiguous: the order of a sum depends on it."""
        P = np.ascontiguousarray(np.moveaxis(np.asarray(weights[0]), 0, 2))
        return (P.reshape(self.size, self.size, -1),)

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
