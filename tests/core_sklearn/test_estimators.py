"""The estimators: scikit-learn's own checks, and that they are the paper's algorithms."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV
from sklearn.utils.estimator_checks import estimator_checks_generator

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
CHECKED = [
    AttributeEfficientRidge(),
    AttributeEfficientLasso(),
    AttributeEfficientRidge(mode="theory"),
    AttributeEfficientLasso(sampling="uniform", norm_bound=1.0, step=0.1),
]
both = pytest.mark.parametrize("family", ESTIMATORS)

# One check must be configured before SciPy is loaded: it runs in its own process, below.
APART = "check_array_api_input"


def sklearn_checks() -> Iterator[object]:
    for number, estimator in enumerate(CHECKED):
        for each, check in estimator_checks_generator(estimator, legacy=True):
            name = check.func.__name__
            if name != APART:
                yield pytest.param(each, check, id=f"{type(each).__name__}{number}-{name}")


@pytest.mark.parametrize(("estimator", "check"), list(sklearn_checks()))
def test_scikit_learn_s_checks(estimator: object, check: Callable[[object], None]) -> None:
    check(estimator)


def test_scikit_learn_s_check_of_array_api_input() -> None:
    code = f"""
from sklearn.utils.estimator_checks import estimator_checks_generator
from aelr_core.estimators import AttributeEfficientLasso, AttributeEfficientRidge
for estimator in (AttributeEfficientRidge(), AttributeEfficientLasso()):
    checks = [c for _, c in estimator_checks_generator(estimator) if c.func.__name__ == {APART!r}]
    assert checks
    for check in checks:
        check(estimator)
