"""Files that are written completely or not at all.

A file is written beside its place under another name and renamed when it is complete: until then,
what was there before stays. A link is followed; a device, a pipe or an open file such as
``/dev/stdout`` is written into as a stream, where it stands.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO


@contextmanager
def written(path: Path) -> Iterator[BinaryIO]:
    """Open a file that takes its place at `path` when the block ends without an error."""
    if is_stream(path):
        whole = io.BytesIO()
        yield whole
        opened = _opened(path)
        try:
            with path.open("wb") if opened is None else os.fdopen(os.dup(opened), "wb") as stream:
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
    elif (opened := _opened(path)) is not None:
        try:
            os.write(opened, b"")
        except OSError:
            raise ValueError(
                f"{name} must name a file that may be written: {path} is not."
            ) from None
    elif path.is_socket():
        raise ValueError(f"{name} must not name a socket, but {path} is one.")


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
    """Return whether there is a device or a pipe, or a file that this process has open."""
    try:
        return not stat.S_ISREG(path.stat().st_mode) or _opened(path) is not None
    except FileNotFoundError:
        return False


def _opened(path: Path) -> int | None:
    """Return the number of the open file that a path such as /dev/stdout stands for."""
    own = rf"/dev/fd|/proc/{os.getpid()}/(.+/)?fd"
    while not (path.name.isdecimal() and re.fullmatch(own, os.path.realpath(path.parent))):
        if not path.is_symlink():
            return None
        path = path.parent / os.readlink(path)
    return int(path.name)
