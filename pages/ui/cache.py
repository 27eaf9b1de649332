"""Caches, for all visitors and for one: recent values, limited by number, and data, by bytes.

`st.cache_data` hashes its keys and pickles its values, which for a picture takes
longer than everything else in an update of a run. Settings, specs and frames are frozen: their own
hash is enough, and a cached value is never changed.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from contextlib import nullcontext
from functools import wraps
from typing import Any, Generic, ParamSpec, TypeVar

import streamlit as st

from aelr_core.datasets import Dataset

T = TypeVar("T")


class Recent(Generic[T]):
    """Values by key; the least recently used goes first. Thread-safe.

    A thread that asks for a value which another thread is making waits for it: if thirty visitors
    watch one run, each of its pictures is drawn once.

    Examples
    --------
    >>> squares: Recent[int] = Recent(2)
    >>> [squares.get(n, lambda: n * n) for n in (1, 2, 3)], len(squares)
    ([1, 4, 9], 2)
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._kept: OrderedDict[Hashable, Future[T]] = OrderedDict()  # guarded by the lock

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the cached value, or make it. What `make` raises is raised here."""
        with self._lock:
            future = self._kept.get(key)
            mine = future is None
            if future is None:
                future = self._kept[key] = Future()
            self._kept.move_to_end(key)
        if mine:
            try:
                future.set_result(make())
            except BaseException as error:
                with self._lock:
                    self._kept.pop(key, None)
                future.set_exception(error)
            with self._lock:
                self._make_room()
        return future.result()

    def clear(self) -> None:
        """Forget all values."""
        with self._lock:
            self._kept.clear()

    def __len__(self) -> int:
        return len(self._kept)

    def _make_room(self) -> None:
        """Remove the oldest values while there are too many."""
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)


class Shelf(Recent[Dataset]):
    """Loaded data sets by key, limited by their bytes; one is kept whatever its size.

    They are loaded one at a time: loading takes several times their memory, and thirty visitors
    may arrive at once.
    """

    def __init__(self, most_bytes: int) -> None:
        super().__init__(most_bytes)
        self._loading = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], Dataset]) -> Dataset:
        """Return the cached data set, or load it. What `make` raises is raised here."""

        def load() -> Dataset:
            with self._loading:
                return make()

        return super().get(key, load)

    def _make_room(self) -> None:
        sizes = {k: size_of(one.result()) for k, one in self._kept.items() if _is_there(one)}
        for key, size in [*sizes.items()][:-1]:
            if sum(sizes.values()) <= self._most:
                return
            sizes[key] -= size
            del self._kept[key]


def _is_there(one: Future[Dataset]) -> bool:
    return one.done() and one.exception() is None


def size_of(data: Dataset) -> int:
    """Return the bytes of a data set's rows."""
    return data.X_train.nbytes + data.X_test.nbytes


# ---- Of one visitor, for what comes from their own table: gone with it, or with the session ----

P = ParamSpec("P")
_CACHES = "_session_caches"
# Pictures, say, of one visitor's table.
MOST_OWN = 24


def in_session(name: str, most: int) -> Recent[Any]:
    """Return this session's cache of the name, which holds at most so many values."""
    values: Recent[Any] = st.session_state.setdefault(_CACHES, {}).setdefault(name, Recent(most))
    return values


def where(for_all: Recent[T], name: str, *, uploaded: bool) -> Recent[T]:
    """Return where to keep a value: for all visitors, or here if it is of the visitor's table."""
    return in_session(name, MOST_OWN) if uploaded else for_all


def once(most: int, spinner: str = "") -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Decorate a function whose values are made once per session for equal arguments.

    Unlike those of `st.cache_data` and `st.cache_resource`, they go when the visitor's table is
    forgotten. A spinner is shown with these words while a value is made.
    """

    def decorate(make: Callable[P, T]) -> Callable[P, T]:
        name = f"{make.__module__}.{make.__qualname__}"

        @wraps(make)
        def kept(*args: P.args, **named: P.kwargs) -> T:
            def made() -> T:
                with st.spinner(spinner) if spinner else nullcontext():
                    return make(*args, **named)

            value: T = in_session(name, most).get((args, *sorted(named.items())), made)
            return value

        return kept

    return decorate


def forget() -> None:
    """Empty all caches of this session."""
    st.session_state.pop(_CACHES, None)
