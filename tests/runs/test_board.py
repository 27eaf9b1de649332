"""The board: who shares, who waits, who leaves, and what is kept."""

import threading
import time
from collections import Counter
from dataclasses import dataclass
from typing import cast

import numpy as np
import pytest

from aelr_core.experiments import ExperimentSpec, run
from aelr_core.experiments.cluster import ClusterRun
from pages.ui.runs import board as boards
from pages.ui.runs.board import (
    LONGEST,
    SOON,
    UPDATES,
    UPDATES_IF_IDLE,
    WAITING,
    BusyError,
    JobBoard,
)
from pages.ui.runs.cluster import ClusterAccess
from pages.ui.runs.job import Job
from tests.runs.conftest import Make
from tests.runs.specs import endless, small
from tests.runs.waiting import gone, until


def test_a_job_ends_with_the_numbers_of_the_core(board: JobBoard) -> None:
    job = board.submit(small(), "a")
    assert job.seconds_left is None
    until(lambda: job.ended)
    assert (job.state, job.error, job.fraction) == ("done", "", 1.0)
    until(job.over.is_set)
    assert job.result is not None
    assert job.result.complete
    expected = run(small())
    for key, curve in expected.curves.items():
        np.testing.assert_array_equal(job.result.curves[key].relative_loss, curve.relative_loss)
    assert job.seconds_left is None
    took = job.seconds
    assert took > 0
    assert job.seconds == took


def test_equal_specs_are_one_job_under_way_and_afterwards(board: JobBoard) -> None:
    first = board.submit(small(1), "a")
    assert board.submit(small(1), "b") is first
    until(lambda: first.ended)
    assert board.submit(small(1), "c") is first
    assert first.state == "done"


def test_a_running_job_shows_results_a_version_and_the_time_left(board: JobBoard) -> None:
    job = board.submit(endless(), "a")
    until(lambda: job.version >= 3)
    assert job.state == "running"
    assert job.result is not None
    assert not job.result.complete
    assert 0 < job.fraction < 1
    assert job.seconds_left is not None
    assert job.seconds_left > 0
    board.drop_session("a")


def test_stop_keeps_the_last_result_and_the_worker_is_free(board: JobBoard) -> None:
    job = board.submit(endless(), "a")
    until(lambda: job.result is not None and job.result.curves)
    assert board.stop(job, "a") is job
    assert job.state == "stopped"  # at once
    kept, version = job.result, job.version
    after = board.submit(small(2), "a")
    until(lambda: after.ended)
    assert after.state == "done"
    assert (job.state, job.result, job.version) == ("stopped", kept, version)
    assert board.stop(job, "a") is job


def test_a_stopped_spec_starts_anew(board: JobBoard) -> None:
    job = board.submit(endless(), "a")
    board.stop(job, "a")
    again = board.submit(endless(), "a")
    assert again is not job
    assert not again.ended
    board.drop_session("a")


def test_who_stops_a_shared_job_leaves_it_to_the_others(board: JobBoard) -> None:
    job = board.submit(endless(), "a")
    board.submit(endless(), "b")
    until(lambda: job.version)
    mine = board.stop(job, "a")
    assert (mine.state, mine.spec, job.state) == ("stopped", job.spec, "running")
    assert mine.result is not None
    assert board.stop(job, "b") is job
    assert job.state == "stopped"


def test_a_session_that_is_gone_stops_what_it_alone_watched(board: JobBoard) -> None:
    running = board.submit(endless(), "a")
    waiting = board.submit(small(3), "b")
    until(lambda: running.state == "running")
    board.submit(endless(), "c")
    board.drop_session("a")
    assert running.state == "running"
    board.drop_session("b")
    assert (waiting.state, board.position(waiting)) == ("stopped", 0)
    board.drop_session("c")
    assert running.state == "stopped"
    board.drop_session("nobody")


def test_another_submit_leaves_the_job_before(board: JobBoard) -> None:
    first = board.submit(endless(1), "a")
    until(lambda: first.state == "running")
    second = board.submit(endless(2), "a")
    assert first.state == "stopped"
    third = board.submit(small(0), "a")
    assert second.state == "stopped"
    until(lambda: third.ended)
    fourth = board.submit(endless(4), "a")
    assert board.submit(small(0), "a") is third  # finished long ago
    assert fourth.state == "stopped"


def test_the_queue_is_in_order_full_in_the_end_and_keeps_ones_place(make: Make) -> None:
    board = make(queue=2)
    running = board.submit(endless(), "a")
    until(lambda: running.state == "running")
    second, third = board.submit(small(1), "b"), board.submit(small(2), "c")
    assert [board.position(job) for job in (running, second, third)] == [0, 1, 2]
    with pytest.raises(BusyError, match=r"2 runs .* number 3"):
        board.submit(small(3), "d")
    with pytest.raises(BusyError):
        board.submit(small(3), "a")
    assert running.state == "running"  # who is refused keeps what he has
    changed = board.submit(small(4), "b")
    assert not running.crowded
    assert [board.position(job) for job in (second, changed, third)] == [0, 1, 2]
    assert board.submit(small(2), "d") is third  # a job that exists takes no place
    board.drop_session("a")
    until(lambda: third.ended)
    assert (changed.state, third.state) == ("done", "done")
    assert (changed.crowded, third.crowded) == (True, False)  # nobody waits for the last one


