"""Where the draws go: ways to draw attributes, and how to split the budget."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from aelr_core.checks import Floats, Ints
from aelr_core.letters import FAMILIES
from aelr_core.moments import moment_ratios
from aelr_core.randomness import uniforms
from aelr_core.sampling import (
    draw,
    sampling_distribution,
    two_phase_distribution,
    uniform,
)

# Keys of the five schemes; the second and the last two depend on the chosen family.
UNIFORM, KNOWN, OTHER, CAREFUL, ZERO = "uniform", "known", "other", "careful", "zero"
# Shares this close to a half count as a half.
ROUNDING = 1e-9


def schemes(M: Floats, A: Floats, epsilon: float, family: str) -> dict[str, Floats]:
    """Return q of the i-draws: uniform, the best for each family, and the two-phased ones.

    Parameters
    ----------
    M : (d,) array
        The second moments that DDAERR and DDAELR know.
    A : (d,) array
        The estimates of phase one.
    epsilon : float
        The theory's confidence width of phase one.
    family : "ridge" or "lasso"
    """
    other = next(name for name in FAMILIES if name != family)
    return {
        UNIFORM: uniform(len(M)),
        KNOWN: sampling_distribution(M, family),
        OTHER: sampling_distribution(M, other),
        CAREFUL: two_phase_distribution(A, epsilon, family),
        ZERO: two_phase_distribution(A, 0.0, family),
    }


def cumulative_share(q: Floats) -> Floats:
    """Return the share of the draws that the n favourite attributes get, n = 1..d, shape (d,).

    >>> cumulative_share(np.array([0.25, 0.0, 0.75]))
    array([0.75, 1.  , 1.  ])
    """
    return np.minimum(np.cumsum(np.sort(q)[::-1]), 1.0)


def top_share(q: Floats, fraction: float) -> tuple[int, float]:
    """Return how many attributes the top fraction has (at least one), and their share of draws."""
    n = max(1, round(fraction * len(q)))
    return n, float(cumulative_share(q)[n - 1])


def half_of_the_draws(q: Floats) -> int:
    """Return how many of the favourite attributes get half of the draws.

    >>> half_of_the_draws(np.array([0.25, 0.25, 0.5])), half_of_the_draws(np.full(4, 0.25))
    (1, 2)
    """
    return int((cumulative_share(q) < 0.5 - ROUNDING).sum()) + 1


def never_drawn(q: Floats) -> int:
    """Return the number of attributes with q_i = 0."""
    return int((q == 0).sum())


# ---- What a few looks at each example find, and how far estimates made from them scatter ----
# With k draws :math:`i_1 \dots i_k` from q, the estimate of an example x is
#
# .. math:: \tilde x = \frac1k \sum_r \frac{x_{i_r}}{q_{i_r}} e_{i_r}, \qquad E[\tilde x] = x,
#
# and over the data :math:`E\|\tilde x\|^2` grows with :math:`\sum_i M_i/q_i`. Along
# :math:`q_i \propto M_i^s` this sum is :math:`\sum_i M_i^s \sum_i M_i^{1-s}`: the same for s and
# 1 − s, and least at s = ½, the paper's choice for ridge (equation 4). All draws of one seed use
# the same uniforms, so that a picture changes with q and not with luck.


def tally(X: NDArray[np.floating], q: Floats, k: int, *, seed: int) -> tuple[Ints, Ints]:
    """Return how often each attribute is drawn in the rows X, (n, d), and how often it is not 0.

    Both are (d,); k attributes of each row are drawn from q, (d,).
    """
    n, d = X.shape
    drawn = draw(uniforms(seed, 0, 0, n, k), q)
    seen = np.take_along_axis(X, drawn, axis=1) != 0
    return np.bincount(drawn.ravel(), minlength=d), np.bincount(drawn[seen], minlength=d)


def running_means(x: Floats, q: Floats, k: int, *, times: int, seed: int) -> Floats:
    """Return the mean of the first 1, 2, ... `times` estimates x̃ of one example x, (times, d)."""
    drawn = draw(uniforms(seed, 0, 0, times, k), q)
    counts = np.zeros((times, len(x)))
    np.add.at(counts, (np.arange(times)[:, np.newaxis], drawn), 1.0)
    scale = np.divide(x, k * q, out=np.zeros(len(x)), where=q > 0)
    means: Floats = scale * counts.cumsum(axis=0) / np.arange(1, times + 1)[:, np.newaxis]
    return means


def leaning(M: Floats, s: float) -> Floats:
    """Return q_i ∝ M_i^s, (d,): uniform for s = 0, the best for ridge at ½.

    >>> leaning(np.array([1.0, 9.0]), 0.5)
    array([0.25, 0.75])
    """
    weights = M**s
    q: Floats = weights / weights.sum()
    return q


def noise_left(M: Floats, q: Floats) -> float:
    """Return Σ M_i/q_i over that of uniform draws, d Σ M_i; at the best q it is ρ_ridge.

    >>> M = np.array([1.0, 9.0])
    >>> round(noise_left(M, leaning(M, 0.5)), 12), round(noise_left(M, leaning(M, 1.0)), 12)
    (0.8, 1.0)
    """
    return float(moment_ratios(M, q).sum() / (len(M) * M.sum()))


def estimated_means(
    X: NDArray[np.floating], W: Floats, q: Floats, k: int, *, times: int, seed: int
) -> Floats:
    """Return the mean of ⟨w, x̃⟩ over the rows X, (n, d), for each row w of W, again and again.

    Returns
    -------
    estimates : (times, len(W)); each uses new draws of k attributes of every row
    """
    n = len(X)
    drawn = draw(uniforms(seed, 0, 0, times * n, k), q).reshape(times, n, k)
    values = X[np.arange(n)[:, np.newaxis], drawn] / q[drawn]
    return np.stack([(w[drawn] * values).sum(axis=(1, 2)) for w in W], axis=1) / (n * k)


def stacked(*vectors: Floats | None) -> Floats:
    """Return vectors (d,) as the rows of an array."""
    return np.stack([one for one in vectors if one is not None])
