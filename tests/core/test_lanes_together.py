"""Lanes of several algorithms in one learner are those that advance alone."""

from __future__ import annotations

import numpy as np
import pytest

from aelr_core import randomness
from aelr_core.algorithms import ALGORITHMS, StepRule
from aelr_core.engine.joint.lanes import Joint
from aelr_core.engine.lanes import lanes
from aelr_core.learners import joint_learner, learner
from aelr_core.modes import EXPERIMENTS, THEORY, Mode
from tests.core.test_learners import STEPPING, data


@pytest.mark.parametrize("mode", [THEORY, EXPERIMENTS], ids=["theory", "experiments"])
@pytest.mark.parametrize(
    ("family", "adagrad"), [("ridge", False), ("ridge", True), ("lasso", False)]
)
def test_algorithms_that_advance_together_are_those_that_advance_alone(
    family: str, adagrad: bool, mode: Mode
) -> None:
    X, y, M = data(seed=6, rows=40, d=11)
    keys = [k for k in STEPPING if ALGORITHMS[k].family == family and ALGORITHMS[k].samples == 2]
    steps, B = np.array([90, 35]), np.array([1.0, 2.5])
    order = np.stack([randomness.order(6, r, len(X), 90) for r in range(2)])
    factor, first = np.array([0.5, 3.0]), np.array([2.0, 0.1])
    two = lanes(eta=1.0, B=B, order=order, seed=6, run=[0, 1], steps=steps)
    times = len(keys)
    all_lanes = lanes(
        eta=1.0, B=np.tile(B, times), order=order, seed=6, run=np.tile([0, 1], times),
        steps=np.tile(steps, times), order_of_lane=np.tile([0, 1], times),
    )  # fmt: skip
    together = joint_learner(
        np.repeat(keys, 2), X, y, all_lanes, budget=4, mode=mode, M=M, adagrad=adagrad,
        step=StepRule(multiplier=np.tile(factor, times), phase_one=np.tile(first, times)),
    )  # fmt: skip
    together.advance()
    for n, key in enumerate(keys):
        alone = learner(
            key, X, y, two, budget=4, mode=mode, M=M, adagrad=adagrad,
            step=StepRule(multiplier=factor, phase_one=first),
        )  # fmt: skip
        alone.advance()
        mine = slice(2 * n, 2 * n + 2)
        np.testing.assert_array_equal(together.w_bar()[mine], alone.w_bar())
        for counted, expected in zip(together.attributes_seen, alone.attributes_seen, strict=True):
            np.testing.assert_array_equal(counted[mine], expected)


@pytest.mark.parametrize("budget", [3, 18])
@pytest.mark.parametrize("known", ["jaerr", "jaelr"])
@pytest.mark.parametrize("guarded", [False, True])
def test_lanes_that_know_the_moments_and_lanes_that_learn_them_advance_together(
    known: str, budget: int, guarded: bool
) -> None:
    rng = np.random.default_rng(9)
    X = rng.normal(size=(60, 37)) * (rng.random((60, 37)) < 0.3)
    X[:, 5] = 0.0  # who knows the moments never looks there
    y, M = X @ rng.normal(size=37), (X * X).mean(axis=0)
    keys, steps = (known, f"adaptive_{known}"), np.array([110, 47])
    order = np.stack([randomness.order(6, r, len(X), 110) for r in range(2)])
    two = lanes(eta=1.0, B=1.5, order=order, seed=6, run=[0, 1], steps=steps)
    four = lanes(
        eta=1.0, B=1.5, order=order, seed=6, run=[0, 1] * 2, steps=np.tile(steps, 2),
        order_of_lane=[0, 1] * 2,
    )  # fmt: skip
    rules = {"budget": budget, "mode": EXPERIMENTS, "M": M, "guarded": guarded, "progressive": True}
    step = StepRule(factor=1.3)
    together = joint_learner(np.repeat(keys, 2), X, y, four, step=step, **rules)
    together.advance(33)
    together.advance()
    assert isinstance(together, Joint)
    for n, key in enumerate(keys):
        alone = learner(key, X, y, two, step=step, **rules)
        alone.advance()
        assert isinstance(alone, Joint)
        mine = slice(2 * n, 2 * n + 2)
        for name in ("inclusion_probabilities", "progressive_loss_sums"):
            np.testing.assert_allclose(getattr(together, name)[mine], getattr(alone, name), 1e-12)
        np.testing.assert_allclose(together.w_bar()[mine], alone.w_bar(), rtol=1e-12, atol=1e-14)
        np.testing.assert_array_equal(together.attributes_seen[0][mine], alone.attributes_seen[0])


def test_lanes_that_would_see_fewer_attributes_do_not_share() -> None:
    X, y, M = data(seed=6, rows=20, d=11)
    X[:, :8], M[:8] = 0.0, 0.0
    two = lanes(eta=1.0, B=1.0, order=np.array([[0, 2], [1, 3]]), seed=0, run=[0, 1])
    with pytest.raises(ValueError, match=r"^learns must be None: lanes that know M would"):
        joint_learner(
            ["jaerr", "adaptive_jaerr"], X, y, two, budget=4, mode=EXPERIMENTS, M=M,
            step=StepRule(factor=1.0),
        )  # fmt: skip


def test_only_algorithms_of_one_family_that_draw_as_many_samples_advance_together() -> None:
    X, y, M = data(seed=6, rows=5, d=3)
    two = lanes(eta=1.0, B=1.0, order=np.array([[0], [1]]), seed=0, run=[0, 1])
    for keys, sentence in (
        (["aerr", "aelr"], "keys must name algorithms of one family that draw as many samples"),
        (["online_ridge"] * 2, "keys must name algorithms of one family that draw as many samples"),
        (["aerr", "jaerr"], "keys must name algorithms of one family that draw as many samples"),
        (["aerr"], "keys must name one algorithm for each of the 2 lanes"),
    ):
        with pytest.raises(ValueError, match=sentence):
            joint_learner(keys, X, y, two, budget=2, mode=THEORY, M=M)
