"""All measurements of one `bench`, and how large they are."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any

import numpy as np

from aelr_core.bench.compiled import compiled_loops
from aelr_core.bench.endurance import LARGEST_DRIFT, endurance
from aelr_core.bench.growth import LARGEST_GROWTH_IN_D, growth
from aelr_core.bench.loops import Loop
from aelr_core.bench.memory import LARGEST_PEAK_MIB, peak_memory
from aelr_core.bench.protocol import experiments
from aelr_core.bench.timing import rows
from aelr_core.bench.work import Work
from aelr_core.sampling import FAMILIES, SPLITS

NO_NUMBA = (
    "numba is not installed, so there is no compiled loop to compare with: "
    "'pip install numba' adds that column."
)


@dataclass(frozen=True)
class Plan:
    """How much is measured.

    Attributes
    ----------
    sizes : (d, k + 1, lanes) of the work on which the three are compared.
    steps : examples a run there.
    ladders : for the growth, from the field of `Work` that grows to the work at its values.
    repetitions : of every measurement; the fastest counts.
    memory : (d, lanes, steps), steps enough to reach the engine's largest temporaries.
    memory_keys : algorithms whose memory is measured.
    endurance : (d, k + 1, steps) of one long lane a family.
    experiments : whole experiments that are timed, by name.
    """

    sizes: Sequence[tuple[int, int, int]]
    steps: int
    ladders: Mapping[str, Sequence[Work]]
    repetitions: int
    memory: tuple[int, int, int]
    memory_keys: Sequence[str]
    endurance: tuple[int, int, int]
    experiments: Sequence[str]


_SIZES = ((500, 5, 1000), (784, 57, 200), (4000, 5, 500))


def _ladders(
    steps: int, d: Sequence[int], budget: Sequence[int], lanes: Sequence[int]
) -> dict[str, list[Work]]:
    return {
        "d": [Work("ridge", "theory", value, 5, 500, steps) for value in d],
        "budget": [Work("ridge", "theory", 784, value, 200, steps) for value in budget],
        "lanes": [Work("ridge", "theory", 500, 5, value, steps) for value in lanes],
    }


FULL = Plan(
    sizes=_SIZES,
    steps=1024,
    ladders=_ladders(256, (500, 1000, 2000, 4000), (5, 15, 29, 57), (250, 500, 1000, 2000)),
    repetitions=3,
    memory=(5000, 1000, 300),
    memory_keys=("ddaerr", "two_phase_ddaerr", "ddaelr", "two_phase_ddaelr"),
    endurance=(500, 5, 1_000_000),
    experiments=("interactive", "panel"),
)
QUICK = Plan(
    sizes=_SIZES,
    steps=128,
    ladders=_ladders(64, (500, 4000), (5, 57), (500, 1000)),
    repetitions=1,
    memory=(5000, 1000, 20),
    memory_keys=("ddaerr", "ddaelr"),
    endurance=(500, 5, 5_000),
    experiments=("interactive",),
)


def measure(plan: Plan, say: Callable[[str], None]) -> Iterator[dict[str, Any]]:
    """Carry a plan out and yield its figures, ready for JSON, one part after the other.

    All parts together are one dictionary; no two have a name in common.

    Parameters
    ----------
    plan : `FULL` or `QUICK`.
    say : told what is being measured.
    """
    compiled, note = _compiled()
    yield {"machine": _machine(), "note": note}
    # Memory first: a child's peak is at least what its parent holds when it is started.
    say("peak memory")
    d, lanes, steps = plan.memory
    memory = [apart(peak_memory, [(key, d, lanes, steps)])[0] for key in plan.memory_keys]
    yield {"memory": memory, "largest_peak_mib": LARGEST_PEAK_MIB}
    works = (
        Work(family, split, *size, plan.steps)
        for size in plan.sizes
        for family in FAMILIES
        for split in SPLITS
    )
    yield {"work": rows(works, compiled, plan.repetitions, say)}
    ladders = list(growth(plan.ladders, plan.repetitions, say))
    yield {"growth": ladders, "largest_growth_in_d": LARGEST_GROWTH_IN_D}
    yield {"experiments": list(experiments(plan.experiments, say))}
    d, budget, steps = plan.endurance
    say(f"{steps:,} steps of one lane a family")
    lasting = apart(endurance, [(family, d, budget, steps) for family in FAMILIES])
    yield {"endurance": lasting, "largest_drift": LARGEST_DRIFT}


def _compiled() -> tuple[dict[str, Loop] | None, str | None]:
    try:
        return compiled_loops(), None
    except ImportError:
        return None, NO_NUMBA


def apart(
    function: Callable[..., dict[str, Any]], calls: Sequence[tuple[Any, ...]]
) -> list[dict[str, Any]]:
    """Make the calls in fresh processes, all at the same time."""
    with ProcessPoolExecutor(len(calls), mp_context=get_context("spawn")) as pool:
        return [made.result() for made in [pool.submit(function, *call) for call in calls]]


def _machine() -> dict[str, Any]:
    return {
        "python": platform.python_version(),
        "numpy": np.__version__,
        "processors": os.cpu_count(),
        "blas_threads": os.environ.get("OPENBLAS_NUM_THREADS"),
    }
