"""A few looks at each example: right on average, and least noisy at the square root."""

import numpy as np
import pytest

from aelr_core.analysis import draws
from aelr_core.analysis.learning import Series, until
from aelr_core.analysis.prior_facts import of_moments
from aelr_core.sampling import uniform

M = np.arange(1, 9, dtype=float) ** -2.0
X = (np.arange(40).reshape(5, 8) % 3 == 0).astype(float)


def test_the_best_leaning_is_the_square_root_and_leaves_rho() -> None:
    left = [draws.noise_left(M, draws.leaning(M, s)) for s in np.linspace(0, 1, 21)]
    assert int(np.argmin(left)) == 10
    assert left[10] == pytest.approx(of_moments(M, "ridge", budget=2).rho_ridge)
    np.testing.assert_allclose(left, left[::-1])  # s and 1 − s are alike
    assert left[0] == pytest.approx(1.0)


def test_every_draw_is_counted_and_only_what_is_not_zero_is_found() -> None:
    drawn, found = draws.tally(X, uniform(8), 3, seed=1)
    assert drawn.sum() == 3 * len(X)
    assert (found <= drawn).all()
    none, nothing = draws.tally(np.zeros_like(X), uniform(8), 3, seed=1)
    np.testing.assert_array_equal(none, drawn)
    assert not nothing.any()


def test_estimates_are_right_on_average() -> None:
    q = draws.leaning(M, 0.5)
    means = draws.running_means(X[0], q, 5, times=20_000, seed=0)
    mean = means[-1]
    np.testing.assert_allclose(draws.running_means(X[0], q, 5, times=7, seed=0), means[:7])
    noise = np.sqrt(np.divide(X[0] ** 2, q) / (5 * 20_000))
    assert (np.abs(mean - X[0]) <= 6 * noise).all()
    W = np.stack([np.ones(8), -np.ones(8)])
    many = draws.estimated_means(X, W, q, 5, times=4_000, seed=0)
    error = many.std(axis=0) / np.sqrt(len(many))
    assert (np.abs(many.mean(axis=0) - W @ X.mean(axis=0)) <= 6 * error).all()


def test_a_line_can_be_followed_to_any_point() -> None:
    x, y = np.array([10.0, 20.0, 30.0]), np.array([1.0, 0.5, 0.25])
    one = Series("aerr", x, y, y - 0.1, y + 0.1, None, None, 15.0)
    half = until(one, 25.0)
    np.testing.assert_allclose(half.x, [10.0, 20.0, 25.0])
    np.testing.assert_allclose(half.middle, [1.0, 0.5, 0.375])
    assert half.reach_x is None
    np.testing.assert_allclose(until(one, 99.0).middle, y)
    np.testing.assert_allclose(until(one, 1.0).x, [1.0])
