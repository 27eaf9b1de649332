"""How the time of a lane-step grows with d, k + 1 and the lanes, for the engine and the loops."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from aelr_core.bench.plain import Loop
from aelr_core.bench.profile import bytes_per_lane
from aelr_core.bench.timing import PLAIN, PLAIN_RUNS, in_turns
from aelr_core.bench.work import Work
from aelr_core.letters import FAMILIES

# d 500 -> 4000 may cost this much; a lane-step should cost the same for any number of lanes.
LARGEST_GROWTH_IN_D = 3.5
# Runs of a compiled loop that are timed: it does not get faster with more.
COMPILED_RUNS = 20

# By name of the loop and by family.
Loops = Mapping[str, Mapping[str, Loop]]


def growth(
    ladders: Mapping[str, Sequence[Work]],
    compiled: Loops,
    repetitions: int,
    say: Callable[[str], None],
) -> Iterator[dict[str, Any]]:
    """Yield, for each family and ladder, the microseconds per lane-step and how they grow.

    Parameters
    ----------
    ladders : by the field of `Work` that grows, the work at each of its values.
    compiled : loops that are timed beside the engine and the plain loop.
    """
    for field, ladder in ladders.items():
        for family in FAMILIES:
            say(f"growth in {field}, {family}")
            works = [replace(work, family=family).get_ready() for work in ladder]
            values = [int(getattr(work, field)) for work in works]
            us = [_us(work, compiled, repetitions) for work in works]
            times = {name: [rung[name] for rung in us] for name in us[0]}
            yield {
                "in": field,
                "family": family,
                "values": values,
                "us": times,
                "exponents": {name: exponent(values, each) for name, each in times.items()},
                "growth": times["engine"][-1] / times["engine"][0],
                "bytes": [_bytes(work) for work in works],
            }


def exponent(values: Sequence[float], numbers: Sequence[float]) -> float:
    """Return b of the numbers that are about a · value^b, by least squares of the logarithms.

    >>> round(exponent([1, 2, 4], [3, 12, 48]), 6)
    2.0
    """
    return float(np.polyfit(np.log(values), np.log(numbers), 1)[0])


def _us(work: Work, compiled: Loops, repetitions: int) -> dict[str, float]:
    loops = {"plain": (PLAIN[work.family], min(PLAIN_RUNS, work.lanes))} | {
        name: (loop[work.family], min(COMPILED_RUNS, work.lanes)) for name, loop in compiled.items()
    }
    for loop in compiled.values():
        replace(work, steps=2).by_loop(loop[work.family], 1)  # compiles
    us, _ = in_turns(
        {"engine": work.by_engine}
        | {
            name: lambda loop=loop, runs=runs: work.by_loop(loop, runs)
            for name, (loop, runs) in loops.items()
        },
        {"engine": work.lanes * work.steps}
        | {name: runs * work.steps for name, (_, runs) in loops.items()},
        repetitions,
    )
    return us


def _bytes(work: Work) -> int:
    """Return the bytes of one lane in the engine."""
    engine = work.engine()
    engine.advance(work.steps - 1)
    return sum(bytes_per_lane(engine).values())
