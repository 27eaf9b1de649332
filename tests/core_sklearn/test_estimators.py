"""The estimators with our algorithms: what they learn, what they look at, what they report."""

import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, load_diabetes
from sklearn.model_selection import GridSearchCV, train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from aelr_core.designs.hard_budget import uniforms_per_step
from aelr_core.estimators import AttributeEfficientLasso, AttributeEfficientRidge
from aelr_core.randomness import order, uniforms
from aelr_core.textbook import jaelr, jaerr

ESTIMATORS = {"ridge": AttributeEfficientRidge, "lasso": AttributeEfficientLasso}
TEXTBOOK = {"ridge": jaerr.run, "lasso": jaelr.run}
both = pytest.mark.parametrize("family", ESTIMATORS)


def problem(seed: int, m: int, d: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(m, d)) * (0.3 + rng.random(d))
    return X, X @ rng.normal(size=d) + 0.2 * rng.normal(size=m)


@both
@pytest.mark.parametrize(("d", "budget"), [(12, 3), (6, 9), (40, 18)])
@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("step", ["auto", 0.01])
@pytest.mark.parametrize("length", ["measured", "plain"])
def test_a_fit_is_run_0_of_the_textbook(
    family: str, d: int, budget: int, known: bool, step: str | float, length: str
) -> None:
    X, y = problem(d, 70, d)
    M = np.mean(X**2, axis=0) if known else None
    model = ESTIMATORS[family](
        budget=budget,
        sampling="joint" if known else "adaptive",
        fit_intercept=False,
        moments=M,
        norm_bound=1.5,
        step=step,
        length=length,
        guarded=length == "measured",
        random_state=d,
    ).fit(X, y)
    U = uniforms(d, 0, 0, 70, uniforms_per_step(budget))
    eta = None if step == "auto" else step
    rules = {"K": budget, "B": 1.5, "M": M, "eta": eta}
    rules |= {"length": length, "guarded": length == "measured"}
    run = TEXTBOOK[family](X, y, order(d, 0, 70, 70), U, **rules)
    np.testing.assert_allclose(model.coef_, run.w_bar, rtol=1e-7, atol=1e-10)
    assert model.n_attributes_seen_ == run.spent == model.attribute_counts_.sum()
    assert (model.intercept_, model.norm_bound_, model.n_examples_seen_) == (0.0, 1.5, 70)
    assert model.inclusion_probabilities_.sum() <= budget + 1e-9
    if known:
        np.testing.assert_array_equal(model.moments_, M)


@both
@pytest.mark.parametrize("sampling", ["adaptive", "joint"])
def test_with_an_intercept_nothing_depends_on_where_zero_is(family: str, sampling: str) -> None:
    X, y = problem(3, 400, 8)
    moments = X.var(axis=0) if sampling == "joint" else None
    model = ESTIMATORS[family](4, sampling=sampling, moments=moments, random_state=1)
    here = clone(model).fit(X, y)
    there = clone(model).fit(X + np.arange(8) * 50.0, y - 1e4)
    np.testing.assert_allclose(there.coef_, here.coef_, rtol=1e-6, atol=1e-8)
    np.testing.assert_allclose(there.predict(X + np.arange(8) * 50.0), here.predict(X) - 1e4)
    np.testing.assert_allclose(there.progressive_loss_, here.progressive_loss_, rtol=1e-5)
    np.testing.assert_allclose(there.zero_loss_, here.zero_loss_, rtol=1e-6)
    assert here.zero_loss_ == pytest.approx(0.5 * y.var())
    assert here.n_attributes_seen_ == 400 * 4
    assert np.abs(X.mean(axis=0) @ here.coef_ + here.intercept_ - y.mean()) < 0.5 * y.std()


@both
def test_units_do_not_matter(family: str) -> None:
    X, y = problem(4, 300, 8)
    model = ESTIMATORS[family](4, random_state=1)
    here, there = clone(model).fit(X, y), clone(model).fit(8.0 * X, 64.0 * y)
    np.testing.assert_allclose(there.coef_, 8.0 * here.coef_, rtol=1e-6)
    assert there.norm_bound_ == pytest.approx(8.0 * here.norm_bound_)


@both
@pytest.mark.parametrize("sampling", ["adaptive", "joint"])
def test_the_norm_bound_is_found_from_what_was_paid_for(family: str, sampling: str) -> None:
    rng = np.random.default_rng(5)
    X, y = rng.choice([-2.0, 2.0], size=(100, 9)), rng.choice([-6.0, 6.0], size=100)
    model = ESTIMATORS[family](
        3, sampling=sampling, moments=4.0 if sampling == "joint" else None, fit_intercept=False
    ).fit(X, y)
    assert model.norm_bound_ == pytest.approx(3.0 * np.sqrt(2.0 if family == "ridge" else 9.0))
    # known moments need no looks in the opening, only labels
    assert model.n_attributes_seen_ == (100 - 30 * (sampling == "joint")) * 3
    assert np.linalg.norm(model.coef_, 2 if family == "ridge" else 1) <= model.norm_bound_


@both
def test_an_opening_goes_on_until_something_was_seen(family: str) -> None:
    X, y = problem(6, 200, 4)
    X[:60], y[:45] = 0.0, 0.0
    model = ESTIMATORS[family](2, fit_intercept=False, shuffle=False)
    assert not model.partial_fit(X[:60], y[:60]).coef_.any()
    assert np.isinf(model.norm_bound_)
    assert np.isnan([model.progressive_loss_, model.progressive_loss_error_]).all()
    assert model.partial_fit(X[60:], y[60:]).coef_.any()
    assert np.isfinite([model.norm_bound_, model.progressive_loss_error_]).all()
    assert model.n_attributes_seen_ == 400


