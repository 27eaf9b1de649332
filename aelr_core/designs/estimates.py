r"""What a joint sample says: the gradient and the loss, both exactly unbiased.

A sample S comes with :math:`P_{ij} = 1/π_{ij}` for its attributes, where π_ii = π_i. The self-pair
is never the product of two inverse probabilities: once x_i is seen, w_i x_i² is known.
"""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats


def joint_gradient(x: Floats, w: Floats, y: float, P: Floats) -> Floats:
    r"""Return g̃ on S, unbiased for (⟨w, x⟩ − y)x; it is 0 elsewhere.

    .. math::
        \tilde g_i = x_i \Big[\sum_{j \in S, j \ne i} \frac{w_j x_j}{π_{ij}}
                     + \frac{w_i x_i - y}{π_i}\Big]
                   = x_i \Big[\sum_{j \in S} P_{ij} w_j x_j - P_{ii} y\Big]

    Unbiased if π_i > 0 wherever x_i may be non-zero, and π_ij > 0 for every two such attributes,
    for any design that depends on the past only.

    Parameters
    ----------
    x, w : (n,) values and weights of the n attributes of S.
    y : the label.
    P : (n, n) array, 1/π_ij.

    Returns
    -------
    g_tilde : (n,) array

    Examples
    --------
    >>> joint_gradient(np.array([1.0, 2.0]), np.array([1.0, 1.0]), 1.0, np.ones((2, 2)))
    array([2., 4.])
    """
    g_tilde: Floats = x * (P @ (w * x) - np.diagonal(P) * y)
    return g_tilde


def progressive_loss(x: Floats, w: Floats, y: float, P: Floats) -> float:
    r"""Return an unbiased estimate of L(w) − L(0) on one example, from what was seen of it.

    .. math:: \tfrac12 \sum_{i \ne j} \frac{v_i v_j}{π_{ij}}
              + \sum_i \frac{(\frac12 v_i - y) v_i}{π_i}
              = \tfrac12 v^\top P v - y \sum_i P_{ii} v_i, \qquad v = w \circ x

    For a w that does not depend on the example it costs no attributes: they are paid for.

    Parameters
    ----------
    x, w, y, P : as for `joint_gradient`.

    Examples
    --------
    >>> progressive_loss(np.array([1.0, 2.0]), np.array([1.0, 1.0]), 1.0, np.ones((2, 2)))
    1.5
    """
    label, square = products(x, w, y, P)
    return 0.5 * square - label


def products(x: Floats, w: Floats, y: float, P: Floats) -> tuple[float, float]:
    r"""Return unbiased estimates of y⟨w, x⟩ and of ⟨w, x⟩² on one example.

    .. math:: y \sum_i P_{ii} v_i \quad\text{and}\quad v^\top P v, \qquad v = w \circ x

    Parameters
    ----------
    x, w, y, P : as for `joint_gradient`.

    Examples
    --------
    >>> products(np.array([1.0, 2.0]), np.array([1.0, 1.0]), 1.0, np.ones((2, 2)))
    (3.0, 9.0)
    """
    v = w * x
    return float(y * (np.diagonal(P) @ v)), float(v @ P @ v)
