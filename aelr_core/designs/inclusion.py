"""How likely each attribute is to be seen: the π_i of a design, from its working probabilities."""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats
from aelr_core.designs.conditional_poisson import (
    LARGEST_K,
    LARGEST_ODDS,
    by_addition,
    odds,
    suffix_polynomials,
)


def chances_to_be_seen(pi: Floats, K: int) -> Floats:
    r"""Return :math:`π_i = P(i \in S)` of the design with working probabilities ϖ.

    Up to K = 16, conditional Poisson sampling: with the odds γ,
    :math:`π_i = γ_i e_{K-1}^{(-i)}/e_K`, and they add up to K. Beyond, ϖ itself: thinning takes
    a few per cent off.

    Parameters
    ----------
    pi : (..., d) working probabilities from `water_filling`.
    K : the most attributes of an example that are seen.

    Returns
    -------
    inclusion : (..., d) array

    Examples
    --------
    >>> chances_to_be_seen(np.array([0.3, 0.3, 0.6, 0.8]), K=2).round(3)
    array([0.233, 0.233, 0.669, 0.865])
    """
    if K > LARGEST_K:
        return pi
    found = (pi > 0).astype(np.float64)  # right where everything is seen
    some = (pi < 1.0).all(axis=-1) & (found.sum(axis=-1) > K)
    gamma = odds(pi[some])
    found[some] = _by_recursion(gamma, K)
    few = gamma.max(axis=-1, initial=0.0) > LARGEST_ODDS
    if few.any():  # the cap was raised: odds that would lose digits, of at most 20 attributes
        for place in np.argwhere(some)[few]:
            positive = np.flatnonzero(pi[*place])
            found[*place, positive] = by_addition(odds(pi[*place, positive]), K).diagonal()
    return found


def _by_recursion(gamma: Floats, K: int) -> Floats:
    r"""Return π_i by :math:`e_r^{(-i)} = e_r - γ_i e_{r-1}^{(-i)}`, same shape as gamma."""
    e = suffix_polynomials(gamma, K)[..., 0]
    without = np.ones_like(gamma)
    for r in range(1, K):
        without = e[..., r, np.newaxis] - gamma * without
    pi: Floats = gamma * without / e[..., K, np.newaxis]
    return pi
