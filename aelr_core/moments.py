"""Second moments: M = E[x²], their estimate from draws, those of x̃, and the ratios ρ.

Everything but `second_moments` works on the last axis, of length d.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import ArrayLike

from aelr_core import checks
from aelr_core.checks import Floats
from aelr_core.letters import LATER, SOME_MOMENTS, Vectors, checked
from aelr_core.norms import half_norm, max_norm, one_norm, power_of_two_scaled

# Rows converted to float64 at a time: 2**21 numbers are 16 MiB, whatever the size of X.
BLOCK_NUMBERS = 2**21


def second_moments(X: ArrayLike) -> Floats:
    r"""Return :math:`M_i = \frac1m \sum_t x_{t,i}^2`, the mean of x² over the rows.

    Parameters
    ----------
    X : (m, d) array
        The examples. Arrays of any number type are read block by block: no copy of X is made.

    Returns
    -------
    M : (d,) array

    Examples
    --------
    >>> second_moments([[1, 2], [3, 0]])
    array([5., 2.])
    """
    M: Floats = np.zeros(())
    m = 0
    for block in row_blocks(X):
        with np.errstate(over="ignore"):
            M = M + np.einsum("ti,ti->i", block, block)
        m += len(block)
    M = M / m
    if not np.isfinite(M).all():
        raise ValueError("X must hold numbers whose mean square is finite (about 1e154 at most).")
    return M


def row_blocks(X: ArrayLike) -> Iterator[Floats]:
    """Yield X, shape (m, d), as finite float64 blocks of rows of a few MiB each.

    Large data of any number type are read without a float64 copy of the whole.

    >>> [block.shape for block in row_blocks([[1, 2], [3, 4]])]
    [(2, 2)]
    """
    X = checks.rows(X)
    rows = max(1, BLOCK_NUMBERS // X.shape[1])
    for start in range(0, len(X), rows):
        yield checks.array("X", X[start : start + rows], ndim=2)


@checked
def estimated_moments(square_sums: Vectors, counts: Vectors) -> Floats:
    r"""Return :math:`A_i = square\_sums_i / counts_i`, and 0 where an attribute was never drawn.

    Algorithms 2 and 4 (two-phased), phase one: attribute i was drawn counts_i times and the
    squares of the values seen add up to square_sums_i.

    Parameters
    ----------
    square_sums, counts : (..., d) arrays, >= 0

    Returns
    -------
    A : (..., d) array

    Examples
    --------
    >>> estimated_moments([3.0, 0.0], [2, 0])
    array([1.5, 0. ])
    """
    if square_sums.shape != counts.shape:
        raise ValueError(
            f"counts must have the shape of square_sums, {square_sums.shape}, "
            f"but its shape is {counts.shape}."
        )
    drawn = counts > 0
    return np.where(drawn, square_sums / np.where(drawn, counts, 1.0), 0.0)


@checked
def moment_ratios(M: Vectors, q: Vectors) -> Floats:
    r"""Return M_i/q_i = E[x̃_i²] of a single draw (equations 2 and 7), shape (..., d).

    0/0 counts as 0. M_i > 0 with q_i = 0 gives infinity: such an attribute is never seen, x̃ is
    biased and no bound holds.

    >>> moment_ratios([1.0, 0.0, 1.0], [0.5, 0.0, 0.0])
    array([ 2.,  0., inf])
    """
    M, q = np.broadcast_arrays(M, q)
    ratios: Floats = np.divide(M, q, out=np.where(M > 0, np.inf, 0.0), where=q > 0)
    return ratios


@checked(M=LATER, q=LATER)  # by moment_ratios
def x_tilde_second_moments(M: Vectors, q: Vectors, k_x: int) -> Floats:
    r"""Return E[x̃_i²] for every attribute, exactly.

    .. math:: E[\tilde x_i^2] = \frac{M_i}{k_x q_i} + \frac{k_x - 1}{k_x} M_i

    Lemma 4.2 before its maximum is taken, with E[x_i²] where the paper prints E[x_i]² (draws
    are independent only given x). `moment_ratios` says what happens where q_i = 0.

    Parameters
    ----------
    M, q : (..., d) arrays, >= 0
    k_x : int >= 1
        Draws for x̃: k in the theory, k_x of `sampling.split` in general.

    Returns
    -------
    (..., d) array
    """
    moments: Floats = moment_ratios(M, q) / k_x + (k_x - 1) / k_x * np.asarray(M, dtype=np.float64)
    return moments


def x_tilde_second_moment(M: Vectors, q: Vectors, k_x: int) -> Floats:
    r"""Return E‖x̃‖², exactly; shape (...) for M and q of shape (..., d).

    .. math:: E\|\tilde x\|_2^2 = \frac1{k_x} \sum_i \frac{M_i}{q_i}
              + \frac{k_x - 1}{k_x} E\|x\|_2^2,  \qquad  E\|x\|_2^2 = \sum_i M_i

    Lemma 3.2, with E[‖x‖²] where the paper prints E[‖x‖]².

    >>> float(x_tilde_second_moment([1, 9], [0.25, 0.75], k_x=2))
    13.0
    """
    total: Floats = x_tilde_second_moments(M, q, k_x).sum(axis=-1)
    return total


@checked(M=SOME_MOMENTS)
def rho_ridge(M: Vectors) -> Floats:
    r"""Return the improvement ratio :math:`\rho_{ridge} = \|M\|_{1/2} / (d\,\|M\|_1)`.

    Equation 11 of the paper. It lies in [1/d, 1], does not change when M is multiplied by a
    number, and is 1 exactly when all moments are equal: the smaller, the more data-dependent
    sampling can gain over uniform sampling.

    Parameters
    ----------
    M : (..., d) array, >= 0, not all zero

    Returns
    -------
    (...) array

    Examples
    --------
    >>> float(rho_ridge([1, 1, 1])), float(rho_ridge([0, 4, 0, 0]))
    (1.0, 0.25)
    """
    M, _ = power_of_two_scaled(M)  # so that nothing overflows
    rho: Floats = half_norm(M) / (M.shape[-1] * one_norm(M))
    return rho


@checked(M=SOME_MOMENTS)
def rho_lasso(M: Vectors) -> Floats:
    r"""Return the improvement ratio :math:`\rho_{lasso} = \|M\|_1 / (d\,\|M\|_\infty)`.

    Equation 12 of the paper; range, scaling and reading as for `rho_ridge`.

    Parameters
    ----------
    M : (..., d) array, >= 0, not all zero

    Returns
    -------
    (...) array

    Examples
    --------
    >>> float(rho_lasso([1.0, 0.5]))
    0.75
    """
    M, _ = power_of_two_scaled(M)  # so that nothing overflows
    rho: Floats = one_norm(M) / (M.shape[-1] * max_norm(M))
    return rho
