"""What is in a file, for people who choose how it is read: `peek`."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from aelr_core.datasets.csv.columns import (
    MOST_CLASSES,
    Column,
    Numbers,
    identifier,
    read_columns,
)
from aelr_core.datasets.csv.read import File, read_text
from aelr_core.datasets.dataset import DatasetError

# Usual names for a column to predict.
USUAL_TARGETS = ("target", "y", "class", "label", "outcome", "response", "diagnosis", "ill")


@dataclass(frozen=True)
class ColumnPeek:
    """One column: whether it holds numbers, its different values, how many are missing.

    `values` are texts as the loader takes them, () if there are more than `MOST_CLASSES`;
    `identifier` is why it looks like an identifier, "" if it does not.
    """

    name: str
    numeric: bool
    distinct: int
    values: tuple[str, ...]
    missing: int
    identifier: str = ""

    @property
    def can_be_target(self) -> bool:
        """Whether it varies, and holds either numbers or a few classes."""
        return self.distinct >= 2 and (self.numeric or self.distinct <= MOST_CLASSES)

    @property
    def is_named_as_target(self) -> bool:
        """Whether it has a usual name for a column to predict."""
        return self.name.strip().casefold() in USUAL_TARGETS

    def attributes(self, max_categories: int) -> int:
        """Return the largest number of attributes it can become: one per category for texts."""
        if self.numeric:
            return 1
        return self.distinct + 1 if self.distinct <= max_categories else 0

    @property
    def positives(self) -> tuple[str | None, ...]:
        """The values that may count as +1; None lets the loader decide (numbers, or two values)."""
        if self.distinct <= 2 or not self.values:
            return (None,)
        return (None, *self.values) if self.numeric else self.values


@dataclass(frozen=True)
class Peek:
    """A readable file: its fingerprint, its number of rows, and its columns.

    `targets` are the columns that may be chosen as the target: those that can be, and those whose
    name says so. If such a column is constant, the loader refuses it in a sentence.
    """

    fingerprint: str
    rows: int
    columns: tuple[ColumnPeek, ...]
    targets: tuple[str, ...]

    def column(self, name: str) -> ColumnPeek:
        """Return a column by its name."""
        return next(column for column in self.columns if column.name == name)

    def identifiers(self, target: str, max_categories: int) -> dict[str, str]:
        """Return the columns that could be attributes but look like identifiers, and why."""
        return {
            column.name: column.identifier
            for column in self.columns
            if column.identifier and column.name != target and column.attributes(max_categories)
        }

    def bytes_of_rows(self, target: str, max_categories: int) -> int:
        """Return the most memory the rows can take once texts are one-hot encoded."""
        others = (column for column in self.columns if column.name != target)
        attributes = sum(column.attributes(max_categories) for column in others)
        return 8 * self.rows * attributes

    @property
    def suggested_target(self) -> str:
        """The column with a usual name for a target, else the last one that can be the target."""
        usual = [name for name in self.targets if self.column(name).is_named_as_target]
        able = [name for name in usual if self.column(name).can_be_target]
        return (able or usual or [self.targets[-1]])[0]

    @property
    def suggested_missing(self) -> str:
        """The suggested setting of `missing`: fill in gaps if there are any."""
        return "mean" if any(column.missing for column in self.columns) else "refuse"


def peek(file: File) -> Peek:
    r"""Read a file, or refuse it in one sentence (`DatasetError`).

    >>> found = peek(b"age,ward,ill\n30,A,no\n40,B,yes\n50,C,no\n")
    >>> found.rows, found.targets, found.suggested_target
    (3, ('age', 'ward', 'ill'), 'ill')
    """
    text = read_text(file)
    table = read_columns(text)
    columns = tuple(_look(name, column) for name, column in table.items())
    targets = tuple(
        column.name
        for column in columns
        if (column.can_be_target or (column.is_named_as_target and column.distinct == 1))
        and column.name not in text.repeated
    )
    if not any(column.can_be_target for column in columns if column.name in targets):
        raise DatasetError(
            "No column can be the target: it must vary, and hold numbers or at most "
            f"{MOST_CLASSES} different texts."
        )
    rows = len(next(iter(table.values())).missing)
    return Peek(text.fingerprint, rows, columns, targets)


def _look(name: str, column: Column) -> ColumnPeek:
    missing, why = int(column.missing.sum()), identifier(name, column)
    if isinstance(column, Numbers):
        distinct = len(np.unique(column.values[~column.missing]))
        values = column.as_texts().texts if distinct <= MOST_CLASSES else ()
        return ColumnPeek(name, True, distinct, values, missing, why)
    values = column.texts if len(column.texts) <= MOST_CLASSES else ()
    return ColumnPeek(name, False, len(column.texts), values, missing, why)
