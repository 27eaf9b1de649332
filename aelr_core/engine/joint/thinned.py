"""Thinned Poisson samples of many lanes: at most K attributes, K > 16."""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats, Ints
from aelr_core.designs import thinned_poisson
from aelr_core.engine.joint.design import JointDesign, Weights
from aelr_core.engine.joint.thinned_draws import draw_together
from aelr_core.engine.layout import Layout


class ThinnedPoisson(JointDesign):
    """Samples of at most K attributes, and N, the size of the Poisson sample each comes from.

    Parameters
    ----------
    lanes, d, K, ahead : as for `JointDesign`, whose size is K.
    positive : (n,) the attributes that can be seen.
    """

    full = False

    def __init__(self, lanes: int, d: int, K: int, ahead: int, positive: Ints) -> None:
        super().__init__(lanes, d, K, ahead, Layout(lanes_last=False))
        self.width = thinned_poisson.uniforms_needed(K)
        self._N = np.zeros((ahead, lanes))
        self._can_be_seen = np.append(positive, d)  # and a place for none

    def prepare(self, lanes: Ints | slice, u: Floats) -> None:
        """Draw the samples of the next block of some lanes."""
        S, N = draw_together(u, self.pi[lanes].take(self._can_be_seen[:-1], axis=1), self.size)
        self._attributes[: len(S), lanes] = self._can_be_seen.take(S)
        self._N[: len(N), lanes] = N

    def weights(self, rows: Ints, attributes: Ints, pi: Floats) -> Weights:
        """Return 1/π and (1/κ₁ − 1/(κ₂ π))/π, (steps, L, K), and 1/κ₁ and 1/κ₂, (steps, L)."""
        K, inverse = self.size, 1.0 / pi
        N = np.maximum(self._N.take(self._which(rows)), K)
        one, two = N / K, N * (N - 1) / (K * (K - 1))
        alone = inverse * -two[:, :, None]
        alone += one[:, :, None]
        alone *= inverse
        return inverse, alone, one, two

    def steps_as_lanes(self, weights: Weights) -> tuple[Floats, ...]:
        """Return the first two as (T·L, K), the others as (T·L,)."""
        inverse, alone, one, two = map(np.asarray, weights)
        by_draw = inverse.reshape(-1, self.size), alone.reshape(-1, self.size)
        return *by_draw, one.reshape(-1), two.reshape(-1)

    def brackets(self, weights: tuple[Floats, ...], v: Floats, y: Floats) -> Floats:
        """Return (Σ_j v_j/π_j − v_i/π_i)/(κ₂ π_i) + (v_i − y)/(κ₁ π_i), (L, K)."""
        inverse, alone, one, two = weights
        total = two * self.layout.sums(v * inverse) - one * y
        bracket: Floats = alone * v
        bracket += inverse * self.layout.spread(total)
        return bracket

    def keep(self, lanes: Ints) -> None:
        """Go on with these lanes only."""
        super().keep(lanes)
        self._N = self._N[:, lanes]
