"""Predictors side by side, and the errors that joint algorithms estimate themselves."""

from dataclasses import replace

import numpy as np
import pytest

from aelr_core.analysis.learning import Learnt, learnt, most_influential
from aelr_core.analysis.your_table import own_estimate
from aelr_core.experiments import Result, run
from tests.experiments.specs import small


@pytest.fixture(scope="module")
def result() -> Result:
    keys = ("aerr", "ddaerr", "two_phase_ddaerr", "jaerr", "online_ridge")
    return run(small(12, budget=4, examples=90, points=3, algorithms=keys))


def test_each_predictor_was_paid_for(result: Result) -> None:
    found = learnt(result)
    assert found is not None
    assert found.attributes.tolist() == [120, 240, 360]
    assert (found.runs, found.d) == (2, 12)
    assert {*found.mean} == {*found.sd} == {*result.curves}
    for key, curve in result.curves.items():
        assert curve.weights is not None
        assert curve.weights_at is not None
        for stop, paid in enumerate(found.attributes):
            (affordable,) = np.nonzero(curve.attributes[curve.weights_at] <= paid)
            np.testing.assert_array_equal(found.mean[key][stop], curve.weights[affordable[-1]])


def test_what_could_not_be_paid_for_yet_is_missing(result: Result) -> None:
    dear = replace(result.curves["online_ridge"], attributes=np.array([130, 240, 360]))
    found = learnt(replace(result, curves={**result.curves, "online_ridge": dear}))
    assert found is not None
    assert np.isnan(found.mean["online_ridge"][0]).all()
    assert np.isfinite(found.mean["online_ridge"][1:]).all()


def test_a_stored_run_may_have_none(result: Result) -> None:
    bare = {
        key: replace(curve, weights_at=None, weights=None, weights_sd=None)
        for key, curve in result.curves.items()
    }
    assert learnt(replace(result, curves=bare)) is None


def test_large_attributes_and_large_weights_move_predictions() -> None:
    w = np.array([[0.0, 2.0, 1.0, 0.1]])
    found = Learnt(np.array([9]), {"aerr": w, "jaerr": 1e6 * w}, {}, 1)
    M = np.array([1.0, 1.0, 9.0, 1.0])
    assert most_influential(found, M, 3).tolist() == [2, 1, 3]
    truth = np.array([1.0, 0.0, 0.0, 5.0])
    assert most_influential(found, M, 2, truth).tolist() == [3, 0]


# ---- The error of a joint algorithm by its own estimate ----

RESULT = run(small(algorithms=("aerr", "adaptive_jaerr"), examples=40, curve="anytime", points=4))


def test_only_ours_have_one() -> None:
    assert own_estimate(RESULT.curves["aerr"]) is None
    own = own_estimate(RESULT.curves["adaptive_jaerr"])
    assert own is not None
    assert own.shape == (len(RESULT.curves["adaptive_jaerr"].runs),)


def test_it_is_the_mean_over_the_examples_of_the_last_half() -> None:
    curve = replace(
        RESULT.curves["adaptive_jaerr"],
        examples=np.array([10, 40, 50, 80]),
        progressive=np.array([[9.0, 9.0, 1.0, 2.0], [9.0, 9.0, 4.0, 0.0]]),
    )
    own = own_estimate(curve)
    assert own == pytest.approx([(10 * 1 + 30 * 2) / 40, (10 * 4 + 0) / 40])


def test_what_comes_after_the_first_pass_does_not_count() -> None:
    nan = np.nan
    curve = replace(
        RESULT.curves["adaptive_jaerr"],
        examples=np.array([10, 40, 50, 80]),
        progressive=np.array([[3.0, 1.0, nan, nan], [5.0, 2.0, nan, nan]]),
    )
    assert own_estimate(curve) == pytest.approx([1.0, 2.0])
    assert own_estimate(replace(curve, progressive=np.full((2, 4), nan))) is None
