"""What the server allows: all its limits, what the machine has, and what a run may cost.

An environment variable can change each limit; docs/deploy.md has them as a table. A run that
costs too much is refused before it is queued, with the command for the same run: the command line
has no limit.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from math import ceil, isfinite
from pathlib import Path

from aelr_core.datasets import Dataset
from aelr_core.experiments import ExperimentSpec
from aelr_core.experiments.cost import estimated_seconds
from aelr_core.experiments.problem import attributes_of
from aelr_core.experiments.recipe import command

GB, MB = 2**30, 2**20
# What the server itself may need, before its workers get their share.
OF_THE_SERVER = 1.5  # GB
# Not a number: the last line of the table.
CLUSTER = "AELR_DASK"  # the address of a Dask scheduler whose workers compute the runs
# Where Linux keeps the limits of control groups, which containers have.
GROUPS = Path("/sys/fs/cgroup")
OWN_GROUP = Path("/proc/self/cgroup")
# glibc's names and values. Every update of a visitor's page runs in its own thread. By default up
# to eight arenas per core keep what such threads have freed, and a freed block is kept for the next
# one of at most its size; for data sets that come and go, that is hundreds of MB.
_ARENA_MAX, _ARENAS = -8, 2
_MMAP_THRESHOLD, _LARGE = -3, 2**20
TOO_LARGE = (
    "This run would take about {about}, more than the {most:.0f} s allowed here: {reduce}, or run "
    "it on the command line, which has no limit."
)
# What can be reduced, and the smallest value worth suggesting.
_NUMBERS = {"runs": 1, "examples": 100, "points": 2, "budget": 2}


def _limit(default: float, variable: str, meaning: str, least: float, most: float) -> float:
    about = {"variable": variable, "meaning": meaning, "least": least, "most": most}
    made: float = field(default=default, metadata=about)
    return made


@dataclass(frozen=True)
class Limits:
    """The limits of a server; 0 workers means as many as the machine has room for."""

    workers: float = _limit(0, "AELR_WORKERS", "processes that compute runs", 1, 1024)
    queue: float = _limit(60, "AELR_QUEUE", "runs that may wait", 0, 100_000)
    seconds: float = _limit(180, "AELR_SECONDS", "seconds after which a run is stopped", 1, 86_400)
    # The estimate can be several times too low, and a busy machine is slower, so this is well below
    # the time after which a job is stopped.
    estimate: float = _limit(
        40, "AELR_ESTIMATE", "estimated seconds above which a run is refused", 1, 86_400
    )
    memory: float = _limit(
        2, "AELR_MEMORY", "GB of address space per worker, where the system can limit it", 0.5, 1024
    )
    keep: float = _limit(64, "AELR_KEEP", "finished runs kept for others who ask", 0, 100_000)
    keep_mb: float = _limit(256, "AELR_KEEP_MB", "MB that these may take", 1, 1_000_000)

    @property
    def processes(self) -> int:
        """How many workers to start: as set, or one per usable core that memory allows."""
        if self.workers:
            return int(self.workers)
        memory = usable_memory()
        room = usable_cores()
        if memory is not None:
            room = min(room, int((memory / GB - OF_THE_SERVER) / self.memory))
        return max(1, room)


def from_environment(environment: Mapping[str, str] = os.environ) -> tuple[Limits, list[str]]:
    """Return the limits as set, and a sentence for each variable that cannot be used.

    >>> from_environment({"AELR_QUEUE": "500"})[0].queue
    500.0
    >>> from_environment({"AELR_QUEUE": "many"})[1]
    ["AELR_QUEUE must be a number from 0 to 100,000, but it is 'many': the default holds."]
    """
    good, problems = {}, []
    for one in fields(Limits):
        about = one.metadata
        text = environment.get(about["variable"], "").strip()
        if not text:
            continue
        try:
            number = float(text)
        except ValueError:
            number = float("nan")
        if isfinite(number) and about["least"] <= number <= about["most"]:
            good[one.name] = number
        else:
            problems.append(
                f"{about['variable']} must be a number from {about['least']:,} to "
                f"{about['most']:,}, but it is {text!r}: the default holds."
            )
    return Limits(**good), problems


# ---- The machine ---------------------------------------------------------------------------------


def usable_cores() -> int:
    """Return how many processors this process may keep busy; at least 1."""
    affinity = getattr(os, "sched_getaffinity", None)
    cores = len(affinity(0)) if affinity is not None else os.cpu_count() or 1
    # "200000 100000": microseconds of each period; then the first version of control groups
    quotas = [text.split() for text in _group_limits("cpu.max")]
    first = _group_limits("cpu/cpu.cfs_quota_us"), _group_limits("cpu/cpu.cfs_period_us")
    for quota, period in [*quotas, *zip(*first, strict=False)]:
        if quota.isdecimal() and period.isdecimal() and int(period):
            cores = min(cores, ceil(int(quota) / int(period)))
    return max(1, cores)


def usable_memory() -> int | None:
    """Return the bytes of memory that this process and its children may use, None if unknown."""
    sizes = []
    sysconf = getattr(os, "sysconf", None)
    if sysconf is not None:
        with contextlib.suppress(ValueError, OSError):  # a name that the system does not know
            sizes.append(sysconf("SC_PAGE_SIZE") * sysconf("SC_PHYS_PAGES"))
    for name in ("memory.max", "memory/memory.limit_in_bytes"):
        sizes += [int(text) for text in _group_limits(name) if text.isdecimal()]
    return min(sizes, default=None)


def _group_limits(name: str) -> Iterator[str]:
    """Yield a limit of this process's control group and of all groups that it is in."""
    path = ""
    with contextlib.suppress(OSError):
        lines = OWN_GROUP.read_text(encoding="utf-8").splitlines()
        path = next((line[3:] for line in lines if line.startswith("0::/")), "")
    folder = GROUPS / path.strip("/")
    for group in [folder, *folder.parents]:
        if group.is_relative_to(GROUPS):
            with contextlib.suppress(OSError):
                yield (group / name).read_text(encoding="utf-8").strip()


