"""Data sets at hand: each loaded once, as many as fit into some memory. Free of Streamlit."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future

from aelr_core.datasets import Dataset


class Shelf:
    """Loaded data sets by key, the least recently used goes first. All methods are thread-safe.

    Whoever asks for what another thread is loading waits for that thread. Data sets are loaded one
    at a time: that takes several times their memory, and thirty visitors may come at once. One is
    kept whatever its size.
    """

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self._lock, self._loading = threading.Lock(), threading.Lock()
        self._kept: OrderedDict[Hashable, Future[Dataset]] = OrderedDict()

    def get(self, key: Hashable, load: Callable[[], Dataset]) -> Dataset:
        """Return what is kept under the key, or load it. What `load` raises is raised here."""
        with self._lock:
            found = self._kept.get(key)
            mine = found is None
            if found is None:
                found = self._kept[key] = Future()
            self._kept.move_to_end(key)
        if mine:
            try:
                with self._loading:
                    found.set_result(load())
            except BaseException as error:
                with self._lock:
                    self._kept.pop(key, None)
                found.set_exception(error)
            self._make_room()
        return found.result()

    def __len__(self) -> int:
        return len(self._kept)

    def _make_room(self) -> None:
        with self._lock:
            sizes = {k: _bytes(one.result()) for k, one in self._kept.items() if _is_there(one)}
            for key, size in [*sizes.items()][:-1]:
                if sum(sizes.values()) <= self._most_bytes:
                    return
                sizes[key] -= size
                del self._kept[key]


def _is_there(one: Future[Dataset]) -> bool:
    return one.done() and one.exception() is None


def _bytes(data: Dataset) -> int:
    return data.X_train.nbytes + data.X_test.nbytes
