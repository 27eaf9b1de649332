"""Moments learnt: in phase one of the paper's algorithms, and on the way by the adaptive ones."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aelr_core.analysis.draws import KNOWN, schemes
from aelr_core.analysis.prior_facts import PriorFacts
from aelr_core.checks import Floats, Ints
from aelr_core.datasets import Dataset
from aelr_core.datasets.scaling import Rows
from aelr_core.designs import conditional_poisson
from aelr_core.designs.hard_budget import working_probabilities
from aelr_core.designs.inclusion import chances_to_be_seen
from aelr_core.engine.joint.lasso import JAELR
from aelr_core.engine.joint.ridge import JAERR
from aelr_core.engine.lanes import lanes
from aelr_core.moments import estimated_moments
from aelr_core.randomness import order, uniforms
from aelr_core.sampling import draw, epsilon_theory, two_phase_distribution, uniform

Bools = NDArray[np.bool_]
# The order and the uniforms are those of run 0.
RUN = 0
BLOCK_NUMBERS = 2**20
# About half a second of draws.
MOST_DRAWS = 10_000_000


@dataclass(frozen=True, eq=False)
class Estimates:
    """The estimates of phase one after m₁ examples, for several m₁.

    Parameters
    ----------
    m1 : (P,) array, ascending
    counts, square_sums : (P, d) arrays
    epsilon : (P,) array
        The theory's confidence width.
    family : "ridge" or "lasso"
    """

    m1: Ints
    counts: Ints
    square_sums: Floats
    epsilon: Floats
    family: str

    @property
    def A(self) -> Floats:  # noqa: N802  (the paper's letter)
        """The estimated moments, (P, d), 0 where an attribute was never drawn."""
        return estimated_moments(self.square_sums, self.counts)

    @property
    def never_drawn(self) -> Ints:
        """The number of attributes that were never drawn, (P,)."""
        never: Ints = (self.counts == 0).sum(axis=1)
        return never

    @property
    def only_zeros(self) -> Ints:
        """The number of attributes that were drawn, but 0 every time, (P,): A_i = 0 as well."""
        zeros: Ints = ((self.counts > 0) & (self.square_sums == 0)).sum(axis=1)
        return zeros

    @property
    def blind(self) -> Bools:
        """Whether only zeros have been seen so far, (P,): all A_i = 0, so q is uniform."""
        blind: Bools = (self.square_sums == 0).all(axis=1)
        return blind

    def lost(self, M: Floats) -> Floats:
        """Return the share of E‖x‖² that phase two never sees if ε = 0, (P,)."""
        q = two_phase_distribution(self.A, np.zeros(len(self.m1)), self.family)
        share: Floats = np.where(q > 0, 0.0, M).sum(axis=1) / M.sum()
        return share


def estimates(
    X: Rows, m1: Ints, *, budget: int, draws: int, delta: float, seed: int, family: str
) -> Estimates:
    """Run phase one with the draws of run 0, and keep its state after each m₁.

    Parameters
    ----------
    X : (m, d) array
    m1 : (P,) ascending numbers of examples, >= 1
    budget : k + 1, the uniforms that each step receives
    draws : how many of them are counted: all in the theory, k_x if phase one also learns
    delta : probability that the confidence width fails
    seed, family
    """
    d = X.shape[1]
    rows = order(seed, RUN, len(X), int(m1[-1]))
    counts, square_sums = np.zeros((2, len(m1), d))
    for p, (start, end) in enumerate(zip([0, *m1[:-1]], m1, strict=True)):
        for block in _blocks(int(start), int(end), budget):
            u = uniforms(seed, RUN, block.start, len(block), budget)[:, :draws]
            i = draw(u, uniform(d))
            seen = np.asarray(X[rows[block][:, None], i], dtype=np.float64)
            counts[p] += np.bincount(i.ravel(), minlength=d)
            square_sums[p] += np.bincount(i.ravel(), seen.ravel() ** 2, minlength=d)
    return Estimates(
        m1=m1,
        counts=counts.cumsum(axis=0).astype(np.int64),
        square_sums=square_sums.cumsum(axis=0),
        epsilon=epsilon_theory(d, draws, m1, delta, family),
        family=family,
    )


def examples_grid(m: int, chosen: int) -> Ints:
    """Return the m₁ to show: 1, 2, 5, 10, …, m, and the chosen one.

    >>> examples_grid(30, 3)
    array([ 1,  2,  3,  5, 10, 20, 30])
    """
    series = [n * 10**e for e in range(len(str(m))) for n in (1, 2, 5)]
    return np.array(sorted({n for n in series if n < m} | {m, min(max(chosen, 1), m)}))


@dataclass(frozen=True, eq=False)
class PhaseOne:
    """Phase one of an experiment: the true moments M, and their estimates.

    `q` is the distribution for known moments; `draws` draws per example are
    counted; `m1` is that of the experiment.
    """

    M: Floats
    q: Floats
    estimates: Estimates
    draws: int
    m1: int

    def at(self, m1: int) -> int:
        """Return the index of the estimate that is nearest to m₁."""
        return int(np.abs(self.estimates.m1 - m1).argmin())

    def schemes(self, at: int) -> dict[str, Floats]:
        """Return the schemes that use the estimate with this index."""
        estimated = self.estimates
        epsilon = float(estimated.epsilon[at])
        return schemes(self.M, estimated.A[at], epsilon, estimated.family) | {KNOWN: self.q}


def phase_one(dataset: Dataset, facts: PriorFacts, *, seed: int) -> PhaseOne:
    """Return phase one as in run 0 of an experiment.

    Parameters
    ----------
    dataset : scaled for its family
    facts : what is known before the run: q, the budget, m and the rules
    seed : seed of the order and the uniforms
    """
    m1, budget = facts.m1, facts.budget
    draws = facts.k if facts.mode.warm_start else budget
    estimated = estimates(
        dataset.X_train,
        examples_grid(min(facts.m, MOST_DRAWS // budget), m1),
        budget=budget,
        draws=draws,
        delta=facts.delta,
        seed=seed,
        family=facts.family,
    )
    return PhaseOne(dataset.known_moments, facts.q, estimated, draws, max(m1, 1))


def _blocks(start: int, end: int, width: int) -> list[range]:
    """Return the steps from start to end in pieces whose uniforms take a few MiB."""
    step = max(1, BLOCK_NUMBERS // width)
    return [range(first, min(first + step, end)) for first in range(start, end, step)]


# ---- How π changes while the adaptive joint algorithm learns, beside that of known moments ----

# One run may take so long, as `step_cost` estimates it: a visitor waits for two.
MOST_MICROSECONDS = 400_000
PER_DECADE = (1, 1.5, 2, 3, 5, 7)
FIRST = 10


@dataclass(frozen=True, eq=False)
class PiFilm:
    """The probability of looking at each attribute, after some numbers of examples.

    Attributes
    ----------
    examples : (P,) 0, 10, 15, 20, 30, …, all.
    adaptive : (P, d) the π of the algorithm that learns the moments.
    known : (P, d) of the same algorithm with known moments, on the same examples.
    M : (d,) the known moments.
    """

    examples: Ints
    adaptive: Floats
    known: Floats
    M: Floats

    @property
    def apart(self) -> Floats:
        """How far the two are apart, (P,): Σ|π − π'| over the largest it can be, 2K."""
        gap: Floats = np.abs(self.adaptive - self.known).sum(axis=1) / self.known.sum(axis=1) / 2
        return gap


