"""The norm bound by cross-validation: honest folds, a useful grid, no odd table breaks it."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.model_selection import LeaveOneOut

from aelr_core.baselines import offline_lasso, offline_ridge, tune_norm_bound
from aelr_core.baselines.ridge import singular

OFFLINE = {"ridge": offline_ridge, "lasso": offline_lasso}
NORM = {"ridge": np.linalg.norm, "lasso": lambda w: np.abs(w).sum()}
FAMILIES = pytest.mark.parametrize("family", ["ridge", "lasso"])


def examples(n, d, noise, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    w_star = rng.choice([-1.0, 0.0, 1.0], size=d)
    w_star[0] = 1.0
    return X, X @ w_star + noise * rng.normal(size=n), w_star


def risk(X, y, w):
    return 0.5 * np.mean((X @ w - y) ** 2)


@FAMILIES
def test_leaving_one_out_is_what_it_says(family):
    X, y, _ = examples(8, 3, noise=1.0)
    _, table = tune_norm_bound(X, y, family, seed=3, folds=8, points=4)
    by_hand = [
        [risk(X[out], y[out], OFFLINE[family](X[rest], y[rest], B)) for B in table.B]
        for rest, out in LeaveOneOut().split(X)
    ]
    for ours, theirs in zip(table.risks.T, np.transpose(by_hand), strict=True):
        np.testing.assert_allclose(np.sort(ours), np.sort(theirs), rtol=1e-9)
    assert table.zero_risk == pytest.approx(risk(X, y, np.zeros(3)))


@FAMILIES
def test_without_noise_the_bound_is_the_norm_of_w_star(family):
    X, y, w_star = examples(300, 10, noise=0.0)
    bound, table = tune_norm_bound(X, y, family, seed=1)
    assert bound == pytest.approx(NORM[family](w_star), rel=0.02)
    assert table.risks.shape == (10, 40)
    assert table.examples == 300


@FAMILIES
def test_with_much_noise_the_bound_keeps_from_overfitting(family):
    X, y, w_star = examples(80, 60, noise=4.0, seed=2)
    bound, table = tune_norm_bound(X, y, family, seed=1)
    mean = table.risks.mean(axis=0)
    assert bound == table.B[table.chosen]
    assert mean[table.chosen] == mean.min()
    assert mean[table.chosen] < 0.8 * mean[-1]  # the noise alone is in both
    X_new, _, _ = examples(2000, 60, noise=0.0, seed=3)
    tuned, loose = (OFFLINE[family](X, y, B) for B in (bound, table.B[-1]))
    assert risk(X_new, X_new @ w_star, tuned) < 0.5 * risk(X_new, X_new @ w_star, loose)


@FAMILIES
@given(seed=st.integers(0, 2**32), n=st.integers(2, 30), d=st.integers(1, 12))
@settings(max_examples=30)
def test_the_grid_spans_all_that_training_can_gain(family, seed, n, d):
    X, y, _ = examples(n, d, noise=1.0, seed=seed)
    _, table = tune_norm_bound(X, y, family, seed=0, folds=2, points=5)
    np.testing.assert_allclose(np.diff(np.log(table.B), n=2), 0, atol=1e-9)
    least = risk(X, y, np.linalg.pinv(X) @ y)
    gain = table.zero_risk - least
    first, last = (OFFLINE[family](X, y, B) for B in (table.B[0], table.B[-1]))
    assert table.zero_risk - risk(X, y, first) <= 0.01 * gain * (1 + 1e-9)
    assert risk(X, y, last) - least == pytest.approx(1e-4 * gain, rel=1e-4)


@FAMILIES
def test_the_seed_alone_makes_the_folds(family):
    X, y, _ = examples(60, 4, noise=1.0)
    B, table = tune_norm_bound(X, y, family, seed=5, max_rows=40)
    again, same = tune_norm_bound(X.astype(np.longdouble), list(y), family, seed=5, max_rows=40)
    assert again == B
    np.testing.assert_array_equal(same.risks, table.risks)
    assert table.examples == 40
    _, other = tune_norm_bound(X, y, family, seed=6, max_rows=40)
    assert not np.array_equal(other.risks, table.risks)


@FAMILIES
def test_units_come_through(family):
    X, y, _ = examples(50, 4, noise=1.0)
    B, table = tune_norm_bound(X, y, family, seed=0)
    scaled, scaled_table = tune_norm_bound(X * 2.0**300, y * 2.0**-20, family, seed=0)
    assert scaled == B * 2.0**-320
    np.testing.assert_allclose(scaled_table.risks, table.risks * 2.0**-40, rtol=1e-12)


@FAMILIES
@pytest.mark.parametrize(
    ("X", "y", "expected"),
    [
        (np.zeros((20, 3)), np.ones(20), 1.0),
        (np.ones((20, 3)), np.zeros(20), 1.0),
        (np.ones((2, 1)), np.array([1.0, -1.0]), 1.0),
        (np.array([[2.0]]), np.array([6.0]), 3.0),
        (np.ones((3, 2), dtype=np.uint8), np.ones(3), None),
        (np.eye(5), np.arange(5.0), None),
    ],
    ids=["zero X", "zero y", "nothing to gain", "one example", "fewer than folds", "identity"],
)
def test_odd_tables_get_a_bound_too(family, X, y, expected):
    bound, table = tune_norm_bound(X, y, family, seed=0)
    assert bound > 0
    assert np.isfinite(table.risks).all()
    assert len(table.risks) == (min(10, len(y)) if len(y) > 1 else 0)
    if expected is not None:
        assert bound == pytest.approx(expected, rel=0.02)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"family": "svm"}, "family must be one of"),
        ({"seed": -1}, "seed must be a whole number >= 0"),
        ({"folds": 1}, "folds must be a whole number >= 2"),
        ({"points": 1}, "points must be a whole number >= 2"),
        ({"max_rows": 0}, "max_rows must be a whole number >= 1"),
        ({"X": [[np.nan], [1.0]]}, "X must hold finite numbers only"),
        ({"y": [1.0]}, "y must hold one label per row of X"),
        ({"y": [1e200, 2e200]}, "y must hold numbers whose mean square is finite"),
        ({"X": [[1e-300], [2e-300]], "y": [1e100, 2e100]}, "X and y must be of such size"),
    ],
)
def test_bad_input_gets_one_sentence(change, sentence):
    arguments = {"X": [[1.0], [2.0]], "y": [1.0, 2.0], "family": "ridge", "seed": 0, **change}
    with pytest.raises(ValueError, match=f"^{sentence}.*[.]$"):
        tune_norm_bound(**arguments)


def test_singular_values_are_found_where_lapack_fails_on_the_transpose(monkeypatch):
    X, y, _ = examples(7, 4, noise=1.0)
    usual, svd = singular(X, y), np.linalg.svd

    def fails_on_wide(A, **options):
        if A.shape[0] < A.shape[1]:
            raise np.linalg.LinAlgError("SVD did not converge")
        return svd(A, **options)

    monkeypatch.setattr(np.linalg, "svd", fails_on_wide)
    sigma, c, right = singular(X, y)
    np.testing.assert_allclose(sigma, usual[0])
    np.testing.assert_allclose(right.T @ c, usual[2].T @ usual[1])
