"""The columns of a table: read with pandas, looked at, and turned into attributes.

A column holds numbers (`Numbers`) or texts (`Texts`), perhaps with gaps. `columns_of` gets them
from a file or a DataFrame, `identifier` says which of them only say which row it is, and `encode`
makes the attributes.
"""

from __future__ import annotations

import io
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from os import PathLike
from typing import Literal, overload

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from aelr_core.checks import Floats, Ints, shown
from aelr_core.datasets.csv.read import (
    COMMA_NUMBER,
    MOST_ATTRIBUTES,
    NUMBER,
    SEPARATORS,
    File,
    TableText,
    read_text,
)
from aelr_core.datasets.dataset import ColumnCode, ColumnFate, DatasetError
from aelr_core.datasets.scaling import Table

MOST_ROWS = 200_000
MISSING_WORDS = ("", "?", "NA", "N/A", "n/a", "#N/A", "<NA>", "NaN", "nan", "NULL", "null")
# Squares of larger numbers, and sums of them, would overflow float64.
LARGEST_NUMBER = 1e100
# 1.234.567,89: points between thousands and a decimal comma
POINTED_NUMBER = re.compile(r"[+-]?[0-9]{1,3}(\.[0-9]{3})+(,[0-9]+)?")
# rows × attributes in float64: 512 MiB, and as much again while they are scaled
MOST_NUMBERS = 2**26
# A column with more different texts than this cannot be the target.
MOST_CLASSES = 50
# Fewer numbers may grow by chance: of seven, one time in 2,520 they grow or fall.
FEWEST_GROWING = 7
# An identifier may be mistyped in a few rows: this share of them is as it should be.
NEARLY_ALL = 0.95
# So many numbers drawn evenly from a range lie nowhere further than this share of it from where
# equal distances would put them, 99 times in 100; normal or skewed ones nearly always do.
FEWEST_EVEN, UNEVEN = 100, 0.15
# From here on, not every whole number has a float64 of its own.
LONG = 2.0**53
# Words of a name that say that a column holds identifiers.
_ID_WORDS = frozenset({"id", "ids", "identifier", "uid", "uuid", "guid", "mrn", "ssn"})
# What a file without a name for a column, or pandas, calls it.
_NO_NAME = re.compile(r"|index|column [0-9]+|Unnamed: [0-9]+")
_DIGITS = re.compile(r"[+-]?[0-9]+")
_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


@dataclass(frozen=True)
class Numbers:
    """A numeric column, (n,), NaN where a value is missing.

    `long` says that nearly all were whole numbers of 16 digits or more, which `values` only has
    to the nearest float64.
    """

    values: Floats
    long: bool = False

    @property
    def missing(self) -> NDArray[np.bool_]:
        """Where a value is missing, (n,)."""
        return np.isnan(self.values)

    def of_rows(self, keep: NDArray[np.bool_]) -> Numbers:
        """Return the column with only the rows to keep."""
        return Numbers(self.values[keep], self.long)

    def as_texts(self) -> Texts:
        """Return the numbers as texts, in the order of the numbers."""
        values, codes = np.unique(self.values, return_inverse=True)
        codes[self.missing] = -1
        return Texts(codes, tuple(map(as_text, values[~np.isnan(values)].tolist())))


@dataclass(frozen=True)
class Texts:
    """A column of text: `codes` (n,) into the sorted different `texts`, −1 where missing."""

    codes: Ints
    texts: tuple[str, ...]

    @property
    def missing(self) -> NDArray[np.bool_]:
        """Where a value is missing, (n,)."""
        return self.codes < 0

    def of_rows(self, keep: NDArray[np.bool_]) -> Texts:
        """Return the column with only the rows to keep and the texts that occur in them."""
        codes = self.codes[keep]
        present, new_codes = np.unique(codes[codes >= 0], return_inverse=True)
        codes[codes >= 0] = new_codes
        return Texts(codes, tuple(self.texts[code] for code in present))

    @property
    def cells(self) -> list[str | None]:
        """The text of each row, None where it is missing."""
        return [self.texts[code] if code >= 0 else None for code in self.codes]

    def cells_read(self, separator: str) -> list[float | str | None]:
        """Return the number of each row whose text is one, else its text; see `as_numbers`."""
        numbers = [_as_numbers((text,), separator) for text in self.texts]
        each = [
            text if number is None else float(number[0])
            for text, number in zip(self.texts, numbers, strict=True)
        ]
        return [each[code] if code >= 0 else None for code in self.codes]

    def as_texts(self) -> Texts:
        """Return the column itself."""
        return self

    def as_numbers(self, separator: str) -> Numbers | None:
        """Return the column as numbers if all its texts are, else None.

        separator : between columns; if it is no comma, a comma may be a decimal sign.
        """
        numbers = _as_numbers(self.texts, separator)
        if numbers is None:
            return None
        whole = all(map(_DIGITS.fullmatch, self.texts))
        return _numbers(np.append(numbers, np.nan)[self.codes], whole)