def pi_film(dataset: Dataset, *, budget: int, B: float, seed: int) -> PiFilm:
    """Run the adaptive joint algorithm once over the training rows, and the one that knows M.

    Both run guarded, as in an experiment; the length of w̄ does not change π.

    Parameters
    ----------
    dataset : scaled for its family.
    budget : attributes per example, k + 1.
    B : norm bound in the data's units.
    seed : seed of the order and the uniforms.
    """
    m = min(dataset.m, int(MOST_MICROSECONDS / step_cost(dataset.d, budget)))
    at, M = film_examples(m), dataset.known_moments
    adaptive, known = (
        _run(dataset, at, budget=budget, B=B, seed=seed, M=moments) for moments in (None, M)
    )
    known[0] = share_of_looks(M, budget) * adaptive[0].sum()  # it need not see an example first
    return PiFilm(at, adaptive, known, M)


def step_cost(d: int, budget: int) -> float:
    """Return roughly how many microseconds a step takes, as measured; block updates are shared.

    Few attributes with a large budget are slow: every step is a block, and adds up all pairs.

    >>> [round(step_cost(784, budget)) for budget in (5, 57)], round(step_cost(20, 16))
    ([97, 121], 2052)
    """
    few = budget <= conditional_poisson.LARGEST_K
    pairs = few and conditional_poisson.CAP * d <= budget < d
    block = 280 + (d**3 * budget / 80 if pairs else 0)
    return 60 + (7.0 if few else 0.7) * budget + block / max(1, d // budget)


def share_of_looks(M: Floats, budget: int) -> Floats:
    """Return π_i/(k + 1) of the joint sample for known moments, (d,), at w = 0.

    It is proportional to √M_i in both families, up to a cap, and adds up to 1 like a q.
    """
    pi = chances_to_be_seen(working_probabilities(np.sqrt(M), budget), budget)
    share: Floats = pi / pi.sum()
    return share


def film_examples(m: int) -> Ints:
    """Return the numbers of examples after which to look: 0, 10, 15, 20, 30, …, m.

    >>> film_examples(40)
    array([ 0, 10, 15, 20, 30, 40])
    """
    rising = [round(FIRST * n * 10**e) for e in range(len(str(m))) for n in PER_DECADE]
    return np.array([0, *(n for n in rising if n < m), m])


def _run(
    dataset: Dataset, at: Ints, *, budget: int, B: float, seed: int, M: Floats | None
) -> Floats:
    """Return π after each number of examples, (P, d)."""
    rows = order(seed, RUN, dataset.m, int(at[-1]))
    one = lanes(eta=1.0, B=B, order=rows[np.newaxis], seed=seed, run=[RUN])
    learner = (JAERR if dataset.family == "ridge" else JAELR)(
        dataset.X_train, dataset.y_train, one, K=budget, M=M
    )
    pi = []
    for n in at:
        learner.advance(int(n) - learner.t)
        pi.append(learner.inclusion_probabilities[0])
    return np.array(pi)
