"""What is in a file, before anything is made of it: its columns, and which can be the target."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from aelr_core.datasets import DatasetError
from aelr_core.datasets.csv.columns import Column, Numbers, read_columns
from aelr_core.datasets.csv.file_text import read_content
from aelr_core.datasets.csv.layout import find_layout

# A column of more different texts is no class to be told from the others.
MOST_CLASSES = 50
# Names that people give to what they want to predict.
USUAL_TARGETS = ("target", "y", "class", "label", "outcome", "response", "diagnosis", "ill")


@dataclass(frozen=True)
class ColumnPeek:
    """One column: whether it holds numbers, its different values, how many are missing.

    `values` are words as the loader knows them, () where there are more than `MOST_CLASSES`.
    """

    name: str
    numeric: bool
    distinct: int
    values: tuple[str, ...]
    missing: int

    @property
    def can_be_target(self) -> bool:
        """Whether it varies, and is either numbers or a few classes."""
        return self.distinct >= 2 and (self.numeric or self.distinct <= MOST_CLASSES)

    def attributes(self, max_categories: int) -> int:
        """Return how many attributes it becomes, at most: texts have one for each category."""
        if self.numeric:
            return 1
        return self.distinct + 1 if self.distinct <= max_categories else 0

    @property
    def positives(self) -> tuple[str | None, ...]:
        """What may count as +1: None leaves it to the loader, for numbers and for two values."""
        if self.distinct == 2 or not self.values:
            return (None,)
        return (None, *self.values) if self.numeric else self.values


@dataclass(frozen=True)
class Peek:
    """A readable file: what names it, its rows, and its columns."""

    fingerprint: str
    rows: int
    columns: tuple[ColumnPeek, ...]
    targets: tuple[str, ...]

    def column(self, name: str) -> ColumnPeek:
        """Return a column by its name."""
        return next(column for column in self.columns if column.name == name)

    def bytes_of_rows(self, target: str, max_categories: int) -> int:
        """Return how much memory the rows take once texts are one-hot encoded, at most."""
        others = (column for column in self.columns if column.name != target)
        attributes = sum(column.attributes(max_categories) for column in others)
        return 8 * self.rows * attributes

    @property
    def suggested_target(self) -> str:
        """The column with a usual name, else the last one that can be the target."""
        usual = [name for name in self.targets if name.strip().casefold() in USUAL_TARGETS]
        return (usual or [self.targets[-1]])[0]

    @property
    def suggested_missing(self) -> str:
        """Fill gaps in where there are some."""
        return "mean" if any(column.missing for column in self.columns) else "refuse"


def peek(content: bytes) -> Peek:
    r"""Read a file, or refuse it in one sentence (`DatasetError`).

    >>> found = peek(b"age,ward,ill\n30,A,no\n40,B,yes\n50,C,no\n")
    >>> found.rows, found.targets, found.suggested_target
    (3, ('age', 'ward', 'ill'), 'ill')
    """
    read = read_content(content)
    layout = find_layout(read.text)
    table = read_columns(layout)
    columns = tuple(_look(name, column) for name, column in table.items())
    targets = tuple(
        column.name
        for column in columns
        if column.can_be_target and column.name not in layout.repeated
    )
    if not targets:
        raise DatasetError(
            "No column can be the target: it must vary, and hold numbers or at most "
            f"{MOST_CLASSES} different texts."
        )
    rows = len(next(iter(table.values())).missing)
    return Peek(read.fingerprint, rows, columns, targets)


def _look(name: str, column: Column) -> ColumnPeek:
    missing = int(column.missing.sum())
    if isinstance(column, Numbers):
        different = np.unique(column.values[~column.missing])
        few = len(different) <= MOST_CLASSES
        values = tuple(f"{value:.15g}" for value in different) if few else ()
        return ColumnPeek(name, True, len(different), values, missing)
    values = column.texts if len(column.texts) <= MOST_CLASSES else ()
    return ColumnPeek(name, False, len(column.texts), values, missing)
