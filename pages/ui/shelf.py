"""Data sets at hand: each loaded once, as many as fit into some memory. Free of Streamlit."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from concurrent.futures import Future

from aelr_core.datasets import Dataset
from pages.ui.recent import Recent


class Shelf(Recent[Dataset]):
    """Loaded data sets by key; how many are kept is a matter of their bytes.

    Data sets are loaded one at a time: that takes several times their memory, and thirty visitors
    may come at once. One is kept whatever its size.
    """

    def __init__(self, most_bytes: int) -> None:
        super().__init__(most_bytes)
        self._loading = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], Dataset]) -> Dataset:
        """Return what is kept under the key, or load it. What `make` raises is raised here."""

        def load() -> Dataset:
            with self._loading:
                return make()

        return super().get(key, load)

    def _make_room(self) -> None:
        sizes = {k: _bytes(one.result()) for k, one in self._kept.items() if _is_there(one)}
        for key, size in [*sizes.items()][:-1]:
            if sum(sizes.values()) <= self._most:
                return
            sizes[key] -= size
            del self._kept[key]


def _is_there(one: Future[Dataset]) -> bool:
    return one.done() and one.exception() is None


def _bytes(data: Dataset) -> int:
    return data.X_train.nbytes + data.X_test.nbytes