def as_text(value: object) -> str:
    """Return a value as a category's text: numbers as short as can be.

    >>> as_text(2.0), as_text(True), as_text(" A ")
    ('2', '1', 'A')
    """
    if isinstance(value, int | float | np.number | np.bool_):
        return f"{float(value):.15g}"
    return str(value).strip()


Column = Numbers | Texts
# A CSV file or a DataFrame.
Source = File | pd.DataFrame


def columns_of(
    table: Source, least: int = 2, only: Collection[str] | None = None
) -> dict[str, Column]:
    """Return the columns of a table by their names, in order; it must have `least` rows.

    only : the names of those that are wanted; None wants all. A name that is not there is no error.
    """
    if isinstance(table, pd.DataFrame):
        return _frame_columns(table, least, only)
    return read_columns(text_of(table), least, only)


def text_of(table: File) -> TableText:
    """Return the text of a CSV file, or refuse what is neither one nor a DataFrame."""
    named = isinstance(table, str | bytes | bytearray | memoryview | PathLike | TableText)
    if not named and not hasattr(table, "read"):
        raise DatasetError(
            "A table must be a DataFrame, or a CSV file: a path, bytes or an open file; but it is "
            f"of type {type(table).__name__}."
        )
    return read_text(table)


def read_columns(
    text: TableText, least: int = 2, only: Collection[str] | None = None
) -> dict[str, Column]:
    """Return the columns of a file: see `columns_of`."""
    table = _read_table(text)
    width = len(text.names)
    _refuse_size(table, least)
    if table[width].notna().any():
        raise _too_many_fields(_first(table[width].notna().to_numpy()), text)
    return {
        name: column_of(name, table[position], text.separator)
        for position, name in enumerate(text.names)
        if only is None or name in only
    }


def _frame_columns(
    frame: pd.DataFrame, least: int, only: Collection[str] | None
) -> dict[str, Column]:
    if frame.columns.nlevels > 1:
        raise DatasetError(
            f"The columns of the table have names of {frame.columns.nlevels} levels, such as "
            f"{shown(frame.columns[0])}, but must have one: join the levels."
        )
    _refuse_size(frame, least)
    columns: dict[str, Column] = {}
    for position, given in enumerate(frame.columns):
        name = str(given).strip()
        if name in columns:
            raise DatasetError(f"Several columns are called {name!r}: rename all but one.")
        if only is None or name in only:
            columns[name] = column_of(name, frame.iloc[:, position], ",")
    return columns


def _refuse_size(table: pd.DataFrame, least: int) -> None:
    if len(table) > MOST_ROWS:
        raise DatasetError(f"The table has more than {MOST_ROWS:,} rows: leave some out.")
    if len(table) < least:
        raise DatasetError(
            f"The table has {len(table) or 'no'} row{'s' if len(table) != 1 else ''} below the "
            f"names, but at least {least} must be there: add rows of values."
        )


def cells_as_written(text: TableText, names: Collection[str]) -> dict[str, list[str]]:
    """Return the cells of some columns of a file as texts: 01 is not 1, and NA is not blank."""
    there = {name: position for position, name in enumerate(text.names) if name in names}
    table = _read_table(text, as_written=True)
    return {name: table[position].fillna("").tolist() for name, position in there.items()}


