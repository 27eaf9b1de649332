"""The norm bound: given, the data's own, or found offline."""

from dataclasses import replace

import numpy as np
import pytest

from aelr_core.baselines import tune_norm_bound
from aelr_core.datasets import Dataset, facts_of, load_dataset
from aelr_core.experiments import ExperimentSpec, run
from aelr_core.experiments.problem import (
    TOGETHER,
    Judge,
    computed_norm_bound,
    held_out_loss,
    norm_bound,
)
from aelr_core.norms import two_norm

SPEC = ExperimentSpec(
    options={"dim": 12, "test_examples": 50},  # type: ignore[arg-type]
    examples=40,
    runs=2,
    points=2,
    step="theory",
)


def test_synthetic_data_know_theirs() -> None:
    data = load_dataset("synthetic", dim=12, examples=40, seed=0)
    assert norm_bound(SPEC, data) == pytest.approx(12**0.5)
    assert norm_bound(replace(SPEC, norm_bound=3.5), data) == 3.5


def test_other_data_take_the_offline_predictors() -> None:
    spec = ExperimentSpec(data="diabetes", examples=50, runs=1, points=2, step="theory", seed=4)
    data = load_dataset("diabetes", family="ridge", seed=4, scaling="none")
    expected, _ = tune_norm_bound(data.X_train, data.y_train, "ridge", seed=4)
    assert computed_norm_bound(data, 4) == expected
    assert norm_bound(replace(spec, options={"scaling": "none"}), data) == expected
    result = run(spec)
    for curve in result.curves.values():
        if curve.setting is not None:
            assert result.norm_bound == curve.setting.B


def test_bundled_data_have_theirs_stored() -> None:
    spec = ExperimentSpec(data="wine", family="lasso", seed=3)
    data = load_dataset("wine", family="lasso", seed=3)
    assert norm_bound(spec, data) == facts_of("wine").norm_bounds["lasso"]


@pytest.mark.parametrize("B", [0.3, 2.0])
def test_every_algorithm_stays_in_the_ball(B: float) -> None:
    result = run(replace(SPEC, norm_bound=B, curve="anytime"))
    data = load_dataset("synthetic", dim=12, examples=40, test_examples=50, seed=0)
    largest = max(1.0, float(two_norm(data.X_test).max()) * B / abs(data.y_test).max())
    for curve in result.curves.values():
        assert curve.relative_loss.max() < (1 + largest) ** 2 * len(data.y_test)
    assert result.norm_bound == B


# -- The judge: losses, error rates and excess risk, each predictor on its own


@pytest.fixture(scope="module")
def synthetic() -> Dataset:
    return load_dataset("synthetic", dim=20, examples=50, test_examples=300, seed=2)


@pytest.fixture(scope="module")
def digits() -> Dataset:
    return load_dataset("digits-3v5", seed=1)


def predictors(dataset: Dataset, n: int) -> np.ndarray:
    return np.random.default_rng(5).normal(size=(n, dataset.d))


@pytest.mark.parametrize("rows", [300, 12])  # by the quadratic form, and row by row
def test_relative_loss_is_the_loss_over_that_of_zero(rows: int) -> None:
    data = load_dataset("synthetic", dim=20, examples=50, test_examples=rows, seed=2)
    W = predictors(data, 5)
    losses = [np.mean(0.5 * (data.X_test @ w - data.y_test) ** 2) for w in W]
    zero = np.mean(0.5 * data.y_test**2)
    assert Judge(data).measure(W).relative_loss == pytest.approx(np.array(losses) / zero)


def test_zero_has_relative_loss_one_and_the_truth_none(synthetic: Dataset) -> None:
    assert synthetic.w_star is not None
    W = np.stack([np.zeros(synthetic.d), synthetic.w_star])
    measures = Judge(synthetic).measure(W)
    assert measures.relative_loss == pytest.approx([1, 0], abs=1e-12)
    assert (measures.relative_loss >= 0).all()
    assert measures.excess_risk is not None
    assert measures.excess_risk[1] == 0
    assert measures.error_rate is None


def test_error_rate_counts_wrong_signs(digits: Dataset) -> None:
    W = predictors(digits, 3)
    measures = Judge(digits).measure(W)
    wrong = [(np.sign(digits.X_test @ w) != digits.y_test).mean() for w in W]
    assert measures.error_rate == pytest.approx(wrong)
    assert measures.excess_risk is None


@pytest.mark.parametrize("name", ["synthetic", "digits"])
def test_neighbours_do_not_matter(name: str, request: pytest.FixtureRequest) -> None:
    data: Dataset = request.getfixturevalue(name)
    judge = Judge(data)
    W = predictors(data, 2 * TOGETHER + 7)
    whole = judge.measure(W)
    for n in (0, 1, TOGETHER - 1, TOGETHER, 2 * TOGETHER + 6):
        for alone, all_of_them in zip(judge.measure(W[n : n + 1]), whole, strict=True):
            if all_of_them is not None:
                assert alone[0] == all_of_them[n]  # to the last bit
    shuffled = np.random.default_rng(1).permutation(len(W))
    assert np.array_equal(judge.measure(W[shuffled]).relative_loss, whole.relative_loss[shuffled])


def test_a_diverged_predictor_is_nan_and_harms_nobody(synthetic: Dataset) -> None:
    judge = Judge(synthetic)
    W = predictors(synthetic, 4)
    whole = judge.measure(W).relative_loss
    W[1, 3], W[2, 0] = np.inf, np.nan
    measured = judge.measure(W).relative_loss
    assert np.isnan(measured[[1, 2]]).all()
    assert np.array_equal(measured[[0, 3]], whole[[0, 3]])


def test_held_out_loss(synthetic: Dataset) -> None:
    X, y = synthetic.X_train, synthetic.y_train
    W = predictors(synthetic, TOGETHER + 3)
    W[1, 1] = np.nan
    losses = held_out_loss(W, X, y)
    assert losses[0] == pytest.approx(((X @ W[0] - y) ** 2).sum() / (y @ y))
    assert losses[1] == np.inf
    assert held_out_loss(W[-1:], X, y)[0] == losses[-1]
    assert np.isfinite(held_out_loss(W[:1], X, np.zeros(len(y)))).all()
