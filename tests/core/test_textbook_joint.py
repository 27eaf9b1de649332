"""JAERR, JAELR and their adaptive forms, step by step: budget, special cases, degenerate data."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aelr_core.designs.hard_budget import uniforms_per_step
from aelr_core.designs.inclusion import water_filling
from aelr_core.exponentiated import LARGEST_THETA, w_of
from aelr_core.moments import second_moments
from aelr_core.norms import project_l2
from aelr_core.textbook import jaelr, jaerr, joint_theory
from aelr_core.textbook.joint import joint_rules
from aelr_core.textbook.walk import Example

FAMILIES = {"ridge": jaerr, "lasso": jaelr}
seeds = st.integers(0, 2**32 - 1)
both = pytest.mark.parametrize("family", ["ridge", "lasso"])
both_kinds = pytest.mark.parametrize("adaptive", [False, True], ids=["known", "adaptive"])


def some_data(rng, n=12, d=9, kind="gaussian"):
    X = rng.normal(size=(n, d)) * np.arange(1, d + 1) ** -1.0
    if kind == "sparse":
        X = (rng.random((n, d)) < 0.15).astype(float)
    if kind == "zero columns":
        X[:, rng.random(d) < 0.5] = 0.0
    if kind == "constant":
        X[:] = 0.7
    if kind == "zero":
        X[:] = 0.0
    y = np.zeros(n) if kind == "zero labels" else rng.normal(size=n)
    return X, y


def a_run(family, rng, *, kind="gaussian", d=9, K=3, m=40, adaptive=False, **given):
    X, y = some_data(rng, d=d, kind=kind)
    order, U = rng.integers(len(X), size=m), rng.random((m, uniforms_per_step(K)))
    M = None if adaptive else second_moments(X)
    given = {"K": K, "B": 2.0, "M": M} | given
    return X, y, order, U, given


KINDS = ["gaussian", "sparse", "zero columns", "constant", "zero", "zero labels"]


@both
@both_kinds
@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=4)
@given(
    seed=seeds,
    d=st.integers(1, 30),
    K=st.integers(2, 20),
    m=st.integers(1, 30),
    eta=st.sampled_from([None, 1e-3, 10.0]),
)
def test_an_example_counts_at_most_k_attributes_and_none_twice(
    family, adaptive, kind, seed, d, K, m, eta
):
    rng = np.random.default_rng(seed)
    *run, given = a_run(family, rng, kind=kind, d=d, K=K, m=m, adaptive=adaptive, eta=eta)
    for example, state, step in FAMILIES[family].trace(*run, **given):
        assert example.spent == example.distinct == len(step.x) <= K
        if adaptive and K <= 16:
            assert example.spent == min(K, d)
        order = 2 if family == "ridge" else 1
        assert np.linalg.norm(step.w_next, ord=order) <= given["B"] * (1 + 1e-12)
        assert np.isfinite(state.w_bar).all()
        assert np.isfinite([step.loss, step.eta, step.block.A]).all()
    result = FAMILIES[family].run(*run, **given)
    np.testing.assert_array_equal(result.w_bar, state.w_bar)
    if kind in ("zero", "zero labels"):
        assert not result.w_bar.any()


@both
def test_with_everything_seen_it_is_online_learning_with_these_steps(family):
    """K >= d₊: the full gradient, η = c/(A√(1 + t/d)), weights linear in intrinsic time."""
    X, y, order, U, given = a_run(family, np.random.default_rng(1), K=9)
    X[:, 2] = 0.0
    given["M"] = M = second_moments(X)
    d, B, w, theta = 9, given["B"], np.zeros(9), np.zeros(9)
    tau = Omega = 0.0
    w_bar, following = np.zeros(d), 0
    for t, row in enumerate(order):
        u = np.ones(d) if family == "ridge" else np.cosh(theta) / np.cosh(theta).sum()
        if t == following:
            A = (u * M).sum() * (1 if family == "ridge" else B)
            following = t + 1  # T_b = 9 // 8 = 1
        tau += 1 / A
        Omega += tau / A
        w_bar += tau / A / Omega * (w - w_bar)
        g = (w @ X[row] - y[row]) * X[row]
        eta = (0.5 if family == "ridge" else 0.7) / (A * np.sqrt(1 + t / d))
        if family == "ridge":
            w = project_l2(w - eta * g, B)
        else:
            theta -= np.clip(eta * g, -1, 1)
            w = w_of(theta, B)
    result = FAMILIES[family].run(X, y, order, U, **given, length="plain", guarded=False)
    np.testing.assert_allclose(result.w_bar, w_bar, rtol=1e-12, atol=1e-14)
    assert result.spent == len(order) * 8


@both
def test_a_constant_step_has_linear_weights_and_no_warm_up(family):
    *run, given = a_run(family, np.random.default_rng(2), adaptive=True, eta=0.03)
    steps = [step for _, _, step in FAMILIES[family].trace(*run, **given)]
    assert steps[0].eta == 0.0  # nothing was seen before
    assert {step.eta for step in steps[1:]} == {0.03}
    w = np.array([step.w for step in steps])
    weights = np.arange(1, len(w) + 1)
    weights[0] = 0
    result = FAMILIES[family].run(*run, **given)
    np.testing.assert_allclose(result.w_bar, weights @ w / weights.sum(), rtol=1e-10)


@both
def test_the_multiplier_multiplies_the_automatic_step(family):
    *run, given = a_run(family, np.random.default_rng(3))
    (_, _, once), (_, _, twice) = (
        next(FAMILIES[family].trace(*run, **given, multiplier=factor)) for factor in (1.0, 2.0)
    )
    assert twice.eta == 2 * once.eta
    A = once.block.A
    assert once.eta == pytest.approx({"ridge": 0.5, "lasso": 0.7}[family] / A)


@both
def test_a_design_that_is_not_aware_of_w_follows_the_moments_alone(family):
    *run, given = a_run(family, np.random.default_rng(3))
    root, designs = np.sqrt(given["M"]), []
    for aware in (False, True):
        *_, (_, _, last) = FAMILIES[family].trace(*run, **given, aware=aware)
        designs.append(last.block.design.pi)
    np.testing.assert_allclose(designs[0], water_filling(root, 3, cap=0.8), rtol=1e-12)
    assert np.abs(designs[1] - designs[0]).max() > 0.01


@both
def test_the_warm_up_and_the_blocks_follow_their_timetable(family):
    *run, given = a_run(family, np.random.default_rng(4), d=30, K=3, m=80, adaptive=True)
    begun, T_b, d, before = [0], 10, 30, 2
    for t, (_, _, step) in enumerate(FAMILIES[family].trace(*run, **given)):
        if t > 1 and step.block.next != before:
            begun.append(t)
            assert step.block.next == t + min(T_b, max(1, t // 4))
        before = step.block.next
        if t:
            factor = {"ridge": 0.5, "lasso": 0.7}[family] * min(1, (t + 1) / (2 * T_b))
            assert step.eta == pytest.approx(factor / (step.block.A * np.sqrt(1 + t / d)))
    assert begun[-3:] == [51, 61, 71]


@both
@both_kinds
@settings(max_examples=5)
@given(seed=seeds)
def test_the_unit_of_x_does_not_matter(family, adaptive, seed):
    """x → 64x, B → B/64: the same path of predictions. Powers of two, so exact but for roots."""
    rng = np.random.default_rng(seed)
    X, y, order, U, given = a_run(family, rng, adaptive=adaptive, kind="sparse", d=20)
    one = FAMILIES[family].run(X, y, order, U, **given)
    given |= {"B": given["B"] / 64, "M": None if adaptive else given["M"] * 64**2}
    other = FAMILIES[family].run(64 * X, y, order, U, **given)
    np.testing.assert_allclose(64 * other.w_bar, one.w_bar, rtol=1e-9, atol=1e-12)


@both
@settings(max_examples=5)
@given(seed=seeds)
def test_pi_depends_on_the_past_only(family, seed):
    rng = np.random.default_rng(seed)
    X, y, order, U, given = a_run(family, rng, adaptive=True, m=25)
    order[-1] = len(X) - 1
    order[:-1] %= len(X) - 1
    last = [list(FAMILIES[family].trace(X, y, order, U, **given))[-1][2]]
    X[-1], y[-1] = rng.normal(size=X.shape[1]), 5.0
    last.append(list(FAMILIES[family].trace(X, y, order, U, **given))[-1][2])
    for field in ("w", "eta"):
        np.testing.assert_array_equal(getattr(last[0], field), getattr(last[1], field))
    np.testing.assert_array_equal(last[0].sample.S, last[1].sample.S)
    np.testing.assert_array_equal(last[0].block.design.pi, last[1].block.design.pi)


@both
def test_nothing_is_learnt_before_a_value_other_than_zero_was_seen(family):
    X = np.zeros((5, 6))
    X[3:] = 2.0
    y, order, U = np.ones(5), np.arange(5), np.random.default_rng(5).random((5, 2))
    states, steps = zip(
        *[(s, r) for _, s, r in FAMILIES[family].trace(X, y, order, U, K=2, B=1.0)], strict=True
    )
    for step in steps[:4]:  # the step that sees it is one of them
        np.testing.assert_allclose(step.block.design.pi, 2 / 6)
        assert step.eta == 0.0
    assert states[3].progress.tau == states[3].progress.Omega == 0.0
    assert states[3].progress.block.next == 4
    assert steps[4].eta > 0
    np.testing.assert_allclose(steps[4].block.M, 1.0, rtol=1e-5)
    measured = 2 * 4 / (2 / 6) ** 2 / (1 if family == "ridge" else 6)
    assert states[3].progress.seen.o == pytest.approx(2 / 5 * measured)


@both
def test_attributes_that_are_never_seen_get_their_share(family):
    """On flat data n_0 stays large and π near K/d; M̂ > 0 for all of them, always."""
    rng = np.random.default_rng(6)
    X = rng.choice([-1.0, 1.0], size=(50, 40))
    U = rng.random((100, 4))
    trace = FAMILIES[family].trace(X, X[:, 0], rng.integers(50, size=100), U, K=4, B=0.1)
    for _, _, step in trace:
        assert (step.block.M > 0).all()
        np.testing.assert_allclose(step.block.M, 1.0)
        assert (step.block.design.pi > 0).all()


@both
def test_a_moment_of_zero_needs_an_attribute_of_zeros(family):
    X, y, order, U, given = a_run(family, np.random.default_rng(7))
    given["M"] = given["M"] * (np.arange(9) != 4)
    with pytest.raises(ValueError, match=r"^M must be > 0 for every attribute that is not 0"):
        FAMILIES[family].run(X, y, order, U, **given)
    X[:, 4] = 0.0
    for _, _, step in FAMILIES[family].trace(X, y, order, U, **given):
        assert step.block.design.pi[4] == 0
        assert 4 not in step.sample.S


@both
@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"K": 1}, "K must be at least 2: pairs need two attributes."),
        ({"K": 0}, "K must be a whole number >= 1"),
        ({"B": 0.0}, "B must be"),
        ({"eta": -1.0}, "eta must be"),
        ({"multiplier": 0.0}, "multiplier must be"),
        ({"M": np.ones(4)}, "M must have one entry per attribute, 9"),
        ({"K": 4}, "U must have 4 uniforms per step"),
    ],
)
def test_bad_arguments_are_refused_with_a_sentence(family, changed, sentence):
    *run, given = a_run(family, np.random.default_rng(8))
    with pytest.raises(ValueError) as caught:
        FAMILIES[family].run(*run, **given | changed)
    assert str(caught.value).startswith(sentence)


def test_theta_is_kept_within_its_limit():
    given = joint_rules(2, "lasso", K=2, B=1.0, M=[1.0, 1.0], eta=1.0)
    state = replace(jaelr.init(given), theta=np.array([199.5, 0.0]))
    state, step = jaelr.step(state, Example([1.0, 0.0]), 1e9, [0.5, 0.5], given)
    assert step.clipped
    assert state.theta[0] == LARGEST_THETA


# -- mode theory --------------------------------------------------------------------------------


@both
def test_in_mode_theory_the_budget_holds_in_expectation(family):
    rng = np.random.default_rng(9)
    X, y, order, _, given = a_run(family, rng, m=400, d=9, K=3)
    run = X, y, order, rng.random((400, 9))
    common = {"K": 3, "M": given["M"], "B": 2.0}
    result = joint_theory.run(*run, family=family, eta=0.01, **common)
    assert result.spent == result.distinct
    assert 2.0 * 400 < result.spent < 3.2 * 400
    state, w_sum, expected = joint_theory.init(9, family), np.zeros(9), 0.0
    for row, u in zip(order, run[3], strict=True):
        state, step = joint_theory.step(state, Example(X[row]), y[row], u, eta=0.01, **common)
        w_sum, expected = w_sum + step.w, expected + step.pi.sum()
        assert step.pi.sum() <= 3 + 1e-12
    np.testing.assert_allclose(result.w_bar, w_sum / 400, rtol=1e-12)
    assert abs(result.spent - expected) < 5 * np.sqrt(expected)
