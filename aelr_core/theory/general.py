"""Theorems 3.1 and 4.1: the bound for any step size and any sampling distribution.

GAERR (ridge) and GAELR (lasso) are the algorithms with q left open. Every other theorem is
one of these two with its own G², the bound on the size of the gradient estimates g̃.

The two kinds of bound that both two-phased algorithms have.

Both rest on equation 15: with probability >= 1 − δ, M_i/2 − 5ε/3 ≤ A_i ≤ 2M_i + 7ε/6 for all i.
Its proof takes the draws of phase one as independent and puts the mean number of draws of an
attribute for the number itself. That is harmless for k+1 up to about d; with k+1 several times
d, most draws repeat an attribute of the same example, and equation 15 can fail.
"""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats
from aelr_core.letters import LATER, Numbers, Vectors, checked
from aelr_core.moments import moment_ratios


@checked(M=LATER, q=LATER)  # by moment_ratios
def gaerr_g2(*, M: Vectors, q: Vectors, k: Numbers, B: float) -> Floats:
    r"""Return :math:`G^2 = 4B^2 (\frac1k \sum_i M_i/q_i + 1) \ge \max_t E\|\tilde g_t\|_2^2`.

    Lemma 3.4 with equation 2. Infinite if q_i = 0 for an attribute with M_i > 0.

    Parameters
    ----------
    M, q : (..., d) arrays
    k : number >= 1, or array broadcasting against (...)
    B : float > 0

    Returns
    -------
    G2 : (...) array

    Examples
    --------
    >>> float(gaerr_g2(M=[0.25, 0.25], q=[0.5, 0.5], k=1, B=1))
    8.0
    """
    G2: Floats = 4 * B**2 * (moment_ratios(M, q).sum(axis=-1) / k + 1)
    return G2


@checked(M=LATER, q=LATER)  # by moment_ratios
def gaelr_g2(*, M: Vectors, q: Vectors, k: Numbers, B: float) -> Floats:
    r"""Return :math:`G^2 = 4B^2 (\frac1k \max_i M_i/q_i + 1) \ge \max_t \|E\tilde g_t^2\|_\infty`.

    Lemma 4.5 with equation 7. Infinite if q_i = 0 for an attribute with M_i > 0.

    Parameters
    ----------
    M, q : (..., d) arrays
    k : number >= 1, or array broadcasting against (...)
    B : float > 0

    Returns
    -------
    G2 : (...) array
    """
    G2: Floats = 4 * B**2 * (moment_ratios(M, q).max(axis=-1) / k + 1)
    return G2


@checked
def gaerr_bound_general(*, eta: Numbers, m: Numbers, B: float, G2: Numbers) -> Floats:
    r"""Return :math:`2B^2/(\eta m) + \eta G^2/2`, the bound for any step size.

    Theorem 3.1. Let ‖x‖₂ ≤ 1 and |y| ≤ B with probability 1, and let w̄ be the output of GAERR
    run with step size η on m examples, where :math:`\max_t E\|\tilde g_t\|_2^2 \le G^2`. Then
    for any w* with ‖w*‖₂ ≤ B, :math:`E[L(\bar w)] - L(w^*)` is at most this.
    """
    bound: Floats = 2 * B**2 / (eta * m) + eta * G2 / 2
    return bound


@checked
def gaerr_step_size(*, m: Numbers, B: float, G2: Numbers) -> Floats:
    r"""Return :math:`\eta = 2B/(G\sqrt m)`, which minimises the bound of Theorem 3.1."""
    eta: Floats = 2 * B / np.sqrt(G2 * m)
    return eta


@checked
def gaerr_bound(*, m: Numbers, B: float, G2: Numbers) -> Floats:
    r"""Return :math:`2BG/\sqrt m`, the bound of Theorem 3.1 at `gaerr_step_size`."""
    bound: Floats = 2 * B * np.sqrt(G2 / m)
    return bound


