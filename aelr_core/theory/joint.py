"""The size of the joint sample's gradient estimate: the identity, and Theorems 1, 2 and 5 of ours.

One sample S of K = k + 1 attributes serves x̃ and φ̃ at once (`aelr_core.designs`). These
statements are this project's, not the paper's, and about **Poisson** sampling: every attribute by
itself with probability π_i, a budget of Σπ <= K *in expectation*. They say nothing about the
designs with a hard budget, nor about the automatic step.

The risk of the joint algorithms in mode *theory*: Theorems 3 and 4 of ours.

Poisson sampling with Theorem 1's or 5's π (a = k, b = 1), a constant step and the uniform average,
as in the paper. Theorem 3 starts at w₁ = 0, where the paper allows any start: compare it with
`from_zero_bound` of the paper's G². Theorem 4 is sharper than the paper's Theorem 4.1 for **any**
unbiased gradient estimate, so it is offered for the paper's lasso algorithms too.
"""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats
from aelr_core.letters import SOME_MOMENTS, Numbers, Vectors, checked
from aelr_core.norms import half_norm, max_norm, one_norm
from aelr_core.theory.lasso import aelr_g2


@checked
def joint_second_moments(*, x: Vectors, y: Numbers, w: Vectors, pi: Vectors) -> Floats:
    r"""Return :math:`E_S[\tilde g_i^2]` exactly, for one example and Poisson sampling.

    .. math:: E_S[\tilde g_i^2] = \frac{x_i^2}{π_i}\Big[φ^2
              + \sum_{j \ne i} \frac{1 - π_j}{π_j} w_j^2 x_j^2\Big], \qquad φ = ⟨w, x⟩ - y

    Given i ∈ S, the bracket of g̃_i times π_i has mean φ and this variance. Infinite where
    π_i = 0 but x_i ≠ 0.

    Parameters
    ----------
    x, w, pi : (..., d) arrays: example, predictor, inclusion probabilities.
    y : number or (...) array, the label.

    Returns
    -------
    (..., d) array

    Examples
    --------
    >>> joint_second_moments(x=[1, 1], y=1, w=[1, 0], pi=[0.5, 0.25])
    array([0., 4.])
    """
    phi = (w * x).sum(axis=-1, keepdims=True) - y[..., np.newaxis]
    noise = _ratio((w * x) ** 2 * (1.0 - pi), pi)
    never = np.isinf(noise)
    finite = np.where(never, 0.0, noise)
    others = np.maximum(finite.sum(axis=-1, keepdims=True) - finite, 0.0)
    others = np.where(never.sum(axis=-1, keepdims=True) > never, np.inf, others)
    moments: Floats = _ratio(x * x * np.where(x == 0, 0.0, phi**2 + others), pi)
    return moments


@checked
def jaerr_g2(*, M: Vectors, a: Numbers, b: Numbers, B: float) -> Floats:
    r"""Return :math:`G^2 = B^2(4 + 1/b)\,\bar A_a`, Theorem 1 (ridge, the worst case).

    Let ‖x‖₂ ≤ 1, |y| ≤ B and ‖w‖₂ ≤ B, and Poisson sampling with
    :math:`π_i \ge \min(1, a q_i + b p_i)`, :math:`q_i = \sqrt{M_i}/\sqrt H`,
    :math:`p_i = w_i^2/\|w\|_2^2`, a + b ≤ K. Then E‖g̃‖² is at most this, where

    .. math:: \bar A_a = \sum_i M_i \max\Big(1, \frac1{a q_i}\Big)
              \le \frac Ha + \sum_{a q_i > 1} M_i, \qquad H = \|M\|_{1/2}.

    *Proof.* φ² ≤ 4B², and Σ_j w_j² x_j² (1 − π_j)/π_j ≤ ‖w‖²‖x‖²/b ≤ B²/b for every x; then
    E Σ x_i²/π_i ≤ Ā_a. With b = 1 and a = k it is 5B²(H/k + M_F), M_F the moments of what is
    always seen; the paper's is 4B²(H/k + 1). It is smaller if H/k < 4 − 5M_F, otherwise up to
    1.25 times as large.

    >>> float(jaerr_g2(M=[0.25, 0.25], a=1, b=1, B=1))
    5.0
    """
    root = np.sqrt(half_norm(M)) / a
    A = np.maximum(M, np.sqrt(M) * root[..., np.newaxis]).sum(axis=-1)
    G2: Floats = B**2 * (4 + 1 / b) * A
    return G2


