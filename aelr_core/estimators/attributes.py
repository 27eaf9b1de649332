"""What a campaign can ask for: tests, each with a price, a scale or levels, and their results.

A *test* is what is ordered and paid for at once: a number, or a field with levels, which becomes
a 0/1 column for each level. Tests come as names or from a pilot, a table of earlier cases.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import pandas as pd

from aelr_core import checks
from aelr_core.checks import Floats
from aelr_core.datasets.csv.columns import (
    MISSING_WORDS,
    Numbers,
    cells_as_written,
    columns_of,
    read_columns,
)
from aelr_core.datasets.csv.read import NUMBER, File, read_text
from aelr_core.datasets.csv.table import Prices, fields_of, prices_by_name
from aelr_core.stream import Units, as_units

# A result: a number, the name of a level, or None if the test failed.
Result: TypeAlias = float | str | None
# The column of a table of results that names the order.
ORDER = "order"
# The columns of a table that describes tests.
OF_A_TEST = ("name", "price", "mean", "sd", "levels")
TEXTS_OF_A_TEST = ("name", "levels")
# Data should be of size about 1; numbers beyond this cannot be squared and multiplied safely.
LARGEST = 1e60


@dataclass(frozen=True)
class Attribute:
    """A test.

    Attributes
    ----------
    name : what it is called.
    price : what it costs, >= 0.
    levels : the values of a field of categories; None if the test gives a number.
    scale : mean and standard deviation of a number; None if they are to be found, or for levels.
    """

    name: str
    price: float
    levels: tuple[str, ...] | None = None
    scale: tuple[float, float] | None = None

    @property
    def columns(self) -> list[str]:
        """The names of its columns: its own, or one for each level."""
        if self.levels is None:
            return [self.name]
        return [f"{self.name}={level}" for level in self.levels]

    def read(self, cell: Any, where: str) -> Result:
        """Return the result in a cell, or refuse it with a sentence that begins with `where`."""
        if self.levels is None:
            value = number_in(cell, where)
            return None if np.isnan(value) else value
        text = text_of(cell)
        if text in self.levels:
            return text
        if is_blank(cell):
            return None
        listed = ", ".join(map(repr, self.levels))
        raise ValueError(f"{where} must be one of {listed}, but it is {checks.shown(cell)}.")

    def encode(self, result: Result) -> list[float]:
        """Return a result as numbers, one for each column, NaN if the test failed.

        >>> Attribute("ward", 1.0, levels=("A", "B")).encode("B")
        [0.0, 1.0]
        """
        if result is None:
            return [np.nan] * len(self.columns)
        if self.levels is None:
            return [float(result)]
        return [float(level == result) for level in self.levels]


def units_of(attributes: Sequence[Attribute]) -> Units:
    """Return the units, one for each test, of all columns."""
    widths = [len(each.columns) for each in attributes]
    of = np.repeat(np.arange(len(attributes)), widths)
    prices = np.array([each.price for each in attributes])[of]
    return as_units(len(of), [np.flatnonzero(of == g) for g in range(len(attributes))], prices)


# ---- Tests, from names or from a pilot ----------------------------------------------------------


def as_attributes(
    given: Sequence[Any] | pd.DataFrame,
    target: str,
    prices: Prices | None,
    scale: Mapping[Any, Any] | None,
    levels: Mapping[Any, Any] | None,
) -> tuple[Attribute, ...]:
    """Return the tests.

    Parameters
    ----------
    given : names, or a pilot table.
    prices, scale, levels : by name; they count for more than what a pilot says.
    """
    if isinstance(given, pd.DataFrame):
        found = [
            Attribute(
                each.name,
                1.0,
                each.categories,
                None if each.categories else (each.mean, each.deviation),
            )
            for each in fields_of(given, target)
        ]
        names = _names([each.name for each in found], target)
    else:
        names = _names(given, target)
        found = [Attribute(name, 1.0) for name in names]
    if len(names) < 2:
        raise ValueError(
            "A campaign needs at least two tests to choose from, but it has "
            f"{len(names) or 'none'}."
        )
    c = np.ones(len(names)) if prices is None else prices_by_name(prices, names)
    fields = {name: _levels(name, at) for name, at in _by_name("levels", levels, names).items()}
    scales = {name: _scale(name, at) for name, at in _by_name("scale", scale, names).items()}
    attributes = []
    for each, price in zip(found, c.tolist(), strict=True):
        categories = fields.get(each.name, each.levels)
        if categories is not None and each.name in scales:
            raise ValueError(f"scale must be of numbers, but {each.name!r} has levels.")
        own = None if categories is not None else scales.get(each.name, each.scale)
        attributes.append(Attribute(each.name, price, categories, own))
    return tuple(attributes)


def _names(given: Any, target: str) -> list[str]:
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise ValueError(
            f"attributes must be a list of names or a table, but it is {checks.shown(given)}."
        )
    names = [str(name).strip() for name in given]
    for name in names:
        if name in ("", ORDER, target):
            raise ValueError(
                f"attributes must have names other than {ORDER!r} and that of the target, but one "
                f"of them is {name!r}."
            )
        if names.count(name) > 1:
            raise ValueError(f"attributes must have different names, but {name!r} is there twice.")
    return names


def scale_of(values: Floats) -> tuple[float, float]:
    """Return the mean and the standard deviation to scale with, of what was seen, (n,).

    Values of 0 and 1 keep their scale. Values that are all equal get their size, or 1. Where
    nothing was seen, no value says anything.

    >>> scale_of(np.array([1.0, 3.0])), scale_of(np.array([-4.0, -4.0]))
    ((2.0, 1.4142135623730951), (-4.0, 4.0))
    >>> scale_of(np.array([0.0, 1.0, 1.0])), scale_of(np.empty(0))
    ((0.0, 1.0), (0.0, inf))
    """
    if not values.size:
        return 0.0, np.inf
    if np.isin(values, (0.0, 1.0)).all():
        return 0.0, 1.0
    mean = float(values.mean())
    deviation = float(values.std(ddof=1)) if np.ptp(values) > 0 else 0.0
    return mean, deviation or abs(mean)


def _by_name(what: str, given: Any, names: Collection[str]) -> dict[str, Any]:
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise ValueError(
            f"{what} must be given by name, as a dict, but it is {checks.shown(given)}."
        )
    by_name = {str(name): value for name, value in given.items()}
    for name in by_name:
        if name not in names:
            raise ValueError(f"{what} must be of tests of the campaign, but {name!r} is none.")
    return by_name


def _levels(name: str, given: Any) -> tuple[str, ...]:
    several = not isinstance(given, str) and isinstance(given, Iterable)
    levels = tuple(text_of(level) for level in given) if several else ()
    if len(set(levels)) < max(2, len(levels)) or "" in levels:
        raise ValueError(
            f"levels of {name!r} must be two or more different texts, but they are "
            f"{checks.shown(given)}."
        )
    return levels


def _scale(name: str, given: Any) -> tuple[float, float]:
    pair = checks.array(f"The scale of {name}", given, ndim=1)
    if len(pair) != 2 or not pair[1] > 0:
        raise ValueError(
            f"The scale of {name} must be a mean and a standard deviation > 0, but it is "
            f"{checks.shown(given)}."
        )
    return float(pair[0]), float(pair[1])


# ---- Cells --------------------------------------------------------------------------------------


def is_blank(cell: Any) -> bool:
    """Return whether a cell holds nothing, or a word that says so."""
    if isinstance(cell, str):
        return cell.strip() in MISSING_WORDS
    return (
        cell is None or cell is pd.NA or cell is pd.NaT or bool(np.ndim(cell) == 0 and cell != cell)
    )


def number_in(cell: Any, where: str) -> float:
    """Return the number in a cell, NaN if it is blank; a refusal begins with `where`."""
    if is_blank(cell):
        return np.nan
    if isinstance(cell, str):
        if not NUMBER.fullmatch(cell.strip()):
            raise ValueError(f"{where} must be a number, but it is {checks.shown(cell)}.")
        cell = float(cell)
    return checks.number(where, cell, at_least=-LARGEST, at_most=LARGEST)


def text_of(cell: Any) -> str:
    """Return a cell as the name of a level: whole numbers without decimals, nothing as "".

    >>> text_of(" A "), text_of(2.0), text_of(2), text_of(None)
    ('A', '2', '2', '')
    """
    if is_blank(cell) and not isinstance(cell, str):  # the text NA may be a level
        return ""
    if isinstance(cell, float | np.floating):
        return f"{cell:.15g}"
    return str(cell).strip()


# ---- Tables from files --------------------------------------------------------------------------


def read_pilot(file: File) -> pd.DataFrame:
    """Return the table in a CSV file, each column either of numbers or of texts."""
    columns = columns_of(file)
    return pd.DataFrame(
        {
            name: [*column.values] if isinstance(column, Numbers) else column.cells
            for name, column in columns.items()
        },
        dtype=object,
    )


def read_table(file: File, as_written: Collection[str]) -> pd.DataFrame:
    """Return the table in a CSV file: each cell a number if it is one, else a text.

    as_written : columns whose cells stay texts.
    """
    text = read_text(file)
    cells: dict[str, list[Any]] = {
        name: [*column.values] if isinstance(column, Numbers) else column.cells_read(text.separator)
        for name, column in read_columns(text, least=1).items()
    }
    return pd.DataFrame(cells | cells_as_written(text, as_written), dtype=object)


def settings_of(table: pd.DataFrame) -> dict[str, Any]:
    """Return names, prices, scale and levels of the tests that a table describes, a row for each.

    Its columns are name and, if you like, price, mean, sd and levels, separated by bars.
    """
    for name in table.columns:
        if name not in OF_A_TEST:
            listed = ", ".join(OF_A_TEST)
            raise ValueError(f"A table of tests has columns {listed}, but one of this is {name!r}.")
    if "name" not in table:
        raise ValueError("A table of tests must have a column 'name'.")
    cells = {name: table[name].tolist() for name in table.columns}
    names = [text_of(cell) for cell in cells["name"]]

    def numbers(column: str) -> list[float]:
        given = cells.get(column, [None] * len(names))
        return [number_in(x, f"{column} of {n}") for n, x in zip(names, given, strict=True)]

    prices = dict(zip(names, numbers("price"), strict=True)) if "price" in table else None
    pairs = dict(zip(names, zip(numbers("mean"), numbers("sd"), strict=True), strict=True))
    levels = zip(names, cells.get("levels", [None] * len(names)), strict=True)
    return {
        "names": names,
        "prices": prices,
        "scale": {name: pair for name, pair in pairs.items() if not np.isnan(pair).all()},
        "levels": {name: text_of(x).split("|") for name, x in levels if not is_blank(x)},
    }
