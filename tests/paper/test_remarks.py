"""Remarks on panels: found by rule, with numbers from the runs."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from aelr_core.algorithms import StepRule
from aelr_core.experiments import Curve
from aelr_core.experiments.curve import Setting
from aelr_core.experiments.readings import PRIMARY
from aelr_core.paper.reasons import REASONS
from aelr_core.paper.remarks import UNEXPLAINED, remarks
from aelr_core.paper.scoreboard import RARE
from tests.paper.results import board
from tests.paper.sentences import mentions


def curve(algorithm: str, *means: float, last: float | None = None) -> Curve:
    """Return four equal runs, of which one may have another last value."""
    loss = np.tile(np.array(means), (4, 1))
    if last is not None:
        loss[0, -1] = last
    m = np.arange(1, len(means) + 1) * 10
    setting = Setting(147.0, StepRule(multiplier=3.0, phase_one=81.0))
    return Curve(algorithm, np.arange(4), m, m * 5, loss, loss, None, None, setting, None, None)


def test_curves_that_fall_need_no_remark() -> None:
    fine = {
        "uniform": curve("aelr", 1.0, 0.5),
        "online": curve("online_lasso", 0.50, 0.51),  # within the margin
        "offline": curve("offline_lasso", 1.0, 0.4),
        "uneven known": curve("ddaelr", 0.1, 0.9),  # which is not drawn
    }
    assert remarks("2b", fine, 147.0, 500) == ()


def test_a_curve_that_rises_is_told_in_its_numbers() -> None:
    panel = {"two_phase": curve("two_phase_ddaelr", 0.001, 0.004, last=8.0)}
    (remark,) = remarks("2a", panel, 147.0, 500)
    assert remark.key == "2a.two_phase.worse"
    mean, ends = (
        ("0.001 at 50", "2 at 100"),
        ("1 of 4 runs", "0.01", "worst at 8", "median at 0.004"),
    )
    assert mentions(remark.says, "Two-Phased DDAELR", *mean, *ends)
    assert "81 times" in remark.reason
    (elsewhere,) = remarks("1a", panel, 147.0, 500)
    assert elsewhere.reason == UNEXPLAINED


def test_curves_that_begin_above_the_zero_predictor() -> None:
    panel = {
        "uniform": curve("aelr", 1.06, 0.8),
        "offline": curve("offline_lasso", 1.06, 0.7),
    }
    uniform, offline = remarks("2b", panel, 147.0, 500)
    assert uniform.key == "2b.uniform.above"
    assert mentions(uniform.says, "AELR", "1.06", "zero predictor", "4 of 4 runs")
    assert uniform.reason == UNEXPLAINED
    assert offline.key == "2b.offline.above"
    assert mentions(offline.reason, "‖w‖₁ ≤ 147", "20 whole examples", "10 of the first prefix")
    (same,) = (r for r in remarks("1a", panel, 147.0, 500) if r.key == "1a.uniform.above")
    assert mentions(same.reason, "step, 3 times", "20 examples", "10 of the first prefix")


def test_parameters_that_do_not_carry_over_to_other_data_sets() -> None:
    sets = np.array([0, 0, 1, 1])

    def spread(first: float, others: float) -> Curve:
        each = curve("aelr", first, first)
        each.relative_loss[2:] = others
        return replace(each, data_sets=sets)

    # the others are twice as hard, and for one algorithm four times
    panel = {"known": spread(0.2, 0.4), "online": spread(0.1, 0.2), "uniform": spread(0.2, 0.8)}
    alone, all_of_them = remarks("2d", panel, 147.0, 500)
    assert alone.key == "2d.uniform.elsewhere"
    assert mentions(alone.says, "AELR", "0.20 there and 0.80", "factor of 2.00", "would be 0.40")
    assert all_of_them.key == "2d.data_sets"
    assert mentions(all_of_them.says, "easier than", "AELR is at 0.20 and 0.40", "AELR at 0.10")
    assert "0.80" not in all_of_them.says
    alike = {name: spread(0.4, 0.41) for name in panel}
    assert remarks("2d", alike, 147.0, 500) == ()


def test_a_rise_on_one_data_set() -> None:
    rises = curve("aelr", 0.6, 0.5, 0.4)
    rises.relative_loss[2:, 1] = 2.5
    (same,) = remarks("2d", {"uniform": rises}, 147.0, 500)
    assert same.key == "2d.uniform.later"
    assert mentions(
        same.says, "AELR rises to 1.50 at 100", "2 of 4 runs", "worst to 2.5", "is 1.50"
    )


def test_every_panel_with_several_data_sets_is_searched_for_them() -> None:
    found = {remark.key for remark in board(PRIMARY).remarks}
    assert {"1a.uniform.elsewhere", "1c.uniform.elsewhere", "2d.uniform.elsewhere"} <= found
    assert {"1c.data_sets", "2d.data_sets"} <= found


def test_a_rise_in_between_is_explained_where_every_prefix_has_its_own_search() -> None:
    found = {remark.key: remark for remark in board("own-step").remarks}
    assert found["2c.two_phase.later"].reason == RARE
    assert mentions(found["2c.two_phase.later"].says, "1 of 20 runs")


def test_an_offline_curve_that_ends_behind_others() -> None:
    panel = {
        "uniform": curve("aelr", 0.9, 0.8),
        "known": curve("ddaelr", 0.9, 0.6),
        "online": curve("online_lasso", 0.9, 0.65),
        "offline": curve("offline_lasso", 0.9, 0.7),
    }
    (remark,) = remarks("4", panel, 147.0, 784)
    assert remark.key == "4.offline.behind"
    others = ("DDAELR (0.600)", "online lasso (0.650)")
    assert mentions(remark.says, "Offline lasso", "0.700", *others)
    assert "AELR (0.800)" not in remark.says
    assert mentions(remark.reason, "20 whole examples", "784 dimensions")
    panel["offline"] = curve("offline_lasso", 0.9, 0.5)
    assert remarks("4", panel, 147.0, 784) == ()
    # nothing is behind what is found exactly
    tiny = {name: curve(c.algorithm, 0.1, n * 1e-9) for n, (name, c) in enumerate(panel.items())}
    assert remarks("4", tiny, 147.0, 784) == ()


def test_plain_curves_beside_those_of_adagrad_are_another_panels() -> None:
    panel = {"two_phase": curve("two_phase_ddaerr", 1.2, 0.5)}
    panel["adagrad two_phase"] = curve("two_phase_ddaerr", 1.1, 0.5)
    (remark,) = remarks("7", panel, 22.0, 500)
    assert remark.key == "7.adagrad two_phase.above"
    assert remark.says.startswith("Two-Phased DDAERR with AdaGrad begins at 1.1")


def test_everything_odd_in_the_stored_results_was_looked_at() -> None:
    found = {remark.key: remark.reason for remark in board().remarks}
    assert set(found) <= set(REASONS)
