"""Finds the layout of a table in a text: separator, decimal sign and column names."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from aelr_core.datasets.dataset import DatasetError

SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}
SAMPLE_LINES = 100
LARGEST_LINE = 2**20
MOST_ATTRIBUTES = 5_000

NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
COMMA_NUMBER = re.compile(r"[+-]?[0-9]*,[0-9]+([eE][+-]?[0-9]+)?")


@dataclass(frozen=True)
class Layout:
    """Where the columns of a text are, and what they are called."""

    separator: str
    decimal: str
    names: tuple[str, ...]  # all different
    repeated: frozenset[str]  # names that occurred more than once
    body: str  # the lines below the names


def find_layout(text: str) -> Layout:
    """Find separator, names and decimal sign from the first lines of `text`."""
    lines = text.split("\n", SAMPLE_LINES)
    whole = len(lines) <= SAMPLE_LINES
    sample = lines if whole else lines[:-1]
    if re.fullmatch(r"sep=.", sample[0].strip()):  # Excel's own first line
        text = text[len(sample[0]) + 1 :]
        sample = sample[1:]
    if any(len(line) > LARGEST_LINE for line in sample):
        raise DatasetError(
            "The file has a line of more than a million characters: give one line per example."
        )
    candidates = [_Sample(separator, *_parse(sample, separator, whole)) for separator in SEPARATORS]
    best = max(candidates, key=_Sample.fitness)
    if not best.rows and any(len(line) > csv.field_size_limit() for line in sample):
        raise DatasetError(
            f"The file has a cell of more than {csv.field_size_limit():,} characters: shorten it, "
            "or leave its column out."
        )
    if best.width < 2:
        raise DatasetError(
            "Only one column was found: separate the columns by commas, semicolons, tabs or bars."
        )
    separator, rows = best.separator, best.rows
    names, repeated = _names(rows[0])
    body = text[sum(len(line) + 1 for line in sample[: best.header_lines]) :]
    return Layout(separator, _decimal(separator, rows[1:]), names, repeated, body)


@dataclass(frozen=True)
class _Sample:
    """The first lines of a text as one separator splits them."""

    separator: str
    rows: list[list[str]]
    header_lines: int  # the number of lines down to the end of the first row

    @property
    def width(self) -> int:
        return len(self.rows[0]) if self.rows else 0

    def fitness(self) -> tuple[bool, float, bool, int]:
        """Rank by: splits at all, share of rows as long as the first, no comma, columns.

        Among equals a comma comes last, because it may be a decimal sign.
        """
        alike = sum(len(row) == self.width for row in self.rows) / max(1, len(self.rows))
        return self.width > 1, alike, self.separator != ",", self.width


def _parse(sample: list[str], separator: str, whole: bool) -> tuple[list[list[str]], int]:
    """Return the sample's non-blank rows, and the number of the line where the first one ends."""
    reader = csv.reader(
        (line + "\n" for line in sample), delimiter=separator, skipinitialspace=True
    )
    rows: list[list[str]] = []
    header_lines = 0
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                rows.append([cell.strip() for cell in row])
                header_lines = header_lines or reader.line_num
    except csv.Error:
        return [], 0
    # If the text continues below the sample, so may a quotation in the last row.
    return rows if whole else rows[: max(1, len(rows) - 1)], header_lines


def _names(header: list[str]) -> tuple[tuple[str, ...], frozenset[str]]:
    """Return unique names for all columns, and the names that occurred more than once."""
    given = [name for name in header if name]
    if all(NUMBER.fullmatch(name) or COMMA_NUMBER.fullmatch(name) for name in given):
        raise DatasetError(
            "The first line must name the columns, but it holds numbers only: put a line of names "
            "above it."
        )
    if len(header) > MOST_ATTRIBUTES + 1:
        raise DatasetError(
            f"The file has {len(header):,} columns, but at most {MOST_ATTRIBUTES:,} attributes "
            "and the target are allowed: leave some out."
        )
    names = unique_names([name or f"column {n}" for n, name in enumerate(header, start=1)])
    return names, frozenset(name for name, count in Counter(given).items() if count > 1)


def split_names(text: str | None) -> tuple[str, ...]:
    """Return the names in a text, as a line of a CSV file has them.

    >>> split_names('id,"name, first"')
    ('id', 'name, first')
    """
    try:
        return tuple(name.strip() for row in csv.reader(io.StringIO(text or "")) for name in row)
    except csv.Error:
        raise DatasetError(
            "leave_out must be names separated by commas, those with a comma or a line break in "
            "quotation marks."
        ) from None


def join_names(names: Iterable[str]) -> str | None:
    """Return names as one text, which `split_names` takes apart; None if there are none.

    >>> join_names(["id", "name, first"])
    'id,"name, first"'
    """
    out = io.StringIO()
    csv.writer(out).writerow(names)
    return out.getvalue().removesuffix("\r\n") or None


def unique_names(names: list[str]) -> tuple[str, ...]:
    """Return the names with a number after every repeated one; other names are kept.

    >>> unique_names(["a", "a", "b", "a (2)"])
    ('a', 'a (3)', 'b', 'a (2)')
    """
    taken = set(names)
    copies: Counter[str] = Counter()
    unique: list[str] = []
    for name in names:
        copies[name] += 1
        new = name
        while copies[name] > 1 and new in taken:
            new = f"{name} ({copies[name]})"
            copies[name] += new in taken
        taken.add(new)
        unique.append(new)
    return tuple(unique)


def _decimal(separator: str, rows: list[list[str]]) -> str:
    """Return "," if numbers such as 1,5 occur in the sample and the separator is not a comma."""
    if separator == ",":
        return "."
    comma = any(COMMA_NUMBER.fullmatch(cell) for row in rows for cell in row)
    return "," if comma else "."