def _read_table(text: TableText, as_written: bool = False) -> pd.DataFrame:
    """Read all rows into columns 0, 1, ..., and one more that catches fields without a name.

    as_written : whether cells stay texts.
    """
    body = text.body.encode("utf-8", errors="replace")
    width = len(text.names) + 1
    if not body.strip():
        return pd.DataFrame(columns=range(width))

    def read(rows: int, names: list[int] | None = None) -> pd.DataFrame:
        return pd.read_csv(
            io.BytesIO(body),
            sep=text.separator,
            decimal=text.decimal,
            header=None,
            names=names,
            index_col=False,
            nrows=rows,
            skipinitialspace=True,
            keep_default_na=False,
            dtype=str if as_written else None,
            na_values=[] if as_written else list(MISSING_WORDS),
            low_memory=False,
        )

    try:
        # Extra fields give only a warning in the first row, but an error in any other.
        if read(1).shape[1] > width:
            raise _too_many_fields(1, text)
        return read(MOST_ROWS + 1, names=list(range(width)))
    except pd.errors.ParserError as error:
        line = re.search(r"in line ([0-9]+)", str(error))
        if line is not None:
            raise _too_many_fields(int(line.group(1)), text) from None
        raise DatasetError(
            "The file cannot be split into rows, perhaps because a quotation mark is never "
            "closed: put every text that contains one into a pair of them."
        ) from None


def _too_many_fields(row: int, text: TableText) -> DatasetError:
    return DatasetError(
        f"Data row {row} has more fields than the {len(text.names)} names in the first line "
        f"(columns are separated by {SEPARATORS[text.separator]}): put texts that contain the "
        "separator into quotation marks, or add the missing names."
    )


def column_of(name: str, series: pd.Series, separator: str) -> Column:
    """Return what `series` holds, or refuse numbers too large to compute with.

    Texts that are all numbers, with a decimal comma if the separator is no comma, are numbers. What
    pandas calls categories are texts, and so are dates.
    """
    series = series.infer_objects()
    column: Column
    if series.dtype.kind in "biuf":
        values = series.to_numpy(dtype=np.float64, na_value=np.nan)
        # with gaps, pandas reads whole numbers as float64
        column = _numbers(values, series.dtype.kind in "iu" or bool(series.isna().any()))
    else:
        texts = _texts(name, series)
        column = texts.as_numbers(separator) or texts
    if isinstance(column, Numbers):
        large = np.abs(column.values) > LARGEST_NUMBER
        if large.any():
            raise DatasetError(
                f"Column {name!r} holds an infinite number or one beyond ±{LARGEST_NUMBER:g} in "
                f"data row {_first(large)}: correct it, or give it in another unit."
            )
    return column.as_texts() if isinstance(series.dtype, pd.CategoricalDtype) else column


def _numbers(values: Floats, whole: bool) -> Numbers:
    return Numbers(values, whole and _nearly_all(np.abs(values[~np.isnan(values)]) >= LONG))


def _nearly_all(each: NDArray[np.bool_]) -> bool:
    return bool(each.size and each.mean() >= NEARLY_ALL)


def _texts(name: str, series: pd.Series) -> Texts:
    """Return the column's different texts, without spaces around them."""
    if series.dtype.kind in "mM":
        series = series.astype(str)  # without the time of day where it is midnight everywhere
    try:
        codes, uniques = pd.factorize(series)
    except TypeError:
        raise DatasetError(
            f"Column {name!r} holds lists or other collections, but a cell must hold one number "
            "or one text."
        ) from None
    stripped = np.array([str(text).strip() for text in uniques], dtype=object)
    texts, place = np.unique(stripped, return_inverse=True)
    known = ~np.isin(texts, MISSING_WORDS)
    place = np.append(np.where(known, np.cumsum(known) - 1, -1)[place], -1)
    return Texts(place[codes].astype(np.int64), tuple(map(str, texts[known])))


def _as_numbers(texts: tuple[str, ...], separator: str) -> Floats | None:
    """Return the texts as numbers if all of them are, else None."""
    numbers = np.empty(len(texts))
    for i, text in enumerate(texts):
        if NUMBER.fullmatch(text):
            plain = text
        elif text in ("True", "False"):  # a column of them with gaps
            plain = "1" if text == "True" else "0"
        elif separator != "," and COMMA_NUMBER.fullmatch(text):
            plain = text.replace(",", ".")
        elif separator != "," and POINTED_NUMBER.fullmatch(text):
            plain = text.replace(".", "").replace(",", ".")
        else:
            return None
        numbers[i] = float(plain)
    return numbers


def _first(mask: NDArray[np.bool_]) -> int:
    return int(np.argmax(mask)) + 1


