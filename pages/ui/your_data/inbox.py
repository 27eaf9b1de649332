"""The visitor's file and the choices for it: kept in the session, and gone with it.

The bytes are those that `uploads` keeps. Nothing is logged: no names, no values.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from aelr_core.analysis.your_table import Findings, findings
from aelr_core.datasets import DatasetError
from aelr_core.datasets.csv import SAMPLE
from aelr_core.datasets.csv.columns import Peek, peek
from pages.ui import data, uploads, visitor_run
from pages.ui.plain_text import in_file_name
from pages.ui.settings import DEFAULTS, Settings, UploadedTable, sidebar
from pages.ui.streamlit_internals import let_go

_FILE, _PROBLEM, _FOUND, _TIMES = "_table_file", "_table_problem", "_table_found", "_table_times"
_SECOND, _SECOND_TIMES = "_table_second", "_table_second_times"
_SECOND_PROBLEM = "_table_second_problem"
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


def file() -> LoadedFile | None:
    """Return the visitor's file, None if there is none."""
    found: LoadedFile | None = st.session_state.get(_FILE)
    return found


def problem() -> str:
    """Return why the last file could not be used, in one sentence, or ""."""
    found: str = st.session_state.get(_PROBLEM, "")
    return found


def uploader_key() -> str:
    """Return the key of the uploader: a new one after each file, so that it keeps no copy."""
    return f"table_upload_{st.session_state.get(_TIMES, 0)}"


def receive() -> None:
    """Take the file that was uploaded. A callback."""
    given = uploads.arrived(uploader_key())
    if given is not None:
        if uploads.refused(given):
            st.session_state[_PROBLEM] = uploads.NO_ROOM_FOR_FILES
        else:
            take(given.name, given.getvalue())
        let_go(given.file_id)
        st.session_state[_TIMES] = st.session_state.get(_TIMES, 0) + 1


@dataclass(frozen=True, eq=False)
class SecondFile:
    """The file of a second table."""

    content: bytes


def second() -> bytes | None:
    """Return the second table, to predict for; None if there is none."""
    found: SecondFile | None = st.session_state.get(_SECOND)
    return None if found is None else found.content


def second_problem() -> str:
    """Return why the last second table could not be taken, in one sentence, or ""."""
    found: str = st.session_state.get(_SECOND_PROBLEM, "")
    return found


def second_uploader_key() -> str:
    """Return the key of the second uploader, as `uploader_key` that of the first."""
    return f"table_second_{st.session_state.get(_SECOND_TIMES, 0)}"


def receive_second() -> None:
    """Take the second table. A callback."""
    given = uploads.arrived(second_uploader_key())
    if given is not None:
        if uploads.refused(given):
            st.session_state[_SECOND_PROBLEM] = uploads.NO_ROOM_FOR_FILES
        else:
            st.session_state[_SECOND_PROBLEM] = ""
            st.session_state[_SECOND] = uploads.hold(SecondFile(given.getvalue()))
        let_go(given.file_id)
        st.session_state[_SECOND_TIMES] = st.session_state.get(_SECOND_TIMES, 0) + 1


def take_sample() -> None:
    """Take the table that ships with the app. A callback."""
    take(SAMPLE.name, SAMPLE.read_bytes())


def take(name: str, content: bytes) -> None:
    """Read a file and suggest how to use it; if it cannot be read, keep the reason."""
    st.session_state[_PROBLEM] = ""
    try:
        with uploads.one_at_a_time:
            seen = peek(content)
    except (DatasetError, MemoryError) as error:
        st.session_state[_PROBLEM] = _sentence(error)
        return
    st.session_state[_FILE] = uploads.hold(LoadedFile(in_file_name(name), content, seen))
    st.session_state.update({TARGET: seen.suggested_target, MISSING: seen.suggested_missing})
    for name in (POSITIVE, IDENTIFIERS):
        st.session_state.pop(name, None)


def forget() -> None:
    """Forget the table and everything computed from it. A callback."""
    if sidebar.current().entry.uploaded:
        sidebar.choose(replace(DEFAULTS, projector=sidebar.current().projector))
    uploads.forget()
    data.forget_table()
    visitor_run.forget_tables()
    for name in (_FILE, _PROBLEM, _FOUND, _SECOND, _SECOND_PROBLEM, TARGET, POSITIVE, IDENTIFIERS):
        st.session_state.pop(name, None)


def use(
    of: LoadedFile,
    *,
    target: str,
    positive: str | None,
    missing: str,
    max_categories: int,
    leave_out: str | None = None,
) -> UploadedTable:
    """Make the file the visitor's table, with these choices; the same choices again cost nothing.

    Raises
    ------
    DatasetError
        In one sentence, when it cannot be used like this; the previous table stays.
    """
    now = uploads.current()
    wanted: dict[str, Any] = {
        "target": target,
        "positive": positive,
        "missing": missing,
        "max_categories": max_categories,
        "leave_out": leave_out,
    }
    asked = of.name, of.peek.fingerprint, wanted
    if now is not None and (now.name, now.fingerprint, now.options) == asked:
        return now
    if of.peek.bytes_of_rows(target, max_categories) > uploads.MOST_BYTES:
        raise DatasetError(
            f"The table needs more than the {uploads.MOST_BYTES // 2**20} MB of memory allowed "
            "per visitor: remove rows or columns, or allow fewer categories."
        )
    try:
        return uploads.put(of.content, of.name, **wanted)
    except MemoryError as error:
        raise DatasetError(NO_MEMORY) from error


def found_in(settings: Settings) -> Findings:
    """Return the numbers of the settings' table, computed once for equal settings."""
    names = ("table", "family", "seed", "scaling", "budget", "rules")
    key = tuple(getattr(settings, name) for name in names)
    kept = st.session_state.get(_FOUND)
    if kept is None or kept[0] != key:
        try:
            kept = key, findings(uploads.dataset(settings), settings.budget, settings.rules)
        except MemoryError as error:
            raise DatasetError(NO_MEMORY) from error
        st.session_state[_FOUND] = kept
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


def _sentence(error: BaseException) -> str:
    return NO_MEMORY if isinstance(error, MemoryError) else str(error)
