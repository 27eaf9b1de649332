"""One lane of each family for long: still the textbook's to rounding, or the compiled loop's.

The textbook, made to be read, would need minutes for 10^5 steps; the compiled loop needs numba, a
development requirement.
"""

from __future__ import annotations

import numpy as np
import pytest

from aelr_core import randomness, sampling
from aelr_core.algorithms import StepRule
from aelr_core.bench.limits import LARGEST_DRIFT, endurance
from aelr_core.engine.lanes import lanes
from aelr_core.learners import learner
from aelr_core.modes import EXPERIMENTS
from aelr_core.textbook import gaelr, gaerr

pytestmark = pytest.mark.long

STEPS, SEED, B = 20_000, 3, 2.0


@pytest.mark.parametrize(
    ("key", "book"), [("ddaerr", gaerr.run), ("ddaelr", gaelr.run)], ids=["ridge", "lasso"]
)
def test_it_stays_with_the_textbook(key: str, book: object) -> None:
    rng = np.random.default_rng(SEED)
    X = rng.normal(size=(500, 20)) * np.arange(1, 21) ** -0.5
    y, M = X @ rng.normal(size=20) + rng.normal(size=500), (X * X).mean(axis=0)
    order = randomness.order(SEED, 0, len(X), STEPS)
    one = lanes(eta=1.0, B=B, order=order[None], seed=SEED, run=[0])
    fast = learner(key, X, y, one, budget=3, mode=EXPERIMENTS, M=M, step=StepRule(eta=0.05))
    fast.advance()

    family = "ridge" if key == "ddaerr" else "lasso"
    k_x, k_phi = sampling.split(3, "even")
    slow = book(  # type: ignore[operator]
        X, y, order, randomness.uniforms(SEED, 0, 0, STEPS, 3),
        q=sampling.sampling_distribution(M, family), k_x=k_x, k_phi=k_phi, eta=0.05, B=B, M=M,
    )  # fmt: skip
    np.testing.assert_allclose(fast.w_bar()[0], slow.w_bar, rtol=0, atol=1e-9)
    assert fast.attributes_seen[0][0] == slow.spent == 3 * STEPS


@pytest.mark.parametrize("family", ["ridge", "lasso"])
def test_a_hundred_thousand_steps_do_not_drift(family: str) -> None:
    figures = endurance(family, d=20, budget=5, steps=100_000)
    assert figures["finite"]
    assert figures["norm_over_B"] <= 1
    assert figures["drift"] < LARGEST_DRIFT
