"""Plans, their prices and their table without Streamlit."""

import csv
import io
import re
from dataclasses import replace

import numpy as np
import pytest

from aelr_core.algorithms import ALGORITHMS, of_family
from aelr_core.analysis.plan import plan
from aelr_core.analysis.prior_facts import prior_facts
from aelr_core.datasets import Dataset, load_dataset
from aelr_core.theory.purchase import order
from pages.ui.bounds import planner_words
from pages.ui.bounds.controls import column_config
from pages.ui.bounds.numbers import as_csv, on_screen, table
from pages.ui.figures.plan_costs import plan_picture
from pages.ui.settings import Settings
from pages.ui.theme import Look

FAMILIES = ["ridge", "lasso"]
# Of the main part of the page in a window of 1400 pixels.
WIDTH = 938
SMALL = Settings(dim=40, examples=300, alpha=-1.0)


def data(family: str, **more: object) -> Dataset:
    return load_dataset(
        "synthetic", family=family, dim=40, examples=300, alpha=-1.0, test_examples=100, **more
    )


@pytest.mark.parametrize("family", FAMILIES)
def test_a_plan(family: str) -> None:
    here = prior_facts(replace(SMALL, family=family).spec(), data(family))
    wanted = order(tau=0.1 * here.trivial, B=here.B, family=family, M=here.M, example_price=2.0)
    made = plan(wanted, delta=0.1)
    costs = [offer.buys.cost for offer in made.offers]
    assert costs == sorted(costs)
    entries = [ALGORITHMS[key] for key in of_family(family)]
    bounded = {a.key for a in entries if any(bound.offered for bound in a.bounds)}
    assert {offer.algorithm.key for offer in made.offers} == bounded
    bounds = {"known", "full", "like_for_like", "printed", "likely"}
    assert {offer.bound.key for offer in made.offers} == (
        bounds | {"likely_known"} if family == "ridge" else bounds
    )
    assert len({offer.name for offer in made.offers}) == len(made.offers)
    known = made.known.buys
    assert made.known_costs.cost.min() == known.cost
    assert abs(known.k - made.real_k) <= 1
    said = planner_words.cheapest(made)
    assert made.cheapest.name in said
    assert f"{made.full.buys.m:,}" in said
    assert f"k = {known.k}*" in planner_words.k_star(made)


def test_where_full_information_is_cheapest_it_is_named() -> None:
    wanted = order(tau=0.1, B=1, family="ridge", M=np.full(4, 0.25))
    made = plan(wanted, delta=0.1)
    assert not made.cheapest.algorithm.budgeted
    assert made.full.name in planner_words.cheapest(made)


def test_the_table_for_a_spreadsheet() -> None:
    wanted = order(tau=0.1, B=1, family="ridge", M=np.full(30, 1 / 60), attribute_prices=2.0)
    made = plan(wanted, delta=0.1)
    rows = list(csv.DictReader(io.StringIO(as_csv(made))))
    assert [row["Algorithm"] for row in rows] == [offer.name for offer in made.offers]
    for row, shown in zip(rows, table(made), strict=True):
        assert float(row["Total cost"]) == shown["Total cost"]
        assert int(row["Examples, m"]) >= int(row["Examples of phase one, m₁"])
        assert float(row["Target excess risk"]) == 0.1


def test_names_are_short_on_the_screen_and_differ() -> None:
    made = plan(order(tau=0.1, B=1, family="lasso", M=np.full(30, 1 / 60)), delta=0.1)
    names = [str(row["Algorithm"]) for row in on_screen(made)]
    assert len(set(names)) == len(made.offers)
    assert max(len(name) for name in names) < 30


def test_phase_one_that_does_not_pay_is_said_and_every_star_is_drawn() -> None:
    M = np.arange(1, 501.0) ** -2
    made = plan(order(tau=0.2, B=1, family="ridge", M=M / M.sum() / 8), delta=0.1)
    bought = {offer.name: offer.buys.m1 for offer in made.two_phased}
    without, with_it = "Two-Phased DDAERR, nothing known", "Two-Phased DDAERR, ‖M‖½ known"
    assert bought[without] == 0 < bought[with_it]
    said = planner_words.without_phase_one(made)
    assert without in said
    assert with_it not in said
    assert {offer.name: offer.bound.source for offer in made.two_phased}[without] in said
    stars = [t for t in plan_picture(made, look=Look("light")).figure.data if t.mode == "markers"]
    assert {without, with_it} < {star.name for star in stars}
    places = {(star.x[0], star.y[0]) for star in stars}
    assert {(o.buys.budget, o.buys.cost) for o in made.two_phased} < places
    assert len({star.marker.symbol for star in stars if star.showlegend}) == 2
    assert made.known.bound.source in planner_words.costs_caption(made)


def test_phase_one_that_pays_needs_no_word() -> None:
    M = np.arange(1, 501.0) ** -2
    made = plan(order(tau=1e-3, B=1, family="ridge", M=M / M.sum() / 8), delta=0.1)
    assert all(offer.buys.m1 for offer in made.two_phased)
    assert planner_words.without_phase_one(made) == ""


def test_a_plan_says_which_excess_risk_it_is_for() -> None:
    made = plan(order(tau=0.25, B=2, family="lasso", M=np.full(30, 0.5)), delta=0.1)
    assert re.search(r"τ = 0\.25\b.*\b3\.125%", planner_words.cheapest(made))


@pytest.mark.parametrize(("price", "form"), [(1.0, "%.4g"), (2_500.0, "localized")])
def test_the_table_s_headings_are_short_and_its_numbers_alike(price: float, form: str) -> None:
    wanted = order(tau=0.1, B=1, family="ridge", M=np.full(30, 1 / 60), attribute_prices=price)
    made = plan(wanted, delta=0.1)
    columns = column_config(table(made))
    assert {*columns} == {*table(made)[0]}
    assert sum(column["width"] for column in columns.values()) <= WIDTH
    for name, column in columns.items():
        assert len(column["label"] or name) <= 10
    for name in ("Total cost", "Examples, m", "Attributes in total"):
        assert columns[name]["type_config"]["format"] == "localized"
    assert columns["Price of a draw"]["type_config"]["format"] == form
