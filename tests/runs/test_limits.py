"""How much of a machine the server uses, how that is changed, and which runs are refused."""

from __future__ import annotations

import os
import platform
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from aelr_core.datasets import load_dataset
from aelr_core.experiments import ExperimentSpec
from aelr_core.experiments.cost import estimated_seconds
from pages.ui.runs import limits
from pages.ui.runs.board import JobBoard
from pages.ui.runs.limits import GB, Limits, TooLargeError, check_cost, from_environment
from pages.ui.settings import Settings
from pages.ui.settings.values import PRESETS
from tests.browser.harness import ROOT
from tests.runs.specs import endless
from tests.runs.waiting import until


@pytest.fixture
def system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Control groups of a machine with 16 processors and 64 GB, none of them limited."""
    monkeypatch.setattr(limits, "GROUPS", tmp_path / "groups")
    monkeypatch.setattr(limits, "OWN_GROUP", tmp_path / "own")
    (tmp_path / "groups" / "class" / "lab").mkdir(parents=True)
    (tmp_path / "own").write_text("0::/class/lab\n", encoding="ascii")
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: range(16), raising=False)
    memory = {"SC_PAGE_SIZE": 4096, "SC_PHYS_PAGES": 64 * GB // 4096}
    monkeypatch.setattr(os, "sysconf", memory.__getitem__, raising=False)
    return tmp_path / "groups"


def write(folder: Path, name: str, text: str) -> None:
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text(f"{text}\n", encoding="ascii")


def test_all_usable_cores_and_no_more(system: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert (limits.usable_cores(), limits.usable_memory()) == (16, 64 * GB)
    assert Limits().processes == 16
    write(system / "class", "cpu.max", "600000 100000")
    write(system / "class" / "lab", "cpu.max", "max 100000")
    assert limits.usable_cores() == 6
    write(system / "class" / "lab", "cpu.max", "250000 100000")
    assert limits.usable_cores() == 3
    write(system, "cpu/cpu.cfs_quota_us", "-1")
    write(system, "cpu/cpu.cfs_period_us", "100000")
    assert limits.usable_cores() == 3
    write(system, "cpu/cpu.cfs_quota_us", "150000")
    assert limits.usable_cores() == 2
    monkeypatch.delattr(os, "sched_getaffinity")  # not everywhere
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert limits.usable_cores() == 1


def test_no_more_workers_than_memory_allows(system: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(system / "class", "memory.max", str(10 * GB))
    write(system / "class" / "lab", "memory.max", "max")
    assert (limits.usable_memory(), Limits().processes) == (10 * GB, 4)
    assert Limits(memory=4).processes == 2
    write(system, "memory/memory.limit_in_bytes", str(GB))
    assert Limits().processes == 1
    assert Limits(workers=5).processes == 5  # who sets it knows
    monkeypatch.delattr(os, "sysconf")
    for file in (system / "class" / "memory.max", system / "memory/memory.limit_in_bytes"):
        file.unlink()
    assert (limits.usable_memory(), Limits().processes) == (None, 16)


def test_this_machine_has_room() -> None:
    assert 1 <= Limits().processes <= (os.cpu_count() or 1)


def test_every_limit_can_be_set_and_nonsense_is_said() -> None:
    for one in limits.fields(Limits):
        variable, least = one.metadata["variable"], one.metadata["least"]
        found, problems = from_environment({variable: f" {least} "})
        assert (getattr(found, one.name), problems) == (least, [])
        for bad in ("x", "nan", "inf", "-1", "1e300", "0x10"):
            found, problems = from_environment({variable: bad})
            assert found == Limits()
            (problem,) = problems
            assert re.fullmatch(
                rf"{variable} must be a number from .*: the default holds\.", problem
            )
    assert from_environment({}) == (Limits(), [])


def test_the_documents_name_every_variable() -> None:
    document = (ROOT / "docs/deploy.md").read_text(encoding="utf-8")
    named = re.findall(r"^\| `(AELR_\w+)` \|", document, re.MULTILINE)
    variables = {one.metadata["variable"] for one in limits.fields(Limits)}
    assert {*named} == variables | {limits.CLUSTER, "AELR_PLUGINS"}


LARGE = [
    Settings(dim=500, budget=500, examples=5_000),
    Settings(dim=2_000, budget=100, examples=20_000, step="cv"),
    Settings(dim=2_000, budget=2_000, examples=20_000, runs=100),
    Settings(data="mnist-3v5", budget=784, examples=20_000, family="lasso", adagrad=False),
    Settings(examples=8_000, protocol="own"),
]
WIDE = ",".join([*(f"a{n}" for n in range(40)), "y"]) + "\n"
WIDE += "".join(",".join(str((n * k) % 7) for k in range(1, 42)) + "\n" for n in range(30))


def refusal(settings: Settings) -> TooLargeError:
    with pytest.raises(TooLargeError) as caught:
        check_cost(settings.spec(), None, Limits().estimate)
    return caught.value


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_may_run(name: str) -> None:
    check_cost(PRESETS[name].spec(), None, Limits().estimate / 2)


@pytest.mark.parametrize("settings", LARGE)
def test_each_suggestion_is_enough_and_the_sentence_is_one(settings: Settings) -> None:
    sentence = str(refusal(settings))
    assert "40 s" in sentence
    assert "command line" in sentence
    assert re.fullmatch(r"[^.]+\.", sentence)
    found = re.findall(r"(runs|examples|points|budget) to ([\d,]+)", sentence)
    assert found
    for name, number in found:
        smaller = replace(settings, **{name: int(number.replace(",", ""))})
        check_cost(smaller.spec(), None, Limits().estimate)
    if "to quick" in sentence:
        check_cost(replace(settings, step="quick").spec(), None, Limits().estimate)


def test_nothing_is_suggested_that_would_not_help() -> None:
    spec = Settings(dim=500, budget=500, examples=5_000).spec()
    with pytest.raises(TooLargeError, match="reduce budget, examples and runs,"):
        check_cost(spec, None, 0.1)


def test_the_board_refuses_and_nothing_is_lost(board: JobBoard) -> None:
    running = board.submit(endless(), "a")
    with pytest.raises(TooLargeError) as caught:
        board.submit(LARGE[0].spec(), "a")
    assert caught.value.command.startswith("python -m aelr_core run --data=synthetic")
    assert not running.ended
    assert running.watchers == {"a"}
    until(lambda: board.position(running) == 0)  # it goes on to run
    board.drop_session("a")


def test_a_tables_own_width_counts(board: JobBoard) -> None:
    data = load_dataset("csv", file=WIDE.encode(), target="y", family="ridge")
    options = {"fingerprint": data.fingerprint, "target": "y"}
    spec = ExperimentSpec(data="csv", options=options, budget=30, examples=20_000, runs=2_000)
    assert data.d == 40
    assert estimated_seconds(spec, data.d) > Limits().estimate
    with pytest.raises(TooLargeError):
        board.submit(spec, "a", data)


# Twelve threads at once, each with an arena if it may have one.
COUNT = """
import ctypes, sys, threading
from pages.ui.runs.limits import keep_little

