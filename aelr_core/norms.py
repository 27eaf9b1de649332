"""The norms of the paper, and the projection onto the ridge ball (all on the last axis).

Every function takes an array of shape (..., d) and returns shape (...): a vector gives one
NumPy float, a stack of vectors gives one number each. Magnitudes up to the limits of float64
are handled by an exact scaling with a power of two, so a square never overflows on the way
to a result that fits.
"""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats, Ints
from aelr_core.letters import POSITIVE, VECTORS, Vectors, checked

# Powers of two up to this exponent, and their inverses, are ordinary numbers.
ORDINARY = 1000


@checked(M=VECTORS)
def half_norm(M: Vectors) -> Floats:
    r"""Return the half norm :math:`\|M\|_{1/2} = (\sum_i \sqrt{|M_i|})^2`.

    Section 2.1 of the paper. It is not a norm (the triangle inequality fails); it is the least
    value of :math:`\sum_i M_i/q_i` over distributions q (equation 4), and lies between
    :math:`\|M\|_1` and :math:`d\|M\|_1`.

    Parameters
    ----------
    M : (..., d) array

    Returns
    -------
    (...) array

    Examples
    --------
    >>> float(half_norm([1, 4]))
    9.0
    """
    unit, exponent = power_of_two_scaled(M)
    norm: Floats = np.ldexp(np.sqrt(np.abs(unit)).sum(axis=-1) ** 2, exponent)
    return norm


@checked
def one_norm(v: Vectors) -> Floats:
    r"""Return :math:`\|v\|_1 = \sum_i |v_i|`, shape (...) for `v` of shape (..., d).

    >>> float(one_norm([3, -4]))
    7.0
    """
    unit, exponent = power_of_two_scaled(v)
    norm: Floats = np.ldexp(np.abs(unit).sum(axis=-1), exponent)
    return norm


@checked
def two_norm(v: Vectors) -> Floats:
    r"""Return :math:`\|v\|_2 = \sqrt{\sum_i v_i^2}`, shape (...) for `v` of shape (..., d).

    >>> float(two_norm([3, -4]))
    5.0
    """
    unit, exponent = power_of_two_scaled(v)
    norm: Floats = np.ldexp(np.sqrt(np.einsum("...i,...i->...", unit, unit)), exponent)
    return norm


@checked
def max_norm(v: Vectors) -> Floats:
    r"""Return :math:`\|v\|_\infty = \max_i |v_i|`, shape (...) for `v` of shape (..., d).

    >>> float(max_norm([3, -4]))
    4.0
    """
    norm: Floats = np.abs(v).max(axis=-1)
    return norm


@checked(B=POSITIVE)
def project_l2(v: Vectors, B: float) -> Floats:
    r"""Return the point of the ball :math:`\|w\|_2 \le B` nearest to `v`.

    .. math:: w = v \cdot B / \max(\|v\|_2, B)

    Algorithm 1 (GAERR), the line after the gradient step. A `v` inside the ball is returned
    unchanged to the last bit.

    Parameters
    ----------
    v : (..., d) array
    B : float > 0

    Returns
    -------
    w : (..., d) array

    Examples
    --------
    >>> project_l2([3.0, 4.0], B=1)
    array([0.6, 0.8])
    """
    length = two_norm(v)[..., np.newaxis]
    outside = length > B
    w: Floats = np.where(outside, v / np.where(outside, length, 1.0) * B, v)
    return w


def power_of_two_scaled(v: Floats) -> tuple[Floats, Ints]:
    """Return ``(unit, e)`` with v = unit·2^e exactly and the largest |unit_i| in [1/4, 1).

    The exponent e is even, so that square roots of scaled squares stay exact; a zero vector
    keeps e = 0. Multiplying by a power of two rounds nothing (short of underflow at 1e-308
    of the largest entry), so sums and comparisons of `unit` agree with those of `v`.

    Parameters
    ----------
    v : (..., d) array

    Returns
    -------
    unit : (..., d) array
    e : (...) array of integers
    """
    exponent = np.frexp(np.abs(v).max(axis=-1))[1]
    exponent = exponent + (exponent & 1)
    if (np.abs(exponent) <= ORDINARY).all():  # ten times as fast, and as exact
        return v * np.ldexp(1.0, -exponent)[..., np.newaxis], exponent
    return np.ldexp(v, -exponent[..., np.newaxis]), exponent
