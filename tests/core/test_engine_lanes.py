"""Lanes are independent: of each other, of their order, of the chunking, of when others end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import ArrayLike

from aelr_core import randomness
from aelr_core.algorithms import (
    ALGORITHMS,
    Learner,
    StepRule,
    by_word,
    full_information_examples,
    learner,
)
from aelr_core.checks import Floats, Ints
from aelr_core.engine.lanes import Lanes, lanes
from aelr_core.modes import EXPERIMENTS, THEORY, Mode

D, ROWS, LANES = 37, 60, 6
SEED = 5
STEPPING = [key for key, a in ALGORITHMS.items() if a.takes_steps and not a.on_request]
CASES = [
    pytest.param(key, mode, adagrad, id=f"{key}-{name}{'-adagrad' if adagrad else ''}")
    for key in STEPPING
    for name, mode in (("theory", THEORY), ("experiments", EXPERIMENTS))
    for adagrad in (False, True)
    if ALGORITHMS[key].refusal(mode=mode, adagrad=adagrad) is None
]


def sparse_data() -> tuple[Floats, Floats, Floats]:
    """0/1 rows with decaying probabilities, one attribute that is always 0, and labels."""
    rng = np.random.default_rng(0)
    u = np.arange(1, D + 1) ** -0.7
    u[5] = 0.0
    X = (rng.random((ROWS, D)) < u).astype(np.float64)
    return X, X @ rng.choice([-1.0, 1.0], D), np.einsum("nd,nd->d", X, X) / ROWS


def some_lanes(which: Ints, steps: Ints) -> Lanes:
    """Lanes of these runs, each with its own order, B and number of steps."""
    order = np.stack([randomness.order(SEED, int(r), ROWS, 400) for r in which])
    return lanes(eta=1.0, B=1.0 + which, order=order, seed=SEED, run=which, steps=steps)


def build(
    key: str, mode: Mode, adagrad: bool, which: Ints, steps: Ints, budget: int = 5
) -> Learner:
    X, y, M = sparse_data()
    step = StepRule(factor=3.0) if ALGORITHMS[key].automatic(mode) else StepRule(multiplier=3.0)
    some = some_lanes(which, steps)
    return learner(key, X, y, some, budget=budget, mode=mode, M=M, step=step, adagrad=adagrad)


@pytest.mark.parametrize("budget", [5, 40])
@pytest.mark.parametrize(("key", "mode", "adagrad"), CASES)
def test_a_lane_is_the_same_alone_among_others_and_in_any_chunking(
    key: str, mode: Mode, adagrad: bool, budget: int
) -> None:
    which = np.arange(LANES)
    steps = np.array([300, 33, 290, 300, 64, 257])
    together = build(key, mode, adagrad, which, steps, budget)
    together.advance()
    expected, (spent, distinct) = together.w_bar(), together.attributes_seen

    shuffled = np.array([4, 0, 5, 2, 1, 3])
    chunked = build(key, mode, adagrad, shuffled, steps[shuffled], budget)
    while chunked.t < chunked.steps:
        chunked.advance(17)
    np.testing.assert_array_equal(chunked.w_bar(), expected[shuffled])
    np.testing.assert_array_equal(chunked.attributes_seen[0], spent[shuffled])
    np.testing.assert_array_equal(chunked.attributes_seen[1], distinct[shuffled])

    for lane in (1, 2):
        alone = build(key, mode, adagrad, which[[lane]], steps[[lane]], budget)
        alone.advance()
        np.testing.assert_array_equal(alone.w_bar()[0], expected[lane])


@pytest.mark.parametrize(("key", "mode", "adagrad"), CASES)
def test_the_budget_is_what_was_counted(key: str, mode: Mode, adagrad: bool) -> None:
    steps = np.array([7, 120, 64, 32, 33, 1])
    one = build(key, mode, adagrad, np.arange(LANES), steps)
    one.advance()
    spent, distinct = one.attributes_seen
    assert (distinct <= spent).all()
    if ALGORITHMS[key].joint and mode.design == "poisson":
        # a budget in expectation: a sum of independent indicators whose mean is at most this
        most = 5.0 * steps
        assert (spent <= most + 6 * np.sqrt(most)).all()
        assert (spent != most).any()
        return
    np.testing.assert_array_equal(spent, steps * (5 if ALGORITHMS[key].budgeted else D))
    assert (distinct >= steps).all()


@pytest.mark.parametrize(("key", "mode", "adagrad"), CASES)
def test_the_average_stays_in_the_ball(key: str, mode: Mode, adagrad: bool) -> None:
    one = build(key, mode, adagrad, np.arange(LANES), np.full(LANES, 200))
    one.advance()
    order = 2 if ALGORITHMS[key].family == "ridge" else 1
    norms = np.linalg.norm(one.w_bar(), ord=order, axis=1)
    assert (norms <= (1.0 + np.arange(LANES)) * (1 + 1e-12)).all()


@pytest.mark.parametrize("family", ["ridge", "lasso"])
def test_equal_moments_make_the_data_dependent_algorithm_the_uniform_one(family: str) -> None:
    X, y, _ = sparse_data()
    both = []
    for word in ("uniform", "known"):
        key, some = by_word(word, family).key, some_lanes(np.arange(LANES), np.full(LANES, 150))
        step = StepRule(eta=0.05)
        one = learner(key, X, y, some, budget=5, mode=THEORY, M=np.ones(D), step=step)
        one.advance()
        both.append(one.w_bar())
    # q is 1/37 in both, added up in another order: the draws are the same, the values to rounding
    np.testing.assert_allclose(both[0], both[1], rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("key", STEPPING)
def test_wild_step_sizes_neither_overflow_nor_leave_the_ball(key: str) -> None:
    X, y, M = sparse_data()
    eta = np.array([1e-9, 1e-3, 1.0, 1e3, 1e9])
    order = np.stack([randomness.order(SEED, r, ROWS, 1500) for r in range(len(eta))])
    wild = lanes(eta=1.0, B=2.0, order=order, seed=SEED, run=np.arange(len(eta)))
    one = learner(key, X, y, wild, budget=4, mode=EXPERIMENTS, M=M, step=StepRule(eta=eta))
    one.advance()
    order_of_norm = 2 if ALGORITHMS[key].family == "ridge" else 1
    norms = np.linalg.norm(one.w_bar(), ord=order_of_norm, axis=1)
    assert (norms > 0.0).all()
    assert (norms <= 2.0 * (1 + 1e-12)).all()


@pytest.mark.parametrize("key", STEPPING)
def test_a_lane_that_overflows_does_not_disturb_its_neighbours(key: str) -> None:
    X, y, M = sparse_data()
    refused = ALGORITHMS[key].refusal(mode=THEORY, adagrad=False)
    mode = THEORY if refused is None else EXPERIMENTS
    which, eta = np.arange(3), np.array([0.01, 1e200, 50.0])
    order = np.stack([randomness.order(SEED, r, ROWS, 300) for r in which])

    def w_bar(of: Ints) -> Floats:
        some = lanes(eta=1.0, B=2.0, order=order[of], seed=SEED, run=of)
        one = learner(key, X, y, some, budget=4, mode=mode, M=M, step=StepRule(eta=eta[of]))
        one.advance()
        return one.w_bar()

    np.testing.assert_array_equal(w_bar(which)[[0, 2]], w_bar(np.array([0, 2])))


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int32, np.int64, np.uint64])
@pytest.mark.parametrize("key", STEPPING)
def test_integers_of_numpy_are_integers(key: str, dtype: type[np.integer]) -> None:
    X, y, M = sparse_data()
    orders = np.stack([randomness.order(SEED, run, ROWS, 300) for run in (0, 1)])

    def w_bar(whole: Callable[[int], Any], order: Ints, run: ArrayLike) -> Floats:
        some = lanes(eta=1.0, B=2.0, order=order, seed=whole(SEED), run=run)
        made = learner(key, X, y, some, budget=whole(20), mode=EXPERIMENTS, M=M)
        for _ in range(3):  # 300 steps, more than fit into 8 bits
            made.advance(whole(100))
        return made.w_bar()

    found = w_bar(dtype, orders.astype(dtype), np.array([0, 1], dtype=dtype))
    np.testing.assert_array_equal(found, w_bar(int, orders, [0, 1]))
    assert EXPERIMENTS.m1(dtype(100)) == 10
    assert type(EXPERIMENTS.m1(dtype(1))) is int
    assert full_information_examples(dtype(100), dtype(20), dtype(37)) == 54
    u = randomness.uniforms(dtype(SEED), dtype(1), dtype(100), dtype(2), dtype(20))
    np.testing.assert_array_equal(u, randomness.uniforms(SEED, 1, 100, 2, 20))
    rows = randomness.order(dtype(SEED), dtype(1), dtype(60), dtype(100))
    np.testing.assert_array_equal(rows, randomness.order(SEED, 1, 60, 100))
