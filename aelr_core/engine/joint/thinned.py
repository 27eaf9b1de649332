"""Thinned Poisson samples of many lanes: at most K attributes, K > 16."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from aelr_core.checks import Floats, Ints
from aelr_core.designs import thinned_poisson
from aelr_core.engine.joint.design import JointDesign
from aelr_core.engine.layout import Layout

# Points that are made together: as many as the cache holds.
TOGETHER = 2**17


class ThinnedPoisson(JointDesign):
    """Samples of at most K attributes, and N, the size of the Poisson sample each comes from.

    Parameters
    ----------
    lanes, d, K, ahead : L, attributes, the most attributes of an example, steps kept.
    """

    full = False

    def __init__(self, lanes: int, d: int, K: int, ahead: int) -> None:
        super().__init__(lanes, d, K, ahead, Layout(lanes_last=False))
        self.width = thinned_poisson.uniforms_needed(K)
        self._N = np.zeros((ahead, lanes))
        self._inverse = np.ones((lanes, d + 1))  # 1/π, 1 at a place that is not used

    def prepare(self, t: int, steps: int, lanes: Ints | slice, pi: Floats, u: Floats) -> None:
        """Draw the samples of steps t..t+steps-1 of some lanes."""
        together = max(1, TOGETHER // (steps * self.width))
        made = [
            draw_together(u[start : start + together], pi[start : start + together], self.size)
            for start in range(0, len(pi), together)
        ]
        self._inverse[lanes, : self.d] = 1.0 / pi  # infinite where nothing is ever drawn
        self._store(self._attributes, t, np.concatenate([S for S, _ in made], axis=1), lanes)
        self._store(self._N, t, np.concatenate([N for _, N in made], axis=1), lanes)

    def weights(self, t: int, places: Ints) -> tuple[Floats, ...]:
        """Return 1/π, (L, K), and 1/κ₁ and 1/κ₂, (L, 1)."""
        K, N = self.size, np.maximum(self._N[t % self.ahead], self.size)[:, None]
        return self._inverse.reshape(-1).take(places), N / K, N * (N - 1) / (K * (K - 1))

    def brackets(self, weights: tuple[Floats, ...], v: Floats, y: Floats) -> Floats:
        """Return (Σ_j v_j/π_j − v_i/π_i)/(κ₂ π_i) + (v_i − y)/(κ₁ π_i), (L, K)."""
        inverse, one, two = weights
        scaled = v * inverse
        total = two * scaled.sum(axis=1, keepdims=True) - one * y[:, None]
        scaled *= -two
        scaled += total
        scaled += one * v
        scaled *= inverse
        return scaled

    def keep(self, lanes: Ints) -> None:
        """Go on with these lanes only."""
        super().keep(lanes)
        self._N, self._inverse = self._N[:, lanes], self._inverse[lanes]


def draw_together(u: Floats, pi: Floats, K: int) -> tuple[Ints, Ints]:
    """Return samples of lanes with probabilities of their own, (n, l, K), and N, (n, l).

    As `aelr_core.designs.thinned_poisson.draw`; a place that is not used holds d.

    Parameters
    ----------
    u : (l, n, width) uniforms.
    pi : (l, d) inclusion probabilities.
    """
    lanes, n, width = u.shape
    d = pi.shape[1]
    length = -np.log1p(-pi)
    ends = np.cumsum(length, axis=1)
    total = ends[:, -1]
    most = float(total.max())
    needed = min(width, int(most + 3.0 * np.sqrt(most)) + 4)  # one sample in a thousand needs more
    points = np.cumsum(-np.log1p(-u[:, :, :needed]), axis=2)
    drawn = np.stack(
        [
            e.searchsorted(p.reshape(-1), "right").reshape(n, -1)
            for e, p in zip(ends, points, strict=True)
        ]
    )
    first = drawn < d
    first[:, :, 1:] &= drawn[:, :, 1:] != drawn[:, :, :-1]
    N = first.sum(axis=2)
    if (N > K).any():
        _thin(first, points, drawn, ends - length, pi, N > K, K)
    S = np.full((lanes, n, K), d, dtype=np.int64)
    kept = np.flatnonzero(first)
    # the i-th point that is kept comes i - (those of the samples before) places into its sample;
    # cumulating `first` would say so too, and take several times as long
    sizes = np.minimum(N, K).reshape(-1)
    before = np.cumsum(sizes) - sizes
    at = np.arange(len(kept)) + np.repeat(np.arange(0, S.size, K) - before, sizes)
    S.reshape(-1)[at] = drawn.reshape(-1)[kept]
    for one, step in zip(*np.nonzero(points[:, :, -1] < total[:, None]), strict=True):
        sample, N[one, step] = thinned_poisson.draw(u[one, step], pi[one], K)
        S[one, step] = d
        S[one, step, : len(sample)] = sample
    return S.transpose(1, 0, 2), N.T


def _thin(
    first: NDArray[np.bool_],
    points: Floats,
    drawn: Ints,
    starts: Floats,
    pi: Floats,
    many: NDArray[np.bool_],
    K: int,
) -> None:
    """Leave, of the first points of each too large sample, the K with the smallest uniforms."""
    lane = np.nonzero(many)[0][:, None]
    at = np.minimum(drawn[many], pi.shape[1] - 1) + lane * pi.shape[1]
    uniform = np.expm1(starts.reshape(-1).take(at) - points[many])
    uniform /= -pi.reshape(-1).take(at)
    uniform[~first[many]] = np.inf
    first[many] = uniform <= np.partition(uniform, K - 1, axis=1)[:, K - 1 : K]
