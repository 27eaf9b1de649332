"""What workers hear and say is for the server alone, and the log has no words of a visitor's."""

import contextlib
import os
import pickle
import socket
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from aelr_core.datasets import load_dataset
from aelr_core.experiments import ExperimentSpec
from pages.ui.runs.door import HERE, Door, enter
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


def test_no_other_process_holds_an_end_and_the_door_is_shut() -> None:
    workers = [Worker(MEMORY), Worker(MEMORY)]
    ports, keys, _ = zip(*(worker._door.invitation.split() for worker in workers), strict=True)
    try:
        for worker in workers:
            until(lambda worker=worker: worker.receive(0.1))  # it has started
        for port in ports:
            with pytest.raises(OSError):
                socket.create_connection((HERE, int(port)), timeout=5)
        mine, other = (sockets_of(worker.pid) for worker in workers)
        assert len(mine) == len(other) == 1
        assert not mine & other
        assert not (mine | other) & sockets_of(os.getpid())
        for worker, key in zip(workers, keys, strict=True):
            assert key not in Path(f"/proc/{worker.pid}/cmdline").read_text(encoding="utf-8")
    finally:
        for worker in workers:
            worker.kill()


def test_who_has_no_key_is_turned_away_and_hears_nothing() -> None:
    door = Door()
    port, key, answer = door.invitation.split()
    wrong = "00" * 32
    with ThreadPoolExecutor(1) as server, socket.create_connection((HERE, int(port))) as silent:
        silent.sendall(b"x")
        silent.shutdown(socket.SHUT_WR)
        coming = server.submit(door.let_in, 60)
        assert silent.recv(100) == b""
        with pytest.raises(EOFError):
            enter(f"{port} {wrong} {answer}")
        right = enter(f"{port} {key} {answer}")
        channel = coming.result()
    assert channel is not None
    right.send("hello", whole=True)
    assert channel.receive(60) == ("hello", len(pickle.dumps("hello", -1)))
    channel.close()
    with pytest.raises(EOFError):
        right.receive(60)
    right.close()


def test_a_worker_reads_nothing_from_another_server() -> None:
    """One that took over the port, say: it cannot know the answer."""
    door = Door()
    port, key, _ = door.invitation.split()
    with ThreadPoolExecutor(1) as server:
        coming = server.submit(door.let_in, 60)
        with pytest.raises(EOFError):
            enter(f"{port} {key} {'00' * 32}")
        channel = coming.result()
    assert channel is not None
    channel.close()


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
