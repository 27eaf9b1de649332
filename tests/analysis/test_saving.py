"""What a run saved, from made-up curves with known answers."""

import numpy as np
import pytest

from aelr_core.analysis.learning import View, measured_saving, target_of
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
    assert not rises.ends_worse  # one run does not tell
    runs = [[0.6, 0.4, end] for end in (0.69, 0.7, 0.71)]
    clear = measured_saving(
        result(
            curve("aerr", [100, 200, 400], [[0.9, 0.7, 0.4]] * 3),
            curve("ddaerr", [100, 200, 400], runs),
        )
    )
    assert clear is not None
    assert clear.ends_worse
    worse = curve("ddaerr", [100, 200, 400], [[0.9, 0.8, 0.7]])
    loses = measured_saving(result(uniform, worse))
    assert loses is not None
    assert (loses.error, loses.attributes, loses.uniform) == (0.7, 400, 200)


def test_all_algorithms_are_compared_at_one_error() -> None:
    uniform = curve("aerr", [100, 200, 400], [[0.9, 0.7, 0.4]])
    known = curve("ddaerr", [100, 200, 400], [[0.8, 0.5, 0.6]])  # it never gets to 0.4
    joint = curve("jaerr", [100, 200, 400], [[0.6, 0.3, 0.2]])
    rows = curve("online_ridge", [100, 200, 400], [[0.9, 0.8, 0.7]])
    run = result(uniform, known, joint, rows)
    found = {word: measured_saving(run, word) for word in ("known", "joint", "online")}
    assert {word: one and one.error for word, one in found.items()} == {
        "known": 0.5,
        "joint": 0.5,
        "online": 0.7,
    }
    assert [one is not None and one.reached for one in found.values()] == [True, True, False]
    assert found["known"] is not None
    assert found["known"].its_own
    assert target_of(run, View()) == 0.5  # where the picture has its line
    table = {row.algorithm: row.gain for row in summary(run)}
    for word, key in (("known", "ddaerr"), ("joint", "jaerr")):
        one = found[word]
        assert one is not None
        assert table[key] == pytest.approx(1 / one.share)


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
