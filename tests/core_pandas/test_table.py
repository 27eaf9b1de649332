"""A table for practice: proposed, edited by hand, loaded; from a DataFrame or from a file."""

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import aelr_core as ac
from aelr_core.datasets.csv.table import Field, TableData, fields_of, prices_by_name
from aelr_core.datasets.dataset import TableEncoding
from aelr_core.estimators import AttributeEfficientLasso, AttributeEfficientRidge

N = 60
RANDOM = np.random.default_rng(3)
PEOPLE = pd.DataFrame(
    {
        "patient": [f"P{n:03}" for n in range(N)],
        "age": np.where(np.arange(N) % 13 == 5, np.nan, RANDOM.integers(20, 90, N)),
        "ward": [None if n == 7 else "ABC"[n % 3] for n in range(N)],
        "crp": RANDOM.normal(5, 2, N).round(2),
        "hospital": "North",
        "empty": np.nan,
        "smoker": RANDOM.random(N) < 0.3,
        "stay": RANDOM.normal(9, 3, N).round(1),
    }
)


def refusal(table: Any, target: Any = "stay", **options: Any) -> str:
    with pytest.raises(ValueError) as error:
        ac.load_table(table, target, **options)
    sentence = str(error.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


def test_what_is_proposed() -> None:
    plan = ac.columns(PEOPLE, "stay").set_index("name")
    assert plan.use.to_dict() == {
        "patient": False,
        "age": True,
        "ward": True,
        "crp": True,
        "hospital": False,
        "empty": False,
        "smoker": True,
    }
    assert plan.kind["ward"] == "category"
    assert plan.kind["smoker"] == "number"
    assert set(plan.price) == {1.0}
    assert "identifier" in plan.why["patient"]
    assert "'North'" in plan.why["hospital"]
    assert plan.why["empty"] == "no values"
    assert "missing" in plan.why["age"]
    assert plan.why["crp"] == ""


def test_a_table_as_proposed() -> None:
    table = ac.load_table(PEOPLE, "stay", missing="mean")
    assert table.attributes == (
        "age",
        "ward=A",
        "ward=B",
        "ward=C",
        "ward=(missing)",
        "crp",
        "smoker",
    )
    assert table.groups == [[1, 2, 3, 4]]
    assert table.fields == {"age": [0], "ward": [1, 2, 3, 4], "crp": [5], "smoker": [6]}
    np.testing.assert_allclose(table.X.mean(axis=0), 0, atol=1e-12)
    np.testing.assert_allclose(table.X.std(axis=0), 1)
    np.testing.assert_array_equal(table.y, PEOPLE.stay)


def test_blanks_stay_or_are_filled_in() -> None:
    kept = ac.load_table(PEOPLE, "stay")
    blank = PEOPLE.age.isna().to_numpy()
    np.testing.assert_array_equal(np.isnan(kept.X[:, 0]), blank)
    assert np.isnan(kept.X[7, 1:4]).all()
    assert np.isfinite(kept.X[:, 4:]).all()
    np.testing.assert_allclose(np.nanstd(kept.X, axis=0), 1)
    assert "ward=(missing)" not in kept.attributes
    median = ac.load_table(PEOPLE, "stay", missing="median", scaling="none")
    np.testing.assert_array_equal(median.X[blank, 0], np.nanmedian(PEOPLE.age))
    dropped = ac.load_table(PEOPLE, "stay", missing="drop")
    complete = PEOPLE[["age", "ward"]].notna().all(axis=1)
    np.testing.assert_array_equal(dropped.y, PEOPLE.stay[complete])
    assert "'age' has" in refusal(PEOPLE, missing="refuse")


def test_rows_without_a_target_are_left_out() -> None:
    some = PEOPLE.assign(stay=PEOPLE.stay.where(np.arange(N) > 9))
    table = ac.load_table(some, "stay")
    assert table.X.shape[0] == len(table.y) == N - 10
    assert "10 rows were left out" in table.steps[0]
    only_there = pd.DataFrame({"a": [1, 2, 3], "b": [1, np.nan, np.nan], "y": [np.nan, 4, 5]})
    assert ac.columns(only_there, "y").set_index("name").why["b"] == "no values"


def test_an_edited_table_is_followed() -> None:
    plan = ac.columns(PEOPLE, "stay").set_index("name")
    plan.loc["smoker", "use"] = False
    plan.loc["age", "kind"] = "category"
    plan.loc["patient", "use"] = True
    plan.loc["ward", "price"] = 7
    plan = plan.reset_index().sample(frac=1, random_state=1)  # another order
    table = ac.load_table(PEOPLE, "stay", plan)
    assert [*table.fields] == ["patient", "age", "ward", "crp"]
    assert table.prices[table.fields["ward"]].tolist() == [7, 7, 7]
    assert len(table.fields["patient"]) == N
    assert table.columns.name.tolist() == [name for name in PEOPLE if name != "stay"]
    again = ac.load_table(PEOPLE, "stay", table.columns)
    np.testing.assert_array_equal(again.X, table.X)
    np.testing.assert_array_equal(again.prices, table.prices)


def test_unedited_it_changes_nothing() -> None:
    plain, handed_on = (
        ac.load_table(PEOPLE, "stay", columns=plan) for plan in (None, ac.columns(PEOPLE, "stay"))
    )
    np.testing.assert_array_equal(plain.X, handed_on.X)
    assert plain.attributes == handed_on.attributes
    pd.testing.assert_frame_equal(plain.columns, handed_on.columns)


PLAN = ac.columns(PEOPLE, "stay")


def edited(**cells: Any) -> pd.DataFrame:
    plan = PLAN.astype(object)
    for heading, value in cells.items():
        plan.loc[plan.name == "crp", heading] = value
    return plan


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        (PLAN.drop(columns="use"), "no column is called 'use'"),
        (pd.concat([PLAN, PLAN[["use"]]], axis=1), "2 columns are called 'use'"),
        (PLAN.set_index("name"), "no column is called 'name'"),
        (PLAN.iloc[1:], "'patient' has none"),
        (pd.concat([PLAN, PLAN.iloc[:1]]), "one row for 'patient'"),
        (edited(name="crb"), "it has 'crb'"),
        (edited(name="stay"), "it has 'stay'"),
        (edited(use=None), "The use of 'crp' must be"),
        (edited(use=pd.NA), "The use of 'crp' must be"),
        (edited(kind="text"), "The kind of 'crp' must be"),
        (edited(price=-1), "The price of 'crp' must be"),
        (edited(price=None), "The price of 'crp' must be"),
        (edited(price="1,5"), "The price of 'crp' must be"),
        (edited(price=np.inf), "The price of 'crp' must be"),
        (PLAN.assign(use=False), "No columns are to be learnt from"),
        (PLAN.assign(use=PLAN.name == "crp"), "1 column is to be learnt from"),
        (PLAN.assign(use=True), "'empty' has no values"),
        (PLAN.assign(kind="number"), "'ward' must hold numbers"),
        ([True, False], "a table as the function columns returns it"),
    ],
)
def test_edits_that_are_refused(plan: Any, words: str) -> None:
    assert words in refusal(PEOPLE, columns=plan)


