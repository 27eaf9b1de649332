"""Every textbook algorithm keeps the ball, the budget and the average, step by step."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aelr_core.norms import one_norm, two_norm
from aelr_core.textbook import gaelr, gaerr, online_lasso, online_ridge
from aelr_core.textbook.walk import Example

seeds = st.integers(0, 2**32 - 1)
K_X, K_PHI = 3, 2


def budgeted(algorithm, start, aware):
    """Steps of a budgeted algorithm, as (example, state, step)."""

    def walk(X, y, order, rng, eta, B):
        d = X.shape[1]
        q = rng.random(d) + 0.1
        U = rng.random((len(order), K_X + K_PHI))
        return algorithm.trace(
            *(X, y, order, U),
            start=start(d),
            q=q / q.sum(),
            k_x=K_X,
            k_phi=K_PHI,
            eta=eta,
            B=B,
            M=np.mean(X**2, axis=0) if aware else None,
        )

    return walk


def full(algorithm, start):
    """Steps of a full-information algorithm, as (example, state, step)."""

    def walk(X, y, order, rng, eta, B):
        state = start(X.shape[1])
        for row in order:
            example = Example(X[row])
            state, step = algorithm.step(state, example, y[row], eta=eta, B=B)
            yield example, state, step

    return walk


def adagrad(d):
    return gaerr.init(d, adagrad=True)


def linear(algorithm):
    """The start of a run with the weights 1, 2, 3, … in its average."""
    return lambda d: algorithm.init(d, average="linear")


# name: (steps, the norm of its ball, draws per example)
ALGORITHMS = {
    "gaerr": (budgeted(gaerr, gaerr.init, False), two_norm, K_X + K_PHI),
    "gaerr, moment-aware": (budgeted(gaerr, gaerr.init, True), two_norm, K_X + K_PHI),
    "gaerr, adagrad": (budgeted(gaerr, adagrad, False), two_norm, K_X + K_PHI),
    "gaelr": (budgeted(gaelr, gaelr.init, False), one_norm, K_X + K_PHI),
    "gaelr, moment-aware": (budgeted(gaelr, gaelr.init, True), one_norm, K_X + K_PHI),
    "gaerr, linear average": (budgeted(gaerr, linear(gaerr), False), two_norm, K_X + K_PHI),
    "gaelr, linear average": (budgeted(gaelr, linear(gaelr), False), one_norm, K_X + K_PHI),
    "online ridge": (full(online_ridge, online_ridge.init), two_norm, None),
    "online ridge, adagrad": (full(online_ridge, adagrad), two_norm, None),
    "online ridge, linear average": (full(online_ridge, linear(online_ridge)), two_norm, None),
    "online lasso": (full(online_lasso, online_lasso.init), one_norm, None),
    "online lasso, linear average": (full(online_lasso, linear(online_lasso)), one_norm, None),
}
every_algorithm = pytest.mark.parametrize("name", ALGORITHMS)


def make_data(kind, n, d, rng):
    X = {
        "gaussian": rng.normal(size=(n, d)),
        "sparse": (rng.random((n, d)) < 0.2).astype(float),
        "zero columns": rng.normal(size=(n, d)) * (rng.random(d) < 0.5),
        "zero": np.zeros((n, d)),
    }[kind]
    return X, rng.normal(size=n)


@every_algorithm
@settings(max_examples=12)
@given(
    seed=seeds,
    kind=st.sampled_from(["gaussian", "sparse", "zero columns", "zero"]),
    d=st.integers(1, 8),
    m=st.integers(1, 20),
    log_eta=st.one_of(st.floats(-12, 12), st.floats(-290, 290)),
    log_B=st.floats(-3, 3),
)
def test_ball_budget_and_average(name, seed, kind, d, m, log_eta, log_B):
    walk, norm, draws = ALGORITHMS[name]
    rng = np.random.default_rng(seed)
    X, y = make_data(kind, 5, d, rng)
    eta, B = 10**log_eta, 10**log_B
    iterates = []
    for t, (example, state, step) in enumerate(
        walk(X, y, rng.integers(0, 5, size=m), rng, eta, B), start=1
    ):
        iterates.append(step.w)
        assert np.isfinite(step.w_next).all()
        assert norm(step.w_next) <= B * (1 + 1e-12)
        assert example.spent == (d if draws is None else draws)
        assert 1 <= example.distinct <= min(d, example.spent)
        assert state.t == t
    assert t == m
    assert (iterates[0] == 0).all()
    weights = np.arange(1, m + 1) if "linear" in name else np.ones(m)
    w_bar = np.average(iterates, axis=0, weights=weights)
    np.testing.assert_allclose(state.w_bar, w_bar, rtol=1e-12, atol=1e-14 * B)
    if kind == "zero":
        assert (step.w_next == 0).all()


@every_algorithm
def test_a_step_starts_where_the_last_one_ended(name):
    walk, _, _ = ALGORITHMS[name]
    rng = np.random.default_rng(1)
    X, y = make_data("gaussian", 4, 6, rng)
    steps = [step for _, _, step in walk(X, y, [0, 1, 2, 3] * 5, rng, 0.1, 1.0)]
    for before, after in pairwise(steps):
        np.testing.assert_array_equal(before.w_next, after.w)
    assert np.abs(steps[-1].w_next).max() > 0


@every_algorithm
def test_the_step_is_the_papers_update(name):
    """Lines 10 to 12 of Algorithm 1 and 11 to 15 of Algorithm 3, by their records."""
    walk, _, _ = ALGORITHMS[name]
    rng = np.random.default_rng(2)
    X, y = make_data("gaussian", 4, 6, rng)
    eta, B = 0.5, 1.0
    squares = np.zeros(6)
    z_plus = z_minus = np.ones(6)
    for row, (_, state, step) in zip(
        [0, 1, 2, 3] * 5, walk(X, y, [0, 1, 2, 3] * 5, rng, eta, B), strict=True
    ):
        if "online" in name:
            np.testing.assert_allclose(step.g, (step.w @ X[row] - y[row]) * X[row])
            g = step.g
        else:
            np.testing.assert_allclose(step.g_tilde, step.phi_tilde * step.x_tilde)
            g = step.g_tilde
        squares += g**2
        if "lasso" in name or "gaelr" in name:
            g_bar = np.clip(g, -1 / eta, 1 / eta)
            z_plus, z_minus = z_plus * np.exp(-eta * g_bar), z_minus * np.exp(eta * g_bar)
            w_next = B * (z_plus - z_minus) / (z_plus.sum() + z_minus.sum())
            np.testing.assert_allclose(step.g_clipped, g_bar)
            np.testing.assert_allclose(state.z_plus, z_plus, rtol=1e-12)
            np.testing.assert_allclose(state.z_minus, z_minus, rtol=1e-12)
            np.testing.assert_allclose(step.w_next, w_next, rtol=1e-10, atol=1e-15)
            continue
        moved = g != 0
        if "adagrad" in name:
            g = g / np.where(moved, np.sqrt(squares), 1.0)
            np.testing.assert_allclose(state.squares, squares)
        v = step.w - eta * g
        length = np.linalg.norm(v)
        np.testing.assert_allclose(step.v, v, atol=1e-15)
        np.testing.assert_allclose(step.w_next, v * B / max(length, B), atol=1e-15)
        assert (step.v == step.w)[~moved].all()
        assert step.projected == (length > B)
        assert step.scale == pytest.approx(B / max(length, B))


@pytest.mark.parametrize("name", ["gaelr", "online lasso"])
def test_a_long_lasso_run_with_huge_steps_does_not_overflow(name):
    """θ moves by at most 1 per step, so it starts where ten thousand such steps would lead."""
    rng = np.random.default_rng(3)
    X, y = np.ones((1, 4)), np.array([1e6])
    far = [1e4, -1e4, 5e3, 0.0]
    if name == "gaelr":
        walk = budgeted(gaelr, lambda d: gaelr.init(d, theta=far), False)
    else:
        walk = full(online_lasso, lambda d: online_lasso.init(d, theta=far))
    for _, state, step in walk(X, y, np.zeros(50, dtype=int), rng, 1e300, 2.0):
        assert np.isfinite(step.w_next).all()
        assert one_norm(step.w_next) <= 2.0 * (1 + 1e-12)
        assert np.isfinite(state.theta).all()
    assert np.abs(state.theta).max() > 1e4
    np.testing.assert_array_equal(state.theta % 1, 0)  # every move was clipped, to exactly 1
    assert np.isinf(state.z_plus).any()
    assert np.isinf(state.z_minus).any()


def test_with_equal_moments_knowing_them_changes_nothing():
    rng = np.random.default_rng(4)
    X = rng.choice([-1.0, 1.0], size=(20, 5))
    y, order, U = rng.normal(size=20), rng.permutation(20), rng.random((20, 4))
    given = {"q": np.full(5, 0.2), "k_x": 3, "k_phi": 1, "eta": 0.1, "B": 2.0}
    plain = gaelr.run(X, y, order, U, **given)
    aware = gaelr.run(X, y, order, U, M=np.ones(5), **given)
    np.testing.assert_allclose(aware.w_bar, plain.w_bar, rtol=1e-13)


@pytest.mark.parametrize("algorithm", [gaerr, gaelr])
def test_run_counts_what_the_examples_count(algorithm):
    rng = np.random.default_rng(5)
    X, y = make_data("gaussian", 6, 4, rng)
    order, U = rng.permutation(6), rng.random((6, 7))
    given = {"q": np.full(4, 0.25), "k_x": 5, "k_phi": 2, "eta": 0.1, "B": 2.0}
    examples, states, steps = zip(*algorithm.trace(X, y, order, U, **given), strict=True)
    run = algorithm.run(X, y, order, U, **given)
    assert run.spent == 6 * 7 == sum(example.spent for example in examples)
    seen = [len({*step.i, *step.j}) for step in steps]
    assert run.distinct == sum(seen) == sum(example.distinct for example in examples)
    np.testing.assert_array_equal(run.w_bar, states[-1].w_bar)
    for row, step in zip(order, steps, strict=True):
        np.testing.assert_array_equal(step.x_i, X[row, step.i])
        np.testing.assert_array_equal(step.x_j, X[row, step.j])


@pytest.mark.parametrize("algorithm", [online_ridge, online_lasso])
def test_a_full_information_run_pays_d_an_example(algorithm):
    rng = np.random.default_rng(6)
    X, y = make_data("gaussian", 6, 4, rng)
    run = algorithm.run(X, y, [5, 0, 3], eta=0.1, B=1.0)
    assert run.spent == run.distinct == 3 * 4
    assert run.state.t == 3


def test_online_ridge_is_gaerr_when_every_draw_is_sure():
    """d = 1: with one attribute nothing is left to chance."""
    rng = np.random.default_rng(7)
    X, y, order = rng.normal(size=(9, 1)), rng.normal(size=9), rng.permutation(9)
    for start in (gaerr.init(1), gaerr.init(1, adagrad=True)):
        budget = gaerr.run(
            *(X, y, order, rng.random((9, 2))), start=start, q=[1.0], k_x=1, k_phi=1, eta=0.3, B=1.0
        )
        whole = online_ridge.run(X, y, order, eta=0.3, B=1.0, start=start)
        np.testing.assert_allclose(budget.w_bar, whole.w_bar, rtol=1e-12)
    budget = gaelr.run(*(X, y, order, rng.random((9, 2))), q=[1.0], k_x=1, k_phi=1, eta=0.3, B=1.0)
    whole = online_lasso.run(X, y, order, eta=0.3, B=1.0)
    np.testing.assert_allclose(budget.w_bar, whole.w_bar, rtol=1e-12)


# ---- Every textbook algorithm refuses bad input with a sentence that names it ----

GOOD = {"q": [0.5, 0.5], "k_x": 1, "k_phi": 1, "eta": 0.1, "B": 1.0}


@pytest.mark.parametrize("algorithm", [gaerr, gaelr])
@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"q": [0.5, 0.6]}, "q must add up to 1, but its sum is 1.1"),
        ({"q": [1.0]}, r"q must have shape \(2,\)"),
        ({"q": [1.5, -0.5]}, "q must be >= 0"),
        ({"k_x": 0}, "k_x must be a whole number >= 1"),
        ({"k_phi": 0}, "k_phi must be a whole number >= 1"),
        ({"k_x": 2}, r"u must have shape \(3,\)"),
        ({"eta": 0.0}, "eta must be a finite number > 0"),
        ({"B": -1.0}, "B must be a finite number > 0"),
        ({"M": [1.0, -1.0]}, "M must be >= 0"),
        ({"M": [1.0]}, r"M must have shape \(2,\)"),
        ({"order": []}, "order must be a list of row numbers"),
        ({"order": [0, 3]}, "order must hold whole numbers from 0 to 1"),
        ({"order": [0.0, 1.0]}, "order must be a list of row numbers"),
        ({"order": [0]}, "U must have one row for each of 1 steps"),
        ({"U": [[0.1, 1.5], [0.1, 0.1]]}, "u must be a finite number >= 0 and < 1"),
        ({"y": [1.0, np.nan]}, "y must hold finite numbers"),
        ({"X": [[1.0, np.inf], [0.0, 0.0]]}, "X must hold finite numbers"),
        ({"start": 3}, r"state must have shape \(2,\)"),
    ],
)
def test_bad_input_is_named(algorithm, change, sentence):
    given = {"X": np.eye(2), "y": [1.0, 1.0], "order": [0, 1], "U": np.full((2, 2), 0.6), **GOOD}
    given |= change
    if "start" in given:
        given["start"] = algorithm.init(given["start"])
    with pytest.raises(ValueError, match=sentence):
        algorithm.run(**given)
