"""A visitor's table on every page: its names are plain text, and Forget leaves nothing of it."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from pages.ui import uploads
from pages.ui.cache import Recent
from pages.ui.your_data import inbox
from tests.app.reading import as_read
from tests.app.screen import SMALL, Open, finished, opened, pressed
from tests.app.test_your_data import upload
from tests.runs.waiting import until

PAGE = "pages/your_data.py"
PAGES = [f"pages/{name}.py" for name in ("explorer", "what_if", "bounds", "one_step")]
NAME = "_a_ __b__ (c).csv"  # what a file name may keep, and what Markdown would change
TARGET = "**[y](http://e.x)**"
ODD = ("_a_", "[y](")
# These show any text literally, or draw a little HTML.
LITERAL = ("bidi_component", "dataframe", "selectbox", "code")
ROWS = "".join(f"{n % 7},{n % 5},{n % 11},{n % 13},{n % 3},{n % 2}\n" for n in range(90))
TABLE = f"u,v,w,x,{TARGET},z\n{ROWS}".encode()


def shared_caches() -> dict[int, set[object]]:
    """Return the keys of every cache that all visitors share, by the cache."""
    kept = [one for module in [*sys.modules.values()] for one in vars(module).values()]
    return {id(one): {*one._kept} for one in kept if isinstance(one, Recent)}


def sent(block: Any) -> Iterator[tuple[str, str]]:
    """Return the kind and the whole message of everything on the screen."""
    for child in block.children.values():
        yield child.type, str(child.proto)
        if hasattr(child, "children"):
            yield from sent(child)


def with_table(app: AppTest) -> AppTest:
    """Upload the table, run it with two targets, and pin the first run."""
    upload(app.switch_page(PAGE).run(), TABLE, NAME)
    for target in (TARGET, "z"):
        app.selectbox(key="table_target").set_value(target).run()
        app.button(key="table_run_ridge").click().run()
        job = app.session_state["_run_job"]
        until(lambda job=job: job.ended)
        app.switch_page("pages/explorer.py").run()
        if target == TARGET:
            pressed(app, "pin").switch_page(PAGE).run()
    assert not app.exception
    return app


def names_in_markdown(app: AppTest) -> set[str]:
    """Return which names a visitor reads; none of them may be markup."""
    found = set()
    for kind, message in [*sent(app.main), *sent(app.sidebar)]:
        if kind not in LITERAL:
            text = message.replace("\\\\", "\\")  # as a message's text has it
            assert not [name for name in ODD if name in text], (kind, text)
            found |= {name for name in ODD if name in as_read(text)}
    return found


def test_a_table_is_plain_text_on_every_page_and_gone_once_forgotten(open_app: Open) -> None:
    app = finished(open_app(**SMALL))
    for page in PAGES:
        app.switch_page(page).run()
    before = shared_caches()
    assert sum(map(len, before.values())) > 10  # pictures, tables, prior facts of shared data

    with_table(app)
    read = {}
    for page in PAGES:
        app.switch_page(page).run()
        assert not app.exception
        read[page] = names_in_markdown(app)
    assert read["pages/explorer.py"] == {*ODD}
    assert all("_a_" in found for found in read.values())  # the sidebar has it everywhere
    assert shared_caches() == before

    app.switch_page(PAGE).run()
    app.session_state["_run_problem"] = ("settings", f"{TARGET} is odd.", "")
    app.button(key="table_forget").click().run()
    assert not app.exception
    assert "_run_job" not in app.session_state
    assert "_run_settings" not in app.session_state
    assert app.session_state["_run_problem"] is None
    assert "_session_caches" not in app.session_state
    assert shared_caches() == before


def test_a_run_of_a_table_that_was_replaced_is_still_shown(open_app: Open) -> None:
    app = with_table(open_app(**SMALL))
    other = TABLE.replace(b"\n1,", b"\n4,")
    upload(app.switch_page(PAGE).run(), other, "other.csv")
    app.switch_page("pages/explorer.py").run()
    assert not app.exception
    opened(app, "open_learnt")
    assert "no longer loaded" in " ".join(one.value for one in app.caption)


def test_a_table_that_has_no_room_any_more_gets_a_sentence_on_every_page(
    open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = with_table(open_app(**SMALL))
    monkeypatch.setattr(uploads, "MOST_OF_ALL", -1)
    app.session_state[uploads._UPLOAD].loaded.clear()
    app.session_state["_session_caches"].clear()
    said = []
    for page in [*PAGES, PAGE]:
        app.switch_page(page).run()
        assert not app.exception
        said += [one.value for one in app.error]
    assert said
    assert {as_read(one) for one in said} == {uploads.NO_ROOM.format(most=-1 / 2**20)}


def test_the_same_bytes_under_another_name_have_that_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(st, "session_state", {})
    reads = itertools.count()
    put = uploads.put

    def counted(*args: Any, **named: Any) -> Any:
        next(reads)
        return put(*args, **named)

    monkeypatch.setattr(uploads, "put", counted)
    choices = {"target": "z", "positive": None, "missing": "refuse", "max_categories": 20}
    inbox.take("first.csv", TABLE)
    first = inbox.use(inbox.file(), **choices)
    inbox.take("second.csv", TABLE)
    second = inbox.use(inbox.file(), **choices)
    assert (first.name, second.name) == ("first.csv", "second.csv")
    assert second == replace(first, name="second.csv")
    assert inbox.use(inbox.file(), **choices) is second
    assert next(reads) == 2
