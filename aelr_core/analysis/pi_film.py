"""How π changes while the adaptive joint algorithm learns, beside that of known moments."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from aelr_core.checks import Floats, Ints
from aelr_core.datasets import Dataset
from aelr_core.designs import conditional_poisson
from aelr_core.designs.hard_budget import working_probabilities
from aelr_core.designs.inclusion import chances_to_be_seen
from aelr_core.engine.joint.lasso import JAELR
from aelr_core.engine.joint.ridge import JAERR
from aelr_core.engine.lanes import lanes
from aelr_core.randomness import order

# One run may take so long, as `step_cost` estimates it: all of MNIST at the paper's budget.
MOST_MICROSECONDS = 1_400_000
PER_DECADE = (1, 1.5, 2, 3, 5, 7)
FIRST = 10
RUN = 0


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

    Parameters
    ----------
    dataset : scaled for its family.
    budget : attributes per example, k + 1.
    B : norm bound in the data's units.
    seed : seed of the order and the uniforms.
    """
    m = min(dataset.m, int(MOST_MICROSECONDS / step_cost(dataset.d, budget)))
    at, M = examples_grid(m), dataset.known_moments
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


def examples_grid(m: int) -> Ints:
    """Return the numbers of examples after which to look: 0, 10, 15, 20, 30, …, m.

    >>> examples_grid(40)
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
    found = []
    for n in at:
        learner.advance(int(n) - learner.t)
        found.append(learner.inclusion_probabilities[0])
    return np.array(found)