def identifier(name: str, column: Column) -> str:
    """Return why a column looks like an identifier, as a phrase, or "" if it does not.

    Texts do if nearly all are different. Numbers do if they are whole and

    - have 16 digits or more; or
    - nearly all are different, and a word of the name is id, identifier, uid, uuid, guid, mrn or
      ssn (patient_id, PatientID, "sample ID"), or the column has no name of its own; or
    - nearly all are different, there are at least seven, and they grow from row to row, or fall; or
    - nearly all are different, there are at least 100, and they are spread evenly between the
      smallest and the largest, in any order.

    What such a column says about one row it says about no other, so nothing can be learnt from it
    for new rows. Numbers with decimals are measurements, however different they are; so are whole
    numbers that crowd around a usual value, such as weights in grams, and those that repeat, such
    as ages.

    >>> identifier("patient_id", Numbers(np.array([17.0, 4.0, 9.0])))
    'a different whole number in every row, and called an id'
    >>> identifier("weight", Numbers(np.array([3410.0, 2980.0, 3655.0])))
    ''
    """
    if isinstance(column, Numbers) and column.long:
        return "whole numbers of 16 digits or more"
    known = (column.codes if isinstance(column, Texts) else column.values)[~column.missing]
    rows, values = len(known), np.unique(known)
    if rows < 2 or len(values) < NEARLY_ALL * rows:
        return ""
    which = "every" if len(values) == rows else "nearly every"
    if isinstance(column, Texts):
        return f"a different text in {which} row"
    if (values % 1 != 0).any():
        return ""
    if _NO_NAME.fullmatch(name):
        return f"a different whole number in {which} row, and no name"
    if not _ID_WORDS.isdisjoint(word.lower() for word in _WORDS.findall(name)):
        return f"a different whole number in {which} row, and called an id"
    steps = np.diff(known)
    for word, along in (("grow", steps > 0), ("fall", steps < 0)):
        if rows >= FEWEST_GROWING and _nearly_all(along):
            return f"whole numbers that {word} from row to row"
    even = np.linspace(values[0], values[-1], len(values))
    away = np.abs(values - even).max() / np.ptp(values)
    if rows >= FEWEST_EVEN and away <= UNEVEN:
        return "whole numbers, nearly all different and evenly spread"
    return ""


def unusable(name: str, column: Column, max_categories: int) -> str:
    """Return why a column cannot be an attribute, as a phrase, or "" if it can."""
    if column.missing.all():
        return "no values"
    if isinstance(column, Texts):
        count, example = len(column.texts), f"{column.texts[0]!r:.40}"
        if count > max_categories:
            return f"{count:,} different texts, more than {max_categories}, such as {example}"
        return f"always {example}" if count == 1 else ""
    row_numbers = name.startswith("column ") and _are_row_numbers(column.values)
    return "row numbers without a name" if row_numbers else ""


def reason_to_leave_out(name: str, column: Column, max_categories: int) -> str:
    """Return why a column is not learnt from unless somebody wants it to be, as a phrase, or "".

    >>> reason_to_leave_out("ward", Texts(np.zeros(3, dtype=int), ("A",)), 20)
    "always 'A'"
    """
    if why := identifier(name, column):
        return f"identifier: {why}"
    if isinstance(column, Numbers) and not column.missing.all():
        low, high = np.nanmin(column.values), np.nanmax(column.values)
        if low == high:
            return f"always {low:.6g}"
    return unusable(name, column, max_categories)


def fate_of_unused(
    name: str, column: Column, max_categories: int, leave_out: Collection[str] = ()
) -> ColumnFate | None:
    """Return the fate of a column that cannot be an attribute or is to be left out, else None."""
    kind = "text" if isinstance(column, Texts) else "number"
    if name in leave_out:
        why = identifier(name, column)
        return ColumnFate(name, kind, "left out", f"identifier: {why}" if why else "as you chose")
    why = unusable(name, column, max_categories)
    if column.missing.all():
        kind = "empty"
    elif isinstance(column, Texts) and len(column.texts) == 1:
        kind = "category"
    return ColumnFate(name, kind, "left out", why) if why else None


def _are_row_numbers(values: Floats) -> bool:
    return bool(values[0] in (0.0, 1.0) and (np.diff(values) == 1).all())


@dataclass(frozen=True)
class Encoded:
    """The attributes made from one column: how, and their values (n, width)."""

    code: ColumnCode
    values: Table


