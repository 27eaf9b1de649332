"""The page of bounds by AppTest, and its numbers without Streamlit."""

import csv
import io
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from aelr_core.algorithms import ALGORITHMS
from aelr_core.analysis.bounds import AXES, measured, offline_loss, sweep
from aelr_core.analysis.learning import measured_saving
from aelr_core.analysis.plan import plan
from aelr_core.analysis.prior_facts import prior_facts
from aelr_core.datasets import load_dataset
from aelr_core.experiments.problem import dataset_of
from aelr_core.plots.theme import Look
from aelr_core.theory.planner import order
from pages.ui.bounds import numbers
from pages.ui.bounds.controls import PROVED
from pages.ui.bounds.numbers import TEXTS
from pages.ui.figures.bounds import plan_picture
from pages.ui.prose import fewer, times
from pages.ui.settings import Settings
from pages.ui.stored_runs import example_run
from tests.app.reading import as_read, charts
from tests.app.screen import captions, texts
from tests.runs.waiting import until

Open = Callable[..., AppTest]
Curve = Callable[[AppTest, str, str], np.ndarray]
PAGE = "pages/bounds.py"
SMALL = Settings(dim=40, examples=300, alpha=-1.0)


def traces(app: AppTest) -> dict[str, Any]:
    return {one["uid"]: one for one in charts(app)["bound_curves"].figure["data"]}


def offers(app: AppTest) -> dict[str, dict[str, str]]:
    """Return the planner's table by plain names; empty without a plan."""
    tables = [one.value for one in app.markdown if one.value.startswith("| Algorithm |")]
    if not tables:
        return {}
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in tables[0].splitlines()]
    head, _, *body = rows
    return {row[0].partition(" (")[0]: dict(zip(head, row, strict=True)) for row in body}


# ---- The picture ----


def test_two_bounds_at_first_and_the_theorems(open_app: Open, curve: Curve) -> None:
    run = example_run()
    here = prior_facts(run.spec, dataset_of(run.spec))
    app = open_app(PAGE)
    assert {uid for uid in traces(app) if not uid.endswith("-measured")} == {"aerr", "ddaerr"}
    app = open_app(PAGE, bounds_of="uniform,online")
    uniform = curve(app, "bound_curves", "Uniform (AERR, Theorem 3.1)")
    full = curve(app, "bound_curves", "Full rows one by one (Online, Theorem 3.1)")
    known = curve(open_app(PAGE), "bound_curves", "Chosen by size (DDAERR, Theorem 3.5)")
    H, total = here.H, here.M.sum()  # not as printed: on the same moments
    assert uniform / full == pytest.approx(np.full(len(uniform), np.sqrt(100 * total / 3 + 1)))
    assert known / full == pytest.approx(np.full(len(known), np.sqrt(H / 3 + 1)))


def test_the_run_on_the_screen_is_measured(open_app: Open) -> None:
    run = example_run()
    here = prior_facts(run.spec, dataset_of(run.spec))
    one = measured(run, here, offline_loss(run))["ddaerr"]
    app = open_app(PAGE)
    drawn = traces(app)["ddaerr-measured"]
    np.testing.assert_allclose(drawn["y"], one.mean)
    np.testing.assert_allclose(drawn["x"], one.examples)
    assert f"{times(1 / one.share)} lower" in charts(app)["bound_curves"].sent
    assert f"Chosen by size {times(1 / one.share)}" in captions(app)
    assert f"The measured risk is {times(1 / one.share)} lower" in texts(app)
    for word, name in (("known", "Chosen by size"), ("online", "Full rows one by one")):
        saving = measured_saving(run, word)
        assert saving is not None
        assert offers(app)[name]["Measured (k + 1 = 5)"] == fewer(saving.share)


def test_a_curve_that_a_lesson_hides_is_not_measured_here(open_app: Open) -> None:
    app = open_app(PAGE, predict="known")
    assert {"ddaerr", "aerr-measured"} <= traces(app).keys()
    assert "ddaerr-measured" not in traces(app)
    assert offers(app)["Chosen by size"]["Measured (k + 1 = 5)"] == "–"


def test_full_rows_are_measured_after_fewer_examples(open_app: Open) -> None:
    app = open_app(PAGE, bounds_of="known,online")
    examples = int(traces(app)["online_ridge-measured"]["x"][-1])
    assert f"(after {examples:,})" in captions(app)