@checked
def jaelr_g2(*, M: Vectors, a: Numbers, b: Numbers, B: float) -> Floats:
    r"""Return :math:`G^2 = B^2(4 + 1/b)\max(\|M\|_\infty, \|M\|_1/a)`, Theorem 5 (lasso).

    Let ‖x‖_∞ ≤ 1, |y| ≤ B and ‖w‖₁ ≤ B, and Poisson sampling with
    :math:`π_i \ge \min(1, a M_i/\|M\|_1 + b|w_i|/\|w\|_1)`, a + b ≤ K. Then the largest
    E[g̃_i²] is at most this. The paper's is 4B²(‖M‖₁/k + 1).

    *Proof.* As of Theorem 1, with
    :math:`w_j^2 x_j^2/(b|w_j|/\|w\|_1) \le \|w\|_1 |w_j| x_j^2/b`.

    >>> float(jaelr_g2(M=[0.5, 0.5], a=1, b=1, B=1))
    5.0
    """
    G2: Floats = B**2 * (4 + 1 / b) * np.maximum(max_norm(M), one_norm(M) / a)
    return G2


@checked(M=SOME_MOMENTS)
def jaerr_second_moment_limit(
    *, x: Vectors, y: Numbers, w: Vectors, M: Vectors, k_x: int, k_phi: int
) -> Floats:
    r"""Return what E_S‖g̃‖² is at most for every example, Theorem 2 (ridge).

    Let :math:`q_i \propto \sqrt{M_i}`, :math:`p_i \propto |w_i|\sqrt{M_i}` and
    :math:`π_i = \min(1, k_x q_i + k_φ p_i)`, Poisson. Then for every (x, y)

    .. math:: E_S\|\tilde g\|^2 \le \Big[\frac1{k_x}\sum_i \frac{x_i^2}{q_i}
              + \Big(1 - \frac1{k_x}\Big)\|x\|^2\Big]
              \Big[φ^2 + \frac1{k_φ}\sum_j \frac{w_j^2 x_j^2}{p_j}\Big],

    which is `ddaerr_second_moment` with ⟨w, x⟩²/k_φ added to its second bracket. *Proof.*
    1/π_i ≤ max(1, 1/(k_x q_i)) ≤ 1/(k_x q_i) + 1 − 1/k_x, and (1 − π_j)/π_j ≤ 1/(k_φ p_j). It does
    not say "never noisier": where x and w are flat and φ = 0, DDAERR's is 0.

    Parameters
    ----------
    x, w, M : (..., d) arrays
    y : number or (...) array
    k_x, k_phi : a split of K

    Returns
    -------
    (...) array
    """
    inner = (w * x).sum(axis=-1)
    return _two_brackets(x, y, w, M, k_x, k_phi, extra=inner**2 / k_phi)


@checked(M=SOME_MOMENTS)
def ddaerr_second_moment(
    *, x: Vectors, y: Numbers, w: Vectors, M: Vectors, k_x: int, k_phi: int
) -> Floats:
    r"""Return DDAERR's E‖g̃‖² for one example exactly, with moment-aware p.

    .. math:: \Big[\frac1{k_x}\sum_i \frac{x_i^2}{q_i} + \Big(1 - \frac1{k_x}\Big)\|x\|^2\Big]
              \Big[φ^2 + \frac1{k_φ}\Big(\sum_j \frac{w_j^2 x_j^2}{p_j} - ⟨w, x⟩^2\Big)\Big]

    Its product holds the self-pairs, :math:`\frac1{k_x k_φ}\sum_i w_i^2 x_i^4/(q_i p_i)`, which
    the joint sample does not pay.

    Parameters
    ----------
    x, y, w, M, k_x, k_phi : as for `jaerr_second_moment_limit`.

    Returns
    -------
    (...) array
    """
    return _two_brackets(x, y, w, M, k_x, k_phi, extra=np.zeros(()))


