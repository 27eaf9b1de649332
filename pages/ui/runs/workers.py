"""Who computes: worker processes of this machine, and a thread that serves each worker.

A child is a plain `subprocess`, because `multiprocessing` would run app.py again in it; only the
connection is multiprocessing's. A worker is killed to stop its run, and another one takes its
place.
"""

from __future__ import annotations

import contextlib
import logging
import os
import secrets
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import AuthenticationError
from multiprocessing.connection import Client
from pathlib import Path
from queue import Empty, SimpleQueue
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol

from aelr_core.experiments import Progress
from aelr_core.experiments.cluster import ClusterGoneError
from pages.ui.runs.job import Job
from pages.ui.runs.worker import HOST, KEY_BYTES

if TYPE_CHECKING:
    from pages.ui.runs.board import JobBoard

ROOT = Path(__file__).resolve().parents[3]
MODULE = "pages.ui.runs.worker"
# Several BLAS threads in several workers only slow each other down.
ONE_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
# Windows: Ctrl+C is for the server, and visitors' pages go first. Elsewhere these do not exist;
# there the process group and the worker's own niceness do the same.
_FLAGS = ("CREATE_NEW_PROCESS_GROUP", "BELOW_NORMAL_PRIORITY_CLASS")

# Seconds between two checks whether a job was stopped, and whether an idle worker is still alive.
CHECK = 0.1
IDLE = 1.0

TOO_LONG = "This run took more than the {seconds:.0f} s allowed: reduce examples, runs or d."
DIED = "The process that computed this run ended unexpectedly: run it again, or make it smaller."
NO_START = "The server could not start a process for this run: try again in a minute."

_log = logging.getLogger(__name__)


class Worker(Protocol):
    """What computes one job at a time: a process of this machine, or one of a cluster."""

    @property
    def pid(self) -> int:
        """The process's number; 0 if it is elsewhere."""

    @property
    def alive(self) -> bool:
        """Whether it can still work."""

    def begin(self, job: Job) -> None:
        """Begin with a job; this does not wait."""

    def receive(self, seconds: float) -> Progress | str | None:
        """Return the job's progress, or at its end why it failed, or ""; None if nothing came.

        EOFError or OSError if the worker is gone.
        """

    def kill(self) -> None:
        """End it at once, whatever it does."""


class LocalWorker:
    """A process of this machine.

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
        self._requests: SimpleQueue[tuple[Any, ...] | None] = SimpleQueue()
        self._answers: SimpleQueue[Progress | str | None] = SimpleQueue()
        self._process = subprocess.Popen(
            [sys.executable, "-m", module, str(memory)],
            cwd=ROOT,
            env={**os.environ, **ONE_THREAD},
            stdin=subprocess.PIPE,  # the key; then its end is the server's end
            stdout=subprocess.PIPE,  # the port
            process_group=0,  # Ctrl+C is for the server, which then closes its workers
            creationflags=sum(getattr(subprocess, name, 0) for name in _FLAGS),
        )
        threading.Thread(target=self._talk, daemon=True).start()

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return self._process.poll() is None

    def begin(self, job: Job) -> None:
        """Begin with a job, whose table, if it has one, is now the worker's alone."""
        self._requests.put((job.spec, job.dataset, not job.crowded))
        job.dataset = None

    def receive(self, seconds: float) -> Progress | str | None:
        """Return the job's progress, or at its end why it failed, or ""; None if nothing came.

        EOFError if the process is gone.
        """
        try:
            answer = self._answers.get(timeout=seconds)
        except Empty:
            return None
        if answer is None:
            raise EOFError
        return answer

    def kill(self) -> None:
        """End the process at once, whatever it does, and clean up after it."""
        self._process.kill()
        self._process.wait()
        self._requests.put(None)
        if self._process.stdin is not None:
            with contextlib.suppress(BrokenPipeError):
                self._process.stdin.close()

    def _talk(self) -> None:
        """Hand requests over and take in the answers, in a thread of its own.

        Whatever this thread waits for ends with the process, which others can kill. So one that
        was stopped (SIGSTOP) in the middle of a message does not hold them up.
        """
        to_worker, from_worker = self._process.stdin, self._process.stdout
        assert to_worker is not None
        assert from_worker is not None
        try:
            key = secrets.token_bytes(KEY_BYTES)
            with from_worker:
                to_worker.write(f"{key.hex()}\n".encode("ascii"))  # others could read its command
                to_worker.flush()
                port = int(from_worker.readline())
            with Client((HOST, port), authkey=key) as connection:
                while True:
                    connection.send(self._requests.get())  # no name keeps a table here
                    answer = None
                    while not isinstance(answer, str):
                        answer = connection.recv()
                        self._answers.put(answer)
        except (EOFError, OSError, ValueError, AuthenticationError):
            pass  # the process is gone, or somebody else has taken its port
        finally:
            self._answers.put(None)


@dataclass(eq=False)
class Runner:
    """One thread: it takes jobs from the board, hands them to its worker and publishes results.

    board : where jobs come from.
    start : starts a worker.
    wanted : which jobs it takes.
    seconds : maximum running time of a job.
    worker : the one that it has at the moment.
    """

    board: JobBoard
    start: Callable[[], Worker]
    wanted: Callable[[Job], bool]
    seconds: float
    worker: Worker | None = None

    def serve(self) -> None:
        """Work until the board is closed. The worker starts at once, before it is needed."""
        try:
            while not self.board.closed:
                self._have_worker()
                if job := self.board.take(IDLE, self.wanted):
                    self._have_worker()  # the last one may have died meanwhile
                    self._serve_one(job)
        finally:
            self._dismiss()

    def _serve_one(self, job: Job) -> None:
        if self.worker is None:
            self.board.finish(job, "failed", NO_START)
            return
        keep, private = False, job.dataset is not None
        try:
            # A visitor's table must not stay in a cache of the process that read it.
            keep = self._run(job, self.worker) and not private
        except ClusterGoneError as gone:
            self.board.leave_cluster(job, str(gone))
        except (EOFError, OSError):
            _log.warning("Worker %d died in the middle of a job.", self.worker.pid)
            self.board.finish(job, "failed", DIED)
        except Exception:  # whatever it was, this thread goes on serving the other visitors
            _log.exception("A job failed on the server's side.")
            self.board.finish(job, "failed", DIED)
        if not keep:
            self._dismiss()

    def _run(self, job: Job, worker: Worker) -> bool:
        """Follow a job to its end; return whether the worker can take another one."""
        deadline = monotonic() + self.seconds
        worker.begin(job)
        while not job.ended:
            if monotonic() > deadline:
                self.board.finish(job, "failed", TOO_LONG.format(seconds=self.seconds))
            match worker.receive(CHECK):
                case Progress() as progress:
                    self.board.publish(job, progress)
                case str(error):
                    self.board.finish(job, "failed" if error else "done", error)
                    return not error
        return False

    def _have_worker(self) -> None:
        """Replace a worker that is gone."""
        if self.worker is not None and not self.worker.alive:
            _log.warning("Worker %d died while idle.", self.worker.pid)
            self._dismiss()
        if self.worker is None:
            try:
                self.worker = self.start()
            except OSError as error:
                _log.error("No worker process could be started: %s.", error)

    def _dismiss(self) -> None:
        worker, self.worker = self.worker, None
        if worker is not None:
            worker.kill()