@pytest.mark.parametrize("limit", [{"keep": 2}, {"keep_mb": 24_000 / 2**20}])
def test_finished_jobs_are_bounded_and_the_oldest_go(make: Make, limit: dict[str, float]) -> None:
    board = make(**limit)
    jobs = []
    for seed in range(2):
        jobs.append(board.submit(small(seed), "a"))
        until(lambda: jobs[-1].ended)
    assert 2 * jobs[0].size < 24_000 < 3 * jobs[0].size
    assert board.submit(small(0), "a") is jobs[0]  # asked for again: now the newest
    jobs.append(board.submit(small(2), "a"))
    until(lambda: jobs[-1].ended)
    assert board.submit(small(0), "a") is jobs[0]
    assert board.submit(small(2), "a") is jobs[2]
    assert board.submit(small(1), "a") is not jobs[1]


def test_many_sessions_on_two_workers_are_all_served(make: Make) -> None:
    board = make(2)
    jobs = [board.submit(small(n // 2), str(n)) for n in range(20)]
    assert len(set(jobs)) == 10
    until(lambda: all(job.ended for job in jobs))
    assert {job.state for job in jobs} == {"done"}


def test_closing_stops_everything_and_leaves_no_process(make: Make) -> None:
    board = make(2)
    pids = board.pids
    jobs = [board.submit(endless(n), str(n)) for n in range(3)]
    until(lambda: jobs[1].state == "running")
    board.close()
    assert {job.state for job in jobs} == {"stopped"}
    assert all(map(gone, pids))


def test_the_more_watch_the_less_often_each_is_updated(board: JobBoard) -> None:
    job = board.submit(endless(), "0")
    until(lambda: job.state == "running")
    assert board.update_interval(job) == SOON
    waiting = board.submit(small(8), "waits")
    assert board.update_interval(waiting) == WAITING
    for n in range(1, 40):
        board.submit(endless(), str(n))
    assert board.update_interval(job) == board.update_interval(waiting) == 40.25 / UPDATES
    for n in range(40):
        board.drop_session(str(n))
    until(lambda: waiting.ended)


def test_whose_turn_is_far_off_is_updated_less_often(
    make: Make,
) -> None:
    board = make(2)
    jobs = [board.submit(endless(n), str(n)) for n in range(12)]
    until(lambda: sum(job.state == "running" for job in jobs) == 2)
    queue = sorted((job for job in jobs if job.state == "queued"), key=board.position)
    intervals = [board.update_interval(job) for job in queue]
    assert intervals == sorted(intervals)
    assert (intervals[0], intervals[-1]) == (WAITING, LONGEST)
    assert intervals[::2] == intervals[1::2]  # two are computed at a time


def test_the_interval_follows_from_how_long_runs_take(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "USUAL", 1000.0)
    monkeypatch.setattr(boards, "LATEST", 1.0)
    board = make()
    done = board.submit(small(), "a")
    until(lambda: done.ended)
    jobs = [board.submit(endless(n), str(n)) for n in range(3)]
    until(lambda: jobs[0].state == "running")
    expected = min(max(WAITING, done.seconds / 2), LONGEST)
    assert board.update_interval(jobs[2]) == pytest.approx(expected, abs=0.1)


def test_where_a_worker_is_idle_there_is_time_for_more_updates(make: Make) -> None:
    board = make(2)
    for n in range(40):
        job = board.submit(endless(), str(n))
    until(lambda: job.state == "running")
    assert board.update_interval(job) == 40 / UPDATES_IF_IDLE
    other = board.submit(endless(1), "0")
    until(lambda: job.state == other.state == "running")
    assert board.update_interval(job) == 40 / UPDATES > 40 / UPDATES_IF_IDLE


class Far(ClusterAccess):
    """A cluster whose runs never end, and whose workers come and go as a test says."""

    def __init__(self) -> None:
        super().__init__("tcp://nowhere")
        self.asked: Counter[ExperimentSpec] = Counter()

    available = True

    def check(self) -> None:
        pass

    def begin(self, job: Job) -> ClusterRun:
        return cast(ClusterRun, FarRun(self.asked, job.spec))


@dataclass
class FarRun:
    """A run that never ends."""

    asked: Counter[ExperimentSpec]
    spec: ExperimentSpec

    def receive(self, seconds: float) -> None:
        self.asked[self.spec] += 1
        time.sleep(0.01)

    def leave(self) -> None:
        pass


def test_a_cluster_gets_no_more_runs_than_it_has_workers_left(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "CHECK", 0.05)
    cluster = Far()
    board = make(cluster=cluster)
    cluster.capacity = 3
    jobs = [board.submit(small(n), str(n)) for n in range(3)]
    until(lambda: all(job.state == "running" for job in jobs))
    cluster.capacity = 1
    for n in range(3):
        board.drop_session(str(n))
    first, second = board.submit(small(4), "4"), board.submit(small(5), "5")
    until(lambda: cluster.asked[first.spec] + cluster.asked[second.spec] > 20)
    assert (first.state, second.state) == ("running", "queued")
    assert board.update_interval(first) == SOON
    board.drop_session("4")
    until(lambda: second.state == "running")
    cluster.capacity = 2  # and as many as it has again
    third = board.submit(small(6), "6")
    until(lambda: third.state == "running")


def test_only_an_end_that_is_near_is_waited_for() -> None:
    waited = []

    class End(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            waited.append(timeout)
            return True

    job = Job(small(), over=End())
    job.wait_for_the_end(0.4)  # it has not begun
    job.state, job.started, job.version, job.fraction = "running", time.monotonic() - 10, 1, 0.5
    job.wait_for_the_end(0.4)
    assert waited == []
    job.fraction = 0.99
    job.wait_for_the_end(0.4)
    assert waited == [0.4]
