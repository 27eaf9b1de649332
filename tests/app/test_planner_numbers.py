"""Plans, their prices and their table without Streamlit."""

import csv
import io
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aelr_core.datasets import Dataset, load_dataset
from aelr_core.theory.purchase import order
from pages.ui.bounds.ground import ground
from pages.ui.planner import words as planner_words
from pages.ui.planner.plan import as_csv, plan, table
from pages.ui.planner.prices import read_prices
from pages.ui.settings import Settings

FAMILIES = ["ridge", "lasso"]
SMALL = Settings(dim=40, examples=300, alpha=-1.0)


def data(family: str, **more: object) -> Dataset:
    return load_dataset(
        "synthetic", family=family, dim=40, examples=300, alpha=-1.0, test_examples=100, **more
    )


@pytest.mark.parametrize("family", FAMILIES)
def test_a_plan(family: str) -> None:
    here = ground(replace(SMALL, family=family), data(family))
    wanted = order(tau=0.1 * here.trivial, B=here.B, family=family, M=here.M, example_price=2.0)
    made = plan(wanted, delta=0.1)
    costs = [offer.buys.cost for offer in made.offers]
    assert costs == sorted(costs)
    assert {offer.role for offer in made.offers} == {"known", "uniform", "two_phase", "online"}
    assert len(made.offers) == (6 if family == "ridge" else 5)
    known = made.of("known").buys
    assert made.known.cost.min() == known.cost
    assert abs(known.k - made.real_k) <= 1
    said = planner_words.sentence(made)
    assert made.cheapest.name in said
    assert "full information" in said or "sees all" in said
    assert f"**k = {known.k}**" in planner_words.k_star(made)


def test_where_full_information_is_cheapest_it_is_named() -> None:
    wanted = order(tau=0.1, B=1, family="ridge", M=np.full(4, 0.25))
    made = plan(wanted, delta=0.1)
    assert made.cheapest.role == "online"
    assert "No budget below d pays" in planner_words.sentence(made)


def test_the_table_for_a_spreadsheet() -> None:
    wanted = order(tau=0.1, B=1, family="ridge", M=np.full(30, 1 / 60), attribute_prices=2.0)
    made = plan(wanted, delta=0.1)
    rows = list(csv.DictReader(io.StringIO(as_csv(made))))
    assert [row["Algorithm"] for row in rows] == [offer.name for offer in made.offers]
    for row, shown in zip(rows, table(made), strict=True):
        assert float(row["Total cost"]) == shown["Total cost"]
        assert int(row["Examples, m"]) >= int(row["of them phase one, m₁"])
        assert float(row["Wanted excess risk"]) == 0.1


@given(st.text(max_size=60), st.integers(2, 20))
def test_any_text_is_prices_or_a_sentence(text: str, d: int) -> None:
    prices, sentence = np.ones(d), "."
    try:
        prices = read_prices(text, d)
    except ValueError as error:
        sentence = str(error)
    assert sentence.endswith(".")
    assert len(sentence.splitlines()) == 1
    assert prices.shape == (d,)
    assert (prices >= 0).all()
    assert np.isfinite(prices).all()


def test_prices_are_repeated_and_limited() -> None:
    assert read_prices("1\n2;3", 5).tolist() == [1, 2, 3, 1, 2]
    for text in ("", "nan", "inf", "-1", "1e10", "0 0", "1" * 200_000):
        with pytest.raises(ValueError, match=r"must (hold|have|be)"):
            read_prices(text, 3)


# ---- Pictures -----------------------------------------------------------------------------------
