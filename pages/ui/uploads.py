"""A visitor's own table: kept in the session, and gone with it."""

from __future__ import annotations

import io
import threading
from dataclasses import dataclass
from typing import Protocol, TypeVar
from weakref import WeakSet

import streamlit as st

from aelr_core.datasets import Dataset, DatasetError, load_dataset
from pages.ui.cache import Shelf
from pages.ui.settings import Settings, UploadedTable

_UPLOAD = "_upload"
# For one visitor: the table scaled for a family and a seed, and previous ones that still fit.
MOST_BYTES = 200 * 2**20
TOO_WIDE = (
    "The table needs {size:,.0f} MB of memory, more than the {most:,.0f} MB allowed per visitor: "
    "remove rows or columns, or allow fewer categories."
)
# Reading takes several times the memory of the table, so it is done for one visitor at a time.
one_at_a_time = threading.Lock()


@dataclass(frozen=True, eq=False)
class Upload:
    """The bytes of a file (at most 20 MB), its table, and the data sets made from it."""

    table: UploadedTable
    content: bytes
    loaded: Shelf


class Holder(Protocol):
    """What a session keeps of a file."""

    @property
    def content(self) -> bytes:
        """The bytes of the file."""


H = TypeVar("H", bound=Holder)
_HOLDERS: WeakSet[Holder] = WeakSet()
_counting = threading.Lock()


def hold(one: H) -> H:
    """Count the file of what a session keeps, as long as it does, and return it."""
    with _counting:
        _HOLDERS.add(one)
    return one


def bytes_held() -> int:
    """Return how large the files are that all sessions keep."""
    with _counting:
        return sum({id(one.content): len(one.content) for one in _HOLDERS}.values())


def put(
    content: bytes,
    name: str,
    *,
    target: str,
    positive: str | None = None,
    missing: str = "refuse",
    max_categories: int = 20,
    leave_out: str | None = None,
) -> UploadedTable:
    """Read a table and make it the visitor's, in place of the previous one.

    Raises
    ------
    DatasetError
        In one sentence for the visitor, when the table cannot be used; the previous one stays.
    """
    options: dict[str, object] = {
        "target": target,
        "positive": positive,
        "missing": missing,
        "max_categories": max_categories,
        "leave_out": leave_out,
    }
    data = _read(content, name, **options)
    table = UploadedTable(
        fingerprint=str(data.fingerprint),
        name=data.label,
        d=data.d,
        rows=data.m,
        target=target,
        positive=positive,
        missing=missing,
        max_categories=max_categories,
        leave_out=leave_out,
    )
    st.session_state[_UPLOAD] = hold(Upload(table, content, Shelf(MOST_BYTES)))
    return table


def current() -> UploadedTable | None:
    """Return the visitor's table, None if there is none."""
    upload = st.session_state.get(_UPLOAD)
    return upload.table if isinstance(upload, Upload) else None


def get(fingerprint: str) -> Upload | None:
    """Return the visitor's upload if it is the table with this fingerprint."""
    upload = st.session_state.get(_UPLOAD)
    same = isinstance(upload, Upload) and upload.table.fingerprint == fingerprint
    return upload if same else None


def gone(settings: Settings) -> bool:
    """Return whether the settings are about a table that is no longer loaded."""
    return settings.table is not None and get(settings.table.fingerprint) is None


def forget() -> None:
    """Forget the visitor's table."""
    st.session_state.pop(_UPLOAD, None)


def dataset(settings: Settings) -> Dataset:
    """Return the table of the settings, split by their seed and scaled for their family."""
    upload = get(settings.table.fingerprint) if settings.table else None
    if upload is None or settings.table is None:
        raise ValueError("data must be a table of this session.")
    table, content = settings.table, upload.content
    return upload.loaded.get(
        (table, settings.family, settings.seed, settings.scaling),
        lambda: _read(
            content, table.name, family=settings.family, seed=settings.seed, **settings.options
        ),
    )


def _read(content: bytes, name: str, **options: object) -> Dataset:
    file = io.BytesIO(content)
    file.name = name
    with one_at_a_time:
        data = load_dataset("csv", file=file, **options)
    size = data.X_train.nbytes + data.X_test.nbytes
    if size > MOST_BYTES:
        raise DatasetError(TOO_WIDE.format(size=size / 2**20, most=MOST_BYTES / 2**20))
    return data
