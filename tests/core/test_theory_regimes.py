"""How long phase one must be: the table, and where the two bounds of a theorem meet."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aelr_core import theory
from aelr_core.sampling import epsilon_theory

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


@pytest.mark.parametrize("row", ROWS)
@given(H=st.floats(0.5, 60))
def test_the_bounds_cross_where_it_is_said(row, H):
    cross = ROWS[row][0](d=D, k=K, delta=DELTA, H=H).cross
    if cross == 0:
        assert bound(row, "likely", 1, H) <= bound(row, "any_m1", 1, H)
    elif np.isfinite(cross):
        np.testing.assert_allclose(
            bound(row, "likely", cross, H), bound(row, "any_m1", cross, H), rtol=1e-9
        )
        assert bound(row, "likely", 1.01 * cross, H) < bound(row, "any_m1", 1.01 * cross, H)
        assert bound(row, "likely", 0.99 * cross, H) > bound(row, "any_m1", 0.99 * cross, H)
    else:
        assert bound(row, "likely", 1e30, H) >= bound(row, "any_m1", 1e30, H) * (1 - 1e-9)


def test_when_they_cross_at_once_and_when_never():
    # lasso: the constant 61 is chosen for ε = 1, ‖M‖₁ = d, k = d
    assert theory.two_phase_ddaelr_regimes(d=D, k=D, delta=DELTA, H=D).cross == 0
    # beyond the unit ball (‖M‖₁ > d) it may take a phase one after all, or never happen
    assert 0 < theory.two_phase_ddaelr_regimes(d=D, k=K, delta=DELTA, H=1.1 * D).cross < np.inf
    assert theory.two_phase_ddaelr_regimes(d=D, k=K, delta=DELTA, H=5 * D).cross == np.inf
    # ridge with nothing known: only if 16(‖M‖_½ + k) < 6d
    assert theory.two_phase_ddaerr_regimes(d=D, k=K, delta=DELTA, H=70.0).cross < np.inf
    assert theory.two_phase_ddaerr_regimes(d=D, k=K, delta=DELTA, H=72.0).cross == np.inf
    assert theory.two_phase_ddaerr_regimes(d=D, k=D, delta=DELTA, H=1.0).cross == np.inf


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
