"""`partial_fit`: pieces make no difference."""

import pickle

import numpy as np
import pytest
from sklearn.base import clone

from aelr_core.estimators import AttributeEfficientLasso, AttributeEfficientRidge

ESTIMATORS = {"ridge": AttributeEfficientRidge, "lasso": AttributeEfficientLasso}
both = pytest.mark.parametrize("family", ESTIMATORS)
REPORTED = (
    "coef_",
    "intercept_",
    "norm_bound_",
    "n_examples_seen_",
    "n_attributes_seen_",
    "attribute_counts_",
    "moments_",
    "inclusion_probabilities_",
    "progressive_loss_",
    "progressive_loss_error_",
    "zero_loss_",
)


def problem(seed: int, m: int, d: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(m, d)) + rng.normal(size=d)
    return X, X @ rng.normal(size=d) + rng.normal(size=m)


def assert_same(one: object, other: object) -> None:
    for name in REPORTED:
        np.testing.assert_allclose(
            getattr(one, name), getattr(other, name), rtol=1e-9, atol=1e-12, err_msg=name
        )


@both
@pytest.mark.parametrize(
    ("d", "options"),
    [
        (11, {"budget": 3}),
        (11, {"budget": 3, "norm_bound": 2.0}),
        (11, {"budget": 3, "norm_bound": 2.0, "fit_intercept": False}),
        (11, {"budget": 3, "fit_intercept": False, "step": 0.003}),
        (5, {"budget": 5}),
        (40, {"budget": 18}),
        (11, {"budget": 3, "sampling": "joint", "moments": 1.0}),
        (11, {"budget": 3, "sampling": "joint", "moments": 1.0, "fit_intercept": False}),
    ],
)
def test_pieces_make_no_difference(family: str, d: int, options: dict[str, object]) -> None:
    X, y = problem(d, 130, d)
    model = ESTIMATORS[family](random_state=3, shuffle=False, **options)
    whole = clone(model).fit(X, y)
    pieces = clone(model)
    for piece in np.split(np.arange(130), [1, 2, 25, 29, 31, 32, 90]):
        assert pieces.partial_fit(X[piece], y[piece]) is pieces
    assert_same(pieces, whole)
    assert whole.n_attributes_seen_ <= 130 * model.budget
    assert_same(clone(model).partial_fit(X, y), whole)
    assert_same(clone(model).fit(X[:70], y[:70]).partial_fit(X[70:], y[70:]), whole)
    assert_same(pieces.fit(X, y), whole)  # fit forgets what was before


@both
def test_a_stream_that_was_stored_goes_on(family: str) -> None:
    X, y = problem(1, 120, 9)
    model = ESTIMATORS[family](4, random_state=1)
    whole = clone(model).partial_fit(X, y)
    model.partial_fit(X[:70], y[:70])
    stored = pickle.dumps(model)
    model.partial_fit(X[70:], y[70:])
    assert_same(model, whole)
    assert_same(pickle.loads(stored).partial_fit(X[70:], y[70:]), whole)


def test_a_stream_keeps_no_rows() -> None:
    X, y = problem(2, 1_500, 80)
    model = AttributeEfficientRidge(2, random_state=0).fit(X, y)
    assert len(pickle.dumps(model)) < X.nbytes / 5


@both
def test_the_progressive_loss_is_exact_if_everything_is_seen(family: str) -> None:
    X, y = problem(3, 41, 3)
    model = ESTIMATORS[family](3, fit_intercept=False, norm_bound=2.0, length="plain")
    differences = []
    for x, label in zip(X, y, strict=True):
        model.partial_fit([x], [label])  # w_bar holds no more than this row's predecessors
        error = model.predict([x])[0] - label
        differences.append(0.5 * error**2 - 0.5 * label**2)
    last = np.array(differences[20:])
    assert model.progressive_loss_ == pytest.approx(last.mean())
    assert model.progressive_loss_error_ == pytest.approx(last.std(ddof=1) / np.sqrt(21))
    assert model.zero_loss_ == pytest.approx(0.5 * np.mean(y**2))
