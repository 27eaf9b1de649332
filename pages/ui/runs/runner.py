"""One thread per worker: it takes jobs from the board, hands them over, and publishes results."""

from __future__ import annotations

import logging
from collections.abc import Callable
from time import monotonic
from typing import Protocol

from aelr_core.experiments import Progress
from aelr_core.experiments.cluster import ClusterGoneError
from pages.ui.runs.job import Job, State
from pages.ui.runs.messages import Ended, FromWorker, Ready, Task, ToWorker

# Seconds between two checks whether a job was stopped; for a worker to leave its task before it is
# killed; between two checks whether an idle worker is still alive.
LOOK = 0.1
GRACE = 0.3
IDLE = 1.0

TOO_LONG = "This run took more than the {seconds:.0f} s allowed: reduce examples, runs or d."
DIED = "The process that computed this run ended unexpectedly: run it again, or make it smaller."
NO_START = "The server could not start a process for this run: try again in a minute."
MOVED = "The cluster does not answer, so this run began again on the server itself."

_log = logging.getLogger(__name__)


class Desk(Protocol):
    """What a runner needs of the board."""

    @property
    def closed(self) -> bool:
        """Whether no more work is given out."""

    def take(self, patience: float, wanted: Callable[[Job], bool]) -> Job | None:
        """Return the next wanted job, now running, or None after a while or when closed."""

    def put_back(self, job: Job, note: str) -> None:
        """Make a running job the next one in the queue, with a sentence for those who watch."""

    def publish(self, job: Job, progress: Progress, size: int) -> None:
        """Show what a running job has so far."""

    def finish(self, job: Job, state: State, error: str = "") -> None:
        """End a job that has not ended yet."""


class Hands(Protocol):
    """What a runner needs of a worker: a process of this machine, or a seat on a cluster."""

    @property
    def pid(self) -> int:
        """The process's number; 0 if it is elsewhere."""

    @property
    def alive(self) -> bool:
        """Whether it can still work."""

    def meet(self) -> bool:
        """Let it in if it has come."""

    def send(self, message: ToWorker) -> None:
        """Send a message."""

    def receive(self, seconds: float) -> tuple[FromWorker, int] | None:
        """Return the next message and its bytes, or None if none comes in time."""

    def leave_task(self, seconds: float) -> bool:
        """Ask it to leave its task; return whether it did so in time and can take another."""

    def kill(self) -> None:
        """End it at once."""


class Runner:
    """The loop of one thread, and the worker it has at the moment.

    Parameters
    ----------
    desk : where jobs come from.
    start : starts a worker.
    wanted : which jobs it takes.
    seconds : maximum running time of a job.
    """

    def __init__(
        self,
        desk: Desk,
        start: Callable[[], Hands],
        wanted: Callable[[Job], bool],
        seconds: float,
    ) -> None:
        self._desk, self._start, self._wanted = desk, start, wanted
        self._seconds = seconds
        self.worker: Hands | None = None

    def serve(self) -> None:
        """Work until the desk is closed. The worker starts at once, before it is needed."""
        try:
            while not self._desk.closed:
                self._have_worker()
                if job := self._desk.take(IDLE, self._wanted):
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
        except ClusterGoneError:
            self._desk.put_back(job, MOVED)
            keep = False
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

    def _run(self, job: Job, worker: Hands) -> bool:
        """Follow a job to its end; return whether the worker can take another one."""
        deadline = monotonic() + self._seconds
        sent = False
        while not job.ended:
            if monotonic() > deadline:
                self._desk.finish(job, "failed", TOO_LONG.format(seconds=self._seconds))
                return False
            match worker.receive(LOOK):
                case Ready(), _:
                    worker.send(Task(job.spec, job.dataset, job.crowded))
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
