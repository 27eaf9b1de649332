"""The joint lanes do what the textbook does, on the same uniforms.

As in `engine_cases`, real numbers come from generators, and runs that a change of
the step size in the 13th digit changes visibly are not compared.
"""

from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aelr_core import randomness
from aelr_core.designs import conditional_poisson, hard_budget, thinned_poisson
from aelr_core.designs.hard_budget import uniforms_per_step
from aelr_core.designs.inclusion import chances_to_be_seen
from aelr_core.engine.full import JAELRInTheory, JAERRInTheory
from aelr_core.engine.joint import design
from aelr_core.engine.joint.lasso import JAELR
from aelr_core.engine.joint.ridge import JAERR
from aelr_core.engine.lanes import AttributeAccess, Layout, lanes
from aelr_core.moments import second_moments
from aelr_core.textbook import jaelr, jaerr, joint_theory
from tests.core.engine_cases import most_lanes_are_compared as most_lanes_are_compared
from tests.core.engine_cases import well_conditioned

ENGINE = {"ridge": JAERR, "lasso": JAELR}
TEXTBOOK = {"ridge": jaerr, "lasso": jaelr}
both = pytest.mark.parametrize("family", ["ridge", "lasso"])
seeds = st.integers(0, 2**32 - 1)


@dataclass(frozen=True)
class Case:
    """A small training set and L lanes on it."""

    family: str
    X: np.ndarray
    y: np.ndarray
    rules: dict[str, object]  # K, M, aware, length, guarded: of engine and textbook alike
    automatic: bool
    seed: int
    size: np.ndarray  # multipliers or step sizes
    B: np.ndarray
    steps: np.ndarray
    start: np.ndarray
    run: np.ndarray
    orders: np.ndarray

    def learner(self, pick=slice(None), **given):
        some = lanes(
            eta=1.0 if self.automatic else self.size[pick],
            B=self.B[pick],
            steps=self.steps[pick],
            start=self.start[pick],
            run=self.run[pick],
            order=self.orders[pick],
            seed=self.seed,
        )
        multiplier = self.size[pick] if self.automatic else None
        return ENGINE[self.family](
            self.X, self.y, some, multiplier=multiplier, **self.rules, **given
        )

    def textbook(self, n, factor):
        start, steps = int(self.start[n]), int(self.steps[n])
        width = uniforms_per_step(self.rules["K"])
        U = randomness.uniforms(self.seed, int(self.run[n]), start, steps, width)
        step = {"multiplier" if self.automatic else "eta": float(self.size[n]) * factor}
        rows = self.orders[n, start : start + steps]
        step["B"] = float(self.B[n])
        return TEXTBOOK[self.family].run(self.X, self.y, rows, U, **self.rules, **step)


def make_data(kind, n, d, rng):
    X = {
        "gaussian": rng.normal(size=(n, d)) * np.arange(1, d + 1) ** -1.0,
        "sparse": (rng.random((n, d)) < 0.05).astype(np.uint8),
        "zero columns": rng.normal(size=(n, d)) * (rng.random(d) < 0.5),
        "constant": np.full((n, d), 0.7),
        "zero": np.zeros((n, d)),
    }[kind]
    return X, rng.normal(size=n)


def make_case(
    family,
    seed,
    *,
    kind,
    d,
    n,
    K,
    L,
    longest,
    adaptive,
    automatic,
    log_size,
    **rules,
):
    rng = np.random.default_rng(seed)
    X, y = make_data(kind, n, d, rng)
    steps = rng.integers(1, longest + 1, size=L)
    start, run = rng.integers(0, 6, size=L), rng.integers(0, 3, size=L)
    rows = int((start + steps).max())
    size = 10 ** (log_size + rng.uniform(-0.5, 0.5, size=L)) * (1.0 if automatic else 0.01)
    return Case(
        family=family,
        X=X,
        y=y,
        rules={"K": K, "M": None if adaptive else second_moments(X), **rules},
        automatic=automatic,
        seed=seed,
        size=size,
        B=10 ** rng.uniform(-1, 1, size=L),
        steps=steps,
        start=start,
        run=run,
        orders=np.stack([randomness.order(seed, int(r), n, rows) for r in run]),
    )


cases = st.builds(
    make_case,
    family=st.sampled_from(["ridge", "lasso"]),
    seed=seeds,
    kind=st.sampled_from(["gaussian", "sparse", "zero columns", "constant", "zero"]),
    d=st.integers(1, 60),
    n=st.integers(1, 15),
    K=st.integers(2, 22),
    L=st.integers(1, 4),
    longest=st.integers(1, 120),
    adaptive=st.booleans(),
    automatic=st.booleans(),
    log_size=st.floats(-2, 1),
    aware=st.booleans(),
    length=st.sampled_from(["plain", "measured"]),
    guarded=st.booleans(),
)


