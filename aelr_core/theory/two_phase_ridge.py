r"""Two-Phased DDAERR (Algorithm 2): Theorems 3.6 and 3.12.

Phase one estimates the moments as A on m₁ examples, phase two runs GAERR on the other
m₂ = m − m₁ with :math:`q_i \propto \sqrt{A_i + 13\epsilon/6}`. The confidence width ε is an
argument: `aelr_core.sampling.epsilon_theory` gives the theorems'
:math:`\epsilon = d\log(2d/\delta)/((k+1)m_1)`. For k > d, which the paper leaves out, max(d, k)
takes the place of d in the bound for any m₁, as the same proof gives (on equation 15,
see `phases`).
"""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats
from aelr_core.letters import Numbers, Vectors, checked
from aelr_core.norms import half_norm
from aelr_core.theory.general import of_kind

# 2A_i + 10ε/3 >= M_i: the second inequality of equation 15, solved for M_i (Lemma 3.11).
ESTIMATE_SHIFT = 10 / 3

# Lemma 3.7: Σ M_i/q_i <= 5d, and Lemma 3.8: 4B²(5d/k + 1) <= 24B²d/k, which is 4B² times 6d/k.
ANY_M1_FACTOR = 6

# Lemma 3.7: Σ M_i/q_i <= 2H + 2√(5/3)·d·√(Hε); the 5/3 is half of 7/6 + 13/6 = 10/3, what
# equation 15 and the shift of q add to 2M_j under the root.
SPREAD_FACTOR = 2 * np.sqrt(5 / 3)

# Proof of Theorem 3.12: with H <= 8‖M‖_½ + 34d²ε/3 (Lemma 3.11), 2H + 2√(5/3)·d·√(Hε)
# <= 16(√‖M‖_½ + d√(2ε))²; with the root of that 16, the 4B² in front becomes 16B².
LIKELY_FACTOR = 16


@checked
def half_norm_estimate(*, A: Vectors, epsilon: Numbers) -> Floats:
    r"""Return :math:`H = \|2A + 10\epsilon/3\|_{1/2}`, Lemma 3.11.

    With probability >= 1 − δ over phase one,
    :math:`\|M\|_{1/2} \le H \le 8\|M\|_{1/2} + \frac{34}{3}d^2\epsilon`.

    Parameters
    ----------
    A : (..., d) array of estimated moments
    epsilon : number >= 0, or array broadcasting against (...)

    Returns
    -------
    H : (...) array

    Examples
    --------
    >>> float(half_norm_estimate(A=[0.5, 2.0], epsilon=0))
    9.0
    """
    known = np.isfinite(epsilon)
    shift = ESTIMATE_SHIFT * np.where(known, epsilon, 0.0)
    H: Floats = np.where(known, half_norm(2 * A + shift[..., np.newaxis]), np.inf)[()]
    return H


@checked
def two_phase_ddaerr_known_half_norm_step_size(
    *, d: Numbers, m: Numbers, m1: Numbers, k: Numbers, H: Numbers, epsilon: Numbers
) -> Floats:
    r"""Return the step size of Theorem 3.6, for H = ‖M‖_½ (Lemma 3.10: any H ≥ ‖M‖_½).

    .. math:: \eta = \max\left(\sqrt{\frac{k}{6dm_2}},
              \sqrt{\frac{k}{m_2(2H + 2\sqrt{5/3}\,d\sqrt{H\epsilon} + k)}}\right)

    (One proof of the paper writes √(k/(12dm₂)); √(k/(6dm₂)) is what its bound needs.)

    Parameters
    ----------
    d, m, m1, k, H, epsilon : numbers, or arrays broadcasting against each other

    Returns
    -------
    eta : array

    Examples
    --------
    >>> float(two_phase_ddaerr_known_half_norm_step_size(d=8, m=120, m1=20, k=2, H=3, epsilon=0))
    0.05
    """
    m2 = m - m1
    any_m1 = _any_m1_excess(d=d, k=k)
    likely = _likely_excess(d=d, k=k, H=H, epsilon=epsilon)
    eta: Floats = 1 / np.sqrt(m2 * np.minimum(any_m1, likely))
    return eta


@checked
def two_phase_ddaerr_any_m1_bound(
    *, d: Numbers, m: Numbers, m1: Numbers, k: Numbers, B: float
) -> Floats:
    r"""Return :math:`4B^2\sqrt{6d/(km_2)}`, the bound of Theorems 3.6 and 3.12 for any m₁.

    The same order as AERR's bound; see `ANY_M1_NOTE`.

    >>> float(two_phase_ddaerr_any_m1_bound(d=6, m=100, m1=64, k=1, B=1))
    4.0
    """
    m2 = m - m1
    bound: Floats = 4 * B**2 * np.sqrt(_any_m1_excess(d=d, k=k) / m2)
    return bound


