"""For every algorithm the lanes equal the textbook, on the same order and uniforms.

Lanes, steps and modes refuse what they cannot do, in one sentence.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aelr_core import randomness, sampling
from aelr_core.algorithms import (
    ALGORITHMS,
    StepRule,
    adagrad_step_size,
    bound,
    learner,
    step_size,
)
from aelr_core.checks import Floats, Ints
from aelr_core.designs.hard_budget import uniforms_per_step
from aelr_core.engine.lanes import lanes
from aelr_core.modes import EXPERIMENTS, THEORY, Mode
from aelr_core.textbook import gaelr, gaerr, jaelr, jaerr, online_lasso, online_ridge, two_phase

# The second look has no textbook: it is `second_look` on a stream, each with tests of its own.
STEPPING = [key for key, a in ALGORITHMS.items() if a.takes_steps and not a.on_request]
PROVED = [key for key, a in ALGORITHMS.items() if a.bounds and not a.two_phased]
BOOKS = {"ridge": jaerr, "lasso": jaelr}


def data(seed: int, rows: int, d: int) -> tuple[Floats, Floats, Floats]:
    """Sparse rows of mixed sizes, the first attribute always 0, with labels and moments."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(rows, d)) * (rng.random((rows, d)) < 0.4) * np.arange(1, d + 1) ** -0.5
    X[:, 0] = 0.0
    X[0, -1] = 1.0
    return X, X @ rng.normal(size=d) + rng.normal(size=rows), (X * X).mean(axis=0)


@dataclass(frozen=True)
class Lane:
    """One run of an algorithm: with the theorem's step sizes, or the automatic ones, × `factor`."""

    run: int
    m: int
    budget: int
    factor: float
    B: float
    seed: int
    data: tuple[Floats, Floats, Floats]


def in_the_textbook(key: str, mode: Mode, adagrad: bool, lane: Lane) -> Any:
    """Run one algorithm in the textbook."""
    entry, (X, y, M), m, factor, B = ALGORITHMS[key], lane.data, lane.m, lane.factor, lane.B
    d, ridge = X.shape[1], entry.family == "ridge"
    order = randomness.order(lane.seed, lane.run, len(X), m)
    if entry.joint:
        return in_the_joint_textbook(key, lane, order)
    U = randomness.uniforms(lane.seed, lane.run, 0, m, lane.budget)
    k_x, k_phi = sampling.split(lane.budget, mode.split)

    def eta(of: str, examples: int, **more: object) -> float:
        if adagrad:
            return factor * adagrad_step_size(d=d, B=B)
        return factor * float(step_size(of, d=d, m=examples, k=k_x, B=B, **more))  # type: ignore[arg-type]

    if not entry.budgeted:
        if not ridge:
            return online_lasso.run(X, y, order, eta=eta(key, m), B=B)
        start = online_ridge.init(d, adagrad=adagrad)
        return online_ridge.run(X, y, order, eta=eta(key, m), B=B, start=start)
    if entry.two_phased:
        m1 = mode.m1(m)
        draws = k_x if mode.warm_start else lane.budget
        epsilon = 0.0
        if mode.epsilon == "theory":
            epsilon = float(sampling.epsilon_theory(d, draws, m1, mode.delta, entry.family))
        return two_phase.run(
            *(X, y, order, U),
            family=entry.family,
            m1=m1,
            k_x=k_x,
            k_phi=k_phi,
            B=B,
            eta1=eta("aerr" if ridge else "aelr", max(m1, 1)),
            eta2=lambda A: eta(key, m, A=A, m1=m1, epsilon=epsilon),
            epsilon=epsilon,
            warm_start=mode.warm_start,
            adagrad=adagrad,
            moment_aware=mode.p == "moment_aware",
        )
    knows = entry.knows_moments
    q = sampling.sampling_distribution(M, entry.family) if knows else sampling.uniform(d)
    aware = M if knows and mode.p == "moment_aware" else None
    size = eta(key, m, M=M) if knows else eta(key, m)
    rules = {"q": q, "k_x": k_x, "k_phi": k_phi, "eta": size, "B": B, "M": aware}
    if not ridge:
        return gaelr.run(X, y, order, U, **rules)
    return gaerr.run(X, y, order, U, start=gaerr.init(d, adagrad=adagrad), **rules)


def in_the_joint_textbook(key: str, lane: Lane, order: Ints) -> Any:
    """Run a joint algorithm in the textbook: no split of the draws, and k is budget − 1."""
    entry, (X, y, M), K, B = ALGORITHMS[key], lane.data, lane.budget, lane.B
    U = randomness.uniforms(lane.seed, lane.run, 0, lane.m, uniforms_per_step(K))
    step: dict[str, float] = {"multiplier": lane.factor}
    if entry.step_size is not None:
        theorem = float(step_size(key, d=X.shape[1], m=lane.m, k=K - 1, B=B, M=M))
        step = {"eta": lane.factor * theorem}
    known = M if entry.knows_moments else None
    return BOOKS[entry.family].run(X, y, order, U, K=K, B=B, M=known, **step)


