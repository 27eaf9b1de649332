r"""The risk of the joint algorithms in mode *theory*: Theorems 3 and 4 of ours.

Poisson sampling with Theorem 1's or 5's π (a = k, b = 1), a constant step and the uniform average,
as in the paper. Theorem 3 starts at w₁ = 0, where the paper allows any start: compare it with
`from_zero_bound` of the paper's G². Theorem 4 is sharper than the paper's Theorem 4.1 for **any**
unbiased gradient estimate, so it is offered for the paper's lasso algorithms too.
"""

from __future__ import annotations

import numpy as np

from aelr_core import checks
from aelr_core.checks import Floats
from aelr_core.letters import SOME_MOMENTS, Numbers, Vectors, checked
from aelr_core.norms import one_norm
from aelr_core.theory.joint import jaelr_g2, jaerr_g2
from aelr_core.theory.lasso import aelr_g2

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
def weighted_bound(*, omega: Vectors, eta: Numbers, B: float, G2: Numbers) -> Floats:
    r"""Return Theorem 3 for weights ω_t in the average and steps η_t, where ω_t/η_t never falls.

    .. math:: \frac{2B^2 ω_m/η_m + \frac12\sum_t ω_t η_t G_t^2}{\sum_t ω_t}, \qquad
              E\|\tilde g_t\|^2 \le G_t^2

    Weights and steps must not depend on the draws; any start.

    Parameters
    ----------
    omega : (..., m) array, > 0
    eta, G2 : numbers, or (..., m) arrays
    B : float > 0

    Returns
    -------
    (...) array

    Examples
    --------
    >>> float(weighted_bound(omega=[1.0, 1.0], eta=0.5, B=1, G2=4.0))
    3.0
    """
    omega = checks.array("omega", omega, ndim=None, above=0)
    ratio = omega / eta
    if (np.diff(ratio, axis=-1) < -1e-12 * ratio[..., 1:]).any():
        raise ValueError("omega must never fall relative to eta.")
    noise = (omega * eta * G2).sum(axis=-1) / 2
    bound: Floats = (2 * B**2 * ratio[..., -1] + noise) / omega.sum(axis=-1)
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
