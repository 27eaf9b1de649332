"""The limits of the server, each of which an environment variable can change: all of them are here.

docs/deploy.md has them as a table.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from math import isfinite

from pages.ui.runs.machine import usable_cores, usable_memory

GB, MB = 2**30, 2**20
# What the server itself may need, before its workers get their share.
OF_THE_SERVER = 1.5  # GB
# Not a number: the last line of the table.
CLUSTER = "AELR_DASK"  # the address of a Dask scheduler whose workers compute the runs


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
    found, problems = {}, []
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
            found[one.name] = number
        else:
            problems.append(
                f"{about['variable']} must be a number from {about['least']:,} to "
                f"{about['most']:,}, but it is {text!r}: the default holds."
            )
    return Limits(**found), problems
