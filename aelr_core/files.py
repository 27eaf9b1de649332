"""Files: those that come with the code, files written completely or not at all, and archives."""

from __future__ import annotations

import io
import json
import os
import shutil
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

_INSTALLED = Path(__file__).resolve().with_name("assets")

ASSETS = _INSTALLED if _INSTALLED.is_dir() else _INSTALLED.parents[1] / "assets"


# ---- Files that are written completely or not at all ----
# A file is written beside its place under another name and renamed when it is complete: until then,
# what was there before stays. A link is followed; a device, a pipe or ``/dev/stdout`` is written
# into as a stream.


@contextmanager
def written(path: Path) -> Iterator[BinaryIO]:
    """Open a file that takes its place at `path` when the block ends without an error."""
    if is_stream(path):
        whole = io.BytesIO()
        yield whole
        try:
            with path.open("ab") as stream:
                stream.write(whole.getvalue())
        except BrokenPipeError:
            raise ValueError(f"{path} was closed before everything was written.") from None
        return
    place = Path(os.path.realpath(path))
    # a name of its own, short enough wherever the file's own name is
    draft = place.with_name(f"{place.name[:40]}.{token_hex(4)}.part")
    try:
        with draft.open("xb") as file:
            yield file
        if place.exists():
            shutil.copymode(place, draft)
        draft.replace(place)
    finally:
        draft.unlink(missing_ok=True)


def refuse_unwritable(path: Path, name: str) -> None:
    """Refuse a path that `written` could not use, before hours of computing rather than after.

    name : what to call the path in the sentence.
    """
    there, folder = path.exists(), Path(os.path.realpath(path)).parent
    if path.is_dir() or not (there or folder.is_dir()):
        raise ValueError(
            f"{name} must name a file in a folder that exists, but it is {os.fspath(path)!r}."
        )
    if there and not os.access(path, os.W_OK):
        raise ValueError(f"{name} must name a file that may be written: {path} is read-only.")
    if not is_stream(path):
        refuse_unwritable_folder(folder)


def refuse_unwritable_folder(folder: Path) -> None:
    """Refuse a folder in which no file can be made, by making one."""
    trial = folder / f"aelr.{token_hex(4)}.part"
    try:
        trial.touch(exist_ok=False)
        trial.unlink()
    except OSError as error:
        raise ValueError(f"{folder} cannot be written to: {error.strerror}.") from error


def free_name(path: Path, word: str) -> Path:
    """Return a name beside `path` that nothing has yet: result.npz → result-word.npz, …-word-2."""
    number, added = 1, word
    while os.path.lexists(beside := path.with_name(f"{path.stem}-{added}{path.suffix}")):
        number += 1
        added = f"{word}-{number}"
    return beside


def is_stream(path: Path) -> bool:
    """Return whether there is a device or a pipe, or an open file such as /dev/stdout."""
    there = path.exists() and not stat.S_ISREG(path.stat().st_mode)
    return there or path.is_relative_to("/dev") or path.is_relative_to("/proc")


# ---- Arrays and words in one file: an npz archive with one JSON text inside, without pickle ----
# A file may be damaged, or made by somebody else. `read_as` turns whatever goes wrong while it is
# unpacked and checked into one sentence.

Arrays = dict[str, NDArray[Any]]


def pack(path: Path, words: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write an archive, completely or not at all."""
    text = np.array(json.dumps(words, allow_nan=False))
    with written(path) as file:
        np.savez_compressed(file, allow_pickle=False, json=text, **arrays)


def unpack(content: bytes, format: str) -> tuple[dict[str, Any], Arrays]:
    """Return the words and the arrays of an archive whose words name this format."""
    with np.load(io.BytesIO(content), allow_pickle=False) as archive:
        arrays = {name: archive[name] for name in archive.files}
    words = json.loads(str(arrays.pop("json")))
    if words["format"] != format:
        raise ValueError(f"its format is {words['format']!r}")
    return words, arrays


@contextmanager
def read_as(what: str, path: str | os.PathLike[str]) -> Iterator[bytes]:
    """Give the bytes of a file; if the block cannot make sense of them, say that it is not `what`.

    Damage shows itself as any error: of zip, zlib, NumPy, JSON, recursion, a missing key.
    """
    content = Path(path).read_bytes()
    try:
        yield content
    except Exception as error:
        raise ValueError(f"{os.fspath(path)} is not {what}.") from error


def require(fact: bool, what: str) -> None:
    """Raise ValueError unless something holds of what was read."""
    if not fact:
        raise ValueError(what)
