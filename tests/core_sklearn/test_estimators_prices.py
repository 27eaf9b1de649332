"""Prices, money and groups in the estimators: what is bought, what it costs, what is refused."""

import pickle

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone

from aelr_core.estimators import AttributeEfficientLasso, AttributeEfficientRidge

ESTIMATORS = {"ridge": AttributeEfficientRidge, "lasso": AttributeEfficientLasso}
both = pytest.mark.parametrize("family", ESTIMATORS)
PRICES = [1.0, 2.0, 3.0, 3.0, 3.0, 0.0, 5.0, 8.0]
FIELD = [2, 3, 4]  # one field, one-hot; column 5 is free


def problem(m: int = 400) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(m, 8))
    X[:, FIELD] = np.eye(3)[rng.integers(3, size=m)]
    return X, X @ [1.0, 0, 2, -2, 0, 1, 1, 0] + 0.1 * rng.normal(size=m) + 3.0


@both
@pytest.mark.parametrize("money", [None, 8.0, 5.0])
def test_what_is_bought_and_what_it_costs(family: str, money: float | None) -> None:
    X, y = problem()
    model = ESTIMATORS[family](
        3, prices=PRICES, groups=[FIELD], money=money, random_state=0, shuffle=False
    ).fit(X, y)
    counts = model.attribute_counts_
    assert len({*counts[FIELD]}) == 1
    assert counts[5] == 400
    units = counts[[0, 1, 2, 5, 6, 7]]
    assert model.n_attributes_seen_ == units.sum() <= 4 * 400
    assert model.money_spent_ == pytest.approx(units @ [1.0, 2, 3, 0, 5, 8])
    if money is None:
        assert units.sum() == 4 * 400
    else:
        assert model.money_spent_ <= 400 * money * 1.05  # on average
        pi = model.inclusion_probabilities_[[0, 1, 2, 6, 7]]
        assert pi @ [1.0, 2, 3, 5, 8] <= money * (1 + 1e-8)
    assert model.inclusion_probabilities_[5] == 1
    assert model.score(X, y) > 0.3

    pieces = clone(model)
    for piece in np.split(np.arange(400), [7, 100]):
        pieces.partial_fit(X[piece], y[piece])
    np.testing.assert_array_equal(pieces.coef_, model.coef_)
    copy = pickle.loads(pickle.dumps(model)).partial_fit(X, y)
    np.testing.assert_array_equal(copy.coef_, model.partial_fit(X, y).coef_)


@both
def test_groups_of_one_and_prices_of_one_change_nothing(family: str) -> None:
    X, y = problem(100)
    plain = ESTIMATORS[family](3, random_state=1).fit(X, y)
    given = ESTIMATORS[family](3, random_state=1, prices=np.ones(8), groups=[[3], (6,)]).fit(X, y)
    np.testing.assert_allclose(given.coef_, plain.coef_, rtol=1e-9)
    assert plain.money_spent_ == given.money_spent_ == 300


@both
def test_groups_by_name_and_numpy_s_integers(family: str) -> None:
    X, y = problem(100)
    table = pd.DataFrame(X, columns=[*"abcdefgh"])
    model = ESTIMATORS[family](np.int8(3), random_state=0, prices=np.array(PRICES))
    by_number = clone(model).set_params(groups=[np.array(FIELD, dtype=np.uint8)]).fit(X, y)
    by_name = clone(model).set_params(groups=[["c", "d", "e"]]).fit(table, y)
    np.testing.assert_array_equal(by_name.coef_, by_number.coef_)
    assert by_number.set_params(groups=[FIELD]).partial_fit(X, y).n_examples_seen_ == 200


@both
def test_groups_of_different_lengths_may_go_on_and_no_others(family: str) -> None:
    X, y = problem(60)
    model = ESTIMATORS[family](2, groups=[[0, 1], FIELD]).partial_fit(X, y).partial_fit(X, y)
    for change in ({"groups": [FIELD]}, {"prices": PRICES}, {"money": 2.5}):
        other = pickle.loads(pickle.dumps(model)).set_params(**change)
        with pytest.raises(ValueError, match=f"^{min(change)} must stay as it was when learning"):
            other.partial_fit(X, y)


@both
@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"money": 1.9}, "money must be at least 2, what two of the cheapest cost"),
        ({"money": -1}, "money must be a finite number > 0, but it is -1"),
        ({"prices": [1, 2]}, "prices must hold 8 numbers, one per column, but it holds 2"),
        ({"prices": [-1] * 8}, "prices must be >= 0 everywhere, but it holds -1"),
        ({"prices": "cheap"}, "prices must be an array of numbers with 1 axis, but it is 'cheap'"),
        ({"prices": PRICES, "groups": [[0, 1]]}, "prices must be the same for all columns of a gr"),
        ({"groups": [[0, 8]]}, "a column of groups must be a whole number from 0 to 7, but it is"),
        ({"groups": [[0, 1], [1]]}, "groups must hold a column at most once, but 1 is there twice"),
        ({"groups": [["age"]]}, "a column of groups must be a whole number from 0 to 7, but it is"),
        ({"groups": 3}, "groups must be a list of lists of columns, but it is 3"),
        ({"groups": "ab"}, "groups must be a list of lists of columns, but it is 'ab'"),
        ({"groups": [FIELD], "sampling": "uniform"}, "groups must be None unless sampling is"),
        ({"money": 3.0, "sampling": "two_phase"}, "money must be None unless sampling is 'adapti"),
        ({"prices": PRICES, "sampling": "uniform"}, "prices must be None unless sampling is"),
    ],
)
def test_what_is_refused(family: str, options: dict[str, object], sentence: str) -> None:
    X, y = problem(60)
    model = ESTIMATORS[family](**options)
    for learn in (model.fit, getattr(model, "partial_fit", model.fit)):
        with pytest.raises(ValueError, match=f"^{sentence}.*[.]$") as refusal:
            learn(X, y)
        assert str(refusal.value).count("\n") == 0
