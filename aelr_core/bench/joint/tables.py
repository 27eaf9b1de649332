"""The figures of the joint algorithms as tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from aelr_core.bench.joint.times import LARGEST_JOINT_PEAK_MIB
from aelr_core.bench.tables import aligned

HEAD = [
    "data", "family", "moments", "d", "K", "lanes", "examples", "engine", "compiled",
    "DDAERR/DDAELR", "in theory", "share of compiled", "times DDAERR/DDAELR", "times it in theory",
    "reached",
]  # fmt: skip
WHY = (
    "DDAERR and DDAELR leave out values of 0, of which synthetic data are full; a joint step "
    "draws its sample first, whatever the values are."
)
SIZES = ("d", "budget", "lanes", "steps")


def joint_memory_table(figures: dict[str, Any]) -> Iterator[str]:
    """Yield the lines of the peaks of memory."""
    yield f"\nPeak memory of the joint algorithms (MiB, at most {LARGEST_JOINT_PEAK_MIB})"
    rows = [
        [r["family"], _form(r), str(r["d"]), str(r["lanes"]),
         "unknown" if r["peak_mib"] is None else f"{r['peak_mib']:.0f}"]
        for r in figures["joint_memory"]
    ]  # fmt: skip
    yield from aligned([["family", "moments", "d", "lanes", "MiB"], *rows])


def joint_table(figures: dict[str, Any]) -> Iterator[str]:
    """Yield the lines of the times."""
    yield "\nJoint algorithms (µs of processor time per lane-step)"
    yield from aligned([HEAD, *(list(_joint_cells(row)) for row in figures["joint"])])
    if missed := sum(row["reached"] is False for row in figures["joint"]):
        yield f"{missed} of these miss their limit. {WHY}"


def _joint_cells(row: dict[str, Any]) -> Iterator[str]:
    yield from (row["source"], row["family"], _form(row), *(str(row[name]) for name in SIZES))
    for name in ("engine_us", "compiled_us", "paper_us", "paper_in_theory_us"):
        yield "—" if row[name] is None else f"{row[name]:.2f}"
    for name in ("share_of_compiled", "times_the_paper_s"):
        bar = row["bar"] and row["bar"][name]
        yield ("—" if row[name] is None else f"{row[name]:.2f}") + (f" (<= {bar:g})" if bar else "")
    yield f"{row['times_it_in_theory']:.2f}"
    yield {True: "yes", False: "no", None: "—"}[row["reached"]]


def _form(row: dict[str, Any]) -> str:
    return "learnt" if row["adaptive"] else "known"