@checked
def gaelr_bound_general(*, eta: Numbers, d: Numbers, m: Numbers, B: float, G2: Numbers) -> Floats:
    r"""Return :math:`B(\log 2d/(\eta m) + 5\eta G^2)`, or infinity where η > 1/(2G).

    Theorem 4.1. Let ‖x‖_∞ ≤ 1 and |y| ≤ B with probability 1, and let w̄ be the output of GAELR
    run with step size η ≤ 1/(2G) on m examples, where
    :math:`\max_t \|E\tilde g_t^2\|_\infty \le G^2`. Then for any w* with ‖w*‖₁ ≤ B,
    :math:`E[L(\bar w)] - L(w^*)` is at most this. A larger η has no bound.
    """
    bound = B * (np.log(2 * d) / (eta * m) + 5 * eta * G2)
    # A step of exactly 1/(2G) may come out of its own formula one rounding above it.
    small: Floats = np.where(eta <= gaelr_step_limit(G2=G2) * (1 + 1e-12), bound, np.inf)[()]
    return small


@checked
def gaelr_step_limit(*, G2: Numbers) -> Floats:
    """Return 1/(2G), the largest step size that Theorem 4.1 allows."""
    limit: Floats = 0.5 / np.sqrt(G2)
    return limit


@checked
def gaelr_least_m(*, d: Numbers) -> Floats:
    r"""Return log 2d: from m ≥ log 2d on, `gaelr_step_size` keeps to η ≤ 1/(2G).

    Theorems 4.6 and 4.7 ask for it. (4/5 of it would do: :math:`\log 2d/(5m) \le 1/4`.) With
    fewer examples their bounds exceed `trivial_bound`, so they are true but say nothing.

    >>> round(float(gaelr_least_m(d=500)), 3)
    6.908
    """
    least: Floats = np.log(2 * d)
    return least


@checked
def gaelr_step_size(*, d: Numbers, m: Numbers, G2: Numbers) -> Floats:
    r"""Return :math:`\eta = \sqrt{\log 2d/(5m)}/G`, which minimises the bound of Theorem 4.1."""
    eta: Floats = np.sqrt(np.log(2 * d) / (5 * m * G2))
    return eta


@checked
def gaelr_bound(*, d: Numbers, m: Numbers, B: float, G2: Numbers) -> Floats:
    r"""Return :math:`2BG\sqrt{5\log 2d/m}`, the bound of Theorem 4.1 at `gaelr_step_size`."""
    bound: Floats = 2 * B * np.sqrt(5 * np.log(2 * d) * G2 / m)
    return bound


@checked
def trivial_bound(*, B: float) -> float:
    """Return 2B²: any w in the ball has an excess risk of at most ½(2B)², without a theorem.

    |⟨w, x⟩| ≤ B and |y| ≤ B under either family's assumptions. A bound above it says nothing.

    >>> trivial_bound(B=1)
    2.0
    """
    return 2 * B**2


# ---- The two kinds of bound that both two-phased algorithms have ----

ANY_M1_NOTE = (
    "The paper says that this bound holds with probability 1 over the first phase, but its proof "
    "uses inequalities (its equation 15) that are sure only for ε ≥ 1, and a small "
    "counter-example exists; so it is labelled the paper's bound for any m₁."
)

LIKELY_NOTE = (
    "Holds with probability at least 1 − δ over the first phase, for k of at most about d; the "
    "expectation is over the second phase."
)


def of_kind(kind: str, any_m1: Floats, likely: Floats) -> Floats:
    """Return the bound of this kind: "any_m1", "likely", or the "smaller" of the two.

    The smaller one holds with probability >= 1 − δ: on the event of equation 15 both do.
    """
    if kind == "smaller":
        smaller: Floats = np.minimum(any_m1, likely)
        return smaller
    chosen = any_m1 if kind == "any_m1" else likely
    # Both kinds have one shape, whichever arguments a formula happens to use.
    shape = np.broadcast_shapes(np.shape(any_m1), np.shape(likely))
    return np.broadcast_to(chosen, shape).copy()[()]
