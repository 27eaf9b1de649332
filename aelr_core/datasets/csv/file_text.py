"""Reads a path, bytes or an open file as text: checks its size, kind and encoding."""

from __future__ import annotations

import codecs
import hashlib
import os
from dataclasses import dataclass
from typing import IO

from aelr_core.datasets.dataset import DatasetError

File = str | os.PathLike[str] | bytes | bytearray | memoryview | IO[bytes] | IO[str]

LARGEST_BYTES = 20 * 2**20

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
CONTROL_CHARACTERS = bytes(set(range(32)) - set(b"\t\n\v\f"))


@dataclass(frozen=True)
class Content:
    """The text of a file, with every line ending in a line feed only."""

    text: str
    encoding: str
    name: str
    fingerprint: str  # of the bytes as they were given


def read_content(file: File) -> Content:
    """Read at most 20 MB and decode them, or say in one sentence what is wrong with them."""
    raw, name = _read(file)
    if len(raw) > LARGEST_BYTES:
        raise DatasetError(
            "The file is larger than 20 MB: leave out rows or columns, or round its numbers."
        )
    if not raw.strip():
        raise DatasetError("The file is empty: give one with a line of names and lines of values.")
    for beginning, what in ARCHIVES.items():
        if raw.startswith(beginning):
            raise DatasetError(f"The file is {what}: save the table as CSV text instead.")
    text, encoding = _decode(raw)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    plain = text.encode("utf-8", errors="replace")
    if len(plain.translate(None, CONTROL_CHARACTERS)) < len(plain):
        raise _not_text()
    if not text.strip():
        raise DatasetError("The file is empty: give one with a line of names and lines of values.")
    return Content(text, encoding, name, "sha256:" + hashlib.sha256(raw).hexdigest())


def _read(file: File) -> tuple[bytes, str]:
    if isinstance(file, bytes | bytearray | memoryview):
        return bytes(file), "uploaded bytes"
    if isinstance(file, str | os.PathLike):
        name = os.path.basename(os.fspath(file))
        try:
            with open(file, "rb") as opened:
                return opened.read(LARGEST_BYTES + 1), name
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
    for mark, encoding in BYTE_ORDER_MARKS.items():
        if raw.startswith(mark):
            return _decode_as(raw, encoding), encoding
    if b"\x00" in raw:
        # Most characters of a table are ASCII: in UTF-16 every other byte of them is zero.
        half = len(raw) // 2
        for start, encoding in ((1, "utf-16-le"), (0, "utf-16-be")):
            if raw[start::2].count(0) > 0.7 * half:
                return _decode_as(raw, encoding), encoding
        raise _not_text()
    try:
        return raw.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        pass
    try:
        return raw.decode("cp1252"), "cp1252"
    except UnicodeDecodeError:  # five bytes are undefined there; in Latin-1 every byte is defined
        return raw.decode("latin-1"), "latin-1"


def _decode_as(raw: bytes, encoding: str) -> str:
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError:
        raise _not_text() from None


def _not_text() -> DatasetError:
    return DatasetError("The file is not text: save the table as CSV in UTF-8.")
