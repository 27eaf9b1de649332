"""Summary tables of made-up curves with known answers."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aelr_core.experiments import (
    Curve,
    ExperimentSpec,
    Result,
    attributes_to_reach,
    paired_difference,
    run,
    summary,
)
from aelr_core.experiments.summary import QUANTILES, spread
from aelr_core.student import quantile
from tests.experiments.specs import small


def curve(
    key: str, attributes: list[int], losses: list[list[float]], runs: list[int] | None = None
) -> Curve:
    rows = np.array(losses, dtype=float)
    return Curve(
        algorithm=key,
        runs=np.arange(len(rows)) if runs is None else np.array(runs),
        examples=np.array(attributes) // 5,
        attributes=np.array(attributes),
        distinct=np.ones_like(rows),
        relative_loss=rows,
        excess_risk=rows / 2,
        error_rate=None,
        setting=None,
        q=None,
        unsampled=None,
    )


def result(*curves: Curve) -> Result:
    return Result(
        spec=ExperimentSpec(),
        curves={c.algorithm: c for c in curves},
        searches={},
        notes=(),
        label="",
        d=500,
        rows=10,
        norm_bound=1.0,
        zero_loss=1.0,
        seconds=1.0,
        complete=True,
    )


def test_attributes_are_interpolated_on_the_mean() -> None:
    c = curve("aerr", [100, 200, 400], [[0.9, 0.7, 0.2], [0.7, 0.5, 0.2]])  # means 0.8 0.6 0.2
    assert attributes_to_reach(c, 0.7).attributes == pytest.approx(150)
    assert attributes_to_reach(c, 0.3).attributes == pytest.approx(350)
    assert attributes_to_reach(c, 0.2).attributes == pytest.approx(400)
    assert str(attributes_to_reach(c, 0.1)) == "not reached"
    assert str(attributes_to_reach(c, 0.9)) == "at most 100"
    assert str(attributes_to_reach(c, 0.7)) == "150"
    assert attributes_to_reach(c, 0.35, "excess_risk").attributes == pytest.approx(150)


def test_a_curve_that_rises_again_counts_when_it_first_got_there() -> None:
    c = curve("aerr", [100, 200, 300], [[0.8, 0.4, 0.9]])
    assert attributes_to_reach(c, 0.6).attributes == pytest.approx(150)


def test_a_curve_that_rises_above_its_target_again_says_so() -> None:
    rising = curve("ddaerr", [100, 200, 300], [[0.3, 0.4, 1.7]])
    uniform, known = summary(result(curve("aerr", [100, 300], [[0.9, 0.5]]), rising))
    assert str(known.reach) == "at most 100, then rises"
    assert (known.reach.rises, known.gain) == (True, 3)
    assert (uniform.reach.rises, uniform.gain) == (False, 1)
    falling = curve("ddaerr", [100, 200, 300], [[0.3, 0.7, 0.5]])
    assert not attributes_to_reach(falling, 0.5).rises  # it ends there
    diverged = curve("ddaerr", [100, 200, 300], [[0.3, 0.7, float("nan")]])
    assert attributes_to_reach(diverged, 0.5).rises


def test_paired_difference_is_over_common_runs() -> None:
    a = curve("ddaerr", [100, 200], [[1, 0.5], [1, 0.7], [1, 9.0]], runs=[0, 2, 5])
    b = curve("aerr", [100, 200], [[1, 0.6], [1, 5.0], [1, 0.9]], runs=[0, 1, 2])
    found = paired_difference(a, b)
    assert (found.attributes, found.runs) == (200, 2)
    assert found.mean == pytest.approx(-0.15)
    half = quantile(0.95, 1) * np.std([-0.1, -0.2], ddof=1) / 2**0.5
    assert (found.low, found.high) == pytest.approx((-0.15 - half, -0.15 + half))
    assert found.low < 0 < found.high
    halfway = paired_difference(a, b, 150)
    assert halfway.mean == pytest.approx(-0.075)


def test_curves_of_different_length_are_compared_where_both_are() -> None:
    a = curve("online_ridge", [90, 180], [[0.8, 0.4]] * 2)
    b = curve("aerr", [100, 200], [[0.9, 0.7]] * 2)
    found = paired_difference(a, b)
    assert found.attributes == 180
    assert found.mean == pytest.approx(0.4 - 0.74)
    assert found.low == found.high < 0  # no spread at all
    with pytest.raises(ValueError, match=r"^attributes must lie inside both curves, from 100 to"):
        paired_difference(a, b, 95)


def test_one_run_has_no_interval() -> None:
    a, b = curve("ddaerr", [10], [[0.5]]), curve("aerr", [10], [[0.7]])
    found = paired_difference(a, b)
    assert (found.low, found.high) == (None, None)
    with pytest.raises(ValueError, match="runs in common"):
        paired_difference(a, replace(b, runs=np.array([4])))


@settings(max_examples=5)
@given(st.integers(0, 10**6))
def test_the_interval_covers_the_truth_as_often_as_it_says(seed: int) -> None:
    rng = np.random.default_rng(seed)
    covered = 0
    for _ in range(300):
        a = curve("ddaerr", [10], rng.normal(0.3, 0.1, (6, 1)).tolist())
        b = curve("aerr", [10], rng.normal(0.5, 0.1, (6, 1)).tolist())
        found = paired_difference(a, b, confidence=0.8)
        assert found.low is not None
        assert found.high is not None
        covered += found.low <= -0.2 <= found.high
    assert 240 - 6 * 7 < covered < 240 + 6 * 7  # six standard deviations


def test_the_table() -> None:
    rows = summary(
        result(
            curve("aerr", [100, 200], [[0.9, 0.5], [0.9, 0.7]]),
            curve("ddaerr", [100, 200], [[0.7, 0.3], [0.7, 0.5]]),
            curve("offline_ridge", [50, 150], [[0.95, 0.85], [0.95, 0.75]]),
        )
    )
    uniform, known, offline = rows
    assert (uniform.label, known.label) == ("AERR", "DDAERR")
    assert uniform.mean == pytest.approx(0.6)
    assert uniform.sd == pytest.approx(2**0.5 / 10)
    assert (uniform.gain, uniform.difference) == (1.0, None)
    assert known.reach.attributes == pytest.approx(100 + 100 / 3)
    assert known.gain == pytest.approx(1.5)
    assert known.difference is not None
    assert known.difference.mean == pytest.approx(-0.2)
    assert str(offline.reach) == "not reached"
    assert offline.gain is None
    assert offline.difference is not None
    assert offline.difference.attributes == 150


def test_a_target_of_ones_own() -> None:
    both = result(
        curve("aerr", [100, 200], [[0.9, 0.5]]), curve("ddaerr", [100, 200], [[0.7, 0.3]])
    )
    uniform, known = summary(both, target=0.8)
    assert uniform.reach.attributes == pytest.approx(125)
    assert str(known.reach) == "at most 100"
    assert known.gain == pytest.approx(1.25)
    assert uniform.sd == 0
    assert summary(both, value="excess_risk")[0].mean == pytest.approx(0.25)
    with pytest.raises(ValueError, match="there is no error_rate"):
        summary(both, value="error_rate")


def test_without_the_uniform_algorithm_nothing_is_compared() -> None:
    (row,) = summary(result(curve("ddaerr", [100], [[0.7]])))
    assert (row.gain, row.difference, str(row.reach)) == (None, None, "not reached")
    (row,) = summary(result(curve("ddaerr", [100], [[0.7]])), target=0.7)
    assert str(row.reach) == "100"


def test_curves_that_never_meet_are_not_compared() -> None:
    rows = summary(result(curve("aerr", [100], [[0.9]]), curve("online_ridge", [500], [[0.5]])))
    assert rows[1].difference is None


def test_a_real_result_has_a_row_for_every_algorithm() -> None:
    spec = small(8, test_examples=40, budget=3, examples=40, runs=3, points=2, seed=0)
    rows = summary(run(spec))
    assert [row.algorithm for row in rows] == list(spec.algorithms)
    assert all(row.difference is not None for row in rows[1:])


def test_the_spread_of_one_run_is_nothing() -> None:
    mean, sd, quantiles = spread(np.array([[1.0, 4.0]]))
    assert (mean.tolist(), sd.tolist()) == ([1, 4], [0, 0])
    assert quantiles.tolist() == [[1, 4]] * len(QUANTILES)
    assert spread(np.array([1.0, 3.0]))[1] == pytest.approx(2**0.5)