@pytest.mark.parametrize(
    "prices",
    [
        {"crp": 4.5, "age": 0, "ward": 2, "smoker": 1, "patient": 9},
        pd.Series([2, 1, 4.5, 0], index=["ward", "smoker", "crp", "age"]),
        pd.DataFrame({"name": ["ward", "smoker", "crp", "age"], "price": [2, 1, 4.5, 0]}),
        b"name,price\nage,0\ncrp,4.5\nward,2\nsmoker,1\n",
        b"price;name\n0;age\n4,5;crp\n2;ward\n1;smoker\n",
    ],
)
def test_prices_by_name(prices: Any) -> None:
    table = ac.load_table(PEOPLE, "stay", prices=prices)
    assert table.prices.tolist() == [0, 2, 2, 2, 4.5, 1]
    assert table.columns.set_index("name").price["crp"] == 4.5


ALL = {"crp": 4.5, "age": 0, "ward": 2, "smoker": 1}


@pytest.mark.parametrize(
    ("prices", "words"),
    [
        ([1, 2, 3, 4], "by name"),
        (np.ones(3), "by name"),
        (7, "A table must be"),
        ({"crp": 4.5, "age": 0, "ward": 2}, "'smoker' has no price"),
        (ALL | {"crb": 1}, "one is of 'crb'"),
        (ALL | {"stay": 1}, "one is of 'stay'"),
        (ALL | {"crp": -1}, "The price of 'crp' must be"),
        (ALL | {"crp": np.nan}, "The price of 'crp' must be"),
        (ALL | {"crp": "1,5"}, "The price of 'crp' must be"),
        (ALL | {"crp": 1e10}, "The price of 'crp' must be"),
        (ALL | {" crp": 1}, "'crp' is there twice"),
        (pd.Series([1.0, 2.0]), "one is of '0'"),
        (b"crp,4.5\nage,0\nward,2\nsmoker,1\n", "'name' is not among its columns"),
        (b"name,price\ncrp,\nage,0\nward,2\nsmoker,1\n", "The price of 'crp' must be"),
        (b"name,price\n,4.5\nage,0\nward,2\nsmoker,1\n", "The price in row 1 has no name"),
        (b'name,price\ncrp,"1,5"\nage,0\nward,2\nsmoker,1\n', "The price of 'crp' must be"),
    ],
)
def test_prices_that_are_refused(prices: Any, words: str) -> None:
    assert words in refusal(PEOPLE, prices=prices)