@pytest.mark.parametrize(("axis", "family"), [("k", "ridge"), ("d", "lasso"), ("m1", "lasso")])
def test_every_axis_can_be_linked_to(open_app: Open, axis: str, family: str) -> None:
    app = open_app(PAGE, bound_axis=axis, family=family, bound_versions="true")
    assert not app.warning
    assert len(traces(app)) > 3
    assert any(uid.endswith("-measured") for uid in traces(app)) == (axis != "m1")


def test_a_run_of_ones_own(open_app: Open) -> None:
    app = open_app(PAGE, dim="20", examples="100", runs="2")
    assert "ddaerr-measured" not in traces(app)
    assert {row["Measured"] for row in offers(app).values()} == {"–"}
    app.button(key="bounds_run").click().run()
    job = app.session_state["_run_job"]
    until(lambda: job.ended)
    app.run()
    assert "ddaerr-measured" in traces(app)
    assert not any(str(one.key) in ("bounds_run", "bounds_stop") for one in app.button)


def test_the_theorems_rules_meet_every_assumption(open_app: Open) -> None:
    app = open_app(PAGE, dim="20", examples="100", runs="2", bounds_of="joint,known")
    assert "jaerr" not in traces(app)
    app.button(key="bounds_run_theory").click().run()
    job = app.session_state["_run_job"]
    until(lambda: job.ended)
    app.session_state["bounds_of"] = ["joint", "known"]  # offered now
    app.run()
    assert {"jaerr", "jaerr-measured", "ddaerr-measured"} <= traces(app).keys()
    assert "bounds_run_theory" not in {one.key for one in app.button}
    assert "Assumptions: 4 of 4 hold" in {one.label for one in app.expander}


def test_ours_are_hidden_where_only_the_papers_are_wanted(open_app: Open) -> None:
    app = open_app(PAGE, origin="the paper's", bounds_of="joint,known", mode="theory")
    assert not app.exception
    assert traces(app).keys() == {"ddaerr"}


def test_it_says_that_the_run_is_not_what_the_bounds_are_about(open_app: Open) -> None:
    other = TEXTS["Other rules"].replace("\n", " ")
    app = open_app(PAGE)
    assert other in captions(app)
    (label,) = (one.label for one in app.expander if one.label.startswith("Assumptions"))
    assert label.endswith(TEXTS["Not covered"])
    assert "bounds_run_theory" in {one.key for one in app.button}


def test_along_m1_the_switch_of_sizes_learnt_first_is_on(open_app: Open) -> None:
    app = open_app(PAGE, bound_axis="m1")
    (pills,) = (one for one in app.get("button_group") if one.key == "bounds_of")
    assert "two-phased" in pills.value


@pytest.mark.parametrize(
    "change",
    [
        {"dim": 2, "budget": 2},
        {"dim": 2, "budget": 2, "alpha": 0.0, "examples": 100},
        {"budget": 40},
        {"m1": 0.0},
        {"m1": 0.9, "alpha": -4.0},
        {"norm_bound": 1e-3},
        {"norm_bound": 1e6},
        {"mode": "theory", "split": "even", "dim": 2, "budget": 2},
    ],
    ids=str,
)
@pytest.mark.parametrize("family", ["ridge", "lasso"])
def test_extreme_settings(family: str, change: dict[str, Any]) -> None:
    settings = replace(SMALL, family=family, **change)
    options = {"alpha": settings.alpha, "dim": settings.dim, "examples": settings.examples}
    here = prior_facts(
        settings.spec(), load_dataset("synthetic", family=family, test_examples=50, **options)
    )
    every = tuple(PROVED)
    for axis in AXES:
        curves = sweep(here, axis)
        lines = numbers.lines_of(here, curves, every, versions=True)
        made = numbers.picture(here, curves, lines, {}, versions=True, look=Look("light"))
        assert made.alt
        assert "nan" not in numbers.caption(here, curves, lines, {}, None, every)
    assert "nan" not in numbers.formulas(settings, here)
    wanted = order(tau=0.01 * here.trivial, B=here.B, family=family, M=here.M, example_price=1)
    made = plan(wanted, delta=here.delta)
    assert plan_picture(made, look=Look("light")).alt
    assert "nan" not in numbers.table(made, None) + numbers.cheapest(made)


# ---- The planner ----