@pytest.mark.parametrize("key", STEPPING)
@settings(max_examples=8, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    d=st.integers(2, 30),
    budget=st.integers(2, 12),
    factor=st.sampled_from([0.1, 1.0, 30.0]),
    mode=st.builds(
        Mode,
        split=st.sampled_from(["theory", "even"]),
        p=st.sampled_from(["plain", "moment_aware"]),
        epsilon=st.sampled_from(["theory", "zero"]),
        m1_fraction=st.sampled_from([0.0, 0.1, 0.5]),
        warm_start=st.booleans(),
        delta=st.just(0.1),
    ),
    adagrad=st.booleans(),
)
def test_lanes_are_the_textbook(
    key: str, seed: int, d: int, budget: int, factor: float, mode: Mode, adagrad: bool
) -> None:
    adagrad = adagrad and ALGORITHMS[key].adagrad
    X, y, M = data(seed, rows=25, d=d)
    steps, B = np.array([40, 7]), np.array([1.5, 0.3])
    order = np.stack([randomness.order(seed, r, len(X), 40) for r in range(2)])
    two = lanes(eta=1.0, B=B, order=order, seed=seed, run=np.arange(2), steps=steps)
    step = StepRule(multiplier=factor) if ALGORITHMS[key].step_size else StepRule(factor=factor)
    fast = learner(key, X, y, two, budget=budget, mode=mode, M=M, step=step, adagrad=adagrad)
    fast.advance()
    for n in range(2):
        lane = Lane(n, int(steps[n]), budget, factor, float(B[n]), seed, (X, y, M))
        book = in_the_textbook(key, mode, adagrad, lane)
        scale = np.abs(book.w_bar).max() or 1.0
        np.testing.assert_allclose(fast.w_bar()[n], book.w_bar, rtol=0, atol=1e-9 * scale)
        assert [counted[n] for counted in fast.attributes_seen] == [book.spent, book.distinct]


@pytest.mark.parametrize("key", PROVED)
def test_mean_excess_risk_is_below_the_bound_where_its_assumptions_hold(key: str) -> None:
    """The distribution is uniform over a few rows inside the ball; w* interpolates the labels."""
    entry, rng = ALGORITHMS[key], np.random.default_rng(8)
    d, m, runs, budget = 12, 300, 64, 4
    X = rng.normal(size=(40, d)) * np.arange(1, d + 1) ** -1.0
    order_of_norm = 2 if entry.family == "ridge" else np.inf
    X /= np.linalg.norm(X, ord=order_of_norm, axis=1).max()
    w_star = rng.choice([-1.0, 1.0], d) * 0.3
    B = float(np.linalg.norm(w_star, ord=2 if entry.family == "ridge" else 1))
    y, M = X @ w_star, (X * X).mean(axis=0)
    order = rng.integers(0, len(X), (runs, m))  # i.i.d. draws from the distribution
    many = lanes(eta=1.0, B=B, order=order, seed=1, run=np.arange(runs))
    one = learner(key, X, y, many, budget=budget, mode=THEORY, M=M)
    one.advance()
    risk = 0.5 * ((one.w_bar() @ X.T - y) ** 2).mean(axis=1)
    assert entry.bounds
    limit = float(bound(key, d=d, m=m, k=budget - 1, B=B, M=M))
    assert risk.mean() + 3 * risk.std() / np.sqrt(runs) < limit
    assert risk.mean() < 0.5 * (y**2).mean()  # and something was learnt


@pytest.mark.parametrize("size", [1e-300, 1e-150, 1e-80, 1e80])
@pytest.mark.parametrize("key", STEPPING)
def test_data_of_any_size_neither_fail_nor_leave_the_ball(key: str, size: float) -> None:
    entry = ALGORITHMS[key]
    if entry.joint and entry.learns_moments:
        size = min(size, 1e70)  # the fourth power must be a number
    X, y, M = data(seed=2, rows=20, d=4)
    order = np.stack([randomness.order(2, r, len(X), 60) for r in range(3)])
    three = lanes(eta=1.0, B=1.0, order=order, seed=2, run=np.arange(3))
    for p in ("plain", "moment_aware"):
        mode = replace(THEORY, p=p, warm_start=p == "plain", design="hard")
        one = learner(
            key,
            X * size,
            y,
            three,
            budget=3,
            mode=mode,
            M=M,
            step=StepRule(eta=np.array([1e-3, 1.0, 1e3])),
        )
        one.advance()
        assert np.isfinite(one.w_bar()).all()
        assert np.abs(one.w_bar()).max() <= 1.0


def test_a_lane_can_start_later_in_its_order_and_its_uniforms() -> None:
    X, y, M = data(seed=1, rows=30, d=9)
    order = randomness.order(4, 2, len(X), 50)[None]
    late = lanes(eta=0.1, B=1.0, order=order, seed=4, run=[2], start=20)
    one = learner("ddaerr", X, y, late, budget=3, mode=THEORY, M=M, step=StepRule(eta=0.1))
    one.advance()
    U = randomness.uniforms(4, 2, 20, 30, 3)
    q = sampling.sampling_distribution(M, "ridge")
    book = gaerr.run(X, y, order[0, 20:], U, q=q, k_x=2, k_phi=1, eta=0.1, B=1.0)
    np.testing.assert_allclose(one.w_bar()[0], book.w_bar, atol=1e-12)
    np.testing.assert_array_equal(U, randomness.uniforms(4, 2, 0, 50, 3)[20:])


