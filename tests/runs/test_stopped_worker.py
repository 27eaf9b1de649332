"""A worker that was stopped by a signal takes nothing: neither its slot nor the server waits."""

from __future__ import annotations

import os
import signal
import threading

import pytest

from aelr_core.datasets import Dataset, load_dataset
from aelr_core.experiments import ExperimentSpec
from pages.ui.runs import channel
from pages.ui.runs.job import Job
from pages.ui.runs.job_board import JobBoard
from tests.runs.conftest import Make
from tests.runs.specs import small
from tests.runs.waiting import gone, until

MORE_THAN_A_SOCKET_HOLDS = 16 * 2**20  # bytes


@pytest.fixture(scope="module")
def table() -> Dataset:
    names = [*(f"a{n}" for n in range(800)), "y"]
    rows = [",".join(str((n * k) % 7 + k) for k in range(len(names))) for n in range(4_000)]
    text = "\n".join([",".join(names), *rows])
    table = load_dataset("csv", file=text.encode(), target="y", family="ridge")
    assert table.X_train.nbytes > MORE_THAN_A_SOCKET_HOLDS
    return table


def submitted_to_a_stopped_worker(
    board: JobBoard, table: Dataset, seed: int = 1
) -> tuple[Job, int]:
    """Stop a worker that is ready, and give it the table."""
    warm = board.submit(small(seed), "a")  # a new one: it must be computed
    until(lambda: warm.ended)
    (pid,) = board.pids
    os.kill(pid, signal.SIGSTOP)
    options = {"fingerprint": table.fingerprint, "target": "y"}
    spec = ExperimentSpec(
        data="csv", options=options, budget=2, examples=40, runs=1, points=2, step="theory"
    )
    job = board.submit(spec, "a", table)
    until(lambda: job.dataset is None)  # it is being sent
    return job, pid


def test_it_gives_up_its_slot(make: Make, table: Dataset, monkeypatch: pytest.MonkeyPatch) -> None:
    board = make()
    job, pid = submitted_to_a_stopped_worker(board, table)
    board.stop(job, "a")
    until(lambda: gone(pid))
    monkeypatch.setattr(channel, "STALLED", 0.5)
    job, pid = submitted_to_a_stopped_worker(board, table, seed=2)
    until(lambda: job.ended)
    assert (job.state, "ended unexpectedly" in job.error) == ("failed", True)
    until(lambda: gone(pid))
    after = board.submit(small(3), "a")
    until(lambda: after.ended)
    assert after.state == "done"


def test_the_server_can_end(make: Make, table: Dataset) -> None:
    board = make()
    _, pid = submitted_to_a_stopped_worker(board, table)
    closing = threading.Thread(target=board.close, daemon=True)
    closing.start()
    until(lambda: not closing.is_alive())
    assert gone(pid)
