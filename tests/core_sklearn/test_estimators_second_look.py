"""The second look in the estimators: coefficients, blanks, panels, what is refused."""

import pickle

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError

from aelr_core.estimators import AttributeEfficientLasso, AttributeEfficientRidge
from aelr_core.second_look import MOST_COLUMNS

PRICES = [1.0, 2.0, 3.0, 3.0, 3.0, 0.0, 5.0, 8.0]
FIELD = [2, 3, 4]


def problem(seed: int = 0, m: int = 400) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(m, 8))
    X[:, FIELD] = np.eye(3)[rng.integers(3, size=m)]
    return X, X @ [1.0, 0, 2, -2, 0, 1, 1, 0] + 0.1 * rng.normal(size=m) + 3.0


def again(**parameters: object) -> AttributeEfficientRidge:
    given = {"budget": np.int64(3), "prices": PRICES, "groups": [FIELD], "random_state": 0}
    return AttributeEfficientRidge(**{**given, "second_look": True, **parameters})


def test_the_stream_is_the_same_and_its_coefficients_are_kept() -> None:
    X, y = problem()
    model, plain = again().fit(X, y), again(second_look=False).fit(X, y)
    np.testing.assert_array_equal(model.coef_stream_, plain.coef_)
    assert model.intercept_stream_ == plain.intercept_
    assert model.n_attributes_seen_ == plain.n_attributes_seen_
    assert not hasattr(plain, "coef_stream_")
    np.testing.assert_allclose(model.predict(X), X @ model.coef_ + model.intercept_)
    assert model.score(X, y) > 0.9


def test_pieces_copies_and_a_second_fit() -> None:
    X, y = problem(1)
    whole = again(shuffle=False).fit(X, y)
    pieces = clone(whole)
    for piece in np.split(np.arange(len(y)), [70, 200]):
        pieces.partial_fit(X[piece], y[piece])
    np.testing.assert_array_equal(pieces.coef_, whole.coef_)
    copy = pickle.loads(pickle.dumps(pieces)).partial_fit(X, y)
    np.testing.assert_array_equal(copy.coef_, pieces.partial_fit(X, y).coef_)
    np.testing.assert_array_equal(pieces.fit(X, y).coef_, whole.coef_)
    assert not hasattr(pieces.set_params(second_look=False).fit(X, y), "second_look_")


@pytest.mark.parametrize("given", [{"fit_intercept": False}, {"sampling": "joint", "moments": 1.0}])
def test_without_an_intercept_and_with_known_moments(given: dict[str, object]) -> None:
    X, y = problem()
    y = y - 3.0
    model = again(**given).fit(X, y)
    assert model.score(X, y) > 0.8
    assert (model.intercept_ == 0) == ("fit_intercept" in given)


def test_blanks_in_arrays_and_tables() -> None:
    X, y = problem()
    names = [*"abcdefgh"]
    model = again(groups=[["c", "d", "e"]]).fit(pd.DataFrame(X, columns=names), y)
    blank = pd.DataFrame(X, columns=names)
    blank.loc[:, ["a", "b"]] = np.nan
    gone = pd.DataFrame(np.nan, index=[0], columns=names)
    partly = np.mean((model.predict(blank) - y) ** 2)
    whole = np.mean((model.predict(pd.DataFrame(X, columns=names)) - y) ** 2)
    assert whole < partly < np.var(y)
    assert model.predict(gone)[0] == pytest.approx(y.mean())
    with pytest.raises(ValueError, match="feature names"):
        model.predict(blank[names[::-1]])
    with pytest.raises(ValueError, match="infinity"):
        model.predict(blank.assign(c=np.inf))


def test_the_panel_by_the_estimator_s_prices_or_others() -> None:
    X, y = problem()
    model = again().fit(X, y)
    steps = model.panel(most=2)
    assert steps[0].columns == (5,)  # it costs nothing
    assert [step.price > 0 for step in steps] == [False, True, True]
    assert model.panel(prices=np.r_[1e9, np.ones(7)])[-1].columns == (0,)
    wrong = np.mean((model.predict(X) - y) ** 2)
    assert model.panel()[-1].expected_error == pytest.approx(wrong, rel=2, abs=0.1)


def test_refusals() -> None:
    X, y = problem()
    with pytest.raises(NotFittedError):
        again().predict(X)
    with pytest.raises(AttributeError, match="panel"):
        again(second_look=False).fit(X, y).panel()
    with pytest.raises(ValueError, match="family is lasso"):
        AttributeEfficientLasso(second_look=True).fit(X, y)
    with pytest.raises(ValueError, match="'uniform'"):
        AttributeEfficientRidge(second_look=True, sampling="uniform").fit(X, y)
    wide = np.zeros((60, MOST_COLUMNS + 1))
    with pytest.raises(ValueError, match="1001"):
        AttributeEfficientRidge(second_look=True).fit(wide, y[:60])
    with pytest.raises(ValueError, match="second_look"):
        again(second_look=False).fit(X, y).set_params(second_look=True).partial_fit(X, y)
