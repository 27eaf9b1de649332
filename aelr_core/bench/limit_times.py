"""How far the engine is from its limit, the compiled loop of `two_level`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict
from typing import Any

import numpy as np

from aelr_core.bench.plain import Loop
from aelr_core.bench.tables import aligned
from aelr_core.bench.timing import in_turns
from aelr_core.bench.work import Work

# By k + 1, for 1,000 lanes: the engine may take this many times as long.
LARGEST_DISTANCE = {5: 1.5, 57: 2.0}
# One-run loops do not get faster with more runs.
LIMIT_RUNS = 100

HEAD = ["family", "split", "d", "k+1", "lanes", "engine", "limit", "times the limit", "reached"]


def limit_rows(
    works: Iterable[Work],
    limit: Mapping[str, Loop],
    repetitions: int,
    say: Callable[[str], None],
) -> Iterator[dict[str, Any]]:
    """Yield one row of figures for each piece of work.

    Parameters
    ----------
    limit : the compiled loop of each family.
    """
    for work in works:
        say(f"limit, {work.family}, {work.split} split, d = {work.d}, k+1 = {work.budget}")
        yield asdict(work.get_ready()) | _figures(work, limit[work.family], repetitions)


def _figures(work: Work, loop: Loop, repetitions: int) -> dict[str, Any]:
    some = min(LIMIT_RUNS, work.lanes)
    work.by_loop(loop, 1)  # compiles
    us, w_bar = in_turns(
        {"engine": work.by_engine, "limit": lambda: work.by_loop(loop, some)},
        {"engine": work.lanes * work.steps, "limit": some * work.steps},
        repetitions,
    )
    times, largest = us["engine"] / us["limit"], LARGEST_DISTANCE.get(work.budget)
    difference = np.abs(w_bar["engine"][:some] - w_bar["limit"]).max()
    return {
        "engine_us": us["engine"],
        "limit_us": us["limit"],
        "times_the_limit": times,
        "largest_difference": float(difference / np.abs(w_bar["limit"]).max()),
        "largest_distance": largest,
        "reached": None if largest is None else times <= largest,
    }


def limit_table(figures: dict[str, Any]) -> Iterator[str]:
    """Yield the lines of the times."""
    yield "\nEngine and its limit, a compiled loop with two-level sums (µs per lane-step)"
    yield from aligned([HEAD, *(list(_cells(row)) for row in figures["limit"])])


def _cells(row: dict[str, Any]) -> Iterator[str]:
    yield from (str(row[name]) for name in ("family", "split", "d", "budget", "lanes"))
    yield from (f"{row[name]:.2f}" for name in ("engine_us", "limit_us"))
    bar = row["largest_distance"]
    yield f"{row['times_the_limit']:.2f}" + (f" (<= {bar:g})" if bar else "")
    yield {True: "yes", False: "no", None: "—"}[row["reached"]]
