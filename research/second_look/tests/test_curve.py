"""The second look as a curve: registered when asked for, paired with the stream, five runs."""

from collections.abc import Iterator
from importlib import import_module, reload

import numpy as np
import pytest

from aelr_core.algorithms import ALGORITHMS, Algorithm
from aelr_core.experiments import ExperimentSpec, run


@pytest.fixture
def entry() -> Iterator[Algorithm]:
    before = dict(ALGORITHMS)
    module = import_module("research.second_look.curve")
    yield (module if module.ENTRY.key in ALGORITHMS else reload(module)).ENTRY
    ALGORITHMS.clear()
    ALGORITHMS.update(before)


def small(entry: Algorithm, **given: object) -> ExperimentSpec:
    fields = {"data": "synthetic", "family": "ridge", "budget": 4, "examples": 300, "runs": 7}
    return ExperimentSpec(algorithms=("adaptive_jaerr", entry.key), points=3, **{**fields, **given})


def test_a_curve_of_its_own_with_at_most_five_runs(entry: Algorithm) -> None:
    stream, again = run(small(entry, curve="anytime")).curves.values()
    assert stream.runs.tolist() == [*range(7)]
    assert again.runs.tolist() == [*range(5)]
    np.testing.assert_array_equal(again.attributes, stream.attributes)
    assert np.isfinite(again.relative_loss).all()
    assert (again.relative_loss[:, -1] < 1).all()


def test_points_by_runs_of_their_own_are_the_same(entry: Algorithm) -> None:
    one, other = (run(small(entry, runs=2, curve=kind)) for kind in ("anytime", "per_prefix"))
    np.testing.assert_allclose(
        one.curves[entry.key].relative_loss, other.curves[entry.key].relative_loss
    )


def test_its_step_is_automatic_or_given(entry: Algorithm) -> None:
    given = run(small(entry, runs=2, step=0.1)).curves[entry.key]
    assert np.isfinite(given.relative_loss).all()
    with pytest.raises(ValueError, match="searches none"):
        run(small(entry, runs=2, step="quick"))
