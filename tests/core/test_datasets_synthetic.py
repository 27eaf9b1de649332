"""The paper's synthetic data: exact moments, streams of the seed, exact excess risk."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aelr_core.analysis.prior_facts import rho_report
from aelr_core.datasets import Dataset, DatasetError, load_dataset, synthetic_moments
from aelr_core.datasets.dataset import stream

FAMILIES = ("ridge", "lasso")


def small(**options: object) -> Dataset:
    return load_dataset("synthetic", **{"dim": 30, "examples": 40, "test_examples": 50, **options})


def restore_units(data: Dataset) -> np.ndarray:
    """Return u of a data set, whatever its scale."""
    return data.moments * data.scale**2


@pytest.mark.parametrize(
    ("alpha", "rho_ridge", "rho_lasso", "one_norm", "half_norm"),
    [
        (0, 1, 1, 22.4, 11180),
        (-0.5, 0.9092, 0.08657, 16.6, 7550),
        (-1, 0.5516, 0.01359, 5.30, 1462),
        (-2, 0.0562, 0.00329, 1.58, 44.4),
    ],
)
def test_the_table_of_the_paper(alpha, rho_ridge, rho_lasso, one_norm, half_norm):
    ridge = rho_report(small(alpha=alpha, dim=500))
    lasso = rho_report(small(alpha=alpha, dim=500, family="lasso"))
    assert ridge["rho_ridge"] == pytest.approx(rho_ridge, abs=5e-5)
    assert lasso["rho_lasso"] == pytest.approx(rho_lasso, abs=5e-6)
    assert ridge["one_norm"] == pytest.approx(one_norm, rel=3e-3)
    assert ridge["half_norm"] == pytest.approx(half_norm, rel=2e-3)
    assert ridge["d"] == lasso["d"] == 500
    assert ridge["m"] == lasso["m"] == 40


def test_k_star_is_by_family():
    assert rho_report(small(dim=500))["k_star"] == 7  # √44.4
    assert rho_report(small(dim=500, family="lasso"))["k_star"] == 1  # √1.64


@given(st.floats(-4, 0), st.integers(2, 10_000), st.sampled_from(FAMILIES))
def test_u_is_a_decaying_probability_of_norm_one(alpha, dim, family):
    u = synthetic_moments(alpha, dim, family)
    norm = np.sqrt((u**2).sum()) if family == "ridge" else u.max()
    assert norm == pytest.approx(1)
    assert (np.diff(u) <= 0).all()
    assert u[-1] > 0
    assert u[0] <= 1
    assert u[-1] / u[0] == pytest.approx(float(dim) ** alpha)


@given(
    st.integers(0, 2**53 - 1), st.sampled_from(FAMILIES), st.sampled_from([0.0, -0.5, -1.0, -2.0])
)
def test_rows_targets_and_w_star(seed, family, alpha):
    data = small(seed=seed, family=family, alpha=alpha)
    assert set(np.unique(data.X_train)) <= {0.0, 1.0}
    assert set(np.unique(data.w_star)) <= ({-1.0, 1.0} if family == "ridge" else {-1.0, 0.0, 1.0})
    np.testing.assert_array_equal(data.y_train, data.X_train @ data.w_star)
    np.testing.assert_array_equal(data.y_test, data.X_test @ data.w_star)
    assert data.y_test.any()
    norm = np.sqrt((data.w_star**2).sum()) if family == "ridge" else np.abs(data.w_star).sum()
    assert data.norm_bound == pytest.approx(norm)
    np.testing.assert_array_equal(data.moments, data.known_moments)


@given(st.integers(0, 1000), st.integers(1, 60), st.integers(1, 60), st.booleans())
def test_more_examples_only_append(seed, few, more, lasso):
    family = FAMILIES[lasso]
    few, more = sorted((few, more))
    a, b = (small(seed=seed, examples=m, family=family) for m in (few, more))
    np.testing.assert_array_equal(a.X_train, b.X_train[:few])
    np.testing.assert_array_equal(a.y_train, b.y_train[:few])
    np.testing.assert_array_equal(a.X_test, b.X_test)
    np.testing.assert_array_equal(a.w_star, b.w_star)


def test_rows_are_the_uniforms_of_their_stream_compared_with_u():
    data = load_dataset("synthetic", dim=400, examples=1_500, test_examples=700, seed=3)
    for purpose, rows in (("training rows", data.X_train), ("test rows", data.X_test)):
        uniforms = stream(3, purpose).random(rows.shape)  # at once, not block by block
        assert rows.dtype == np.float64
        assert np.array_equal(rows, uniforms < data.moments)
    assert np.array_equal(data.y_test, data.X_test @ data.w_star)


def test_w_star_of_the_lasso_has_15_percent_of_each_sign():
    w_star = small(dim=10_000, examples=1, test_examples=1000, family="lasso", alpha=-1).w_star
    for sign in (-1, 1):
        assert abs((w_star == sign).mean() - 0.15) < 6 * np.sqrt(0.15 * 0.85 / 10_000)
    ridge = small(dim=10_000, examples=1, alpha=-1).w_star
    assert abs(ridge.mean()) < 6 / 100


@pytest.mark.parametrize("seed", range(40))
def test_y_is_never_constantly_zero(seed):
    # At α = 0 every lasso attribute is always 1, so y = Σ w* is one number: redrawn if 0.
    # At d = 2 w* itself is 0 about every other time.
    for alpha, dim in ((0.0, 2), (0.0, 5), (-4.0, 2)):
        data = small(seed=seed, alpha=alpha, dim=dim, family="lasso")
        assert data.y_test.any()


def test_test_rows_of_zeros_are_refused():
    # P(x = 0) is about 0.06 here, so one of these seeds draws a single test row of zeros.
    refusals = []
    for seed in range(300):
        try:
            assert small(seed=seed, dim=4, alpha=0, test_examples=1).y_test.any()
        except DatasetError as error:
            refusals.append(str(error))
    assert 0 < len(refusals) < 100
    assert all("raise test_examples" in refusal for refusal in refusals)


def enumerated_excess_risk(u: np.ndarray, v: np.ndarray) -> float:
    """½E[⟨v,x⟩²], summed over all 2^d rows."""
    total = 0.0
    for bits in itertools.product((0, 1), repeat=len(u)):
        x = np.array(bits)
        total += np.prod(np.where(x, u, 1 - u)) * (v @ x) ** 2
    return total / 2


@pytest.mark.parametrize("scaled", [False, True])
@pytest.mark.parametrize("family", FAMILIES)
@given(st.lists(st.floats(-5, 5), min_size=4, max_size=4), st.floats(-4, 0))
def test_excess_risk_is_the_enumerated_one_in_the_units_of_the_data(family, scaled, w, alpha):
    data = small(dim=4, alpha=alpha, family=family, scaled=scaled)
    v = (np.array(w) - data.w_star) / data.scale  # in the units of x = 0 or 1
    expected = enumerated_excess_risk(synthetic_moments(alpha, 4, family), v)
    assert data.excess_risk(w) == pytest.approx(expected, abs=1e-12)


def test_excess_risk_on_stacks():
    data = small()
    w = np.random.default_rng(0).normal(size=(2, 3, 30))
    risks = data.excess_risk(w)
    assert risks.shape == (2, 3)
    assert risks[1, 2] == pytest.approx(data.excess_risk(w[1, 2]))
    assert data.excess_risk(data.w_star) == 0
    with pytest.raises(ValueError, match="30 entries"):
        data.excess_risk(np.zeros(29))


@pytest.mark.parametrize("family", FAMILIES)
def test_scaled_rows_are_in_the_ball_and_predictions_stay(family):
    plain, scaled = (small(dim=100, alpha=-0.5, family=family, scaled=s) for s in (False, True))
    s = scaled.scale
    rows = np.concatenate([plain.X_train, plain.X_test])
    assert s == pytest.approx(np.sqrt(rows.sum(axis=1).max()) if family == "ridge" else 1)
    assert plain.scale == 1
    assert scaled.radius <= 1
    assert scaled.radius == pytest.approx(1)
    assert plain.radius == pytest.approx(s)
    np.testing.assert_allclose(scaled.X_train * s, plain.X_train)
    np.testing.assert_allclose(scaled.w_star, plain.w_star * s)
    np.testing.assert_array_equal(scaled.y_train, plain.y_train)
    np.testing.assert_allclose(scaled.X_test @ scaled.w_star, plain.y_test, atol=1e-12)
    np.testing.assert_allclose(restore_units(scaled), plain.moments)
    assert scaled.norm_bound == pytest.approx(plain.norm_bound * s)
    assert scaled.rho_ridge == pytest.approx(plain.rho_ridge)
    w = np.random.default_rng(0).normal(size=100)
    assert scaled.excess_risk(w * s) == pytest.approx(plain.excess_risk(w))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"alpha": 0.1}, "alpha must be a finite number from -4 to 0, but it is 0.1."),
        ({"alpha": float("nan")}, "alpha must be a finite number from -4 to 0"),
        ({"dim": 1}, "dim must be a whole number from 2 to 10000, but it is 1."),
        ({"dim": 10_001}, "dim must be a whole number"),
        ({"dim": 500.0}, "dim must be a whole number"),
        ({"examples": 0}, "examples must be a whole number"),
        ({"test_examples": 0}, "test_examples must be a whole number"),
        ({"seed": -1}, "seed must be a whole number"),
        ({"family": "elastic"}, "family must be one of 'ridge', 'lasso', but it is 'elastic'."),
        ({"scaled": 1}, "scaled must be True or False, but it is 1."),
        ({"dim": 10_000, "examples": 100_000}, "more than the 2 GiB allowed"),
    ],
)
def test_refusals_are_one_sentence(options, words):
    with pytest.raises(ValueError) as error:
        load_dataset("synthetic", **options)
    message = str(error.value)
    assert words in message
    assert message.endswith(".")
    assert "\n" not in message


def test_no_data_set_but_the_synthetic_one_knows_its_excess_risk():
    data = small()
    fields = {name: value for name, value in vars(data).items() if name != "radius"}
    unknown = Dataset(**{**fields, "w_star": None})
    with pytest.raises(DatasetError, match="synthetic data only"):
        unknown.excess_risk(np.zeros(30))
