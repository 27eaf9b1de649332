"""The program of a worker process: ``python -m pages.ui.runs.worker MEMORY``.

The first line of its standard input is the invitation to its server; all messages go over that
connection, so nothing printed can get between them. It lives as long as its standard input is open,
which closes with the server, however the server ends. Limits hold where the system has them.
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
from pathlib import Path

from aelr_core.experiments import ExperimentSpec, Progress, stream
from pages.ui.runs.channel import Channel
from pages.ui.runs.door import enter
from pages.ui.runs.messages import TOO_BIG, WRONG, Ended, Ready, Task

NICENESS = 2
# Seconds between two looks at whether the server is still there, on Windows.
LOOK = 1.0


def main() -> None:
    """Serve tasks until the server is gone."""
    memory, invitation = int(sys.argv[1]), sys.stdin.readline()
    try:
        channel = enter(invitation)
    except (EOFError, OSError, ValueError):  # the server is gone, perhaps in mid-sentence
        return
    _leave_with_the_server()
    _limit(memory)
    _warm_up()
    with contextlib.suppress(EOFError, OSError):  # the server closed its end
        while True:
            channel.send(Ready(), whole=True)
            channel.send(Ended(_compute(channel, _next_task(channel), memory)), whole=True)


def _next_task(channel: Channel) -> Task:
    while True:
        match channel.receive(None):
            case Task() as task, _:
                return task
            case _:  # a Stop that came after the end
                continue


def _compute(channel: Channel, task: Task, memory: int) -> str:
    """Send the progress of a task until it is complete or stopped; return the error, if any."""
    try:
        for item in _items(task):
            if isinstance(item, str):
                return item
            channel.send(item, whole=True)
            if channel.poll():  # only a Stop can come now
                break
    except MemoryError:
        return TOO_BIG.format(limit=f"{memory / 2**30:.3g} GB of memory")
    return ""


def _items(task: Task) -> Iterator[Progress | str]:
    """Yield the progress of a task and, if it fails, a sentence about it at the end.

    No other error leaves it than `MemoryError`: outside, an OSError means that the server is gone.
    """
    try:
        yield from stream(task.spec, dataset=task.dataset, watched=not task.crowded)
    except MemoryError:
        raise
    except ValueError as error:  # the core's own: one sentence about an argument
        yield str(error)
    except Exception as error:
        _log(error, private=task.dataset is not None)
        yield WRONG


def _log(error: Exception, *, private: bool) -> None:
    """Print an error to the server's log, without anything from a visitor's table."""
    if private:
        traceback.print_tb(error.__traceback__)
        sys.stderr.write(f"{type(error).__name__}, with an uploaded table\n")
    else:
        traceback.print_exception(error)


def _leave_with_the_server() -> None:
    """End this process when standard input ends, even in the middle of a task."""

    def wait() -> None:
        wait_for_the_end_of_input()
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()


def wait_for_the_end_of_input() -> None:
    """Return when standard input, to which nothing is written any more, ends.

    On Windows a read that waits would stop libraries from being loaded meanwhile, so the pipe is
    only looked at, now and then.
    """
    if sys.platform == "win32":
        pipe = import_module("msvcrt").get_osfhandle(0)
        look = import_module("_winapi").PeekNamedPipe
        with contextlib.suppress(OSError):  # it is broken
            while True:
                look(pipe, 0)
                time.sleep(LOOK)
    else:
        while os.read(0, 1):
            pass


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