"""
    environment = os.environ | {"SCIPY_ARRAY_API": "1"}
    subprocess.run([sys.executable, "-W", "error", "-c", code], env=environment, check=True)


def test_poor_score_is_the_only_tag_that_asks_for_leniency() -> None:
    for estimator in CHECKED:
        tags = estimator.__sklearn_tags__()
        assert tags.regressor_tags.poor_score
        assert not any([tags.non_deterministic, tags.no_validation, tags._skip_test])


def problem(seed: int, m: int, d: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(m, d)) * rng.random(d)
    X /= np.linalg.norm(X, axis=1).max()
    return X, X @ rng.normal(size=d)


@both
@settings(max_examples=25)
@given(
    seed=st.integers(0, 2**32),
    d=st.integers(1, 8),
    m=st.integers(1, 40),
    budget=st.integers(2, 12),
    mode=st.sampled_from(list(MODES)),
    known=st.booleans(),
)
def test_a_fit_with_one_phase_is_run_0_of_the_textbook(
    family: str, seed: int, d: int, m: int, budget: int, mode: str, known: bool
) -> None:
    X, y = problem(seed, m, d)
    M = np.mean(X**2, axis=0) if known else None
    model = ESTIMATORS[family](
        budget=budget,
        sampling="known" if known else "uniform",
        moments=M,
        norm_bound=0.7,
        step=0.2,
        mode=mode,
        random_state=seed,
    ).fit(X, y)
    k_x, k_phi = split(budget, MODES[mode].split)
    q = uniform(d) if M is None else sampling_distribution(M, family)
    run = TEXTBOOK[family](
        X, y, order(seed, 0, m, m), uniforms(seed, 0, 0, m, budget),
        q=q, k_x=k_x, k_phi=k_phi, eta=0.2, B=0.7,
        M=M if mode == "experiments" else None,
    )  # fmt: skip
    np.testing.assert_allclose(model.coef_, run.w_bar, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(model.sampling_probabilities_, q)
    assert model.n_attributes_seen_ == run.spent == m * budget
    assert model.n_distinct_attributes_seen_ == run.distinct
    assert model.n_features_in_ == d


@both
@settings(max_examples=25)
@given(
    seed=st.integers(0, 2**32),
    d=st.integers(1, 8),
    m=st.integers(1, 60),
    budget=st.integers(2, 12),
    mode=st.sampled_from(list(MODES)),
)
def test_a_fit_with_two_phases_is_run_0_of_the_textbook(
    family: str, seed: int, d: int, m: int, budget: int, mode: str
) -> None:
    X, y = problem(seed, m, d)
    model = ESTIMATORS[family](
        budget=budget, norm_bound=0.7, step=0.2, mode=mode, random_state=seed
    ).fit(X, y)
    k_x, k_phi = split(budget, MODES[mode].split)
    m1 = MODES[mode].m1(m)
    theory = mode == "theory"
    run = two_phase.run(
        X, y, order(seed, 0, m, m), uniforms(seed, 0, 0, m, budget),
        family=family, m1=m1, k_x=k_x, k_phi=k_phi, eta1=0.2, eta2=0.2, B=0.7,
        epsilon=float(epsilon_theory(d, budget, m1, 0.1, family)) if theory else 0.0,
        warm_start=not theory, moment_aware=not theory,
    )  # fmt: skip
    np.testing.assert_allclose(model.coef_, run.w_bar, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(model.sampling_probabilities_, run.q, rtol=1e-9)
    assert model.n_attributes_seen_ == run.spent == m * budget
    assert model.n_distinct_attributes_seen_ == run.distinct


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
    model = ESTIMATORS[family](random_state=4).fit(X, y)
    assert model.norm_bound_ == tune_norm_bound(X, y, family, seed=4)[0]
    norm = np.linalg.norm(model.coef_, 2 if family == "ridge" else 1)
    assert 0 < norm <= model.norm_bound_


@both
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_it_learns(family: str, seed: int) -> None:
    data = load_dataset(
        "synthetic", alpha=-1, dim=20, examples=4000, test_examples=1000, family=family, seed=seed
    )
    model = ESTIMATORS[family](step=0.05, norm_bound=data.norm_bound, random_state=seed)
    model.fit(data.X_train, data.y_train)
    loss = np.mean((model.predict(data.X_test) - data.y_test) ** 2)
    assert loss < 0.9 * np.mean(data.y_test**2)


def test_random_state() -> None:
    X, y = problem(5, 80, 5)
    model = AttributeEfficientRidge(norm_bound=1.0)
    one, again, other = (
        clone(model).set_params(random_state=state).fit(X, y).coef_ for state in (7, np.int64(7), 8)
    )
    assert np.array_equal(one, again)
    assert not np.array_equal(one, other)
    model.set_params(random_state=np.random.RandomState(7))  # moves on from fit to fit
    assert not np.array_equal(model.fit(X, y).coef_, model.fit(X, y).coef_)
    model.set_params(random_state=None)
    assert not np.array_equal(model.fit(X, y).coef_, model.fit(X, y).coef_)


def test_a_mode_may_be_given_field_by_field() -> None:
    X, y = problem(6, 80, 5)
    by_name = AttributeEfficientLasso(mode="experiments", random_state=1).fit(X, y)
    by_value = clone(AttributeEfficientLasso(mode=EXPERIMENTS, random_state=1)).fit(X, y)
    assert np.array_equal(by_name.coef_, by_value.coef_)
    half = Mode(
        split="even", p="plain", epsilon="zero", m1_fraction=0.5, warm_start=True, delta=0.1
    )
    other = AttributeEfficientLasso(mode=half, random_state=1).fit(X, y)
    assert not np.array_equal(by_name.coef_, other.coef_)


def test_a_grid_search_tunes_the_step() -> None:
    X, y = problem(7, 200, 6)
    search = GridSearchCV(
        AttributeEfficientRidge(norm_bound=3.0, random_state=0), {"step": [1e-6, 1.0]}, cv=2
    ).fit(X, y)
    assert search.best_params_ == {"step": 1.0}


@both
@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"budget": 1}, "budget must be a whole number >= 2"),
        ({"budget": 2.5}, "budget must be a whole number >= 2"),
        ({"sampling": "optimal"}, "sampling must be one of 'two_phase', 'uniform', 'known'"),
        ({"sampling": "known"}, "moments must be given with sampling='known', and only then"),
        ({"moments": [1, 1, 1]}, "moments must be given with sampling='known', and only then"),
        ({"sampling": "known", "moments": [1, 1]}, "moments must hold 3 numbers"),
        ({"sampling": "known", "moments": [0, 0, 0]}, "moments must hold a number > 0"),
        ({"sampling": "known", "moments": [1, -1, 1]}, "moments must be >= 0 everywhere"),
        ({"norm_bound": 0}, "norm_bound must be a finite number from 1e-60 to 1e.60"),
        ({"norm_bound": "cv"}, "norm_bound must be a finite number from 1e-60 to 1e.60"),
        ({"norm_bound": None}, "norm_bound must be a finite number from 1e-60 to 1e.60"),
        ({"step": -1.0}, "step must be a finite number from 1e-60 to 1e.60"),
        ({"step": "cv"}, "step must be one of 'theory'"),
        ({"mode": "practice"}, "mode must be one of 'experiments', 'theory'"),
        ({"random_state": -1}, "random_state must be a whole number >= 0"),
    ],
)
def test_bad_options_are_refused_when_fitting(
    family: str, options: dict[str, object], sentence: str
) -> None:
    X, y = problem(0, 10, 3)
    model = ESTIMATORS[family](**options)
    with pytest.raises(ValueError, match=f"^{sentence}") as refusal:
        model.fit(X, y)
    assert str(refusal.value).endswith(".")
    assert str(refusal.value).count("\n") == 0


@both
@pytest.mark.parametrize("scale", [1e-61, 1e61, 1e300])
def test_extremes_are_refused(family: str, scale: float) -> None:
    X, y = np.eye(3), np.ones(3)
    with pytest.raises(ValueError, match=r"^X must be scaled"):
        ESTIMATORS[family]().fit(X * scale, y)
    with pytest.raises(ValueError, match=r"^y must be scaled"):
        ESTIMATORS[family]().fit(X, y * scale)


@both
def test_zeros_give_zero(family: str) -> None:
    for X, y in [(np.zeros((9, 2)), np.ones(9)), (np.ones((9, 2)), np.zeros(9))]:
        assert not ESTIMATORS[family]().fit(X, y).coef_.any()
