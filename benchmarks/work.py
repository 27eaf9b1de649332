"""The work that is timed: one problem, with the same rows, orders and uniforms for all."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Self

import numpy as np

from aelr_core.algorithms import Learner, by_word, learner, step_size
from aelr_core.checks import Floats, Ints
from aelr_core.datasets import Dataset, load_dataset
from aelr_core.designs.hard_budget import uniforms_per_step
from aelr_core.engine.lanes import Lanes, lanes
from aelr_core.engine.lasso import GAELR
from aelr_core.engine.ridge import GAERR
from aelr_core.modes import EXPERIMENTS
from aelr_core.randomness import order, uniforms
from aelr_core.sampling import sampling_distribution, split
from benchmarks.joint_loop import JointLoop
from benchmarks.loops import Loop

SEED = 1
ROWS = 2_000
ALPHA = -1.0  # of the synthetic data: attributes neither all alike nor almost all zero


@lru_cache(maxsize=2)
def synthetic(family: str, d: int) -> Dataset:
    """Return the paper's data, 0 or 1: of the values that are drawn most are 0."""
    return load_dataset(
        "synthetic", alpha=ALPHA, dim=d, examples=ROWS, test_examples=100, family=family, seed=SEED
    )


@dataclass(frozen=True)
class Runs:
    """Runs of some algorithm on synthetic data.

    Attributes
    ----------
    family : "ridge" or "lasso".
    d, budget, lanes, steps : attributes, k + 1, runs, examples per run.
    """

    family: str
    d: int
    budget: int
    lanes: int
    steps: int

    @property
    def data(self) -> Dataset:
        """The data set."""
        return synthetic(self.family, self.d)

    @property
    def B(self) -> float:  # noqa: N802
        """The norm of w*."""
        assert self.data.norm_bound is not None
        return self.data.norm_bound

    @cached_property
    def orders(self) -> Ints:
        """The rows of each run in their order, (lanes, steps)."""
        return np.stack([order(SEED, run, ROWS, self.steps) for run in range(self.lanes)])

    def get_ready(self) -> Self:
        """Prepare everything that is not timed, and return the work itself."""
        _ = self.data, self.orders
        return self

    def each(self, eta: float = 1.0) -> Lanes:
        """Return the lanes of all runs, with one step size."""
        run = np.arange(self.lanes)
        return lanes(eta=eta, B=self.B, order=self.orders, seed=SEED, run=run)

    def rows(self) -> tuple[Floats, Floats]:
        """Return the training rows and labels as the loops take them."""
        return self.data.X_train.astype(np.float64, copy=False), self.data.y_train


@dataclass(frozen=True)
class Work(Runs):
    """Runs of DDAERR (ridge) or DDAELR (lasso).

    Attributes
    ----------
    split : "theory" (k draws for x_tilde, one for phi_tilde) or "even".
    multiplier : factor on the theorem's step size.
    """

    split: str = "theory"
    multiplier: float = 1.0

    @property
    def draws(self) -> tuple[int, int]:
        """k_x and k_phi."""
        return split(self.budget, self.split)

    @cached_property
    def q(self) -> Floats:
        """The family's optimal sampling distribution, (d,)."""
        return sampling_distribution(self.data.known_moments, self.family)

    @cached_property
    def eta(self) -> float:
        """The theorem's step size, multiplied."""
        known = by_word("known", self.family).key
        M, (k_x, _) = self.data.known_moments, self.draws
        theory = step_size(known, d=self.d, m=self.steps, k=k_x, B=self.B, M=M)
        return self.multiplier * float(theory)

    def get_ready(self) -> Self:
        """Prepare everything that is not timed, and return the work itself."""
        _ = self.q, self.eta
        return super().get_ready()

    def engine(self) -> Learner:
        """Return the engine's lanes, ready to advance; p is plain, as in the loops."""
        k_x, k_phi = self.draws
        lanes_of = GAERR if self.family == "ridge" else GAELR
        X, y = self.data.X_train, self.data.y_train
        return lanes_of(X, y, self.each(self.eta), q=self.q, k_x=k_x, k_phi=k_phi)

    def by_loop(self, loop: Loop, runs: int) -> Floats:
        """Do the first `runs` runs one after the other; return w_bar, (runs, d)."""
        X, y = self.rows()
        k_x, _ = self.draws
        made = []
        for run in range(runs):
            U = uniforms(SEED, run, 0, self.steps, self.budget)
            made.append(loop(X, y, self.orders[run], U, self.q, k_x, self.eta, self.B))
        return np.stack(made)


@dataclass(frozen=True)
class JointWork(Runs):
    """Runs of JAERR (ridge) or JAELR (lasso), plain and with automatic steps.

    Attributes
    ----------
    adaptive : whether the moments are learnt.
    """

    adaptive: bool = False

    @property
    def M(self) -> Floats | None:  # noqa: N802
        """The second moments, (d,); None if they are learnt."""
        return None if self.adaptive else self.data.known_moments

    def engine(self) -> Learner:
        """Return the engine's lanes, ready to advance."""
        key = "jaerr" if self.family == "ridge" else "jaelr"
        return learner(
            f"adaptive_{key}" if self.adaptive else key,
            self.data.X_train,
            self.data.y_train,
            self.each(),
            budget=self.budget,
            mode=EXPERIMENTS,
            M=self.M,
            length="plain",
            guarded=False,
        )

    def by_loop(self, loop: JointLoop, runs: int) -> Floats:
        """Do the first `runs` runs one after the other; return w_bar, (runs, d)."""
        X, y = self.rows()
        # a copy, since numba would compile the loop twice: for arrays that can be written, and not
        M = np.empty(0) if self.M is None else self.M.copy()
        lasso, width = self.family == "lasso", uniforms_per_step(self.budget)
        made = []
        for run in range(runs):
            U = uniforms(SEED, run, 0, self.steps, width)
            made.append(loop(X, y, self.orders[run], U, M, self.budget, self.B, lasso))
        return np.stack(made)


def by_engine(work: Work | JointWork) -> Floats:
    """Do all the work with the engine; return w_bar, (lanes, d)."""
    engine = work.engine()
    engine.advance()
    return engine.w_bar()
