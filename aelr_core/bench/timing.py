"""Times engine, plain loop and compiled loop on the same work.

Times are processor time of this process, so other work on the machine has little effect; what
effect it has (on the cache) is the same for all three, since they take turns. The fastest
repetition counts, because disturbances can only add time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple, TypeVar

import numpy as np

from aelr_core.bench import plain
from aelr_core.bench.plain import Loop
from aelr_core.bench.work import Work
from aelr_core.checks import Floats

Name = TypeVar("Name", str, int)

PLAIN: dict[str, Loop] = {"ridge": plain.gaerr, "lasso": plain.gaelr}
# One-run loops do not get faster with more runs, so they are timed on only a few lanes.
PLAIN_RUNS = 4
COMPILED_NUMBERS = 50_000_000  # runs x steps x d


class Floor(NamedTuple):
    """The speed that the engine should reach on some work."""

    times_faster_than_plain: float
    share_of_compiled: float


FLOORS = {
    ("ridge", 500, 5, 1000): Floor(80, 0.5),
    ("ridge", 784, 57, 200): Floor(30, 0.4),
    ("lasso", 784, 57, 200): Floor(25, 0.6),
    ("ridge", 4000, 5, 500): Floor(45, 0.3),
    ("lasso", 500, 5, 1000): Floor(40, 0.6),
}


@dataclass(frozen=True)
class Times:
    """Microseconds per lane-step, and their ratios."""

    engine_us: float
    plain_us: float
    compiled_us: float | None
    largest_difference: float  # between the loops' w_bar and the engine's, relative

    @property
    def times_faster_than_plain(self) -> float:
        """The plain loop's time over the engine's."""
        return self.plain_us / self.engine_us

    @property
    def share_of_compiled(self) -> float | None:
        """The engine's time over the compiled loop's."""
        return None if self.compiled_us is None else self.engine_us / self.compiled_us

    def reach(self, floor: Floor) -> bool:
        """Whether they reach the floor."""
        share = self.share_of_compiled
        return self.times_faster_than_plain >= floor.times_faster_than_plain and (
            share is None or share <= floor.share_of_compiled
        )


def compare(work: Work, compiled: Mapping[str, Loop] | None, repetitions: int) -> Times:
    """Time engine and loops on one piece of work; without numba `compiled` is None."""
    work.get_ready()
    contenders = {"engine": (work.by_engine, work.lanes)}
    some = min(PLAIN_RUNS, work.lanes)
    contenders["plain"] = (lambda: work.by_loop(PLAIN[work.family], some), some)
    if compiled is not None:
        many = max(1, min(work.lanes, COMPILED_NUMBERS // (work.steps * work.d)))
        contenders["compiled"] = (lambda: work.by_loop(compiled[work.family], many), many)
        work.by_loop(compiled[work.family], 1)  # compiles
    us, w_bar = in_turns(
        {name: run for name, (run, _) in contenders.items()},
        {name: lanes * work.steps for name, (_, lanes) in contenders.items()},
        repetitions,
    )
    differences = [
        np.abs(w_bar["engine"][: len(w)] - w).max() / np.abs(w).max() for w in w_bar.values()
    ]
    return Times(us["engine"], us["plain"], us.get("compiled"), float(max(differences)))


def in_turns(
    contenders: Mapping[Name, Callable[[], Floats]],
    lane_steps: Mapping[Name, int],
    repetitions: int,
) -> tuple[dict[Name, float], dict[Name, Floats]]:
    """Return each contender's best time in microseconds per lane-step, and what it computed."""
    best = dict.fromkeys(contenders, np.inf)
    made: dict[Name, Floats] = {}
    for _ in range(repetitions):
        for name, run in contenders.items():
            start = time.process_time()
            made[name] = run()
            best[name] = min(best[name], time.process_time() - start)
    return {name: 1e6 * seconds / lane_steps[name] for name, seconds in best.items()}, made


def rows(
    works: Iterable[Work],
    compiled: Mapping[str, Loop] | None,
    repetitions: int,
    say: Callable[[str], None],
) -> list[dict[str, Any]]:
    """Return one row of figures for each piece of work."""
    table = []
    for work in works:
        say(f"{work.family}, {work.split} split, d = {work.d}, k+1 = {work.budget}")
        times = compare(work, compiled, repetitions)
        floor = FLOORS.get((work.family, work.d, work.budget, work.lanes))
        table.append(
            asdict(work)
            | asdict(times)
            | {
                "times_faster_than_plain": times.times_faster_than_plain,
                "share_of_compiled": times.share_of_compiled,
                "floor": None if floor is None else floor._asdict(),
                "reached": None if floor is None else times.reach(floor),
            }
        )
    return table
