r"""The planner: which budget to buy, by the bounds.

By Theorems 3.5 and 4.6 an excess risk of τ takes :math:`m = 16B^4(1 + H/k)/\tau^2` examples
(times 5 log 2d for the lasso) of k+1 attributes each, where H = ‖M‖_½ for ridge and ‖M‖₁ for
lasso. Full information is the same with H = 0 and d attributes per example. These are
comparisons of bounds, on data scaled into the unit ball: not promises about a data set.

How long phase one must be: the regimes of m₁ after Theorems 3.6, 3.12 and 4.7.

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
from aelr_core.families import family_facts
from aelr_core.letters import (
    NOT_NEGATIVE,
    NOT_NEGATIVES,
    POSITIVES,
    TWO_OR_MORE,
    Numbers,
    Vectors,
    checked,
)
from aelr_core.theory import two_phase_lasso, two_phase_ridge


class BestBudget(NamedTuple):
    """The k that needs the fewest attributes, and how many per full-information example.

    `attributes` = (k+1)(1 + H/k) attributes buy what one full-information example of d
    attributes buys: compare it with d.
    """

    k: int
    attributes: float


@checked
def effective_dimension(M: Vectors, family: str) -> Floats:
    r"""Return H: ‖M‖_½ for ridge, ‖M‖₁ for lasso, which take the place of d.

    `M` has shape (..., d), the result (...).

    >>> float(effective_dimension([0.25, 0.25], "ridge"))
    1.0
    >>> float(effective_dimension([0.25, 0.25], "lasso"))
    0.5
    """
    return family_facts(family).norm(M)


@checked(H=NOT_NEGATIVES)
def examples_needed(
    *, tau: Numbers, k: Numbers, H: Numbers, B: float, family: str, d: Numbers
) -> Floats:
    r"""Return :math:`m = 16B^4(1 + H/k)/\tau^2`, times :math:`5\log 2d` for the lasso.

    The bounds of Theorems 3.5 and 4.6 solved for m. A real number: round up to whole examples.

    >>> float(examples_needed(tau=0.5, k=3, H=9, B=1, family="ridge", d=100))
    256.0
    """
    m: Floats = full_information_examples(tau=tau, B=B, family=family, d=d) * (1 + H / k)
    return m


@checked(H=NOT_NEGATIVES)
def attributes_needed(
    *, tau: Numbers, k: Numbers, H: Numbers, B: float, family: str, d: Numbers
) -> Floats:
    """Return (k+1)·m with m of `examples_needed`: the attributes to pay for.

    >>> float(attributes_needed(tau=0.5, k=3, H=9, B=1, family="ridge", d=100))
    1024.0
    """
    m = examples_needed(tau=tau, k=k, H=H, B=B, family=family, d=d)
    attributes: Floats = (k + 1) * m
    return attributes


@checked
def full_information_examples(*, tau: Numbers, B: float, family: str, d: Numbers) -> Floats:
    r"""Return :math:`16B^4/\tau^2` (times :math:`5\log 2d` for the lasso): all attributes seen.

    The bounds 4B²/√m and 4B²√(5 log 2d/m) solved for m.
    """
    factor = 5 * np.log(2 * d) if family == "lasso" else np.ones_like(d)
    m: Floats = factor * (4 * B**2 / tau) ** 2
    return m


@checked
def full_information_attributes(*, tau: Numbers, B: float, family: str, d: Numbers) -> Floats:
    """Return d times `full_information_examples`."""
    attributes: Floats = d * full_information_examples(tau=tau, B=B, family=family, d=d)
    return attributes


@checked(H=NOT_NEGATIVE, d=TWO_OR_MORE)
def best_k(*, H: float, d: int) -> BestBudget:
    r"""Return the whole k in 1..d−1 that needs the fewest attributes, and how many.

    (k+1)(1 + H/k) = 1 + H + k + H/k is convex in k with its minimum (1+√H)² at √H, so the best
    whole k is ⌊√H⌋ or ⌈√H⌉, brought into 1..d−1; the smaller one if both need the same number.

    Examples
    --------
    >>> best_k(H=44.4, d=500)
    BestBudget(k=7, attributes=58.742...)
    >>> best_k(H=0.1, d=500).k
    1
    """
    root = min(np.sqrt(H), float(d))
    candidates = [min(max(int(k), 1), d - 1) for k in (np.floor(root), np.ceil(root))]
    k = min(candidates, key=lambda k: _attributes_per_full_example(k, H))
    return BestBudget(k, _attributes_per_full_example(k, H))


@checked(H=NOT_NEGATIVES)
def predicted_saving(*, H: Numbers, k: Numbers, d: Numbers) -> Floats:
    """Return (H/k + 1)/(d/k + 1): examples needed over those uniform sampling needs.

    The squared ratio of `ddaerr_bound` to `aerr_like_for_like_bound` (or of their lasso
    counterparts): 1/10 means a tenth of the examples, and so of the attributes.

    >>> round(float(predicted_saving(H=44.4, k=4, d=500)), 4)
    0.096
    """
    saving: Floats = (H / k + 1) / (d / k + 1)
    return saving


def _attributes_per_full_example(k: int, H: float) -> float:
    return (k + 1) * (1 + H / k)


# ---- How long phase one must be: the regimes of m₁ after Theorems 3.6, 3.12 and 4.7 ----


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
