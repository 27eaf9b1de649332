"""What this process may use of the machine: processors and memory, as far as the system says."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from math import ceil
from pathlib import Path

# Where Linux keeps the limits of control groups, which containers have.
GROUPS = Path("/sys/fs/cgroup")
OWN_GROUP = Path("/proc/self/cgroup")


def usable_cores() -> int:
    """Return how many processors this process may keep busy; at least 1."""
    affinity = getattr(os, "sched_getaffinity", None)
    cores = len(affinity(0)) if affinity is not None else os.cpu_count() or 1
    for text in _limits("cpu.max"):  # "200000 100000": microseconds of each period
        quota, _, period = text.partition(" ")
        if quota.isdecimal() and period.isdecimal() and int(period):
            cores = min(cores, ceil(int(quota) / int(period)))
    for quota in _limits("cpu/cpu.cfs_quota_us"):  # the first version of control groups
        period = next(_limits("cpu/cpu.cfs_period_us"), "")
        if quota.isdecimal() and period.isdecimal() and int(period):
            cores = min(cores, ceil(int(quota) / int(period)))
    return max(1, cores)


def usable_memory() -> int | None:
    """Return the bytes of memory that this process and its children may use, None if unknown."""
    found = []
    sysconf = getattr(os, "sysconf", None)
    if sysconf is not None:
        with contextlib.suppress(ValueError, OSError):  # a name that the system does not know
            found.append(sysconf("SC_PAGE_SIZE") * sysconf("SC_PHYS_PAGES"))
    for name in ("memory.max", "memory/memory.limit_in_bytes"):
        found += [int(text) for text in _limits(name) if text.isdecimal()]
    return min(found, default=None)


def _limits(name: str) -> Iterator[str]:
    """Yield a limit of this process's control group and of all groups that it is in."""
    own = ""
    with contextlib.suppress(OSError):
        lines = OWN_GROUP.read_text(encoding="utf-8").splitlines()
        own = next((line[3:] for line in lines if line.startswith("0::/")), "")
    folder = GROUPS / own.strip("/")
    for group in [folder, *folder.parents]:
        if group.is_relative_to(GROUPS):
            with contextlib.suppress(OSError):
                yield (group / name).read_text(encoding="utf-8").strip()
