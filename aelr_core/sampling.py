"""Sampling distributions: q for the data point, p for the inner product, and the draw.

The paper's sampling distributions (its sections 3 and 4), for both families: ``"ridge"``
minimises E‖x̃‖², ``"lasso"`` the largest E[x̃_i²]. Everything works on the last axis.
"""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats, Ints
from aelr_core.letters import COUNT, SOME_MOMENTS, Numbers, Vectors, checked
from aelr_core.norms import power_of_two_scaled

# A_i + 13ε/6: equation 15 says A_i >= M_i/2 - 5ε/3 (likely), so that adding 13ε/6 = 5ε/3 + ε/2
# leaves at least (M_i + ε)/2 in the denominator of Σ M_i/q_i (proof of Lemma 3.7).
CONFIDENCE_SHIFT = 13 / 6


@checked(d=COUNT)
def uniform(d: int) -> Floats:
    """Return q_i = 1/d, shape (d,): the distribution of AERR and AELR.

    >>> uniform(4)
    array([0.25, 0.25, 0.25, 0.25])
    """
    return np.full(d, 1.0 / d)


@checked(M=SOME_MOMENTS)
def sampling_distribution(M: Vectors, family: str) -> Floats:
    r"""Return the optimal q for known second moments.

    ridge (DDAERR, equation 4): :math:`q_i = \sqrt{M_i} / \sum_j \sqrt{M_j}`, which minimises
    :math:`\sum_i M_i/q_i`, with value :math:`\|M\|_{1/2}`.
    lasso (DDAELR, Lemma 4.3): :math:`q_i = M_i / \sum_j M_j`, which minimises
    :math:`\max_i M_i/q_i`, with value :math:`\|M\|_1`.

    Parameters
    ----------
    M : (..., d) array, >= 0, not all zero
        A moment of zero gives q_i = 0: such an attribute is always 0 and never worth a draw.
    family : "ridge" or "lasso"

    Returns
    -------
    q : (..., d) array

    Examples
    --------
    >>> sampling_distribution([1, 9], "ridge"), sampling_distribution([1, 9], "lasso")
    (array([0.25, 0.75]), array([0.1, 0.9]))
    """
    return _normalised(np.sqrt(M) if family == "ridge" else M)


@checked
def two_phase_distribution(A: Vectors, epsilon: Numbers, family: str) -> Floats:
    r"""Return the q of phase two, from estimated moments and their confidence width.

    ridge (Algorithm 2): :math:`q_i \propto \sqrt{A_i + 13\epsilon/6}`;
    lasso (Algorithm 4): :math:`q_i \propto A_i + 13\epsilon/6`.

    With ε = 0 (the paper's experiments) an attribute with A_i = 0, never drawn or only seen as
    0 in phase one, gets q_i = 0 and the estimator is biased there. If all A_i = 0 as well, or
    if ε is infinite (no phase one), q is uniform.

    Parameters
    ----------
    A : (..., d) array, >= 0
    epsilon : float >= 0, or array broadcasting against the leading axes of `A`; see
        `epsilon_theory`, which also caps the lasso's at 1
    family : "ridge" or "lasso"

    Returns
    -------
    q : (..., d) array

    Examples
    --------
    >>> two_phase_distribution([0, 4], 0, "ridge")
    array([0., 1.])
    >>> two_phase_distribution([0, 3], 6 / 13, "ridge").round(6)
    array([0.333333, 0.666667])
    """
    epsilon = epsilon[..., np.newaxis]
    known = np.isfinite(epsilon)
    upper = np.where(known, A + CONFIDENCE_SHIFT * np.where(known, epsilon, 0.0), 1.0)
    upper = np.where((upper > 0).any(axis=-1, keepdims=True), upper, 1.0)
    return _normalised(np.sqrt(upper) if family == "ridge" else upper)


@checked(d=COUNT)
def epsilon_theory(d: int, draws: int, m1: Numbers, delta: float, family: str) -> Floats:
    r"""Return the confidence width of phase one, :math:`\epsilon = d\log(2d/\delta)/(n m_1)`.

    Algorithms 2 and 4, with n = `draws` uniform draws per example: n = k+1 as in the paper's
    theory, n = k_x if phase one also learns (a warm start) and only its i-draws are counted.
    The lasso caps ε at 1. Without a phase one (m1 = 0) ε is infinite, 1 for the lasso.

    Parameters
    ----------
    d : int >= 1
    draws : int >= 1
    m1 : int >= 0 or array of them
    delta : float, 0 < delta < 1
    family : "ridge" or "lasso"

    Returns
    -------
    epsilon : array of the shape of `m1`

    Examples
    --------
    >>> round(float(epsilon_theory(500, 5, 2000, 0.1, "ridge")), 4)
    0.4605
    """
    some = m1 > 0
    width = d * np.log(2 * d / delta) / (draws * np.where(some, m1, 1.0))
    cap = 1.0 if family == "lasso" else np.inf
    return np.minimum(np.where(some, width, np.inf), cap)


