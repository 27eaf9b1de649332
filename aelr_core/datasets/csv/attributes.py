"""Turns columns into one table of numbers: keeps, encodes, fills in or leaves out each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from aelr_core.checks import Floats
from aelr_core.datasets.csv.columns import Column, Numbers, Texts
from aelr_core.datasets.csv.layout import MOST_ATTRIBUTES, unique_names
from aelr_core.datasets.dataset import ColumnFate, DatasetError
from aelr_core.datasets.encoding import ColumnCode
from aelr_core.datasets.scaling import Table

# rows × attributes in float64: 512 MiB, and as much again while they are scaled
MOST_NUMBERS = 2**26


@dataclass(frozen=True)
class EncodedColumn:
    """The attributes made from one column: names, values (n, names), how, and its fate."""

    names: tuple[str, ...]
    values: Table
    code: ColumnCode
    fate: ColumnFate


@dataclass(frozen=True)
class Encoded:
    """The attributes made from all columns except the target."""

    attributes: tuple[str, ...]
    table: Table  # (n, d): float64, or int8 if there are only categories
    fates: tuple[ColumnFate, ...]
    codes: tuple[ColumnCode, ...]


def reason_to_leave_out(name: str, column: Column, max_categories: int) -> ColumnFate | None:
    """Return the fate of a column that cannot be an attribute; None if it can."""
    if column.missing.all():
        return ColumnFate(name, "empty", "left out", "no values")
    if isinstance(column, Texts):
        count = len(column.texts)
        if count > max_categories:
            detail = f"{count:,} different texts, more than {max_categories}"
            return ColumnFate(
                name, "text", "left out", f"{detail}, such as {column.texts[0]!r:.40}"
            )
        if count == 1:
            return ColumnFate(name, "category", "left out", f"always {column.texts[0]!r:.40}")
    elif name.startswith("column ") and _are_row_numbers(column.values):
        return ColumnFate(name, "number", "left out", "row numbers without a name")
    return None


def encode(columns: Mapping[str, Column], missing: str) -> Encoded:
    """Return the attributes made from the columns, filling gaps as `missing` says.

    Parameters
    ----------
    columns : the columns that become attributes, (n,) each
    missing : "mean" or "median"; any value if there are no gaps
    """
    rows = max((len(column.missing) for column in columns.values()), default=0)
    attributes = sum(_width(column) for column in columns.values())
    if attributes > MOST_ATTRIBUTES:
        raise DatasetError(
            f"The table would have {attributes:,} attributes after encoding, more than "
            f"{MOST_ATTRIBUTES:,}: leave out columns or lower max_categories."
        )
    if attributes * rows > MOST_NUMBERS:
        raise DatasetError(
            f"{rows:,} rows of {attributes:,} attributes need more than 512 MiB of memory: leave "
            "out rows or columns, or lower max_categories."
        )
    encoded = [
        _numbers(name, column, missing) if isinstance(column, Numbers) else _one_hot(name, column)
        for name, column in columns.items()
    ]
    return Encoded(
        unique_names([name for part in encoded for name in part.names]),
        np.concatenate([part.values for part in encoded], axis=1),
        tuple(part.fate for part in encoded),
        tuple(part.code for part in encoded),
    )


def _width(column: Column) -> int:
    if isinstance(column, Numbers):
        return 1
    return len(column.texts) + int(column.missing.any())


def _numbers(name: str, column: Numbers, missing: str) -> EncodedColumn:
    values, gaps = column.values, column.missing
    detail, middle = "", _mean(values[~gaps])
    if gaps.any():
        known = values[~gaps]
        middle = float(np.median(known)) if missing == "median" else middle
        values = np.where(gaps, middle, values)
        count = int(gaps.sum())
        values_were = "value was" if count == 1 else "values were"
        detail = f"{count:,} missing {values_were} filled in with the {missing} {middle:.6g}"
    if values.min() == values.max():
        detail = "; ".join(filter(None, (detail, f"always {values[0]:.6g}")))
    fate = ColumnFate(name, "number", "kept", detail)
    return EncodedColumn((name,), values[:, np.newaxis], ColumnCode(name, middle), fate)


def _one_hot(name: str, column: Texts) -> EncodedColumn:
    width, gaps = _width(column), int(column.missing.sum())
    codes = column.codes % width  # a missing value has the code −1: the last category
    values = (codes[:, np.newaxis] == np.arange(width)).astype(np.int8)
    detail = f"{width} categories" + (f", one of them for {gaps:,} missing" if gaps else "")
    texts = (*column.texts, "(missing)")[:width]
    names = tuple(f"{name}={text}" for text in texts)
    code = ColumnCode(name, categories=column.texts, missing_is_category=bool(gaps))
    fate = ColumnFate(name, "category", "one-hot encoded", detail)
    return EncodedColumn(names, values, code, fate)


def _mean(values: Floats) -> float:
    return float(values.min() + (values - values.min()).mean())


def _are_row_numbers(values: Floats) -> bool:
    steps = np.diff(values)
    return bool(values[0] in (0.0, 1.0) and (steps == 1).all())
