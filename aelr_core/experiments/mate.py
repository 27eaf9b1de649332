"""A second process for one experiment: a fork of this one, which does some of its work.

It needs nothing: data and lanes are there, and numbers do not depend on the process. It ends with
its work, with the connection, or when it is closed. Only Linux has it: Windows cannot fork, and on
macOS a fork of a process that has used its linear algebra may hang.
"""

from __future__ import annotations

import os
import pickle
import select
import signal
import socket
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from time import perf_counter

from aelr_core.experiments.side_by_side import Desk
from aelr_core.experiments.work import WORKER_LOST, Update, Work

CAN_FORK = sys.platform == "linux" and hasattr(os, "fork")
# Seconds between two updates of a piece of work, and what the connection holds: neither side waits.
INTERVAL = 0.1
BUFFER = 2**20
_HEAD = 8  # bytes of a length


class Mate:
    """A fork that goes on with pieces of work from where they are; call `close` in the end.

    Parameters
    ----------
    desk : where they are under way; they leave it.
    works : which ones.
    """

    def __init__(self, desk: Desk, works: Sequence[Work]) -> None:
        self._works = list(works)
        self._left = set(range(len(works)))
        self._here, there = socket.socketpair()
        there.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFER)
        self._pid = _fork()
        if self._pid == 0:
            desk.keep(works)
            _be_the_mate(desk, self._works, there)
        there.close()
        desk.keep([work for work in desk.works if work not in works])

    @property
    def busy(self) -> bool:
        """Whether it has work left."""
        return bool(self._left)

    def news(self, *, wait: bool) -> Iterator[tuple[Work, Update]]:
        """Yield what it has done since the last call; if `wait`, at least one update.

        Raises
        ------
        ChildProcessError
            If it was killed.
        """
        while self._left and (wait or select.select([self._here], [], [], 0.0)[0]):
            wait = False
            n, update = pickle.loads(self._read(int.from_bytes(self._read(_HEAD))))
            if isinstance(update, Exception):
                raise update
            if update.ended:
                self._left.discard(n)
            yield self._works[n], update

    def close(self) -> None:
        """End it, whatever it does."""
        self._here.close()
        with suppress(ProcessLookupError):
            _kill(self._pid)
        os.waitpid(self._pid, 0)

    def _read(self, size: int) -> bytes:
        data = bytearray()
        while len(data) < size:
            part = self._here.recv(size - len(data))
            if not part:
                raise ChildProcessError(WORKER_LOST)
            data += part
        return bytes(data)


# mypy reads what stands below such a question for Linux only.


def _fork() -> int:
    if sys.platform == "linux":
        return os.fork()
    raise OSError("Only on Linux can an experiment have a second process of this kind.")


def _kill(pid: int) -> None:
    if sys.platform == "linux":
        os.kill(pid, signal.SIGKILL)


def _close_all_but(mine: int) -> None:
    """Close what the other process has open: it must not stay so because of this one."""
    if sys.platform == "linux":
        os.closerange(3, mine)
        os.closerange(mine + 1, os.sysconf("SC_OPEN_MAX"))


def _be_the_mate(desk: Desk, works: list[Work], there: socket.socket) -> None:
    """Do the work in the forked process, which ends here."""
    try:
        _close_all_but(there.fileno())
        for n, update in _updates(desk, works):
            frame = pickle.dumps((n, update), protocol=pickle.HIGHEST_PROTOCOL)
            there.sendall(len(frame).to_bytes(_HEAD) + frame)
    finally:
        os._exit(0)


def _updates(desk: Desk, works: list[Work]) -> Iterator[tuple[int, Update | Exception]]:
    """Yield now and then, for a piece of work by its number, what it has; or the error."""
    shown = dict.fromkeys(works, perf_counter())
    try:
        while desk.works:
            work, update = desk.go_on()
            if update.ended or perf_counter() - shown[work] >= INTERVAL:
                shown[work] = perf_counter()
                yield works.index(work), update
    except Exception as error:
        yield 0, error
