"""Where the draws go: ways to draw attributes, how large x̃ is under each, and the split."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from aelr_core.analysis.prior_facts import PriorFacts
from aelr_core.baselines import OFFLINE, tune_norm_bound
from aelr_core.checks import Floats, Ints
from aelr_core.datasets.dataset import Dataset
from aelr_core.datasets.scaling import Rows
from aelr_core.experiments.problem import one_blas_thread
from aelr_core.letters import FAMILIES
from aelr_core.moments import moment_ratios, x_tilde_second_moments
from aelr_core.randomness import order, uniforms
from aelr_core.sampling import (
    draw,
    inner_product_weights,
    sampling_distribution,
    split,
    two_phase_distribution,
    uniform,
)

# Keys of the five schemes; the second and the last two depend on the chosen family.
UNIFORM, KNOWN, OTHER, CAREFUL, ZERO = "uniform", "known", "other", "careful", "zero"
# Simulations use the order and the uniforms of run 0.
RUN = 0
BLOCK_NUMBERS = 2**20
# Shares this close to a half count as a half.
ROUNDING = 1e-9
# About half a second of draws.
MOST_SIMULATED = 2_000_000


@dataclass(frozen=True, eq=False)
class Scheme:
    """A distribution q of the i-draws."""

    key: str
    q: Floats

    def reached(self, M: Floats) -> Floats:
        """Return M with 0 where q_i = 0, since x̃_i is always 0 there."""
        return np.where(self.q > 0, M, 0.0)

    def lost(self, M: Floats) -> float:
        """Return the share of E‖x‖² in attributes that are never drawn, which makes x̃ biased."""
        return 1 - float(self.reached(M).sum() / M.sum())


def schemes(M: Floats, A: Floats, epsilon: float, family: str) -> dict[str, Scheme]:
    """Return the paper's distributions: uniform, the best for each family, and the two-phased.

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
    found = (
        Scheme(UNIFORM, uniform(len(M))),
        Scheme(KNOWN, sampling_distribution(M, family)),
        Scheme(OTHER, sampling_distribution(M, other)),
        Scheme(CAREFUL, two_phase_distribution(A, epsilon, family)),
        Scheme(ZERO, two_phase_distribution(A, 0.0, family)),
    )
    return {scheme.key: scheme for scheme in found}


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


