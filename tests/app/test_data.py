"""Data for pages: sizes known beforehand, a bounded shelf, a table that stays in its session."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from aelr_core.datasets import Dataset, DatasetError, bundled, load_dataset
from pages.ui import data, uploads
from pages.ui.cache import Shelf
from pages.ui.settings import Settings
from pages.ui.settings.values import checked
from tests.app.reading import as_read

TABLE = b"a,b,c,y\n" + b"\n".join(b"%d,%d,%d,%d" % (n, n * n % 7, n % 3, n % 2) for n in range(40))


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the uploads a session of their own, and the server an empty shelf."""
    monkeypatch.setattr(uploads, "st", SimpleNamespace(session_state={}))
    monkeypatch.setattr(data, "_SHELF", Shelf(data.MOST_BYTES))


def small(n: int) -> Callable[[], Dataset]:
    return lambda: load_dataset("synthetic", dim=10, examples=100, test_examples=100, seed=n)


@pytest.mark.parametrize("name", bundled())
def test_the_size_of_the_settings_is_that_of_the_data(name: str) -> None:
    assert Settings(data=name).size == load_dataset(name).X_train.shape[::-1]


def test_the_data_are_those_of_the_settings(session: None) -> None:
    settings = Settings(dim=20, examples=200, family="lasso", seed=3, alpha=-1.0)
    loaded = data.dataset(settings)
    assert (loaded.d, loaded.m, loaded.family) == (20, 200, "lasso")
    assert data.dataset(replace(settings, budget=7, runs=2)) is loaded
    assert data.dataset(replace(settings, seed=4)) is not loaded
    assert np.array_equal(data.moments(settings), loaded.known_moments)


def test_moments_of_synthetic_data_are_in_the_units_of_the_rows(session: None) -> None:
    settings = Settings(dim=20, examples=200)
    assert np.array_equal(data.moments(settings), data.dataset(settings).known_moments)
    scaled = replace(settings, scaled=True)
    assert data.dataset(scaled).scale > 1
    assert np.array_equal(data.moments(scaled), data.dataset(scaled).known_moments)


def test_the_shelf_lets_go_of_what_was_used_longest_ago() -> None:
    shelf = Shelf(2 * 200 * 10 * 8)
    first = shelf.get(1, small(1))
    second = shelf.get(2, small(2))
    assert shelf.get(1, small(1)) is first
    shelf.get(3, small(3))
    assert len(shelf) == 2
    assert shelf.get(1, small(1)) is first
    assert shelf.get(2, small(2)) is not second


def test_the_shelf_keeps_one_whatever_its_size() -> None:
    shelf = Shelf(1)
    first = shelf.get(1, small(1))
    assert shelf.get(1, small(1)) is first
    shelf.get(2, small(2))
    assert len(shelf) == 1


def test_the_shelf_loads_once_for_all_who_ask() -> None:
    shelf, asked, go = Shelf(10**6), [], threading.Event()

    def load() -> Dataset:
        asked.append(1)
        go.wait(10)
        return small(1)()

    seen: list[Dataset] = []
    threads = [threading.Thread(target=lambda: seen.append(shelf.get(1, load))) for _ in range(4)]
    for thread in threads:
        thread.start()
    go.set()
    for thread in threads:
        thread.join()
    assert len(asked) == 1
    assert len({id(one) for one in seen}) == 1


def test_the_shelf_forgets_what_could_not_be_loaded() -> None:
    shelf = Shelf(10**6)
    with pytest.raises(ZeroDivisionError):
        shelf.get(1, lambda: 1 / 0)  # type: ignore[arg-type, return-value]
    assert len(shelf) == 0
    shelf.get(1, small(1))


def test_a_table_is_there_for_both_families(session: None) -> None:
    table = uploads.put(TABLE, "mine.csv", target="y")
    assert (table.d, table.rows, table.name) == (3, 32, "mine.csv")
    assert uploads.current() == table
    settings, problems = checked({"data": "csv", "family": "lasso", "budget": 2}, table)
    assert not problems
    loaded = data.dataset(settings)
    assert (loaded.family, loaded.fingerprint) == ("lasso", table.fingerprint)
    assert data.dataset(settings) is loaded
    assert data.dataset(replace(settings, family="ridge")).family == "ridge"
    assert settings.spec().check_budget(loaded.d) is None
    assert "mine.csv: 32 training rows, d = 3." in as_read(data.summary(settings))


def test_a_table_is_replaced_and_forgotten(session: None) -> None:
    first = uploads.put(TABLE, "mine.csv", target="y")
    with pytest.raises(DatasetError):
        uploads.put(b"\x00\x01", "bad.csv", target="y")
    assert uploads.current() == first
    second = uploads.put(TABLE + b"\n41,1,1,1", "mine.csv", target="a")
    assert uploads.get(first.fingerprint) is None
    assert uploads.get(second.fingerprint) is not None
    with pytest.raises(ValueError, match="this session"):
        data.dataset(checked({"data": "csv"}, first)[0])
    uploads.forget()
    assert uploads.current() is None


def test_the_shelf_loads_one_at_a_time() -> None:
    """Thirty who come at once with thirty seeds must not need thirty times the memory."""
    shelf, now, most = Shelf(10**9), [], []

    def load() -> Dataset:
        now.append(1)
        most.append(len(now))
        time.sleep(0.01)
        now.pop()
        return small(1)()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda key: shelf.get(key, load), range(8)))
    assert (len(most), max(most)) == (8, 1)


def test_what_is_known_is_kept_without_the_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data, "st", SimpleNamespace(session_state={}))
    settings = Settings(dim=30, examples=100)
    first = data.prior_facts(settings)

    def loaded(settings: Settings) -> Dataset:
        raise AssertionError("The rows were asked for again.")

    monkeypatch.setattr(data, "dataset", loaded)
    assert data.prior_facts(settings) is first
    assert data.prior_facts(replace(settings, projector=True)) is first


def test_every_page_uses_the_norm_bound_that_a_run_has_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(data, "st", SimpleNamespace(session_state={}))
    settings = Settings(data="mnist-3v5", scaling="minmax")
    assert not data.prior_facts(settings).B_known
    for n in range(data.MOST_FOUND):
        data.keep_norm_bound(replace(settings, seed=n).spec(), 3.0 + n)
    here = data.prior_facts(settings)
    assert here.B_known
    assert pytest.approx(3 * here.scale) == here.B
    data.keep_norm_bound(replace(settings, seed=99).spec(), 1.0)  # the oldest goes
    assert not data.prior_facts(settings).B_known
