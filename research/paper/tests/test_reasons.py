"""Reasons and remarks agree with the results: numbers are computed, statements are checked."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from aelr_core.algorithms import StepRule
from aelr_core.experiments import Curve, Result, load
from aelr_core.experiments.curve import Setting
from aelr_core.experiments.readings import PRIMARY
from research.paper.matrix import RARE
from research.paper.panels import names
from research.paper.reasons import MARK, MARKED, REASONS, UNEXPLAINED, PanelFacts, remarks
from research.paper.tests.results import FOLDER, board, loss, mentions
from research.paper.tests.statements import OF_CLAIMS, OF_REMARKS, again, statuses
from research.paper.verdicts import FAILS, HOLDS, OPEN

CHECKS = OF_CLAIMS | OF_REMARKS


@pytest.mark.parametrize("key", REASONS)
def test_a_reason_has_exactly_the_marks_that_are_checked(key: str) -> None:
    marks = {name for _, name in MARK.findall(MARKED[key])}
    assert marks == {name for name, _ in CHECKS[key]}
    assert "](" not in REASONS[key]


@pytest.mark.long
@pytest.mark.parametrize(
    ("key", "mark"), [(key, mark) for key, checks in CHECKS.items() for mark, _ in checks]
)
def test_what_a_reason_says_is_so(key: str, mark: str) -> None:
    (check,) = (check for name, check in CHECKS[key] if name == mark)
    assert check()


def test_a_reason_for_every_claim_that_does_not_hold_and_for_no_other() -> None:
    differ = {v.claim.key for v in board().verdicts if v.status in (FAILS, OPEN)}
    of_remarks = {remark.key for remark in board().remarks}
    assert differ | of_remarks == set(REASONS)
    assert {v.claim.key for v in board().verdicts if v.reason} == differ
    assert {remark.key for remark in board().remarks} == {
        key for key in REASONS if key.count(".") == 2
    }
    assert not any("{" in v.reason for v in board().verdicts)


# -- the numbers named in reasons, on made-up curves -------------------------------------------


@pytest.fixture(scope="module")
def result() -> Result:
    return load(FOLDER / "one-step" / "1b.npz")


def two_runs(first: float, last: float, unsampled: tuple[int, int] | None = None) -> Curve:
    """Return two runs, of which one is 0.2 worse in the first prefix, from 10 to 100 attributes."""
    loss = np.tile(np.linspace(first, last, 10), (2, 1))
    loss[1, 0] += 0.2
    x = np.arange(1, 11) * 10
    left_out = None if unsampled is None else np.array(unsampled)
    return Curve("aerr", np.arange(2), x, x, loss, loss, None, None, None, None, left_out)


def facts_of_made_up_curves(result: Result) -> PanelFacts:
    panel = {
        "uniform": two_runs(0.9, 0.8),
        "known": two_runs(0.9 - 0.1, 0.4),
        "two_phase": two_runs(0.85, 0.5, (400, 401)),
    }
    return PanelFacts(result, panel)


def said(text: str, about: PanelFacts) -> str:
    return text.format_map(about)


def test_losses_and_gaps(result: Result) -> None:
    about = facts_of_made_up_curves(result)
    assert said("{loss[known].few:.2f} {loss[known].end:.2f}", about) == "0.90 0.40"
    assert said("{gap[uniform - known].end:.2f}", about) == "0.40"
    assert said("{gap[known - uniform].least:.2f} {gap[known - uniform].most:.2f}", about) == (
        "-0.40 -0.10"
    )
    assert said("{worst[two_phase].most:.2f} {sd[two_phase].end:g}", about) == "1.05 0"
    assert said("{above[two_phase]} {above[known]} of {runs}", about) == "1 0 of 100"
    assert about.margin == pytest.approx(0.05 * 0.6)
    assert about.beyond["known - uniform"] == 10
    assert about.beyond["known - two_phase"] == 10
    assert about.beyond["two_phase - known"] == 0


def test_the_share_of_the_gap(result: Result) -> None:
    share = facts_of_made_up_curves(result).share
    assert share.few == pytest.approx(0.5)
    assert share.end == pytest.approx(0.25)
    assert (share.later, share.later_at) == (share.values[1], 20)
    assert (share.least, share.least_at) == (share.end, 100)


def test_what_searches_and_phase_one_have_found(result: Result) -> None:
    about = facts_of_made_up_curves(result)
    assert (about.unsampled, about.d, about.m1) == (400.5, 500, 100)
    trials = result.searches["aerr"].trials
    assert about.step["uniform"] == result.searches["aerr"].chosen.multiplier
    small = [trial.loss for trial in trials if trial.multiplier <= 1]
    assert about.modest["uniform"] == min(small) > min(trial.loss for trial in trials)
    assert about.chosen["known"] == result.searches["ddaerr"].chosen
    # the search of 1b has a second valley at 81 times the theory's step
    assert (about.chosen["known"].multiplier, about.other["known"].multiplier) == (1, 81)
    assert "offline" not in about.other


def test_other_runs_other_numbers(result: Result) -> None:
    """Numbers come from the panel's results: with another step, the text has another number."""
    search = result.searches["aerr"]
    other = replace(search, chosen=replace(search.chosen, multiplier=5.0))
    changed = replace(result, searches={**result.searches, "aerr": other})
    assert "a step 5 times the theory's" in said(
        REASONS["1b.known"], facts_of_made_up_curves(changed)
    )
    with pytest.raises(AttributeError):
        said("{nonsense}", facts_of_made_up_curves(result))


