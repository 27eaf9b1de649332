"""The board on a real Dask cluster of two workers on this machine, one of which dies on the way."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import numpy as np
import pytest
from distributed import LocalCluster

from aelr_core.experiments import Result, run
from aelr_core.experiments import cluster as clusters
from aelr_core.experiments.cluster import ClusterRun
from pages.ui.runs import board as boards
from pages.ui.runs import cluster as access
from pages.ui.runs.board import JobBoard
from pages.ui.runs.cluster import ClusterAccess
from pages.ui.runs.job import Job
from tests.load.cluster import running_cluster
from tests.runs.conftest import Make
from tests.runs.specs import endless, small, with_table
from tests.runs.waiting import until

SOME_SECONDS = replace(endless(), runs=60)


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "CHECK", 0.1)
    monkeypatch.setattr(access, "RETRY", 0.5)
    monkeypatch.setattr(clusters, "TIMEOUT", 2.0)


@contextmanager
def cluster() -> Iterator[LocalCluster]:
    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=2,
        threads_per_worker=1,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",  # any free port: other clusters may run
        memory_limit=0,
    ) as made:
        yield made


def of_the_actors(local: LocalCluster) -> list[int]:
    """Return the process numbers of the workers that have a run.

    Dask goes on listing an actor that was cancelled before it began, though no longer as a task.
    """
    tasks = local.scheduler.tasks
    busy = {
        worker.address
        for worker in [*local.scheduler.workers.values()]
        if any(tasks.get(actor.key) is actor for actor in [*worker.actors])
    }
    return [one.pid for one in local.workers.values() if one.worker_address in busy]


def ended(job: Job) -> Job:
    until(lambda: job.ended)
    return job


def same(one: Result | None, other: Result | None) -> bool:
    """Whether two results have the same numbers, to the last digit."""
    assert one is not None
    assert other is not None
    return list(one.curves) == list(other.curves) and all(
        np.array_equal(curve.relative_loss, other.curves[key].relative_loss)
        and np.array_equal(curve.distinct, other.curves[key].distinct)
        for key, curve in one.curves.items()
    )


def test_runs_on_a_cluster_stop_and_survive_one_of_its_workers(
    make: Make, caplog: pytest.LogCaptureFixture
) -> None:
    with cluster() as local:
        there = ClusterAccess(local.scheduler_address)
        board = make(cluster=there)
        until(lambda: there.available)
        jobs = [board.submit(small(seed), str(seed)) for seed in range(4)]
        for job in map(ended, jobs):
            assert (job.state, job.error) == ("done", "")
            assert same(job.result, run(job.spec))
        assert local.scheduler.transition_counter  # it did work there

        job = board.submit(endless(), "a")
        until(lambda: job.version > 2)
        assert 0 < job.fraction < 1
        until(lambda: len(of_the_actors(local)) == 1)
        board.stop(job, "a")
        until(lambda: not local.scheduler.tasks)

        direct = clusters.Cluster(local.scheduler_address)
        kept = direct.begin(endless(), watched=False)
        for _ in range(5):  # by itself Dask puts some of these beside the first one
            other = direct.begin(endless(), watched=False)
            until(lambda: len(of_the_actors(local)) == 2)
            other.leave()
            until(lambda: len(of_the_actors(local)) == 1)
        kept.leave()
        until(lambda: not local.scheduler.tasks)
        direct.close()

        spec, table = with_table()
        before = local.scheduler.transition_counter
        assert ended(board.submit(spec, "a", table)).state == "done"
        assert local.scheduler.transition_counter == before  # a visitor's table stays here

        job = board.submit(SOME_SECONDS, "a")
        until(lambda: job.version)
        (pid,) = of_the_actors(local)
        os.kill(pid, signal.SIGKILL)
        assert (ended(job).state, job.error) == ("done", "")
        assert "its run begins again" in caplog.text
        assert same(job.result, run(SOME_SECONDS))

        job = board.submit(endless(1), "a")
        for _ in range(2):
            version = job.version
            until(lambda version=version: job.version > version and of_the_actors(local))
            (pid,) = of_the_actors(local)
            os.kill(pid, signal.SIGKILL)
        assert ended(job).state == "failed"
        assert "Two workers of the cluster were lost" in job.error


class Counting(ClusterAccess):
    """Access to a cluster, with the number of runs that it was given."""

    begun = 0

    def begin(self, job: Job) -> ClusterRun:
        self.begun += 1
        return super().begin(job)


def works(board: JobBoard, seed: int) -> Job:
    job = ended(board.submit(small(seed), "b"))
    assert (job.state, same(job.result, run(job.spec))) == ("done", True)
    return job


@contextmanager
def stopped(pid: int) -> Iterator[None]:
    """Have a process that exists, and does not answer."""
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


def test_without_its_cluster_the_server_computes_itself(
    make: Make, caplog: pytest.LogCaptureFixture
) -> None:
    with running_cluster() as (address, pid):
        there = Counting(address)
        board = make(cluster=there)
        until(lambda: there.available)
        job = board.submit(SOME_SECONDS, "a")
        until(lambda: job.version)
        with stopped(pid):
            assert ended(job).state == "done"
            assert same(job.result, run(SOME_SECONDS))
            assert "began again on the server itself" in job.note
            assert "Runs are computed on this machine." in caplog.text
            assert not there.available
            assert works(board, 1).note == ""
        until(lambda: there.available)  # it is found again
        before = there.begun
        works(board, 2)
        assert there.begun > before
        job = board.submit(endless(3), "a")
        until(lambda: job.version)
    until(lambda: not there.available)  # it has ended
    until(lambda: job.note)
    board.stop(job, "a")  # the server's only worker has taken it over
    assert works(board, 4).note == ""