@pytest.mark.parametrize("made", [AttributeEfficientRidge, AttributeEfficientLasso])
def test_estimators_accept_it(made: type) -> None:
    table = ac.load_table(PEOPLE, "stay", prices=ALL, missing="mean")
    model = made(budget=2, groups=table.groups, prices=table.prices, random_state=0)
    model.fit(table.X, table.y)
    rows = model.attribute_counts_
    assert rows[0] == N  # free
    assert len({*rows[table.groups[0]].tolist()}) == 1  # a field is looked at as a whole
    assert model.predict(table.encode(PEOPLE)).shape == (N,)


def test_other_rows_are_encoded_alike(tmp_path: Path) -> None:
    table = ac.load_table(PEOPLE, "stay", missing="mean", scaling="none")
    new = pd.DataFrame(
        {
            "smoker": [True, None],
            "extra": [[1], {}],
            "crp": [3, None],
            "ward": ["Z", "B"],
            "age": pd.array([41, None], dtype="Int64"),
        },
        index=["x", "x"],
    )
    X = table.encode(new)
    assert X[0].tolist() == [41, 0, 0, 0, 0, 3, 1]
    assert X[1, 1:5].tolist() == [0, 1, 0, 0]
    assert X[1, 0] == pytest.approx(PEOPLE.age.mean())
    path = tmp_path / "new.csv"
    new.drop(columns="extra").to_csv(path, index=False)
    np.testing.assert_array_equal(table.encode(path), X)
    with pytest.raises(ValueError, match=r"but 'crp' is not among its columns\.$"):
        table.encode(new.drop(columns="crp"))
    with pytest.raises(ValueError, match=r"^Column 'age' must hold numbers, but it holds 'old'"):
        table.encode(new.assign(age=["old", 3]))
    kept = ac.load_table(PEOPLE, "stay").encode(new)
    assert np.isnan(kept[1, [0, 4, 5]]).all()
    assert np.isfinite(kept[0]).all()


def test_classes_have_their_names_again() -> None:
    table = ac.load_table(PEOPLE.assign(stay=np.where(PEOPLE.crp > 5, "long", "short")), "stay")
    assert {*table.y.tolist()} == {-1.0, 1.0}
    named = np.where(PEOPLE.crp > 5, "long", "short")
    np.testing.assert_array_equal(table.labels(table.y), named)
    three = PEOPLE.assign(stay=PEOPLE.ward.fillna("A"))
    table = ac.load_table(three, "stay", positive="B")
    np.testing.assert_array_equal(table.y > 0, three.stay == "B")
    assert "3 different texts" in refusal(three)
    for value in (9, 9.0, "9", np.int64(9)):
        table = ac.load_table(PEOPLE.assign(stay=PEOPLE.stay.round()), "stay", positive=value)
        np.testing.assert_array_equal(table.y > 0, PEOPLE.stay.round() == 9)


def frame(**columns: Any) -> pd.DataFrame:
    """A table of a few rows and a target, and these columns."""
    usual = {"a": [1.0, 2.0, 4.0, 5.0], "b": [3, 1, 4, 1], "stay": [1.0, 2.0, 3.5, 0.0]}
    return pd.DataFrame(usual | columns)


