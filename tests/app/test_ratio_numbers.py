"""The numbers of the page `ratios`: profiles, the map, the stored data sets, two settings."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aelr_core import theory
from aelr_core.datasets.registry import DATASETS, load_dataset
from aelr_core.moments import rho_lasso, rho_ridge
from pages.ui.ratios import profiles, words
from pages.ui.ratios.bundled import NOT_STORED, bundled, computed
from pages.ui.ratios.compare import (
    Moments,
    filling_the_ball,
    of_dataset,
    promise,
    scale_curves,
    sorted_shares,
)
from pages.ui.ratios.landscape import (
    CURVE_ALPHAS,
    MAP_DIMS,
    RHO,
    by_alpha,
    equivalent_alpha,
    over_alpha_and_d,
    place,
    printed_values,
)
from pages.ui.ratios.sides import DEFAULTS, PROFILES, Side, moments_of, options, sources
from tests.app.reading import as_read

FAMILIES = ("ridge", "lasso")


@pytest.mark.parametrize("text", ["9 4 1", "9,4,1", "9; 4;1", "9\n4\n1\n", " 9\t4,\n1, "])
def test_a_list_may_be_written_in_many_ways(text: str) -> None:
    assert profiles.pasted(text).tolist() == [9, 4, 1]


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
        profiles.pasted(text)
    assert str(refusal.value).count(". ") == 0


@given(st.text(max_size=200))
def test_no_text_whatever_breaks_it(text: str) -> None:
    try:
        moments = profiles.pasted(text)
    except ValueError as refusal:
        sentence = str(refusal)
    else:
        assert np.isfinite(moments).all()
        assert moments.max() > 0
        return
    assert len(sentence) < 200


def test_the_stored_moments_are_those_of_the_data() -> None:
    stored = bundled()
    assert list(stored) == [name for name in DATASETS if name not in NOT_STORED]
    for name in ("digits-3v5", "diabetes"):
        anew = computed(name)
        np.testing.assert_allclose(stored[name].lasso_moments, anew.lasso_moments, rtol=1e-12)
        assert stored[name].ridge_scale == pytest.approx(anew.ridge_scale, rel=1e-12)
        assert stored[name].image_shape == anew.image_shape
        ridge = load_dataset(name, family="ridge")
        np.testing.assert_allclose(stored[name].moments("ridge"), ridge.moments, rtol=1e-9)


def test_every_printed_ratio_is_ours_rounded_or_cut_off() -> None:
    rows = printed_values({name: (e.label, e.lasso_moments) for name, e in bundled().items()})
    found = {(row.what, f): row.agreement(f) for row in rows for f in FAMILIES}
    assert len(found) == 12
    cut = {key for key, how in found.items() if how == "cut off"}
    assert cut == {("Simulated, α = −0.5", "lasso"), ("Simulated, α = −2", "ridge")}
    assert set(found.values()) == {"rounded", "cut off"}
    text = words.printed_table(rows)
    assert "| 0.05617 (0.05) ¹ |" in text
    assert "| 0.454 (0.45) | 0.1972 (0.2) |" in text
    assert "cut the digits off" in words.printed_note(rows)


@pytest.mark.parametrize("family", FAMILIES)
def test_the_map_falls_with_alpha_and_with_d(family: str) -> None:
    rho = over_alpha_and_d(family)
    assert rho.shape == (len(MAP_DIMS), len(CURVE_ALPHAS))
    assert (np.diff(rho, axis=1) > 0).all()  # α goes up to 0
    assert (np.diff(rho[:, :-1], axis=0) < 0).all()
    np.testing.assert_allclose(rho[:, -1], 1)


@given(alpha=st.floats(-4, 0), d=st.integers(2, 300), family=st.sampled_from(FAMILIES))
def test_power_law_data_stand_at_their_own_alpha(alpha: float, d: int, family: str) -> None:
    rho = float(RHO[family](profiles.power_law(alpha, d)))
    found = equivalent_alpha(rho, d, family)
    assert float(RHO[family](profiles.power_law(found, d))) == pytest.approx(rho, rel=1e-8)


def test_a_ratio_below_the_map_is_said_to_be_outside() -> None:
    M = np.zeros(50)
    M[0] = 1.0
    found = place("one", M, "ridge")
    assert found.outside
    assert found.alpha == -4
    assert "smaller than at any" in words.hover(found)


@given(
    M=st.lists(st.floats(1e-3, 1e3), min_size=2, max_size=30).map(np.array),
    family=st.sampled_from(FAMILIES),
)
def test_a_profile_that_fills_the_ball_has_h_equal_to_rho_d(M: np.ndarray, family: str) -> None:
    H = theory.effective_dimension(filling_the_ball(M, family), family)
    assert float(H) == pytest.approx(float(RHO[family](M)) * len(M))


@pytest.mark.parametrize("family", FAMILIES)
def test_the_promise_is_what_the_theorems_say(family: str) -> None:
    side = Side(alpha=-1.0, dim=60, family=family, budget=7)
    moments = moments_of(side)
    p = promise(moments, family, 7)
    assert (p.d, p.budget, p.family) == (60, 7, family)
    assert pytest.approx(60 * p.rho) == p.H
    assert p.saving == pytest.approx((p.H / 6 + 1) / (60 / 6 + 1))
    assert p.bounds_ratio == pytest.approx(math.sqrt((p.H / 6 + 1) / (2 * 60 / 6)))
    assert p.against_full == pytest.approx(7 * (1 + p.H / 6) / 60)
    assert p.k_star == theory.best_k(H=p.H, d=60).k
    assert p.q.sum() == pytest.approx(1)
    shares = sorted_shares(p.q)
    assert (np.diff(shares) <= 0).all()
    assert shares.mean() == pytest.approx(1)


def test_a_budget_above_d_becomes_d() -> None:
    assert promise(Moments("x", np.array([0.5, 0.5]), of_data=False), "ridge", 99).budget == 2


@pytest.mark.parametrize("family", FAMILIES)
def test_data_are_divided_by_their_largest_row_norm(family: str) -> None:
    data = load_dataset("synthetic", alpha=-1, dim=40, examples=200, test_examples=50)
    scaled = of_dataset(data, family)
    rows = np.vstack([data.X_train, data.X_test])
    norm = np.linalg.norm(rows, axis=1).max() if family == "ridge" else np.abs(rows).max()
    np.testing.assert_allclose(scaled.M, data.moments / norm**2)


def test_ratios_are_scale_free_and_h_is_not() -> None:
    M = profiles.power_law(-1, 30)
    factors = np.geomspace(0.01, 100, 9)
    curves = scale_curves(M, factors)
    np.testing.assert_allclose(curves["rho ridge"], float(rho_ridge(M)))
    np.testing.assert_allclose(curves["rho lasso"], float(rho_lasso(M)))
    np.testing.assert_allclose(curves["H ridge"], curves["H ridge"][4] * factors**2)


@pytest.mark.parametrize("side", ["a", "b"])
def test_the_options_are_the_fields_of_a_side(side: str) -> None:
    table = options(side)
    for name, option in table.items():
        assert name.startswith(f"{side}_")
        assert option.default == getattr(DEFAULTS[side], name[2:])
        assert option.check(option.default) == option.default
        assert option.parse(str(option.default)) == option.default
    assert set(PROFILES) < set(sources())


@pytest.mark.parametrize("source", [*PROFILES, "mnist-3v5", "wine"])
@pytest.mark.parametrize("family", FAMILIES)
def test_every_source_can_be_compared(source: str, family: str) -> None:
    moments = moments_of(Side(source=source, family=family))
    p = promise(moments, family, 5)
    assert 1 / p.d <= p.rho <= 1
    assert 0 < p.H <= p.d
    assert moments.of_data == (source not in PROFILES)


def test_the_words_name_the_winner() -> None:
    steep = promise(moments_of(Side(alpha=-2.0)), "ridge", 5)
    flat = promise(moments_of(Side(alpha=-0.5)), "ridge", 5)
    assert words.verdict(steep, flat).startswith("**A gains more**")
    assert words.verdict(flat, steep).startswith("**B gains more**")
    assert "gain alike" in words.verdict(flat, flat)
    smaller = Moments("smaller rows", moments_of(Side(alpha=-2.0)).M / 4, of_data=True)
    data = promise(smaller, "ridge", 5)
    assert "The ratios agree" in words.verdict(steep, data)
    assert "the rows of B are divided by the longest one" in words.verdict(steep, data)
    assert "The ratios agree" not in words.verdict(steep, promise(smaller, "ridge", 9))
    table = as_read(words.table({"A": steep, "B": flat}))
    assert "| Second moments | Power law, α = −2 | Power law, α = −0.5 |" in table
    assert table.count("\n") == 11
    assert "H = ρ·d" in words.fine_print({"A": steep, "B": flat})


def test_the_curve_is_a_row_of_the_map() -> None:
    at = 20
    np.testing.assert_allclose(by_alpha(int(MAP_DIMS[at]), "lasso"), over_alpha_and_d("lasso")[at])
