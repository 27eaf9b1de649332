"""Paired differences, Holm's correction and attributes needed, against numbers made by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from research.study.design import FIRST_SEED, PANELS, PLAIN
from research.study.outcome import Measured
from research.study.statistics import (
    LOSS,
    TIE,
    WIN,
    PairedTest,
    compare,
    corrected,
    first_run,
    needed,
    paired,
)


def measured(examples: list[int], errors: list[list[list[float]]]) -> Measured:
    """Return errors by data set, run and point."""
    return Measured(np.array(examples), np.array(errors, dtype=np.float32), None, 0.0)


def test_the_runs_of_a_data_set_are_averaged_before_the_test() -> None:
    ours = measured([10], [[[1.0], [3.0]], [[2.0], [4.0]], [[4.0], [4.0]]])
    theirs = measured([10], [[[1.0], [1.0]], [[1.0], [1.0]], [[1.0], [1.0]]])
    test = compare("p", "a", "x", "y", {"x": ours, "y": theirs}, 10)
    assert (test.mean_ours, test.mean_theirs, test.difference, test.units) == (3.0, 1.0, 2.0, 3)
    # differences 1, 2, 3: t = 2√3 with 2 degrees of freedom, t_0.975 = 4.3027
    assert test.p == pytest.approx(0.0742, abs=1e-4)
    assert test.high - test.difference == pytest.approx(4.3027 / np.sqrt(3), abs=1e-3)
    assert test.ratio == 3.0
    assert test.better == 0


def test_with_one_data_set_the_runs_are_the_units() -> None:
    one = measured([10, 20], [[[1.0, 0.5], [3.0, 0.1], [2.0, 0.3]]])
    assert one.by_unit.shape == (3, 2)
    np.testing.assert_allclose(one.at(20), [0.5, 0.1, 0.3], rtol=1e-6)
    np.testing.assert_allclose(one.mean, [2.0, 0.3], rtol=1e-6)
    np.testing.assert_allclose(one.half_width[0], 4.3027 / np.sqrt(3), rtol=1e-3)


def test_equal_arms_tie_and_a_constant_difference_is_certain() -> None:
    assert paired(np.ones(4), np.ones(4)) == (0.0, 0.0, 1.0)
    assert paired(np.ones(4), np.full(4, 2.0)) == (-1.0, 0.0, 0.0)


def a_test(p: float, difference: float = -1.0) -> PairedTest:
    return PairedTest("p", "a", "x", "y", 1, 1.0, 1.0, difference, 0.0, 0.0, 16, 9, p)


def test_holm_by_hand() -> None:
    adjusted = corrected([a_test(0.04), a_test(0.01, 1.0), a_test(0.02), a_test(0.005)])
    assert [t.p_holm for t in adjusted] == pytest.approx([0.04, 0.03, 0.04, 0.02])
    assert [t.verdict for t in adjusted] == [WIN, LOSS, WIN, WIN]
    adjusted = corrected([a_test(0.03), a_test(0.04)])
    assert [t.p_holm for t in adjusted] == pytest.approx([0.06, 0.06])
    assert {t.verdict for t in adjusted} == {TIE}
    assert {t.alone for t in adjusted} == {WIN}
    assert corrected([]) == ()


def test_attributes_needed_are_interpolated_in_log_n() -> None:
    theirs = measured([50, 100], [[[0.9, 0.5]]])
    falling = measured([10, 40, 100], [[[0.7, 0.3, 0.2]]])
    share = needed("p", "x", "y", {"x": falling, "y": theirs})
    assert share.fraction == pytest.approx(20 / 100)  # half way from 10 to 40 in log n
    assert not share.at_most
    flat = measured([10, 100], [[[0.9, 0.6]]])
    assert needed("p", "x", "y", {"x": flat, "y": theirs}).fraction is None
    early = measured([10, 100], [[[0.4, 0.3]]])
    share = needed("p", "x", "y", {"x": early, "y": theirs})
    assert (share.fraction, share.at_most) == (0.1, True)


def test_an_error_that_is_lost_again_is_not_reached_yet() -> None:
    theirs = measured([50, 100], [[[0.9, 0.5]]])
    rising = measured([5, 10, 40, 100], [[[0.4, 0.7, 0.3, 0.2]]])
    share = needed("p", "x", "y", {"x": rising, "y": theirs})
    assert share.fraction == pytest.approx(20 / 100)
    assert not share.at_most
    lost = measured([10, 40, 100], [[[0.7, 0.3, 0.6]]])
    assert needed("p", "x", "y", {"x": lost, "y": theirs}).fraction is None


# -- the first run --


def test_it_has_every_comparison_of_the_plain_forms() -> None:
    before = first_run()
    assert before.first_seed == 16_000_000 < FIRST_SEED
    counted = [panel for panel in PANELS.values() if not panel.of]
    places = {
        (panel.key, letter, size) for panel in counted for letter in PLAIN for size in panel.sizes
    }
    assert {*before.verdicts} == places
    assert {*before.verdicts.values()} == {WIN, TIE, LOSS}
    assert before.counts("a") == (56, 35, 3)
    assert before.counts("d", "lasso") == (12, 27, 8)


def test_verdicts_are_compared() -> None:
    before = first_run()
    panel, letter, size = next(
        place for place, verdict in before.verdicts.items() if verdict == LOSS
    )
    loss = PairedTest(panel, letter, "x", "y", size, 2.0, 1.0, 1.0, 0.5, 1.5, 16, 0, 0.0, 0.0)
    win, tie = replace(loss, difference=-1.0), replace(loss, p_holm=0.5)
    assert before.agrees((loss,)) == (1, 1, 0)
    assert before.agrees((win, tie, loss)) == (3, 1, 1)
    assert before.agrees((replace(loss, letter="A"),)) == (0, 0, 0)
