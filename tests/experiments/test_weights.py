"""The predictors in a result: the ones that were measured, the same in every process, and few."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from aelr_core.datasets import Dataset
from aelr_core.experiments import Result, as_plain, load, run, save, stream
from aelr_core.experiments.curve import MOST_WEIGHTS, empty_tally, kept_points, learnt
from aelr_core.experiments.problem import dataset_of, judge_of
from tests.experiments.specs import small

KEYS = ("aerr", "two_phase_ddaerr", "jaerr", "online_ridge", "offline_ridge")
SPEC = small(9, budget=3, runs=5, algorithms=KEYS, weights="runs")


@pytest.fixture(scope="module")
def result() -> Result:
    return run(SPEC)


@pytest.fixture(scope="module")
def dataset() -> Dataset:
    return dataset_of(SPEC)


@pytest.mark.parametrize("key", KEYS)
def test_the_predictors_are_those_of_the_curve(key: str, result: Result, dataset: Dataset) -> None:
    curve = result.curves[key]
    assert curve.weights_of_runs is not None
    assert curve.weights_at is not None
    for place, point in enumerate(curve.weights_at):
        W = curve.weights_of_runs[:, place].astype(np.float64)
        again = judge_of(dataset).measure(W).relative_loss
        assert np.allclose(again, curve.relative_loss[:, point], rtol=1e-5)


@pytest.mark.parametrize("key", KEYS)
def test_mean_and_spread_are_over_the_runs(key: str, result: Result) -> None:
    curve = result.curves[key]
    assert curve.weights_of_runs is not None
    close = result.bound_of(key) * 1e-6
    assert np.allclose(curve.weights, curve.weights_of_runs.mean(axis=0), atol=close)
    assert np.allclose(curve.weights_sd, curve.weights_of_runs.std(axis=0, ddof=1), atol=close)


def test_batches_add_up_exactly(result: Result) -> None:
    """Two processes give two batches of runs, whose numbers come in another order."""
    for key, curve in run(SPEC, jobs=2).curves.items():
        for name in ("weights_at", "weights", "weights_sd", "weights_of_runs"):
            assert np.array_equal(getattr(curve, name), getattr(result.curves[key], name)), name


def test_a_result_so_far_has_the_points_it_has_reached() -> None:
    spec = small(40, budget=20, examples=3_000, points=60, curve="anytime", algorithms=("aerr",))
    for progress in stream(spec):
        for curve in progress.result.curves.values():
            assert curve.weights_at is None or curve.weights_at[-1] < len(curve.examples)
    assert progress.result.curves["aerr"].weights_at is not None
    assert progress.result.curves["aerr"].weights_at.tolist() == [*range(5, 60, 6)]


def test_no_weights_on_request(tmp_path: Path) -> None:
    """As in files from before there were weights, which have no such arrays either."""
    bare = run(replace(SPEC, weights="none"))
    assert all(curve.weights is None for curve in bare.curves.values())
    assert "weights" not in as_plain(bare)["curves"]["aerr"]
    save(bare, tmp_path / "old.npz")
    assert load(tmp_path / "old.npz").curves["aerr"].weights is None


def test_files_stay_small() -> None:
    for d in (2, 100, 784, 2_000, 10_000, 50_000):
        at = kept_points(10, d)
        assert at[-1] == 9
        assert len(at) <= 10
        assert len(at) * d <= max(MOST_WEIGHTS, d)


@pytest.mark.parametrize("B", [1e-9, 0.3, 1.0, 7.0, 1e50])
def test_any_ball(B: float) -> None:
    """Also 10,000 runs at the edge of the ball: their squares still add up without overflow."""
    tally = empty_tally("mean", points=1, d=2, B=B, runs=10_000)
    assert tally is not None
    w = np.array([[B, -B], [B, B / 3]])
    tally.add(0, np.repeat(w, 5_000, axis=0))
    found = learnt([tally], 1, np.ones(10_000, dtype=bool))
    assert np.allclose(found["weights"], [[B, -B / 3]], rtol=1e-6)
    assert np.allclose(found["weights_sd"], [[0, 2 * B / 3]], rtol=1e-3, atol=1e-6 * B)


def test_a_run_that_is_not_finite_does_not_count() -> None:
    tally = empty_tally("runs", points=1, d=2, B=1.0, runs=2)
    assert tally is not None
    tally.add(0, np.array([[0.5, 0.25], [np.nan, 0.0]]))
    found = learnt([tally], 1, np.array([True, False]))
    assert found["weights"].tolist() == [[0.5, 0.25]]
    assert found["weights_of_runs"].tolist() == [[[0.5, 0.25]]]


def test_data_sets_with_other_bounds_are_averaged_in_one_unit() -> None:
    w = np.random.default_rng(0).normal(size=(4, 3))
    tallies = []
    for B, own in ((100.0, w[:2]), (0.5, w[2:] / 100)):
        tally = empty_tally("mean", points=1, d=3, B=B, runs=2)
        assert tally is not None
        tally.add(0, own)
        tallies.append(tally)
    found = learnt(tallies, 1, np.ones(4, dtype=bool))
    every = np.concatenate([w[:2], w[2:] / 100])
    assert found["weights"][0] == pytest.approx(every.mean(axis=0), rel=1e-4)
    assert found["weights_sd"][0] == pytest.approx(every.std(axis=0, ddof=1), rel=1e-4)