@pytest.mark.parametrize(
    ("column", "kind", "use"),
    [
        (pd.Series(pd.date_range("2024-01-01", periods=4)), "category", False),
        (pd.Series(pd.date_range("2024-01-01", periods=4, tz="Asia/Tokyo")), "category", False),
        (pd.Series(pd.to_datetime(["2024-01-01"] * 2 + ["2024-02-01"] * 2)), "category", True),
        (pd.Series(pd.to_timedelta([1, 1, None, 2], unit="D")), "category", True),
        (pd.Series(pd.period_range("2024", periods=4, freq="M")), "category", False),
        (pd.Series([1, None, 3, 2], dtype="Int64"), "number", True),
        (pd.Series([1.5, None, 3, 2], dtype="Float64"), "number", True),
        (pd.Series([True, None, False, True], dtype="boolean"), "number", True),
        (pd.Series([True, None, False, True], dtype=object), "number", True),
        (pd.Series(["u", None, "v", "u"], dtype="string"), "category", True),
        (pd.Series(["u", None, "v", "u"], dtype="category"), "category", True),
        (pd.Series([1, 2, 1, 2], dtype="category"), "category", True),
        (pd.Series(["1", " 2", "?", "4"]), "number", True),
        (pd.Series([Decimal("1.5"), None, Decimal("2"), Decimal("1.5")]), "number", True),
        (pd.Series([1, "u", 2.5, "u"]), "category", True),
        (pd.Series([1 + 2j, 1, 1, 1]), "category", True),
        (pd.Series(pd.arrays.SparseArray([0.0, 0, 1, 0])), "number", True),
        (pd.Series([7.0, 7, None, 7]), "number", False),
        (pd.Series([None] * 4, dtype=object), "number", False),
        (pd.Series(["", "NA", "?", None]), "number", False),
        (pd.Series([10**18 + n for n in (5, 2, 9, 1)]), "number", False),
        (pd.Series([10**30 + n for n in (5, 2, 9, 1)]), "number", False),
    ],
)
def test_columns_of_all_types(column: pd.Series, kind: str, use: bool) -> None:
    table = frame(c=column)
    plan = ac.columns(table, "stay").set_index("name").loc["c"]
    assert (plan.kind, plan.use) == (kind, use)
    assert plan.why or (use and kind == "number")
    loaded = ac.load_table(table, "stay", missing="mean")
    assert ("c" in loaded.fields) == use
    np.testing.assert_array_equal(loaded.encode(table), loaded.X)


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (pd.DataFrame(), "no rows"),
        (frame().iloc[:0], "no rows"),
        (frame().iloc[:1], "1 row"),
        (frame(c=1, a=2, b="u"), "No columns are to be learnt from"),
        (frame(c=[[1], [2], [3], [4]]), "Column 'c' holds lists"),
        (frame(c=[1, np.inf, 3, 4]), "Column 'c' holds an infinite number"),
        (frame(c=pd.Series([1, None, -np.inf, 4], dtype=object)), "Column 'c' holds an infinite"),
        (frame(stay=[1, 2, np.inf, 3]), "Column 'stay' holds an infinite number"),
        (frame(stay=5), "'stay' has the same value in every row"),
        (frame(stay=[None, None, None, 1]), "Fewer than 2 rows"),
        (frame(stay=["u", "v", "w", "x"]), "4 different texts"),
        (frame().set_axis(["a", "a", "stay"], axis=1), "Several columns are called 'a'"),
        (frame().set_axis(["a", " a", "stay"], axis=1), "Several columns are called 'a'"),
        (frame().set_axis([1, "1", "stay"], axis=1), "Several columns are called '1'"),
        (pd.concat({"x": frame()}, axis=1), "names of 2 levels"),
        ([[1, 2], [3, 4]], "A table must be a DataFrame"),
        (np.ones((3, 3)), "A table must be a DataFrame"),
        (b"a,a,stay\n1,2,3\n2,1,4\n", "at least two"),
    ],
)
def test_tables_that_are_refused(table: Any, words: str) -> None:
    if words != "at least two":
        assert words in refusal(table)


def test_names_may_be_numbers() -> None:
    table = pd.DataFrame(np.random.default_rng(0).normal(size=(9, 4)))
    loaded = ac.load_table(table, 3, prices={0: 1, 1: 2, 2: 3})
    assert loaded.attributes == ("0", "1", "2")
    assert loaded.prices.tolist() == [1, 2, 3]
    assert loaded.encode(table[[2, 1, 0]]).shape == (9, 3)


