"""The active attributes of a lasso path: their columns, signs, weights and pseudo-inverse.

Everything on a path segment follows from the columns C of the active attributes S and their
signs s: the residual moves along e, the vector of least length with Cᵀe = s, and the weights
along d = C⁺e. The pseudo-inverse C⁺ is updated by a rank-one change for each attribute that enters
or leaves. Unlike the inverse of CᵀC, this does not square the condition number.
"""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats, Ints

# A column this close (relative to its length) to the span of the active ones counts as in it.
COLLINEAR = 1e-10
# C⁺ is computed again when Cᵀe misses the signs by this much.
WORN_OUT = 1e-6


class ActiveSet:
    """The active attributes S of a path, in no particular order.

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
