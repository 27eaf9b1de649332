"""Peak memory of many lanes, in a process of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from aelr_core.algorithms import ALGORITHMS
from aelr_core.datasets import load_dataset
from aelr_core.engine.lanes import lanes
from aelr_core.learners import learner
from aelr_core.modes import EXPERIMENTS
from aelr_core.randomness import order

LARGEST_PEAK_MIB = 1024
ROWS = 2_000


def peak_memory(key: str, d: int, runs: int, steps: int) -> dict[str, Any]:
    """Run lanes of one algorithm and return the peak memory of this whole process, in MiB.

    Call it in a fresh process: the peak is the process's, interpreter and data included. It is
    None where the system does not tell (no /proc).
    """
    family = ALGORITHMS[key].family
    data = load_dataset("synthetic", dim=d, examples=ROWS, test_examples=100, family=family)
    orders = np.stack([order(0, run, ROWS, steps) for run in range(runs)])
    assert data.norm_bound is not None
    each = lanes(eta=1.0, B=data.norm_bound, order=orders, seed=0, run=np.arange(runs))
    M = data.known_moments if ALGORITHMS[key].role == "known" else None
    learn = learner(key, data.X_train, data.y_train, each, budget=5, mode=EXPERIMENTS, M=M)
    learn.advance()
    learn.w_bar()
    return {"algorithm": key, "d": d, "lanes": runs, "peak_mib": _peak_mib()}


def _peak_mib() -> float | None:
    # not resource's ru_maxrss: a process inherits that from the one that started it
    status = Path("/proc/self/status")
    if not status.exists():
        return None
    (peak,) = (line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
    return int(peak.split()[1]) / 2**10