@dataclass(frozen=True)
class SecondMoment:
    """E‖x̃‖² of one scheme: exact, and as found by simulation.

    `worst` is the exact largest E[x̃_i²], the measure for lasso. `lost` is the share of E‖x‖² that
    is never seen. `rare` is the share of the exact value due to attributes that the simulation is
    expected to see with a non-zero value less than once: it mostly misses them, so its mean is
    too small.
    """

    key: str
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
    """Return E‖x̃‖² of each scheme by Lemma 3.2, and as found by simulation.

    Parameters
    ----------
    found : the schemes by key
    M : (d,) array
    k_x : draws for x̃
    simulated : mean of ‖x̃‖² and its standard error, by the scheme's key
    met : (d,) how many of the simulated examples have a non-zero value, by attribute
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
                exact=exact,
                worst=float(squares.max()),
                lost=scheme.lost(M),
                rare=float(squares[rare].sum()) / exact,
                simulated=mean,
                error=error,
            )
        )
    return rows


def simulated_second_moments(
    found: Mapping[str, Scheme], X: Rows, M: Floats, *, k_x: int, seed: int, examples: int
) -> list[SecondMoment]:
    """Return E‖x̃‖² of each scheme, exactly and over the first examples of run 0.

    Parameters
    ----------
    found : the schemes by key
    X, M : (m, d) rows and their (d,) second moments
    k_x : draws for x̃
    seed : seed of the order and the draws
    examples : largest number to simulate; also limited to the rows, and to 2,000,000 draws
    """
    examples = min(examples, len(X), MOST_SIMULATED // k_x)
    simulated = {
        key: mean_and_error(squared_norms(X, scheme.q, k_x=k_x, seed=seed, examples=examples))
        for key, scheme in found.items()
    }
    met = (X != 0).mean(axis=0) * examples
    return second_moments(found, M, k_x, simulated, met)


def squared_norms(X: Rows, q: Floats, *, k_x: int, seed: int, examples: int) -> Floats:
    """Return ‖x̃‖² for the first examples of run 0, shape (examples,).

    Line 5 of Algorithm 1 and 3: x̃ = (1/k_x) Σ_r x[i_r]/q[i_r]·e_{i_r}; repeated indices add up.

    Parameters
    ----------
    X : (m, d) array
    q : (d,) distribution
    k_x : draws per example
    seed : seed of the order and the draws
    examples : how many; if there are fewer rows, they are reused in another order
    """
    rows = order(seed, RUN, len(X), examples)
    i = draw(uniforms(seed, RUN, 0, examples, k_x), q)
    d = len(q)
    step = max(1, BLOCK_NUMBERS // d)
    blocks = [slice(start, start + step) for start in range(0, examples, step)]
    return np.concatenate([_squared_norms(X[rows[b][:, None], i[b]], i[b], q) for b in blocks])


def mean_and_error(values: Floats) -> tuple[float, float]:
    """Return the mean and its standard error.

    >>> mean_and_error(np.array([1.0, 3.0]))
    (2.0, 1.0)
    """
    return float(values.mean()), float(values.std(ddof=1) / np.sqrt(len(values)))


def _squared_norms(seen: Rows, i: Ints, q: Floats) -> Floats:
    n, k_x = i.shape
    d = len(q)
    at = (i + d * np.arange(n)[:, None]).ravel()
    parts = np.asarray(seen, dtype=np.float64) / q[i] / k_x
    x_tilde = np.bincount(at, parts.ravel(), minlength=n * d).reshape(n, d)
    norms: Floats = np.einsum("ti,ti->t", x_tilde, x_tilde)
    return norms


# ---- How the split of the budget between x̃ and φ̃ changes the size of the gradient estimate ----
# Given the example, φ̃ and x̃ are independent and g̃ = φ̃x̃, so that over the rows of the data
#
# .. math:: E\|\tilde g\|^2 = E_x\Big[\Big(r^2 + \frac{v - \langle w,x\rangle^2}{k_\varphi}\Big)
#           \Big(\frac{1}{k_x}\sum_i \frac{x_i^2}{q_i} + \frac{k_x-1}{k_x}\|x\|^2\Big)\Big],
#           \qquad r = \langle w,x\rangle - y, \quad v = \sum_j \frac{w_j^2 x_j^2}{p_j}
#
# (Lemmas 3.2 and 3.3 before anything is bounded); for the lasso the largest E[g̃_i²] counts.

MOST_SPLITS = 200
ROWS, TUNING_ROWS = 1_000, 200


def splits(budget: int) -> Ints:
    """Return the k_x to show, from 1 to k: all of them, or 200 evenly spaced.

    >>> splits(5)
    array([1, 2, 3, 4])
    """
    k = budget - 1
    return np.unique(np.linspace(1, k, min(k, MOST_SPLITS)).round().astype(int))


def gradient_sizes(
    X: Rows, y: Floats, w: Floats, q: Floats, M: Floats | None, k_x: Ints, budget: int, family: str
) -> Floats:
    """Return E‖g̃‖² (ridge) or max E[g̃_i²] (lasso), exactly over the rows, for each split.

    Parameters
    ----------
    X, y : (n, d) and (n,) arrays
    w : (d,) predictor
    q : (d,) distribution of the i-draws, > 0 where a row is not 0
    M : (d,) moments for the moment-aware p, or None for the plain one
    k_x : (K,) draws for x̃; the other budget − k_x are for φ̃
    budget : k + 1
    family : "ridge" or "lasso"

    Returns
    -------
    (K,) array
    """
    squares = np.asarray(X, dtype=np.float64) ** 2
    product = X @ w
    weights = inner_product_weights(w, family, M)
    p = weights / (weights.sum() or 1.0)
    # Where p_j = 0, either w_j or every x_j is 0, so nothing is missed.
    one_draw = squares @ np.divide(w**2, p, out=np.zeros_like(p), where=p > 0)
    spread = np.maximum(one_draw - product**2, 0.0)  # the variance of one j-draw, by row
    residual = (product - y) ** 2
    k_x = k_x[:, None]
    # E[φ̃²x_i²], (K, d): the second moments of rows φ̃x.
    sized = residual @ squares / len(X) + spread @ squares / len(X) / (budget - k_x)
    g_i = moment_ratios(sized, q) / k_x + (1 - 1 / k_x) * sized
    found: Floats = g_i.sum(axis=1) if family == "ridge" else g_i.max(axis=1)
    return found


def reference_predictor(dataset: Dataset, *, seed: int) -> Floats:
    """Return w* of synthetic data, else the offline predictor of 1,000 rows, (d,).

    Parameters
    ----------
    dataset : the data, scaled for its family
    seed : seed of the folds, used if B is not known for the data
    """
    if dataset.w_star is not None:
        return dataset.w_star
    X, y, family = dataset.X_train[:ROWS], dataset.y_train[:ROWS], dataset.family
    B = dataset.norm_bound
    if B is None:
        B, _ = tune_norm_bound(X, y, family, seed=seed, max_rows=TUNING_ROWS)
    return OFFLINE[family](X, y, B)


@dataclass(frozen=True, eq=False)
class SplitSizes:
    """The size of g̃ for every split of the budget, and the paper's two splits.

    Attributes
    ----------
    k_x : (K,) draws for x̃
    start : (K,) at w = 0
    plain, moment_aware : (K,) near the end, with either p
    theory, even : the k_x of the paper's theory and of its experiments
    rows : the training rows used, at most 1,000
    """

    k_x: Ints
    start: Floats
    plain: Floats
    moment_aware: Floats
    theory: int
    even: int
    rows: int

    @property
    def best(self) -> int:
        """The k_x with the smallest g̃ near the end, with the moment-aware p."""
        return int(self.k_x[self.moment_aware.argmin()])


def split_sizes(dataset: Dataset, here: PriorFacts, *, seed: int) -> SplitSizes:
    """Return the size of g̃ at w = 0, and near the end with either p, over at most 1,000 rows.

    Parameters
    ----------
    dataset, seed : as for `reference_predictor`
    here : what is known before the run: q and the budget
    """
    M, q, family, budget = dataset.known_moments, here.q, here.family, here.budget
    k_x = splits(budget)
    with one_blas_thread():
        w = reference_predictor(dataset, seed=seed)
        X, y = dataset.X_train[:ROWS], dataset.y_train[:ROWS]
        start, plain, moment_aware = (
            gradient_sizes(X, y, at, q, moments, k_x, budget, family)
            for at, moments in ((np.zeros_like(w), None), (w, None), (w, M))
        )
    theory, even = split(budget, "theory")[0], split(budget, "even")[0]
    return SplitSizes(k_x, start, plain, moment_aware, theory, even, len(X))
