r"""Two-Phased DDAELR (Algorithm 4): Theorem 4.7.

Phase one estimates the moments as A on m₁ examples, phase two runs GAELR on the other
m₂ = m − m₁ with :math:`q_i \propto A_i + 13\epsilon/6`. The confidence width ε is an argument:
`aelr_core.sampling.epsilon_theory` gives the theorem's
:math:`\epsilon = \min(d\log(2d/\delta)/((k+1)m_1), 1)`. For k > d, which the paper leaves out,
max(d, k) takes the place of d in the bound for any m₁, as the same proof gives (on equation 15,
see `phases`).
"""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats
from aelr_core.letters import UP_TO_ONE, Numbers, Vectors, checked
from aelr_core.norms import one_norm
from aelr_core.theory.general import of_kind

# Proof of Theorem 4.7: Ĝ² = 4B²(4‖2A + 10ε/3‖₁/k + 20dε/(3k) + 1), where 4·10/3 + 20/3 = 20.
STEP_A_FACTOR = 8
STEP_EPSILON_FACTOR = 20

# The same with ‖2A + 10ε/3‖₁ <= 4‖M‖₁ + 17dε/3 (equation 10): 4·17/3 + 20/3 = 88/3.
LIKELY_M_FACTOR = 16
LIKELY_EPSILON_FACTOR = 88 / 3

# The same at ε = 1 with ‖M‖₁ <= d and k <= d: 4√(5(16 + 88/3 + 1)) = 60.88, rounded up.
ANY_M1_FACTOR = 61


@checked(epsilon=UP_TO_ONE)
def two_phase_ddaelr_step_size(
    *, m: Numbers, m1: Numbers, k: Numbers, B: float, A: Vectors, epsilon: Numbers
) -> Floats:
    r"""Return :math:`\eta = \sqrt{k\log 2d/(20B^2 m_2(8\|A\|_1 + 20d\epsilon + k))}`.

    Theorem 4.7. Nothing is known in advance, and knowing ‖M‖₁ would not help.

    Parameters
    ----------
    m, m1, k, epsilon : numbers, or arrays broadcasting against (...)
        ε lies in [0, 1].
    B : float > 0
    A : (..., d) array of estimated moments

    Returns
    -------
    eta : (...) array
    """
    m2 = m - m1
    d = A.shape[-1]
    spread = STEP_A_FACTOR * one_norm(A) + STEP_EPSILON_FACTOR * d * epsilon + k
    eta: Floats = np.sqrt(k * np.log(2 * d) / (20 * m2 * spread)) / B
    return eta


@checked
def two_phase_ddaelr_any_m1_bound(
    *, d: Numbers, m: Numbers, m1: Numbers, k: Numbers, B: float
) -> Floats:
    r"""Return :math:`61B^2\sqrt{d\log 2d/(km_2)}`, the bound of Theorem 4.7 for any m₁.

    The same order as AELR's bound; see `ANY_M1_NOTE`.
    """
    m2 = m - m1
    bound: Floats = ANY_M1_FACTOR * B**2 * np.sqrt(np.maximum(d, k) * np.log(2 * d) / (k * m2))
    return bound


@checked(epsilon=UP_TO_ONE)
def two_phase_ddaelr_bound(
    *,
    m: Numbers,
    m1: Numbers,
    k: Numbers,
    B: float,
    M: Vectors,
    epsilon: Numbers,
    kind: str,
) -> Floats:
    r"""Return the bounds of Theorem 4.7.

    Let w̄ be the output of Two-Phased DDAELR run with `two_phase_ddaelr_step_size`. If
    m₂ ≥ log 2d, then :math:`E_2[L(\bar w)] - L(w^*)` is at most

    - ``kind="any_m1"``: :math:`61B^2\sqrt{d\log 2d/(km_2)}`, but see `ANY_M1_NOTE`;
    - ``kind="likely"``, with probability >= 1 − δ over phase one:
      :math:`4B^2\sqrt{5(16\|M\|_1 + \frac{88}3 d\epsilon + k)\log 2d/(km_2)}`;
    - ``kind="smaller"``: the smaller of the two.

    Parameters
    ----------
    m, m1, k, epsilon : numbers, or arrays broadcasting against (...)
        ε lies in [0, 1].
    B : float > 0
    M : (..., d) array of the true second moments
    kind : "any_m1", "likely" or "smaller"

    Returns
    -------
    (...) array
    """
    m2 = m - m1
    d = M.shape[-1]
    spread = LIKELY_M_FACTOR * one_norm(M) + LIKELY_EPSILON_FACTOR * d * epsilon + k
    likely = 4 * B**2 * np.sqrt(5 * spread * np.log(2 * d) / (k * m2))
    return of_kind(kind, two_phase_ddaelr_any_m1_bound(d=d, m=m, m1=m1, k=k, B=B), likely)
