"""How much of a machine the server uses, and how that is changed."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from pages.ui.runs import limits, machine
from pages.ui.runs.limits import GB, Limits, from_environment
from tests.browser.harness import ROOT


@pytest.fixture
def system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Control groups of a machine with 16 processors and 64 GB, none of them limited."""
    monkeypatch.setattr(machine, "GROUPS", tmp_path / "groups")
    monkeypatch.setattr(machine, "OWN_GROUP", tmp_path / "own")
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
    assert (machine.usable_cores(), machine.usable_memory()) == (16, 64 * GB)
    assert Limits().processes == 16
    write(system / "class", "cpu.max", "600000 100000")
    write(system / "class" / "lab", "cpu.max", "max 100000")
    assert machine.usable_cores() == 6
    write(system / "class" / "lab", "cpu.max", "250000 100000")
    assert machine.usable_cores() == 3
    write(system, "cpu/cpu.cfs_quota_us", "-1")
    write(system, "cpu/cpu.cfs_period_us", "100000")
    assert machine.usable_cores() == 3
    write(system, "cpu/cpu.cfs_quota_us", "150000")
    assert machine.usable_cores() == 2
    monkeypatch.delattr(os, "sched_getaffinity")  # not everywhere
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert machine.usable_cores() == 1


def test_no_more_workers_than_memory_allows(system: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(system / "class", "memory.max", str(10 * GB))
    write(system / "class" / "lab", "memory.max", "max")
    assert (machine.usable_memory(), Limits().processes) == (10 * GB, 4)
    assert Limits(memory=4).processes == 2
    write(system, "memory/memory.limit_in_bytes", str(GB))
    assert Limits().processes == 1
    assert Limits(workers=5).processes == 5  # who sets it knows
    monkeypatch.delattr(os, "sysconf")
    for file in (system / "class" / "memory.max", system / "memory/memory.limit_in_bytes"):
        file.unlink()
    assert (machine.usable_memory(), Limits().processes) == (None, 16)


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
    assert named == [*(one.metadata["variable"] for one in limits.fields(Limits)), limits.CLUSTER]
