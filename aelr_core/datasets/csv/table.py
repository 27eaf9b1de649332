r"""Your own table for practice: which columns are learnt from, of which kind, and at what price.

`columns` proposes that, one row per column, in a table that may be edited by hand; `load_table`
takes it back and makes attributes, which the estimators accept with their groups and prices. A
*field* is an original column that is used: one attribute if it holds numbers, one per category if
not. All attributes of a field are looked at and paid for together.

>>> import pandas as pd
>>> from aelr_core.estimators import AttributeEfficientRidge
>>> people = pd.DataFrame({
...     "patient": ["P1", "P2", "P3", "P4"], "age": [30, 40, None, 60],
...     "ward": ["A", "B", "B", "A"], "crp": [1.5, 2, 9, 4], "stay": [2, 3, 7, 5]})
>>> plan = columns(people, "stay")
>>> plan[["name", "use", "kind", "price"]].to_dict("split")["data"]
[['patient', False, 'category', 1.0], ['age', True, 'number', 1.0],
 ['ward', True, 'category', 1.0], ['crp', True, 'number', 1.0]]
>>> plan.loc[plan.name == "crp", "price"] = 4.5  # edited
>>> table = load_table(people, "stay", plan, missing="mean")
>>> table.attributes, table.groups, table.prices.tolist()
(('age', 'ward=A', 'ward=B', 'crp'), [[1, 2]], [1.0, 1.0, 1.0, 4.5])
>>> model = AttributeEfficientRidge(budget=2, groups=table.groups, prices=table.prices)
>>> model.fit(table.X, table.y).predict(table.encode(people)).shape
(4,)

A campaign without data takes names, kinds, prices and scale from a pilot table: `fields_of`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from aelr_core import checks
from aelr_core.checks import Floats
from aelr_core.datasets.csv import MISSING, MOST_CATEGORIES
from aelr_core.datasets.csv.columns import (
    Column,
    Numbers,
    Source,
    Texts,
    as_kind,
    as_text,
    columns_of,
    encode,
    read_columns,
    reason_to_leave_out,
    text_of,
)
from aelr_core.datasets.csv.loader import (
    check_target,
    listed,
    make_target,
    read_again,
    refuse_constants,
    refuse_gaps,
    rows_without_gaps,
)
from aelr_core.datasets.csv.read import File, unique_names
from aelr_core.datasets.dataset import DatasetError, TableEncoding
from aelr_core.datasets.scaling import SCALINGS, Table, column_statistics, line_of

KINDS = ("number", "category")
HEADINGS = ("name", "use", "kind", "price", "why")
LARGEST_PRICE = 1e9
# A scaling by rows would need all attributes of each.
BY_COLUMN = tuple(name for name in SCALINGS if name != "l2")
Prices: TypeAlias = Mapping[Any, Any] | pd.Series | pd.DataFrame | File


def columns(table: Source, target: str) -> pd.DataFrame:
    """Return how the columns of a table would be used: a table to look at, to edit and to hand on.

    It has a row for each column besides the target, and these columns:

    - ``name``
    - ``use``: whether it is learnt from. Identifiers, constants, columns without values and texts
      of more than 20 kinds are off.
    - ``kind``: "number", or "category", which has one attribute for each of its values
    - ``price``: of a look at it, 1 at first; 0 if it is always known
    - ``why``: why it is off, or what to know about it

    Edit ``use``, ``kind`` and ``price``; `load_table` accepts the result.

    Parameters
    ----------
    table : a DataFrame, or a CSV file: a path, bytes or an open file
    target : the column to predict; rows without it do not count
    """
    target = _name(target)
    return _as_frame(_proposed(_with_target(table, target)[0], target))


def load_table(
    table: Source,
    target: str,
    columns: pd.DataFrame | None = None,
    prices: Prices | None = None,
    *,
    positive: object = None,
    missing: str = "keep",
    scaling: str = "standardise",
) -> TableData:
    """Return the attributes and labels of a table, or refuse it in one sentence (`ValueError`).

    Parameters
    ----------
    table : a DataFrame, or a CSV file: a path, bytes or an open file
    target : the column to predict. Two values become −1 and +1, numbers stay as they are; rows
        without it are left out.
    columns : what the function `columns` returned, as edited; None: as it proposes.
    prices : of the columns, by name, in place of those in `columns`: a mapping, a Series, or a
        table or CSV file with the columns ``name`` and ``price``. All columns that are used need
        one.
    positive : the value of the target that counts as +1, against all others
    missing : what becomes of blanks. "keep": they stay NaN, for learners that use what is there.
        The estimators refuse NaN and need another: "mean" or "median" fills in numbers and makes
        blanks of a category a category of their own, "drop" leaves out rows, "refuse" refuses.
    scaling : a key of `aelr_core.datasets.SCALINGS` but "l2", by the values that are there
    """
    target = _name(target)
    checks.choice("missing", missing, ("keep", *MISSING))
    checks.choice("scaling", scaling, BY_COLUMN)
    given, left_out = _with_target(table, target)
    plan = _proposed(given, target) if columns is None else _edited(columns, given, target)
    if prices is not None:
        plan = _priced(plan, prices)
    used = _used(given, plan)
    if missing == "refuse":
        refuse_gaps(used)
    elif missing == "drop":
        complete, more = rows_without_gaps({**used, target: given[target]}, used, "a value")
        given, left_out = given | complete, left_out + more
        used = {name: complete[name] for name in used}
    made = make_target(target, given[target], None if positive is None else as_text(positive))
    encoded = encode(used, missing)
    values = np.concatenate([one.values for one in encoded], axis=1)
    refuse_constants(values)
    lines = [line_of(_complete(one.values), scaling) for one in encoded]
    a, b, c = (np.concatenate(part) for part in zip(*lines, strict=True))
    encoding = TableEncoding(
        columns=tuple(one.code for one in encoded),
        scaling=scaling,
        subtract=a + b,
        divide_by=c,
        target=target,
        classes=made.classes,
        middle=0.0,
        largest=1.0,
    )
    return TableData(
        X=encoding.scaled(values),
        y=made.y,
        prices=np.array(
            [plan[one.code.name].price for one in encoded for _ in one.code.attributes]
        ),
        columns=_as_frame(plan),
        encoding=encoding,
        steps=(*left_out, *made.steps, f"{SCALINGS[scaling].sentence}."),
    )


@dataclass(frozen=True, eq=False)
class TableData:
    """The attributes and labels of a table.

    Attributes
    ----------
    X : (n, d) scaled attributes, NaN where a value is missing and stays so.
    y : (n,) −1 and +1 for two classes, else the numbers of the target.
    prices : (d,) of the attributes; all of a field have its price, which is paid once.
    columns : the table of columns that was followed.
    encoding : how the columns became X.
    steps : what was done, in sentences.
    """

    X: Floats
    y: Floats
    prices: Floats
    columns: pd.DataFrame
    encoding: TableEncoding
    steps: tuple[str, ...]

    @property
    def attributes(self) -> tuple[str, ...]:
        """The names of the attributes, (d,)."""
        return unique_names([name for code in self.encoding.columns for name in code.attributes])

    @property
    def fields(self) -> dict[str, list[int]]:
        """The attributes of each field, by number."""
        numbers = iter(range(len(self.prices)))
        return {
            code.name: [next(numbers) for _ in code.attributes] for code in self.encoding.columns
        }

    @property
    def groups(self) -> list[list[int]]:
        """The fields of several attributes: ``groups`` of the estimators."""
        return [numbers for numbers in self.fields.values() if len(numbers) > 1]

    def encode(self, table: Source) -> Floats:
        """Return the attributes (n, d) of other rows, encoded and scaled like these.

        Columns are found by name, others are not looked at. A category that was never seen is none
        of the known ones: 0 in all of them, before scaling. Blanks are treated as in these rows.
        """
        return read_again(table, self.encoding)[0]

    def labels(self, scores: Floats) -> NDArray[np.generic]:
        """Return predictions in the words of the target: the names of two classes, else numbers."""
        return self.encoding.labels(scores)


@dataclass(frozen=True)
class Field:
    """A column that is ordered and paid for at once, and how its values are scaled.

    Attributes
    ----------
    name, price : of the column.
    categories : each of them has an attribute, 1 or 0; None for numbers.
    mean, deviation : of its numbers; 0 and 1 where they are 0 and 1, and for categories.
    """

    name: str
    price: float
    categories: tuple[str, ...] | None
    mean: float
    deviation: float


def fields_of(
    pilot: Source,
    target: str,
    columns: pd.DataFrame | None = None,
    prices: Prices | None = None,
) -> tuple[Field, ...]:
    """Return the fields of a pilot table: all that a campaign needs to know of it.

    Identifiers, constants and empty columns are left out, as `columns` proposes or was edited;
    `columns` and `prices` are as for `load_table`. The target need not be in the table, and no
    row is left out.

    >>> pilot = pd.DataFrame({"ward": ["A", "B", "A"], "crp": [1.0, 3.0, None]})
    >>> fields_of(pilot, "stay", prices={"ward": 0, "crp": 4.5})
    (Field(name='ward', price=0.0, categories=('A', 'B'), mean=0.0, deviation=1.0),
     Field(name='crp', price=4.5, categories=None, mean=2.0, deviation=1.0))
    """
    given, target = columns_of(pilot), _name(target)
    plan = _proposed(given, target) if columns is None else _edited(columns, given, target)
    if prices is not None:
        plan = _priced(plan, prices)
    return tuple(
        _field(name, column, plan[name].price) for name, column in _used(given, plan).items()
    )


def _field(name: str, column: Column, price: float) -> Field:
    if isinstance(column, Texts):
        return Field(name, price, column.texts, 0.0, 1.0)
    known = column.values[~column.missing]
    if np.isin(known, (0.0, 1.0)).all():
        return Field(name, price, None, 0.0, 1.0)
    found = column_statistics(known[:, np.newaxis])
    mean = float(found.minimum[0] + found.mean_above[0])
    return Field(name, price, None, mean, float(found.deviation[0]) or abs(mean) or 1.0)


# ---- The rows of the table of columns ----


@dataclass(frozen=True)
class _Row:
    use: bool
    kind: str
    price: float
    why: str


def _name(given: object) -> str:
    return str(given).strip()  # pandas has names that are numbers


def _with_target(table: Source, target: str) -> tuple[dict[str, Column], tuple[str, ...]]:
    """Return the columns of the rows that have a target, and a sentence about the others."""
    if isinstance(table, pd.DataFrame):
        given = columns_of(table)
        check_target(target, given)
    else:
        text = text_of(table)
        check_target(target, text.names, text.repeated)
        given = read_columns(text)
    return rows_without_gaps(given, {target}, "its target")


def _proposed(given: Mapping[str, Column], target: str) -> dict[str, _Row]:
    return {name: _propose(name, column) for name, column in given.items() if name != target}


def _propose(name: str, column: Column) -> _Row:
    gaps = int(column.missing.sum())
    why = reason_to_leave_out(name, column, MOST_CATEGORIES)
    notes = [f"{gaps:,} of {len(column.missing):,} missing"] if gaps else []
    if isinstance(column, Texts):
        notes.insert(0, f"{len(column.texts):,} categories")
    kind = KINDS[isinstance(column, Texts)]
    return _Row(use=not why, kind=kind, price=1.0, why=why or "; ".join(notes))


def _as_frame(plan: Mapping[str, _Row]) -> pd.DataFrame:
    rows = [(name, row.use, row.kind, row.price, row.why) for name, row in plan.items()]
    types = {"name": str, "use": bool, "kind": str, "price": float, "why": str}
    return pd.DataFrame(rows, columns=list(HEADINGS)).astype(types)


def _edited(columns: pd.DataFrame, given: Collection[str], target: str) -> dict[str, _Row]:
    """Return the rows of an edited table of columns, checked, in the order of the table."""
    if not isinstance(columns, pd.DataFrame):
        raise DatasetError(
            "columns must be a table as the function columns returns it, but it is "
            f"{checks.shown(columns)}."
        )
    for heading in HEADINGS[:-1]:
        if (times := [*columns.columns].count(heading)) != 1:
            raise DatasetError(
                "columns must be a table as the function columns returns it, but "
                f"{f'{times} columns are called' if times else 'no column is called'} {heading!r}."
            )
    wanted = [name for name in given if name != target]
    rows: dict[str, _Row] = {}
    for row in columns.to_dict("records"):
        name = _name(row["name"])
        if name in rows:
            raise DatasetError(f"columns must have one row for {name!r}, but it has several.")
        if name not in wanted:
            raise DatasetError(
                f"columns must be about columns of the table besides the target, such as "
                f"{listed(wanted)}, but it has {name!r}."
            )
        use = checks.choice(f"The use of {name!r}", row["use"], (True, False))
        kind = checks.choice(f"The kind of {name!r}", row["kind"], KINDS)
        price = _price(name, row["price"])
        rows[name] = _Row(bool(use), str(kind), price, str(row.get("why", "")))
    for name in wanted:
        if name not in rows:
            raise DatasetError(
                f"columns must have a row for every column, but {name!r} has none: to leave a "
                "column out, set its use to False."
            )
    return {name: rows[name] for name in wanted}


def _priced(plan: Mapping[str, _Row], prices: Prices) -> dict[str, _Row]:
    """Return the rows with other prices; those that are not used may have one."""
    used = [name for name, row in plan.items() if row.use]
    found = dict(zip(used, prices_by_name(prices, used, plan).tolist(), strict=True))
    return {name: replace(row, price=found.get(name, row.price)) for name, row in plan.items()}


def _used(given: Mapping[str, Column], plan: Mapping[str, _Row]) -> dict[str, Column]:
    """Return the columns that are learnt from, of the kinds that were chosen."""
    used = {name: given[name] for name, row in plan.items() if row.use}
    if len(used) < 2:
        raise DatasetError(
            f"{len(used) or 'No'} column{'s are' if len(used) != 1 else ' is'} to be learnt from, "
            "but choosing among columns needs at least two: add some, or set the use of others to "
            "True."
        )
    for name, column in used.items():
        if column.missing.all():
            raise DatasetError(f"Column {name!r} has no values: set its use to False.")
    return {name: as_kind(name, column, plan[name].kind) for name, column in used.items()}


def _complete(values: Table) -> Table:
    """Return the rows without NaN."""
    there: Table = values[~np.isnan(values).any(axis=1)]
    return there


# ---- Prices by name ----


def prices_by_name(prices: Prices, names: Collection[str], others: Collection[str] = ()) -> Floats:
    """Return a price for each of the names, in their order, or refuse in one sentence.

    Parameters
    ----------
    prices : a mapping, a Series, or a table or CSV file with the columns ``name`` and ``price``
    names : those that need a price; one may occur again
    others : names that may have one

    Examples
    --------
    >>> prices_by_name({"crp": 4.5, "bnp": 20}, ["bnp", "crp"])
    array([20. ,  4.5])
    >>> prices_by_name({"crp": 4.5}, ["bnp", "crp"])
    Traceback (most recent call last):
    ...
    aelr_core.datasets.dataset.DatasetError: 'bnp' has no price: prices must name all columns...
    """
    found: dict[str, float] = {}
    for given, price in _pairs(prices):
        name = _name(given)
        if name in found:
            raise DatasetError(f"prices must name every column once, but {name!r} is there twice.")
        if name not in names and name not in others:
            raise DatasetError(
                f"prices must be those of columns, such as {listed(dict.fromkeys(names))}, but one "
                f"is of {name!r}."
            )
        found[name] = _price(name, price)
    for name in names:
        if name not in found:
            raise DatasetError(f"{name!r} has no price: prices must name all columns in use.")
    return np.array([found[name] for name in names])


def _price(name: str, price: object) -> float:
    return checks.number(f"The price of {name!r}", price, at_least=0, at_most=LARGEST_PRICE)


def _pairs(prices: Prices) -> Iterable[tuple[Any, Any]]:
    """Return names and prices as they were given."""
    if isinstance(prices, Mapping | pd.Series):
        return prices.items()
    if isinstance(prices, Sequence | np.ndarray) and not isinstance(prices, str | bytes):
        raise DatasetError(
            "prices must be given by name, such as {'crp': 4.5}, but they are "
            f"{checks.shown(prices)}."
        )
    table = columns_of(prices, least=1)
    for heading in ("name", "price"):
        if heading not in table:
            raise DatasetError(
                f"Prices in a table need the columns 'name' and 'price', but {heading!r} is not "
                "among its columns."
            )
    names, written = table["name"].as_texts(), table["price"]
    if names.missing.any():
        raise DatasetError(f"The price in row {int(names.missing.argmax()) + 1} has no name.")
    values = written.values if isinstance(written, Numbers) else written.cells
    return zip(names.cells, values, strict=True)
