"""The board: every session's jobs, each computed once, first come, first served.

Equal specs are one job, so the board is both queue and cache. A session has at most one unfinished
job; asking for another one leaves it, and a job that nobody watches is stopped. No method waits
for a worker.
"""

from __future__ import annotations

import pickle
import threading
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from time import monotonic

from aelr_core.datasets import Dataset
from aelr_core.experiments import ExperimentSpec, Progress
from aelr_core.experiments.problem import dataset_of
from pages.ui.runs.cluster import ClusterAccess, ClusterWorker
from pages.ui.runs.job import Job, State
from pages.ui.runs.limits import GB, MB, Limits, check_cost
from pages.ui.runs.workers import MODULE, LocalWorker, Runner, Worker

BUSY = (
    "The server is busy: {waiting} runs are already waiting, and yours would be number {place}. "
    "Try again in a minute."
)
MOVED = "The cluster does not answer, so this run began again on the server itself."

# Updates per second of all sessions together, when all workers are busy and when one is idle;
# sessions that wait count less.
UPDATES, UPDATES_IF_IDLE = 16, 24
OF_ONE_THAT_WAITS = 0.25
# The least seconds between two updates of one session, usually and while its run is queued; and the
# most while it is queued: an update comes when half of the time until its turn is over. Each update
# also takes the visitor's browser 0.1 s of a core, which on one machine with the workers is theirs.
SOON, WAITING, LONGEST = 0.4, 1.0, 5.0
# Seconds that a run takes, before one has ended, and how much the latest one counts.
USUAL, LATEST = 3.0, 0.3
# Seconds between two checks of the cluster.
CHECK = 1.0


class BusyError(RuntimeError):
    """The queue is full; the message is a sentence for the visitor."""


