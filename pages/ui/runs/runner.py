"""One thread per worker: it takes jobs from the board, hands them over, and publishes results."""

from __future__ import annotations

import logging
from collections.abc import Callable
from time import monotonic
from typing import Protocol

from aelr_core.experiments import Progress
from pages.ui.runs.job import Job, State
from pages.ui.runs.messages import Ended, Ready, Task
from pages.ui.runs.workers import Worker

# Seconds between two checks whether a job was stopped; for a worker to leave its task before it is
# killed; between two checks whether an idle worker is still alive.
LOOK = 0.1
GRACE = 0.3
IDLE = 1.0

TOO_LONG = "This run took more than the {seconds:.0f} s allowed: reduce examples, runs or d."
DIED = "The process that computed this run ended unexpectedly: run it again, or make it smaller."
NO_START = "The server could not start a process for this run: try again in a minute."

_log = logging.getLogger(__name__)


class Desk(Protocol):
    """What a runner needs of the board."""

    @property
    def closed(self) -> bool:
        """Whether no more work is given out."""

    def take(self, patience: float) -> Job | None:
        """Return the next job, now running, or None after `patience` seconds or when closed."""

    def publish(self, job: Job, progress: Progress, size: int) -> None:
        """Show what a running job has so far."""

    def finish(self, job: Job, state: State, error: str = "") -> None:
        """End a job that has not ended yet."""


class Runner:
    """The loop of one thread, and the worker it has at the moment.

    Parameters
    ----------
    desk : where jobs come from.
    start : starts a worker.
    seconds : maximum running time of a job.
    """

    def __init__(self, desk: Desk, start: Callable[[], Worker], seconds: float) -> None:
        self._desk, self._start, self._seconds = desk, start, seconds
        self.worker: Worker | None = None

    def serve(self) -> None:
        """Work until the desk is closed. The worker starts at once, before it is needed."""
        try:
            while not self._desk.closed:
                self._have_worker()
                if job := self._desk.take(IDLE):
                    self._serve_one(job)
        finally:
            self._part()

    def _serve_one(self, job: Job) -> None:
        self._have_worker()
        if self.worker is None:
            self._desk.finish(job, "failed", NO_START)
            return
        # A visitor's table must not stay in a cache of the process that read it.
        keep = job.dataset is None
        try:
            keep = self._run(job, self.worker) and keep
        except (EOFError, OSError):
            _log.warning("Worker %d died in the middle of a job.", self.worker.pid)
            self._desk.finish(job, "failed", DIED)
            keep = False
        except Exception:  # whatever it was, this thread goes on serving the other visitors
            _log.exception("A job failed on the server's side.")
            self._desk.finish(job, "failed", DIED)
            keep = False
        if not keep:
            self._part()

    def _run(self, job: Job, worker: Worker) -> bool:
        """Follow a job to its end; return whether the worker can take another one."""
        deadline = monotonic() + self._seconds
        sent = False
        while not job.ended:
            if monotonic() > deadline:
                self._desk.finish(job, "failed", TOO_LONG.format(seconds=self._seconds))
                return False
            match worker.receive(LOOK):
                case Ready(), _:
                    worker.send(Task(job.spec, job.dataset))
                    job.dataset, sent = None, True
                case Progress() as progress, size:
                    self._desk.publish(job, progress, size)
                case Ended(error), _:
                    self._desk.finish(job, "failed" if error else "done", error)
                    return not error
        return not sent or worker.leave_task(GRACE)

    def _have_worker(self) -> None:
        """Replace a worker that is gone, and let in one that has come."""
        if self.worker is not None and not self.worker.alive:
            _log.warning("Worker %d died while idle.", self.worker.pid)
            self._part()
        if self.worker is None:
            try:
                self.worker = self._start()
            except OSError as error:
                _log.error("No worker process could be started: %s.", error)
                return
        self.worker.meet()

    def _part(self) -> None:
        worker, self.worker = self.worker, None
        if worker is not None:
            worker.kill()