def test_the_planner_follows_its_prices(open_app: Open) -> None:
    app = open_app(PAGE)
    before = offers(app)["Chosen by size"]
    app.number_input(key="example_price").set_value(100.0).run()
    dear = offers(app)["Chosen by size"]
    assert int(dear["k + 1"]) > int(before["k + 1"])
    app.number_input(key="target").set_value(20.0).run()
    assert int(offers(app)["Chosen by size"]["Examples"].replace(",", "")) < int(
        dear["Examples"].replace(",", "")
    )


def test_a_column_of_prices(open_app: Open) -> None:
    app = open_app(PAGE, dim="20", examples="200", prices="a column of prices")
    assert not app.exception
    prices = "1; 2; " * 10
    assert app.text_area(key="price_column").value.split() == ["1"] * 20
    assert offers(app)
    app.text_area(key="price_column").set_value(prices).run()
    assert not app.warning
    assert offers(app)
    for bad, said in {
        prices.replace("2", "many", 1): r"^Entry 2, 'many', ",
        "1; 2; 3": r"\b20 prices, .*\b3\b",
        prices + "1": r"\b20 prices, .*\b21\b",
    }.items():
        app.text_area(key="price_column").set_value(bad).run()
        (warning,) = (w.value for w in app.warning)
        assert re.search(said, as_read(warning))
        assert not offers(app)
        assert app.text_area(key="price_column").value == bad


@pytest.mark.parametrize("family", ["ridge", "lasso"])
def test_equal_moments_cost_the_same_by_the_bounds(open_app: Open, family: str) -> None:
    found = offers(open_app(PAGE, alpha="0", family=family, dim="50", examples="100"))
    assert found["Chosen by size"]["By the bounds (cheapest k + 1)"] == "the same"


def test_along_m1_learnt_sizes_are_there(open_app: Open) -> None:
    app = open_app(PAGE, bound_axis="m1")
    assert "two_phase_ddaerr" in traces(app)
    assert re.search(r"still [\d.]+ times the bound of Chosen by size", captions(app))


def test_a_number_out_of_range_is_taken_back_and_said(open_app: Open) -> None:
    app = open_app(PAGE, target="20")
    before = offers(app)
    for bad, said in ((0.0, "0"), (-3.0, "-3")):
        app.number_input(key="target").set_value(bad).run()
        (warning,) = (as_read(w.value) for w in app.warning)
        assert app.number_input(key="target").label in warning
        assert said in warning
        assert app.number_input(key="target").value == 20
        assert offers(app) == before
    app.number_input(key="target").set_value(100.0).run()
    (warning,) = (as_read(w.value) for w in app.warning)
    assert "it is 100: 99 is used" in warning
    assert app.number_input(key="target").value == 99
    assert offers(app) != before
    app.number_input(key="target").set_value(30.0).run()
    assert not app.warning
    app.number_input(key="example_price").set_value(-1.0).run()
    (warning,) = (as_read(w.value) for w in app.warning)
    assert app.number_input(key="example_price").label in warning


def test_free_attributes(open_app: Open) -> None:
    app = open_app(PAGE)
    app.number_input(key="attribute_price").set_value(0.0).run()
    assert len(app.warning) == 1
    app.number_input(key="example_price").set_value(1.0).run()
    assert not app.warning
    assert "Full rows" in texts(app)


def test_every_offer_for_a_spreadsheet() -> None:
    M = np.full(30, 1 / 60)
    made = plan(order(tau=0.1, B=1, family="ridge", M=M, attribute_prices=2.0), delta=0.1)
    rows = list(csv.DictReader(io.StringIO(numbers.as_csv(made))))
    assert [float(row["Total cost"]) for row in rows] == [one.buys.cost for one in made.offers]
    for row in rows:
        assert int(row["Examples"]) >= int(row["Examples of phase one"])
        assert float(row["Target excess risk"]) == 0.1


def test_every_algorithm_has_its_star() -> None:
    M = np.arange(1, 501.0) ** -2
    made = plan(order(tau=0.2, B=1, family="ridge", M=M / M.sum() / 8), delta=0.1)
    assert made.best["two_phase_ddaerr"].bound is ALGORITHMS["two_phase_ddaerr"].bounds[0]
    drawn = plan_picture(made, look=Look("light")).figure.data
    places = {(one.x[0], one.y[0]) for one in drawn if one.mode == "markers"}
    assert places == {(one.buys.budget, one.buys.cost) for one in made.best.values()}
    assert made.best["online_ridge"].buys.budget == 500
    assert [one.buys.cost for one in made.best.values()] == sorted(
        one.buys.cost for one in made.best.values()
    )
