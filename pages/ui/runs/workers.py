"""Worker processes, seen from the server: start, talk, stop, kill.

A child is a plain `subprocess`, because `multiprocessing` would run app.py again in it.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from pathlib import Path
from time import monotonic
from typing import cast

from pages.ui.runs.channel import Channel
from pages.ui.runs.door import Door
from pages.ui.runs.messages import Ended, FromWorker, Stop, ToWorker

ROOT = Path(__file__).resolve().parents[3]
MODULE = "pages.ui.runs.worker"
# Several BLAS threads in several workers only slow each other down.
ONE_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
# Windows: Ctrl+C is for the server, and visitors' pages go first. Elsewhere these do not exist;
# there the process group and the worker's own niceness do the same.
_FLAGS = ("CREATE_NEW_PROCESS_GROUP", "BELOW_NORMAL_PRIORITY_CLASS")


class Worker:
    """One worker process. All methods are for the one thread that started it.

    Parameters
    ----------
    memory : bytes of address space it may use, where the system can limit it.
    module : the program, started with ``python -m``.

    Raises
    ------
    OSError
        If the system cannot start a process.
    """

    def __init__(self, memory: int, module: str = MODULE) -> None:
        self._channel: Channel | None = None
        self._door = Door()
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-m", module, str(memory)],
                cwd=ROOT,
                env={**os.environ, **ONE_THREAD},
                stdin=subprocess.PIPE,  # the invitation; then its end is the server's end
                stdout=2,  # what is printed goes to the server's log
                process_group=0,  # Ctrl+C is for the server, which then closes its workers
                creationflags=sum(getattr(subprocess, name, 0) for name in _FLAGS),
            )
            assert self._process.stdin is not None
            with contextlib.suppress(BrokenPipeError):  # it has died: noticed when it is used
                self._process.stdin.write(self._door.invitation.encode("ascii"))
                self._process.stdin.flush()
        except OSError:
            self._door.close()
            raise

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return self._process.poll() is None

    def meet(self, seconds: float = 0.0) -> bool:
        """Let the worker in if it has come, and shut the door; return whether it is here."""
        if self._channel is None:
            self._channel = self._door.let_in(seconds)
        return self._channel is not None

    def send(self, message: ToWorker) -> None:
        """Send a message to a worker that is ready; OSError if the process is gone."""
        assert self._channel is not None
        self._channel.send(message)

    def receive(self, seconds: float) -> tuple[FromWorker, int] | None:
        """Return the next message and its bytes, or None if none comes in time.

        EOFError or OSError if the process is gone.
        """
        if not self.meet(seconds):
            if not self.alive:
                raise EOFError
            return None
        assert self._channel is not None
        got = self._channel.receive(seconds)
        return cast(tuple[FromWorker, int] | None, got)

    def leave_task(self, seconds: float) -> bool:
        """Ask it to leave its task; return whether it did so in time and can take another."""
        end = monotonic() + seconds
        self.send(Stop())
        while (left := end - monotonic()) > 0:
            if (got := self.receive(left)) and isinstance(got[0], Ended):
                return True
        return False

    def kill(self) -> None:
        """End the process at once, whatever it does, and clean up after it."""
        self._process.kill()
        self._process.wait()
        self._door.close()
        if self._channel is not None:
            self._channel.close()
        if self._process.stdin is not None:
            with contextlib.suppress(BrokenPipeError):
                self._process.stdin.close()
