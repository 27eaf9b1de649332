"""What a run saved, from made-up curves with known answers."""

import numpy as np
import pytest

from aelr_core.analysis.learning import measured_saving
from aelr_core.experiments import summary
from tests.experiments.test_summary import curve, result


def test_a_saving_is_measured_where_both_first_reach_the_lowest_error_of_one() -> None:
    uniform = curve("aerr", [100, 200, 400], [[0.9, 0.7, 0.4]])
    better = curve("ddaerr", [100, 200, 400], [[0.8, 0.4, 0.3]])
    run = result(uniform, better)
    found = measured_saving(run)
    assert found is not None
    assert (found.error, found.attributes, found.uniform) == (0.4, 200, 400)
    assert found.share == 0.5
    assert summary(run)[1].gain == 2  # the table says the same
    assert not found.ends_above
    rising = curve("ddaerr", [100, 200, 400], [[0.6, 0.4, 0.7]])
    rises = measured_saving(result(uniform, rising))
    assert rises is not None
    assert (rises.error, rises.attributes, rises.uniform) == (0.4, 200, 400)
    assert rises.ends_above
    worse = curve("ddaerr", [100, 200, 400], [[0.9, 0.8, 0.7]])
    loses = measured_saving(result(uniform, worse))
    assert loses is not None
    assert (loses.error, loses.attributes, loses.uniform) == (0.7, 400, 200)


def test_uniform_sampling_is_taken_at_its_best_even_if_it_rises() -> None:
    uniform = curve("aerr", [100, 200, 400], [[0.9, 0.7, 1.1]])
    found = measured_saving(result(uniform, curve("ddaerr", [100, 200, 400], [[0.8, 0.5, 0.4]])))
    assert found is not None
    assert found.error == 0.7
    assert found.share == pytest.approx(133.333 / 200, rel=1e-4)


@pytest.mark.parametrize("end", [float("nan"), float("inf")])
def test_without_both_curves_nothing_is_saved(end: float) -> None:
    uniform = curve("aerr", [100], [[end]])
    assert measured_saving(result(uniform)) is None
    assert measured_saving(result(uniform, curve("ddaerr", [100], [[0.5]]))) is None


def test_a_first_point_below_the_error_leaves_fewer_possible() -> None:
    uniform = curve("aerr", [100, 200], [[0.9, 0.7]])
    found = measured_saving(result(uniform, curve("jaerr", [100, 200], [[0.3, 0.2]])), "joint")
    assert found is not None
    assert found.at_most
    assert np.isclose(found.share, 0.5)
