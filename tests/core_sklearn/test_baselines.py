"""Offline ridge and lasso: optimal by their duality gap, by rivals and by scikit-learn."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.linear_model import Lasso, Ridge, lars_path

from aelr_core.baselines import offline, offline_curve

NORM = {"ridge": np.linalg.norm, "lasso": lambda w, axis=None: np.abs(w).sum(axis=axis)}
FAMILIES = pytest.mark.parametrize("family", ["ridge", "lasso"])
WHOLE_NUMBERS = ("zeros and ones", "small integers")
COLUMNS = ("equal columns", "constant column", "zero column", "mirrored", "badly scaled")
KINDS = ("normal", *WHOLE_NUMBERS, *COLUMNS, "low rank", "zero X", "zero y")


def least_risk(family, X, y, B):
    """Return the offline predictor of all rows, in one go."""
    rows = offline.squeezed(*offline.open_examples(X, y))
    return offline.minimisers(rows, np.array([B]), family)[0]


def examples(kind, n, d, seed):
    """Return X and y of a kind that breaks careless solvers: ties, collinearity, zeros."""
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(n, d)), rng.normal(size=n)
    if kind == "zeros and ones":  # the paper's: rare attributes, y without noise
        X = (rng.random((n, d)) < 1 / np.arange(1, d + 1)).astype(float)
        y = X @ rng.integers(-1, 2, size=d)
    if kind == "small integers":
        X, y = rng.integers(-2, 3, size=(n, d)).astype(float), rng.integers(-3, 4, n).astype(float)
    if kind == "equal columns":
        X = X[:, rng.integers(0, d, d)] * rng.choice([-1, 1, 2], d)
    if kind == "low rank":
        X = rng.normal(size=(n, 2)) @ rng.normal(size=(2, d))
    if kind == "constant column":
        X[:, 0] = 1.0
    if kind == "zero column":
        X[:, 0] = 0.0
    if kind == "mirrored":
        X, y = np.concatenate([X, -X]).round(), np.sign(np.concatenate([y, -y]))
    if kind == "badly scaled":
        X *= 10.0 ** rng.integers(-4, 4, d)
    return X * (kind != "zero X"), y * (kind != "zero y")


problems = st.builds(
    examples, st.sampled_from(KINDS), st.integers(1, 15), st.integers(1, 12), st.integers(0, 2**32)
)
radii = st.floats(-3, 3).map(lambda e: 10.0**e)


def risk(X, y, w):
    return 0.5 * np.mean((X @ np.asarray(w).T - np.expand_dims(y, -1)) ** 2, axis=0)


def one_risk(X, y, w):
    return float(risk(X, y, w[np.newaxis])[0])


def duality_gap(X, y, w, B, family):
    """Return a bound on how far w is from optimal, and the size of the numbers in it."""
    gradient = X.T @ (X @ w - y) / len(y)
    dual = np.linalg.norm(gradient) if family == "ridge" else np.abs(gradient).max()
    size = np.mean(y**2) + B * np.sqrt(np.mean(X**2, axis=0).max() * np.mean(y**2))
    return gradient @ w + B * dual, size


@FAMILIES
@given(problem=problems, B=radii)
def test_the_duality_gap_is_zero(family, problem, B):
    X, y = problem
    w = least_risk(family, X, y, B)
    assert NORM[family](w) <= B * (1 + 1e-12)
    gap, size = duality_gap(X, y, w, B, family)
    assert gap <= 1e-10 * size


@FAMILIES
@given(problem=problems, B=radii, seed=st.integers(0, 2**32))
def test_no_point_of_the_ball_is_better(family, problem, B, seed):
    X, y = problem
    rng = np.random.default_rng(seed)
    w = least_risk(family, X, y, B)
    far = rng.normal(size=(50, X.shape[1]))
    far *= B * rng.random((50, 1)) / NORM[family](far, axis=1)[:, np.newaxis]
    near = w + rng.normal(size=far.shape) * 10.0 ** rng.uniform(-8, 0, (50, 1)) * (B + np.abs(w))
    near /= np.maximum(NORM[family](near, axis=1) / B, 1)[:, np.newaxis]
    corners = B * np.concatenate([np.eye(len(w)), -np.eye(len(w))])
    rivals = risk(X, y, np.concatenate([far, near, corners]))
    _, size = duality_gap(X, y, w, B, family)
    assert one_risk(X, y, w) <= rivals.min() + 1e-11 * size


@pytest.mark.parametrize(("n", "d"), [(50, 8), (8, 50)])
@pytest.mark.parametrize("penalty", [1e-3, 0.1, 10.0])
def test_ridge_is_scikit_learns_at_the_same_norm(n, d, penalty):
    X, y = examples("normal", n, d, 2)
    theirs = Ridge(alpha=penalty * n, fit_intercept=False, solver="svd").fit(X, y).coef_
    np.testing.assert_allclose(least_risk("ridge", X, y, np.linalg.norm(theirs)), theirs, rtol=1e-8)


@pytest.mark.parametrize(("n", "d"), [(50, 8), (8, 50)])
@pytest.mark.parametrize("penalty", [1e-3, 0.1, 0.2])
def test_lasso_is_scikit_learns_at_the_same_norm(n, d, penalty):
    X, y = examples("normal", n, d, 3)
    theirs = Lasso(alpha=penalty, fit_intercept=False, tol=1e-12, max_iter=10**6).fit(X, y).coef_
    ours = least_risk("lasso", X, y, np.abs(theirs).sum())
    np.testing.assert_allclose(ours, theirs, atol=1e-6)


def test_lasso_meets_every_knot_of_the_lars_path():
    X, y = examples("normal", 30, 12, 4)
    for knot in lars_path(X, y, method="lasso")[2].T[1:]:
        np.testing.assert_allclose(least_risk("lasso", X, y, np.abs(knot).sum()), knot, atol=1e-10)


@pytest.mark.parametrize("alpha", [0.0, -0.5, -1.0, -2.0])
@pytest.mark.parametrize("n", [20, 60])
def test_the_papers_lasso_data_where_ties_are_the_rule(alpha, n):
    rng = np.random.default_rng(5)
    d = 200
    X = (rng.random((n, d)) < np.arange(1, d + 1) ** alpha).astype(np.uint8)
    w_star = rng.choice([-1, 0, 1], p=[0.15, 0.7, 0.15], size=d)
    w_star[0] = 1
    y = X @ w_star.astype(float)
    for B in (1.0, 10.0, np.abs(w_star).sum()):
        gap, size = duality_gap(X.astype(float), y, least_risk("lasso", X, y, B), B, "lasso")
        assert gap <= 1e-11 * size


def test_attributes_that_leave_the_lasso_together():
    table = "00001110 11111111 00100101 01101111 00101110 11100110 01011011"
    X = np.array([[float(x) for x in row] for row in table.split()])
    y = -np.array([1.0, 2, 1, 3, 2, 2, 1])
    for B in np.linspace(0.2, 4, 39):
        gap, size = duality_gap(X, y, least_risk("lasso", X, y, B), B, "lasso")
        assert gap <= 1e-12 * size


@given(seed=st.integers(0, 2**32), exponent=st.floats(-12, -1))
@settings(max_examples=20)
def test_nearly_collinear_columns_never_break_the_lasso(seed, exponent):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(40, 12)) @ rng.normal(size=(12, 50))
    X, y = X + 10.0**exponent * rng.normal(size=X.shape), rng.normal(size=40)
    for B in (0.1, 10.0, 1e4):
        w = least_risk("lasso", X, y, B)
        gap, size = duality_gap(X, y, w, B, "lasso")
        assert np.abs(w).sum() <= B * (1 + 1e-12)
        assert gap <= 1e-8 * size


@pytest.mark.parametrize("shape", [(20, 6), (6, 20)])
@pytest.mark.parametrize("shrink", [1.1, 0.5, 1e-3])
def test_ridge_in_directions_a_million_times_thinner(shape, shrink):
    rng = np.random.default_rng(8)
    left, _, right = np.linalg.svd(rng.normal(size=shape), full_matrices=False)
    sigma, along = np.logspace(0, -6, 6), rng.normal(size=6)
    least = along / sigma  # least squares, in the basis `right`
    B = shrink * np.linalg.norm(least)
    w = least_risk("ridge", left * sigma @ right, left @ along, B)
    np.testing.assert_allclose(np.linalg.norm(w), min(B, np.linalg.norm(least)), rtol=1e-9)
    if shrink > 1:  # inside, X w cancels a million times: the gap would measure rounding
        np.testing.assert_allclose(right @ w, least, atol=1e-9 * B)
    else:
        gap, size = duality_gap(left * sigma @ right, left @ along, w, B, "ridge")
        assert gap <= 1e-13 * size


@FAMILIES
@pytest.mark.parametrize("kind", ["normal", "equal columns", "low rank", "constant column"])
@pytest.mark.parametrize(("n", "d"), [(30, 5), (4, 9), (1, 1), (1, 6)])
def test_inside_a_large_ball_it_is_least_squares_of_least_norm(family, kind, n, d):
    X, y = examples(kind, n, d, 6)
    w = least_risk(family, X, y, 1e6)
    least = np.linalg.pinv(X, rcond=1e-6) @ y
    np.testing.assert_allclose(X @ w, X @ least, atol=1e-8)
    if family == "ridge":
        np.testing.assert_allclose(w, least, atol=1e-8)
    # In a smaller ball there is no least-squares solution any more.
    norm = NORM[family](w)
    inside = least_risk(family, X, y, 0.99 * norm)
    assert one_risk(X, y, inside) > one_risk(X, y, w) + 1e-9
    np.testing.assert_allclose(NORM[family](inside), 0.99 * norm)


@FAMILIES
@given(problem=problems, B=radii, data=st.data())
def test_a_curve_is_its_prefixes_one_by_one(family, problem, B, data):
    X, y = problem
    order = data.draw(st.lists(st.integers(0, len(y) - 1), min_size=1, max_size=40))
    prefixes = sorted(data.draw(st.lists(st.integers(1, len(order)), min_size=1, max_size=5)))
    W = offline_curve(X, y, order, prefixes, B, family)
    assert W.shape == (len(prefixes), X.shape[1])
    for w, n in zip(W, prefixes, strict=True):
        seen = order[:n]
        alone = least_risk(family, X[seen], y[seen], B)
        _, size = duality_gap(X[seen], y[seen], w, B, family)
        assert abs(one_risk(X[seen], y[seen], w) - one_risk(X[seen], y[seen], alone)) <= 1e-9 * size


@FAMILIES
def test_number_types_blocks_and_units_change_nothing(family, monkeypatch):
    rng = np.random.default_rng(7)
    X, y = rng.integers(0, 256, size=(300, 6)), rng.normal(size=300)
    w = least_risk(family, X.astype(float), y, 1e-3)
    for dtype in (np.uint8, np.int16, np.float32, object):
        np.testing.assert_array_equal(least_risk(family, X.astype(dtype), y, 1e-3), w)
    monkeypatch.setattr(offline, "BLOCK_NUMBERS", 100)
    np.testing.assert_allclose(least_risk(family, X, y, 1e-3), w, rtol=1e-9, atol=1e-15)
    curve = offline_curve(X, y, np.arange(300)[::-1], [299, 300], 1e-3, family)
    np.testing.assert_allclose(curve[-1], w, rtol=1e-9, atol=1e-15)
    monkeypatch.undo()
    for x_unit, y_unit in ((2.0**500, 1), (2.0**-500, 2.0**-600), (2.0**300, 2.0**900)):
        scaled = least_risk(family, X * x_unit, y * y_unit, 1e-3 * (y_unit / x_unit))
        np.testing.assert_array_equal(scaled, w * (y_unit / x_unit))


@pytest.mark.long
def test_a_large_table_is_never_copied_whole():
    X, y = np.ones((400_000, 20), dtype=np.uint8), np.ones(400_000)  # 64 MB as float64
    tracemalloc.start()
    least_risk("ridge", X, y, 1.0)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 16e6


X2, Y2 = [[1.0, 0.0], [0.0, 1.0]], [1.0, 2.0]


def curve(X, y, B, family):
    return offline_curve(X, y, range(len(X)), [len(X)], B, family)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: curve(X2, Y2, 0, "ridge"), "B must be a finite number > 0"),
        (lambda: curve(X2, Y2, np.nan, "lasso"), "B must be a finite number > 0"),
        (lambda: curve([[np.inf]], [1], 1, "ridge"), "X must hold finite numbers only"),
        (lambda: curve([[1.0]], [np.nan], 1, "lasso"), "y must hold finite numbers only"),
        (lambda: curve(X2, [1.0], 1, "ridge"), "y must hold one label per row"),
        (lambda: curve([1.0], [1.0], 1, "ridge"), "X must have 2 axes"),
        (lambda: curve([[1.0], [1.0, 2.0]], Y2, 1, "ridge"), "X must have rows of one length"),
        (lambda: curve(np.empty((0, 3)), [], 1, "lasso"), "X must not be empty"),
        (lambda: curve([["a"]], [1.0], 1, "ridge"), "X must be an array of numbers"),
        (lambda: curve([[1.7e308]] * 9, [1.0] * 9, 1, "ridge"), "X and y must hold numbers of at"),
        (lambda: offline_curve(X2, Y2, [0, 2], [1], 1, "ridge"), "order must hold whole numbers"),
        (lambda: offline_curve(X2, Y2, [0.5], [1], 1, "ridge"), "order must be a sequence of"),
        (lambda: offline_curve(X2, Y2, [0], [2], 1, "ridge"), "prefixes must hold whole numbers"),
        (lambda: offline_curve(X2, Y2, [0, 1], [2, 1], 1, "ridge"), "prefixes must ascend"),
        (lambda: offline_curve(X2, Y2, [0], [1], 1, "svm"), "family must be one of"),
        (lambda: offline_curve(X2, Y2, [0], [1], -1, "lasso"), "B must be a finite number > 0"),
    ],
)
def test_bad_input_gets_one_sentence(call, sentence):
    with pytest.raises(ValueError, match=f"^{sentence}.*[.]$"):
        call()