# -- remarks are found by rule -----------------------------------------------------------------


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
    keys = {remark.key for remark in board(PRIMARY).remarks}
    assert {"1a.uniform.elsewhere", "1c.uniform.elsewhere", "2d.uniform.elsewhere"} <= keys
    assert {"1c.data_sets", "2d.data_sets"} <= keys


def test_a_rise_in_between_is_explained_where_every_prefix_has_its_own_search() -> None:
    by_key = {remark.key: remark for remark in board("own-step").remarks}
    assert by_key["2c.two_phase.later"].reason == RARE
    assert mentions(by_key["2c.two_phase.later"].says, "1 of 20 runs")


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
    reasons = {remark.key: remark.reason for remark in board().remarks}
    assert set(reasons) <= set(REASONS)


# -- what the list of choices says of the results ------------------------------------------


def test_the_second_round_of_a_search_is_needed() -> None:
    search = board().panels["4"].result.searches["ddaelr"]
    coarse = [t.loss for t in search.trials if np.isclose(np.log(t.multiplier) / np.log(3) % 1, 0)]
    best = search.chosen
    assert best.loss < min(coarse) - 0.05
    assert 9 < best.multiplier < 27


@pytest.mark.long
@pytest.mark.parametrize(("key", "algorithm"), [("5", "online_ridge"), ("6", "online_lasso")])
def test_online_curves_would_begin_above_the_zero_predictor(key: str, algorithm: str) -> None:
    assert float(again(key, (algorithm,), 1, 20)["online"].mean()) > 1
    assert loss(key)["online"].few < 1


@pytest.mark.long
def test_which_claims_the_theorys_steps_would_show() -> None:
    """A short real run; the differences are so large that few runs show them."""
    would = statuses("3", "8")
    stored = {v.claim.key: v.status for v in board().verdicts}
    gained = {key for key, status in would.items() if status == HOLDS != stored[key]}
    assert gained == {"3.few", "3.between", "8.uniform", "8.known"}
    assert would["8.two_phase"] == FAILS


@pytest.mark.long
def test_and_which_on_the_other_real_data() -> None:
    would = statuses("4", runs=20)
    stored = {v.claim.key: v.status for v in board().verdicts}
    assert {key for key in would if would[key] == HOLDS != stored[key]} == {"4.online"}
    assert {key for key in would if would[key] == FAILS != stored[key]} == {"4.few"}
    assert statuses("5", runs=20)["5.few"] == FAILS


def test_phase_one_takes_over_the_factor_of_the_uniform_algorithm() -> None:
    for each in board().panels.values():
        called = {role: key for key, role in names(each.result.spec).items()}
        before = "adagrad " if each.result.spec.adagrad else ""
        setting = each.result.curves[called[f"{before}two_phase"]].setting
        assert setting is not None
        uniform = each.result.searches[called[f"{before}uniform"]].chosen
        assert setting.phase_one == uniform.multiplier
