"""Ridge with one phase: AERR (uniform), DDAERR (known moments), online (full information).

All assume ‖x‖₂ ≤ 1 and |y| ≤ B with probability 1, and bound E[L(w̄)] − L(w*) for any w* with
‖w*‖₂ ≤ B. B cancels in every step size.
"""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats
from aelr_core.letters import Numbers, Vectors, checked
from aelr_core.norms import half_norm
from aelr_core.theory.general import gaerr_bound, gaerr_step_size


@checked
def aerr_g2(*, d: Numbers, k: Numbers, B: float) -> Floats:
    r"""Return :math:`G^2 = 8B^2 d/k`, Hazan and Koren's Lemma 3.3, quoted in section 3.

    It rests on 4B²(d/k + 1) ≤ 8B²d/k, true for k ≤ d. For k > d, which the paper leaves out,
    max(d, k) takes the place of d. The lasso's AELR has the same G².

    >>> float(aerr_g2(d=500, k=4, B=1))
    1000.0
    """
    G2: Floats = 8 * B**2 * np.maximum(d, k) / k
    return G2


def aerr_step_size(*, d: Numbers, m: Numbers, k: Numbers) -> Floats:
    r"""Return :math:`\eta = 2B/(G\sqrt m) = \sqrt{k/(2dm)}` with `aerr_g2` (section 3).

    >>> float(aerr_step_size(d=500, m=4000, k=4))
    0.001
    """
    return gaerr_step_size(m=m, B=1.0, G2=aerr_g2(d=d, k=k, B=1.0))


def aerr_bound(*, d: Numbers, m: Numbers, k: Numbers, B: float) -> Floats:
    r"""Return :math:`4B^2\sqrt{2d/(km)}`, AERR's bound as printed in section 3.

    The √2 comes from `aerr_g2` and is absent from the data-dependent bounds; for a fair
    comparison with them see `aerr_like_for_like_bound`.

    >>> float(aerr_bound(d=500, m=4000, k=4, B=1))
    1.0
    """
    return gaerr_bound(m=m, B=B, G2=aerr_g2(d=d, k=k, B=B))


@checked
def aerr_like_for_like_bound(*, d: Numbers, m: Numbers, k: Numbers, B: float) -> Floats:
    r"""Return :math:`4B^2\sqrt{(d/k+1)/m}`: AERR's bound without the rounding of its G².

    Theorem 3.1 with Lemma 3.4 and q uniform, Σ M_i/q_i = d‖M‖₁ ≤ d: what Theorem 3.5 would say
    of the worst moments. Not printed in the paper.

    >>> float(aerr_like_for_like_bound(d=60, m=256, k=4, B=1))
    1.0
    """
    return gaerr_bound(m=m, B=B, G2=4 * B**2 * (d / k + 1))


@checked
def ddaerr_step_size(*, m: Numbers, k: Numbers, M: Vectors) -> Floats:
    r"""Return :math:`\eta = 1/\sqrt{m(\|M\|_{1/2}/k + 1)}`, Theorem 3.5.

    Parameters
    ----------
    m, k : numbers >= 1, or arrays broadcasting against (...)
    M : (..., d) array of second moments

    Returns
    -------
    eta : (...) array

    Examples
    --------
    >>> float(ddaerr_step_size(m=25, k=3, M=[1, 4]))
    0.1
    """
    eta: Floats = 1 / np.sqrt(m * (half_norm(M) / k + 1))
    return eta


@checked
def ddaerr_bound(*, m: Numbers, k: Numbers, B: float, M: Vectors) -> Floats:
    r"""Return :math:`\frac{4B^2}{\sqrt m}\sqrt{\frac1k\|M\|_{1/2} + 1}`, Theorem 3.5.

    Assume the second moments M = E[x²] are known. Let w̄ be the output of DDAERR run with
    `ddaerr_step_size`; then :math:`E[L(\bar w)] - L(w^*)` is at most this.

    >>> float(ddaerr_bound(m=64, k=3, B=1, M=[1, 4]))
    1.0
    """
    bound: Floats = 4 * B**2 * np.sqrt((half_norm(M) / k + 1) / m)
    return bound


def online_ridge_step_size(*, m: Numbers) -> Floats:
    r"""Return :math:`\eta = 1/\sqrt m` for online gradient descent with all attributes.

    Derived from Theorem 3.1: the true gradient has ‖g‖² ≤ (2B)² = G².
    """
    return gaerr_step_size(m=m, B=1.0, G2=4.0)


@checked
def online_ridge_bound(*, m: Numbers, B: float) -> Floats:
    r"""Return :math:`4B^2/\sqrt m`, Theorem 3.1 with G² = 4B² (full information; derived).

    >>> float(online_ridge_bound(m=16, B=1))
    1.0
    """
    return gaerr_bound(m=m, B=B, G2=4 * B**2)


@checked
def ridge_lower_bound_rate(*, d: Numbers, m: Numbers, k: Numbers) -> Floats:
    r"""Return :math:`\sqrt{d/(km)}`, the *rate* of the worst-case lower bound for ridge.

    Hazan and Koren: in the worst case any algorithm needs :math:`\Omega(d/(k\tau^2))` examples
    for an excess risk of τ. The constant is not known here: only the slope (−1/2 in log m)
    means something, so draw it as a direction, not as a level.
    """
    rate: Floats = np.sqrt(d / (k * m))
    return rate
