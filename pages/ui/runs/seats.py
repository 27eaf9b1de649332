"""A seat on a Dask cluster, with what a runner needs of a worker: it computes one run at a time.

A run whose worker is lost begins again on another one, once; then its visitor is told. A visitor's
own table stays on this machine, so runs with one never come here.
"""

from __future__ import annotations

import logging

from aelr_core.experiments.cluster import ClusterGoneError, ClusterRun, Said, WorkerLostError
from pages.ui.runs.crew import Crew
from pages.ui.runs.messages import TOO_BIG, WRONG, Ended, FromWorker, Ready, Task, ToWorker

LOST = "Two workers of the cluster were lost during this run: run it again, or make it smaller."

_log = logging.getLogger(__name__)


class Seat:
    """One seat; all methods are for one thread."""

    def __init__(self, crew: Crew) -> None:
        self._crew = crew
        self._task: Task | None = None
        self._run: ClusterRun | None = None
        self._lost = 0

    @property
    def alive(self) -> bool:
        """Return that it needs no other one: it has nothing of its own."""
        return True

    @property
    def pid(self) -> int:
        """Return that it is no process here."""
        return 0

    def meet(self) -> bool:
        """Return that it is here."""
        return True

    def send(self, message: ToWorker) -> None:
        """Begin with a task."""
        if isinstance(message, Task):
            assert message.dataset is None, "A visitor's table stays on this machine."
            self._task, self._lost = message, 0
            self._run = self._begin(message)

    def receive(self, seconds: float) -> tuple[FromWorker, int] | None:
        """Return the next message and its bytes, or None if none comes in time.

        ClusterGoneError if the cluster is gone.
        """
        if self._run is None or self._task is None:
            return Ready(), 0
        try:
            said = self._run.receive(seconds)
        except WorkerLostError:
            self._run.leave()
            self._lost += 1
            if self._lost > 1:
                return self._ended(LOST)
            _log.warning("A worker of the cluster was lost: its run begins again.")
            self._run = self._begin(self._task)
            return None
        except ClusterGoneError as gone:
            self._crew.give_up(str(gone))
            raise
        if said is None:
            return None
        if said.progress is not None:
            return said.progress, said.size
        return self._ended(_error(said))

    def leave_task(self, seconds: float) -> bool:
        """Leave the task; return that another one can come."""
        self._ended("")
        return True

    def kill(self) -> None:
        """Leave the task, if there is one."""
        self._ended("")

    def _begin(self, task: Task) -> ClusterRun:
        return self._crew.begin(task.spec, watched=not task.crowded)

    def _ended(self, error: str) -> tuple[Ended, int]:
        if self._run is not None:
            self._run.leave()
        self._run = None
        return Ended(error), 0


def _error(said: Said) -> str:
    """Return the sentence for the visitor; what was wrong with the program goes to the log."""
    match said.kind:
        case "refused":
            return said.text
        case "memory":
            return TOO_BIG.format(limit="memory of a worker of the cluster")
        case "error":
            _log.error("A run on the cluster ended with %s", said.text)
            return WRONG
        case _:
            return ""
