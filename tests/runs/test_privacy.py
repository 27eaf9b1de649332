"""What workers hear and say is for the server alone, and the log has no words of a visitor's."""

import os
import secrets
import socket
import subprocess
import sys
from multiprocessing import AuthenticationError
from multiprocessing.connection import Client
from pathlib import Path

import psutil
import pytest

from aelr_core.experiments import Progress
from pages.ui.runs.job import Job
from pages.ui.runs.worker import HOST, KEY_BYTES
from pages.ui.runs.workers import MODULE, ONE_THREAD, ROOT, LocalWorker
from tests.runs.conftest import Make
from tests.runs.odd_worker import RAISE
from tests.runs.specs import small, with_table
from tests.runs.waiting import until

MEMORY = 2 * 2**30
SECRET = "name of a patient"


def test_a_worker_has_one_connection_to_the_server_and_the_key_is_nowhere_to_be_read() -> None:
    workers = [LocalWorker(MEMORY), LocalWorker(MEMORY)]
    try:
        for worker in workers:
            worker.begin(Job(small()))
            until(lambda worker=worker: isinstance(worker.receive(0.1), Progress))
            process = psutil.Process(worker.pid)
            (only,) = process.net_connections(kind="inet")
            assert (only.status, only.laddr.ip, only.raddr.ip) == ("ESTABLISHED", HOST, HOST)
            (end,) = [
                one
                for one in psutil.Process().net_connections(kind="tcp")
                if one.laddr == only.raddr
            ]
            assert end.raddr == only.laddr
            assert process.cmdline() == [sys.executable, "-m", MODULE, str(MEMORY)]
            environment = Path(f"/proc/{worker.pid}/environ").read_bytes().split(b"\0")
            ours = {f"{name}={text}" for name, text in {**os.environ, **ONE_THREAD}.items()}
            assert {os.fsdecode(entry) for entry in environment if entry} <= ours
    finally:
        for worker in workers:
            worker.kill()


def program(key: str) -> subprocess.Popen[str]:
    """Start a worker as the server does."""
    process = subprocess.Popen(
        [sys.executable, "-m", MODULE, str(MEMORY)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    process.stdin.write(f"{key}\n")
    process.stdin.flush()
    return process


def test_who_has_no_key_is_turned_away_and_then_nobody_else_is_let_in() -> None:
    key = secrets.token_bytes(KEY_BYTES)
    with program(key.hex()) as process:
        assert process.stdout is not None
        address = HOST, int(process.stdout.readline())
        with socket.create_connection(address) as silent:
            silent.shutdown(socket.SHUT_WR)
            heard = b"".join(iter(lambda: silent.recv(1000), b""))
            assert key not in heard
            assert len(heard) < 100  # a challenge, and no more
        with pytest.raises(AuthenticationError):
            Client(address, authkey=secrets.token_bytes(KEY_BYTES))
        with Client(address, authkey=key) as connection:
            connection.send((small(), None, False))
            while (answer := connection.recv()) != "":
                assert isinstance(answer, Progress)
            with pytest.raises(ConnectionRefusedError):
                socket.create_connection(address)
        process.wait()  # with the connection it ends
    assert process.returncode == 0


@pytest.mark.parametrize("key", ["", "ab"])
def test_without_a_key_a_worker_opens_nothing(key: str) -> None:
    """With an empty one `multiprocessing` would let in anybody."""
    with program(key) as process:
        assert process.communicate()[0] == ""
    assert process.returncode == 0


def test_an_error_about_a_table_is_logged_without_its_words(
    make: Make, capfd: pytest.CaptureFixture[str]
) -> None:
    board = make(module="tests.runs.odd_worker")
    spec, table = with_table(RAISE, SECRET)
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
