"""θ to w and back: exact inverses, no overflow, and what happens on the sphere ‖w‖₁ = B."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from aelr_core.exponentiated import shifted_sinh_cosh, theta_of, w_of

bounds = st.floats(1e-6, 1e6)


def vectors(limit):
    return arrays(np.float64, st.integers(1, 12), elements=st.floats(-limit, limit, width=64))


@given(theta=vectors(20), shift=st.floats(-5, 30))
def test_shifted_sinh_and_cosh_are_the_functions_times_a_power_of_e(theta, shift):
    sinh, cosh = shifted_sinh_cosh(theta, shift)
    np.testing.assert_allclose(sinh, np.sinh(theta) * np.exp(-shift), rtol=1e-13)
    np.testing.assert_allclose(cosh, np.cosh(theta) * np.exp(-shift), rtol=1e-13)


@given(theta=vectors(5), B=bounds)
def test_w_is_the_papers_formula(theta, B):
    z_plus, z_minus = np.exp(theta), np.exp(-theta)
    expected = (z_plus - z_minus) * B / (z_plus.sum() + z_minus.sum())
    np.testing.assert_allclose(w_of(theta, B), expected, rtol=1e-12, atol=1e-15 * B)


@given(theta=vectors(1e4), B=bounds)
def test_w_is_finite_and_in_the_ball_whatever_theta(theta, B):
    w = w_of(theta, B)
    assert np.isfinite(w).all()
    assert np.abs(w).sum() <= B * (1 + 1e-14)
    assert (np.sign(w) * np.sign(theta) >= 0).all()


@given(theta=vectors(1e-9), B=bounds)
def test_w_keeps_its_digits_near_zero(theta, B):
    np.testing.assert_allclose(w_of(theta, B), B * theta / len(theta), rtol=4e-15, atol=1e-300)


@given(theta=vectors(6), B=bounds)
def test_theta_to_w_to_theta(theta, B):
    # the root is known to eps / gap, and gap is about exp(-2 max|θ|)
    np.testing.assert_allclose(theta_of(w_of(theta, B), B), theta, rtol=1e-9, atol=1e-12)


@given(direction=vectors(1), fraction=st.floats(0, 1), B=bounds)
def test_w_to_theta_to_w_up_to_the_sphere(direction, fraction, B):
    length = np.abs(direction).sum()
    w = direction / length * fraction * B if length > 1e-300 else np.zeros(len(direction))
    theta = theta_of(w, B)
    assert np.isfinite(theta).all()
    np.testing.assert_allclose(w_of(theta, B), w, rtol=1e-13, atol=1e-14 * B)


@given(gap=st.floats(-15.5, -1), d=st.integers(1, 2000), spread=st.floats(0, 12))
def test_the_root_solves_its_equation(gap, d, spread):
    a = np.logspace(0, -spread, d)
    a *= (1 - 10**gap) / a.sum()
    C = np.sinh(theta_of(a, 1.0))[0] / a[0]
    np.testing.assert_allclose(np.sqrt(1 + (a * C) ** 2).sum(), C, rtol=1e-12)


def test_on_the_sphere_theta_is_large_but_finite():
    w = np.array([1.5, -0.5, 0.0])
    theta = theta_of(w, 2.0)
    assert 15 < np.abs(theta).max() < 50
    np.testing.assert_allclose(w_of(theta, 2.0), w, rtol=1e-14, atol=1e-14)


def test_rows_are_independent_and_may_have_a_bound_each():
    rng = np.random.default_rng(0)
    w, B = rng.normal(size=(3, 4, 5)), rng.uniform(20, 30, size=(3, 4))
    theta = theta_of(w, B)
    for row in np.ndindex(3, 4):
        np.testing.assert_allclose(theta[row], theta_of(w[row], B[row]), rtol=1e-13)
        np.testing.assert_allclose(w_of(theta, B)[row], w_of(theta[row], B[row]), rtol=1e-13)
