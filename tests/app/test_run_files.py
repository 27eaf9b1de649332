"""A run as table, files and words: the numbers are the run's own, and nothing in them is unsafe."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace

import numpy as np
import pytest
import streamlit as st

from aelr_core.analysis.bounds import exact, measured, offline_loss, same_bounds, tightest
from aelr_core.analysis.learning import View, fitting, series_of, target_of, values_there
from aelr_core.analysis.prior_facts import prior_facts
from aelr_core.datasets import load_dataset
from aelr_core.experiments import ExperimentSpec, Result, load, run
from aelr_core.experiments.summary import summary
from aelr_core.modes import EXPERIMENTS
from aelr_core.plots.theme import Look
from pages.ui.explorer import files, pictures
from pages.ui.explorer.below import lines_of, table_of
from pages.ui.explorer.pictures import Numbers, behind
from pages.ui.explorer.words import description, differences
from pages.ui.settings import DEFAULTS
from pages.ui.stored_runs import EXAMPLE
from pages.ui.visitor_run import MOST_PINS, OnScreen, pin, pins
from tests.experiments.specs import small

SPEC = ExperimentSpec(
    options={"dim": 20}, budget=4, examples=120, runs=3, curve="anytime", points=6, step="theory"
)
TEXT = "a,b,c,y\n" + "".join(f"{n % 9},{n % 7},{n % 5},{n % 3}\n" for n in range(90))


@pytest.fixture(scope="module")
def result() -> Result:
    return run(SPEC)


@pytest.fixture(scope="module")
def of_table() -> Result:
    loaded = load_dataset("csv", file=TEXT.encode(), target="y")
    options = {"fingerprint": loaded.fingerprint, "target": "y"}
    return run(replace(SPEC, data="csv", options=options, budget=2), dataset=loaded)


# ---- The result that ships with the app --------------------------------------------------------


def test_the_shipped_result_is_the_default_and_what_is_computed() -> None:
    shipped = load(EXAMPLE)
    assert shipped.spec == DEFAULTS.spec()
    assert shipped.complete
    chosen = {key: curve.setting for key, curve in shipped.curves.items()}
    assert set(chosen) == set(shipped.spec.algorithms)
    # a small part: two runs of one algorithm with the step that was chosen, alone
    setting = shipped.curves["ddaerr"].setting
    again = run(
        replace(
            shipped.spec,
            algorithms=("ddaerr",),
            runs=2,
            step="theory",
            multiplier=setting.number,
        )
    )
    np.testing.assert_allclose(
        again.curves["ddaerr"].relative_loss,
        shipped.curves["ddaerr"].relative_loss[:2],
        rtol=1e-9,
    )


# ---- The table ---------------------------------------------------------------------------------


def test_the_table_says_what_the_summary_found(result: Result) -> None:
    lines = {line["Algorithm"]: line for line in lines_of(result, View())}
    rows = {row.algorithm: row for row in summary(result)}
    line, row = lines["Chosen by size (DDAERR)"], rows["ddaerr"]
    assert line["Final error ± SD"] == f"{row.mean:.3g} ± {row.sd:.2g}"
    assert line["Attributes to target"] == str(row.reach)
    assert line["Step size"] == "1 × the theory's"
    assert row.difference is not None
    assert f"{abs(row.difference.mean):.3g}" in line["Difference from uniform, 95 % interval"]
    assert lines["Uniform (AERR)"]["Difference from uniform, 95 % interval"] == ""
    assert lines["Full rows all at once (Offline ridge)"]["Step size"] == ""
    text = table_of(result, View())
    assert text.count("\n") == len(result.curves) + 1
    assert len({line.count("|") for line in text.splitlines()}) == 1


# ---- Files -------------------------------------------------------------------------------------


def test_the_csv_holds_every_point(result: Result) -> None:
    rows = list(csv.DictReader(io.StringIO(files.csv_of(result))))
    assert len(rows) == sum(len(curve.examples) for curve in result.curves.values())
    last = [row for row in rows if row["algorithm"] == "ddaerr"][-1]
    curve = result.curves["ddaerr"]
    assert int(last["attributes"]) == curve.attributes[-1] == 480
    assert float(last["relative_loss_mean"]) == pytest.approx(curve.mean[-1], rel=1e-8)
    assert float(last["relative_loss_sd"]) == pytest.approx(curve.sd[-1], rel=1e-8)
    assert float(last["excess_risk_q50"]) == pytest.approx(np.median(curve.excess_risk[:, -1]))
    assert "error_rate_mean" not in last


@pytest.mark.parametrize("name", ["=1+1", "\t=1", "a\n=1"])
def test_no_spreadsheet_takes_a_name_for_a_formula(result: Result, name: str) -> None:
    text = files.csv_of(replace(result, label=name))
    for row in csv.reader(io.StringIO(text)):
        assert not row[0].lstrip().startswith(("=", "+", "-", "@"))
        assert len(row) == 23


def test_the_json_gives_the_spec_back_and_every_run(result: Result) -> None:
    plain = json.loads(files.json_of(result))
    assert ExperimentSpec.from_dict(plain["spec"]) == result.spec
    runs = np.array(plain["curves"]["aerr"]["relative_loss_of_runs"])
    np.testing.assert_allclose(runs, result.curves["aerr"].relative_loss)


# ---- Differences and pins ----------------------------------------------------------------------


def test_differences_in_words() -> None:
    usual = ExperimentSpec()
    assert differences(usual, usual) == ()
    assert differences(ExperimentSpec(options={"alpha": -1, "dim": 100}), usual) == (
        "α = −1 instead of −2",
        "d = 100 instead of 500",
    )
    other = ExperimentSpec(data="wine", family="lasso", mode="theory", budget=5, runs=3)
    assert len(differences(other, usual)) == 4
    cold = replace(EXPERIMENTS, warm_start=False)
    for same in ({"adagrad": True, "algorithms": ()}, {"algorithms": ("aerr",)}, {"mode": cold}):
        assert len(differences(replace(usual, **same), usual)) == 1


def test_pins(result: Result, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(st, "session_state", {})
    for seed in range(5):
        of_seed = replace(result, spec=replace(SPEC, seed=seed))
        pin(OnScreen(of_seed, (seed, 1), DEFAULTS))
    kept = pins()
    assert [one.spec.seed for one in kept] == [2, 3, 4]
    assert len(kept) == MOST_PINS
    assert description(kept[0], replace(SPEC, seed=4)) == "seed = 2 instead of 4"
    grey = behind(kept, replace(SPEC, seed=4), View())
    assert [one.name for one in grey] == [
        "pinned: seed = 2 instead of 4",
        "pinned: seed = 3 instead of 4",
    ]
    assert behind(kept, SPEC, View(value="error_rate"))[0].series == ()
    pin(OnScreen(kept[1].result, (9, 9), DEFAULTS))
    assert len(pins()) == MOST_PINS  # not twice
    cut = OnScreen(replace(result, complete=False), (7, 1), DEFAULTS)
    assert "stopped" in description(cut, SPEC)
    assert len(behind([cut], SPEC, View())) == 1  # its curves are not those of the whole run


# ---- What was measured, and words --------------------------------------------------------------


def test_measured_risk_exact_or_over_the_offline_predictor(
    result: Result, of_table: Result
) -> None:
    here = prior_facts(SPEC, load_dataset("synthetic", dim=20, examples=120))
    found = measured(result, here)
    assert exact(result)
    assert "offline_ridge" not in found
    assert not exact(of_table)
    assert measured(of_table, here) == {}
    best = of_table.curves["offline_ridge"].mean[-1]
    assert offline_loss(of_table) == best
    other = measured(of_table, here, best)
    wanted = 0.5 * of_table.zero_loss * (of_table.curves["ddaerr"].mean - best)
    np.testing.assert_allclose(other["ddaerr"].mean, wanted)
    alone = replace(of_table, curves={"aerr": of_table.curves["aerr"]})
    assert offline_loss(alone) is None
    assert offline_loss(replace(of_table, complete=False)) is None


def test_the_tightest_bound(result: Result) -> None:
    look = Numbers(SPEC, prior_facts(SPEC, load_dataset("synthetic", dim=20, examples=120)), None)
    found = measured(result, look.facts)
    assert tightest(found) == "ddaerr"
    one = found["ddaerr"]
    assert one.bound[-1] == pytest.approx(look.promises.at_chosen["ddaerr"], rel=1e-3)
    assert one.mean[-1] == pytest.approx(result.curves["ddaerr"].excess_risk.mean(axis=0)[-1])
    assert same_bounds(replace(SPEC, examples=500, runs=9), SPEC)
    assert not same_bounds(replace(SPEC, budget=5), SPEC)


def test_reading_and_target(result: Result) -> None:
    view = View()
    target = target_of(result, view)
    assert target == pytest.approx(result.curves["aerr"].mean.min())
    assert target_of(replace(result, complete=False), view) is None
    assert values_there(result) == ("relative_loss", "excess_risk")


@pytest.mark.parametrize("value", ["relative_loss", "excess_risk"])
def test_the_uniform_algorithm_reaches_where_it_ends(value: str) -> None:
    whole = load(EXAMPLE)
    view = View(value=value)
    one = series_of(whole.curves["aerr"], view, target_of(whole, view))
    before, end = whole.curves["aerr"].attributes[[-4, -1]]
    assert before < one.reach_x <= end  # its curve is almost flat there


# ---- The files of a run say which algorithms are ours, and what they estimated themselves ----


def test_origin_and_estimates_are_in_the_files() -> None:
    result = run(small(algorithms=("aerr", "jaerr"), step="auto"))
    paper, ours = (
        [
            row
            for row in csv.DictReader(io.StringIO(files.csv_of(result)))
            if row["algorithm"] == key
        ]
        for key in ("aerr", "jaerr")
    )
    assert (paper[-1]["origin"], paper[-1]["progressive_loss_mean"]) == ("the paper", "")
    estimated = result.curves["jaerr"].progressive
    assert estimated is not None
    assert ours[-1]["origin"] == "this project"
    assert float(ours[-1]["progressive_loss_mean"]) == pytest.approx(estimated[:, -1].mean())
    assert float(ours[-1]["progressive_loss_sd"]) == pytest.approx(estimated[:, -1].std(ddof=1))
    plain = json.loads(files.json_of(result))["curves"]
    assert plain["jaerr"]["progressive_of_runs"] == estimated.tolist()
    assert "progressive_of_runs" not in plain["aerr"]


# ---- What is said and drawn of a run that was stopped, or that belongs to other settings ----


def test_the_table_of_a_stopped_run_says_where_its_curves_end(result: Result) -> None:
    for line in lines_of(replace(result, complete=False), View()):
        assert " at " in line["Final error ± SD"]
        assert line["Attributes to target"] == line["Saving over uniform"] == ""  # no target yet
    known = lines_of(replace(result, complete=False), View(target=0.5))[1]
    assert known["Attributes to target"]
    assert " at " in known["Difference from uniform, 95 % interval"]
    assert "Final excess risk ± SD" in lines_of(result, View(value="excess_risk"))[0]


def test_an_estimate_of_another_run_is_not_drawn(result: Result) -> None:
    look, data = Look("light"), load_dataset("synthetic", dim=20, examples=120)
    for spec, drawn in ((SPEC, True), (replace(SPEC, budget=3), False)):
        numbers = Numbers(spec, prior_facts(spec, data), None)
        now = OnScreen(result, (-2, spec.budget), DEFAULTS)
        said = pictures.sampling(numbers, now, "sorted", look)
        assert ("Sizes learnt first" in said.figure) == drawn


def test_a_view_of_what_was_not_measured_is_one_of_the_loss(result: Result) -> None:
    """The menu may be of other data than the curves that come in."""
    view = View(value="error_rate", x_log=True)
    assert fitting(view, result) == View(x_log=True)
    assert fitting(View(value="excess_risk"), result).value == "excess_risk"
    drawn = pictures.learning(OnScreen(result, (-1, 0), DEFAULTS), view, Look("light"))
    assert "Test error" in json.loads(drawn.figure)["layout"]["yaxis"]["title"]["text"]
