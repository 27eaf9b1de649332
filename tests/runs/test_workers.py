"""Faults on the real board: each ends in a defined state, with nothing left behind."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from aelr_core.datasets import Dataset, load_dataset
from aelr_core.experiments import ExperimentSpec
from pages.ui.runs.board import JobBoard
from pages.ui.runs.job import Job
from tests.runs.conftest import Make
from tests.runs.odd_worker import EXIT, FULL, HANG, PRINT, RAISE, REFUSE
from tests.runs.specs import endless, small, with_table
from tests.runs.waiting import gone, until

ODD = "tests.runs.odd_worker"
ROOT = Path(__file__).resolve().parents[2]


def works(board: JobBoard) -> bool:
    """Whether the board still serves."""
    job = board.submit(small(7), "afterwards")
    until(lambda: job.ended)
    return job.state == "done"


def ended(job: Job) -> Job:
    until(lambda: job.ended)
    return job


def is_sentence(text: str) -> bool:
    return text[0].isupper() and text.endswith(".") and "\n" not in text


def test_a_worker_killed_in_the_middle(make: Make) -> None:
    board = make()
    job = board.submit(endless(), "a")
    until(lambda: job.version)
    (pid,) = board.pids
    os.kill(pid, signal.SIGKILL)
    ended(job)
    assert (job.state, job.result is None) == ("failed", False)
    assert "run it again" in job.error
    assert is_sentence(job.error)
    until(lambda: gone(pid))
    assert works(board)
    assert pid not in board.pids
    again = board.submit(endless(), "a")
    assert (again is job, again.ended) == (False, False)


def test_a_worker_killed_while_idle_is_replaced_and_no_job_notices(make: Make) -> None:
    board = make()
    assert works(board)
    (pid,) = board.pids
    os.kill(pid, signal.SIGKILL)
    until(lambda: gone(pid) and board.pids)
    assert works(board)


def test_a_job_that_needs_too_much_memory(make: Make) -> None:
    board = make(memory=600 / 1024)
    (pid,) = board.pids
    big = ExperimentSpec(options={"dim": 10_000}, examples=20_000, step="theory")
    job = ended(board.submit(big, "a"))
    assert job.state == "failed"
    assert "0.586 GB of memory" in job.error
    assert is_sentence(job.error)
    assert works(board)
    assert pid not in board.pids


def test_a_job_over_its_time_keeps_what_it_has(make: Make) -> None:
    board = make(seconds=3)
    (pid,) = board.pids
    job = ended(board.submit(endless(), "a"))
    assert job.state == "failed"
    assert "3 s" in job.error
    assert is_sentence(job.error)
    until(lambda: gone(pid))


def test_a_worker_that_does_not_listen_is_killed_by_stop(make: Make) -> None:
    board = make(module=ODD)
    job = board.submit(small(HANG), "a")
    until(lambda: job.version)
    (pid,) = board.pids
    board.stop(job, "a")
    assert (job.state, job.result is None) == ("stopped", False)
    until(lambda: gone(pid))
    assert works(board)


ERRORS = {
    RAISE: "in the server's log",
    FULL: "in the server's log",
    EXIT: "ended unexpectedly",
    REFUSE: "budget must be smaller.",
}


def test_errors_are_sentences_and_can_be_tried_again(make: Make) -> None:
    board = make(module=ODD)
    for seed, says in ERRORS.items():
        job = ended(board.submit(small(seed), "a"))
        assert job.state == "failed"
        assert says in job.error
        assert is_sentence(job.error.capitalize())
        assert "not for visitors" not in job.error
        assert board.submit(small(seed), "a") is not job
        board.drop_session("a")
    # stray words do not get between the messages
    assert ended(board.submit(small(PRINT), "a")).state == "done"


def test_a_table_goes_with_its_job_and_stays_nowhere(make: Make) -> None:
    board = make()
    spec, table = with_table()
    with pytest.raises(ValueError, match="fingerprint"):
        board.submit(spec, "a")
    (pid,) = board.pids
    job = ended(board.submit(spec, "a", table))
    assert (job.state, job.error) == ("done", "")
    assert job.dataset is None
    until(lambda: gone(pid))
    with pytest.raises(ValueError, match="fingerprint"):
        board.submit(spec, "b")  # who has not shown the table
    assert board.finished(spec) is None  # the result is the visitor's alone, and goes with him


def test_a_machine_without_processes_says_so(
    make: Make, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    board = make()
    (pid,) = board.pids

    def refuse(*args: object, **options: object) -> None:
        raise OSError("no more processes")

    with monkeypatch.context() as patch:
        patch.setattr(subprocess, "Popen", refuse)
        os.kill(pid, signal.SIGKILL)
        until(lambda: not board.pids)
        job = ended(board.submit(small(), "a"))
    assert job.state == "failed"
    assert "could not start" in job.error
    assert "No worker process could be started" in caplog.text
    assert works(board)


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


def test_a_stopped_worker_gives_up_its_place(make: Make, table: Dataset) -> None:
    board = make(seconds=3)
    job, pid = submitted_to_a_stopped_worker(board, table)
    board.stop(job, "a")
    until(lambda: gone(pid))
    job, pid = submitted_to_a_stopped_worker(board, table, seed=2)
    until(lambda: job.ended)
    assert (job.state, "3 s" in job.error) == ("failed", True)
    until(lambda: gone(pid))
    after = board.submit(small(3), "a")
    until(lambda: after.ended)
    assert after.state == "done"


def test_a_server_with_a_stopped_worker_can_end(make: Make, table: Dataset) -> None:
    board = make()
    _, pid = submitted_to_a_stopped_worker(board, table)
    closing = threading.Thread(target=board.close, daemon=True)
    closing.start()
    until(lambda: not closing.is_alive())
    assert gone(pid)


SERVER = """
import time
from pages.ui.runs.board import JobBoard
from pages.ui.runs.limits import Limits
from tests.runs.specs import endless
from tests.runs.waiting import until
if __name__ == "__main__":
    board = JobBoard(Limits(2))
    job = board.submit(endless(), "a")
    until(lambda: job.version and len(board.pids) == 2)
    print(*board.pids, flush=True)
    time.sleep(3600)
"""


def test_workers_leave_with_a_server_that_is_killed() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", SERVER], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        pids = [int(pid) for pid in server.stdout.readline().split()]
        assert len(pids) == 2
        server.kill()
    until(lambda: all(map(gone, pids)))


def test_a_worker_loads_no_streamlit() -> None:
    code = "import sys, pages.ui.runs.worker, pages.ui.runs.board; print(*sys.modules)"
    loaded = subprocess.check_output([sys.executable, "-c", code], cwd=ROOT, text=True).split()
    assert "aelr_core.experiments.stream" in loaded
    assert not {"streamlit", "plotly"} & set(loaded)
