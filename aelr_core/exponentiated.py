r"""The lasso's coordinates θ: w as a function of θ, and back.

GAELR and EG (Algorithm 3) keep z⁺ and z⁻ with z⁺z⁻ = 1 in every coordinate, so θ = log z⁺ is
the whole state, and w follows from it without ever forming an exponential that overflows:

.. math:: w_i = B\,\frac{z^+_i - z^-_i}{\|z^+\|_1 + \|z^-\|_1}
          = B\,\frac{\sinh θ_i}{\sum_j \cosh θ_j}.

Everything works on the last axis, of length d.
"""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats
from aelr_core.letters import POSITIVES, Numbers, Vectors, checked

# ‖w‖₁ is known to a few units in the last place; a w this close to the sphere is on it.
ROUNDING = 1e-9
# The smallest 1 − ‖w‖₁/B that float64 can tell from 0. On the sphere itself θ is infinite.
SMALLEST_GAP = float(np.finfo(np.float64).eps)
# Each step of Newton's method at least halves the error; 2⁻⁵² is the smallest gap.
NEWTON_STEPS = 100
# JAELR keeps θ within ±200: e^400 is far from overflow, and w is on the sphere long before.
LARGEST_THETA = 200.0


def shifted_sinh_cosh(theta: Floats, shift: Floats | float) -> tuple[Floats, Floats]:
    r"""Return :math:`e^{-c}\sinh θ` and :math:`e^{-c}\cosh θ` for a shift c.

    Nothing overflows as long as |θ| − c stays below 700, and expm1 keeps the digits of sinh
    where θ is near 0.

    Parameters
    ----------
    theta : (..., d) array
    shift : number or array that broadcasts against theta

    Returns
    -------
    sinh, cosh : (..., d) arrays

    Examples
    --------
    >>> sinh, cosh = shifted_sinh_cosh(np.array([-1e4, 0.0]), 1e4)
    >>> sinh, cosh
    (array([-0.5, 0. ]), array([0.5, 0. ]))
    """
    size = np.abs(theta)
    half = 0.5 * np.exp(size - shift)
    lost = np.expm1(-2.0 * size)
    return np.copysign(half * -lost, theta), half * (2.0 + lost)


@checked(B=POSITIVES)
def w_of(theta: Vectors, B: Numbers) -> Floats:
    r"""Return :math:`w_i = B \sinh θ_i / \sum_j \cosh θ_j` (Algorithm 3, line 3).

    Parameters
    ----------
    theta : (..., d) array
    B : number > 0, or an array of shape (...)

    Returns
    -------
    w : (..., d) array with ‖w‖₁ <= B

    Examples
    --------
    >>> w_of([0.0, 0.0], B=1), w_of([1e4, 0.0], B=2)
    (array([0., 0.]), array([2., 0.]))
    """
    sinh, cosh = shifted_sinh_cosh(theta, np.abs(theta).max(axis=-1, keepdims=True))
    w: Floats = sinh / cosh.sum(axis=-1, keepdims=True) * B[..., np.newaxis]
    return w


@checked
def cosh_shares(theta: Vectors) -> Floats:
    r"""Return :math:`u_i = \cosh θ_i / \sum_j \cosh θ_j`, what |w_i|/B is at most.

    Parameters
    ----------
    theta : (..., d) array

    Returns
    -------
    u : (..., d) array that adds up to 1

    Examples
    --------
    >>> cosh_shares([0.0, 0.0]), cosh_shares([1e4, 0.0])
    (array([0.5, 0.5]), array([1., 0.]))
    """
    _, cosh = shifted_sinh_cosh(theta, np.abs(theta).max(axis=-1, keepdims=True))
    u: Floats = cosh / cosh.sum(axis=-1, keepdims=True)
    return u


@checked(B=POSITIVES)
def theta_of(w: Vectors, B: Numbers) -> Floats:
    r"""Return the θ whose `w_of` is `w`: the start of a lasso run that continues from w.

    With :math:`a_j = |w_j|/B` it is :math:`\sinh θ_i = w_i C/B`, C the unique root of
    :math:`C = \sum_j \sqrt{1 + a_j^2 C^2}`. For c = 1/C, and 1 = ‖a‖₁ + gap taken off both
    sides so that no digits cancel, that reads

    .. math:: r(c) = \sum_j \frac{c^2}{\sqrt{c^2 + a_j^2} + a_j} = \mathrm{gap},
              \qquad \mathrm{gap} = 1 - \|w\|_1/B.

    r is convex and increasing, so Newton's method falls onto the root from any point above it;
    Minkowski's inequality gives such a point, :math:`\sqrt{1 - \|a\|_1^2}/d`.

    Parameters
    ----------
    w : (..., d) array, ‖w‖₁ <= B
        On the sphere ‖w‖₁ = B itself θ would be infinite: the nearest θ that float64 can tell
        from it is returned, and its `w_of` is w to rounding. The average of a GAELR run is
        never there, since w_1 = 0.
    B : number > 0, or an array of shape (...)

    Returns
    -------
    theta : (..., d) array

    Examples
    --------
    >>> theta_of(w_of([1.0, -2.0, 0.0], B=3), B=3).round(12)
    array([ 1., -2.,  0.])
    """
    B = B[..., np.newaxis]
    a = np.abs(w) / B
    gap = 1.0 - a.sum(axis=-1, keepdims=True)
    if gap.min() < -ROUNDING:
        raise ValueError(f"w must have a 1-norm <= B, but the norm is {1 - gap.min():g} B.")
    gap = np.maximum(gap, SMALLEST_GAP)
    c = np.sqrt(gap * (2.0 - gap)) / a.shape[-1]
    for _ in range(NEWTON_STEPS):
        root = np.sqrt(c * c + a * a)
        excess = (c * c / (root + a)).sum(axis=-1, keepdims=True) - gap
        lower = c - excess / (c / root).sum(axis=-1, keepdims=True)
        if (lower >= c).all():
            break
        c = np.minimum(c, lower)
    theta: Floats = np.arcsinh(w / B / c)
    return theta
