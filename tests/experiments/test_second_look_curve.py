"""The second look as a curve: run only where it is named, paired with the stream, five runs."""

import numpy as np
import pytest

from aelr_core.algorithms import ALGORITHMS, of_family, unasked
from aelr_core.experiments import ExperimentSpec, run

KEY = "second_look_jaerr"


def small(**given: object) -> ExperimentSpec:
    fields = {"options": {"dim": 20}, "budget": 4, "examples": 300, "runs": 7, "points": 3}
    return ExperimentSpec(algorithms=("adaptive_jaerr", KEY), **{**fields, **given})


def test_it_runs_only_where_it_is_named() -> None:
    assert ExperimentSpec().algorithms == (*unasked("ridge"),)
    assert {*of_family("ridge")} - {*unasked("ridge")} == {KEY}
    everything = ExperimentSpec(algorithms=of_family("ridge"))
    assert everything.algorithms == (*of_family("ridge"),)
    with pytest.raises(ValueError, match="theory"):
        ExperimentSpec(algorithms=(KEY,), mode="theory")


def test_a_curve_of_its_own_with_at_most_five_runs() -> None:
    stream, again = run(small(curve="anytime")).curves.values()
    assert stream.runs.tolist() == [*range(7)]
    assert again.runs.tolist() == [*range(5)]
    np.testing.assert_array_equal(again.attributes, stream.attributes)
    assert np.isfinite(again.relative_loss).all()
    assert (again.relative_loss[:, -1] < 1).all()


def test_points_by_runs_of_their_own_are_the_same() -> None:
    one, other = (run(small(runs=2, curve=kind)) for kind in ("anytime", "per_prefix"))
    np.testing.assert_allclose(one.curves[KEY].relative_loss, other.curves[KEY].relative_loss)


def test_it_looks_again_when_there_are_a_quarter_more_examples_and_at_the_end() -> None:
    curve = run(small(runs=1, points=60, curve="anytime")).curves[KEY]
    looks = 1 + np.count_nonzero(np.diff(curve.relative_loss[0]))
    assert 5 < looks < 25
    last = run(small(runs=1, points=1)).curves[KEY]
    np.testing.assert_allclose(curve.relative_loss[:, -1], last.relative_loss[:, -1])


def test_its_step_is_automatic_or_given() -> None:
    given = run(small(runs=2, step=0.1)).curves[KEY]
    assert np.isfinite(given.relative_loss).all()
    with pytest.raises(ValueError, match="searches none"):
        run(small(runs=2, step="quick"))


def test_it_is_ours_and_has_no_bound() -> None:
    entry = ALGORITHMS[KEY]
    assert entry.origin == "this project"
    assert not entry.bounds
    assert entry.most_runs == 5
