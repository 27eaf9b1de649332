"""Times the joint algorithms' engine against its compiled loop and the paper's algorithm's engine.

As in `bench.timing`: processor time in turns, the fastest repetition counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from typing import Any, NamedTuple

import numpy as np

from aelr_core.bench.joint.loop import JointLoop
from aelr_core.bench.joint.work import JointWork
from aelr_core.bench.limits import peak_mib
from aelr_core.bench.timing import COMPILED_NUMBERS, in_turns
from aelr_core.letters import FAMILIES

LARGEST_JOINT_PEAK_MIB = 1536


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
    steps: int,
    loop: JointLoop | None,
    repetitions: int,
    say: Callable[[str], None],
) -> Iterator[dict[str, Any]]:
    """Yield one row of figures per size, (d, K, lanes), family and form.

    Parameters
    ----------
    loop : the compiled loop; None without numba.
    """
    for size in sizes:
        for family in FAMILIES:
            for adaptive in (False, True):
                work = JointWork(family, adaptive, *size, steps)
                say(f"joint, {family}, d = {work.d}, K = {work.budget}, adaptive: {adaptive}")
                yield asdict(work) | _times(work, loop, repetitions, BARS.get(size))


def _times(
    work: JointWork, loop: JointLoop | None, repetitions: int, bar: Bar | None
) -> dict[str, Any]:
    work.paper.get_ready()
    contenders = {"engine": work.by_engine, "paper": work.paper.by_engine}
    runs = {"engine": work.lanes, "paper": work.lanes}
    if loop is not None:
        many = max(1, min(work.lanes, COMPILED_NUMBERS // (work.steps * work.d)))
        work.by_loop(loop, 1)  # compiles
        contenders["compiled"] = lambda: work.by_loop(loop, many)
        runs["compiled"] = many
    lane_steps = {name: lanes * work.steps for name, lanes in runs.items()}
    us, w_bar = in_turns(contenders, lane_steps, repetitions)
    times, share, difference = us["engine"] / us["paper"], None, None
    if loop is not None:
        w = w_bar["compiled"]
        difference = float(np.abs(w_bar["engine"][: len(w)] - w).max() / np.abs(w).max())
        share = us["engine"] / us["compiled"]
    return {
        "engine_us": us["engine"],
        "compiled_us": us.get("compiled"),
        "paper_us": us["paper"],
        "share_of_compiled": share,
        "times_the_paper_s": times,
        "largest_difference": difference,
        "bar": None if bar is None else bar._asdict(),
        "reached": None if bar is None else _reaches(bar, share, times),
    }


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
