"""The norm bound: given, the data's own, or found offline."""

from dataclasses import replace

import pytest

from aelr_core.baselines import tune_norm_bound
from aelr_core.datasets import facts_of, load_dataset
from aelr_core.experiments import ExperimentSpec, run
from aelr_core.experiments.problem import computed_norm_bound, norm_bound
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
