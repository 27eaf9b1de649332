"""The benchmark report: the figures, part by part, and as tables."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from aelr_core.bench.compiled import compiled_loops
from aelr_core.bench.joint.tables import joint_memory_table, joint_table
from aelr_core.bench.limit_times import limit_table
from aelr_core.bench.parts import PARTS, Plan
from aelr_core.bench.plain import Loop
from aelr_core.bench.profile import profile_table
from aelr_core.bench.tables import aligned

NO_NUMBA = (
    "numba is not installed, so there is no compiled loop to compare with: "
    "'pip install numba' adds that column."
)

HEAD = [
    "family", "split", "d", "k+1", "lanes", "engine", "plain", "compiled",
    "times faster than plain", "share of compiled", "reached",
]  # fmt: skip


def measure(
    plan: Plan, say: Callable[[str], None], only: str | None = None
) -> Iterator[dict[str, Any]]:
    """Carry out a plan and yield its figures, ready for JSON, part by part.

    Merged, the parts form one dictionary; no two share a name.

    Parameters
    ----------
    plan : `FULL` or `QUICK`.
    say : called with the name of what is being measured.
    only : one of `PARTS`; all of them if None.
    """
    if only not in (None, *PARTS):
        raise ValueError(f"There is no part {only!r}; the parts are {', '.join(PARTS)}.")
    compiled, note = _compiled()
    yield {"machine": _this_machine(), "note": note}
    for name, part in PARTS.items():
        if only in (None, name):
            yield from part(plan, compiled, say)


def _compiled() -> tuple[dict[str, Loop] | None, str | None]:
    try:
        return compiled_loops(), None
    except ImportError:
        return None, NO_NUMBA


def _this_machine() -> dict[str, Any]:
    return {
        "python": platform.python_version(),
        "numpy": np.__version__,
        "processors": os.cpu_count(),
        "blas_threads": os.environ.get("OPENBLAS_NUM_THREADS"),
    }


def as_text(figures: dict[str, Any]) -> str:
    """Return the figures of `measure`, or a part of them, as tables."""
    lines = (table(figures) for name, table in TABLES.items() if name in figures)
    return "\n".join(line for table in lines for line in table)


def _machine(figures: dict[str, Any]) -> Iterator[str]:
    machine = figures["machine"]
    yield (
        f"Python {machine['python']}, NumPy {machine['numpy']}, {machine['processors']} "
        f"processors, BLAS threads: {machine['blas_threads'] or 'not limited'}"
    )
    if figures["note"]:
        yield figures["note"]


def _memory(figures: dict[str, Any]) -> Iterator[str]:
    yield f"\nPeak memory (MiB, at most {figures['largest_peak_mib']})"
    rows = [
        [r["algorithm"], str(r["d"]), str(r["lanes"]),
         "unknown" if r["peak_mib"] is None else f"{r['peak_mib']:.0f}"]
        for r in figures["memory"]
    ]  # fmt: skip
    yield from aligned([["algorithm", "d", "lanes", "MiB"], *rows])


def _work(figures: dict[str, Any]) -> Iterator[str]:
    yield "\nEngine against one-run loops on the same work (µs of processor time per lane-step)"
    yield from aligned(
        [HEAD, *([str(cell) for cell in _work_cells(row)] for row in figures["work"])]
    )


def _work_profile(figures: dict[str, Any]) -> Iterator[str]:
    yield from profile_table("Where a lane-step's time goes", figures["work_profile"])


def _limit_profile(figures: dict[str, Any]) -> Iterator[str]:
    yield from profile_table("Where a lane-step's time goes", figures["limit_profile"])


def _joint_profile(figures: dict[str, Any]) -> Iterator[str]:
    yield from profile_table("Where a joint lane-step's time goes", figures["joint_profile"])


def _growth(figures: dict[str, Any]) -> Iterator[str]:
    yield "\nGrowth of a lane-step's time (µs) and of a lane's memory (bytes)"
    rows = [
        [r["in"], r["family"], name, _arrow(r["values"]), _arrow([f"{t:.2f}" for t in times]),
         f"{r['exponents'][name]:.2f}", _arrow(r["bytes"]) if name == "engine" else ""]
        for r in figures["growth"]
        for name, times in r["us"].items()
    ]  # fmt: skip
    yield from aligned([["in", "family", "by", "values", "µs", "exponent", "bytes"], *rows])
    largest = max(r["growth"] for r in figures["growth"] if r["in"] == "d")
    yield (
        f"In d the engine's time grows ×{largest:.2f} (500 → 4000: at most "
        f"×{figures['largest_growth_in_d']}); in lanes it should not."
    )


def _experiments(figures: dict[str, Any]) -> Iterator[str]:
    if figures["experiments"]:
        yield "\nWhole experiments (seconds)"
        head = [
            "name", "jobs", "seconds", "first final curve", "first curves seen (processor)",
            "steps", "plain loops, estimated",
        ]  # fmt: skip
        yield from aligned([head, *(_experiment_cells(row) for row in figures["experiments"])])
        yield (
            "The first curves that those who watch see are provisional: a few runs with the "
            "theory's step."
        )


def _endurance(figures: dict[str, Any]) -> Iterator[str]:
    yield f"\nOne long lane (drift at most {figures['largest_drift']:g})"
    rows = [
        [r["family"], f"{r['steps']:,}", f"{r['seconds']:.0f}", str(r["finite"]),
         f"{r['norm_over_B']:.4f}",
         *("unknown" if r[name] is None else f"{r[name]:.1e}" for name in ("drift", "nudged"))]
        for r in figures["endurance"]
    ]  # fmt: skip
    yield from aligned(
        [["family", "steps", "seconds", "finite", "‖w̄‖/B", "drift", "nudged"], *rows]
    )
    yield "nudged: between two compiled loops whose step sizes differ in the 13th digit."


def _work_cells(row: dict[str, Any]) -> Iterator[object]:
    yield from (row[name] for name in ("family", "split", "d", "budget", "lanes"))
    compiled, share, floor = row["compiled_us"], row["share_of_compiled"], row["floor"]
    yield f"{row['engine_us']:.2f}"
    yield f"{row['plain_us']:.1f}"
    yield "—" if compiled is None else f"{compiled:.2f}"
    yield f"x{row['times_faster_than_plain']:.0f}" + (
        f" (>= {floor['times_faster_than_plain']:g})" if floor else ""
    )
    yield ("—" if share is None else f"{share:.2f}") + (
        f" (<= {floor['share_of_compiled']:g})" if floor else ""
    )
    yield {True: "yes", False: "no", None: "—"}[row["reached"]]


def _experiment_cells(row: dict[str, Any]) -> list[str]:
    seen = row["target_seen_seconds"]
    return [
        row["name"],
        str(row["jobs"]),
        f"{row['seconds']:.2f} (< {row['target_seconds']:g})",
        f"{row['first_seconds']:.2f}",
        f"{row['seen_seconds']:.2f}" + (f" (< {seen:g})" if seen else ""),
        f"{row['steps']:,}",
        f"{row['plain_seconds_estimated']:,.0f}",
    ]


def _arrow(values: Sequence[object]) -> str:
    return " → ".join(str(value) for value in values)


# The functions that print the parts of the figures, in the order they are measured.
TABLES = {
    "machine": _machine,
    "memory": _memory,
    "joint_memory": joint_memory_table,
    "work": _work,
    "work_profile": _work_profile,
    "limit": limit_table,
    "limit_profile": _limit_profile,
    "joint": joint_table,
    "joint_profile": _joint_profile,
    "growth": _growth,
    "experiments": _experiments,
    "endurance": _endurance,
}
