"""How much memory the engine needs: a whole process with many lanes, and one lane among them."""

from __future__ import annotations

import tracemalloc
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from aelr_core.algorithms import ALGORITHMS, learner
from aelr_core.modes import EXPERIMENTS
from benchmarks.work import Runs, Work


def peak_memory(key: str, d: int, runs: int, steps: int) -> dict[str, Any]:
    """Return the peak memory of a fresh process that runs lanes of one algorithm, k + 1 = 5."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        peak = pool.submit(_peak, key, d, runs, steps).result()
    return {"algorithm": key, "d": d, "lanes": runs, "peak_mib": peak}


def _peak(key: str, d: int, runs: int, steps: int) -> float | None:
    """Return the peak of this process in MiB, interpreter and data included; None without /proc."""
    entry = ALGORITHMS[key]
    work = Runs(entry.family, d, 5, runs, steps)
    X, y = work.data.X_train, work.data.y_train
    M = work.data.known_moments if entry.knows_moments else None
    engine = learner(key, X, y, work.each(), budget=work.budget, mode=EXPERIMENTS, M=M)
    engine.advance()
    engine.w_bar()
    # not resource's ru_maxrss: a process inherits that from the one that started it
    try:
        lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    except OSError:
        return None
    (peak,) = (line for line in lines if line.startswith("VmHWM"))
    return int(peak.split()[1]) / 2**10


def bytes_per_lane(work: Work) -> int:
    """Return how many bytes the engine keeps for each lane, without the data and the orders."""
    work.get_ready()
    tracemalloc.start()
    try:
        engine = work.engine()
        engine.advance(work.steps - 1)  # the last one would write the results out
        return tracemalloc.get_traced_memory()[0] // work.lanes
    finally:
        tracemalloc.stop()
