"""From the layout of a text to its columns, by pandas' C reader."""

from __future__ import annotations

import io
import re

import pandas as pd

from aelr_core.datasets.csv.columns import Column, read_column
from aelr_core.datasets.csv.layout import SEPARATORS, Layout
from aelr_core.datasets.dataset import DatasetError

MOST_ROWS = 200_000
MISSING_WORDS = ("", "?", "NA", "N/A", "n/a", "#N/A", "<NA>", "NaN", "nan", "NULL", "null")


def read_columns(layout: Layout) -> dict[str, Column]:
    """Return every column of the table under its name, in order."""
    table = _read_table(layout)
    width = len(layout.names)
    if len(table) > MOST_ROWS:
        raise DatasetError(f"The file has more than {MOST_ROWS:,} rows: leave some out.")
    if len(table) < 2:
        raise DatasetError(
            f"The file has {len(table)} row{'s' if len(table) != 1 else ''} below the names, but "
            "at least 2 are needed, one to train on and one to test on: add rows."
        )
    if table[width].notna().any():
        row = int(table[width].notna().to_numpy().argmax()) + 1
        raise _too_many_fields(row, layout)
    return {
        name: read_column(name, table[position], layout.separator)
        for position, name in enumerate(layout.names)
    }


def _read_table(layout: Layout) -> pd.DataFrame:
    """Read all rows into columns 0, 1, ..., and one more that catches fields without a name."""
    if not layout.body.strip():
        raise DatasetError("The file has names but no rows: add lines of values below them.")
    body = layout.body.encode("utf-8", errors="replace")
    width = len(layout.names) + 1
    try:
        # More fields than names in the first row are only warned of; in others they are an error.
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
