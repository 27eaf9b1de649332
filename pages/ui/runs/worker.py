"""The program of a worker process: ``python -m pages.ui.runs.worker MEMORY``.

The first line of its standard input is a key. When it can compute, it opens a port of this machine
for one connection and writes the number of the port to its standard output. The connection begins
with the handshake of `multiprocessing.connection`: each side proves that it has the key before it
reads a message, for messages are pickles. It lives as long as its standard input is open, which
closes with the server, however the server ends. Limits hold where the system has them.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
import traceback
from collections.abc import Iterator
from importlib import import_module
from multiprocessing import AuthenticationError
from multiprocessing.connection import Listener
from pathlib import Path
from typing import Any, Protocol

from aelr_core.datasets import Dataset
from aelr_core.experiments import ExperimentSpec, Progress, stream

HOST = "127.0.0.1"
KEY_BYTES = 32
NICENESS = 2
# Seconds between two checks whether the server is still there, on Windows.
CHECK = 1.0

# What a visitor reads when a run fails.
WRONG = (
    "A program error ended this run; the details are in the server's log. "
    "Try again, or try other settings."
)
TOO_BIG = "This run needs more than the {limit} allowed: reduce examples, runs or d."


class Connection(Protocol):
    """The connection to the server; its class is another one on Windows."""

    def send(self, obj: Any, /) -> None:
        """Send a value."""

    def recv(self) -> Any:
        """Wait for a value."""


def main() -> None:
    """Compute what the server asks for until it is gone."""
    memory, key = int(sys.argv[1]), bytes.fromhex(sys.stdin.readline())
    if len(key) != KEY_BYTES:  # the server is gone; with an empty key there is no handshake
        return
    port_goes_to = os.dup(1)
    os.dup2(2, 1)  # from here on, what is printed goes to the server's log
    threading.Thread(target=_leave_with_the_server, daemon=True).start()
    _limit(memory)
    _warm_up()
    with Listener((HOST, 0), authkey=key) as listener:
        os.write(port_goes_to, f"{listener.address[1]}\n".encode("ascii"))
        os.close(port_goes_to)
        connection = _accept(listener)
    with contextlib.suppress(EOFError, OSError):  # the server closed its end
        while True:
            _answer(connection, memory)


def _accept(listener: Listener) -> Connection:
    """Return the connection to the server; others, who do not have the key, are turned away."""
    while True:
        with contextlib.suppress(AuthenticationError, EOFError, OSError):
            return listener.accept()


def _answer(connection: Connection, memory: int) -> None:
    """Receive a request and send its progress, then a sentence: why it failed, or ""."""
    try:
        for answer in _answers(*connection.recv()):
            connection.send(answer)
    except MemoryError:
        connection.send(TOO_BIG.format(limit=f"{memory / 2**30:.3g} GB of memory"))


def _answers(
    spec: ExperimentSpec, dataset: Dataset | None, watched: bool
) -> Iterator[Progress | str]:
    """Yield the answers to a request.

    No other error leaves it than `MemoryError`: outside, an OSError means that the server is gone.
    """
    try:
        yield from stream(spec, dataset=dataset, watched=watched)
    except MemoryError:
        raise
    except ValueError as error:  # the core's own: one sentence about an argument
        yield str(error)
    except Exception as error:
        _log(error, private=dataset is not None)
        yield WRONG
    else:
        yield ""


def _log(error: Exception, *, private: bool) -> None:
    """Print an error to the server's log, without anything from a visitor's table."""
    if private:
        traceback.print_tb(error.__traceback__)
        sys.stderr.write(f"{type(error).__name__}, with an uploaded table\n")
    else:
        traceback.print_exception(error)


def _leave_with_the_server() -> None:
    """End this process when standard input ends, even in the middle of a run; for a thread.

    On Windows a read that waits would stop libraries from being loaded meanwhile, so the pipe is
    only looked at, now and then.
    """
    if sys.platform == "win32":
        pipe = import_module("msvcrt").get_osfhandle(0)
        peek = import_module("_winapi").PeekNamedPipe
        with contextlib.suppress(OSError):  # it is broken
            while True:
                peek(pipe, 0)
                time.sleep(CHECK)
    else:
        while os.read(0, 1):
            pass
    os._exit(0)


def _limit(memory: int) -> None:
    """Let visitors' pages go first, and let this process run out of memory before the server.

    Windows has neither: there the server starts it with a lower priority.
    """
    if (nice := getattr(os, "nice", None)) is not None:
        nice(NICENESS)
    with contextlib.suppress(ImportError, ValueError, OSError):
        resource = import_module("resource")
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    with contextlib.suppress(OSError):  # Linux: the one to be killed when memory is short
        Path("/proc/self/oom_score_adj").write_text("500", encoding="ascii")


def _warm_up() -> None:
    """Trigger all late imports by a tiny run."""
    tiny = ExperimentSpec(
        options=(("dim", 2),), budget=2, examples=2, runs=1, points=1, step="theory"
    )
    for _ in stream(tiny):
        pass


if __name__ == "__main__":
    main()
