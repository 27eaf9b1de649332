"""A run as table, files and words: the numbers are the run's own, and nothing in them is unsafe."""

import csv
import io
import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from aelr_core.analysis.bounds import exact, measured, offline_loss, same_bounds, tightest
from aelr_core.analysis.learning import View, series_of, target_of, values_there
from aelr_core.analysis.prior_facts import prior_facts
from aelr_core.datasets import load_dataset
from aelr_core.experiments import Curve, ExperimentSpec, Result, load, run
from aelr_core.experiments.summary import summary
from aelr_core.modes import EXPERIMENTS
from pages.ui.example_run import FILE
from pages.ui.explorer import files, formulas, table, words
from pages.ui.explorer.differences import differences
from pages.ui.explorer.needed_words import needed
from pages.ui.explorer.numbers import Numbers
from pages.ui.explorer.pins import behind, description
from pages.ui.settings import DEFAULTS
from pages.ui.visitor_run import MOST_PINS, Pin, with_pin

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
    shipped = load(FILE)
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
    lines = {line["Algorithm"]: line for line in table.lines(result, View())}
    rows = {row.algorithm: row for row in summary(result)}
    line, row = lines["Chosen by size (DDAERR)"], rows["ddaerr"]
    assert line["Final error ± SD"] == f"{row.mean:.3g} ± {row.sd:.2g}"
    assert line["Attributes to target"] == str(row.reach)
    assert line["Step size"] == "1 × the theory's"
    assert row.difference is not None
    assert f"{abs(row.difference.mean):.3g}" in line["Difference from uniform, 95 % interval"]
    assert lines["Uniform (AERR)"]["Difference from uniform, 95 % interval"] == ""
    assert lines["Full rows, all at once (Offline ridge)"]["Step size"] == ""
    text = table.of(result, View())
    assert text.count("\n") == len(result.curves) + 1
    assert len({line.count("|") for line in text.splitlines()}) == 1


def test_a_target_of_ones_own_and_a_single_run() -> None:
    one = run(replace(SPEC, runs=1, step=0.001))
    assert ", 1 run, seed 0" in words.what_was_run(one)
    (line, *_) = table.lines(one, View(target=1e-6))
    assert line["Attributes to target"] == "not reached"
    assert line["Saving over uniform"] == ""
    assert "±" not in line["Final error ± SD"]
    assert line["Step size"] == "η = 0.001"


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


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@x", " =1", "\t=1", "a\n=1"])
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
    assert differences(other, usual) == (
        "Wine instead of Synthetic (the paper's data)",
        "lasso instead of ridge",
        "runs = 3 instead of 20",
        "the rules of the theory instead of the experiments",
    )
    assert differences(replace(usual, adagrad=True, algorithms=()), usual) == ("AdaGrad",)
    assert differences(replace(usual, algorithms=("aerr",)), usual) == ("other algorithms: AERR",)
    cold = replace(EXPERIMENTS, warm_start=False)
    assert differences(replace(usual, mode=cold), usual) == ("no warm start",)


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ({"adagrad": True, "algorithms": ()}, "AdaGrad"),
        ({"guarded": True}, "guards"),
        ({"options": {"scaled": True}}, "scaling into the unit ball"),
        ({"step": "cv"}, "step size = cv"),
    ],
)
def test_a_difference_reads_on_from_run_with(
    result: Result, other: dict[str, Any], said: str
) -> None:
    usual = ExperimentSpec()
    changed = replace(usual, **other)
    there, back = differences(changed, usual), differences(usual, changed)
    assert words.of_others(there, live=True) == f"Run with {said}"
    without = "the usual step size" if "step" in other else f"no {said}"
    assert words.of_others(back, live=True) == f"Run with {without}"
    assert f"You now have {back[0]}:" in words.changed(result, back, live=True)


def test_pins(result: Result) -> None:
    pins = ()
    for seed in range(5):
        pins = with_pin(pins, Pin(replace(result, spec=replace(SPEC, seed=seed)), (seed, 1)))
    assert [pin.spec.seed for pin in pins] == [2, 3, 4]
    assert len(pins) == MOST_PINS
    assert len(with_pin(pins, Pin(pins[1].result, (9, 9)))) == MOST_PINS  # not twice
    assert description(pins[0], replace(SPEC, seed=4)) == "seed = 2 instead of 4"
    grey = behind(pins, replace(SPEC, seed=4), View())
    assert [pin.name for pin in grey] == [
        "pinned: seed = 2 instead of 4",
        "pinned: seed = 3 instead of 4",
    ]
    assert behind(pins, SPEC, View(value="error_rate"))[0].series == ()
    cut = with_pin((), Pin(replace(result, complete=False), (7, 1)))
    assert "stopped" in description(cut[0], SPEC)
    assert len(behind(cut, SPEC, View())) == 1  # its curves are not those of the whole run


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


