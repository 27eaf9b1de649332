"""The server's one board, for all sessions.

The board is not in a cache of Streamlit's. Any client can send the message ``clear_cache``, which
empties the caches of all visitors, even those of ``scope="session"``, and releases their contents.
"""

from __future__ import annotations

import atexit
import logging
import os
import sys
import threading
import time
from types import ModuleType

from pages.ui.runs.board import JobBoard
from pages.ui.runs.cluster import ClusterAccess
from pages.ui.runs.limits import CLUSTER, from_environment, keep_little
from pages.ui.streamlit_internals import has_ended

# Seconds between two checks whether the sessions that wait for a run are still there.
CHECK = 0.5

_log = logging.getLogger(__name__)

# `make dev` reloads changed modules, this one too, so what must survive is kept elsewhere.
_place = sys.modules.setdefault("aelr_lab_board", ModuleType("aelr_lab_board")).__dict__
_lock: threading.Lock = _place.setdefault("lock", threading.Lock())


def board() -> JobBoard:
    """Return the board that all sessions share; its workers start with the first call."""
    with _lock:
        made = _place.get("board")
        if not isinstance(made, JobBoard):  # the first call, or a board from before a reload
            if made is not None:
                made.close()
            keep_little()
            made = _place["board"] = _new()
            threading.Thread(target=_drop_gone_sessions, args=(made,), daemon=True).start()
        return made


def _new() -> JobBoard:
    """Return a board as the environment says."""
    limits, problems = from_environment()
    for problem in problems:
        _log.warning("%s", problem)
    address = os.environ.get(CLUSTER, "").strip()
    cluster = ClusterAccess(address, int(limits.workers)) if address else None
    return JobBoard(limits, cluster=cluster)


@atexit.register
def close() -> None:
    """Close the board, if there is one: when the server or a test ends."""
    with _lock:
        made = _place.pop("board", None)
        if made is not None:
            made.close()


def _drop_gone_sessions(board: JobBoard) -> None:
    """Drop sessions that are gone, until the board is closed. Runs in one thread only."""
    while not board.closed:
        time.sleep(CHECK)
        for name in board.sessions:
            if has_ended(name):
                board.drop_session(name)
