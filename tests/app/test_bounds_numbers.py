"""Bounds, measurements and plans in words and in pictures."""

import csv
import io
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from aelr_core.algorithms import bound_rows
from aelr_core.analysis.bounds import (
    AXES,
    Sweep,
    bound_misleads,
    least_loss,
    like_for_like,
    measured,
    own_rules_spec,
    stored,
    sweep,
    values,
)
from aelr_core.analysis.joint import joint_bounds
from aelr_core.analysis.plan import plan
from aelr_core.analysis.prior_facts import PriorFacts, prior_facts
from aelr_core.datasets import Dataset, load_dataset
from aelr_core.experiments import run
from aelr_core.experiments.problem import dataset_of
from aelr_core.theory.purchase import order
from pages.ui.bounds import planner_words, words
from pages.ui.bounds.numbers import as_csv, crossing_points, rows_of, rows_shown, table
from pages.ui.figures.bounds import BoundLine, bounds_picture
from pages.ui.figures.frame import Picture
from pages.ui.figures.measured_bounds import measured_picture
from pages.ui.figures.plan_costs import plan_picture
from pages.ui.numerals import amount
from pages.ui.settings import Settings
from pages.ui.settings.sidebar_rows import THE_PAPERS
from pages.ui.theme import Look

FAMILIES = ["ridge", "lasso"]
SMALL = Settings(dim=40, examples=300, alpha=-1.0)


def curves_picture(here: PriorFacts, found: Sweep, chosen: Sequence[str], *, look: Look) -> Picture:
    rows = rows_shown(bound_rows(here.family, here.mode), found, chosen)
    return bounds_picture(
        found.x,
        {
            r.key: BoundLine(r.name, r.algorithm.key, found.curves[r.key], r.bound.dash)
            for r in rows
        },
        x_title=AXES[found.axis],
        marks=words.marks(here, found),
        crossings=crossing_points(found, rows),
        worst=found.worst,
        trivial=here.trivial,
        look=look,
    )


def data(family: str, **more: object) -> Dataset:
    return load_dataset(
        "synthetic", family=family, dim=40, examples=300, alpha=-1.0, test_examples=100, **more
    )


@pytest.fixture(scope="module", params=FAMILIES)
def here(request: pytest.FixtureRequest) -> PriorFacts:
    return prior_facts(replace(SMALL, family=request.param).spec(), data(request.param))


def test_real_data_are_measured_against_their_best_predictor() -> None:
    wine = load_dataset("wine", family="ridge")
    result = run(own_rules_spec(Settings(data="wine", examples=100, runs=3).spec()))
    here = prior_facts(result.spec, wine, result.norm_bound)
    found = measured(result, here, least_loss(result, wine))
    for one in found.values():
        assert (one.low > 0).all()  # nothing in the ball is better on the test rows
        assert (one.mean <= one.bound).all()


@pytest.mark.parametrize("axis", AXES)
def test_curves_are_drawn_with_their_marks(here: PriorFacts, axis: str) -> None:
    found = sweep(here, axis)
    every = [row.name for row in bound_rows(here.family, here.mode)]
    picture = curves_picture(here, found, every, look=Look("light"))
    names = [trace.name for trace in picture.figure.data]
    rows = bound_rows(here.family, here.mode)
    assert {row.name for row in rows if row.key in found.curves} <= set(names)
    looks = [(t.line.color, t.line.dash) for t in picture.figure.data if t.mode == "lines"]
    assert len(set(looks)) == len(looks)
    marks = {note.text for note in picture.figure.layout.annotations}
    if axis == "m1":  # the lines have numbers, which the caption explains
        assert "line 1" in marks
        assert max(len(mark) for mark in marks if "line " in mark) < 8
        caption = words.regimes(here, found)
        assert all(f"**{mark}**: " in caption for mark in marks if mark.startswith("line "))
    levels = [mark.level for mark in words.marks(here, found)]
    assert len(set(levels)) == len(levels)


def test_no_vertical_line_crosses_the_label_of_the_level(here: PriorFacts) -> None:
    found = sweep(here, "step")
    picture = curves_picture(here, found, [], look=Look("light"))
    level = next(n for n in picture.figure.layout.annotations if n.text.startswith("without"))
    middle = 0.5  # of the axis, where the theorem's step is
    assert level.xanchor == "right" or not level.x <= middle < level.x + 0.2


def test_no_row_chosen_means_the_usual_ones(here: PriorFacts) -> None:
    picture = curves_picture(here, sweep(here, "m"), [], look=Look("light", projector=True))
    usual = [row.name for row in bound_rows(here.family, here.mode) if row.bound.shown]
    assert [trace.name for trace in picture.figure.data][: len(usual)] == usual


