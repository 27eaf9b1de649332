"""Every way to draw attributes, and what each does to x̃: the numbers of the page `sampling`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from aelr_core.algorithms import ALGORITHMS, of_family
from aelr_core.checks import Floats
from aelr_core.moments import x_tilde_second_moments
from aelr_core.sampling import FAMILIES, sampling_distribution, two_phase_distribution, uniform

# Keys of the five schemes; the second and the last two are those of the chosen family.
UNIFORM, KNOWN, OTHER, CAREFUL, ZERO = "uniform", "known", "other", "careful", "zero"


@dataclass(frozen=True, eq=False)
class Scheme:
    """A distribution of the i-draws, with its name on the screen."""

    key: str
    name: str
    q: Floats

    def reached(self, M: Floats) -> Floats:
        """Return M where the scheme ever looks, and 0 where q_i = 0: x̃_i is 0 there, always."""
        return np.where(self.q > 0, M, 0.0)

    def lost(self, M: Floats) -> float:
        """Return the share of E‖x‖² in attributes that are never drawn: x̃ is biased by them."""
        return 1 - float(self.reached(M).sum() / M.sum())


def schemes(M: Floats, A: Floats, epsilon: float, family: str) -> dict[str, Scheme]:
    """Return the paper's distributions: uniform, the best for each family, and the two-phased.

    Parameters
    ----------
    M : (d,) array
        The second moments that DDAERR and DDAELR are told.
    A : (d,) array
        What phase one has estimated.
    epsilon : float
        The theory's confidence width of phase one.
    family : "ridge" or "lasso"
    """
    other = next(name for name in FAMILIES if name != family)
    labels = {name: _labels(name) for name in FAMILIES}
    found = (
        Scheme(UNIFORM, f"{labels[family]['uniform']}, uniform", uniform(len(M))),
        Scheme(KNOWN, f"{labels[family]['known']}, best for {family}",
               sampling_distribution(M, family)),
        Scheme(OTHER, f"{labels[other]['known']}, best for {other}",
               sampling_distribution(M, other)),
        Scheme(CAREFUL, f"{labels[family]['two_phase']}, ε of the theory",
               two_phase_distribution(A, epsilon, family)),
        Scheme(ZERO, f"{labels[family]['two_phase']}, ε = 0",
               two_phase_distribution(A, 0.0, family)),
    )  # fmt: skip
    return {scheme.key: scheme for scheme in found}


def cumulative_share(q: Floats) -> Floats:
    """Return the share of the draws that the n favourite attributes get, n = 1..d, shape (d,).

    >>> cumulative_share(np.array([0.25, 0.0, 0.75]))
    array([0.75, 1.  , 1.  ])
    """
    return np.minimum(np.cumsum(np.sort(q)[::-1]), 1.0)


def top_share(q: Floats, fraction: float) -> tuple[int, float]:
    """Return how many attributes the top fraction is (one at least), and its share of draws."""
    n = max(1, round(fraction * len(q)))
    return n, float(cumulative_share(q)[n - 1])


@dataclass(frozen=True)
class SecondMoment:
    """E‖x̃‖² of one scheme: exact, and what a simulation found.

    `worst` is the largest E[x̃_i²], the lasso's measure, exact. `lost` is the share of E‖x‖² that
    is never seen. `rare` is the share of the exact value that comes from attributes which the
    simulation should see other than 0 less than once: it mostly misses them, and is too small.
    """

    key: str
    name: str
    exact: float
    worst: float
    lost: float
    rare: float
    simulated: float
    error: float


def second_moments(
    found: Mapping[str, Scheme],
    M: Floats,
    k_x: int,
    simulated: Mapping[str, tuple[float, float]],
    met: Floats,
) -> list[SecondMoment]:
    """Return Lemma 3.2's E‖x̃‖² for each scheme, beside its simulation.

    Parameters
    ----------
    found : the schemes by key
    M : (d,) array
    k_x : draws for x̃
    simulated : mean of ‖x̃‖² and its standard error, by the scheme's key
    met : (d,) how many of the simulated examples have an attribute other than 0
    """
    rows = []
    for key, scheme in found.items():
        squares = x_tilde_second_moments(scheme.reached(M), scheme.q, k_x)
        exact = float(squares.sum())
        rare = met * k_x * scheme.q < 1
        mean, error = simulated[key]
        rows.append(
            SecondMoment(
                key=key,
                name=scheme.name,
                exact=exact,
                worst=float(squares.max()),
                lost=scheme.lost(M),
                rare=float(squares[rare].sum()) / exact,
                simulated=mean,
                error=error,
            )
        )
    return rows


def _labels(family: str) -> dict[str, str]:
    return {ALGORITHMS[key].role: ALGORITHMS[key].label for key in of_family(family)}
