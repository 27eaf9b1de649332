"""The loops that the engine is compared with compute what it computes."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aelr_core import randomness, sampling
from aelr_core.algorithms import StepRule, learner
from aelr_core.engine.lanes import lanes
from aelr_core.engine.lasso import GAELR
from aelr_core.engine.ridge import GAERR
from aelr_core.modes import EXPERIMENTS
from aelr_core.textbook import gaelr, gaerr
from benchmarks import loops
from benchmarks.joint_loop import compiled_joint_loop, joint_loop
from benchmarks.timing import compare, joint_rows
from benchmarks.work import JointWork, Work, by_engine

LOOPS = {
    "ridge": [loops.plain_ridge, loops.compiled_ridge, loops.limit_ridge],
    "lasso": [loops.plain_lasso, loops.compiled_lasso, loops.limit_lasso],
}
ENGINES = {"ridge": GAERR, "lasso": GAELR}
families = pytest.mark.parametrize("family", ["ridge", "lasso"])


@pytest.mark.parametrize(
    ("family", "loop"), [(family, loop) for family in LOOPS for loop in LOOPS[family]]
)
@settings(max_examples=30)
@given(
    seed=st.integers(0, 2**32),
    d=st.integers(1, 12),
    k_x=st.integers(1, 10),
    k_phi=st.integers(1, 4),
    eta=st.sampled_from([0.01, 0.3, 3.0]),
    B=st.sampled_from([0.1, 2.0]),
)
def test_a_loop_gives_the_engine_s_average(
    family: str,
    loop: Callable[..., np.ndarray],
    seed: int,
    d: int,
    k_x: int,
    k_phi: int,
    eta: float,
    B: float,
) -> None:
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(20, d)), rng.normal(size=20)
    q = rng.random(d) + 0.1
    q /= q.sum()
    rows = randomness.order(seed, 3, 20, 40)
    one = lanes(eta=eta, B=B, order=rows[None], seed=seed, run=[3])
    lane = ENGINES[family](X, y, one, q=q, k_x=k_x, k_phi=k_phi)
    lane.advance()
    U = randomness.uniforms(seed, 3, 0, 40, k_x + k_phi)
    w_bar = loop(X, y, rows, U, q, k_x, eta, B)
    np.testing.assert_allclose(w_bar, lane.w_bar()[0], rtol=1e-9, atol=1e-9 * B)


def test_a_compiled_lasso_loop_does_not_overflow() -> None:
    X, y, q = np.ones((1, 2)), np.array([1.0]), np.array([0.5, 0.5])
    rows, U = np.zeros(2000, dtype=np.int64), randomness.uniforms(0, 0, 0, 2000, 2)
    w_bar = loops.compiled_lasso(X, y, rows, U, q, 1, 5.0, 0.5)
    assert np.isfinite(w_bar).all()
    assert 0.49 < w_bar.sum() < 0.5


@families
@pytest.mark.parametrize("split", ["theory", "even"])
def test_the_work_is_the_same_for_all(family: str, split: str) -> None:
    work = Work(family, d=30, budget=7, lanes=3, steps=600, split=split)
    expected = by_engine(work)
    assert np.abs(expected).max() > 0
    for loop in LOOPS[family]:
        np.testing.assert_allclose(work.by_loop(loop, 2), expected[:2], rtol=1e-9, atol=1e-12)


@families
@pytest.mark.parametrize("adaptive", [False, True])
@pytest.mark.parametrize(("d", "budget"), [(6, 2), (30, 5), (60, 16), (60, 17)])
def test_the_joint_loop_gives_the_engine_s_average(
    family: str, adaptive: bool, d: int, budget: int
) -> None:
    work = JointWork(family, d, budget, lanes=3, steps=60, adaptive=adaptive)
    expected = by_engine(work)
    assert np.abs(expected).max() > 0
    np.testing.assert_allclose(work.by_loop(joint_loop, 2), expected[:2], rtol=1e-9, atol=1e-12)


@pytest.mark.long  # it is compiled first
def test_the_compiled_joint_loop_gives_the_engine_s_average() -> None:
    works = [
        JointWork(family, d, budget, 2, 400, adaptive)
        for d, budget in ((100, 5), (200, 57))
        for family in ("ridge", "lasso")
        for adaptive in (False, True)
    ]
    for row in joint_rows(works, compiled_joint_loop(), 1, print):
        assert row["largest_difference"] < 1e-9
        assert row["share_of_compiled"] == row["us"]["engine"] / row["us"]["compiled"]


# ---- Long runs: still the textbook's and the compiled loop's to rounding -----------------------


@pytest.mark.long
@pytest.mark.parametrize(
    ("key", "book"), [("ddaerr", gaerr.run), ("ddaelr", gaelr.run)], ids=["ridge", "lasso"]
)
def test_many_steps_stay_with_the_textbook(key: str, book: Callable[..., Any]) -> None:
    steps, seed, B = 20_000, 3, 2.0
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(500, 20)) * np.arange(1, 21) ** -0.5
    y, M = X @ rng.normal(size=20) + rng.normal(size=500), (X * X).mean(axis=0)
    order = randomness.order(seed, 0, len(X), steps)
    one = lanes(eta=1.0, B=B, order=order[None], seed=seed, run=[0])
    fast = learner(key, X, y, one, budget=3, mode=EXPERIMENTS, M=M, step=StepRule(eta=0.05))
    fast.advance()
    q = sampling.sampling_distribution(M, "ridge" if key == "ddaerr" else "lasso")
    k_x, k_phi = sampling.split(3, "even")
    U = randomness.uniforms(seed, 0, 0, steps, 3)
    slow = book(X, y, order, U, q=q, k_x=k_x, k_phi=k_phi, eta=0.05, B=B, M=M)
    np.testing.assert_allclose(fast.w_bar()[0], slow.w_bar, rtol=0, atol=1e-9)
    assert fast.attributes_seen[0][0] == slow.spent == 3 * steps


# With the theorem's own step for ridge a long run is chaotic: a change in the 13th digit grows
# until no digit is the same. With the theorem's own step for lasso w hardly leaves 0.
@pytest.mark.long
@pytest.mark.parametrize(("family", "multiplier"), [("ridge", 0.1), ("lasso", 10.0)])
def test_a_hundred_thousand_steps_stay_with_the_compiled_loop(
    family: str, multiplier: float
) -> None:
    work = Work(family, 20, 5, 1, 100_000, multiplier=multiplier)
    compiled = {"compiled": loops.all_loops()["compiled"]}
    assert compare(work, compiled, 1)[1] < 1e-9
