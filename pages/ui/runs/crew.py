"""The Dask cluster that computes runs, if the server has one: found, lost and found again."""

from __future__ import annotations

import logging
from collections.abc import Callable
from time import monotonic

from aelr_core.experiments import ExperimentSpec
from aelr_core.experiments.cluster import GONE, Cluster, ClusterGoneError, ClusterRun

# Seconds between two looks at a cluster, and between two attempts to find one.
LOOK = 1.0
AGAIN = 30.0

_log = logging.getLogger(__name__)


class Crew:
    """The workers of a cluster.

    Parameters
    ----------
    address : of the scheduler, ``tcp://host:port``.
    most : how many runs it may have at a time; 0 means one per worker.
    """

    def __init__(self, address: str, most: int = 0) -> None:
        self._address, self._most = address, most
        self._cluster: Cluster | None = None
        self._tried = float("-inf")
        self.seats = 0  # runs that it can take at a time

    @property
    def there(self) -> bool:
        """Whether runs go to the cluster."""
        return self._cluster is not None and self.seats > 0 and self._cluster.there

    def look(self) -> None:
        """Look for the cluster if it is not there, and how many workers it has."""
        if self._cluster is not None and not self._cluster.there:
            self.give_up(GONE)
        if self._cluster is None and monotonic() - self._tried > AGAIN:
            self._tried = monotonic()
            try:
                self._cluster = Cluster(self._address)
                _log.warning("Runs are computed on the cluster at %s.", self._address)
            except ValueError as error:
                _log.warning("%s Runs are computed on this machine.", error)
        if (cluster := self._cluster) is not None:
            try:
                workers = cluster.workers
                self.seats = min(workers, self._most or workers)
            except Exception:  # whatever Dask raises when its scheduler goes, or does not answer
                self.give_up(GONE)

    def begin(self, spec: ExperimentSpec, *, watched: bool) -> ClusterRun:
        """Begin a run; ClusterGoneError if the cluster is not there."""
        cluster = self._cluster
        if cluster is None:
            raise ClusterGoneError(GONE)
        try:
            return cluster.begin(spec, watched=watched)
        except ClusterGoneError as gone:
            self.give_up(str(gone))
            raise

    def give_up(self, sentence: str) -> None:
        """Let this machine's own workers take over, for a while."""
        cluster, self._cluster = self._cluster, None
        if cluster is not None:
            _log.warning("%s Runs are computed on this machine.", sentence)
            self._tried = monotonic()
            cluster.close()

    def look_after(self, closed: Callable[[float], bool], seat: Callable[[int], None]) -> None:
        """Look again and again, until `closed`; `seat` hears how many runs it can take."""
        while not closed(LOOK):
            self.look()
            if self.there:
                seat(self.seats)
        if self._cluster is not None:
            self._cluster.close()
