"""The visitor's file and the choices for it: kept in the session, and gone with it.

The bytes are those that `uploads` keeps. Nothing is logged: no names, no values.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from aelr_core.analysis.your_table import Findings, findings
from aelr_core.datasets import DatasetError
from aelr_core.datasets.csv import SAMPLE
from aelr_core.datasets.csv.peek import Peek, peek
from pages.ui import data, uploads, visitor_run
from pages.ui.prose import in_file_name
from pages.ui.settings import DEFAULTS, Settings, UploadedTable, sidebar
from pages.ui.streamlit_internals import REFUSED_FILE, let_go

_FILE, _FINDINGS, _SECOND = "_table_file", "_table_found", "_table_second"
# Widgets of the page; their values are kept while the visitor is on another page.
TARGET, POSITIVE, MISSING, CATEGORIES, SCALING, PRICES, IDENTIFIERS = (
    "table_target",
    "table_positive",
    "table_missing",
    "table_categories",
    "table_scaling",
    "table_prices",
    "table_identifiers",
)
NO_MEMORY = "The table needs more memory than is available: remove rows or columns."
# A run on a small table sees every row a few times; more examples are not needed.
ENOUGH_EXAMPLES = 2_000


@dataclass(frozen=True, eq=False)
class LoadedFile:
    """A readable file."""

    name: str
    content: bytes
    peek: Peek


@dataclass(frozen=True, eq=False)
class SecondFile:
    """The file of a second table."""

    content: bytes


def file() -> LoadedFile | None:
    """Return the visitor's file, None if there is none."""
    loaded: LoadedFile | None = st.session_state.get(_FILE)
    return loaded


def second() -> bytes | None:
    """Return the second table, to predict for; None if there is none."""
    kept: SecondFile | None = st.session_state.get(_SECOND)
    return None if kept is None else kept.content


@dataclass(frozen=True)
class Uploader:
    """An uploader, and what became of its last file.

    Attributes
    ----------
    widget : how the key of its widget begins.
    session : how the keys of what the session keeps of it begin.
    keep : keeps a file, given its name and its bytes.
    """

    widget: str
    session: str
    keep: Callable[[str, bytes], None]

    @property
    def key(self) -> str:
        """The key of its widget: a new one after each file, so that it keeps no copy."""
        return f"{self.widget}_{st.session_state.get(self._times, 0)}"

    @property
    def problem(self) -> str:
        """Why the last file could not be used, in one sentence, or ""."""
        return str(st.session_state.get(f"{self.session}_problem", ""))

    @property
    def _times(self) -> str:
        return f"{self.session}_times"

    def refuse(self, sentence: str) -> None:
        """Keep why the last file could not be used; "" if it could."""
        st.session_state[f"{self.session}_problem"] = sentence

    def receive(self) -> None:
        """Take the file that was uploaded. A callback."""
        given = uploads.arrived(self.key)
        if given is None:
            return
        if given.type == REFUSED_FILE:
            self.refuse(uploads.NO_ROOM_FOR_FILES)
        else:
            self.keep(given.name, given.getvalue())
        let_go(given.file_id)
        st.session_state[self._times] = st.session_state.get(self._times, 0) + 1


def take_sample() -> None:
    """Take the table that ships with the app. A callback."""
    take(SAMPLE.name, SAMPLE.read_bytes())


def take(name: str, content: bytes) -> None:
    """Read a file and suggest how to use it; if it cannot be read, keep the reason."""
    try:
        with uploads.one_at_a_time:
            seen = peek(content)
    except (DatasetError, MemoryError) as error:
        FIRST.refuse(NO_MEMORY if isinstance(error, MemoryError) else str(error))
        return
    FIRST.refuse("")
    st.session_state[_FILE] = uploads.hold(LoadedFile(in_file_name(name), content, seen))
    st.session_state.update({TARGET: seen.suggested_target, MISSING: seen.suggested_missing})
    for name in (POSITIVE, IDENTIFIERS):
        st.session_state.pop(name, None)


def _take_second(_name: str, content: bytes) -> None:
    SECOND.refuse("")
    st.session_state[_SECOND] = uploads.hold(SecondFile(content))


FIRST = Uploader("table_upload", "_table", take)
SECOND = Uploader("table_second", "_table_second", _take_second)


def forget() -> None:
    """Forget the table and everything computed from it. A callback."""
    if sidebar.current().entry.uploaded:
        sidebar.choose(replace(DEFAULTS, projector=sidebar.current().projector))
    uploads.forget()
    data.forget_table()
    visitor_run.forget_tables()
    for name in (_FILE, _FINDINGS, _SECOND, TARGET, POSITIVE, IDENTIFIERS):
        st.session_state.pop(name, None)
    FIRST.refuse("")
    SECOND.refuse("")


def use(of: LoadedFile, **options: Any) -> UploadedTable:
    """Make the file the visitor's table; with the same options again this costs nothing.

    options : how it is read, as for `UploadedTable`.

    Raises
    ------
    DatasetError
        In one sentence, when it cannot be used like this; the previous table stays.
    """
    now = uploads.current()
    if now and now == UploadedTable(of.peek.fingerprint, of.name, now.d, now.rows, **options):
        return now
    if of.peek.bytes_of_rows(options["target"], options["max_categories"]) > uploads.MOST_BYTES:
        raise DatasetError(
            f"The table needs more than the {uploads.MOST_BYTES // 2**20} MB of memory allowed "
            "per visitor: remove rows or columns, or allow fewer categories."
        )
    try:
        return uploads.put(of.content, of.name, **options)
    except MemoryError as error:
        raise DatasetError(NO_MEMORY) from error


def findings_of(settings: Settings) -> Findings:
    """Return the numbers of the settings' table, computed once for equal settings."""
    names = ("table", "family", "seed", "scaling", "budget", "rules")
    key = tuple(getattr(settings, name) for name in names)
    kept = st.session_state.get(_FINDINGS)
    if kept is None or kept[0] != key:
        try:
            kept = key, findings(uploads.dataset(settings), settings.budget, settings.rules)
        except MemoryError as error:
            raise DatasetError(NO_MEMORY) from error
        st.session_state[_FINDINGS] = kept
    numbers: Findings = kept[1]
    return numbers


def to_run(settings: Settings, family: str) -> Settings:
    """Return the settings of a run of the table for a family."""
    rows = settings.table.rows if settings.table else 0
    examples = min(settings.examples, max(ENOUGH_EXAMPLES, rows))
    return replace(settings, family=family, examples=examples)


def switch_family(family: str) -> None:
    """Set the sidebar's family. A callback."""
    sidebar.choose(replace(sidebar.current(), family=family))


def run(settings: Settings) -> None:
    """Set every control and start the run. A callback; the page then goes to the explorer."""
    sidebar.choose(settings)
    visitor_run.submit(settings)
