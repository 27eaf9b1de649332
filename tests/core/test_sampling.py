"""q is optimal, p is unbiased and optimal, and a draw is the inverse of the cumulated weights."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from aelr_core.moments import moment_ratios
from aelr_core.norms import half_norm, one_norm
from aelr_core.sampling import (
    draw,
    epsilon_theory,
    inner_product_weights,
    moment_aware_weights,
    plain_weights,
    sampling_distribution,
    split,
    two_phase_distribution,
    uniform,
)

FAMILIES = ["ridge", "lasso"]


def vectors(d, low, high):
    return arrays(np.float64, d, elements=st.floats(low, high, width=32))


pairs = st.integers(1, 8).flatmap(lambda d: st.tuples(vectors(d, 0, 1), vectors(d, 0.0625, 1)))
weights_and_moments = st.integers(1, 6).flatmap(
    lambda d: st.tuples(vectors(d, -1, 1), vectors(d, 0, 1), vectors(d, 0.0625, 1))
)


# --- q ---------------------------------------------------------------------------------------


@given(pair=pairs)
def test_no_distribution_beats_the_optimal_one(pair):
    M, other = pair
    assume(M.max() > 0)
    other = other / other.sum()
    ridge = moment_ratios(M, sampling_distribution(M, "ridge"))
    lasso = moment_ratios(M, sampling_distribution(M, "lasso"))
    np.testing.assert_allclose(ridge.sum(), half_norm(M), rtol=1e-6)
    np.testing.assert_allclose(lasso.max(), one_norm(M), rtol=1e-6)
    assert ridge.sum() <= moment_ratios(M, other).sum() * (1 + 1e-9)
    assert lasso.max() <= moment_ratios(M, other).max() * (1 + 1e-9)


@pytest.mark.parametrize("family", FAMILIES)
def test_distributions_add_up_and_skip_what_is_always_zero(family):
    M = np.array([[0.0, 1.0, 4.0], [1.0, 1.0, 1.0]])
    q = sampling_distribution(M, family)
    np.testing.assert_allclose(q.sum(-1), 1, rtol=1e-15)
    assert q[0, 0] == 0
    np.testing.assert_allclose(q[1], uniform(3), rtol=1e-15)
    expected = [0, 1 / 3, 2 / 3] if family == "ridge" else [0, 0.2, 0.8]
    np.testing.assert_allclose(q[0], expected, rtol=1e-15)


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("size", [1e-300, 1e300])
def test_distributions_have_no_scale(family, size):
    M = np.array([1.0, 3.0, 0.0, 2.0])
    np.testing.assert_allclose(
        sampling_distribution(M * size, family), sampling_distribution(M, family), rtol=1e-13
    )


def test_moments_far_apart_keep_their_square_roots():
    q = sampling_distribution([1e300, 1e-300], "ridge")
    np.testing.assert_allclose(q, [1, 1e-300], rtol=1e-12)


def test_two_phase_distribution_adds_thirteen_sixths_of_epsilon():
    A, epsilon = np.array([0.2, 0.0, 0.7]), 0.3
    upper = A + 13 / 6 * epsilon
    np.testing.assert_allclose(
        two_phase_distribution(A, epsilon, "lasso"), upper / upper.sum(), rtol=1e-14
    )
    root = np.sqrt(upper)
    np.testing.assert_allclose(
        two_phase_distribution(A, epsilon, "ridge"), root / root.sum(), rtol=1e-14
    )


@pytest.mark.parametrize("family", FAMILIES)
def test_two_phase_distribution_at_its_ends(family):
    A = np.array([0.2, 0.0, 0.7])
    np.testing.assert_array_equal(
        two_phase_distribution(A, 0, family), sampling_distribution(A, family)
    )
    np.testing.assert_array_equal(two_phase_distribution(np.zeros(3), 0, family), uniform(3))
    np.testing.assert_array_equal(two_phase_distribution(A, np.inf, family), uniform(3))


@pytest.mark.parametrize("family", FAMILIES)
def test_two_phase_distribution_row_by_row(family):
    A = np.array([[0.2, 0.0], [0.0, 0.0], [0.1, 0.3]])
    epsilon = np.array([0.5, 0.0, np.inf])
    rows = [two_phase_distribution(a, e, family) for a, e in zip(A, epsilon, strict=True)]
    np.testing.assert_array_equal(two_phase_distribution(A, epsilon, family), rows)


def test_epsilon():
    d, draws, m1, delta = 500, 5, 2000, 0.1
    width = d * np.log(2 * d / delta) / (draws * m1)
    assert epsilon_theory(d, draws, m1, delta, "ridge") == pytest.approx(width, rel=1e-15)
    np.testing.assert_allclose(
        epsilon_theory(d, draws, [m1, 10 * m1], delta, "ridge"), [width, width / 10]
    )
    assert epsilon_theory(d, draws, 1, delta, "ridge") > 1
    assert epsilon_theory(d, draws, 1, delta, "lasso") == 1
    assert epsilon_theory(d, draws, m1, delta, "lasso") == pytest.approx(width, rel=1e-15)
    assert epsilon_theory(d, draws, 0, delta, "ridge") == np.inf
    assert epsilon_theory(d, draws, 0, delta, "lasso") == 1


@given(budget=st.integers(2, 1000))
def test_splits_spend_the_whole_budget(budget):
    k_x, k_phi = split(budget, "theory")
    assert (k_x, k_phi) == (budget - 1, 1)
    k_x, k_phi = split(budget, "even")
    assert k_x + k_phi == budget
    assert 0 <= k_x - k_phi <= 1


# --- p ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("aware", [False, True])
@given(triple=weights_and_moments)
def test_the_inner_product_is_estimated_without_bias(family, aware, triple):
    """Σ_j p_j · w_j x_j / p_j = ⟨w, x⟩, for any x that the moments allow."""
    w, M, x = triple
    x = x * (M > 0)
    weights = inner_product_weights(w, family, M if aware else None)
    if weights.sum() == 0:
        assert not w.any()
        return
    p = weights / weights.sum()
    drawn = p > 0
    expected = (p[drawn] * (w[drawn] * x[drawn] / p[drawn])).sum()
    # products of float32 below 1e-30 may underflow in the weights: they weigh nothing here
    np.testing.assert_allclose(expected, w @ x, atol=1e-9)


@given(triple=weights_and_moments)
def test_no_p_has_less_variance_than_the_moment_aware_one(triple):
    """E[(w_j x_j/p_j)²] = Σ w_j² M_j / p_j."""
    w, M, other = triple
    weights = moment_aware_weights(w, M)
    assume(weights.sum() > 1e-6)
    p, other = weights / weights.sum(), other / other.sum()
    assert moment_ratios(w**2 * M, p).sum() <= moment_ratios(w**2 * M, other).sum() * (1 + 1e-6)


def test_weights_are_proportional_to_the_papers_p():
    w, M = np.array([3.0, -4.0, 0.0]), np.array([4.0, 1.0, 9.0])

    def normalised(weights):
        return weights / weights.sum()

    np.testing.assert_allclose(normalised(plain_weights(w, "ridge")), [9 / 25, 16 / 25, 0])
    np.testing.assert_allclose(normalised(plain_weights(w, "lasso")), [3 / 7, 4 / 7, 0])
    np.testing.assert_allclose(normalised(moment_aware_weights(w, M)), [6 / 10, 4 / 10, 0])


@pytest.mark.parametrize("family", FAMILIES)
def test_weights_that_vanish(family):
    w = np.array([[0.0, 0.0], [0.0, 2.0], [1.0, 2.0]])
    M = np.array([1.0, 0.0])
    weights = inner_product_weights(w, family, np.broadcast_to(M, w.shape))
    assert not weights[0].any()  # w = 0: φ̃ = −y without looking
    np.testing.assert_array_equal(weights[1], plain_weights(w[1], family))
    np.testing.assert_array_equal(weights[2], moment_aware_weights(w[2], M))


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("size", [1e-200, 1e200])
def test_a_tiny_or_huge_w_is_not_taken_for_zero(family, size):
    w, M = np.array([3.0, -4.0]), np.array([1.0, 2.0])
    for weights, same in [
        (plain_weights(w * size, family), plain_weights(w, family)),
        (moment_aware_weights(w * size, M / size), moment_aware_weights(w, M)),
    ]:
        np.testing.assert_allclose(weights / weights.sum(), same / same.sum(), rtol=1e-13)


# --- draws -----------------------------------------------------------------------------------


def first_above(u, weights):
    """The rule, one entry at a time."""
    total = np.cumsum(weights)[-1]
    for n, reached in enumerate(np.cumsum(weights)):
        if reached > u * total:
            return n
    raise AssertionError


@given(
    weights=vectors(6, 0, 1),
    u=st.lists(st.floats(0, 1, exclude_max=True), min_size=1, max_size=20),
)
def test_a_draw_is_the_first_index_above(weights, u):
    weights = np.where(weights < 1e-6, 0, weights)
    assume(weights.sum() > 0)
    n = draw(u, weights)
    assert [first_above(v, weights) for v in u] == n.tolist()
    assert (weights[n] > 0).all()


def test_a_draw_has_the_weights_as_its_probabilities():
    """Counting midpoints of a fine grid whose cells the boundaries never cut."""
    weights = np.array([0, 3, 0, 1, 4, 0])
    u = (np.arange(800) + 0.5) / 800
    np.testing.assert_array_equal(np.bincount(draw(u, weights), minlength=6), weights * 100)


def test_draws_at_the_ends():
    weights = np.array([0.0, 0.1, 0.2, 0.7, 0.0])
    last = np.nextafter(1.0, 0.0)
    assert draw(0.0, weights) == 1
    assert draw(last, weights) == 3
    for d in (3, 10, 1000):
        assert draw(last, uniform(d)) == d - 1
    assert draw(0.9, [5e-324, 5e-324]) == 1
    assert draw(0.9, [1e308, 1e308]) == 1


def test_draws_keep_the_shape_of_u():
    assert draw(np.full((2, 3), 0.5), [1.0, 1.0]).shape == (2, 3)
    assert np.ndim(draw(0.5, [1.0, 1.0])) == 0
