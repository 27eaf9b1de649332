"""The terminal: errors in one sentence, printing, a progress bar, and an end as by Ctrl-C."""

from __future__ import annotations

import os
import signal
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType
from typing import Any, NoReturn


class Parser(ArgumentParser):
    """A parser that raises `ValueError`, which the command line prints."""

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_abbrev=False, formatter_class=RawDescriptionHelpFormatter, **options)

    def print_help(self, file: object = None) -> None:
        """Print the help as every command prints."""
        say(self.format_help())

    def error(self, message: str) -> NoReturn:
        """Raise the message as one sentence."""
        raise ValueError(f"{self.prog}: {message} (see --help).")


# ---- Printing to standard output, whose reader may have read enough, as ``| head`` has ----


def say(text: str) -> None:
    """Print a text at once; a reader that is gone is no error."""
    try:
        print(text, flush=True)
    except OSError as error:
        # what could not be written is dropped, or Python would complain about it at its end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            raise OSError(error.errno, error.strerror, "Standard output") from error


# ---- A progress bar on standard error: drawn on a terminal, silent in a pipe ----

WIDTH = 30
_EMPTY = "\r" + " " * (WIDTH + 50) + "\r"


def draw(fraction: float, seconds_left: float | None, name: str = "") -> None:
    """Draw the bar in place of the previous one."""
    if sys.stderr.isatty():
        done = round(WIDTH * fraction)
        bar = "█" * done + "·" * (WIDTH - done)
        line = f"{name} {bar} {fraction:4.0%}{left(seconds_left)}".lstrip()
        print(f"{_EMPTY}{line}", end="", file=sys.stderr, flush=True)


def clear() -> None:
    """Remove the bar."""
    if sys.stderr.isatty():
        print(_EMPTY, end="", file=sys.stderr, flush=True)


def left(seconds: float | None) -> str:
    """Return the time left, to end a line with; "" if it is not known.

    >>> left(12.3), left(300), left(None)
    (', about 12 s left', ', about 5 min left', '')
    """
    if seconds is None:
        return ""
    return (
        f", about {seconds / 60:.0f} min left" if seconds >= 90 else f", about {seconds:.0f} s left"
    )


# ---- A request to end (SIGTERM, a closed terminal) ends a command as Ctrl-C does ----
# Otherwise its workers would go on, and its temporary folders would stay.

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
