"""A visitor's own table: kept in the session, and gone with it; and the room that files have."""

from __future__ import annotations

import io
import threading
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar
from weakref import WeakKeyDictionary, WeakSet

import streamlit as st

from aelr_core.datasets import Dataset, DatasetError, load_dataset
from pages.ui.cache import Shelf, size_of
from pages.ui.settings import Settings, UploadedTable
from pages.ui.streamlit_internals import keep_newest_files, uploaded_files

_UPLOAD = "_upload"
# For one visitor: the table scaled for a family and a seed, and previous ones that still fit.
MOST_BYTES = 200 * 2**20
TOO_WIDE = (
    "The table needs {size:,.0f} MB of memory, more than the {most:,.0f} MB allowed per visitor: "
    "remove rows or columns, or allow fewer categories."
)
# For all visitors: the tables in memory, those of waiting runs too. The oldest that are not in use
# go first, and are read again when they are asked for.
MOST_OF_ALL = 512 * 2**20
NO_ROOM = (
    "The tables that visitors work with fill the {most:,.0f} MB that this server has for them: try "
    "again later, or with fewer rows or columns."
)
# What uploaded files may take: of a session, the one that is being read and one that arrives
# meanwhile; of all visitors, with the files of the tables that they work with.
MOST_OF_SESSION, MOST_FILES = 40 * 2**20, 8
FILES_OF_ALL = 200 * 2**20
NO_ROOM_FOR_FILES = (
    f"The files of all visitors fill the {FILES_OF_ALL // 2**20} MB that this server has for them: "
    "try again later, or with a smaller file."
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
# All tables in memory; and the uploads, the least recently used first.
_TABLES: WeakSet[Dataset] = WeakSet()
_USED: WeakKeyDictionary[Upload, None] = WeakKeyDictionary()
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


def tables_held() -> int:
    """Return how large the tables are that are in memory."""
    with _counting:
        return sum(map(size_of, _TABLES))


def bound() -> None:
    """Bound the files of all sessions, once per server. Call it where there is a session."""
    keep_newest_files(
        uploaded_files(),
        bytes_held,
        most_files=MOST_FILES,
        most_bytes=MOST_OF_SESSION,
        most_of_all=FILES_OF_ALL,
    )


def arrived(key: str) -> Any:
    """Return the file that the uploader of this key holds; None if it holds none."""
    given = st.session_state.get(key)
    return given if isinstance(given, io.BytesIO) else None  # as Streamlit's are


def put(content: bytes, name: str, **options: Any) -> UploadedTable:
    """Read a table and make it the visitor's, in place of the previous one.

    options : how it is read, as for `UploadedTable`.

    Raises
    ------
    DatasetError
        In one sentence for the visitor, when the table cannot be used; the previous one stays.
    """
    data = _read(content, name, **options)
    table = UploadedTable(
        fingerprint=str(data.fingerprint),
        name=data.label,
        d=data.d,
        rows=data.m,
        **options,
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
    with _counting:
        _USED.pop(upload, None)
        _USED[upload] = None
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
        size = size_of(data)
        if size > MOST_BYTES:
            raise DatasetError(TOO_WIDE.format(size=size / 2**20, most=MOST_BYTES / 2**20))
        with _counting:
            _TABLES.add(data)
            oldest_first = [*_USED]
        for upload in oldest_first:
            if tables_held() > MOST_OF_ALL:
                upload.loaded.clear()
        if tables_held() > MOST_OF_ALL:
            raise DatasetError(NO_ROOM.format(most=MOST_OF_ALL / 2**20))
    return data