libc = ctypes.CDLL(None)
libc.malloc.restype = libc.fopen.restype = ctypes.c_void_p
libc.malloc_info.argtypes = [ctypes.c_int, ctypes.c_void_p]
libc.fclose.argtypes = [ctypes.c_void_p]
if sys.argv[1] == "few":
    keep_little()
together = threading.Barrier(12)

def take():
    libc.malloc(1000)
    together.wait()

threads = [threading.Thread(target=take) for _ in range(12)]
for thread in threads: thread.start()
for thread in threads: thread.join()
file = libc.fopen(b"/dev/stdout", b"w")
libc.malloc_info(0, file)
libc.fclose(file)
"""


def _output(program: str, how: str) -> str:
    command = [sys.executable, "-c", program, how]
    # Dask leaves settings of glibc behind in the environment
    usual = {name: text for name, text in os.environ.items() if not name.startswith("MALLOC_")}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=usual)
    return done.stdout


def arenas(how: str) -> int:
    return _output(COUNT, how).count("<heap")


@pytest.mark.long  # it measures the allocator
@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="arenas are glibc's")
def test_threads_share_arenas() -> None:
    assert arenas("few") <= 2 < arenas("as usual")


# A large block that was freed: from now on glibc would take blocks of up to its size from what
# it keeps, and not from the system.
LARGE_BLOCK = """
import ctypes, sys
from pages.ui.runs.limits import keep_little

NAMES = ("arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks",
         "fordblks", "keepcost")

class Info(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int) for name in NAMES]

libc = ctypes.CDLL(None)
libc.malloc.restype, libc.mallinfo.restype = ctypes.c_void_p, Info
libc.free.argtypes = [ctypes.c_void_p]
if sys.argv[1] == "little":
    keep_little()
libc.free(libc.malloc(24 * 2**20))
before = libc.mallinfo().hblks
libc.malloc(8 * 2**20)
print(libc.mallinfo().hblks - before)
"""


@pytest.mark.long  # it measures the allocator
@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="thresholds are glibc's")
def test_large_blocks_are_the_systems_and_go_back_to_it() -> None:
    assert (int(_output(LARGE_BLOCK, "little")), int(_output(LARGE_BLOCK, "as usual"))) == (1, 0)
