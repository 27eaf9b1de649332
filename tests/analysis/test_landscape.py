"""Profiles of moments, the map of ratios, and two settings compared."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aelr_core.analysis import what_if
from aelr_core.analysis.what_if import (
    CURVE_ALPHAS,
    MAP_DIMS,
    by_alpha,
    equivalent_alpha,
    over_alpha_and_d,
    place,
    sorted_shares,
)
from aelr_core.families import family_facts
from aelr_core.moments import rho_lasso, rho_ridge

FAMILIES = ("ridge", "lasso")


@pytest.mark.parametrize("text", ["9 4 1", "9,4,1", "9; 4;1", "9\n4\n1\n", " 9\t4,\n1, "])
def test_a_list_may_be_written_in_many_ways(text: str) -> None:
    assert what_if.pasted(text).tolist() == [9, 4, 1]


@pytest.mark.parametrize(
    ("text", "words_of_it"),
    [
        ("", "this one has 0"),
        ("5", "this one has 1"),
        ("1, two, 3", "Entry 2, 'two'"),
        ("1, -1", "Entry 2, '-1'"),
        ("1, nan", "Entry 2, 'nan'"),
        ("inf 1", "Entry 1, 'inf'"),
        ("0 0 0", "greater than 0"),
        ("1 " * 10_001, "10,001"),
        ("1 " * 150_001, "may have 300,000 characters"),
    ],
)
def test_a_list_that_cannot_be_used_gets_one_sentence(text: str, words_of_it: str) -> None:
    with pytest.raises(ValueError, match=words_of_it) as refusal:
        what_if.pasted(text)
    assert str(refusal.value).count(". ") == 0


@given(st.text(max_size=200))
def test_no_text_whatever_breaks_it(text: str) -> None:
    try:
        moments = what_if.pasted(text)
    except ValueError as refusal:
        sentence = str(refusal)
    else:
        assert np.isfinite(moments).all()
        assert moments.max() > 0
        return
    assert len(sentence) < 200


@pytest.mark.parametrize("family", FAMILIES)
def test_the_map_falls_with_alpha_and_with_d(family: str) -> None:
    rho = over_alpha_and_d(family)
    assert rho.shape == (len(MAP_DIMS), len(CURVE_ALPHAS))
    assert (np.diff(rho, axis=1) > 0).all()  # α goes up to 0
    assert (np.diff(rho[:, :-1], axis=0) < 0).all()
    np.testing.assert_allclose(rho[:, -1], 1)


@given(alpha=st.floats(-4, 0), d=st.integers(2, 300), family=st.sampled_from(FAMILIES))
def test_power_law_data_stand_at_their_own_alpha(alpha: float, d: int, family: str) -> None:
    ratio = family_facts(family).rho
    rho = float(ratio(what_if.power_law(alpha, d)))
    found = equivalent_alpha(rho, d, family)
    assert float(ratio(what_if.power_law(found, d))) == pytest.approx(rho, rel=1e-8)


def test_ratios_are_scale_free() -> None:
    M = what_if.power_law(-1, 30)
    for rho in (rho_ridge, rho_lasso):
        np.testing.assert_allclose(rho(np.geomspace(0.01, 100, 9)[:, None] * M), float(rho(M)))


def test_sorted_shares_fall_and_uniform_is_one() -> None:
    shares = sorted_shares(np.array([0.1, 0.6, 0.3]))
    np.testing.assert_allclose(shares, [1.8, 0.9, 0.3])


def test_the_curve_is_a_row_of_the_map() -> None:
    at = 20
    np.testing.assert_allclose(by_alpha(int(MAP_DIMS[at]), "lasso"), over_alpha_and_d("lasso")[at])


def test_a_ratio_below_the_map_is_outside() -> None:
    found = place("one", np.eye(50)[0], "ridge")
    assert found.outside
    assert found.alpha == -4
