"""What workers hear and say is for the server alone, and the log has no words of a visitor's."""

import contextlib
import os
import socket
from pathlib import Path

import pytest

from aelr_core.datasets import load_dataset
from aelr_core.experiments import ExperimentSpec
from pages.ui.runs.workers import Worker
from tests.runs.conftest import Make
from tests.runs.odd_worker import RAISE
from tests.runs.specs import small
from tests.runs.waiting import until

MEMORY = 2 * 2**30
SECRET = "name of a patient"


def sockets_of(pid: int) -> set[str]:
    """Return what names the sockets of a process."""
    links = set()
    for file in Path(f"/proc/{pid}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):  # the one that lists the folder
            links.add(os.readlink(file))
    return {link for link in links if link.startswith("socket:")}


def test_the_pair_has_no_address_and_no_other_process_holds_an_end() -> None:
    workers = [Worker(MEMORY), Worker(MEMORY)]
    try:
        for worker in workers:
            until(lambda worker=worker: worker.receive(0.1))  # it has started
            with socket.socket(fileno=os.dup(worker._channel.fileno())) as end:
                assert end.family == socket.AF_UNIX
                assert (end.getsockname(), end.getpeername()) == ("", "")  # nothing to connect to
        mine, other = (sockets_of(worker.pid) for worker in workers)
        assert len(mine) == len(other) == 1
        assert not mine & other
        assert not (mine | other) & sockets_of(os.getpid())
    finally:
        for worker in workers:
            worker.kill()


def test_an_error_about_a_table_is_logged_without_its_words(
    make: Make, capfd: pytest.CaptureFixture[str]
) -> None:
    board = make(module="tests.runs.odd_worker")
    text = f"{SECRET},b,y\n" + "".join(f"{n % 7},{n % 5},{n % 3}\n" for n in range(60))
    options = {"target": "y"}
    table = load_dataset("csv", file=text.encode(), family="ridge", seed=RAISE, **options)
    spec = ExperimentSpec(
        data="csv",
        options={"fingerprint": table.fingerprint, **options},
        budget=2,
        examples=40,
        runs=1,
        points=2,
        step="theory",
        seed=RAISE,
    )
    job = board.submit(spec, "a", table)
    until(lambda: job.ended)
    assert (job.state, "server's log" in job.error) == ("failed", True)
    logged = capfd.readouterr().err
    assert "KeyError, with an uploaded table" in logged
    assert "not for visitors" not in logged  # what the error said
    assert SECRET not in logged
    job = board.submit(small(RAISE), "a")
    until(lambda: job.ended)
    assert "KeyError: 'not for visitors'" in capfd.readouterr().err  # no table: all there is
