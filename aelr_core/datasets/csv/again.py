"""Another table with the columns of the one that was learnt from, encoded and scaled alike."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from aelr_core.checks import Floats
from aelr_core.datasets.csv.columns import Column, Numbers, read_columns
from aelr_core.datasets.csv.file_text import File, read_content
from aelr_core.datasets.csv.layout import find_layout
from aelr_core.datasets.dataset import DatasetError
from aelr_core.datasets.encoding import ColumnCode, TableEncoding


@dataclass(frozen=True, eq=False)
class TableAgain:
    """Scaled rows (n, d), and phrases about values that had to be replaced."""

    X: Floats
    notes: tuple[str, ...]


def read_again(file: File, encoding: TableEncoding) -> TableAgain:
    """Return the rows of a file, or refuse it in one sentence saying what to change.

    Other columns, the target's too, are not looked at. A missing number becomes the fill value of
    its column; a category that was never seen is none of the known ones.
    """
    columns = read_columns(find_layout(read_content(file).text), least=1)
    missing = [column.name for column in encoding.columns if column.name not in columns]
    if missing:
        more = f" and {len(missing) - 1:,} more are" if len(missing) > 1 else " is"
        raise DatasetError(
            f"The table must have the columns that were learnt from, but {missing[0]!r}{more} "
            "not among its columns."
        )
    parts, notes = [], []
    for code in encoding.columns:
        values, note = _encoded(code, columns[code.name])
        parts.append(values)
        notes += [note] if note else []
    return TableAgain(encoding.scaled(np.concatenate(parts, axis=1)), tuple(notes))


def _encoded(code: ColumnCode, column: Column) -> tuple[Floats, str]:
    """Return the attributes of a column, (n, width), and a phrase if values were replaced."""
    gaps = int(column.missing.sum())
    if code.categories is None:
        if not isinstance(column, Numbers) and gaps < len(column.missing):
            raise DatasetError(
                f"Column {code.name!r} must hold numbers, as in the table that was learnt from."
            )
        known = column.values if isinstance(column, Numbers) else np.full(gaps, np.nan)
        values = np.where(column.missing, code.fill, known)
        note = f"{gaps:,} missing in {code.name!r}: {code.fill:.6g} in their place" if gaps else ""
        return values[:, np.newaxis], note
    texts = _texts(column)
    one_hot = np.array([texts == text for text in code.categories], dtype=np.float64).T
    one_hot = one_hot.reshape(len(texts), len(code.categories))
    if code.missing_is_category:
        one_hot = np.column_stack([one_hot, column.missing])
    strange = int((one_hot.sum(axis=1) == 0).sum())
    note = (
        f"{strange:,} in {code.name!r} were never seen: none of its categories" if strange else ""
    )
    return one_hot, note


def _texts(column: Column) -> np.ndarray:
    """Return the values as texts, (n,), "" where one is missing."""
    if isinstance(column, Numbers):
        return np.array(["" if np.isnan(v) else f"{v:.15g}" for v in column.values], dtype=object)
    return np.array([*column.texts, ""], dtype=object)[column.codes]
