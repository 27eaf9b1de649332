"""What was worked out lately, for all visitors. Free of Streamlit.

`st.cache_data` takes its keys apart and its values through pickle, which for a picture takes
longer than anything else in a look at a run. Settings, specs and frames are frozen: their own
hash will do, and what is kept is never changed.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from typing import Generic, TypeVar

T = TypeVar("T")


class Recent(Generic[T]):
    """Values by key, the least recently asked for goes first. All methods are thread-safe.

    Whoever asks for what another thread is working out waits for that thread: thirty visitors
    who watch one run have each of its pictures drawn once.

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
        """Return what is kept under the key, or make it. What `make` raises is raised here."""
        with self._lock:
            found = self._kept.get(key)
            mine = found is None
            if found is None:
                found = self._kept[key] = Future()
            self._kept.move_to_end(key)
        if mine:
            try:
                found.set_result(make())
            except BaseException as error:
                with self._lock:
                    self._kept.pop(key, None)
                found.set_exception(error)
            with self._lock:
                self._make_room()
        return found.result()

    def __len__(self) -> int:
        return len(self._kept)

    def _make_room(self) -> None:
        """Let go of the oldest while there are too many."""
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)
