"""What a campaign refuses: one sentence that names the cell, and nothing is half told."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest

from aelr_core.estimators.campaign import Campaign
from aelr_core.estimators.campaign_file import as_text
from tests.core_sklearn.campaigns import names

LEVELS = ["A", "B"]


def a_campaign() -> Campaign:
    """Return a campaign with ten orders of two tests, the first three of them answered."""
    campaign = Campaign(
        ["age", "crp", "bnp", "ward"],
        "stay",
        budget=2,
        prices={"age": 0, "crp": 1, "bnp": 2, "ward": 1},
        levels={"ward": LEVELS},
    )
    orders = campaign.ask(10)
    campaign.tell(sheet_of(campaign, orders[:3]))
    return campaign


def sheet_of(campaign: Campaign, orders: pd.DataFrame) -> pd.DataFrame:
    """Return results of orders, with cells of any kind."""
    rows = []
    for number, order in orders.iterrows():
        asked = order.drop("price").dropna().tolist()
        values = {name: "B" if name == "ward" else 3.5 for name in asked}
        rows.append({"order": number, "stay": 4.0, "age": 60} | values)
    columns = ["order", "stay", *(each.name for each in campaign.attributes)]
    return pd.DataFrame(rows, columns=columns, dtype=object)


def numbers_with(sheet: pd.DataFrame, name: str, there: bool) -> int:
    """Return the first row in which a test was asked for, or was not."""
    return int(np.flatnonzero(sheet[name].notna().to_numpy() == there)[0])


Change = Callable[[pd.DataFrame], pd.DataFrame | None]


def cell(name: str, value: object, *, asked: bool = True) -> Change:
    def change(sheet: pd.DataFrame) -> None:
        sheet.loc[numbers_with(sheet, name, asked), name] = value

    return change


def column(name: str, value: object) -> Change:
    return lambda sheet: sheet.assign(**{name: value})


CHANGES: dict[str, tuple[Change, str]] = {
    "not asked for": (
        cell("crp", 3.0, asked=False),
        r"crp of order \d+ was not asked for: leave the cell blank\.",
    ),
    "not asked for, of a category": (
        cell("ward", "A", asked=False),
        r"ward of order \d+ was not asked for",
    ),
    "text for a number": (
        cell("crp", "high"),
        r"crp of order \d+ must be a number, but it is 'high'\.",
    ),
    "text for the target": (
        cell("stay", "long"),
        r"stay of order 4 must be a number, but it is 'long'\.",
    ),
    "an infinite value": (
        cell("bnp", np.inf),
        r"bnp of order \d+ must be a finite number from -1e\+60 to 1e\+60, but it is inf\.",
    ),
    "an infinite target": (cell("stay", -np.inf), r"stay of order 4 must be a finite number"),
    "too large a value": (cell("age", 1e70), r"age of order 4 must be a finite number"),
    "a list": (cell("age", [1, 2]), r"age of order 4 must be a finite number"),
    "an unknown level": (
        cell("ward", "C"),
        r"ward of order \d+ must be one of 'A', 'B', but it is 'C'\.",
    ),
    "an unknown order": (
        cell("order", 11),
        r"The orders are 1 to 10, but the order in row 1 is 11\.",
    ),
    "order 0": (cell("order", 0), r"The orders are 1 to 10, but the order in row 1 is 0\."),
    "half an order": (cell("order", 4.5), r"The orders are 1 to 10, but the order in row 1 is 4.5"),
    "no order": (cell("order", None), r"The orders are 1 to 10, but the order in row 1 is blank\."),
    "a text for an order": (cell("order", "first"), r"The order in row 1 must be a number, but it"),
    "an order told before": (
        cell("order", 2),
        r"Order 2 was told before: to replace its answer, say that it is a correction\.",
    ),
    "an order twice": (cell("order", 5), r"The table has order 5 twice\."),
    "an unknown column": (column("crpp", 1.0), r"The table has a column 'crpp', which is no test"),
    "a column twice": (
        lambda sheet: pd.concat([sheet, sheet[["age"]]], axis=1),
        r"The table has two columns 'age'\.",
    ),
    "no target": (
        lambda sheet: sheet.drop(columns="stay"),
        r"The table must have a column 'stay'\.",
    ),
    "no orders": (
        lambda sheet: sheet.drop(columns="order"),
        r"The table must have a column 'order'\.",
    ),
    "a column that is missing": (
        lambda sheet: sheet.drop(columns="age"),
        r"age of order \d+ was asked for: give the table a column 'age', blank where the test fa",
    ),
    "no table": (lambda _: "results.csv", r"results must be a DataFrame, but it is 'results.csv'"),
}


@pytest.mark.parametrize("correct", [False, True])
@pytest.mark.parametrize("what", CHANGES)
def test_a_table_is_refused_as_a_whole(what: str, correct: bool) -> None:
    change, sentence = CHANGES[what]
    if what == "an order told before" and correct:
        return
    campaign = a_campaign()
    before = as_text(campaign)
    good = sheet_of(campaign, campaign.pending())
    bad = change(sheet := good.copy())
    bad = sheet if bad is None else bad
    if isinstance(bad, pd.DataFrame):
        bad = bad[::-1].reset_index(drop=True)  # what is wrong comes last
        sentence = sentence.replace("row 1", "row 7")
    with pytest.raises(ValueError, match=f"^{sentence}") as refusal:
        campaign.tell(bad, correct=correct)
    assert str(refusal.value).endswith(".")
    assert "\n" not in str(refusal.value)
    assert as_text(campaign) == before
    campaign.tell(good)
    assert len(campaign.answers) == 10


def test_a_test_named_like_a_column_of_the_orders_is_a_test() -> None:
    campaign = Campaign(
        ["price", "1", "2"], "y", budget=2, scale=dict.fromkeys(["price", "1", "2"], (0, 1))
    )
    orders = campaign.ask(3)
    assert set(orders.drop(columns="price").stack()) <= {"price", "1", "2"}
    campaign.tell(
        pd.DataFrame(
            [
                {"order": n, "y": 1.0} | dict.fromkeys(row.drop("price"), 2.0)
                for n, row in orders.iterrows()
            ],
            columns=["order", "y", "price", "1", "2"],
        )
    )
    assert campaign.report().tests_done == 6


def test_texts_that_are_numbers_are_numbers_and_words_for_nothing_are_blank() -> None:
    campaign = a_campaign()
    sheet = sheet_of(campaign, campaign.pending()[:3]).set_index("order")
    sheet["stay"] = [" 4.5 ", "NA", pd.NA]
    sheet["age"] = ["60", np.int64(61), "?"]
    orders = campaign.pending()[:3]
    campaign.tell(sheet.join(orders))  # the sheet of the orders may be filled in
    told = campaign.answers[-3:]
    np.testing.assert_array_equal([each.y for each in told], [4.5, np.nan, np.nan])
    assert [each.results[0] for each in told] == [60, 61, None]


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"attributes": ["a"]}, "A campaign needs at least two tests to choose from, but it has 1"),
        ({"attributes": []}, "A campaign needs at least two tests to choose from, but it has none"),
        ({"attributes": "crp"}, "attributes must be a list of names or a table, but it is 'crp'"),
        ({"attributes": 7}, "attributes must be a list of names or a table, but it is 7"),
        ({"attributes": ["a", "b", "a"]}, "attributes must have different names, but 'a' is there"),
        ({"attributes": ["a", "order"]}, "attributes must have names other than 'order' and that"),
        ({"attributes": ["a", "y"]}, "attributes must have names other than 'order' and that of"),
        ({"attributes": ["a", " "]}, "attributes must have names other than 'order' and that of"),
        ({"target": ""}, "target must be a name other than 'order', but it is ''"),
        ({"target": None}, "target must be a name other than 'order', but it is None"),
        ({"budget": 1}, "budget must be a whole number >= 2, but it is 1"),
        ({"family": "svm"}, "family must be one of 'ridge', 'lasso', but it is 'svm'"),
        ({"seed": -1}, "seed must be a whole number >= 0"),
        ({"prices": [1, 2, 3]}, "prices must be given by name, such as"),
        ({"prices": {"test 0": 1}}, "'test 1' has no price: prices must name all columns"),
        ({"prices": {"test 9": 1}}, "prices must be those of columns, such as 'test 0'"),
        (
            {"prices": dict.fromkeys(names(3), -1)},
            "The price of 'test 0' must be a finite number from",
        ),
        (
            {"prices": dict.fromkeys(names(3), "x")},
            "The price of 'test 0' must be a finite number from",
        ),
        ({"money": 0}, "money must be a finite number > 0"),
        ({"money": 1.2}, "money must be at least 2, what two of the cheapest cost"),
        ({"money": 5, "prices": {"test 0": 1, "test 1": 1, "test 2": 40}}, "money must be at leas"),
        ({"purse": 5}, "purse must pay for five results of each test, 15, and then the dearest "),
        ({"purse": 1, "scale": dict.fromkeys(names(3), (0, 1))}, "purse must pay for the dearest "),
        ({"scale": {"test 0": (1, 0)}}, "The scale of test 0 must be a mean and a standard deviat"),
        ({"scale": {"test 0": (1, 2, 3)}}, "The scale of test 0 must be a mean and a standard dev"),
        ({"scale": {"test 0": 3}}, "The scale of test 0 must have 1 axis"),
        ({"scale": {"test 0": (np.nan, 1)}}, "The scale of test 0 must hold finite numbers only"),
        ({"scale": {"crp": (1, 2)}}, "scale must be of tests of the campaign, but 'crp' is none"),
        ({"levels": {"test 0": ["A"]}}, "levels of 'test 0' must be two or more different texts"),
        ({"levels": {"test 0": ["A", "A"]}}, "levels of 'test 0' must be two or more different te"),
        ({"levels": {"test 0": ["A", "B", None]}}, "levels of 'test 0' must be two or more differ"),
        ({"levels": {"test 0": [np.nan, "A"]}}, "levels of 'test 0' must be two or more different"),
        ({"levels": {"test 0": "AB"}}, "levels of 'test 0' must be two or more different texts"),
        (
            {"levels": {"test 0": LEVELS}, "scale": {"test 0": (0, 1)}},
            "scale must be of numbers, but 'test 0' has levels",
        ),
        (
            {"attributes": pd.DataFrame({"a": [1.5, 2], "b": 3, "y": 1})},
            "1 column is to be learnt from",
        ),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_bought(
    given: dict[str, object], sentence: str
) -> None:
    with pytest.raises(ValueError, match=f"^{sentence}") as refusal:
        Campaign(**{"attributes": names(3), "target": "y", "budget": 2} | given)
    assert str(refusal.value).endswith(".")


@pytest.mark.parametrize("n", [0, -1, 1.5, "many", None, True, 10**12])
def test_people_are_counted(n: object) -> None:
    campaign = a_campaign()
    with pytest.raises(ValueError, match=r"^n must be a whole number from 1 to 100000"):
        campaign.ask(n)
    assert len(campaign.orders) == 10


def test_blank_rows_and_columns_of_a_spreadsheet_are_left_out() -> None:
    campaign = a_campaign()
    sheet = sheet_of(campaign, campaign.pending())
    sheet["column 9"] = None
    sheet.loc[len(sheet)] = [None] * len(sheet.columns)
    campaign.tell(sheet)
    assert len(campaign.answers) == 10


def test_nothing_is_told_before_something_is_asked() -> None:
    campaign = Campaign(names(3), "y", budget=2)
    with pytest.raises(ValueError, match=r"^The orders are none yet, but the order in row 1 is 1"):
        campaign.tell(pd.DataFrame({"order": [1], "y": [2.0]}))