def compare(case):
    learner = case.learner(progressive=True)
    learner.advance()
    w_bar, (spent, distinct) = learner.w_bar(), learner.attributes_seen
    losses, seen = learner.progressive_loss_sums / case.steps, learner.inclusion_probabilities
    for n in range(len(case.steps)):
        result, nudged = case.textbook(n, 1.0), case.textbook(n, 1.0 + 1e-13)
        size = max(np.abs(result.w_bar).max(), 1e-6 * case.B[n])
        if not well_conditioned(result.w_bar, nudged.w_bar, size):
            continue
        assert spent[n] == distinct[n] == result.spent <= case.rules["K"] * case.steps[n]
        np.testing.assert_allclose(w_bar[n], result.w_bar, rtol=0, atol=1e-9 * size)
        scale = max(abs(result.state.progressive_loss), abs(nudged.state.progressive_loss), 1e-6)
        assert losses[n] == pytest.approx(result.state.progressive_loss, abs=1e-8 * scale)
        last = result.state.progress.block.design
        likely = chances_to_be_seen(last.pi, last.K)
        np.testing.assert_allclose(seen[n], likely, rtol=0, atol=1e-8)


@settings(max_examples=40)
@given(case=cases)
def test_the_engine_is_the_textbook(case):
    compare(case)


@both
@pytest.mark.parametrize("adaptive", [False, True], ids=["known", "adaptive"])
@pytest.mark.parametrize(
    ("d", "K"), [(400, 5), (300, 20), (60, 16), (18, 16), (20, 30)], ids=lambda n: str(n)
)
def test_long_runs_agree(family, adaptive, d, K):
    """Long enough for blocks of full length; a few attributes at the cap, or with it raised."""
    case = make_case(
        *(family, 7),
        kind="gaussian",
        d=d,
        n=40,
        K=K,
        L=3,
        longest=400 if d > 18 else 60,
        adaptive=adaptive,
        automatic=True,
        log_size=0.0,
        length="plain" if K == 16 else "measured",
        guarded=K != 20,
    )
    compare(case)


@both
@pytest.mark.parametrize("adaptive", [False, True], ids=["known", "adaptive"])
@pytest.mark.parametrize("K", [3, 20])
def test_lanes_and_chunks_do_not_matter(family, adaptive, K):
    case = make_case(
        *(family, 11),
        kind="sparse",
        d=45,
        n=12,
        K=K,
        L=5,
        longest=150,
        adaptive=adaptive,
        automatic=True,
        log_size=0.0,
        length="measured",
        guarded=True,
    )
    whole = case.learner(progressive=True)
    whole.advance()
    expected, losses = whole.w_bar(), whole.progressive_loss_sums
    for n in range(5):
        alone = case.learner(slice(n, n + 1), progressive=True)
        while alone.t < alone.steps:
            alone.advance(7)
            alone.w_bar()  # to look changes nothing
        np.testing.assert_allclose(alone.w_bar()[0], expected[n], rtol=1e-12, atol=1e-15)
        assert alone.progressive_loss_sums[0] == pytest.approx(losses[n], rel=1e-9, abs=1e-12)
        assert alone.attributes_seen[0][0] == whole.attributes_seen[0][n]
    turned = case.learner([4, 2, 0, 1, 3])
    while turned.t < turned.steps:
        turned.advance(37)  # no multiple of anything: lanes stop within their blocks
        assert (turned.attributes_seen[0] <= K * turned.t).all()
    np.testing.assert_allclose(turned.w_bar(), expected[[4, 2, 0, 1, 3]], rtol=1e-12, atol=1e-15)


