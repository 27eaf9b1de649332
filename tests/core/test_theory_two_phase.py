"""Theorems 3.6, 3.12 and 4.7 as functions: values, limits, lanes; proofs and regimes."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from aelr_core import theory
from aelr_core.moments import estimated_moments, moment_ratios
from aelr_core.norms import half_norm, one_norm
from aelr_core.sampling import CONFIDENCE_SHIFT, epsilon_theory, two_phase_distribution
from aelr_core.theory import two_phase_lasso, two_phase_ridge

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


# ---- Theorems 3.6, 3.12 and 4.7: their constants from the proofs, and the lemmas they rest on ----

SOME = 1 + 1e-9


@st.composite
def after_phase_one(draw, ridge):
    """Draw (M, A, ε) on the event of equation 15: M/2 − 5ε/3 ≤ A ≤ 2M + 7ε/6, A in [0, 1]."""
    d = draw(st.integers(1, 8))
    M = draw(arrays(np.float64, d, elements=st.floats(1e-6, 1)))
    if ridge:
        M = M / max(1.0, M.sum())  # ‖x‖₂ ≤ 1
    epsilon = draw(widths if ridge else st.floats(1e-6, 1))
    low = np.clip(M / 2 - 5 / 3 * epsilon, 0, 1)
    high = np.clip(2 * M + 7 / 6 * epsilon, 0, 1)
    where = draw(arrays(np.float64, d, elements=st.floats(0, 1)))
    return M, low + where * (high - low), epsilon


# --- the constants ---------------------------------------------------------------------------


def test_thirteen_sixths_leaves_half_of_m_plus_epsilon():
    """Proof of Lemma 3.7: −5/3 + 13/6 = 1/2, and 7/6 + 13/6 = 2·5/3."""
    assert pytest.approx(1 / 2) == CONFIDENCE_SHIFT - 5 / 3
    assert pytest.approx(2 * 5 / 3) == 7 / 6 + CONFIDENCE_SHIFT
    assert pytest.approx(2 * np.sqrt(5 / 3)) == two_phase_ridge.SPREAD_FACTOR
    assert pytest.approx(2 * 5 / 3) == two_phase_ridge.ESTIMATE_SHIFT


def test_six_from_five_d():
    """Lemma 3.7: 2 + 2√(5/3) ≤ 5; Lemma 3.8: 5d/k + 1 ≤ 6d/k."""
    assert 4 < 2 + 2 * np.sqrt(5 / 3) <= 5
    assert two_phase_ridge.ANY_M1_FACTOR == 5 + 1


def test_sixteen_from_the_proof_of_theorem_3_12():
    """2H + 2√(5/3)d√(Hε) at H = 8h + 34d²ε/3 stays below 16(√h + d√(2ε))²; then 4·√16 = 16.

    The factors of h, d√(hε) and d²ε are those of the proof's last three lines.
    """
    of_h = 2 * 8
    of_root = 2 * np.sqrt(5 / 3) * np.sqrt(8)
    of_epsilon = 2 * 34 / 3 + 2 * np.sqrt(5 / 3) * np.sqrt(34 / 3)
    assert of_root == pytest.approx(2 * np.sqrt(40 / 3))
    assert of_epsilon == pytest.approx(68 / 3 + 2 * np.sqrt(170 / 9))
    assert of_h <= 16
    assert of_root <= 16 * 2 * np.sqrt(2)
    assert 31 < of_epsilon <= 16 * 2  # what the 2 under the root in d√(2ε) is for
    assert 4 * np.sqrt(16) == two_phase_ridge.LIKELY_FACTOR


@given(h=sizes, d=st.integers(1, 100), k=ks, epsilon=widths)
def test_the_likely_bound_of_theorem_3_12_covers_lemma_3_10_at_the_largest_estimate(
    h, d, k, epsilon
):
    arguments = {"m": 100, "m1": 10, "k": k, "B": 1.0, "epsilon": epsilon, "kind": "likely"}
    estimate = 8 * h + 34 / 3 * d**2 * epsilon
    lemma = theory.two_phase_ddaerr_known_half_norm_bound(d=d, H=estimate, **arguments)
    M = np.zeros(d)
    M[0] = h
    assert lemma <= theory.two_phase_ddaerr_bound(M=M, **arguments) * SOME


def test_sixty_one_and_eighty_eight_thirds_from_the_proof_of_theorem_4_7():
    assert pytest.approx(two_phase_lasso.STEP_EPSILON_FACTOR) == 4 * 10 / 3 + 20 / 3
    assert two_phase_lasso.STEP_A_FACTOR == 4 * 2
    seventeen_thirds = 14 / 6 + 10 / 3
    assert pytest.approx(4 * seventeen_thirds + 20 / 3) == two_phase_lasso.LIKELY_EPSILON_FACTOR
    assert two_phase_lasso.LIKELY_M_FACTOR == 4 * 4
    # ε = 1, ‖M‖₁ = d, k = d
    exact = 4 * np.sqrt(5 * (16 + 88 / 3 + 1))
    assert np.ceil(exact) == two_phase_lasso.ANY_M1_FACTOR == 61
    assert exact > 60.8


# --- the lemmas, for every outcome that equation 15 allows -----------------------------------


@given(outcome=after_phase_one(ridge=True))
def test_lemma_3_7(outcome):
    M, A, epsilon = outcome
    d, H = len(M), half_norm(M)
    cost = moment_ratios(M, two_phase_distribution(A, epsilon, "ridge")).sum()
    assert cost <= 5 * d * SOME
    assert cost <= (2 * H + 2 * np.sqrt(5 / 3) * d * np.sqrt(H * epsilon)) * SOME


@given(outcome=after_phase_one(ridge=True))
def test_lemma_3_11(outcome):
    M, A, epsilon = outcome
    H = theory.half_norm_estimate(A=A, epsilon=epsilon)
    assert half_norm(M) <= H * SOME
    assert (8 * half_norm(M) + 34 / 3 * len(M) ** 2 * epsilon) * SOME >= H


@given(outcome=after_phase_one(ridge=False))
def test_lemma_4_8(outcome):
    M, A, epsilon = outcome
    cost = moment_ratios(M, two_phase_distribution(A, epsilon, "lasso")).max()
    assert cost <= (4 * one_norm(M) + 20 / 3 * len(M) * epsilon) * SOME


@given(outcome=after_phase_one(ridge=True), m2=st.integers(1, 10**6), k=ks, B=sizes)
def test_theorems_3_6_and_3_12_follow_from_theorem_3_1(outcome, m2, k, B):
    M, A, epsilon = outcome
    d, m1 = len(M), 7
    G2 = theory.gaerr_g2(M=M, q=two_phase_distribution(A, epsilon, "ridge"), k=k, B=B)
    phases = {"m": m1 + m2, "m1": m1, "k": k, "epsilon": epsilon}

    eta = theory.two_phase_ddaerr_known_half_norm_step_size(d=d, H=half_norm(M), **phases)
    reached = theory.gaerr_bound_general(eta=eta, m=m2, B=B, G2=G2)
    for kind in theory.KINDS:
        claimed = theory.two_phase_ddaerr_known_half_norm_bound(
            d=d, H=half_norm(M), B=B, kind=kind, **phases
        )
        assert reached <= claimed * SOME

    eta = theory.two_phase_ddaerr_step_size(A=A, **phases)
    reached = theory.gaerr_bound_general(eta=eta, m=m2, B=B, G2=G2)
    for kind in theory.KINDS:
        assert reached <= theory.two_phase_ddaerr_bound(M=M, B=B, kind=kind, **phases) * SOME


@given(outcome=after_phase_one(ridge=False), m2=st.integers(3, 10**6), k=ks, B=sizes)
def test_theorem_4_7_follows_from_theorem_4_1(outcome, m2, k, B):
    M, A, epsilon = outcome
    d, m1 = len(M), 7
    G2 = theory.gaelr_g2(M=M, q=two_phase_distribution(A, epsilon, "lasso"), k=k, B=B)
    phases = {"m": m1 + m2, "m1": m1, "k": k, "B": B, "epsilon": epsilon}
    eta = theory.two_phase_ddaelr_step_size(A=A, **phases)
    reached = theory.gaelr_bound_general(eta=eta, d=d, m=m2, B=B, G2=G2)
    for kind in theory.KINDS:
        assert reached <= theory.two_phase_ddaelr_bound(M=M, kind=kind, **phases) * SOME


def test_the_bound_for_any_m1_is_not_sure():
    """Lemma 3.7 says Σ M_i/q_i ≤ 5d with probability 1; here is a phase one that breaks it.

    x is e_1 or e_2, even chances; attribute 1 was drawn only when it was 1, attribute 2 only when
    it was 0. That is rare, but possible at every m₁.
    """
    d, k, delta, m1 = 2, 1, 0.1, 4000
    M = np.array([0.5, 0.5])
    A = estimated_moments([4000.0, 0.0], [4000, 4000])
    epsilon = epsilon_theory(d, k + 1, m1, delta, "ridge")
    assert epsilon < 1
    assert A[1] < M[1] / 2 - 5 / 3 * epsilon  # outside equation 15
    cost = moment_ratios(M, two_phase_distribution(A, epsilon, "ridge")).sum()
    assert cost > 5 * d
    assert "counter-example" in theory.ANY_M1_NOTE


def test_equation_15_fails_if_phase_one_draws_the_same_example_over_and_over():
    """The draws count as 200 independent ones, but there is one example: A_i is 0 or 1."""
    d, draws, m1, delta, chance = 2, 200, 1, 0.01, 0.34
    epsilon = epsilon_theory(d, draws, m1, delta, "ridge")
    assert chance / 2 - 5 / 3 * epsilon > 0
    assert 2 * chance + 7 / 6 * epsilon < 1
    assert "k of at most about d" in theory.LIKELY_NOTE


# ---- How long phase one must be ----

D, K, DELTA = 200, 4, 0.1
LAMBDA = np.log(2 * D / DELTA)

ROWS = {
    "known": (theory.two_phase_ddaerr_known_half_norm_regimes, "ridge"),
    "unknown": (theory.two_phase_ddaerr_regimes, "ridge"),
    "lasso": (theory.two_phase_ddaelr_regimes, "lasso"),
}


def bound(row, kind, m1, H, d=D, k=K):
    """Return the bound with as many examples in phase two as 1000, whatever m₁."""
    epsilon = epsilon_theory(d, k + 1, m1, DELTA, ROWS[row][1])
    phases = {"m": m1 + 1000, "m1": m1, "k": k, "B": 1.0, "epsilon": epsilon, "kind": kind}
    M = np.zeros(d)
    M[0] = H  # both ‖M‖_½ and ‖M‖₁ are H
    if row == "known":
        return theory.two_phase_ddaerr_known_half_norm_bound(d=d, H=H, **phases)
    if row == "unknown":
        return theory.two_phase_ddaerr_bound(M=M, **phases)
    return theory.two_phase_ddaelr_bound(M=M, **phases)


@pytest.mark.parametrize(
    ("row", "improve", "match"),
    [
        ("known", D * 9 * LAMBDA / (K + 1), D**3 * LAMBDA / ((K + 1) * 9)),
        ("unknown", D**2 * LAMBDA / (K + 1), D**3 * LAMBDA / ((K + 1) * 9)),
        ("lasso", D * LAMBDA / (K + 1), D**2 * LAMBDA / ((K + 1) * 9)),
    ],
)
def test_the_table(row, improve, match):
    regimes = ROWS[row][0](d=D, k=K, delta=DELTA, H=9)
    assert regimes.improve == pytest.approx(improve, rel=1e-12)
    assert regimes.match == pytest.approx(match, rel=1e-12)


def test_at_the_matching_length_the_bound_is_that_of_known_moments_up_to_a_constant():
    for row, constant in [("known", 4), ("unknown", 16 / 4 * 3), ("lasso", 8)]:
        for H in (1.0, 5.0, 20.0):
            match = float(ROWS[row][0](d=D, k=K, delta=DELTA, H=H).match)
            M = np.zeros(D)
            M[0] = H
            known = theory.ddaelr_bound if row == "lasso" else theory.ddaerr_bound
            assert bound(row, "likely", match, H) <= constant * known(m=1000, k=K, B=1, M=M)


def test_knowing_the_half_norm_saves_a_factor_d_over_h():
    known = theory.two_phase_ddaerr_known_half_norm_regimes(d=D, k=K, delta=DELTA, H=9)
    unknown = theory.two_phase_ddaerr_regimes(d=D, k=K, delta=DELTA, H=9)
    assert unknown.improve / known.improve == pytest.approx(D / 9)


@pytest.mark.parametrize("row", ROWS)
def test_curves(row):
    regimes = ROWS[row][0](d=[[100], [200]], k=[1, 2, 4], delta=DELTA, H=3.0)
    for i, d in enumerate((100, 200)):
        for j, k in enumerate((1, 2, 4)):
            alone = ROWS[row][0](d=d, k=k, delta=DELTA, H=3.0)
            for stacked, value in zip(regimes, alone, strict=True):
                assert np.broadcast_to(stacked, (2, 3))[i, j] == value