def _two_brackets(
    x: Floats, y: Numbers, w: Floats, M: Floats, k_x: int, k_phi: int, *, extra: Floats
) -> Floats:
    """Return DDAERR's second moment with `extra` added to its second bracket."""
    root, size = np.sqrt(M), np.abs(w)
    inner = (w * x).sum(axis=-1)
    over_q = _ratio(x * x * root.sum(axis=-1, keepdims=True), root).sum(axis=-1)
    total = (size * root).sum(axis=-1, keepdims=True)
    over_p = _ratio(size * x * x * total, root).sum(axis=-1)
    first = over_q / k_x + (1 - 1 / k_x) * (x * x).sum(axis=-1)
    second = (inner - np.asarray(y)) ** 2 + np.maximum(over_p - inner**2, 0.0) / k_phi + extra
    moment: Floats = first * second
    return moment


def _ratio(a: Floats, b: Floats) -> Floats:
    """Return a/b for a, b >= 0: 0 where a = 0, infinity where only b = 0."""
    a, b = np.broadcast_arrays(a, b)
    ratio: Floats = np.divide(a, b, out=np.where(a > 0, np.inf, 0.0), where=b > 0)
    return ratio


# ---- The risk of the joint algorithms in mode *theory*: Theorems 3 and 4 of ours ----

HARD_BUDGET_NOTE = (
    "This project's algorithms have no bound here: with a hard budget and a decreasing step they "
    "are beyond our theorems. In mode theory, where the budget holds in expectation, JAERR and "
    "JAELR have one."
)


@checked
def from_zero_bound_general(*, eta: Numbers, m: Numbers, B: float, G2: Numbers) -> Floats:
    r"""Return :math:`B^2/(2ηm) + ηG^2/2`, Theorem 3: the bound for any constant step from w₁ = 0.

    Let π_t depend on the past only, :math:`\frac1m\sum_t E\|\tilde g_t\|^2 \le G^2`, and w̄ be the
    uniform average. Then for any w* with ‖w*‖₂ ≤ B, E[L(w̄)] − L(w*) is at most this. *Proof.*
    ‖w_{t+1} − w*‖² ≤ ‖w_t − w*‖² − 2η⟨g̃_t, w_t − w*⟩ + η²‖g̃_t‖²; sum, telescope from
    ‖w₁ − w*‖ ≤ B, convexity.
    """
    bound: Floats = B**2 / (2 * eta * m) + eta * G2 / 2
    return bound


@checked
def from_zero_step_size(*, m: Numbers, B: float, G2: Numbers) -> Floats:
    r"""Return :math:`η = B/(G\sqrt m)`, which minimises the bound of Theorem 3."""
    eta: Floats = B / np.sqrt(G2 * m)
    return eta


@checked
def from_zero_bound(*, m: Numbers, B: float, G2: Numbers) -> Floats:
    r"""Return :math:`BG/\sqrt m`, the bound of Theorem 3 at `from_zero_step_size`.

    Half of the paper's 2BG/√m, which allows any start: it holds for the paper's algorithms too,
    since they start at 0.
    """
    bound: Floats = B * np.sqrt(G2 / m)
    return bound


@checked
def gaelr_sharper_bound_general(
    *, eta: Numbers, d: Numbers, m: Numbers, B: float, G2: Numbers
) -> Floats:
    r"""Return :math:`B(\log 2d/(ηm) + \frac32 ηG^2)`, Theorem 4, for any step size.

    .. math:: E[L(\bar w)] - L(w^*) \le B\Big(\frac{\log 2d}{ηm} + η\bar G_u^2
              + \frac η2 \bar G_\infty^2\Big), \qquad
              \bar G_u^2 = \frac1m\sum_t E\sum_i u_{t,i}\tilde g_{t,i}^2

    with :math:`\bar G_u \le \bar G_\infty \le G`, G² ≥ E[max_i E_t g̃_{t,i}²], for GAELR with any
    unbiased g̃ and any w* with ‖w*‖₁ ≤ B. *Proof.* Multiplicative weights on (ḡ, −ḡ) with
    e^{−s} ≤ 1 − s + s² for |s| ≤ 1; clipping costs a bias of at most BηG²/2, since
    (|g| − 1/η)₊ ≤ ηg²/4 and ‖w_t − w*‖₁ ≤ 2B. The paper's Theorem 4.1 has 5ηG² in place of
    3ηG²/2 and needs η ≤ 1/(2G), which is not needed here.
    """
    bound: Floats = B * (np.log(2 * d) / (eta * m) + 1.5 * eta * G2)
    return bound


