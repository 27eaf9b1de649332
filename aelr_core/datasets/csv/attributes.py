"""Turns columns into one table of numbers: keeps, encodes, fills in or leaves out each."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
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
# Fewer numbers may grow by chance: of seven, one time in 2,520 they grow or fall.
FEWEST_GROWING = 7
# Words of a name that say that a column holds identifiers.
_ID_WORDS = frozenset({"id", "ids", "identifier", "uid", "uuid", "guid"})
_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


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


def identifier(name: str, column: Column) -> str:
    """Return why a column looks like an identifier, as a phrase, or "" if it does not.

    It does if every known value is different from all others, and

    - they are texts; or
    - they are whole numbers, at least seven, that grow from row to row, or fall; or
    - they are whole numbers, and a word of the name is one of id, ids, identifier, uid, uuid, guid
      (patient_id, PatientID, "sample ID").

    What such a column says about one row it says about no other, so nothing can be learnt from it
    for new rows. Numbers with decimals are measurements, however different they are; so are whole
    numbers in no order whose name does not say otherwise, such as weights in grams.

    >>> identifier("patient_id", Numbers(np.array([17.0, 4.0, 9.0])))
    'a different whole number in every row, and called an id'
    >>> identifier("weight", Numbers(np.array([3410.0, 2980.0, 3655.0])))
    ''
    """
    known = column.codes if isinstance(column, Texts) else column.values
    known = known[~column.missing]
    if len(known) < 2 or len(np.unique(known)) < len(known):
        return ""
    if isinstance(column, Texts):
        return "a different text in every row"
    if (known % 1 != 0).any():
        return ""
    if not _ID_WORDS.isdisjoint(word.lower() for word in _WORDS.findall(name)):
        return "a different whole number in every row, and called an id"
    steps = np.diff(known)
    if len(known) >= FEWEST_GROWING and ((steps > 0).all() or (steps < 0).all()):
        return f"whole numbers that {'grow' if steps[0] > 0 else 'fall'} from row to row"
    return ""


def reason_to_leave_out(
    name: str, column: Column, max_categories: int, leave_out: Collection[str] = ()
) -> ColumnFate | None:
    """Return the fate of a column that cannot be an attribute or is to be left out, else None."""
    if name in leave_out:
        kind = "text" if isinstance(column, Texts) else "number"
        why = identifier(name, column)
        return ColumnFate(name, kind, "left out", f"identifier: {why}" if why else "as you chose")
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
