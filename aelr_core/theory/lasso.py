"""Lasso with one phase: AELR (uniform), DDAELR (known moments), online (full information).

All assume ‖x‖_∞ ≤ 1 and |y| ≤ B with probability 1, and bound E[L(w̄)] − L(w*) for any w* with
‖w*‖₁ ≤ B. The theorems ask for m ≥ log 2d (`gaelr_least_m`); below it the formulas exceed
`trivial_bound`, so they stay true.
"""

from __future__ import annotations

from aelr_core.checks import Floats
from aelr_core.letters import Numbers, Vectors, checked
from aelr_core.norms import one_norm
from aelr_core.theory.general import gaelr_bound, gaelr_step_size
from aelr_core.theory.ridge import aerr_g2


def aelr_g2(*, d: Numbers, k: Numbers, B: float) -> Floats:
    r"""Return :math:`G^2 = 8B^2 d/k`, Hazan and Koren's Lemma 3.8, quoted in section 4.

    The same number as `aerr_g2`, for the largest E[g̃_i²] in place of E‖g̃‖².
    """
    return aerr_g2(d=d, k=k, B=B)


def aelr_step_size(*, d: Numbers, m: Numbers, k: Numbers, B: float) -> Floats:
    r"""Return :math:`\eta = \sqrt{\log 2d/(5m)}/G` with `aelr_g2` (section 4).

    The paper prints the ridge step 2B/(G√m) here; only this one gives the bound it prints.
    """
    return gaelr_step_size(d=d, m=m, G2=aelr_g2(d=d, k=k, B=B))


def aelr_bound(*, d: Numbers, m: Numbers, k: Numbers, B: float) -> Floats:
    r"""Return :math:`4B^2\sqrt{10 d\log 2d/(km)}`, AELR's bound as printed in section 4.

    The √2 comes from `aelr_g2` and is absent from the data-dependent bounds; for a fair
    comparison with them see `aelr_like_for_like_bound`.
    """
    return gaelr_bound(d=d, m=m, B=B, G2=aelr_g2(d=d, k=k, B=B))


@checked
def aelr_like_for_like_bound(*, d: Numbers, m: Numbers, k: Numbers, B: float) -> Floats:
    r"""Return :math:`4B^2\sqrt{5\log 2d\,(d/k+1)/m}`: AELR's bound without rounding its G².

    Theorem 4.1 with Lemma 4.5 and q uniform, max M_i/q_i = d‖M‖_∞ ≤ d. Not printed in the paper.
    """
    return gaelr_bound(d=d, m=m, B=B, G2=4 * B**2 * (d / k + 1))


@checked
def ddaelr_step_size(*, m: Numbers, k: Numbers, B: float, M: Vectors) -> Floats:
    r"""Return :math:`\eta = \frac1{2B}\sqrt{\log 2d / (5m(\|M\|_1/k + 1))}`, Theorem 4.6.

    Parameters
    ----------
    m, k : numbers >= 1, or arrays broadcasting against (...)
    B : float > 0
    M : (..., d) array of second moments

    Returns
    -------
    eta : (...) array

    Examples
    --------
    >>> round(float(ddaelr_step_size(m=1000, k=4, B=1, M=[1.0, 0.5, 0.5])), 6)
    0.007728
    """
    return gaelr_step_size(d=M.shape[-1], m=m, G2=_ddaelr_g2(k=k, B=B, M=M))


@checked
def ddaelr_bound(*, m: Numbers, k: Numbers, B: float, M: Vectors) -> Floats:
    r"""Return :math:`4B^2\sqrt{5\log 2d\,(\|M\|_1/k + 1)/m}`, Theorem 4.6.

    Assume the second moments M = E[x²] are known. Let w̄ be the output of DDAELR run with
    `ddaelr_step_size`; if m ≥ log 2d, then :math:`E[L(\bar w)] - L(w^*)` is at most this.

    >>> round(float(ddaelr_bound(m=1000, k=4, B=1, M=[1.0, 0.5, 0.5])), 4)
    0.4637
    """
    return gaelr_bound(d=M.shape[-1], m=m, B=B, G2=_ddaelr_g2(k=k, B=B, M=M))


@checked
def online_lasso_step_size(*, d: Numbers, m: Numbers, B: float) -> Floats:
    r"""Return :math:`\eta = \sqrt{\log 2d/(5m)}/(2B)` for EG with all attributes.

    Derived from Theorem 4.1: the true gradient has g_i² ≤ (2B)² = G².
    """
    return gaelr_step_size(d=d, m=m, G2=4 * B**2)


@checked
def online_lasso_bound(*, d: Numbers, m: Numbers, B: float) -> Floats:
    r"""Return :math:`4B^2\sqrt{5\log 2d/m}`, Theorem 4.1 with G² = 4B² (derived)."""
    return gaelr_bound(d=d, m=m, B=B, G2=4 * B**2)


def _ddaelr_g2(*, k: Numbers, B: float, M: Floats) -> Floats:
    """Lemma 4.5 at the optimal q, where max M_i/q_i = ‖M‖₁ (Lemma 4.3)."""
    G2: Floats = 4 * B**2 * (one_norm(M) / k + 1)
    return G2
