r"""How long phase one must be: the regimes of m₁ after Theorems 3.6, 3.12 and 4.7.

With :math:`\Lambda = \log(2d/\delta)`, and H = ‖M‖_½ (ridge) or ‖M‖₁ (lasso):

=========================  =============================  ========================
two-phased                 improves on uniform sampling   matches known moments
=========================  =============================  ========================
ridge, ‖M‖_½ known         m₁ ≫ dHΛ/(k+1)                 m₁ ≥ d³Λ/((k+1)H)
ridge, nothing known       m₁ ≫ d²Λ/(k+1)                 m₁ ≥ d³Λ/((k+1)H)
lasso                      m₁ ≫ dΛ/(k+1)                  m₁ ≥ d²Λ/((k+1)H)
=========================  =============================  ========================

These are orders of magnitude. The third number, `cross`, is exact: where the "likely" bound of
the same theorem becomes smaller than the one for any m₁ (m₂ cancels).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from aelr_core.checks import Floats
from aelr_core.letters import POSITIVES, Numbers, checked
from aelr_core.theory import two_phase_lasso, two_phase_ridge


class Regimes(NamedTuple):
    """Lengths m₁ of phase one (real numbers).

    Attributes
    ----------
    improve : (...) array
        Well above it, the likely bound improves on uniform sampling.
    match : (...) array
        From it on, the likely bound is of the order of the one for known moments.
    cross : (...) array
        From it on, the likely bound is the smaller of the theorem's two; infinite if never.
    """

    improve: Floats
    match: Floats
    cross: Floats


@checked(H=POSITIVES)
def two_phase_ddaerr_known_half_norm_regimes(
    *, d: Numbers, k: Numbers, delta: float, H: Numbers
) -> Regimes:
    r"""Return the regimes of Theorem 3.6, H = ‖M‖_½ being known.

    They cross at :math:`2\sqrt{5/3}\,d\sqrt{H\epsilon} = 6d - k - 2H`.

    >>> [round(float(m1)) for m1 in
    ...  two_phase_ddaerr_known_half_norm_regimes(d=500, k=4, delta=0.1, H=44.4)]
    [40894, 5186002, 8064]
    """
    draws = _draws(d, k, delta)
    margin = two_phase_ridge.ANY_M1_FACTOR * np.maximum(d, k) - k - 2 * H
    epsilon = (np.maximum(margin, 0) / (two_phase_ridge.SPREAD_FACTOR * d)) ** 2 / H
    return Regimes(H * draws, d**2 * draws / H, _m1_at(draws, epsilon))


@checked(H=POSITIVES)
def two_phase_ddaerr_regimes(*, d: Numbers, k: Numbers, delta: float, H: Numbers) -> Regimes:
    r"""Return the regimes of Theorem 3.12, H = ‖M‖_½ being unknown to the algorithm.

    They cross at :math:`16((\sqrt H + d\sqrt{2\epsilon})^2 + k) = 6d`.
    """
    draws = _draws(d, k, delta)
    # 16² against 4²·6: the factors in front of the two bounds, squared.
    share = 4**2 * two_phase_ridge.ANY_M1_FACTOR / two_phase_ridge.LIKELY_FACTOR**2
    root = np.sqrt(np.maximum(share * np.maximum(d, k) - k, 0)) - np.sqrt(H)
    epsilon = (np.maximum(root, 0) / d) ** 2 / 2
    return Regimes(d * draws, d**2 * draws / H, _m1_at(draws, epsilon))


@checked(H=POSITIVES)
def two_phase_ddaelr_regimes(*, d: Numbers, k: Numbers, delta: float, H: Numbers) -> Regimes:
    r"""Return the regimes of Theorem 4.7, H = ‖M‖₁.

    They cross at :math:`16 \cdot 5(16H + \frac{88}3 d\epsilon + k) = 61^2 d`; since ε is capped
    at 1, where 61 was chosen, the likely bound is the smaller one at every m₁ if H ≤ d and
    k ≤ d: `cross` is then 0.
    """
    draws = _draws(d, k, delta)
    level = two_phase_lasso.ANY_M1_FACTOR**2 * np.maximum(d, k) / (16 * 5)
    margin = level - two_phase_lasso.LIKELY_M_FACTOR * H - k
    epsilon = np.maximum(margin, 0) / (two_phase_lasso.LIKELY_EPSILON_FACTOR * d)
    cross: Floats = np.where(epsilon >= 1, 0.0, _m1_at(draws, epsilon))[()]
    return Regimes(draws, d * draws / H, cross)


def _draws(d: Floats, k: Floats, delta: float) -> Floats:
    """Return dΛ/(k+1), the m₁ at which ε = 1."""
    draws: Floats = d * np.log(2 * d / delta) / (k + 1)
    return draws


def _m1_at(draws: Floats, epsilon: Floats) -> Floats:
    """Return the m₁ at which phase one reaches the width ε, infinity for ε = 0."""
    some = epsilon > 0
    m1: Floats = np.where(some, draws / np.where(some, epsilon, 1.0), np.inf)[()]
    return m1
