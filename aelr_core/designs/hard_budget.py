"""The design of the algorithms: never more than K attributes of an example, none twice.

Conditional Poisson up to K = 16, thinned Poisson beyond; all attributes that can be non-zero,
where there are no more than K of them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aelr_core.checks import Floats, Ints
from aelr_core.designs import conditional_poisson, thinned_poisson
from aelr_core.designs.inclusion import water_filling
from aelr_core.letters import MOMENTS, TWO_OR_MORE, Vectors, checked


@dataclass(frozen=True)
class Sample:
    """What was drawn, and how probable it was."""

    S: Ints  # (n,) different attributes, in increasing order
    P: Floats  # (n, n) 1/π_ij, and 1/π_i on the diagonal


@dataclass(frozen=True)
class Design:
    """Everything that is fixed between two changes of π.

    Attributes
    ----------
    K : the most attributes of an example that are seen.
    pi : (d,) working probabilities; 1 wherever they are > 0 if everything is seen.
    gamma, T : (d,), (K + 1, d + 1) odds and suffix polynomials of conditional Poisson sampling;
        None in the other designs.
    """

    K: int
    pi: Floats
    gamma: Floats | None
    T: Floats | None

    @property
    def sees_all(self) -> bool:
        """Whether every attribute that can be non-zero is seen."""
        return bool((self.pi >= 1.0).any())


def uniforms_per_step(K: int) -> int:
    """Return how many uniforms a step receives: K up to K = 16, more beyond.

    >>> uniforms_per_step(5), uniforms_per_step(57)
    (5, 146)
    """
    return K if K <= conditional_poisson.LARGEST_K else thinned_poisson.uniforms_needed(K)


def refuse_missing_moments(X: NDArray[np.generic], M: Floats, name: str = "M") -> None:
    """Refuse M_i = 0 where an attribute is not 0 in all rows X (n, d): it would never be seen.

    name : what the caller calls M.
    """
    if X[:, M == 0].any():
        raise ValueError(
            f"{name} must be > 0 for every attribute that is not 0 in all training rows."
        )


def working_probabilities(f: Floats, K: int) -> Floats:
    """Return ϖ of the design for K, (..., d), from scores f."""
    few = K <= conditional_poisson.LARGEST_K
    return water_filling(f, K, conditional_poisson.CAP if few else thinned_poisson.CAP)


@checked(f=MOMENTS, K=TWO_OR_MORE)
def design(f: Vectors, K: int) -> Design:
    """Return the design for scores f, (d,), and at most K attributes per example."""
    pi = working_probabilities(f, K)
    if K > conditional_poisson.LARGEST_K or (pi >= 1.0).any() or not pi.any():
        return Design(K, pi, None, None)
    gamma = conditional_poisson.odds(pi)
    return Design(K, pi, gamma, conditional_poisson.suffix_polynomials(gamma, K))


def draw(design: Design, u: Floats) -> Sample:
    """Return a sample of at most K attributes.

    Parameters
    ----------
    design : from `design`.
    u : (`uniforms_per_step`,) uniforms in [0, 1); not used if everything is seen.

    Examples
    --------
    >>> three = design([1.0, 1.0, 1.0], K=2)
    >>> draw(three, np.array([0.5, 0.5])).P.round(6)
    array([[1.5, 3. ],
           [3. , 1.5]])
    """
    K, pi = design.K, design.pi
    if design.sees_all or not pi.any():
        S = np.flatnonzero(pi)
        return Sample(S, np.ones((len(S), len(S))))
    if design.gamma is None or design.T is None:
        S, N = thinned_poisson.draw(u, pi, K)
        return Sample(S, 1.0 / thinned_poisson.pair_probabilities(pi[S], N, K))
    S = conditional_poisson.draw(u, design.T)
    return Sample(S, 1.0 / conditional_poisson.pair_probabilities(design.gamma, design.T, S))