@both
@pytest.mark.parametrize("intercept", [True, False])
def test_zeros_constants_and_few_rows(family: str, intercept: bool) -> None:
    model = ESTIMATORS[family](2, fit_intercept=intercept)
    for X, y in [(np.zeros((90, 3)), np.ones(90)), (np.ones((90, 3)), np.zeros(90))]:
        fitted = model.fit(X, y)
        assert not fitted.coef_.any()
        assert fitted.intercept_ == (y[0] if intercept else 0.0)
    for m in (1, 2, 3, 4):
        assert np.isfinite(model.fit(np.eye(4)[:m], np.arange(4.0)[:m]).coef_).all()


@both
@pytest.mark.parametrize(
    ("load", "least"), [(load_diabetes, 0.25), (load_breast_cancer, 0.4)], ids=["few", "many"]
)
def test_it_learns_a_real_table(family: str, load: Callable[..., Any], least: float) -> None:
    X, y = load(return_X_y=True)
    X, X_test, y, y_test = train_test_split(X, y, random_state=0)
    model = ESTIMATORS[family](budget=5, random_state=0)
    pipeline = make_pipeline(StandardScaler(), model).fit(X, y)
    assert pipeline.score(X_test, y_test) > least
    assert model.n_attributes_seen_ == 5 * len(X)
    score = -model.progressive_loss_ / model.zero_loss_
    error = model.progressive_loss_error_ / model.zero_loss_
    assert abs(score - pipeline.score(X, y)) < 5 * error + 0.1  # an estimate, which lags


def test_random_state() -> None:
    X, y = problem(5, 80, 5)
    model = AttributeEfficientRidge(norm_bound=1.0, budget=2)
    one, again, other = (
        clone(model).set_params(random_state=state).fit(X, y).coef_ for state in (7, np.int64(7), 8)
    )
    assert np.array_equal(one, again)
    assert not np.array_equal(one, other)
    model.set_params(random_state=np.random.RandomState(7))  # moves on from fit to fit
    assert not np.array_equal(model.fit(X, y).coef_, model.fit(X, y).coef_)
    model.set_params(random_state=None)
    assert not np.array_equal(model.fit(X, y).coef_, model.fit(X, y).coef_)


@both
def test_parameters_names_and_files(family: str) -> None:
    X, y = problem(8, 60, 3)
    table = pd.DataFrame(X, columns=["age", "height", "weight"])
    given = {"budget": 2, "sampling": "joint", "moments": X.var(axis=0), "random_state": 4}
    model = ESTIMATORS[family](**given)
    assert model.get_params() | given == model.get_params()
    assert not hasattr(clone(model.fit(table, y)), "coef_")
    assert [*model.feature_names_in_] == ["age", "height", "weight"]
    copy = pickle.loads(pickle.dumps(model))
    np.testing.assert_array_equal(copy.predict(table), model.predict(table))
    np.testing.assert_array_equal(copy.attribute_counts_, model.attribute_counts_)
    for each in (copy, model):
        each.partial_fit(table, y)
    np.testing.assert_array_equal(copy.coef_, model.coef_)
    with pytest.raises(ValueError, match="feature names"):
        model.partial_fit(table.rename(columns={"age": "shoe size"}), y)


def test_another_algorithm_leaves_nothing_of_the_one_before() -> None:
    X, y = problem(9, 60, 3)
    model = AttributeEfficientRidge(2).fit(X, y)
    model.set_params(sampling="uniform").fit(X, y)
    assert not hasattr(model, "attribute_counts_")
    model.set_params(sampling="adaptive").partial_fit(X, y)
    assert model.n_examples_seen_ == 60
    assert not hasattr(model, "sampling_probabilities_")


def test_a_grid_search_compares_the_algorithms() -> None:
    X, y = problem(10, 300, 6)
    search = GridSearchCV(
        make_pipeline(StandardScaler(), AttributeEfficientRidge(2, random_state=0)),
        {"attributeefficientridge__sampling": ["adaptive", "uniform"]},
        cv=3,
    ).fit(X, y)
    assert search.best_params_ == {"attributeefficientridge__sampling": "adaptive"}


@both
@pytest.mark.parametrize("sampling", ["adaptive", "joint", "two_phase", "uniform", "known"])
def test_integers_of_numpy_are_integers(family: str, sampling: str) -> None:
    X, y = problem(3, 60, 9)
    given = {"sampling": sampling, "moments": 1.0 if sampling in ("joint", "known") else None}
    search = GridSearchCV(
        ESTIMATORS[family](random_state=0, **given),
        {"budget": np.arange(2, 6)},
        cv=3,
        error_score="raise",
    ).fit(X, y)
    assert np.isfinite(search.cv_results_["mean_test_score"]).all()
    plain = ESTIMATORS[family](budget=4, random_state=7, **given).fit(X, y)
    for dtype in (np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64):
        made = ESTIMATORS[family](budget=dtype(4), random_state=dtype(7), **given)
        model = clone(made).fit(X, y)
        np.testing.assert_array_equal(model.coef_, plain.coef_)
        assert model.n_attributes_seen_ == plain.n_attributes_seen_
        if sampling in ("adaptive", "joint"):
            model.partial_fit(X, y)
            assert type(model.n_attributes_seen_) is int
