"""A real Dask cluster on this machine: the same call, the same numbers."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from time import monotonic, sleep

import numpy as np
import pytest
from distributed import LocalCluster

from aelr_core.cli import main
from aelr_core.experiments import load, run
from aelr_core.experiments.parallel import ctrl_c_is_ours, on_cluster
from tests.experiments.specs import small

SPEC = small(10, alpha=-2, test_examples=50, budget=3, examples=60, runs=4, points=2, seed=1)


@pytest.fixture(scope="module")
def local() -> Iterator[LocalCluster]:
    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",  # any free port: other clusters may run
        memory_limit=0,
    ) as cluster:
        yield cluster


def test_the_same_numbers_on_a_cluster(local: LocalCluster) -> None:
    here = run(SPEC)
    before = local.scheduler.transition_counter
    with on_cluster(local.scheduler_address):
        there = run(SPEC, jobs=2)
    assert local.scheduler.transition_counter > before  # it did work there
    assert there.complete
    assert list(there.curves) == list(here.curves)
    for key, curve in here.curves.items():
        assert np.array_equal(curve.relative_loss, there.curves[key].relative_loss)
        assert np.array_equal(curve.distinct, there.curves[key].distinct)


def test_from_the_command_line(local: LocalCluster, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = shlex.split(
        "run --data synthetic --dim 10 --test-examples 50 --budget 3 --examples 60 --runs 4 "
        "--points 2 --step theory --seed 1 --algorithms ddaerr --json --dask"
    )
    assert main([*arguments, local.scheduler_address]) == 0
    printed = json.loads(capsys.readouterr().out)
    expected = run(replace(SPEC, algorithms=("ddaerr",))).curves["ddaerr"]
    assert printed["curves"]["ddaerr"]["mean"] == expected.mean.tolist()


# -- A run that is ended from outside: it keeps what it has, and leaves nothing behind

ROOT = Path(__file__).parents[2]
LONG = shlex.split(
    "run --data synthetic --dim 30 --test-examples 50 --examples 200000 --runs 2 --points 400 "
    "--curve anytime --algorithms aerr --step theory --jobs 2 --out"
)


def session(leader: int) -> dict[int, str]:
    """Return the commands of the living processes that a process started, itself included."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            state, _, _, own = (folder / "stat").read_text().rpartition(")")[2].split()[:4]
            if int(own) == leader and state != "Z":
                found[int(folder.name)] = (folder / "cmdline").read_text()
        except OSError:  # it has just ended
            continue
    return found


def wait_for(there: Callable[[], object]) -> None:
    end = monotonic() + 60
    while not there():
        assert monotonic() < end
        sleep(0.05)


def test_a_process_that_is_starting_is_not_moved_by_ctrl_c() -> None:
    code = "import os, signal; os.kill(os.getpid(), signal.SIGINT); print('still here')"
    with ctrl_c_is_ours():
        assert subprocess.check_output([sys.executable, "-c", code], text=True) == "still here\n"
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


@pytest.mark.parametrize("killed", ["a worker", "the parent"])
def test_nothing_is_lost_and_nothing_is_left(tmp_path: Path, killed: str) -> None:
    room, out = tmp_path / "room", tmp_path / "kept.npz"
    room.mkdir()
    with subprocess.Popen(
        [sys.executable, "-m", "aelr_core", *LONG, str(out)],
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(room), "JOBLIB_TEMP_FOLDER": str(room)},
        stderr=subprocess.PIPE,
        start_new_session=True,
        encoding="utf-8",
    ) as process:
        try:
            wait_for(lambda: len([*room.glob("aelr-*/*.post")]) == 2)
            sleep(1)  # what is posted is read every 0.2 s
            if killed == "a worker":
                workers = [pid for pid, does in session(process.pid).items() if "LokyP" in does]
                os.kill(workers[0], signal.SIGKILL)
            else:
                process.terminate()
            _, said = process.communicate(timeout=60)
            wait_for(lambda: not session(process.pid))
        finally:
            for pid in session(process.pid):
                os.kill(pid, signal.SIGKILL)
    first, *more = said.splitlines()
    assert first.startswith("What was computed, ")
    assert first.endswith(f"% of the run, is in {out}.")
    lost = "A worker process was killed before its work was done, perhaps for lack of memory."
    assert more == ([lost] if killed == "a worker" else [])
    assert process.returncode == (2 if killed == "a worker" else 128 + signal.SIGTERM)
    assert load(out).curves
    assert [*room.iterdir()] == []
