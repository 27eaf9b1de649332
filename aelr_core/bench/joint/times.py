"""Times the joint algorithms' engine against its compiled loop and the paper's algorithm's engine.

As in `bench.timing`: processor time in turns, the fastest repetition counts. The first 4 d/K steps
of a run make blocks more often than the others, among which a step costs the same for ever. So the
engines are timed in two parts, from which the time of a run of any length follows; the compiled
loop, which is timed on a few runs only, does whole runs.

DDAERR and DDAELR are timed in mode experiments, as they run next to joint algorithms with a hard
budget, and for comparison in mode theory.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, replace
from typing import Any, NamedTuple

import numpy as np

from aelr_core.bench.joint.loop import JointLoop
from aelr_core.bench.joint.work import JointWork
from aelr_core.bench.limits import peak_mib
from aelr_core.bench.timing import COMPILED_NUMBERS
from aelr_core.engine.budgeted import Budgeted
from aelr_core.engine.joint.lanes import Joint
from aelr_core.letters import FAMILIES

LARGEST_JOINT_PEAK_MIB = 1536
# The bars are those of runs as long as the study's longest.
EXAMPLES = 20_000
# Steps in which the later ones are timed, at least.
LATER = 256


class Bar(NamedTuple):
    """What the engine may take: of the compiled loop's time, and of DDAERR's or DDAELR's."""

    share_of_compiled: float
    times_the_paper_s: float | None


# By d, K and lanes.
BARS = {
    (500, 5, 1000): Bar(1.0, 2.0),
    (784, 57, 200): Bar(1.0, 2.0),
    (4000, 5, 500): Bar(0.4, None),
}


def joint_rows(
    sizes: Sequence[tuple[int, int, int]],
    lengths: Sequence[int],
    loop: JointLoop | None,
    repetitions: int,
    say: Callable[[str], None],
    source: str = "synthetic",
) -> Iterator[dict[str, Any]]:
    """Yield one row of figures per size, (d, K, lanes), family, form and length of a run.

    Parameters
    ----------
    lengths : examples per run.
    loop : the compiled loop; None without numba, and for data with moments that are 0.
    source : whose data they learn from, as in `Work`.
    """
    for size in sizes:
        for family in FAMILIES:
            for adaptive in (False, True):
                beginning = first_blocks(*size[:2])
                later = max(LATER, beginning // 2)
                work = JointWork(family, adaptive, *size, beginning + later, source)
                say(
                    f"joint, {source} data, {family}, d = {work.d}, K = {work.budget}, "
                    f"adaptive: {adaptive}"
                )
                figures = _figures(work, beginning, lengths, loop, repetitions)
                yield from (asdict(work) | {"steps": m} | row for m, row in figures)


def first_blocks(d: int, K: int) -> int:
    """Return the steps at a run's beginning in which blocks are shorter than later, about."""
    return 4 * max(1, d // K)


def _figures(
    work: JointWork, beginning: int, lengths: Sequence[int], loop: JointLoop | None, turns: int
) -> Iterator[tuple[int, dict[str, Any]]]:
    rivals = {"paper": work.paper.get_ready(), "theory": work.paper_in_theory.get_ready()}
    few = {m: _few_runs(work, m) for m in lengths if loop is not None}
    whole = np.full(len(few), np.inf)
    first, later, difference = np.inf, np.inf, None
    theirs = dict.fromkeys(rivals, np.inf)
    for _ in range(turns):
        engine = work.engine()
        first = min(first, _seconds(engine, beginning))
        later = min(later, _seconds(engine, work.steps - beginning) / (work.steps - beginning))
        for name, each in rivals.items():
            rival = each.engine()
            rival.advance(beginning // 4)
            left = rival.steps - rival.t
            theirs[name] = min(theirs[name], _seconds(rival, left) / left)
        if loop is not None:
            (w,) = work.by_loop(loop, 1)  # compiles, too
            difference = float(np.abs(engine.w_bar()[0] - w).max() / np.abs(w).max())
            whole = np.minimum(whole, [_seconds_of_loop(some, loop) for some in few.values()])
    for n, m in enumerate(lengths):
        us = 1e6 * (first + (m - beginning) * later) / (m * work.lanes)
        compiled = 1e6 * float(whole[n]) if loop is not None else None
        paper, theory = (1e6 * seconds / work.lanes for seconds in theirs.values())
        times, share = us / paper, None if compiled is None else us / compiled
        bar = BARS.get((work.d, work.budget, work.lanes)) if m == EXAMPLES else None
        yield (
            m,
            {
                "engine_us": us,
                "compiled_us": compiled,
                "paper_us": paper,
                "paper_in_theory_us": theory,
                "share_of_compiled": share,
                "times_the_paper_s": times,
                "times_it_in_theory": us / theory,
                "largest_difference": difference,
                "bar": None if bar is None else bar._asdict(),
                "reached": None if bar is None else _reaches(bar, share, times),
            },
        )


def _few_runs(work: JointWork, steps: int) -> JointWork:
    """Return the same work with as few and as long runs as the compiled loop is timed on."""
    some = max(1, min(work.lanes, COMPILED_NUMBERS // (steps * work.d)))
    few = replace(work, lanes=some, steps=steps)
    few.paper.get_ready()
    return few


def _seconds(lanes: Joint | Budgeted, steps: int) -> float:
    start = time.process_time()
    lanes.advance(steps)
    return time.process_time() - start


def _seconds_of_loop(work: JointWork, loop: JointLoop) -> float:
    start = time.process_time()
    work.by_loop(loop, work.lanes)
    return (time.process_time() - start) / (work.lanes * work.steps)


def _reaches(bar: Bar, share: float | None, times: float) -> bool:
    return (share is None or share <= bar.share_of_compiled) and (
        bar.times_the_paper_s is None or times <= bar.times_the_paper_s
    )


def joint_peak_memory(
    family: str, adaptive: bool, d: int, lanes: int, steps: int
) -> dict[str, Any]:
    """Run joint lanes, K = 5, and return the peak memory of this whole process, in MiB.

    Call it in a fresh process, like `limits.peak_memory`.
    """
    JointWork(family, adaptive, d, 5, lanes, steps).by_engine()
    return {
        "family": family, "adaptive": adaptive, "d": d, "lanes": lanes, "peak_mib": peak_mib(),
    }  # fmt: skip
