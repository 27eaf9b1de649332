"""What a run saved, from made-up curves with known answers."""

import numpy as np
import pytest

from aelr_core.analysis.learning import measured_saving
from aelr_core.experiments import summary
from tests.experiments.test_summary import curve, result


def test_a_saving_is_measured_at_the_final_error_of_the_worse() -> None:
    uniform = curve("aerr", [100, 200, 400], [[0.9, 0.7, 0.4]])
    better = curve("ddaerr", [100, 200, 400], [[0.8, 0.4, 0.3]])
    run = result(uniform, better)
    found = measured_saving(run)
    assert found is not None
    assert (found.error, found.attributes, found.uniform) == (0.4, 200, 400)
    assert found.share == 0.5
    assert summary(run)[1].gain == 2  # the table says the same
    worse = curve("ddaerr", [100, 200, 400], [[0.6, 0.4, 0.7]])  # lower before it rose
    lost = measured_saving(result(uniform, worse))
    assert lost is not None
    assert (lost.error, lost.attributes, lost.uniform) == (0.7, 400, 200)


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
