"""Reads the columns of a table with pandas' C reader: each holds numbers, texts or nothing."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from aelr_core.checks import Floats, Ints
from aelr_core.datasets.csv.layout import COMMA_NUMBER, NUMBER, SEPARATORS, Layout
from aelr_core.datasets.dataset import DatasetError

MOST_ROWS = 200_000
MISSING_WORDS = ("", "?", "NA", "N/A", "n/a", "#N/A", "<NA>", "NaN", "nan", "NULL", "null")

# Squares of larger numbers, and sums of them, would overflow float64.
LARGEST_NUMBER = 1e100

# 1.234.567,89: points between thousands and a decimal comma
POINTED_NUMBER = re.compile(r"[+-]?[0-9]{1,3}(\.[0-9]{3})+(,[0-9]+)?")


@dataclass(frozen=True)
class Numbers:
    """A numeric column, (n,), NaN where a value is missing."""

    values: Floats

    @property
    def missing(self) -> NDArray[np.bool_]:
        """Where a value is missing, (n,)."""
        return np.isnan(self.values)

    def of_rows(self, keep: NDArray[np.bool_]) -> Numbers:
        """Return the column with only the rows to keep."""
        return Numbers(self.values[keep])


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


Column = Numbers | Texts


def read_columns(layout: Layout, least: int = 2) -> dict[str, Column]:
    """Return every column of the table by its name, in order; it must have `least` rows."""
    table = _read_table(layout)
    width = len(layout.names)
    if len(table) > MOST_ROWS:
        raise DatasetError(f"The file has more than {MOST_ROWS:,} rows: leave some out.")
    if len(table) < least:
        raise DatasetError(
            f"The file has {len(table)} row{'s' if len(table) != 1 else ''} below the names, but "
            + (
                "at least 2 are needed, one to train on and one to test on: add rows."
                if least > 1
                else "at least one is needed: add rows."
            )
        )
    if table[width].notna().any():
        row = int(table[width].notna().to_numpy().argmax()) + 1
        raise _too_many_fields(row, layout)
    return {
        name: _read_column(name, table[position], layout.separator)
        for position, name in enumerate(layout.names)
    }


def _read_table(layout: Layout) -> pd.DataFrame:
    """Read all rows into columns 0, 1, ..., and one more that catches fields without a name."""
    if not layout.body.strip():
        raise DatasetError("The file has names but no rows: add lines of values below them.")
    body = layout.body.encode("utf-8", errors="replace")
    width = len(layout.names) + 1
    try:
        # Extra fields give only a warning in the first row, but an error in any other.
        if _read_csv(body, layout, rows=1).shape[1] > width:
            raise _too_many_fields(1, layout)
        return _read_csv(body, layout, rows=MOST_ROWS + 1, names=list(range(width)))
    except pd.errors.ParserError as error:
        line = re.search(r"in line ([0-9]+)", str(error))
        if line is not None:
            raise _too_many_fields(int(line.group(1)), layout) from None
        raise DatasetError(
            "The file cannot be split into rows, perhaps because a quotation mark is never "
            "closed: put every text that contains one into a pair of them."
        ) from None


def _read_csv(
    body: bytes, layout: Layout, *, rows: int, names: list[int] | None = None
) -> pd.DataFrame:
    return pd.read_csv(
        io.BytesIO(body),
        sep=layout.separator,
        decimal=layout.decimal,
        header=None,
        names=names,
        index_col=False,
        nrows=rows,
        skipinitialspace=True,
        keep_default_na=False,
        na_values=list(MISSING_WORDS),
        low_memory=False,
    )


def _too_many_fields(row: int, layout: Layout) -> DatasetError:
    return DatasetError(
        f"Data row {row} has more fields than the {len(layout.names)} names in the first line "
        f"(columns are separated by {SEPARATORS[layout.separator]}): put texts that contain the "
        "separator into quotation marks, or add the missing names."
    )


def _read_column(name: str, series: pd.Series, separator: str) -> Column:
    """Return what `series` holds, or refuse numbers too large to compute with."""
    kind = series.dtype.kind
    if kind in "biuf":
        values = series.to_numpy(dtype=np.float64, na_value=np.nan)
    else:
        texts = _texts(series)
        numbers = _as_numbers(texts.texts, separator)
        if numbers is None:
            return texts
        values = np.append(numbers, np.nan)[texts.codes]
    if np.isinf(values).any():
        raise DatasetError(
            f"Column {name!r} holds an infinite or too large number in data row "
            f"{_first(np.isinf(values))}: correct it or leave the row out."
        )
    with np.errstate(invalid="ignore"):
        large = np.abs(values) > LARGEST_NUMBER
    if large.any():
        raise DatasetError(
            f"Column {name!r} holds a number beyond ±{LARGEST_NUMBER:g} in data row "
            f"{_first(large)}: give it in another unit."
        )
    return Numbers(values)


def _texts(series: pd.Series) -> Texts:
    """Return the column's different texts, without spaces around them."""
    codes, uniques = pd.factorize(series)
    stripped = np.array([str(text).strip() for text in uniques], dtype=object)
    texts, place = np.unique(stripped, return_inverse=True) if len(stripped) else (stripped, codes)
    return Texts(np.append(place, -1)[codes].astype(np.int64), tuple(str(text) for text in texts))


def _as_numbers(texts: tuple[str, ...], separator: str) -> Floats | None:
    """Return the texts as numbers if all of them are, else None."""
    numbers = np.empty(len(texts))
    for i, text in enumerate(texts):
        plain = _plain_number(text, separator)
        if plain is None:
            return None
        numbers[i] = float(plain)
    return numbers


def _plain_number(text: str, separator: str) -> str | None:
    if NUMBER.fullmatch(text):
        return text
    if text in ("True", "False"):  # a column of them with gaps
        return "1" if text == "True" else "0"
    if separator != ",":
        if COMMA_NUMBER.fullmatch(text):
            return text.replace(",", ".")
        if POINTED_NUMBER.fullmatch(text):
            return text.replace(".", "").replace(",", ".")
    return None


def _first(mask: NDArray[np.bool_]) -> int:
    return int(np.argmax(mask)) + 1
