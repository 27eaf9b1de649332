"""Theorems 3.1 and 4.1, and what all bounds of the paper have in common with them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aelr_core import theory

sizes = st.floats(0.01, 100)
counts = st.integers(1, 10**6)


@given(m=counts, B=sizes, G2=sizes, factor=st.floats(0.1, 10))
def test_the_ridge_step_minimises_the_ridge_bound(m, B, G2, factor):
    eta = theory.gaerr_step_size(m=m, B=B, G2=G2)
    least = theory.gaerr_bound_general(eta=eta, m=m, B=B, G2=G2)
    np.testing.assert_allclose(theory.gaerr_bound(m=m, B=B, G2=G2), least, rtol=1e-12)
    assert least <= theory.gaerr_bound_general(eta=eta * factor, m=m, B=B, G2=G2) * (1 + 1e-12)


@given(d=st.integers(1, 5000), m=counts, B=sizes, G2=sizes, factor=st.floats(0.1, 10))
def test_the_lasso_step_minimises_the_lasso_bound(d, m, B, G2, factor):
    m = m + int(np.ceil(theory.gaelr_least_m(d=d)))
    eta = theory.gaelr_step_size(d=d, m=m, G2=G2)
    least = theory.gaelr_bound_general(eta=eta, d=d, m=m, B=B, G2=G2)
    np.testing.assert_allclose(theory.gaelr_bound(d=d, m=m, B=B, G2=G2), least, rtol=1e-12)
    other = theory.gaelr_bound_general(eta=eta * factor, d=d, m=m, B=B, G2=G2)
    assert least <= other * (1 + 1e-12)


@given(d=st.integers(1, 10**6), G2=sizes)
def test_log_2d_examples_keep_the_lasso_step_small_enough(d, G2):
    least = theory.gaelr_least_m(d=d)
    limit = theory.gaelr_step_limit(G2=G2)
    m = max(1.0, float(least))
    assert theory.gaelr_step_size(d=d, m=m, G2=G2) <= limit
    # 4/5 of it is exactly enough, so that fewer are not
    if 0.7 * least >= 1:
        assert theory.gaelr_step_size(d=d, m=0.7 * least, G2=G2) > limit


def test_a_lasso_step_above_the_limit_has_no_bound():
    G2 = 4.0
    limit = float(theory.gaelr_step_limit(G2=G2))
    bounds = theory.gaelr_bound_general(eta=[limit, limit * 1.01], d=9, m=100, B=1, G2=G2)
    assert np.isfinite(bounds).tolist() == [True, False]


@given(d=st.integers(1, 10**4), k=st.integers(1, 100), B=sizes)
def test_below_log_2d_examples_the_lasso_bounds_say_nothing(d, k, B):
    """So returning the formula there is not a false statement."""
    m = float(np.nextafter(theory.gaelr_least_m(d=d), 0))
    if m < 1:
        return
    trivial = theory.trivial_bound(B=B)
    assert theory.aelr_bound(d=d, m=m, k=k, B=B) > trivial
    assert theory.aelr_like_for_like_bound(d=d, m=m, k=k, B=B) > trivial
    assert theory.online_lasso_bound(d=d, m=m, B=B) > trivial
    assert theory.ddaelr_bound(m=m, k=k, B=B, M=np.zeros(d)) > trivial
    for kind in theory.KINDS:
        nothing = {"M": np.zeros(d), "epsilon": 0.0, "kind": kind}
        assert theory.two_phase_ddaelr_bound(m=m, m1=0, k=k, B=B, **nothing) > trivial


def test_g2_is_infinite_when_an_attribute_is_never_drawn():
    M, q = [0.5, 0.5], [1.0, 0.0]
    for g2 in (theory.gaerr_g2, theory.gaelr_g2):
        assert g2(M=M, q=q, k=2, B=1) == np.inf
    assert theory.gaerr_bound(m=10, B=1, G2=np.inf) == np.inf
    assert theory.gaelr_bound(d=2, m=10, B=1, G2=np.inf) == np.inf


# --- the whole table -------------------------------------------------------------------------

MOMENTS = np.arange(1, 31) ** -2.0 / 2
D = len(MOMENTS)


def two_phased(kind, epsilon=0.3):
    return {"m1": 5, "M": MOMENTS, "epsilon": epsilon, "kind": kind}


BOUNDS = {
    "aerr": lambda m, k: theory.aerr_bound(d=D, m=m, k=k, B=2),
    "aerr fair": lambda m, k: theory.aerr_like_for_like_bound(d=D, m=m, k=k, B=2),
    "ddaerr": lambda m, k: theory.ddaerr_bound(m=m, k=k, B=2, M=MOMENTS),
    "online ridge": lambda m, k: theory.online_ridge_bound(m=m, B=2) + 0 * np.asarray(k),
    "aelr": lambda m, k: theory.aelr_bound(d=D, m=m, k=k, B=2),
    "aelr fair": lambda m, k: theory.aelr_like_for_like_bound(d=D, m=m, k=k, B=2),
    "ddaelr": lambda m, k: theory.ddaelr_bound(m=m, k=k, B=2, M=MOMENTS),
    "online lasso": lambda m, k: theory.online_lasso_bound(d=D, m=m, B=2) + 0 * np.asarray(k),
    "lower rate": lambda m, k: theory.ridge_lower_bound_rate(d=D, m=m, k=k),
    **{
        f"two-phased ridge {kind}": lambda m, k, kind=kind: theory.two_phase_ddaerr_bound(
            m=m, k=k, B=2, **two_phased(kind)
        )
        for kind in theory.KINDS
    },
    **{
        f"two-phased ridge, known, {kind}": (
            lambda m, k, kind=kind: theory.two_phase_ddaerr_known_half_norm_bound(
                d=D, m=m, m1=5, k=k, B=2, H=3.0, epsilon=0.3, kind=kind
            )
        )
        for kind in theory.KINDS
    },
    **{
        f"two-phased lasso {kind}": lambda m, k, kind=kind: theory.two_phase_ddaelr_bound(
            m=m, k=k, B=2, **two_phased(kind)
        )
        for kind in theory.KINDS
    },
}


@pytest.mark.parametrize("name", BOUNDS)
def test_bounds_fall_with_m_and_never_rise_with_k(name):
    bound = BOUNDS[name]
    m = np.geomspace(10, 1e7, 40)
    assert (np.diff(bound(m, 4)) < 0).all()
    assert (np.diff(bound(1000, np.arange(1, 3 * D))) <= 1e-12).all()
