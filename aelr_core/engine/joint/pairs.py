"""1/π_i and 1/π_ij of conditional Poisson samples, by recursion.

As `aelr_core.designs.conditional_poisson.by_recursion`: the odds of one attribute, then those of
another, are taken out of the elementary symmetric polynomials of all.
"""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats


class Pairs:
    """1/π_i and 1/π_ij of all attributes of many samples of K."""

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
