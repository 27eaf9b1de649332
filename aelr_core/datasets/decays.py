r"""Synthetic data for many α at once: the longest row and the largest label of each.

The rows of one seed come from the same uniforms: :math:`x_{ti} = 1` where :math:`U_{ti} < u_i`. In
α, u_i rises and then falls (its logarithm is concave), so an attribute of a row is 1 for an
unbroken range of α. One pass over the uniforms is therefore enough for all α, where
`synthetic.load` would make a table of rows for each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from aelr_core.checks import Floats, Ints
from aelr_core.datasets.random_streams import stream
from aelr_core.datasets.synthetic import synthetic_moments, w_stars

# Uniforms drawn at a time: 16 MiB.
BLOCK_NUMBERS = 2**21


@dataclass(frozen=True, eq=False)
class Decays:
    """What is known of synthetic data at S values of α.

    Attributes
    ----------
    moments : (S, d) M = u.
    radius : (S,) the largest row norm, over training and test rows.
    largest_label : (S,) the largest abs(y).
    norm : (S,) ‖w*‖₂ (ridge) or ‖w*‖₁ (lasso).
    """

    moments: Floats
    radius: Floats
    largest_label: Floats
    norm: Floats


def decays(
    alphas: Sequence[float], *, dim: int, examples: int, test_examples: int, seed: int, family: str
) -> Decays:
    """Return what `synthetic.load` finds, unscaled, at every α; they must increase."""
    u = np.array([synthetic_moments(alpha, dim, family) for alpha in alphas])
    train = _Ones.drawn(u, examples, stream(seed, "training rows"))
    test = _Ones.drawn(u, test_examples, stream(seed, "test rows"))
    longest = np.maximum(*(ones.largest(np.ones(dim)) for ones in (train, test)))
    label, norm = np.zeros(len(alphas)), np.zeros(len(alphas))
    for w_star in w_stars(dim, family, stream(seed, "w_star")):
        # the first draw that gives a label other than 0 on the test rows, as there
        found = test.largest(w_star)
        new = (label == 0) & (found > 0)
        label[new] = np.maximum(found, train.largest(w_star))[new]
        norm[new] = np.sqrt(w_star @ w_star) if family == "ridge" else np.abs(w_star).sum()
        if label.all():
            break
    radius = np.sqrt(longest) if family == "ridge" else np.minimum(longest, 1.0)
    return Decays(u, radius, label, norm)


@dataclass(frozen=True, eq=False)
class _Ones:
    """The places of n rows that are 1 for some α: each from its `first` α to before its `end`."""

    n: int
    stops: int
    row: Ints
    attribute: Ints
    first: Ints
    end: Ints

    @classmethod
    def drawn(cls, u: Floats, n: int, generator: np.random.Generator) -> _Ones:
        stops, d = u.shape
        peak, most = u.argmax(axis=0), u.max(axis=0)
        found: list[tuple[Ints, ...]] = []
        size = max(1, BLOCK_NUMBERS // d)
        for start in range(0, n, size):
            uniforms = generator.random((min(size, n - start), d))
            rows, columns = np.nonzero(uniforms < most)
            order = np.argsort(columns, kind="stable")
            rows, columns = rows[order], columns[order]
            values = uniforms[rows, columns]
            first, end = np.empty_like(rows), np.empty_like(rows)
            parts = np.searchsorted(columns, np.arange(d + 1))
            for i in range(d):
                own, top = slice(parts[i], parts[i + 1]), peak[i] + 1
                up, down = u[:top, i], u[top - 1 :, i]
                first[own] = np.searchsorted(up, values[own], side="right")
                end[own] = stops - np.searchsorted(down[::-1], values[own], side="right")
            found.append((rows + start, columns, first, end))
        return cls(n, stops, *(np.concatenate(parts) for parts in zip(*found, strict=True)))

    def largest(self, weights: Floats) -> Floats:
        """Return the largest abs(Σ w_i x_i) over the rows at every α, (S,)."""
        width = self.stops + 1
        at = self.row * width
        own = weights[self.attribute]
        begun = np.bincount(at + self.first, own, self.n * width)
        ended = np.bincount(at + self.end, own, self.n * width)
        sums = np.cumsum((begun - ended).reshape(self.n, width), axis=1)[:, : self.stops]
        # whole numbers in ridge and lasso: what cancels is exactly 0
        found: Floats = np.abs(sums).max(axis=0)
        return found