@checked
def two_phase_ddaerr_known_half_norm_bound(
    *,
    d: Numbers,
    m: Numbers,
    m1: Numbers,
    k: Numbers,
    B: float,
    H: Numbers,
    epsilon: Numbers,
    kind: str,
) -> Floats:
    r"""Return the bounds of Theorem 3.6, for H = ‖M‖_½ (Lemma 3.10: any H ≥ ‖M‖_½).

    Let w̄ be the output of Two-Phased DDAERR run with
    `two_phase_ddaerr_known_half_norm_step_size`. Then :math:`E_2[L(\bar w)] - L(w^*)` is at most

    - ``kind="any_m1"``: :math:`4B^2\sqrt{6d/(km_2)}`, but see `ANY_M1_NOTE`;
    - ``kind="likely"``, with probability >= 1 − δ over phase one:
      :math:`\frac{4B^2}{\sqrt{m_2}}\sqrt{\frac{1}{k}(2H + 2\sqrt{5/3}\,d\sqrt{H\epsilon}) + 1}`;
    - ``kind="smaller"``: the smaller of the two.
    """
    m2 = m - m1
    likely = 4 * B**2 * np.sqrt(_likely_excess(d=d, k=k, H=H, epsilon=epsilon) / m2)
    return of_kind(kind, two_phase_ddaerr_any_m1_bound(d=d, m=m, m1=m1, k=k, B=B), likely)


@checked
def two_phase_ddaerr_step_size(
    *, m: Numbers, m1: Numbers, k: Numbers, A: Vectors, epsilon: Numbers
) -> Floats:
    r"""Return the step size of Theorem 3.12: that of Theorem 3.6 with H = ‖2A + 10ε/3‖_½.

    Nothing is known in advance: `half_norm_estimate` stands for ‖M‖_½.

    Parameters
    ----------
    m, m1, k, epsilon : numbers, or arrays broadcasting against (...)
    A : (..., d) array of estimated moments

    Returns
    -------
    eta : (...) array
    """
    return two_phase_ddaerr_known_half_norm_step_size(
        d=A.shape[-1],
        m=m,
        m1=m1,
        k=k,
        H=half_norm_estimate(A=A, epsilon=epsilon),
        epsilon=epsilon,
    )


@checked
def two_phase_ddaerr_bound(
    *,
    m: Numbers,
    m1: Numbers,
    k: Numbers,
    B: float,
    M: Vectors,
    epsilon: Numbers,
    kind: str,
) -> Floats:
    r"""Return the bounds of Theorem 3.12, where nothing is known in advance.

    Let w̄ be the output of Two-Phased DDAERR run with `two_phase_ddaerr_step_size`. Then
    :math:`E_2[L(\bar w)] - L(w^*)` is at most

    - ``kind="any_m1"``: :math:`4B^2\sqrt{6d/(km_2)}`, but see `ANY_M1_NOTE`;
    - ``kind="likely"``, with probability >= 1 − δ over phase one:
      :math:`\frac{16B^2}{\sqrt{m_2}}
      \sqrt{\frac1k(\sqrt{\|M\|_{1/2}} + d\sqrt{2\epsilon})^2 + 1}`;
    - ``kind="smaller"``: the smaller of the two.

    Parameters
    ----------
    m, m1, k, epsilon : numbers, or arrays broadcasting against (...)
    B : float > 0
    M : (..., d) array of the true second moments
    kind : "any_m1", "likely" or "smaller"

    Returns
    -------
    (...) array
    """
    m2 = m - m1
    d = M.shape[-1]
    root = np.sqrt(half_norm(M)) + d * np.sqrt(2 * epsilon)
    likely = LIKELY_FACTOR * B**2 * np.sqrt((root**2 / k + 1) / m2)
    return of_kind(kind, two_phase_ddaerr_any_m1_bound(d=d, m=m, m1=m1, k=k, B=B), likely)


def _any_m1_excess(*, d: Numbers, k: Numbers) -> Floats:
    """Return G²/(4B²) = 6d/k, Lemma 3.8."""
    excess: Floats = ANY_M1_FACTOR * np.maximum(d, k) / k
    return excess


def _likely_excess(*, d: Numbers, k: Numbers, H: Numbers, epsilon: Numbers) -> Floats:
    """Return G²/(4B²) = (2H + 2√(5/3)·d·√(Hε))/k + 1, Lemma 3.9."""
    # H = 0 means that no attribute is ever non-zero: no spread, even if ε is infinite (0·∞).
    spread = np.sqrt(H) * np.sqrt(np.where(H > 0, epsilon, 0.0))
    excess: Floats = (2 * H + SPREAD_FACTOR * d * spread) / k + 1
    return excess
