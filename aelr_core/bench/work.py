"""The work that is timed: one problem, with the same rows, orders and uniforms for all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np

from aelr_core.algorithms import by_word, step_size
from aelr_core.bench.plain import Loop
from aelr_core.checks import Floats, Ints
from aelr_core.datasets import Dataset, load_dataset
from aelr_core.engine.budgeted import Budgeted
from aelr_core.engine.lanes import lanes
from aelr_core.engine.lasso import GAELR
from aelr_core.engine.ridge import GAERR
from aelr_core.randomness import order, uniforms
from aelr_core.sampling import sampling_distribution, split

SEED = 1
ROWS = 2_000
ALPHA = -1.0  # of the synthetic data: attributes neither all alike nor almost all zero


@dataclass(frozen=True)
class Work:
    """Runs of DDAERR (ridge) or DDAELR (lasso).

    Attributes
    ----------
    family : "ridge" or "lasso".
    split : "theory" (k draws for x_tilde, one for phi_tilde) or "even".
    d, budget, lanes, steps : attributes, k + 1, runs, examples per run.
    multiplier : factor on the theorem's step size.
    source : whose data they learn from, one of `SOURCES`.
    moment_aware : whether p is; the one-run loops know plain p only.
    """

    family: str
    split: str
    d: int
    budget: int
    lanes: int
    steps: int
    multiplier: float = 1.0
    source: str = "synthetic"
    moment_aware: bool = False

    @property
    def draws(self) -> tuple[int, int]:
        """k_x and k_phi."""
        return split(self.budget, self.split)

    @cached_property
    def data(self) -> Dataset:
        """The data set."""
        return SOURCES[self.source](self.family, self.d)

    @cached_property
    def q(self) -> Floats:
        """The family's optimal sampling distribution, (d,)."""
        return sampling_distribution(self.data.known_moments, self.family)

    @property
    def B(self) -> float:  # noqa: N802
        """The norm of w*."""
        assert self.data.norm_bound is not None
        return self.data.norm_bound

    @cached_property
    def eta(self) -> float:
        """The theorem's step size, multiplied."""
        known = by_word("known", self.family).key
        k_x, _ = self.draws
        M = self.data.known_moments
        theory = float(step_size(known, d=self.d, m=self.steps, k=k_x, B=self.B, M=M))
        return self.multiplier * theory

    @cached_property
    def orders(self) -> Ints:
        """The rows of each run in their order, (lanes, steps)."""
        rows = len(self.data.y_train)
        return np.stack([order(SEED, run, rows, self.steps) for run in range(self.lanes)])

    def get_ready(self) -> Work:
        """Prepare everything that is not timed, and return the work itself."""
        _ = self.data, self.q, self.eta, self.orders
        return self

    def uniforms(self, run: int) -> Floats:
        """Make the uniforms of one run, (steps, budget)."""
        return uniforms(SEED, run, 0, self.steps, self.budget)

    def engine(self) -> Budgeted:
        """Return the engine's lanes, ready to advance."""
        k_x, k_phi = self.draws
        runs = lanes(
            eta=self.eta, B=self.B, order=self.orders, seed=SEED, run=np.arange(self.lanes)
        )
        X, y = self.data.X_train, self.data.y_train
        lanes_of = GAERR if self.family == "ridge" else GAELR
        M = self.data.known_moments if self.moment_aware else None
        return lanes_of(X, y, runs, q=self.q, k_x=k_x, k_phi=k_phi, M=M)

    def by_engine(self) -> Floats:
        """Do all the work with the engine; return w_bar, (lanes, d)."""
        engine = self.engine()
        engine.advance()
        return engine.w_bar()

    def by_loop(self, loop: Loop, runs: int) -> Floats:
        """Do the first `runs` runs one after the other; return w_bar, (runs, d)."""
        assert not self.moment_aware
        X, y = self.data.X_train.astype(np.float64, copy=False), self.data.y_train
        k_x, _ = self.draws
        return np.stack([
            loop(X, y, self.orders[r], self.uniforms(r), self.q, k_x, self.eta, self.B)
            for r in range(runs)
        ])  # fmt: skip


@lru_cache(maxsize=2)
def _synthetic(family: str, d: int) -> Dataset:
    """Return the paper's data, 0 or 1: of the values that are drawn most are 0."""
    return load_dataset(
        "synthetic", alpha=ALPHA, dim=d, examples=ROWS, test_examples=100, family=family, seed=SEED
    )


@lru_cache(maxsize=2)
def _normal(family: str, d: int) -> Dataset:
    """Return normal attributes with the moments of the synthetic ones, scaled: no value is 0."""
    data = _synthetic(family, d)
    rng = np.random.default_rng(SEED)
    X = rng.standard_normal((ROWS, d)) * np.sqrt(data.known_moments)
    X /= np.linalg.norm(X, 2 if family == "ridge" else np.inf, axis=1).max()
    y = X.sum(axis=1) / np.abs(X.sum(axis=1)).max()
    return replace(data, X_train=X, y_train=y, known_moments=(X * X).mean(axis=0))


@lru_cache(maxsize=2)
def _mnist(family: str, d: int) -> Dataset:
    """Return the 3s and 5s of MNIST, centred, so that 18 % of the values are 0; d is 784."""
    return load_dataset("mnist-3v5", family=family)


# By name; "synthetic" is what most of the figures are about.
SOURCES: dict[str, Callable[[str, int], Dataset]] = {
    "synthetic": _synthetic,
    "normal": _normal,
    "MNIST": _mnist,
}
