"""The norm bound by cross-validation: honest folds, a useful grid, no odd table breaks it."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.model_selection import LeaveOneOut

from aelr_core.baselines import offline, tune_norm_bound
from aelr_core.baselines.offline import norm_risks
from aelr_core.baselines.ridge import singular

NORM = {"ridge": np.linalg.norm, "lasso": lambda w: np.abs(w).sum()}
FAMILIES = pytest.mark.parametrize("family", ["ridge", "lasso"])


def least_risk(family, X, y, B):
    """Return the offline predictor of all rows, in one go."""
    rows = offline.squeezed(*offline.open_examples(X, y))
    return offline.minimisers(rows, np.array([B]), family)[0]


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
    bounds, risks = norm_risks(X, y, family, folds=8, points=4)
    by_hand = [
        [risk(X[out], y[out], least_risk(family, X[rest], y[rest], B)) for B in bounds]
        for rest, out in LeaveOneOut().split(X)
    ]
    np.testing.assert_allclose(risks, by_hand, rtol=1e-9)


@FAMILIES
def test_without_noise_the_bound_is_the_norm_of_w_star(family):
    X, y, w_star = examples(300, 10, noise=0.0)
    bound, rows = tune_norm_bound(X, y, family, seed=1)
    assert bound == pytest.approx(NORM[family](w_star), rel=0.02)
    assert rows == 300
    assert norm_risks(X, y, family)[1].shape == (10, 40)


@FAMILIES
def test_with_much_noise_the_bound_keeps_from_overfitting(family):
    X, y, w_star = examples(80, 60, noise=4.0, seed=2)
    bound, _ = tune_norm_bound(X, y, family, seed=1)
    order = offline._drawn_rows(80, 2000, 1)
    bounds, risks = norm_risks(X[order], y[order], family)
    mean = risks.mean(axis=0)
    assert bound == bounds[mean.argmin()]
    assert mean.min() < 0.8 * mean[-1]  # the noise alone is in both
    X_new, _, _ = examples(2000, 60, noise=0.0, seed=3)
    tuned, loose = (least_risk(family, X, y, B) for B in (bound, bounds[-1]))
    assert risk(X_new, X_new @ w_star, tuned) < 0.5 * risk(X_new, X_new @ w_star, loose)


@FAMILIES
@given(seed=st.integers(0, 2**32), n=st.integers(2, 30), d=st.integers(1, 12))
@settings(max_examples=30)
def test_the_grid_spans_all_that_training_can_gain(family, seed, n, d):
    X, y, _ = examples(n, d, noise=1.0, seed=seed)
    bounds, _ = norm_risks(X, y, family, folds=2, points=5)
    np.testing.assert_allclose(np.diff(np.log(bounds), n=2), 0, atol=1e-9)
    least, zero_risk = risk(X, y, np.linalg.pinv(X) @ y), risk(X, y, np.zeros(d))
    gain = zero_risk - least
    first, last = (least_risk(family, X, y, B) for B in (bounds[0], bounds[-1]))
    assert zero_risk - risk(X, y, first) <= 0.01 * gain * (1 + 1e-9)
    assert risk(X, y, last) - least == pytest.approx(1e-4 * gain, rel=1e-4)


@FAMILIES
def test_the_seed_alone_makes_the_folds(family):
    X, y, _ = examples(60, 4, noise=1.0)
    found = tune_norm_bound(X, y, family, seed=5, max_rows=40)
    again = tune_norm_bound(X.astype(np.longdouble), list(y), family, seed=5, max_rows=40)
    assert again == found
    assert found[1] == 40
    bounds = {tune_norm_bound(X, y, family, seed=seed, max_rows=40)[0] for seed in range(5)}
    assert len(bounds) > 1


@FAMILIES
def test_units_come_through(family):
    X, y, _ = examples(50, 4, noise=1.0)
    B, _ = tune_norm_bound(X, y, family, seed=0)
    scaled, _ = tune_norm_bound(X * 2.0**300, y * 2.0**-20, family, seed=0)
    assert scaled == B * 2.0**-320


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
    bound, rows = tune_norm_bound(X, y, family, seed=0)
    assert (bound > 0, rows) == (True, len(y))
    _, risks = norm_risks(X, y, family)
    assert len(risks) == (min(10, len(y)) if len(y) > 1 else 0)
    if expected is not None:
        assert bound == pytest.approx(expected, rel=0.02)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"family": "svm"}, "family must be one of"),
        ({"seed": -1}, "seed must be a whole number >= 0"),
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