def encode(columns: Mapping[str, Column], missing: str) -> list[Encoded]:
    """Return the attributes of all columns, filling gaps as `missing` says.

    Parameters
    ----------
    columns : the columns that become attributes, (n,) each
    missing : "mean", "median" or "keep", NaN; any value if there are no gaps
    """
    codes = [_code(name, column, missing) for name, column in columns.items()]
    rows = max((len(column.missing) for column in columns.values()), default=0)
    attributes = sum(len(code.attributes) for code in codes)
    if attributes < 2:
        raise DatasetError(
            f"The table has {'one attribute' if attributes else 'no attribute'} besides the "
            "target, but choosing among attributes needs at least two: add a column, leave out "
            "fewer, or allow more categories."
        )
    if attributes > MOST_ATTRIBUTES:
        raise DatasetError(
            f"The table would have {attributes:,} attributes after encoding, more than "
            f"{MOST_ATTRIBUTES:,}: leave out columns, or allow fewer categories."
        )
    if attributes * rows > MOST_NUMBERS:
        raise DatasetError(
            f"{rows:,} rows of {attributes:,} attributes need more than 512 MiB of memory: leave "
            "out rows or columns, or allow fewer categories."
        )
    return [
        Encoded(code, attributes_of(column, code))
        for code, column in zip(codes, columns.values(), strict=True)
    ]


def attributes_of(column: Column, code: ColumnCode) -> Table:
    """Return the attributes of a column, (n, width): numbers, or a 1 for its category.

    A text that is no category is 0 in all of them. A blank stays one, NaN, if the code has no fill.
    """
    blank = np.nan if code.fill is None else code.fill
    if code.categories is None:
        values = as_kind(code.name, column, "number").values
        return np.where(column.missing, blank, values)[:, np.newaxis]
    texts = column.as_texts()
    place = {text: i for i, text in enumerate(code.categories)}
    missing = len(place) if code.missing_is_category else -1
    places = np.array([*(place.get(text, -1) for text in texts.texts), missing])[texts.codes]
    one_hot: Table = (places[:, np.newaxis] == np.arange(len(code.attributes))).astype(np.int8)
    if code.fill is None and texts.missing.any():
        return np.where(texts.missing[:, np.newaxis], np.nan, one_hot)
    return one_hot


@overload
def as_kind(name: str, column: Column, kind: Literal["number"]) -> Numbers: ...
@overload
def as_kind(name: str, column: Column, kind: str) -> Column: ...
def as_kind(name: str, column: Column, kind: str) -> Column:
    """Return a column as "number" or "category", or refuse texts that are no numbers."""
    if kind == "category":
        return column.as_texts()
    numbers = column if isinstance(column, Numbers) else column.as_numbers(",")
    if numbers is None:
        no_number = next(text for text in column.as_texts().texts if not NUMBER.fullmatch(text))
        raise DatasetError(
            f"Column {name!r} must hold numbers, but it holds {shown(no_number)}: correct it, or "
            "learn from it as a category."
        )
    return numbers


def _code(name: str, column: Column, missing: str) -> ColumnCode:
    gaps = column.missing
    if isinstance(column, Texts):
        if missing == "keep":
            return ColumnCode(name, None, column.texts)
        return ColumnCode(name, categories=column.texts, missing_is_category=bool(gaps.any()))
    if missing == "keep":
        return ColumnCode(name, None)
    known = column.values[~gaps]
    if missing == "median" and gaps.any():
        return ColumnCode(name, float(np.median(known)))
    return ColumnCode(name, float(known.min() + (known - known.min()).mean()))


def fate_of_used(column: Column, encoded: Encoded, missing: str) -> ColumnFate:
    """Return the fate of a column that became attributes, and anything to be said about it."""
    code, values = encoded.code, encoded.values
    gaps, why = int(column.missing.sum()), identifier(code.name, column)
    details = [f"identifier? {why}"] if why else []
    if isinstance(column, Texts):
        some = f", one of them for {gaps:,} missing" if gaps else ""
        details.insert(0, f"{len(code.attributes)} categories{some}")
        return ColumnFate(code.name, "category", "one-hot encoded", "; ".join(details))
    if values.min() == values.max():
        details.insert(0, f"always {values[0, 0]:.6g}")
    if gaps:
        were = "value was" if gaps == 1 else "values were"
        filled = f"filled in with the {missing} {code.fill:.6g}"
        details.insert(0, f"{gaps:,} missing {were} {filled}")
    return ColumnFate(code.name, "number", "kept", "; ".join(details))