def keep_little() -> None:
    """Make threads share few arenas, and return large blocks, if the C library can do so."""
    with contextlib.suppress(OSError, AttributeError, TypeError):  # neither Linux nor glibc
        libc = ctypes.CDLL(None)
        libc.mallopt(_ARENA_MAX, _ARENAS)
        libc.mallopt(_MMAP_THRESHOLD, _LARGE)


# ---- The cost of a run ---------------------------------------------------------------------------


class TooLargeError(ValueError):
    """A run costs too much; the message is a sentence for the visitor.

    Attributes
    ----------
    command : runs it without a limit.
    """

    def __init__(self, sentence: str, command: str) -> None:
        super().__init__(sentence)
        self.command = command


def check_cost(spec: ExperimentSpec, dataset: Dataset | None, most: float) -> None:
    """Refuse a spec that would take more than `most` seconds.

    Raises
    ------
    TooLargeError
        With what to reduce, and the command that has no limit.
    """
    d = attributes_of(spec, dataset)
    seconds = estimated_seconds(spec, d)
    if seconds > most:
        options = [*_enough(spec, d, most)]
        reduce = ", or ".join(options) or "reduce budget, examples and runs"
        sentence = TOO_LARGE.format(about=_duration(seconds), most=most, reduce=reduce)
        raise TooLargeError(sentence, command(spec))


def _enough(spec: ExperimentSpec, d: int, most: float) -> Iterator[str]:
    """Yield each change that alone would be enough."""
    one_pass = spec.curve == "anytime"  # otherwise a reading of the paper's protocol says the step
    quick = replace(spec, step="quick") if one_pass and spec.step in ("cv", "fine") else None
    if quick is not None and estimated_seconds(quick, d) <= most:
        yield "set the step size to quick"
    for name, least in (_NUMBERS | {"examples": max(100, spec.points)}).items():

        def too_much(number: int, name: str = name) -> bool:
            changed = replace(spec, **{name: number})  # type: ignore[arg-type]
            return estimated_seconds(changed, d) > most

        smaller = range(least, int(getattr(spec, name)))
        if affordable := smaller[: bisect_left(smaller, True, key=too_much)]:
            yield f"reduce {name} to {_rounded_down(affordable[-1]):,}"


def _rounded_down(number: int) -> int:
    """Return a number rounded down to two digits.

    >>> _rounded_down(13_777), _rounded_down(7)
    (13000, 7)
    """
    unit: int = 10 ** max(0, len(str(number)) - 2)
    return number // unit * unit


def _duration(seconds: float) -> str:
    """Return a duration in words.

    >>> _duration(50), _duration(1_300), _duration(20_000)
    ('50 s', '22 minutes', '6 hours')
    """
    if seconds < 120:
        return f"{seconds:.0f} s"
    minutes = seconds / 60
    return f"{minutes:.0f} minutes" if minutes < 120 else f"{minutes / 60:.0f} hours"
