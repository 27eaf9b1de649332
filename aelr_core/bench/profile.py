"""Where the time and the memory of a lane-step go: by call, and by byte.

With few lanes or few attributes per example calls cost most; at the sizes that are profiled no
call stands out. What the lanes keep does not fit into a core's cache (`bytes`, times the lanes),
while a compiled loop has one lane's numbers in it at a time.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from cProfile import Profile
from dataclasses import asdict, replace
from pathlib import Path
from pstats import Stats
from typing import Any

import numpy as np

from aelr_core.bench.joint.work import JointWork
from aelr_core.bench.work import Work
from aelr_core.engine.blocks import Block
from aelr_core.engine.budgeted import Budgeted
from aelr_core.engine.joint.lanes import Joint
from aelr_core.engine.shape import Places

# Calls that take less than this part of a step are not named.
LEAST_PART = 0.02
# Draws while a profile is made, about.
TOGETHER = 2**20
# What every lane shares, and results that are only written.
SHARED = {"_door", "_y", "_lanes", "_w_bar", "_final_pi"}


def profiled(work: Work | JointWork) -> dict[str, Any]:
    """Return the µs per lane-step of each function, and the bytes per lane of each part.

    Looking at every call makes each of them slower: what counts is how they compare.

    Parameters
    ----------
    work : its steps are taken first, and a multiple of them is profiled.
    """
    before = work.steps
    steps = -(-TOGETHER // (work.lanes * work.budget * before)) * before
    work = replace(work, steps=before + steps)
    (work.paper if isinstance(work, JointWork) else work).get_ready()
    engine = work.engine()
    engine.advance(before)
    profile = Profile(time.process_time, builtins=False)
    profile.runcall(engine.advance, steps - 1)  # the last one would write the results out
    found: Any = Stats(profile)  # whose own list of functions is rounded
    per_step = 1e6 / ((steps - 1) * work.lanes)
    own = {
        f"{Path(file).stem}.{function}": seconds * per_step
        for (file, _, function), (_, _, seconds, _, _) in found.stats.items()
    }
    us = sum(own.values())
    calls = {name: of for name, of in own.items() if of > LEAST_PART * us}
    calls = dict(sorted(calls.items(), key=lambda call: -call[1]))
    return asdict(work) | {"us": us, "calls": calls, "bytes": bytes_per_lane(engine)}


def bytes_per_lane(engine: Joint | Budgeted) -> dict[str, int]:
    """Return how many bytes of each part of an engine are one lane's, without the data."""
    counted: set[int] = set()
    sizes = {
        name.strip("_"): _bytes(part, counted) // len(engine.w_bar())
        for name, part in vars(engine).items()
        if name not in SHARED
    }
    return {name: size for name, size in sizes.items() if size >= 100}


def _bytes(part: object, counted: set[int]) -> int:
    """Return the bytes of the arrays in a part, and in its parts; each is counted once."""
    while isinstance(part, np.ndarray) and isinstance(part.base, np.ndarray):
        part = part.base
    if id(part) in counted:
        return 0
    counted.add(id(part))
    if isinstance(part, np.ndarray):
        return part.nbytes
    if isinstance(part, list):
        return sum(_bytes(inner, counted) for inner in part)
    if not type(part).__module__.startswith("aelr_core.engine"):
        return 0
    named = part._asdict() if isinstance(part, (Block, Places)) else vars(part)
    return sum(_bytes(inner, counted) for name, inner in named.items() if name not in SHARED)


def profile_table(title: str, profiles: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Yield the lines of some profiles."""
    yield f"\n{title} (µs, profiled), and a lane's memory (bytes)"
    for row in profiles:
        form = row.get("split") or ("learnt" if row["adaptive"] else "known")
        yield (
            f"{row['family']}, {form}, d = {row['d']}, K = {row['budget']}, "
            f"{row['lanes']} lanes: {row['us']:.2f} µs"
        )
        if "alone" in row:
            total, paper = sum(row["alone"].values()), row["paper_us"]
            parts = ", ".join(f"{part} {us:.2f}" for part, us in row["alone"].items())
            yield (
                f"  alone, not profiled: {parts}; together {total:.2f}, "
                f"{total / paper:.2f} times the {paper:.2f} of a whole step of the paper's"
            )
        by_call = (f"{function} {us:.2f}" for function, us in row["calls"].items())
        by_byte = (f"{name} {size:,}" for name, size in row["bytes"].items())
        yield f"  {', '.join(by_call)}"
        yield f"  {', '.join(by_byte)}"
