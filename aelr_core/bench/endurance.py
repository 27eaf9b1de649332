"""One lane for a very long time: nothing overflows, and rounding does not add up."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter
from typing import Any

import numpy as np

from aelr_core.bench.compiled import compiled_loops
from aelr_core.bench.work import Work
from aelr_core.checks import Floats
from aelr_core.norms import one_norm, two_norm

# The engine keeps sums by differences; this far may its w_bar be from the plain recurrences'.
LARGEST_DRIFT = 1e-9
# Multipliers of the theorem's step size. With that of ridge itself a run of 10^6 steps is chaotic:
# a change in the 13th digit of it grows until it fills all of them, so that nobody's rounding could
# be told from anybody's. With that of the lasso w hardly leaves 0.
MULTIPLIERS = {"ridge": 0.1, "lasso": 10.0}
NUDGE = 1e-13


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