class JobBoard:
    """The jobs of all sessions, and the workers that compute them. All methods are thread-safe.

    Parameters
    ----------
    limits : how many workers, jobs and bytes; the workers start at once.
    module : the workers' program.
    cluster : computes the jobs while it is there, except those with a visitor's own table, which
        stays on this machine.
    """

    def __init__(
        self, limits: Limits, *, module: str = MODULE, cluster: ClusterAccess | None = None
    ) -> None:
        self._limits, self._cluster = limits, cluster
        self._changed = threading.Condition()  # its lock guards everything below
        self._unfinished: dict[ExperimentSpec, Job] = {}
        self._queue: list[Job] = []
        self._done: OrderedDict[ExperimentSpec, Job] = OrderedDict()
        self._usual = USUAL  # seconds that a run takes
        self.closed = False
        self._runners: list[Runner] = []
        self._threads: list[threading.Thread] = []
        start = partial(LocalWorker, int(limits.memory * GB), module)
        for _ in range(limits.processes):
            self._add_runner(start, self._stays_here)
        if cluster is not None:
            self._start(partial(self._watch, cluster))

    # ---- For pages ---------------------------------------------------------------------------

    def submit(self, spec: ExperimentSpec, session: str, dataset: Dataset | None = None) -> Job:
        """Return the job of a spec: a finished one, an unfinished one, or a new one.

        The session leaves its previous job. If that was queued for this session only, the new job
        takes its place in the queue: changing one's mind does not cost the place.

        Parameters
        ----------
        spec : what to compute.
        session : who asks, see `session_id`.
        dataset : the table, when ``spec.data`` is "csv".

        Raises
        ------
        TooLargeError
            If a new job would take too long.
        BusyError
            If too many jobs wait. In both cases the session keeps its previous job.
        ValueError
            If the table is missing or not the one that the spec names.
        """
        if spec.entry.uploaded or dataset is not None:
            dataset_of(spec, dataset)  # results are only for those who have the table
        with self._changed:
            known = spec in self._done or spec in self._unfinished
        if not known:
            check_cost(spec, dataset, self._limits.estimate)
        with self._changed:
            job = self._done.get(spec) or self._unfinished.get(spec)
            if job is not None and job.state == "done":
                self._done.move_to_end(spec)
            elif job is None:
                job = self._enqueue(Job(spec, dataset=dataset), session)
            self._leave(session, but=job)
            if not job.ended:
                job.watchers.add(session)
            return job

    def stop(self, job: Job, session: str) -> Job:
        """Leave a job; return what to show from now on, with its last result.

        That is the job itself, stopped, or a stopped copy if others are still watching it.
        """
        with self._changed:
            if job.ended:
                return job
            others = job.watchers - {session}
            self._leave(session)
            return job.stopped_copy() if others else job

    @property
    def sessions(self) -> frozenset[str]:
        """The sessions that have an unfinished job."""
        with self._changed:
            return frozenset(name for job in self._unfinished.values() for name in job.watchers)

    def drop_session(self, session: str) -> None:
        """Forget a session that is gone; jobs that only it watched are stopped."""
        with self._changed:
            self._leave(session)

    def finished(self, spec: ExperimentSpec) -> Job | None:
        """Return the finished job of a spec, if there is one; nothing is started."""
        with self._changed:
            return self._done.get(spec)

    def position(self, job: Job) -> int:
        """Return the place in the queue: 1 is next, 0 means that it does not wait."""
        with self._changed:
            return self._queue.index(job) + 1 if job in self._queue else 0

    def update_interval(self, job: Job) -> float:
        """Return the seconds between two updates of a job.

        Serving visitors must leave the machine time to compute, so they are longer the more
        sessions watch, and for those whose turn is far off.
        """
        with self._changed:
            waiting = sum(len(one.watchers) for one in self._queue)
            watching = sum(len(one.watchers) for one in self._unfinished.values()) - waiting
            cluster, places = self._cluster, self._limits.processes
            if cluster is not None and cluster.available:
                places = cluster.capacity
            updates = UPDATES_IF_IDLE if len(self._unfinished) < places else UPDATES
            share = (watching + OF_ONE_THAT_WAITS * waiting) / updates
            if job not in self._queue:
                return max(SOON, share)
            before = self._queue.index(job) // max(places, 1)  # runs that each worker has first
            return max(WAITING, share, min(before * self._usual / 2, LONGEST))

    @property
    def pids(self) -> tuple[int, ...]:
        """The process numbers of the workers."""
        workers = [runner.worker for runner in self._runners]
        return tuple(worker.pid for worker in workers if worker is not None and worker.pid)

    def close(self) -> None:
        """Stop everything and wait until the workers are gone."""
        with self._changed:
            self.closed = True
            for job in [*self._unfinished.values()]:
                self.finish(job, "stopped")
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()

    # ---- For runners -------------------------------------------------------------------------

    def take(self, patience: float, wanted: Callable[[Job], bool]) -> Job | None:
        """Return the next wanted job, now running, or None after a while or when closed."""
        with self._changed:
            self._changed.wait_for(lambda: any(map(wanted, self._queue)) or self.closed, patience)
            job = next(filter(wanted, self._queue), None)
            if job is None:
                return None
            self._queue.remove(job)
            job.started = monotonic()
            job.crowded = bool(self._queue)
            job.state = "running"
            return job

    def leave_cluster(self, job: Job, sentence: str) -> None:
        """Compute here what the cluster did, as it is gone; its running job is the next one."""
        if self._cluster is not None:
            self._cluster.give_up(sentence)
        with self._changed:
            if not job.ended:
                job.state, job.started, job.fraction, job.note = "queued", None, 0.0, MOVED
                self._queue.insert(0, job)
                self._changed.notify_all()

    def publish(self, job: Job, progress: Progress) -> None:
        """Publish a running job's result so far; a job stopped meanwhile is not changed."""
        with self._changed:
            if not job.ended:
                job.fraction, job.result = progress.fraction, progress.result
                job.preview = progress.preview
                job.version += 1
                job.seen.set()

    def finish(self, job: Job, state: State, error: str = "") -> None:
        """End a job that has not ended yet."""
        with self._changed:
            if job.ended:
                return
            del self._unfinished[job.spec]
            if job in self._queue:
                self._queue.remove(job)
            if state == "done" and job.started is not None:
                self._usual += LATEST * (monotonic() - job.started - self._usual)
            if state == "done" and not job.spec.entry.uploaded:  # a visitor's own table is not kept
                self._remember(job)
            job.watchers, job.dataset = set(), None
            job.finished, job.error = monotonic(), error
            job.state = state  # last: readers take no lock
            job.seen.set()
            job.over.set()

    # ---- Its threads -------------------------------------------------------------------------

    def _start(self, target: Callable[[], None]) -> None:
        thread = threading.Thread(target=target, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _add_runner(self, start: Callable[[], Worker], wanted: Callable[[Job], bool]) -> None:
        runner = Runner(self, start, wanted, self._limits.seconds)
        self._runners.append(runner)
        self._start(runner.serve)

    def _stays_here(self, job: Job) -> bool:
        """Return whether a job is computed on this machine."""
        return job.dataset is not None or self._cluster is None or not self._cluster.available

    def _watch(self, cluster: ClusterAccess) -> None:
        """Have a runner for each run that a cluster can take, as its workers come and go.

        A run that goes on where a worker has left ends as it is: its worker may be there.
        """

        def goes_to(runner: int, job: Job) -> bool:
            return runner < cluster.capacity and not self._stays_here(job)

        runners = 0
        while not self._closed_within(CHECK):
            cluster.check()
            while cluster.available and runners < cluster.capacity:
                self._add_runner(partial(ClusterWorker, cluster), partial(goes_to, runners))
                runners += 1
        cluster.close()

    def _closed_within(self, seconds: float) -> bool:
        """Wait until the board is closed, for a while; return whether it is."""
        with self._changed:
            return self._changed.wait_for(lambda: self.closed, seconds)

    # ---- Under the lock ----------------------------------------------------------------------

    def _enqueue(self, job: Job, session: str) -> Job:
        """Put a job into the queue, in place of the one that its session leaves, if any."""
        left = next((n for n, old in enumerate(self._queue) if old.watchers == {session}), None)
        if left is None and len(self._queue) >= self._limits.queue:
            raise BusyError(BUSY.format(waiting=len(self._queue), place=len(self._queue) + 1))
        self._queue.insert(len(self._queue) if left is None else left, job)
        self._unfinished[job.spec] = job
        self._changed.notify_all()  # not every runner wants every job
        return job

    def _leave(self, session: str, but: Job | None = None) -> None:
        for job in [*self._unfinished.values()]:
            if session in job.watchers and job is not but:
                job.watchers.discard(session)
                if not job.watchers:
                    self.finish(job, "stopped")

    def _remember(self, job: Job) -> None:
        job.size = len(pickle.dumps(job.result))
        self._done[job.spec] = job
        most = self._limits.keep_mb * MB
        while len(self._done) > self._limits.keep or (
            len(self._done) > 1 and sum(one.size for one in self._done.values()) > most
        ):
            self._done.popitem(last=False)
