"""Runs on a Dask cluster, if the server has one: found, lost and found again.

A visitor's own table stays on this machine, so runs with one never come here.
"""

from __future__ import annotations

import logging
from time import monotonic

from aelr_core.experiments import Progress
from aelr_core.experiments.cluster import (
    GONE,
    Cluster,
    ClusterGoneError,
    ClusterRun,
    Reply,
    WorkerLostError,
)
from pages.ui.runs.job import Job
from pages.ui.runs.worker import TOO_BIG, WRONG

# Seconds between two attempts to find a cluster.
RETRY = 30.0

LOST = "Two workers of the cluster were lost during this run: run it again, or make it smaller."

_log = logging.getLogger(__name__)


class ClusterAccess:
    """The cluster at an address.

    Parameters
    ----------
    address : of the scheduler, ``tcp://host:port``.
    most : how many runs it may have at a time; 0 means one per worker.

    Attributes
    ----------
    capacity : runs that it can take at a time, as of the last check.
    """

    def __init__(self, address: str, most: int = 0) -> None:
        self._address, self._most = address, most
        self._cluster: Cluster | None = None
        self._tried = float("-inf")
        self.capacity = 0

    @property
    def available(self) -> bool:
        """Whether runs go to the cluster."""
        return self._cluster is not None and self.capacity > 0 and self._cluster.there

    def check(self) -> None:
        """Look for the cluster if it is not there, and how many workers it has."""
        if self._cluster is not None and not self._cluster.there:
            self.give_up(GONE)
        if self._cluster is None and monotonic() - self._tried > RETRY:
            self._tried = monotonic()
            try:
                self._cluster = Cluster(self._address)
                _log.warning("Runs are computed on the cluster at %s.", self._address)
            except ValueError as error:
                _log.warning("%s Runs are computed on this machine.", error)
        if (cluster := self._cluster) is not None:
            try:
                workers = cluster.workers
                self.capacity = min(workers, self._most or workers)
            except Exception:  # whatever Dask raises when its scheduler goes, or does not answer
                self.give_up(GONE)

    def begin(self, job: Job) -> ClusterRun:
        """Begin a run; ClusterGoneError if the cluster is not there."""
        cluster = self._cluster
        if cluster is None:
            raise ClusterGoneError(GONE)
        return cluster.begin(job.spec, watched=not job.crowded)

    def give_up(self, sentence: str) -> None:
        """Let this machine's own workers take over, for a while."""
        cluster, self._cluster = self._cluster, None
        if cluster is not None:
            _log.warning("%s Runs are computed on this machine.", sentence)
            self._tried = monotonic()
            cluster.close()

    def close(self) -> None:
        """Leave the cluster."""
        if self._cluster is not None:
            self._cluster.close()


class ClusterWorker:
    """A place for one run at a time on a cluster: a `Worker` for one thread.

    A run whose worker is lost begins again on another one, once; then its visitor is told.
    """

    pid = 0
    alive = True  # it has nothing of its own that could end

    def __init__(self, cluster: ClusterAccess) -> None:
        self._cluster = cluster
        self._again: Job | None = None  # what begins again if its worker is lost
        self._run: ClusterRun | None = None

    def begin(self, job: Job) -> None:
        """Begin with a job; ClusterGoneError if the cluster is gone."""
        assert job.dataset is None, "A visitor's table stays on this machine."
        self._run, self._again = self._cluster.begin(job), job

    def receive(self, seconds: float) -> Progress | str | None:
        """Return the job's progress, or at its end why it failed, or ""; None if nothing came.

        ClusterGoneError if the cluster is gone.
        """
        assert self._run is not None
        try:
            reply = self._run.receive(seconds)
        except WorkerLostError:
            self._run.leave()
            if self._again is None:
                return LOST
            _log.warning("A worker of the cluster was lost: its run begins again.")
            self._run, self._again = self._cluster.begin(self._again), None
            return None
        if reply is None or reply.progress is not None:
            return reply and reply.progress
        self._run.leave()
        return _error(reply)

    def kill(self) -> None:
        """Leave the job, if there is one."""
        if self._run is not None:
            self._run.leave()


def _error(reply: Reply) -> str:
    """Return the sentence for the visitor; what was wrong with the program goes to the log."""
    if reply.kind == "error":
        _log.error("A run on the cluster ended with %s", reply.text)
    too_big = TOO_BIG.format(limit="memory of a worker of the cluster")
    return {"refused": reply.text, "memory": too_big, "error": WRONG}.get(reply.kind, "")