def test_the_other_pictures() -> None:
    result = stored(own_rules_spec(Settings().spec()))
    assert result is not None
    inside = dataset_of(result.spec)
    found = measured(result, prior_facts(result.spec, inside, result.norm_bound))
    picture = measured_picture({key: (key, one) for key, one in found.items()}, look=Look("light"))
    assert len(picture.figure.data) == 2 * len(found)
    made = plan(order(tau=0.1, B=1, family="ridge", M=np.full(30, 1 / 60)), delta=0.1)
    costs = plan_picture(made, look=Look("dark"))
    stars = [t.x[0] for t in costs.figure.data if t.mode == "markers"]
    assert made.known.buys.budget in stars
    k = made.known.buys.k
    assert (k + 1) * (1 + made.H / k) < 30


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
        {"mode": "theory"},
        {"mode": "theory", "split": "even", "dim": 2, "budget": 2},
    ],
    ids=str,
)
@pytest.mark.parametrize("family", FAMILIES)
def test_extreme_settings(family: str, change: dict[str, Any]) -> None:
    settings = replace(SMALL, family=family, **change)
    options = {"alpha": settings.alpha, "dim": settings.dim, "examples": settings.examples}
    dataset = load_dataset("synthetic", family=family, test_examples=50, **options)
    here = prior_facts(settings.spec(), dataset)
    rows = bound_rows(family, here.mode)
    every = [row.name for row in rows]
    for axis in AXES:
        found = sweep(here, axis)
        picture = curves_picture(here, found, every, look=Look("light"))
        assert picture.alt
        assert words.see(here, found).endswith(".")
        assert words.regimes(here, found) == "" or axis == "m1"
    assert "nan" not in "".join(words.columns(rows, values(here)).values())
    assert words.assumption_lines(here)
    wanted = order(tau=0.01 * here.trivial, B=here.B, family=family, M=here.M, example_price=1)
    made = plan(wanted, delta=here.delta)
    assert plan_picture(made, look=Look("light")).alt
    assert planner_words.cheapest(made).endswith(".")
    assert planner_words.k_star(made).endswith(".")


@pytest.mark.parametrize(
    ("family", "numbers"),
    [("ridge", (12.714, 15.144, 10.0)), ("lasso", (172.60, 183.23, 154.38))],
)
def test_ours_is_compared_like_for_like(family: str, numbers: tuple[float, ...]) -> None:
    settings = Settings(family=family, mode="theory")
    here = prior_facts(settings.spec(), dataset_of(settings.spec()))
    keys = {"ridge": ("jaerr", "ddaerr", "online_ridge")}.get(
        family, ("jaelr", "ddaelr", "online_lasso")
    )
    alike = [like_for_like(here, key) for key in keys]
    assert alike == pytest.approx(numbers, rel=1e-3)
    both, printed = joint_bounds(here), values(here)
    assert alike[:2] == pytest.approx([both.bound, both.paper_bound])
    if family == "ridge":
        assert 2 * alike[1] == pytest.approx(printed["ddaerr.known"])
    said = words.same_start(rows_of(settings, here), here)
    assert all(amount(number) in said for number in alike)


def test_a_lower_bound_with_a_higher_risk_is_found() -> None:
    result = stored(own_rules_spec(Settings().spec()))
    assert result is not None
    here = prior_facts(result.spec, dataset_of(result.spec), result.norm_bound)
    found = measured(result, here)
    assert bound_misleads(found) == ("jaerr", "ddaerr")
    assert found["jaerr"].bound[-1] < found["ddaerr"].bound[-1]
    assert found["jaerr"].mean[-1] > found["ddaerr"].mean[-1]
    papers = {key: found[key] for key in found if key != "jaerr"}
    assert bound_misleads(papers) is None
    level = [papers[key].bound[-1] for key in papers], [papers[key].mean[-1] for key in papers]
    assert np.argsort(level[0]).tolist() == np.argsort(level[1]).tolist()  # as the guide says


@pytest.mark.parametrize("family", FAMILIES)
def test_ours_have_a_bound_in_the_theory_alone(family: str) -> None:
    for mode in ("experiments", "theory"):
        settings = replace(SMALL, family=family, mode=mode)
        here = prior_facts(settings.spec(), data(family))
        ours = [row for row in rows_of(settings, here) if row.algorithm.joint]
        assert [row.bound.words for row in ours] == ["budget in expectation"] * (mode == "theory")
        assert all("(ours)" in row.name for row in ours)
        without = replace(settings, origin=THE_PAPERS)
        assert not any(row.algorithm.joint for row in rows_of(without, here))


# ---- Plans, their prices and their table without Streamlit ----


def test_the_table_for_a_spreadsheet() -> None:
    wanted = order(tau=0.1, B=1, family="ridge", M=np.full(30, 1 / 60), attribute_prices=2.0)
    made = plan(wanted, delta=0.1)
    rows = list(csv.DictReader(io.StringIO(as_csv(made))))
    assert [row["Algorithm"] for row in rows] == [offer.name for offer in made.offers]
    for row, shown in zip(rows, table(made), strict=True):
        assert float(row["Total cost"]) == shown["Total cost"]
        assert int(row["Examples, m"]) >= int(row["Examples of phase one, m₁"])
        assert float(row["Target excess risk"]) == 0.1


def test_phase_one_that_does_not_pay_is_said_and_every_star_is_drawn() -> None:
    M = np.arange(1, 501.0) ** -2
    made = plan(order(tau=0.2, B=1, family="ridge", M=M / M.sum() / 8), delta=0.1)
    bought = {offer.name: offer.buys.m1 for offer in made.two_phased}
    without, with_it = "Two-Phased DDAERR, nothing known", "Two-Phased DDAERR, ‖M‖½ known"
    assert bought[without] == 0 < bought[with_it]
    stars = [t for t in plan_picture(made, look=Look("light")).figure.data if t.mode == "markers"]
    assert {without, with_it} < {star.name for star in stars}
    places = {(star.x[0], star.y[0]) for star in stars}
    assert {(o.buys.budget, o.buys.cost) for o in made.two_phased} < places
    assert len({star.marker.symbol for star in stars if star.showlegend}) == 2