@checked
def split(budget: int, how: str) -> tuple[int, int]:
    """Return (k_x, k_phi): how the k+1 draws per example are shared between x̃ and φ̃.

    ``"theory"``: k_x = k and k_phi = 1, as in Algorithms 1 and 3. ``"even"``, as in the paper's
    experiments: k_phi = ⌊(k+1)/2⌋ and k_x the rest, the odd draw going to x̃.

    >>> split(5, "theory"), split(5, "even")
    ((4, 1), (3, 2))
    """
    k_phi = 1 if how == "theory" else budget // 2
    return budget - k_phi, k_phi


@checked
def plain_weights(w: Vectors, family: str) -> Floats:
    r"""Return weights whose normalisation is the paper's p for the inner product.

    ridge (Algorithm 1): :math:`p_j = w_j^2 / \|w\|_2^2`; lasso (Algorithm 3):
    :math:`p_j = |w_j| / \|w\|_1`. The weights are not normalised, and are zero only if w is.

    Parameters
    ----------
    w : (..., d) array
    family : "ridge" or "lasso"

    Returns
    -------
    weights : (..., d) array, >= 0
    """
    unit = power_of_two_scaled(w)[0]
    return unit**2 if family == "ridge" else np.abs(unit)


@checked
def moment_aware_weights(w: Vectors, M: Vectors) -> Floats:
    r"""Return weights whose normalisation is :math:`p_j = |w_j|\sqrt{M_j}/\sum_i |w_i|\sqrt{M_i}`.

    The distribution of least variance for the inner product (after Lemma 3.3), used in the
    paper's experiments by both families; in phase two, A stands for M.

    Parameters
    ----------
    w : (..., d) array
    M : (..., d) array, >= 0

    Returns
    -------
    weights : (..., d) array, >= 0
        All zero if w_j = 0 wherever M_j > 0.
    """
    return np.abs(power_of_two_scaled(w)[0]) * np.sqrt(power_of_two_scaled(M)[0])


def inner_product_weights(w: Vectors, family: str, M: Vectors | None) -> Floats:
    """Return the weights of the j-draws, with the rules for weights that add up to zero.

    - `M` is None: `plain_weights`; otherwise `moment_aware_weights`.
    - The moment-aware weights vanish though w ≠ 0: the plain ones.
    - w = 0 (GAELR starts there): all weights are zero, which means ⟨w, x⟩ = 0 exactly, so that
      φ̃ = −y without looking; the draws count as spent all the same.

    Parameters
    ----------
    w : (..., d) array
    family : "ridge" or "lasso"
    M : (..., d) array, >= 0, or None
        The moments that the learner knows (or has estimated); None for plain weights.

    Returns
    -------
    weights : (..., d) array, >= 0

    Examples
    --------
    >>> inner_product_weights([0.5, 0.0], "lasso", M=[0.0, 1.0])
    array([0.5, 0. ])
    """
    plain = plain_weights(w, family)
    if M is None:
        return plain
    aware = moment_aware_weights(w, M)
    return np.where((aware > 0).any(axis=-1, keepdims=True), aware, plain)


@checked
def draw(u: Numbers, weights: Vectors) -> Ints:
    """Return the first index n with ``cumsum(weights)[n] > u * sum(weights)``, for every u.

    Inverse-CDF sampling: u uniform on [0, 1) draws n with probability weights_n / Σ weights.
    An attribute of weight zero is never drawn.

    Parameters
    ----------
    u : number in [0, 1), or an array of them of any shape
    weights : (d,) array, >= 0, not all zero

    Returns
    -------
    n : integers of the shape of `u`

    Examples
    --------
    >>> draw([0.0, 0.49, 0.5, 0.99], [0, 1, 0, 1])
    array([1, 1, 3, 3])
    """
    cumulated = np.cumsum(power_of_two_scaled(weights)[0])
    total = cumulated[-1]
    if total <= 0:
        raise ValueError("weights must hold at least one number > 0, but all of them are zero.")
    n: Ints = np.searchsorted(cumulated, u * total, side="right")
    return n


def _normalised(weights: Floats) -> Floats:
    unit = power_of_two_scaled(weights)[0]
    q: Floats = unit / unit.sum(axis=-1, keepdims=True)
    return q
