"""Theorems 3.6, 3.12 and 4.7: their constants from the proofs, and the lemmas they rest on."""

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

SOME = 1 + 1e-9
sizes = st.floats(0.01, 100)
ks = st.integers(1, 40)
widths = st.floats(1e-6, 10)


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
