"""Lets a request to end (SIGTERM, or a terminal that is closed) end a command as Ctrl-C does.

Otherwise its workers would go on, and its temporary folders would stay.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType
from typing import NoReturn

# Windows has no SIGHUP.
REQUESTS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))


class AskedToEndError(KeyboardInterrupt):
    """A signal asked the command to end."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.exit_code = 128 + number


@contextmanager
def as_ctrl_c() -> Iterator[None]:
    """Raise `AskedToEndError` inside when a signal asks to end; one that is ignored stays so."""
    if current_thread() is not main_thread():  # only the main thread may set handlers
        yield
        return
    usual = [number for number in REQUESTS if signal.getsignal(number) is signal.SIG_DFL]
    for number in usual:
        signal.signal(number, _raise)
    try:
        yield
    finally:
        for number in usual:
            signal.signal(number, signal.SIG_DFL)


def _raise(number: int, frame: FrameType | None) -> NoReturn:
    raise AskedToEndError(number)
