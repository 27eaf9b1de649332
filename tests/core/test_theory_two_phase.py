"""Theorems 3.6, 3.12 and 4.7 as functions: values, limits, lanes and refusals."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aelr_core import theory
from aelr_core.norms import half_norm
from aelr_core.sampling import epsilon_theory

sizes = st.floats(0.01, 100)
ks = st.integers(1, 40)
widths = st.floats(1e-6, 10)

M = np.arange(1, 41) ** -2.0 / 2
PHASES = {"m": 1000, "m1": 100, "k": 4, "epsilon": 0.02}


def test_numbers_by_hand():
    d, m2, k, B, epsilon, H = 40, 900, 4, 3.0, 0.02, float(half_norm(M))
    log2d = np.log(80)
    spread = 2 * H + 2 * np.sqrt(5 / 3) * d * np.sqrt(H * epsilon)
    known = {"d": d, "H": H, **PHASES}
    np.testing.assert_allclose(
        theory.two_phase_ddaerr_known_half_norm_step_size(**known),
        max(np.sqrt(k / (6 * d * m2)), np.sqrt(k / (m2 * (spread + k)))),
        rtol=1e-13,
    )
    np.testing.assert_allclose(
        theory.two_phase_ddaerr_known_half_norm_bound(B=B, kind="any_m1", **known),
        4 * B**2 * np.sqrt(6 * d / (k * m2)),
        rtol=1e-13,
    )
    np.testing.assert_allclose(
        theory.two_phase_ddaerr_known_half_norm_bound(B=B, kind="likely", **known),
        4 * B**2 / np.sqrt(m2) * np.sqrt(spread / k + 1),
        rtol=1e-13,
    )
    np.testing.assert_allclose(
        theory.two_phase_ddaerr_bound(B=B, M=M, kind="likely", **PHASES),
        16 * B**2 / np.sqrt(m2) * np.sqrt((np.sqrt(H) + d * np.sqrt(0.04)) ** 2 / k + 1),
        rtol=1e-13,
    )
    np.testing.assert_allclose(
        theory.two_phase_ddaelr_bound(B=B, M=M, kind="any_m1", **PHASES),
        61 * B**2 * np.sqrt(d * log2d / (k * m2)),
        rtol=1e-13,
    )
    np.testing.assert_allclose(
        theory.two_phase_ddaelr_bound(B=B, M=M, kind="likely", **PHASES),
        4 * B**2 * np.sqrt(5 * (16 * M.sum() + 88 * d * epsilon / 3 + k) * log2d / (k * m2)),
        rtol=1e-13,
    )
    A = M * 1.5
    np.testing.assert_allclose(
        theory.two_phase_ddaelr_step_size(A=A, B=B, **PHASES),
        np.sqrt(k * log2d / (20 * B**2 * m2 * (8 * A.sum() + 20 * d * epsilon + k))),
        rtol=1e-13,
    )
    estimate = np.sqrt(2 * A + 10 / 3 * epsilon).sum() ** 2
    np.testing.assert_allclose(theory.half_norm_estimate(A=A, epsilon=epsilon), estimate)
    np.testing.assert_allclose(
        theory.two_phase_ddaerr_step_size(A=A, **PHASES),
        theory.two_phase_ddaerr_known_half_norm_step_size(d=d, H=estimate, **PHASES),
        rtol=1e-13,
    )


@given(H=sizes, k=ks, epsilon=st.one_of(st.just(0.0), widths), m2=st.integers(1, 10**6))
def test_the_step_reaches_the_smaller_bound(H, k, epsilon, m2):
    """Lemma B.4: the larger step belongs to the smaller G², and its bound is 2BG/√m₂."""
    known = {"d": 30, "m": m2 + 5, "m1": 5, "k": k, "H": H, "epsilon": epsilon}
    eta = theory.two_phase_ddaerr_known_half_norm_step_size(**known)
    smaller = theory.two_phase_ddaerr_known_half_norm_bound(B=2.0, kind="smaller", **known)
    # 2B/(G√m₂) = η gives G; then 2BG/√m₂ = 4B²/(ηm₂)
    np.testing.assert_allclose(4 * 2.0**2 / (eta * m2), smaller, rtol=1e-12)


def test_the_step_of_the_proof_would_miss_the_bound():
    """One proof writes √(k/(12dm₂)) where the lemma says √(k/(6dm₂))."""
    d, k, m2 = 50, 4, 900
    G2 = 24 * d / k
    claimed = theory.two_phase_ddaerr_any_m1_bound(d=d, m=m2 + 1, m1=1, k=k, B=1)
    right, wrong = (np.sqrt(k / (c * d * m2)) for c in (6, 12))
    assert theory.gaerr_bound_general(eta=right, m=m2, B=1, G2=G2) == pytest.approx(claimed)
    assert theory.gaerr_bound_general(eta=wrong, m=m2, B=1, G2=G2) > 1.05 * claimed


def test_the_smaller_kind():
    for epsilon in (0.0, 0.001, 0.1, 1.0):
        phases = PHASES | {"epsilon": epsilon}
        for bound in (theory.two_phase_ddaerr_bound, theory.two_phase_ddaelr_bound):
            any_m1, likely, smaller = (
                bound(B=1, M=M, kind=kind, **phases) for kind in theory.KINDS
            )
            assert smaller == min(any_m1, likely)


def test_a_longer_phase_one_only_helps_the_likely_bound():
    epsilon = np.geomspace(1, 1e-9, 30)
    phases = PHASES | {"epsilon": epsilon}
    for bound in (theory.two_phase_ddaerr_bound, theory.two_phase_ddaelr_bound):
        assert (np.diff(bound(B=1, M=M, kind="likely", **phases)) < 0).all()
        assert np.ptp(bound(B=1, M=M, kind="any_m1", **phases)) == 0
        assert bound(B=1, M=M, kind="any_m1", **phases).shape == epsilon.shape


def test_without_a_phase_one_only_the_bound_for_any_m1_is_left():
    epsilon = epsilon_theory(40, 5, 0, 0.1, "ridge")
    nothing = {"m": 900, "m1": 0, "k": 4, "epsilon": epsilon}
    bound = theory.two_phase_ddaerr_any_m1_bound(d=40, m=900, m1=0, k=4, B=1)
    assert theory.two_phase_ddaerr_bound(B=1, M=M, kind="likely", **nothing) == np.inf
    assert theory.two_phase_ddaerr_bound(B=1, M=M, kind="smaller", **nothing) == bound
    eta = np.sqrt(4 / (6 * 40 * 900))
    assert theory.two_phase_ddaerr_step_size(A=np.zeros(40), **nothing) == pytest.approx(eta)
    for H in (0.0, 5.0):
        known = theory.two_phase_ddaerr_known_half_norm_step_size(d=40, H=H, **nothing)
        assert known == pytest.approx(eta if H else 1 / 30)


@pytest.mark.parametrize("A", [np.zeros(40), M])
def test_epsilon_zero_has_a_step(A):
    phases = PHASES | {"epsilon": 0.0}
    assert 0 < theory.two_phase_ddaerr_step_size(A=A, **phases) < 1
    assert 0 < theory.two_phase_ddaelr_step_size(A=A, B=1, **phases) < 1


def test_lanes_with_their_own_m_a_and_epsilon():
    rng = np.random.default_rng(0)
    lanes = {
        "m": np.array([100, 200, 400]),
        "m1": np.array([10, 20, 40]),
        "k": np.array([1, 2, 3]),
        "epsilon": np.array([0.0, 0.5, 1.0]),
    }
    A = rng.uniform(size=(3, 6))
    for function, more in [
        (theory.two_phase_ddaerr_step_size, {}),
        (theory.two_phase_ddaelr_step_size, {"B": 2.0}),
    ]:
        stacked = function(A=A, **lanes, **more)
        alone = [
            function(A=A[i], **{name: value[i] for name, value in lanes.items()}, **more)
            for i in range(3)
        ]
        np.testing.assert_array_equal(stacked, alone)
    for function, kind in itertools.product(
        (theory.two_phase_ddaerr_bound, theory.two_phase_ddaelr_bound), theory.KINDS
    ):
        stacked = function(M=A, B=1.0, kind=kind, **lanes)
        alone = [
            function(M=A[i], B=1.0, kind=kind, **{name: v[i] for name, v in lanes.items()})
            for i in range(3)
        ]
        np.testing.assert_array_equal(stacked, alone)
