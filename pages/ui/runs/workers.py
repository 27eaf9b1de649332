"""Worker processes, seen from the server: start, talk, stop, kill.

A child is a plain `subprocess`, because `multiprocessing` would run app.py again in it; the
messages travel over a `multiprocessing.connection`, which frames and pickles them. Only this
process and its children hold the ends of the pair, so no pickles from elsewhere are ever read.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from multiprocessing import Pipe
from pathlib import Path
from time import monotonic

from pages.ui.runs.messages import Ended, FromWorker, Stop, ToWorker

ROOT = Path(__file__).resolve().parents[3]
MODULE = "pages.ui.runs.worker"
# Several BLAS threads in several workers only slow each other down.
ONE_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")


class Worker:
    """One worker process. All methods are for the one thread that started it.

    Parameters
    ----------
    memory : bytes of address space it may use.
    module : the program, started with ``python -m``.

    Raises
    ------
    OSError
        If the system cannot start a process.
    """

    def __init__(self, memory: int, module: str = MODULE) -> None:
        self._channel, theirs = Pipe()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", module, str(theirs.fileno()), str(memory)],
                cwd=ROOT,
                env={**os.environ, **ONE_THREAD},
                stdin=subprocess.PIPE,  # never written to: its end is the server's end
                stdout=2,  # what is printed goes to the server's log
                pass_fds=[theirs.fileno()],
                process_group=0,  # Ctrl+C is for the server, which then closes its workers
            )

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return self._process.poll() is None

    def send(self, message: ToWorker) -> None:
        """Send a message; OSError if the process is gone."""
        self._channel.send(message)

    def receive(self, seconds: float) -> tuple[FromWorker, int] | None:
        """Return the next message and its bytes, or None if none comes in time.

        EOFError or OSError if the process is gone.
        """
        if not self._channel.poll(seconds):
            return None
        frame = self._channel.recv_bytes()
        message: FromWorker = pickle.loads(frame)
        return message, len(frame)

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
        self._channel.close()
        if self._process.stdin is not None:
            self._process.stdin.close()