def test_slack_in_words(result: Result) -> None:
    look = Numbers(SPEC, prior_facts(SPEC, load_dataset("synthetic", dim=20, examples=120)), None)
    found = measured(result, look.here)
    assert tightest(found) == "ddaerr"
    one = found["ddaerr"]
    assert one.bound[-1] == pytest.approx(look.promises.at_chosen["ddaerr"], rel=1e-3)
    assert one.mean[-1] == pytest.approx(result.curves["ddaerr"].excess_risk.mean(axis=0)[-1])
    said = words.bounds_after(look.here, found, True)
    assert f"{1 / one.share:,.0f} times" in said
    assert f"k = {look.here.k} draws for x̃" in said
    assert same_bounds(replace(SPEC, examples=500, runs=9), SPEC)
    assert not same_bounds(replace(SPEC, budget=5), SPEC)


def test_reading_and_target(result: Result) -> None:
    view = View()
    target = target_of(result, view)
    assert target == pytest.approx(result.curves["aerr"].mean[-1])
    assert target_of(replace(result, complete=False), view) is None
    series = [series_of(curve, view, target) for curve in result.curves.values()]
    said = needed(series, target, view)
    assert f"error {target:.3g}: " in said
    assert {"AERR's", f"{target:.3g}"} <= {*words.target_words(target, view, "ridge").split()}
    assert words.target_words(0.5, View(target=0.5), "ridge") == "target 0.5"
    assert values_there(result) == ("relative_loss", "excess_risk")


@pytest.mark.parametrize("value", ["relative_loss", "excess_risk"])
def test_the_uniform_algorithm_reaches_where_it_ends(value: str) -> None:
    whole = load(FILE)
    view = View(value=value)
    one = series_of(whole.curves["aerr"], view, target_of(whole, view))
    before, end = whole.curves["aerr"].attributes[[-4, -1]]
    assert before < one.reach_x <= end  # its curve is almost flat there


def test_progress_in_words() -> None:
    assert "3" in words.progress(0.0, None, 3)
    assert not any(letter.isdigit() for letter in words.progress(0.01, 300.0, 0))
    assert {"43%", "2"} <= {*words.progress(0.43, 2.2, 0).split()}


def test_while_step_sizes_are_chosen_the_progress_says_so() -> None:
    whole = load(FILE)  # step "quick"
    ours, few = replace(whole, curves={"jaerr": whole.curves["jaerr"]}), dict[str, Curve]()
    pale = {"aerr": replace(whole.curves["aerr"], runs=np.arange(6))}
    assert "6 runs with the theory's step, while step sizes are tuned" in words.what_is_done(
        ours, pale
    )
    assert words.what_is_done(replace(whole, curves={}), pale) == words.what_is_done(ours, pale)
    assert "provisional" in (said := words.what_is_done(whole, pale))
    assert "tuned" not in said
    assert words.what_is_done(whole, few) == ""
    before = words.what_is_done(None, few)
    assert before == words.what_is_done(replace(whole, curves={}), few)
    assert "previous run" in before


@pytest.mark.parametrize("family", ["ridge", "lasso"])
@pytest.mark.parametrize("mode", ["theory", "experiments"])
def test_formulas_have_the_numbers_in_them(family: str, mode: str) -> None:
    spec = replace(SPEC, family=family, mode=mode, algorithms=())
    data = load_dataset("synthetic", dim=20, examples=120, family=family)
    look = Numbers(spec, prior_facts(spec, data), None)
    here = look.here
    assert f"{here.rho_lasso:.4g}" in formulas.ratios(here)
    known = "ddaerr" if family == "ridge" else "ddaelr"
    assert f"{look.promises.at_chosen[known]:.4g}" in formulas.bounds(look)
    assert f"{here.H:.4g}" in formulas.sampling(here)
    found = run(spec)
    said = formulas.learning(found)
    assert f"$B$ = {found.norm_bound:.4g}" in said
    for text in (said, formulas.ratios(here), formulas.bounds(look), formulas.sampling(here)):
        assert text.count("$") % 2 == 0
        assert text.count("{") == text.count("}")
