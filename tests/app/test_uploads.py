"""A visitor's table is bounded: in bytes, rows, columns and memory; too much is a sentence."""

from __future__ import annotations

import gc
import re
import tomllib
from pathlib import Path

import pytest
import streamlit as st
from hypothesis import given, settings
from hypothesis import strategies as some

from aelr_core.datasets import DatasetError
from aelr_core.datasets.csv import read
from pages.ui import uploads
from pages.ui.cache import size_of
from pages.ui.settings import Settings

CONFIG = Path(__file__).parents[2] / ".streamlit" / "config.toml"
TABLE = b"a,b,c,y\n" + b"".join(b"%d,%d,%d,%d\n" % (n, n % 7, n % 5, n % 3) for n in range(80))


@pytest.fixture(autouse=True)
def session(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(st, "session_state", {})


def refused(content: bytes, **options: object) -> str:
    """Return the sentence with which a table is refused, when another one is there."""
    before = uploads.put(TABLE, "before.csv", target="y")
    with pytest.raises(DatasetError) as caught:
        uploads.put(content, "mine.csv", target="y", **options)
    assert uploads.current() == before
    sentence = str(caught.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


def test_bytes_are_bounded_by_the_server_and_again_by_the_reader() -> None:
    server = tomllib.loads(CONFIG.read_text(encoding="utf-8"))["server"]
    assert server["maxUploadSize"] * 2**20 == read.LARGEST_BYTES
    assert "larger than 20 MB" in refused(b"a,y\n" + b"1,2\n" * (6 * 2**20))


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    head = b",".join(b"a%d" % n for n in range(100)) + b",y\n"
    wide = head + b"".join(b",".join([b"%d" % (n % 9)] * 101) + b"\n" for n in range(1_500))
    monkeypatch.setattr(uploads, "MOST_BYTES", 2**20)
    assert re.search(r"needs 1 MB .* 1 MB allowed", refused(wide))


def test_so_is_the_memory_of_what_is_made_of_one_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "MOST_BYTES", 10_000)
    table = uploads.put(TABLE, "mine.csv", target="y")
    upload = uploads.get(table.fingerprint)
    assert upload is not None
    for seed in range(10):
        one = uploads.dataset(Settings(data="csv", table=table, seed=seed))
    size = one.X_train.nbytes + one.X_test.nbytes
    assert len(upload.loaded) == 10_000 // size < 10


def visitor(monkeypatch: pytest.MonkeyPatch, content: bytes = TABLE) -> Settings:
    """Come as another visitor, and return settings with their table."""
    monkeypatch.setattr(st, "session_state", {})
    table = uploads.put(content, "mine.csv", target="y")
    return Settings(data="csv", table=table, budget=2)


def test_so_is_the_memory_of_all_tables_together(monkeypatch: pytest.MonkeyPatch) -> None:
    gc.collect()
    sessions, before = [], uploads.tables_held()
    mine = visitor(monkeypatch)
    one = size_of(uploads.dataset(mine))
    monkeypatch.setattr(uploads, "MOST_OF_ALL", before + 3 * one)
    for _ in range(10):
        sessions.append(st.session_state)
        uploads.dataset(visitor(monkeypatch))
        assert uploads.tables_held() <= before + 3 * one
    monkeypatch.setattr(st, "session_state", sessions[0])
    again = uploads.dataset(mine)  # it was dropped, and is read again
    assert again is uploads.dataset(mine)
    assert uploads.tables_held() <= before + 3 * one


def test_a_table_is_refused_when_all_others_are_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    gc.collect()
    before = uploads.tables_held()
    running = uploads.dataset(visitor(monkeypatch))
    monkeypatch.setattr(uploads, "MOST_OF_ALL", before + size_of(running))
    with pytest.raises(
        DatasetError, match=r"^The tables that visitors .* fewer rows or columns\.$"
    ):
        visitor(monkeypatch)
    assert uploads.current() is None
    del running
    assert uploads.dataset(visitor(monkeypatch)).d == 3


@settings(max_examples=60)
@given(
    some.binary(max_size=300) | some.just(TABLE),
    some.text(max_size=5) | some.just("y"),
    some.none() | some.text(max_size=3),
    some.sampled_from(["refuse", "mean", "median", "drop"]) | some.text(max_size=5),
    some.integers() | some.integers(2, 200),
)
def test_any_upload_is_a_table_or_a_sentence(
    content: bytes, target: str, positive: str | None, missing: str, most: int
) -> None:
    """Whatever a forged client sends for the file and for what to do with it."""
    st.session_state.clear()
    sentence = ""
    try:
        table = uploads.put(
            content, "x.csv", target=target, positive=positive, missing=missing, max_categories=most
        )
    except ValueError as error:
        sentence = str(error)
    if not sentence:
        assert uploads.dataset(Settings(data="csv", table=table, budget=2)).d == table.d
        return
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert uploads.current() is None
