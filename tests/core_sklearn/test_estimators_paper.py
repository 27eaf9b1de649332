"""The estimators with an algorithm of the paper: they are run 0 of the textbook."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV

from aelr_core import load_dataset
from aelr_core.algorithms import step_size
from aelr_core.baselines import tune_norm_bound
from aelr_core.estimators import AttributeEfficientLasso, AttributeEfficientRidge
from aelr_core.modes import EXPERIMENTS, MODES, Mode
from aelr_core.randomness import order, uniforms
from aelr_core.sampling import epsilon_theory, sampling_distribution, split, uniform
from aelr_core.textbook import gaelr, gaerr, two_phase

ESTIMATORS = {"ridge": AttributeEfficientRidge, "lasso": AttributeEfficientLasso}
TEXTBOOK = {"ridge": gaerr.run, "lasso": gaelr.run}
both = pytest.mark.parametrize("family", ESTIMATORS)


def problem(seed: int, m: int, d: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(m, d)) * rng.random(d)
    X /= np.linalg.norm(X, axis=1).max()
    return X, X @ rng.normal(size=d)


@both
@pytest.mark.parametrize("sampling", ["uniform", "known", "two_phase"])
@settings(max_examples=15)
@given(
    seed=st.integers(0, 2**32),
    d=st.integers(1, 8),
    m=st.integers(1, 60),
    budget=st.integers(2, 12),
    mode=st.sampled_from(list(MODES)),
)
def test_a_fit_is_run_0_of_the_textbook(
    family: str, sampling: str, seed: int, d: int, m: int, budget: int, mode: str
) -> None:
    X, y = problem(seed, m, d)
    M = np.mean(X**2, axis=0) if sampling == "known" else None
    given_to_fit = {"fit_intercept": False, "norm_bound": 0.7, "step": 0.2, "random_state": seed}
    model = ESTIMATORS[family](
        budget=budget, sampling=sampling, moments=M, mode=mode, **given_to_fit
    ).fit(X, y)
    rows = X, y, order(seed, 0, m, m), uniforms(seed, 0, 0, m, budget)
    k_x, k_phi = split(budget, MODES[mode].split)
    draws, theory = {"k_x": k_x, "k_phi": k_phi, "B": 0.7}, mode == "theory"
    if sampling == "two_phase":
        m1 = MODES[mode].m1(m)
        epsilon = float(epsilon_theory(d, budget, m1, 0.1, family)) if theory else 0.0
        draws |= {"family": family, "m1": m1, "eta1": 0.2, "eta2": 0.2, "epsilon": epsilon}
        run = two_phase.run(*rows, **draws, warm_start=not theory, moment_aware=not theory)
        q = run.q
    else:
        q = uniform(d) if M is None else sampling_distribution(M, family)
        run = TEXTBOOK[family](*rows, **draws, q=q, eta=0.2, M=None if theory else M)
    np.testing.assert_allclose(model.coef_, run.w_bar, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(model.sampling_probabilities_, q, rtol=1e-9)
    assert model.n_attributes_seen_ == run.spent == m * budget
    assert model.n_distinct_attributes_seen_ == run.distinct
    assert model.n_features_in_ == d


@both
def test_the_theory_s_step_is_the_theorem_s(family: str) -> None:
    X, y = problem(1, 50, 6)
    M = np.mean(X**2, axis=0)
    key = "ddaerr" if family == "ridge" else "ddaelr"
    eta = float(step_size(key, d=6, m=50, k=4, B=2.0, M=M))
    common = {"sampling": "known", "moments": M, "norm_bound": 2.0, "mode": "theory"}
    by_name = ESTIMATORS[family](step="theory", random_state=3, **common).fit(X, y)
    by_number = ESTIMATORS[family](step=eta, random_state=3, **common).fit(X, y)
    np.testing.assert_allclose(by_name.coef_, by_number.coef_, rtol=1e-12)


@both
def test_auto_is_the_offline_predictor_s_norm(family: str) -> None:
    X, y = problem(2, 60, 5)
    model = ESTIMATORS[family](sampling="two_phase", fit_intercept=False, random_state=4).fit(X, y)
    assert model.norm_bound_ == tune_norm_bound(X, y, family, seed=4)[0]
    assert model.n_attributes_seen_ == 60 * 5 + 60 * 5  # draws, and the rows read completely
    norm = np.linalg.norm(model.coef_, 2 if family == "ridge" else 1)
    assert 0 < norm <= model.norm_bound_


@both
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_it_learns(family: str, seed: int) -> None:
    data = load_dataset(
        "synthetic", alpha=-1, dim=20, examples=4000, test_examples=1000, family=family, seed=seed
    )
    model = ESTIMATORS[family](
        sampling="two_phase", step=0.05, norm_bound=data.norm_bound, random_state=seed
    )
    model.fit(data.X_train, data.y_train)
    loss = np.mean((model.predict(data.X_test) - data.y_test) ** 2)
    assert loss < 0.9 * np.mean(data.y_test**2)


def test_a_mode_may_be_given_field_by_field() -> None:
    X, y = problem(6, 80, 5)
    common = {"sampling": "two_phase", "random_state": 1}
    by_name = AttributeEfficientLasso(**common, mode="experiments").fit(X, y)
    by_value = clone(AttributeEfficientLasso(**common, mode=EXPERIMENTS)).fit(X, y)
    assert np.array_equal(by_name.coef_, by_value.coef_)
    half = Mode(
        split="even", p="plain", epsilon="zero", m1_fraction=0.5, warm_start=True, delta=0.1
    )
    other = AttributeEfficientLasso(**common, mode=half).fit(X, y)
    assert not np.array_equal(by_name.coef_, other.coef_)


@both
def test_the_intercept_is_the_mean_label(family: str) -> None:
    X, y = problem(7, 60, 4)
    common = {"sampling": "uniform", "norm_bound": 1.0, "step": 0.1, "random_state": 2}
    without = ESTIMATORS[family](fit_intercept=False, **common).fit(X, y - y.mean())
    model = ESTIMATORS[family](**common).fit(X, y)
    assert without.intercept_ == 0.0
    assert model.intercept_ == y.mean()
    np.testing.assert_array_equal(model.coef_, without.coef_)
    np.testing.assert_allclose(model.predict(X), without.predict(X) + y.mean())


def test_a_grid_search_tunes_the_step() -> None:
    X, y = problem(7, 200, 6)
    model = AttributeEfficientRidge(sampling="uniform", norm_bound=3.0, random_state=0)
    search = GridSearchCV(model, {"step": [1e-6, 1.0]}, cv=2).fit(X, y)
    assert search.best_params_ == {"step": 1.0}
