"""Reads a file as text, and finds its layout: separator, decimal sign and names of columns."""

from __future__ import annotations

import codecs
import csv
import hashlib
import io
import os
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import IO, Any

from aelr_core.datasets.dataset import DatasetError

LARGEST_BYTES = 20 * 2**20
LARGEST_LINE = 2**20
MOST_ATTRIBUTES = 5_000
SAMPLE_LINES = 100
SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}

BYTE_ORDER_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF32_LE: "utf-32",  # before UTF-16, whose mark is the start of this one
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
ARCHIVES = {
    b"PK\x03\x04": "an Excel workbook or a zip archive",
    b"\x1f\x8b": "a gzip archive",
    b"%PDF": "a PDF document",
    b"\xd0\xcf\x11\xe0": "an old Excel workbook",
    b"PAR1": "a Parquet file",
}
CONTROL_CHARACTER = re.compile("[\x00-\x08\x0e-\x1f]")

NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
COMMA_NUMBER = re.compile(r"[+-]?[0-9]*,[0-9]+([eE][+-]?[0-9]+)?")


@dataclass(frozen=True)
class TableText:
    """The text of a file below its names, with lines that end in a line feed, and its layout."""

    body: str
    names: tuple[str, ...]  # of the columns, all different
    repeated: frozenset[str]  # names that occurred more than once
    separator: str
    decimal: str
    encoding: str
    file_name: str
    fingerprint: str  # of the bytes as they were given


# What was read already is not read again: a pipe can be read once.
File = str | os.PathLike[str] | bytes | bytearray | memoryview | IO[bytes] | IO[str] | TableText


def read_text(file: File) -> TableText:
    """Read at most 20 MB of text and find its layout, or say in one sentence what is wrong.

    Separator, names and decimal sign are found from the first lines.
    """
    if isinstance(file, TableText):
        return file
    raw, file_name = _read(file)
    text, encoding = _decode(raw)
    if not text.strip():
        raise DatasetError("The file is empty: give one with a line of names and lines of values.")
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
    best = max((_Sample.of(sample, each, whole) for each in SEPARATORS), key=_Sample.fitness)
    if not best.rows and any(len(line) > csv.field_size_limit() for line in sample):
        raise DatasetError(
            f"The file has a cell of more than {csv.field_size_limit():,} characters: shorten it, "
            "or leave its column out."
        )
    if best.width < 2:
        raise DatasetError(
            "Only one column was found: separate the columns by commas, semicolons, tabs or bars."
        )
    names, repeated = _names(best.rows[0])
    cells = (cell for row in best.rows[1:] for cell in row)
    decimal_comma = best.separator != "," and any(COMMA_NUMBER.fullmatch(cell) for cell in cells)
    return TableText(
        body=text[sum(len(line) + 1 for line in sample[: best.header_lines]) :],
        names=names,
        repeated=repeated,
        separator=best.separator,
        decimal="," if decimal_comma else ".",
        encoding=encoding,
        file_name=file_name,
        fingerprint="sha256:" + hashlib.sha256(raw).hexdigest(),
    )


def _read(file: Any) -> tuple[bytes, str]:
    if isinstance(file, bytes | bytearray | memoryview):
        return bytes(file), "uploaded bytes"
    if isinstance(file, str | os.PathLike):
        try:
            with open(file, "rb") as opened:
                return opened.read(LARGEST_BYTES + 1), os.path.basename(os.fspath(file))
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or "the path is not valid"
            raise DatasetError(
                f"file cannot be read ({reason}): give the path of a CSV file."
            ) from error
    if not hasattr(file, "read"):
        raise DatasetError(
            f"file must be a path, bytes or an open file, but it is of type {type(file).__name__}."
        )
    if file.seekable():  # an upload may have been read before
        file.seek(0)
    content = file.read(LARGEST_BYTES + 1)
    name = os.path.basename(str(getattr(file, "name", "uploaded file")))
    return (content.encode("utf-8") if isinstance(content, str) else bytes(content)), name


def _decode(raw: bytes) -> tuple[str, str]:
    """Return the text and its encoding, found by byte-order mark, by zero bytes, or by trial."""
    if len(raw) > LARGEST_BYTES:
        raise DatasetError(
            "The file is larger than 20 MB: leave out rows or columns, or round its numbers."
        )
    for beginning, what in ARCHIVES.items():
        if raw.startswith(beginning):
            raise DatasetError(f"The file is {what}: save the table as CSV text instead.")
    possible = [encoding for mark, encoding in BYTE_ORDER_MARKS.items() if raw.startswith(mark)][:1]
    if not possible and b"\x00" in raw:
        # Most characters of a table are ASCII: in UTF-16 every other byte of them is zero.
        zeros = {"utf-16-le": raw[1::2].count(0), "utf-16-be": raw[::2].count(0)}
        possible = [encoding for encoding, count in zeros.items() if count > 0.7 * (len(raw) // 2)]
    elif not possible:
        possible = ["utf-8", "cp1252", "latin-1"]  # the last one decodes any bytes
    for encoding in possible:
        try:
            text = raw.decode(encoding).replace("\r\n", "\n").replace("\r", "\n")
        except UnicodeDecodeError:
            continue
        if CONTROL_CHARACTER.search(text) is None:
            return text, encoding
        break
    raise DatasetError("The file is not text: save the table as CSV in UTF-8.")


@dataclass(frozen=True)
class _Sample:
    """The first lines of a text as one separator splits them: the rows that are not blank."""

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

    @classmethod
    def of(cls, lines: list[str], separator: str, whole: bool) -> _Sample:
        reader = csv.reader(
            (line + "\n" for line in lines), delimiter=separator, skipinitialspace=True
        )
        rows: list[list[str]] = []
        header_lines = 0
        try:
            for row in reader:
                if any(cell.strip() for cell in row):
                    rows.append([cell.strip() for cell in row])
                    header_lines = header_lines or reader.line_num
        except csv.Error:
            return cls(separator, [], 0)
        # If the text continues below the sample, so may a quotation in the last row.
        return cls(separator, rows if whole else rows[: max(1, len(rows) - 1)], header_lines)


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
