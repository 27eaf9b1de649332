"""The planner agrees with the bounds it is derived from, and with brute force over k."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aelr_core import theory

FAMILIES = ["ridge", "lasso"]
costs = st.floats(0, 1e4)
dimensions = st.integers(2, 300)


def per_full_example(k, H):
    return (k + 1) * (1 + H / k)


@given(H=st.one_of(costs, st.integers(0, 400).map(float)), d=dimensions)
def test_the_best_k_is_the_best_of_all(H, d):
    k = np.arange(1, d)
    everywhere = per_full_example(k, H)
    best = theory.best_k(H=H, d=d)
    assert 1 <= best.k <= d - 1
    assert best.attributes == everywhere[best.k - 1]
    np.testing.assert_allclose(best.attributes, everywhere.min(), rtol=1e-14)


@given(j=st.integers(1, 12))
def test_a_tie_goes_to_the_smaller_k(j):
    """k + H/k is the same at j and j+1 when H = j(j+1)."""
    assert theory.best_k(H=j * (j + 1), d=100).k == j


@given(H=st.floats(0, 0.99), d=dimensions)
def test_below_one_the_best_k_is_one(H, d):
    assert theory.best_k(H=H, d=d).k == 1


@given(H=st.floats(1, 9000))
def test_about_the_square_of_one_plus_root_h(H):
    """(1+√H)² is the least over real k, and whole numbers cost less than 1/√H more."""
    attributes, least = theory.best_k(H=H, d=10_000).attributes, (1 + np.sqrt(H)) ** 2
    assert least * (1 - 1e-12) <= attributes <= least + 1


def test_an_enormous_h_is_brought_into_range():
    assert theory.best_k(H=1e300, d=5).k == 4


@pytest.mark.parametrize("family", FAMILIES)
@given(
    tau=st.floats(0.001, 10), k=st.integers(1, 50), B=st.floats(0.1, 10), scale=st.floats(0.01, 1)
)
def test_the_examples_needed_bring_the_bound_to_tau(family, tau, k, B, scale):
    M = scale * np.arange(1, 21) ** -1.0
    H = theory.effective_dimension(M, family)
    m = theory.examples_needed(tau=tau, k=k, H=H, B=B, family=family, d=20)
    full = theory.full_information_examples(tau=tau, B=B, family=family, d=20)
    if min(m, full) < 1:
        return
    if family == "ridge":
        np.testing.assert_allclose(theory.ddaerr_bound(m=m, k=k, B=B, M=M), tau, rtol=1e-12)
        np.testing.assert_allclose(theory.online_ridge_bound(m=full, B=B), tau, rtol=1e-12)
    else:
        np.testing.assert_allclose(theory.ddaelr_bound(m=m, k=k, B=B, M=M), tau, rtol=1e-12)
        np.testing.assert_allclose(theory.online_lasso_bound(d=20, m=full, B=B), tau, rtol=1e-12)
    attributes = theory.attributes_needed(tau=tau, k=k, H=H, B=B, family=family, d=20)
    np.testing.assert_allclose(attributes, (k + 1) * m, rtol=1e-14)
    np.testing.assert_allclose(
        theory.full_information_attributes(tau=tau, B=B, family=family, d=20), 20 * full
    )


@given(d=st.integers(1, 10**6))
def test_uniform_sampling_never_beats_full_information(d):
    k = np.unique(np.geomspace(1, 10 * d, 50).astype(int))
    question = {"tau": 0.1, "B": 2.0, "family": "ridge", "d": d}
    ours = theory.attributes_needed(k=k, H=d, **question)
    assert (ours > theory.full_information_attributes(**question)).all()


@given(H=costs, k=st.integers(1, 100), d=dimensions)
def test_the_predicted_saving_compares_with_uniform_sampling(H, k, d):
    question = {"tau": 0.1, "k": k, "B": 2.0, "family": "ridge", "d": d}
    ratio = theory.examples_needed(H=H, **question) / theory.examples_needed(H=d, **question)
    np.testing.assert_allclose(theory.predicted_saving(H=H, k=k, d=d), ratio, rtol=1e-12)
    np.testing.assert_allclose(theory.predicted_saving(H=d, k=k, d=d), 1)


def test_the_effective_dimension_is_d_at_most_in_the_ball():
    assert theory.effective_dimension(np.full(7, 1 / 7), "ridge") == pytest.approx(7)
    assert theory.effective_dimension(np.ones(7), "lasso") == pytest.approx(7)
    M = np.array([[1.0, 0.0], [0.25, 0.25]])
    np.testing.assert_allclose(theory.effective_dimension(M, "ridge"), [1, 1])


def test_curves_over_k_and_tau_are_one_call():
    m = theory.examples_needed(
        tau=[[0.1], [0.2]], k=[1, 2, 3], H=9, B=1, family="lasso", d=[10, 20, 30]
    )
    assert m.shape == (2, 3)
    np.testing.assert_allclose(m[0], 4 * m[1])
