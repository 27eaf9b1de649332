"""Second moments, those of x̃ by exact enumeration, and the ratios printed in the paper."""

import itertools
import tracemalloc

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from aelr_core import moments
from aelr_core.moments import (
    estimated_moments,
    moment_ratios,
    rho_lasso,
    rho_ridge,
    second_moments,
    x_tilde_second_moment,
    x_tilde_second_moments,
)
from aelr_core.norms import half_norm
from aelr_core.sampling import sampling_distribution

moment_vectors = arrays(np.float64, st.integers(1, 9), elements=st.floats(0, 1e6, width=32))


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.uint8, np.int64, bool])
def test_second_moments_of_any_number_type(dtype):
    X = (np.arange(60).reshape(12, 5) % 7).astype(dtype)
    np.testing.assert_allclose(second_moments(X), (X.astype(float) ** 2).mean(0), rtol=1e-15)


@pytest.mark.parametrize("numbers", [1, 7, 24])
def test_second_moments_do_not_depend_on_the_blocks(monkeypatch, numbers):
    X = np.random.default_rng(0).normal(size=(23, 6))
    whole = second_moments(X)
    monkeypatch.setattr(moments, "BLOCK_NUMBERS", numbers)
    np.testing.assert_allclose(second_moments(X), whole, rtol=1e-14)


@pytest.mark.long
def test_second_moments_do_not_copy_the_data(monkeypatch):
    monkeypatch.setattr(moments, "BLOCK_NUMBERS", 10_000)
    X = np.ones((20_000, 50), dtype=np.uint8)  # 8 MB if it were copied to float64
    tracemalloc.start()
    second_moments(X)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1_000_000


def test_estimated_moments_count_an_attribute_never_drawn_as_zero():
    A = estimated_moments([[3.0, 0.0], [1.0, 2.0]], [[2, 0], [1, 4]])
    np.testing.assert_array_equal(A, [[1.5, 0.0], [1.0, 0.5]])


# --- the exact second moments of x̃ ---------------------------------------------------------

ATOMS = np.array([[1.0, -2.0, 0.5], [0.0, 3.0, 0.0], [2.0, 1.0, 0.0]])
CHANCES = np.array([0.5, 0.2, 0.3])


def enumerated(q, k_x):
    """E[x̃_i²] and E‖x̃‖² as plain sums over all examples and all draws."""
    d = len(q)
    per_coordinate, norm = np.zeros(d), 0.0
    for x, chance in zip(ATOMS, CHANCES, strict=True):
        for draws in itertools.product(np.flatnonzero(q), repeat=k_x):
            x_tilde = np.zeros(d)
            for i in draws:
                x_tilde[i] += x[i] / q[i] / k_x
            p = chance * np.prod(q[list(draws)])
            per_coordinate += p * x_tilde**2
            norm += p * x_tilde @ x_tilde
    return per_coordinate, norm


@pytest.mark.parametrize("k_x", [1, 2, 3, 4])
@pytest.mark.parametrize("q", [[1 / 3, 1 / 3, 1 / 3], [0.6, 0.3, 0.1], [0.05, 0.05, 0.9]])
def test_second_moments_of_x_tilde_by_enumeration(q, k_x):
    q = np.array(q)
    M = CHANCES @ ATOMS**2
    per_coordinate, norm = enumerated(q, k_x)
    np.testing.assert_allclose(x_tilde_second_moments(M, q, k_x), per_coordinate, rtol=1e-12)
    np.testing.assert_allclose(x_tilde_second_moment(M, q, k_x), norm, rtol=1e-12)


def test_the_lemma_as_printed_differs():
    """Lemma 3.2 prints E[‖x‖]² where E[‖x‖²] is right."""
    q, k_x = np.full(3, 1 / 3), 2
    M = CHANCES @ ATOMS**2
    printed = (
        moment_ratios(M, q).sum() / k_x
        + (k_x - 1) / k_x * (CHANCES @ np.linalg.norm(ATOMS, axis=1)) ** 2
    )
    assert abs(printed - enumerated(q, k_x)[1]) > 0.01


def test_at_the_optimal_q_a_draw_costs_the_half_norm():
    M = CHANCES @ ATOMS**2
    q = sampling_distribution(M, "ridge")
    np.testing.assert_allclose(x_tilde_second_moment(M, q, 1), half_norm(M), rtol=1e-13)


def test_an_attribute_never_drawn():
    np.testing.assert_array_equal(moment_ratios([1.0, 0.0, 2.0], [1.0, 0.0, 0.0]), [1, 0, np.inf])
    assert x_tilde_second_moment([1.0, 0.0], [1.0, 0.0], 3) == 1.0
    assert x_tilde_second_moment([1.0, 1.0], [1.0, 0.0], 3) == np.inf
    np.testing.assert_array_equal(moment_ratios(np.ones((2, 2)), [0.5, 0.5]), np.full((2, 2), 2.0))


# --- the improvement ratios ----------------------------------------------------------------


@given(M=moment_vectors)
def test_ratios_lie_between_1_over_d_and_1(M):
    assume(M.max() > 0)
    d = len(M)
    for rho in (rho_ridge, rho_lasso):
        assert 1 / d * (1 - 1e-12) <= rho(M) <= 1 + 1e-12


@given(M=moment_vectors, scale=st.sampled_from([1e-290, 1e-9, 3.0, 1e9, 1e290]))
def test_ratios_have_no_scale(M, scale):
    M = np.where(M < 1e-3, 0, M)
    assume(M.max() > 0)
    for rho in (rho_ridge, rho_lasso):
        np.testing.assert_allclose(rho(M * scale), rho(M), rtol=1e-12)


def test_ratios_at_their_ends_and_on_the_last_axis():
    M = np.array([[2.0, 2.0, 2.0], [0.0, 5.0, 0.0]])
    np.testing.assert_allclose(rho_ridge(M), [1, 1 / 3], rtol=1e-15)
    np.testing.assert_allclose(rho_lasso(M), [1, 1 / 3], rtol=1e-15)
    assert isinstance(rho_ridge([1, 2]), float)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (
            lambda: rho_lasso([[1.0, 0.0], [0.0, 0.0]]),
            "M must hold at least one moment > 0, but all of them are zero.",
        ),
        (lambda: second_moments([1, 2]), "X must have 2 axes, but its shape is (2,)."),
        (lambda: second_moments([[1], [1, 2]]), "X must have rows of one length."),
        (
            lambda: second_moments(np.empty((0, 3))),
            "X must not be empty, but its shape is (0, 3).",
        ),
        (
            lambda: second_moments([[1e200]]),
            "X must hold numbers whose mean square is finite (about 1e154 at most).",
        ),
        (
            lambda: second_moments([[1.0, np.nan]]),
            "X must hold finite numbers only, but it holds NaN or infinity.",
        ),
        (
            lambda: estimated_moments([1.0], [1, 2]),
            "counts must have the shape of square_sums, (1,), but its shape is (2,).",
        ),
    ],
)
def test_refusals(call, sentence):
    with pytest.raises(ValueError) as caught:
        call()
    assert str(caught.value) == sentence
