"""Arrays and words in one file: an npz archive with one JSON text inside, without pickle.

A file may be damaged, or made by somebody else. `read_as` turns whatever goes wrong while it is
unpacked and checked into one sentence.
"""

from __future__ import annotations

import io
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aelr_core.whole_files import written

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