@checked
def gaelr_sharper_step_size(*, d: Numbers, m: Numbers, G2: Numbers) -> Floats:
    r"""Return :math:`η = \sqrt{2\log 2d/(3m)}/G`, which minimises the bound of Theorem 4."""
    eta: Floats = np.sqrt(2 * np.log(2 * d) / (3 * m)) / np.sqrt(G2)
    return eta


@checked
def gaelr_sharper_bound(*, d: Numbers, m: Numbers, B: float, G2: Numbers) -> Floats:
    r"""Return :math:`BG\sqrt{6\log 2d/m}`, the bound of Theorem 4 at `gaelr_sharper_step_size`.

    The paper's Theorem 4.1 has √20 in place of √6.
    """
    bound: Floats = B * np.sqrt(6 * np.log(2 * d) * G2 / m)
    return bound


def aelr_sharper_bound(*, d: Numbers, m: Numbers, k: Numbers, B: float) -> Floats:
    r"""Return AELR's bound with the sharper constant: Theorem 4 with the paper's `aelr_g2`."""
    return gaelr_sharper_bound(d=d, m=m, B=B, G2=aelr_g2(d=d, k=k, B=B))


@checked
def ddaelr_sharper_bound(*, m: Numbers, k: Numbers, B: float, M: Vectors) -> Floats:
    r"""Return DDAELR's bound with the sharper constant, :math:`2B^2\sqrt{6\log 2d(\|M\|_1/k+1)/m}`.

    Theorem 4 with the paper's Lemma 4.5.
    """
    G2 = 4 * B**2 * (one_norm(M) / k + 1)
    return gaelr_sharper_bound(d=M.shape[-1], m=m, B=B, G2=G2)


@checked
def online_lasso_sharper_bound(*, d: Numbers, m: Numbers, B: float) -> Floats:
    r"""Return :math:`2B^2\sqrt{6\log 2d/m}`: full information by Theorem 4 with G² = 4B²."""
    return gaelr_sharper_bound(d=d, m=m, B=B, G2=4 * B**2)


@checked(M=SOME_MOMENTS)
def jaerr_step_size(*, m: Numbers, k: Numbers, M: Vectors) -> Floats:
    r"""Return :math:`η = 1/\sqrt{5m\bar A_k}`: Theorem 3 with Theorem 1, a = k and b = 1.

    About 1/√(5m(H/k + M_F)). B cancels.
    """
    return from_zero_step_size(m=m, B=1.0, G2=jaerr_g2(M=M, a=k, b=1.0, B=1.0))


@checked
def jaerr_bound(*, m: Numbers, k: Numbers, B: float, M: Vectors) -> Floats:
    r"""Return :math:`B^2\sqrt{5\bar A_k/m}`: Theorem 3 with Theorem 1, a = k and b = 1.

    JAERR in mode *theory*: Poisson sampling with π_i = min(1, k q_i + w_i²/‖w‖²),
    `jaerr_step_size`, the uniform average, a budget of k + 1 attributes in expectation.

    >>> round(float(jaerr_bound(m=500, k=1, B=1, M=[0.25, 0.25])), 3)
    0.1
    """
    bound: Floats = B * np.sqrt(jaerr_g2(M=M, a=k, b=1.0, B=B) / m)
    return bound


@checked(M=SOME_MOMENTS)
def jaelr_step_size(*, m: Numbers, k: Numbers, B: float, M: Vectors) -> Floats:
    r"""Return :math:`η = \sqrt{2\log 2d/(3m)}/G`: Theorem 4 with Theorem 5, a = k and b = 1."""
    return gaelr_sharper_step_size(d=M.shape[-1], m=m, G2=jaelr_g2(M=M, a=k, b=1.0, B=B))


@checked
def jaelr_bound(*, m: Numbers, k: Numbers, B: float, M: Vectors) -> Floats:
    r"""Return :math:`B^2\sqrt{30\log 2d\max(\|M\|_\infty, \|M\|_1/k)/m}`: Theorems 4 and 5.

    JAELR in mode *theory*: Poisson sampling with π_i = min(1, k M_i/‖M‖₁ + |w_i|/‖w‖₁),
    `jaelr_step_size`, the uniform average, a budget of k + 1 attributes in expectation.
    """
    G2 = jaelr_g2(M=M, a=k, b=1.0, B=B)
    bound: Floats = B * np.sqrt(6 * np.log(2 * M.shape[-1]) * G2 / m)
    return bound
