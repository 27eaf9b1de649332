"""AERR, DDAERR, AELR, DDAELR and full information, against the general theorems."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from aelr_core import theory
from aelr_core.norms import half_norm, one_norm
from aelr_core.sampling import sampling_distribution, uniform

sizes = st.floats(0.01, 100)
ms = st.integers(20, 10**6)
ks = st.integers(1, 60)
# moments of data in the unit ball: each at most 1, and for ridge also ‖M‖₁ ≤ 1
moments = arrays(np.float64, st.integers(2, 12), elements=st.floats(1e-6, 1))


def ball_moments(M):
    return M / max(1.0, M.sum())


def test_numbers_by_hand():
    d, m, k, B = 500, 20_000, 4, 3.0
    log2d = np.log(1000)
    np.testing.assert_allclose(
        theory.aerr_bound(d=d, m=m, k=k, B=B), 4 * 9 * np.sqrt(1000 / 80_000), rtol=1e-14
    )
    np.testing.assert_allclose(
        theory.aelr_bound(d=d, m=m, k=k, B=B), 36 * np.sqrt(5000 * log2d / 80_000), rtol=1e-14
    )
    np.testing.assert_allclose(
        theory.aerr_like_for_like_bound(d=d, m=m, k=k, B=B), 36 * np.sqrt(126 / m), rtol=1e-14
    )
    np.testing.assert_allclose(
        theory.aelr_like_for_like_bound(d=d, m=m, k=k, B=B),
        36 * np.sqrt(5 * log2d * 126 / m),
        rtol=1e-14,
    )
    np.testing.assert_allclose(theory.online_ridge_step_size(m=m), 1 / np.sqrt(m), rtol=1e-14)
    np.testing.assert_allclose(theory.online_ridge_bound(m=m, B=B), 36 / np.sqrt(m), rtol=1e-14)
    np.testing.assert_allclose(
        theory.online_lasso_step_size(d=d, m=m, B=B), np.sqrt(log2d / (5 * m)) / 6, rtol=1e-14
    )
    np.testing.assert_allclose(
        theory.online_lasso_bound(d=d, m=m, B=B), 36 * np.sqrt(5 * log2d / m), rtol=1e-14
    )
    np.testing.assert_allclose(
        theory.ridge_lower_bound_rate(d=d, m=m, k=k), np.sqrt(500 / 80_000), rtol=1e-14
    )


@given(M=moments, m=ms, k=ks, B=sizes)
def test_ddaerr_is_the_general_theorem_at_the_optimal_q(M, m, k, B):
    q = sampling_distribution(M, "ridge")
    G2 = theory.gaerr_g2(M=M, q=q, k=k, B=B)
    eta = theory.ddaerr_step_size(m=m, k=k, M=M)
    bound = theory.ddaerr_bound(m=m, k=k, B=B, M=M)
    H = half_norm(M)
    np.testing.assert_allclose(eta, 1 / np.sqrt(m * (H / k + 1)), rtol=1e-12)
    np.testing.assert_allclose(bound, 4 * B**2 * np.sqrt((H / k + 1) / m), rtol=1e-12)
    np.testing.assert_allclose(eta, theory.gaerr_step_size(m=m, B=B, G2=G2), rtol=1e-9)
    np.testing.assert_allclose(
        bound, theory.gaerr_bound_general(eta=eta, m=m, B=B, G2=G2), rtol=1e-9
    )


@given(M=moments, m=ms, k=ks, B=sizes)
def test_ddaelr_is_the_general_theorem_at_the_optimal_q(M, m, k, B):
    d = len(M)
    G2 = theory.gaelr_g2(M=M, q=sampling_distribution(M, "lasso"), k=k, B=B)
    eta = theory.ddaelr_step_size(m=m, k=k, B=B, M=M)
    bound = theory.ddaelr_bound(m=m, k=k, B=B, M=M)
    H, log2d = one_norm(M), np.log(2 * d)
    np.testing.assert_allclose(eta, np.sqrt(log2d / (5 * m * (H / k + 1))) / (2 * B), rtol=1e-12)
    np.testing.assert_allclose(bound, 4 * B**2 * np.sqrt(5 * log2d * (H / k + 1) / m), rtol=1e-12)
    np.testing.assert_allclose(
        bound, theory.gaelr_bound_general(eta=eta, d=d, m=m, B=B, G2=G2), rtol=1e-9
    )


@given(M=moments, m=ms, k=ks, B=sizes)
def test_uniform_sampling_obeys_its_g2(M, m, k, B):
    """8B²d/k covers Lemma 3.4 (4.5) at uniform q, also where the paper does not look: k > d."""
    d = len(M)
    q = uniform(d)
    some = 1 + 1e-12
    assert theory.gaerr_g2(M=ball_moments(M), q=q, k=k, B=B) <= some * theory.aerr_g2(d=d, k=k, B=B)
    assert theory.gaelr_g2(M=M, q=q, k=k, B=B) <= some * theory.aelr_g2(d=d, k=k, B=B)
    if k <= d:
        np.testing.assert_allclose(theory.aerr_g2(d=d, k=k, B=B), 8 * B**2 * d / k, rtol=1e-14)


@given(d=st.integers(1, 100), m=ms, k=ks, B=sizes)
def test_aerr_and_aelr_steps_reach_their_bounds(d, m, k, B):
    G2 = theory.aerr_g2(d=d, k=k, B=B)
    np.testing.assert_allclose(
        theory.gaerr_bound_general(eta=theory.aerr_step_size(d=d, m=m, k=k), m=m, B=B, G2=G2),
        theory.aerr_bound(d=d, m=m, k=k, B=B),
        rtol=1e-12,
    )
    np.testing.assert_allclose(
        theory.gaelr_bound_general(
            eta=theory.aelr_step_size(d=d, m=m, k=k, B=B), d=d, m=m, B=B, G2=G2
        ),
        theory.aelr_bound(d=d, m=m, k=k, B=B),
        rtol=1e-12,
    )


def test_the_step_printed_for_aelr_does_not_give_its_bound():
    """Section 4 prints η = 2B/(G√m), the ridge step, with the bound 4B²√(10 d log 2d/(km))."""
    d, m, k, B = 500, 10**6, 4, 3.0
    G2 = theory.aelr_g2(d=d, k=k, B=B)
    printed = theory.gaerr_step_size(m=m, B=B, G2=G2)
    assert printed == pytest.approx(2 * B / np.sqrt(G2 * m))
    assert printed <= theory.gaelr_step_limit(G2=G2)
    reached = theory.gaelr_bound_general(eta=printed, d=d, m=m, B=B, G2=G2)
    assert reached > 1.5 * theory.aelr_bound(d=d, m=m, k=k, B=B)


@given(d=st.integers(1, 50), m=ms, k=ks, B=sizes)
def test_full_information_has_gradients_of_twice_the_norm_bound(d, m, k, B):
    """G² = 4B²; it is also what is left of DDAERR and DDAELR without a cost of sampling."""
    G2 = 4 * B**2
    np.testing.assert_allclose(
        theory.online_ridge_bound(m=m, B=B),
        theory.gaerr_bound_general(eta=theory.online_ridge_step_size(m=m), m=m, B=B, G2=G2),
        rtol=1e-12,
    )
    np.testing.assert_allclose(
        theory.online_lasso_bound(d=d, m=m, B=B),
        theory.gaelr_bound_general(
            eta=theory.online_lasso_step_size(d=d, m=m, B=B), d=d, m=m, B=B, G2=G2
        ),
        rtol=1e-12,
    )
    nothing = np.zeros(d)
    np.testing.assert_allclose(
        theory.ddaerr_bound(m=m, k=k, B=B, M=nothing), theory.online_ridge_bound(m=m, B=B)
    )
    np.testing.assert_allclose(
        theory.ddaelr_bound(m=m, k=k, B=B, M=nothing), theory.online_lasso_bound(d=d, m=m, B=B)
    )


@given(M=moments, m=ms, k=ks)
def test_data_dependent_sampling_is_never_worse_than_uniform(M, m, k):
    d, some = len(M), 1 + 1e-12
    fair = theory.aerr_like_for_like_bound(d=d, m=m, k=k, B=1)
    assert theory.ddaerr_bound(m=m, k=k, B=1, M=ball_moments(M)) <= fair * some
    assert fair <= theory.aerr_bound(d=d, m=m, k=k, B=1) * some
    fair = theory.aelr_like_for_like_bound(d=d, m=m, k=k, B=1)
    assert theory.ddaelr_bound(m=m, k=k, B=1, M=M) <= fair * some
    assert fair <= theory.aelr_bound(d=d, m=m, k=k, B=1) * some


def test_the_worst_moments_meet_the_like_for_like_curve():
    d, m, k, B = 40, 1000, 3, 2.0
    np.testing.assert_allclose(
        theory.ddaerr_bound(m=m, k=k, B=B, M=np.full(d, 1 / d)),
        theory.aerr_like_for_like_bound(d=d, m=m, k=k, B=B),
    )
    np.testing.assert_allclose(
        theory.ddaelr_bound(m=m, k=k, B=B, M=np.ones(d)),
        theory.aelr_like_for_like_bound(d=d, m=m, k=k, B=B),
    )


def test_the_printed_uniform_bounds_carry_a_root_2():
    """(2d/k)/(d/k + 1) tends to 2 as d/k grows."""
    ratio = theory.aerr_bound(d=10**6, m=100, k=1, B=1) / theory.aerr_like_for_like_bound(
        d=10**6, m=100, k=1, B=1
    )
    assert ratio == pytest.approx(np.sqrt(2), rel=1e-5)


def test_a_stack_of_moments_is_a_stack_of_lanes():
    M = np.array([[0.5, 0.1], [0.2, 0.2], [0.0, 0.3]])
    m, k = np.array([10, 100, 1000]), np.array([1, 2, 3])
    for function, more in [
        (theory.ddaerr_step_size, {}),
        (theory.ddaerr_bound, {"B": 2.0}),
        (theory.ddaelr_step_size, {"B": 2.0}),
        (theory.ddaelr_bound, {"B": 2.0}),
    ]:
        stacked = function(m=m, k=k, M=M, **more)
        alone = [function(m=m[i], k=k[i], M=M[i], **more) for i in range(3)]
        np.testing.assert_array_equal(stacked, alone)