def test_lanes_begin_their_blocks_together(monkeypatch):
    """Adaptive lanes see their first value other than 0, and begin a block, at different steps."""
    rng = np.random.default_rng(5)
    d, K, L, steps = 40, 3, 6, 300
    X = rng.normal(size=(steps, d)) * (rng.random((steps, d)) < 0.1)
    order = np.stack([rng.permutation(steps) for _ in range(L)])
    X[order[3, :9]] = 0.0
    some = lanes(eta=1.0, B=2.0, order=order, seed=1, run=np.arange(L))
    learner = JAERR(X, rng.normal(size=steps), some, K=K)
    prepare, prepared = design.ConditionalPoisson.prepare, []

    def counted(self, which, u):
        prepared.append(len(u))
        prepare(self, which, u)

    monkeypatch.setattr(design.ConditionalPoisson, "prepare", counted)
    learner.advance(60)
    prepared.clear()
    learner.advance()
    assert len(prepared) <= (steps - 60) / (d // K) + 2


@both
def test_in_mode_theory_too(family):
    """Poisson sampling, a constant step and the uniform average; lanes of different lengths."""
    rng = np.random.default_rng(4)
    X, y, d = rng.normal(size=(20, 12)), rng.normal(size=20), 12
    M, eta, B, steps = second_moments(X), np.array([0.01, 0.05, 0.3]), 1.5, [40, 60, 25]
    orders = np.stack([randomness.order(5, r, 20, 60) for r in range(3)])
    some = lanes(eta=eta, B=B, order=orders, seed=5, run=np.arange(3), steps=steps)
    engine = JAERRInTheory if family == "ridge" else JAELRInTheory
    learner = engine(X, y, some, K=3, M=M)
    learner.advance(13)
    learner.advance()
    w_bar, (spent, distinct) = learner.w_bar(), learner.attributes_seen
    for n in range(3):
        U = randomness.uniforms(5, n, 0, steps[n], d)
        given_to_both = {"K": 3, "M": M, "eta": float(eta[n]), "B": B}
        run = X, y, orders[n, : steps[n]], U
        result = joint_theory.run(*run, family=family, **given_to_both)
        np.testing.assert_allclose(w_bar[n], result.w_bar, rtol=1e-9, atol=1e-14)
        assert spent[n] == distinct[n] == result.spent


def test_fewer_than_two_attributes_are_refused():
    data = {"kind": "gaussian", "d": 4, "n": 4, "K": 1, "L": 1, "longest": 3, "log_size": 0.0}
    case = make_case("ridge", 1, **data, adaptive=False, automatic=True)
    with pytest.raises(ValueError, match="K must"):
        case.learner()


@both
def test_a_moment_of_zero_needs_an_attribute_of_zeros(family):
    some = lanes(eta=1.0, B=1.0, order=[[0, 1]], seed=1, run=[0])
    with pytest.raises(ValueError, match="M must be > 0 for every attribute that is not 0"):
        ENGINE[family](np.eye(3), np.ones(3), some, K=2, M=np.array([1.0, 0.0, 1.0]))


@pytest.mark.parametrize("n", [1, 30])
@pytest.mark.parametrize(
    ("d", "K", "count"), [(3, 1, 1), (4, 2, 6), (40, 5, 7), (30, 16, 3), (129, 3, 6)]
)
def test_draws_of_many_lanes_are_the_draws_of_each(d, K, count, n):
    rng = np.random.default_rng(d)
    f = 10 ** rng.uniform(-3, 1, size=(count, d))
    f[:, rng.integers(d)] = 0.0
    gamma = conditional_poisson.odds(hard_budget.working_probabilities(f, K))
    T = conditional_poisson.suffix_polynomials(gamma, K)
    tables, e = design.lane_tables(gamma, K)
    for lane in range(count):  # two lanes side by side, from the last attribute on
        table = np.stack([table[lane // 2, ::-1, lane % 2] for table in tables])
        np.testing.assert_allclose(table, T[lane, 1:], rtol=1e-12)
    np.testing.assert_allclose(e, T[:, :, 0].T, rtol=1e-12)
    u = rng.random((count, n, K))
    u[0, 0], u[-1, -1] = np.nextafter(1, 0), 0.0
    S = design.draw_conditional(u, tables)
    for lane in range(count):
        for step in range(n):
            expected = conditional_poisson.draw(u[lane, step], T[lane])
            np.testing.assert_array_equal(S[step, :, lane], expected)


@pytest.mark.parametrize("largest", [0.05, 0.5, 0.95])
def test_thinned_draws_of_many_lanes_are_the_draws_of_each(largest):
    rng = np.random.default_rng(1)
    K, d = 20, 200
    pi = largest * rng.random((4, d)) ** 3
    pi[:, :K] = largest
    u = rng.random((4, 5, thinned_poisson.uniforms_needed(K)))
    u[0, 0, :] = 0.01  # so many points that they do not reach the end
    S, N = design.draw_thinned(u, pi, K)
    for lane in range(4):
        for step in range(5):
            sample, size = thinned_poisson.draw(u[lane, step], pi[lane], K)
            assert N[step, lane] == size
            np.testing.assert_array_equal(S[step, lane, : len(sample)], sample)
            assert (S[step, lane, len(sample) :] == d).all()


@pytest.mark.parametrize("lanes_last", [True, False])
def test_an_attribute_that_is_seen_twice_counts_once_as_a_distinct_one(lanes_last):
    layout, access = Layout(lanes_last=lanes_last), AttributeAccess(np.zeros((3, 6)), 2)
    rows = np.array([[0, 1], [2, 2]])

    def look(samples, *, full):  # (steps, lanes, n)
        by_draw = np.array(samples)
        arranged = by_draw.transpose(0, 2, 1) if lanes_last else by_draw
        access.look_at_samples(rows, arranged, layout, full=full)

    look([[[0, 2, 4], [1, 1, 3]], [[0, 1, 2], [3, 4, 5]]], full=True)
    np.testing.assert_array_equal(access.spent, [6, 6])
    np.testing.assert_array_equal(access.distinct, [6, 5])
    look([[[0, 6, 6], [2, 3, 6]], [[1, 1, 6], [6, 6, 6]]], full=False)  # 6 is no attribute
    np.testing.assert_array_equal(access.spent, [9, 8])
    np.testing.assert_array_equal(access.distinct, [8, 7])
