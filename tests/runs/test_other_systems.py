"""App and workers run where Python has no more than it has on Windows."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil
import pytest

from tests.browser.harness import ROOT, Server, running_app, server_process
from tests.load.visitor import PATIENCE, Forger, has_curve, has_run
from tests.runs.waiting import gone, until

OTHER = Path(__file__).with_name("other_system")
TINY = "examples=100&runs=1&dim=10&budget=3&step=theory"
LONG = "budget=90&examples=20000&runs=100&step=theory&algorithms=uniform&algorithms=known"
HIDDEN = """
import sys
from pathlib import Path
file = str(Path("pages/ui/runs/nothing.py").resolve())
for line in sys.stdin:
    try:
        exec(compile(line, file, "exec"), {"__name__": "pages.ui.runs.nothing"})
    except (ImportError, AttributeError, OSError, TypeError, ValueError) as error:
        print(type(error).__name__)
    else:
        print("there")
"""
LINES = """import resource
import importlib; importlib.import_module("fcntl")
import os; os.nice(0)
from os import sched_getaffinity
import signal; signal.SIGKILL
open("/proc/self/status")
import ctypes; ctypes.CDLL(None)
import subprocess; subprocess.Popen("true", pass_fds=[2])
import os, signal, subprocess; os.getpid(), signal.SIGTERM, subprocess.PIPE
"""


@pytest.fixture(autouse=True)
def _other_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(OTHER), str(ROOT))))


def test_what_is_hidden_is_hidden() -> None:
    command = [sys.executable, "-c", HIDDEN]
    found = subprocess.run(
        command, input=LINES, capture_output=True, text=True, check=True, cwd=ROOT
    )
    *refused, last = found.stdout.split()
    assert (len(refused), "there" in refused, last) == (8, False, "there")


async def story(server: Server) -> None:
    async with Forger(server.url, f"{TINY}&seed=5") as visitor:
        await visitor.open()
        await visitor.press("run")
        await visitor.until(lambda: has_run(visitor) and visitor.shows("run"))
        assert visitor.errors == []
    async with Forger(server.url, LONG) as visitor:
        await visitor.open()
        await visitor.press("run")
        await visitor.press("stop")
        await visitor.until(lambda: visitor.shows("run"))
    async with Forger(server.url, f"{LONG}&seed=78") as visitor:
        await visitor.open()
        await visitor.press("run")
        async with asyncio.timeout(PATIENCE):
            await visitor.until(lambda: has_curve(visitor))  # a worker has it
            while not visitor.alerts():
                for worker in server_process().children():
                    worker.kill()
                await asyncio.sleep(3)
        assert "ended unexpectedly" in visitor.alerts()[0]
        assert visitor.errors == []
    async with Forger(server.url, f"{TINY}&seed=6") as visitor:
        await visitor.open()
        await visitor.press("run")
        await visitor.until(lambda: has_run(visitor) and visitor.shows("run"))
        assert visitor.errors == []


def test_a_run_to_its_end_a_stop_and_a_killed_worker() -> None:
    with running_app({"AELR_ESTIMATE": "1000"}) as server, ThreadPoolExecutor(1) as own:
        own.submit(asyncio.run, story(server)).result()
        until(server_process().children)
        pids = [one.pid for one in server_process().children()]
        assert pids
    until(lambda: all(map(gone, pids)))
    assert not any(map(psutil.pid_exists, pids))