def test_a_step_that_an_algorithm_does_not_have_is_refused() -> None:
    X, y, M = data(seed=6, rows=5, d=3)
    one = lanes(eta=1.0, B=1.0, order=np.array([[0, 1]]), seed=0, run=[0])
    for key, mode, step, sentence in (
        ("aerr", EXPERIMENTS, StepRule(factor=2.0), "step must not be a factor for AERR"),
        ("jaerr", THEORY, StepRule(factor=2.0), "step must not be a factor for JAERR"),
        ("adaptive_jaerr", EXPERIMENTS, StepRule(multiplier=1.0), "step must be a factor or an et"),
        ("adaptive_jaelr", THEORY, None, "mode must not be 'theory' for Adaptive JAELR"),
    ):
        with pytest.raises(ValueError, match=sentence):
            learner(key, X, y, one, budget=2, mode=mode, M=M, step=step)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"key": "ddaer"}, "key must be one of"),
        ({"key": "offline_ridge"}, "key must name an algorithm that takes steps"),
        ({"key": "aelr", "adagrad": True}, "adagrad must be False"),
        ({"budget": 1}, "budget must be a whole number >= 2"),
        ({"budget": 2.5}, "budget must be a whole number >= 2"),
        ({"key": "ddaerr", "M": None}, "M must be given"),
        ({"key": "ddaerr", "M": -np.ones(4)}, "M must be >= 0"),
        ({"key": "ddaerr", "M": np.zeros(4)}, "M must hold at least one moment > 0"),
        ({"key": "ddaerr", "M": np.ones(3)}, "M must have one moment for each of the 4"),
        ({"X": np.full((3, 4), np.nan)}, "X and y must hold finite numbers"),
        ({"X": np.zeros((0, 4)), "y": np.zeros(0)}, "X must be"),
        ({"y": np.zeros(2)}, "X must be"),
        ({"X": np.zeros((2, 4)), "y": np.zeros(2)}, "order must hold row numbers below 2"),
    ],
)
def test_bad_input_gets_one_sentence(change: dict[str, object], sentence: str) -> None:
    order = np.array([[0, 1, 2]])
    arguments: dict[str, object] = {
        "key": "aerr",
        "X": np.ones((3, 4)),
        "y": np.ones(3),
        "lanes": lanes(eta=1.0, B=1.0, order=order, seed=0, run=[0]),
        "budget": 2,
        "mode": THEORY,
        "M": np.ones(4),
    }
    with pytest.raises(ValueError, match="^" + sentence) as caught:
        learner(**(arguments | change))  # type: ignore[arg-type]
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"eta": 0.0}, "eta must be > 0"),
        ({"eta": np.inf}, "eta must hold finite numbers"),
        ({"B": -1.0}, "B must be > 0"),
        ({"B": [1.0, 2.0, 3.0]}, "B must be one number or 2"),
        ({"order": np.zeros((2, 0), dtype=int)}, "order must be a non-empty array"),
        ({"order": np.zeros((2, 3))}, "order must be a non-empty array"),
        ({"steps": 4}, "steps must be at least 1"),
        ({"steps": 0}, "steps must be at least 1"),
        ({"start": 3}, "steps must be at least 1"),
        ({"run": [-1, 0]}, "run must hold whole numbers"),
        ({"order_of_lane": [0, 2]}, "order_of_lane must name one of the 2 orders"),
        ({"seed": -1}, "seed must be a whole number"),
    ],
)
def test_bad_lanes_get_one_sentence(change: dict[str, object], sentence: str) -> None:
    arguments: dict[str, object] = {
        "eta": 1.0,
        "B": 1.0,
        "order": np.zeros((2, 3), dtype=int),
        "seed": 0,
        "run": [0, 1],
    }
    with pytest.raises(ValueError, match="^" + sentence):
        lanes(**(arguments | change))  # type: ignore[arg-type]


def test_a_step_is_a_multiple_or_a_size() -> None:
    with pytest.raises(ValueError, match="one of multiplier, eta and factor"):
        StepRule()
    with pytest.raises(ValueError, match="one of multiplier, eta and factor"):
        StepRule(multiplier=1.0, eta=1.0)
    with pytest.raises(ValueError, match="one of multiplier, eta and factor"):
        StepRule(multiplier=1.0, factor=1.0)


def test_modes_refuse_what_they_do_not_know() -> None:
    with pytest.raises(ValueError, match=r"^split must be one of"):
        replace(THEORY, split="half")
    with pytest.raises(ValueError, match=r"^m1_fraction must be"):
        replace(THEORY, m1_fraction=1.0)
    with pytest.raises(ValueError, match=r"^warm_start must be one of"):
        replace(THEORY, warm_start="yes")  # type: ignore[arg-type]
