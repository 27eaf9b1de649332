"""Squeezes examples into at most d + 1 rows with the same empirical risk for every w.

The risk (1/n) Σ ½(⟨w,x⟩ − y)² depends on the n rows Z = [X y] only through ZᵀZ, and so does not
change when Z is replaced by the triangular factor of its QR decomposition. Unlike ZᵀZ, the
factor does not square the condition number, and rows can be added to it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from aelr_core import checks
from aelr_core.checks import Floats, Ints

AnyArray = NDArray[np.generic]

# Numbers of X converted at a time, 2 MiB as float64; and at least this many times d + 1 rows, so
# that decomposing the already squeezed rows again stays the smaller part of the work.
BLOCK_NUMBERS = 2**18
BLOCK_HEIGHT = 2


def open_examples(X: ArrayLike, y: ArrayLike) -> tuple[AnyArray, Floats]:
    """Return X, shape (m, d), as an array of its own number type, and y, shape (m,), checked.

    The numbers of X are checked when `squeezed` reads them, block by block: a large X of 8 or
    32-bit numbers is never copied whole.
    """
    X = checks.rows(X)
    y = checks.array("y", y, ndim=1)
    if len(X) != len(y):
        raise ValueError(
            f"y must hold one label per row of X, but there are {len(y)} labels for {len(X)} rows."
        )
    return X, y


def squeezed(X: AnyArray, y: Floats, order: Ints | None = None, Z: Floats | None = None) -> Floats:
    """Return rows with the same inner products as `Z` and the rows [X y], in `order`, together.

    Parameters
    ----------
    X : (m, d) array of any number type, read block by block
    y : (m,) array
    order : (n,) array of row numbers; None for all rows once
    Z : (r, d + 1) array; rows squeezed before, if any

    Returns
    -------
    Z : (r, d + 1) array, r ≤ d + 1
        The rows themselves while there are at most d + 1 of them.
    """
    d = X.shape[1]
    n = len(X) if order is None else len(order)
    Z = np.empty((0, d + 1)) if Z is None else Z
    size = max(BLOCK_HEIGHT * (d + 1), BLOCK_NUMBERS // (d + 1))
    for start in range(0, n, size):
        part = slice(start, start + size) if order is None else order[start : start + size]
        block = checks.array("X", X[part], ndim=2)
        Z = np.concatenate([Z, np.column_stack([block, y[part]])])
        if len(Z) > d + 1:
            Z = _triangle(Z)
    if not np.isfinite(Z).all():
        raise ValueError("X and y must hold numbers of at most 1e300 or so.")
    return Z


def _triangle(Z: Floats) -> Floats:
    # NumPy's types know the answer of the other modes only.
    R: Floats = np.linalg.qr(Z, mode="r")  # type: ignore[assignment]
    return R
