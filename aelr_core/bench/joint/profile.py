"""Where the time and the memory of a joint lane-step go: by call, and by byte.

With few lanes or few attributes per example calls would cost most; at the sizes that are profiled
no call stands out. What a block update and its draws read and write does not fit into a core's
cache (`bytes`, times the lanes), while a compiled loop has one lane's numbers in it at a time.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from cProfile import Profile
from dataclasses import asdict
from pathlib import Path
from pstats import Stats
from typing import Any

import numpy as np

from aelr_core.bench.joint.work import JointWork
from aelr_core.engine.joint.lanes import Joint

# Calls that take less than this part of a step are not named.
LEAST_PART = 0.02
# Attributes seen while a profile is made, about.
TOGETHER = 2**20


def joint_profile(family: str, adaptive: bool, d: int, K: int, lanes: int) -> dict[str, Any]:
    """Return the µs per lane-step of each function, and the bytes per lane of each part.

    Looking at every call makes each of them slower: what counts is how they compare.

    Parameters
    ----------
    family, adaptive, d, K, lanes : as for `JointWork`.
    """
    block = max(1, d // K)
    steps = max(2, TOGETHER // (block * lanes * K)) * block
    work = JointWork(family, adaptive, d, K, lanes, 4 * block + steps)
    work.paper.get_ready()
    engine = work.engine()
    engine.advance(4 * block)  # in which blocks are shorter
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


def bytes_per_lane(engine: Joint) -> dict[str, int]:
    """Return how many bytes of each part of an engine are one lane's, without the data."""
    sizes = {
        name.strip("_"): _bytes(part) // len(engine.w_bar())
        for name, part in vars(engine).items()
        if name not in ("_door", "_y", "_lanes", "_w_bar", "_final_pi")
    }
    return {name: size for name, size in sizes.items() if size >= 100}


def _bytes(part: object) -> int:
    """Return the bytes of the arrays in a part, and in its parts."""
    if isinstance(part, np.ndarray):
        return part.nbytes
    if not type(part).__module__.startswith("aelr_core.engine.joint"):
        return 0
    return sum(_bytes(inner) for name, inner in vars(part).items() if name != "_design")


def joint_profile_table(figures: dict[str, Any]) -> Iterator[str]:
    """Yield the lines of the profiles."""
    yield "\nWhere a joint lane-step's time goes (µs, profiled), and a lane's memory (bytes)"
    for row in figures["joint_profile"]:
        form = "learnt" if row["adaptive"] else "known"
        yield (
            f"{row['family']}, {form}, d = {row['d']}, K = {row['budget']}, "
            f"{row['lanes']} lanes: {row['us']:.2f} µs"
        )
        by_call = (f"{function} {us:.2f}" for function, us in row["calls"].items())
        by_byte = (f"{name} {size:,}" for name, size in row["bytes"].items())
        yield "  " + ", ".join(by_call)
        yield "  " + ", ".join(by_byte)