def test_files_whose_target_is_there_twice_are_refused() -> None:
    assert "several are called 'y'" in refusal(b"a,b,y,y\n1,2,3,4\n4,3,2,1\n", "y")


def test_a_scaling_by_rows_is_refused() -> None:
    assert "scaling must be one of" in refusal(PEOPLE, scaling="l2")


def test_the_encoding_is_plain_data() -> None:
    table = ac.load_table(PEOPLE, "stay")
    again = TableEncoding.from_dict(json.loads(json.dumps(table.encoding.to_dict())))
    other = TableData(table.X, table.y, table.prices, table.columns, again, ())
    np.testing.assert_array_equal(other.encode(PEOPLE), table.X)


def test_a_pilot_for_a_campaign() -> None:
    fields = {one.name: one for one in fields_of(PEOPLE.drop(columns="stay"), "stay")}
    assert [*fields] == ["age", "ward", "crp", "smoker"]
    assert fields["ward"] == Field("ward", 1.0, ("A", "B", "C"), 0.0, 1.0)
    assert fields["smoker"] == Field("smoker", 1.0, None, 0.0, 1.0)
    crp = PEOPLE.crp.to_numpy()
    assert fields["crp"].mean == pytest.approx(crp.mean())
    assert fields["crp"].deviation == pytest.approx(crp.std())
    assert [one.name for one in fields_of(PEOPLE, "stay", prices=ALL)] == [*fields]


# ---- Any table ----

KINDS = (
    st.integers(-9, 9),
    st.floats(-1e3, 1e3).map(lambda x: round(x, 3)),
    st.booleans(),
    st.sampled_from(["u", "v", "w x", "Ü"]),
    st.sampled_from(["1", "2", "03"]),
    st.dates().map(str),
    st.just("same"),
)


@st.composite
def tables(draw: st.DrawFn) -> pd.DataFrame:
    """A table with a numeric target, columns of any kind, and blanks."""
    rows = draw(st.integers(3, 12))
    made: dict[str, list[Any]] = {}
    for number in range(draw(st.integers(2, 5))):
        kind = draw(st.sampled_from(KINDS))
        cells = st.none() | kind if draw(st.booleans()) else kind
        made[f"column {number}"] = [draw(cells) for _ in range(rows)]
    made["y"] = draw(st.permutations(range(rows)))
    return pd.DataFrame(made)


def loaded_or_refused(table: Any, **options: str) -> TableData | str:
    try:
        return ac.load_table(table, "y", **options)
    except ValueError as error:
        return str(error)


@given(tables(), st.sampled_from(["keep", "mean", "median"]), st.sampled_from(["none", "minmax"]))
def test_any_table_is_the_same_as_a_frame_as_a_file_and_again(
    table: pd.DataFrame, missing: str, scaling: str
) -> None:
    file = table.to_csv(index=False).encode()
    loaded = loaded_or_refused(table, missing=missing, scaling=scaling)
    from_file = loaded_or_refused(file, missing=missing, scaling=scaling)
    if isinstance(loaded, str) or isinstance(from_file, str):
        assert loaded == from_file
        return
    assert from_file.attributes == loaded.attributes
    pd.testing.assert_frame_equal(from_file.columns, loaded.columns)
    np.testing.assert_array_equal(from_file.X, loaded.X)
    np.testing.assert_array_equal(from_file.y, loaded.y)
    np.testing.assert_array_equal(loaded.encode(table[table.columns[::-1]]), loaded.X)
    np.testing.assert_array_equal(loaded.encode(file), loaded.X)
    ordered = [column for numbers in loaded.fields.values() for column in numbers]
    assert ordered == list(range(len(loaded.attributes)))
    plan = loaded.columns.sample(frac=1, random_state=0)
    again = ac.load_table(file, "y", plan, missing=missing, scaling=scaling)
    np.testing.assert_array_equal(again.X, loaded.X)


@given(st.dictionaries(st.text(max_size=5).map(str.strip), st.floats(0, 1e9), min_size=1))
def test_prices_come_in_the_order_of_the_names(prices: dict[str, float]) -> None:
    names = sorted(prices)
    assert prices_by_name(prices, names).tolist() == [prices[name] for name in names]
    with pytest.raises(ValueError, match="has no price"):
        prices_by_name(prices, [*names, "another name"])
