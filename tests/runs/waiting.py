"""Waiting for what other processes do."""

import os
import time
from collections.abc import Callable

PATIENCE = 60  # seconds, for a busy machine; nothing here is timed


def until(true: Callable[[], object]) -> None:
    """Wait until something is true."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.01)


def gone(pid: int) -> bool:
    """Whether there is no process of this number, not even a zombie."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False
