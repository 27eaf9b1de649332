"""A two-phased run equals its parts: phase one, the q from it, then GAERR or GAELR."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aelr_core.exponentiated import theta_of
from aelr_core.sampling import epsilon_theory, uniform
from aelr_core.textbook import estimation, gaelr, gaerr, two_phase
from aelr_core.textbook.walk import Example

families = pytest.mark.parametrize("family", ["ridge", "lasso"])
seeds = st.integers(0, 2**32 - 1)


def a_problem(seed, d=6, m=30, width=5, n=12):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d)) * (rng.random(d) < 0.8)
    return X, rng.normal(size=n), rng.integers(0, n, size=m), rng.random((m, width))


GIVEN = {"m1": 8, "k_x": 3, "k_phi": 2, "eta1": 0.2, "eta2": 0.1, "B": 1.5}
THEORY = {"epsilon": 0.3, "warm_start": False, "moment_aware": False}
EXPERIMENTS = {"epsilon": 0.0, "warm_start": True, "moment_aware": True}


@settings(max_examples=20)
@given(seed=seeds)
def test_phase_one_counts_every_draw(seed):
    X, _, order, U = a_problem(seed)
    counts, square_sums = np.zeros(6), np.zeros(6)
    for row, u in zip(order, U, strict=True):
        for each in u:
            i = int(each * 6)
            counts[i] += 1
            square_sums[i] += X[row, i] ** 2
    run = estimation.run(X, order, U)
    np.testing.assert_array_equal(run.state.counts, counts)
    np.testing.assert_allclose(run.state.square_sums, square_sums, rtol=1e-12)
    expected = np.divide(square_sums, counts, out=np.zeros(6), where=counts > 0)
    np.testing.assert_allclose(run.state.A, expected, rtol=1e-12)
    assert run.spent == U.size


def test_a_step_of_phase_one_says_what_it_saw():
    example = Example([1.0, 2.0, 3.0])
    state, step = estimation.step(estimation.init(3), example, [0.0, 0.99, 0.9, 0.5])
    np.testing.assert_array_equal(step.i, [0, 2, 2, 1])
    np.testing.assert_array_equal(step.x_i, [1.0, 3.0, 3.0, 2.0])
    np.testing.assert_array_equal(state.counts, [1, 1, 2])
    np.testing.assert_array_equal(state.A, [1.0, 4.0, 9.0])
    assert (example.spent, example.distinct) == (4, 3)


@families
@settings(max_examples=10)
@given(seed=seeds)
def test_as_in_the_theory(family, seed):
    """Nothing is learnt in phase one; q has the confidence width; p is plain; start at 0."""
    X, y, order, U = a_problem(seed)
    run = two_phase.run(X, y, order, U, family=family, **GIVEN, **THEORY)
    A = estimation.run(X, order[:8], U[:8]).state.A
    upper = A + 13 * 0.3 / 6
    weights = np.sqrt(upper) if family == "ridge" else upper
    np.testing.assert_allclose(run.q, weights / weights.sum(), rtol=1e-12)
    algorithm = gaerr if family == "ridge" else gaelr
    rest = algorithm.run(X, y, order[8:], U[8:], q=run.q, k_x=3, k_phi=2, eta=0.1, B=1.5)
    np.testing.assert_allclose(run.w_bar, rest.w_bar, rtol=1e-10, atol=1e-14)
    assert (run.phase_one.w_bar == 0).all()
    assert run.spent == 30 * 5
    assert run.distinct == rest.distinct + run.phase_one.distinct
    assert run.state.t == 22


@families
@pytest.mark.parametrize("adagrad", [False, True])
@settings(max_examples=10)
@given(seed=seeds)
def test_as_in_the_experiments(family, adagrad, seed):
    """Phase one is AERR or AELR; its i-draws are counted; phase two continues from its average."""
    adagrad = adagrad and family == "ridge"
    X, y, order, U = a_problem(seed)
    run = two_phase.run(X, y, order, U, family=family, adagrad=adagrad, **GIVEN, **EXPERIMENTS)
    algorithm = gaerr if family == "ridge" else gaelr
    given = {"k_x": 3, "k_phi": 2, "B": 1.5}
    start = gaerr.init(6, adagrad=adagrad) if family == "ridge" else gaelr.init(6)
    trace = list(
        algorithm.trace(X, y, order[:8], U[:8], start=start, q=uniform(6), eta=0.2, **given)
    )
    _, state, _ = trace[-1]
    i = np.concatenate([step.i for _, _, step in trace])
    x_i = np.concatenate([step.x_i for _, _, step in trace])
    assert len(i) == 8 * 3
    counts = np.bincount(i, minlength=6)
    A = np.divide(np.bincount(i, x_i**2, 6), counts, out=np.zeros(6), where=counts > 0)
    np.testing.assert_array_equal(run.phase_one.moments.counts, counts)
    np.testing.assert_allclose(run.phase_one.moments.A, A, rtol=1e-12)
    np.testing.assert_allclose(run.phase_one.w_bar, state.w_bar, rtol=1e-12)

    weights = np.sqrt(A) if family == "ridge" else A
    if not A.any():
        weights = np.ones(6)
    np.testing.assert_allclose(run.q, weights / weights.sum(), rtol=1e-12)
    if family == "ridge":
        start = gaerr.State(state.w_bar, np.zeros(6), 0, state.squares)
    else:
        start = gaelr.init(6, theta=theta_of(state.w_bar, 1.5))
    rest = algorithm.run(X, y, order[8:], U[8:], start=start, q=run.q, eta=0.1, M=A, **given)
    np.testing.assert_allclose(run.w_bar, rest.w_bar, rtol=1e-10, atol=1e-14)
    assert run.spent == 30 * 5
    assert run.distinct == rest.distinct + sum(example.distinct for example, _, _ in trace)


@families
@pytest.mark.parametrize("average", ["uniform", "linear"])
def test_phase_two_starts_at_phase_ones_uniform_average(family, average):
    X, y, order, U = a_problem(1)
    order, U = order[:9], U[:9]
    given = {**GIVEN, **EXPERIMENTS, "family": family}
    run = two_phase.run(X, y, order, U, average=average, **given)
    uniform_average = two_phase.run(X, y, order, U, **given).phase_one.w_bar
    np.testing.assert_array_equal(run.phase_one.w_bar, uniform_average)
    assert np.abs(run.phase_one.w_bar).max() > 0.01
    np.testing.assert_allclose(run.w_bar, run.phase_one.w_bar, rtol=1e-12, atol=1e-15)  # m2 = 1


@families
def test_the_step_size_may_be_a_function_of_the_estimated_moments(family):
    X, y, order, U = a_problem(2)
    number = two_phase.run(X, y, order, U, family=family, **GIVEN, **THEORY)
    seen = []

    def eta2(A):
        seen.append(A)
        return 0.1

    function = two_phase.run(X, y, order, U, family=family, **(GIVEN | {"eta2": eta2}), **THEORY)
    np.testing.assert_array_equal(seen, [number.phase_one.moments.A])
    np.testing.assert_array_equal(function.w_bar, number.w_bar)
    assert function.eta2 == number.eta2 == 0.1


@families
@pytest.mark.parametrize("mode", [THEORY, EXPERIMENTS])
def test_without_a_phase_one_it_is_the_uniform_algorithm(family, mode):
    X, y, order, U = a_problem(3)
    run = two_phase.run(X, y, order, U, family=family, **(GIVEN | {"m1": 0}), **mode)
    algorithm = gaerr if family == "ridge" else gaelr
    plain = algorithm.run(X, y, order, U, q=uniform(6), k_x=3, k_phi=2, eta=0.1, B=1.5)
    np.testing.assert_allclose(run.w_bar, plain.w_bar, rtol=1e-12)
    assert (run.spent, run.distinct) == (plain.spent, plain.distinct)


@families
@pytest.mark.parametrize("mode", [THEORY, EXPERIMENTS])
def test_zero_data(family, mode):
    _, y, order, U = a_problem(4)
    run = two_phase.run(np.zeros((12, 6)), y, order, U, family=family, **GIVEN, **mode)
    assert (run.w_bar == 0).all()
    np.testing.assert_allclose(run.q, uniform(6))
    assert run.spent == 30 * 5


@families
def test_the_theorys_epsilon_fits_in(family):
    X, y, order, U = a_problem(5)
    epsilon = epsilon_theory(6, 5, 8, 0.1, family)
    mode = THEORY | {"epsilon": epsilon}
    run = two_phase.run(X, y, order, U, family=family, **GIVEN, **mode)
    assert (run.q > 0).all()
