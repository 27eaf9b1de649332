r"""What a joint sample says: the gradient and the loss, both exactly unbiased.

A sample S comes with :math:`P_{ij} = 1/π_{ij}` for its attributes, where π_ii = π_i. The self-pair
is never the product of two inverse probabilities: once x_i is seen, w_i x_i² is known.

How large g̃ is, exactly: E[g̃_i²] of examples under the design with the hard budget.

For Poisson sampling there is a closed form (`aelr_core.theory.joint_second_moments`). For
conditional Poisson sampling there is a recursion. With
:math:`c_{ij} = w_j x_j/π_{ij}` and :math:`c_{ii} = (w_i x_i - y)/π_i`,

.. math:: E[\tilde g_i^2] = x_i^2 \frac{γ_i}{e_K} \sum_{|R| = K-1,\; i \notin R}
          \prod_{j \in R} γ_j \Big(c_{ii} + \sum_{j \in R} c_{ij}\Big)^2,

a sum over sets that grows by one attribute at a time, as elementary symmetric polynomials do.
"""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats
from aelr_core.designs import conditional_poisson
from aelr_core.designs.hard_budget import Design
from aelr_core.designs.inclusion import chances_to_be_seen


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


# ---- How large g̃ is, exactly: E[g̃_i²] of examples under the design with the hard budget ----


def has_exact_size(design: Design) -> bool:
    """Whether `gradient_second_moments` knows this design: thinned Poisson sampling it does not."""
    return design.sees_all or design.gamma is not None


def gradient_second_moments(design: Design, X: Floats, y: Floats, w: Floats) -> Floats:
    """Return E[g̃_i²] of every example and attribute, exactly; it costs O(n d² K).

    Parameters
    ----------
    design : for which `has_exact_size`.
    X, y : (n, d), (n,) whole examples and their labels.
    w : (d,) the predictor.

    Returns
    -------
    moments : (n, d) array

    Examples
    --------
    >>> from aelr_core.designs.hard_budget import design
    >>> both = design([1.0, 1.0, 1.0], K=2)  # each pair with probability 1/3
    >>> gradient_second_moments(both, np.array([[1, 1, 0]]), np.array([0]), np.array([1, 0, 0]))
    array([[1.5, 3. , 0. ]])
    """
    X = np.asarray(X, dtype=np.float64)
    if design.sees_all:
        g: Floats = (X @ w - y)[:, np.newaxis] * X
        return g**2
    if design.gamma is None or design.T is None:
        raise ValueError("design must be conditional Poisson sampling, or see everything.")
    gamma, e_K = design.gamma, design.T[design.K, 0]
    row, i = np.nonzero(X)
    each = np.arange(len(i))
    pi = conditional_poisson.pair_probabilities(gamma, design.T, np.arange(len(w)))
    with np.errstate(divide="ignore", invalid="ignore"):
        c: Floats = np.where(pi[i] > 0, w * X[row] / pi[i], 0.0)
    c[each, i] = (w[i] * X[row, i] - np.asarray(y)[row]) / pi[i, i]
    others = np.broadcast_to(gamma, c.shape).copy()
    others[each, i] = 0.0
    squares = _square_sums(others, c, start=c[each, i], size=design.K - 1)
    moments = np.zeros(X.shape)
    moments[row, i] = X[row, i] ** 2 * gamma[i] / e_K * squares
    return moments


def inclusion_probabilities(design: Design) -> Floats:
    """Return π_i, (d,): of thinned Poisson sampling, before thinning."""
    return chances_to_be_seen(design.pi, design.K)


def _square_sums(gamma: Floats, c: Floats, *, start: Floats, size: int) -> Floats:
    r"""Return :math:`\sum_{|R| = size} \prod_R γ_j (start + \sum_R c_j)^2`, (n,).

    Parameters
    ----------
    gamma, c : (n, d) arrays
    start : (n,) array
    """
    sets, sums, squares = np.zeros((3, len(start), size + 1))  # by the size of R
    sets[:, 0], sums[:, 0], squares[:, 0] = 1.0, start, start**2
    for one, more in zip(gamma.T[:, :, np.newaxis], c.T[:, :, np.newaxis], strict=True):
        squares[:, 1:] += one * (squares[:, :-1] + more * (2 * sums[:, :-1] + more * sets[:, :-1]))
        sums[:, 1:] += one * (sums[:, :-1] + more * sets[:, :-1])
        sets[:, 1:] += one * sets[:, :-1]
    of_size: Floats = squares[:, size]
    return of_size
