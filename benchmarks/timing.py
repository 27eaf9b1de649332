"""Times the engine and one-run loops on the same work, and how the times grow.

Times are processor time of this process, so other work on the machine has little effect; what
effect it has (on the cache) is the same for all, since they take turns. The fastest repetition
counts, because disturbances can only add time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from typing import Any

import numpy as np

from aelr_core.checks import Floats
from aelr_core.letters import FAMILIES
from benchmarks.joint_loop import JointLoop
from benchmarks.loops import Loops
from benchmarks.memory import bytes_per_lane
from benchmarks.work import JointWork, Work, by_engine

# One-run loops do not get faster with more runs, so they are timed on only a few.
PLAIN_RUNS = 4
COMPILED_NUMBERS = 50_000_000  # runs x steps x d
# The engine's time may be this share of the compiled loop's, by d and k + 1, in runs that are long
# enough for their beginning not to count.
MOST_OF_COMPILED = {(500, 5): 0.35, (784, 57): 0.5, (4000, 5): 0.15}
LONG_ENOUGH = 1_000

Say = Callable[[str], None]
# By name: a function that does some runs, and how many.
Contenders = Mapping[str, tuple[Callable[[], Floats], int]]


def in_turns(
    contenders: Contenders, steps: int, repetitions: int
) -> tuple[dict[str, float], float]:
    """Return each contender's best time in µs per step of a run, and how far they are apart.

    The second is the largest difference between anyone's w_bar and the engine's, relative to the
    largest entry.
    """
    best = dict.fromkeys(contenders, np.inf)
    made: dict[str, Floats] = {}
    for _ in range(repetitions):
        for name, (run, _) in contenders.items():
            start = time.process_time()
            made[name] = run()
            best[name] = min(best[name], time.process_time() - start)
    us = {name: 1e6 * best[name] / (runs * steps) for name, (_, runs) in contenders.items()}
    engine = made["engine"]
    apart = [np.abs(engine[: len(w)] - w).max() / np.abs(w).max() for w in made.values()]
    return us, float(max(apart))


def few(work: Work | JointWork) -> int:
    """Return how many runs a compiled loop is timed on."""
    return max(1, min(work.lanes, COMPILED_NUMBERS // (work.steps * work.d)))


def compare(work: Work, loops: Loops, repetitions: int) -> tuple[dict[str, float], float]:
    """Time the engine and the loops on one piece of work, as `in_turns` does."""
    work.get_ready()
    contenders: dict[str, tuple[Callable[[], Floats], int]] = {
        "engine": (partial(by_engine, work), work.lanes)
    }
    for name, of_family in loops.items():
        loop, runs = of_family[work.family], few(work)
        if name == "plain":
            runs = min(PLAIN_RUNS, work.lanes)
        else:
            work.by_loop(loop, 1)  # compiles
        contenders[name] = partial(work.by_loop, loop, runs), runs
    return in_turns(contenders, work.steps, repetitions)


def rows(
    works: Iterable[Work], loops: Loops, repetitions: int, say: Say
) -> Iterator[dict[str, Any]]:
    """Yield one row of figures for each piece of work."""
    for work in works:
        say(f"{work.family}, {work.split} split, d = {work.d}, k+1 = {work.budget}")
        us, difference = compare(work, loops, repetitions)
        yield asdict(work) | _figures(work, us, difference)


def joint_rows(
    works: Iterable[JointWork], loop: JointLoop | None, repetitions: int, say: Say
) -> Iterator[dict[str, Any]]:
    """Yield one row of figures for each piece of work; without numba `loop` is None."""
    for work in works:
        say(f"joint, {work.family}, d = {work.d}, K = {work.budget}, adaptive: {work.adaptive}")
        work.get_ready()
        contenders: dict[str, tuple[Callable[[], Floats], int]] = {
            "engine": (partial(by_engine, work), work.lanes)
        }
        if loop is not None:
            replace(work, lanes=1, steps=2).by_loop(loop, 1)  # compiles
            contenders["compiled"] = partial(work.by_loop, loop, few(work)), few(work)
        us, difference = in_turns(contenders, work.steps, repetitions)
        yield asdict(work) | _figures(work, us, difference)


def _figures(work: Work | JointWork, us: dict[str, float], difference: float) -> dict[str, Any]:
    def over(name: str) -> float | None:
        return us["engine"] / us[name] if name in us else None

    held = isinstance(work, Work) and work.steps >= LONG_ENOUGH
    return {
        "us": us,
        "share_of_compiled": over("compiled"),
        "most_of_compiled": MOST_OF_COMPILED.get((work.d, work.budget)) if held else None,
        "times_the_limit": over("limit"),
        "largest_difference": difference,
    }


def growth(
    ladders: Mapping[str, Sequence[Work]], loops: Loops, repetitions: int, say: Say
) -> Iterator[dict[str, Any]]:
    """Yield, for each ladder, the µs per step of a run and the bytes of a run, and how they grow.

    Parameters
    ----------
    ladders : by the field of `Work` that grows, the work at each of its values.
    """
    for field, ladder in ladders.items():
        for family in FAMILIES:
            say(f"growth in {field}, {family}")
            works = [replace(work, family=family) for work in ladder]
            values = [int(getattr(work, field)) for work in works]
            us = [compare(work, loops, repetitions)[0] for work in works]
            times = {name: [rung[name] for rung in us] for name in us[0]}
            yield {
                "in": field,
                "family": family,
                "values": values,
                "us": times,
                "exponents": {name: exponent(values, each) for name, each in times.items()},
                "bytes": [bytes_per_lane(work) for work in works],
            }


def exponent(values: Sequence[float], numbers: Sequence[float]) -> float:
    """Return b of the numbers that are about a · value^b, by least squares of the logarithms.

    >>> round(exponent([1, 2, 4], [3, 12, 48]), 6)
    2.0
    """
    return float(np.polyfit(np.log(values), np.log(numbers), 1)[0])
