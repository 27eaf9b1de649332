"""The engine at its limits: the memory of many lanes, and the rounding of one very long lane.

Each is measured in its own process, by `apart`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from aelr_core.algorithms import ALGORITHMS
from aelr_core.bench.compiled import compiled_loops
from aelr_core.bench.work import ROWS, Work
from aelr_core.checks import Floats
from aelr_core.datasets import load_dataset
from aelr_core.engine.lanes import lanes
from aelr_core.learners import learner
from aelr_core.modes import EXPERIMENTS
from aelr_core.norms import one_norm, two_norm
from aelr_core.randomness import order

LARGEST_PEAK_MIB = 1024
# The engine updates sums by differences; its w_bar may differ this much from that of the plain
# recurrences.
LARGEST_DRIFT = 1e-9
# Multipliers of the theorem's step size. With the theorem's own step for ridge a run of 10^6 steps
# is chaotic: a change in the 13th digit grows until no digit is the same, so rounding cannot be
# measured. With the theorem's own step for lasso w hardly leaves 0.
MULTIPLIERS = {"ridge": 0.1, "lasso": 10.0}
NUDGE = 1e-13


def apart(
    function: Callable[..., dict[str, Any]], calls: Sequence[tuple[Any, ...]]
) -> list[dict[str, Any]]:
    """Make the calls in fresh processes, all at the same time."""
    with ProcessPoolExecutor(len(calls), mp_context=get_context("spawn")) as pool:
        return [made.result() for made in [pool.submit(function, *call) for call in calls]]


def peak_memory(key: str, d: int, runs: int, steps: int) -> dict[str, Any]:
    """Run lanes of one algorithm and return the peak memory of this whole process, in MiB.

    Call it in a fresh process: the peak is the process's, interpreter and data included. It is
    None where the system does not report it (no /proc).
    """
    family = ALGORITHMS[key].family
    data = load_dataset("synthetic", dim=d, examples=ROWS, test_examples=100, family=family)
    orders = np.stack([order(0, run, ROWS, steps) for run in range(runs)])
    assert data.norm_bound is not None
    each = lanes(eta=1.0, B=data.norm_bound, order=orders, seed=0, run=np.arange(runs))
    M = data.known_moments if ALGORITHMS[key].knows_moments else None
    learn = learner(key, data.X_train, data.y_train, each, budget=5, mode=EXPERIMENTS, M=M)
    learn.advance()
    learn.w_bar()
    return {"algorithm": key, "d": d, "lanes": runs, "peak_mib": peak_mib()}


def peak_mib() -> float | None:
    """Return the peak memory of this process so far; None where there is no /proc."""
    # not resource's ru_maxrss: a process inherits that from the one that started it
    try:
        lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    except OSError:
        return None
    (peak,) = (line for line in lines if line.startswith("VmHWM"))
    return int(peak.split()[1]) / 2**10


def endurance(family: str, d: int, budget: int, steps: int) -> dict[str, Any]:
    """Return how one engine lane and the compiled loop compare after many steps.

    Returns
    -------
    dict
        ``seconds`` is the engine's time by the wall clock, ``norm_over_B`` ‖w_bar‖/B in the
        family's norm (at most 1), ``drift`` the largest difference between the two w_bar
        relative to the largest entry, ``nudged`` the same between two compiled loops whose step
        sizes differ in the 13th digit; None without numba.
    """
    work = Work(family, "theory", d, budget, 1, steps, MULTIPLIERS[family]).get_ready()
    began = perf_counter()
    w_bar = work.by_engine()[0]
    seconds = perf_counter() - began
    norm = (two_norm if family == "ridge" else one_norm)(w_bar)
    drift = nudged = None
    try:
        loops = compiled_loops()
    except ImportError:
        pass
    else:
        expected = work.by_loop(loops[family], 1)[0]
        drift = _difference(w_bar, expected)
        other = replace(work, multiplier=work.multiplier * (1 + NUDGE))
        nudged = _difference(other.by_loop(loops[family], 1)[0], expected)
    return {
        "family": family,
        "d": d,
        "budget": budget,
        "steps": steps,
        "seconds": seconds,
        "finite": bool(np.isfinite(w_bar).all()),
        "norm_over_B": float(norm) / work.B,
        "drift": drift,
        "nudged": nudged,
    }


def _difference(w: Floats, expected: Floats) -> float:
    return float(np.abs(w - expected).max() / np.abs(expected).max())
