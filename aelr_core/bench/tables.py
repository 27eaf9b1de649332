"""The figures of a bench as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

HEAD = [
    "family", "split", "d", "k+1", "lanes", "engine", "plain", "compiled",
    "times faster than plain", "share of compiled", "reached",
]  # fmt: skip


def as_text(figures: dict[str, Any]) -> str:
    """Return what `measure` found, or a part of it, as tables."""
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
    yield from _table([["algorithm", "d", "lanes", "MiB"], *rows])


def _work(figures: dict[str, Any]) -> Iterator[str]:
    yield "\nEngine against one-run loops on the same work (µs of processor time a lane-step)"
    yield from _table(
        [HEAD, *([str(cell) for cell in _work_cells(row)] for row in figures["work"])]
    )


def _growth(figures: dict[str, Any]) -> Iterator[str]:
    yield "\nGrowth of a lane-step's time (µs)"
    rows = [
        [r["in"], r["family"], _arrow(r["values"]), _arrow([f"{t:.2f}" for t in r["engine_us"]]),
         f"x{r['growth']:.2f}"]
        for r in figures["growth"]
    ]  # fmt: skip
    yield from _table([["in", "family", "values", "µs", "growth"], *rows])
    yield f"d 500 → 4000 may cost x{figures['largest_growth_in_d']}; lanes should cost x1."


def _experiments(figures: dict[str, Any]) -> Iterator[str]:
    if figures["experiments"]:
        yield "\nWhole experiments (seconds)"
        head = ["name", "jobs", "seconds", "first curve", "steps", "plain loops, estimated"]
        yield from _table([head, *(_experiment_cells(row) for row in figures["experiments"])])


def _endurance(figures: dict[str, Any]) -> Iterator[str]:
    yield f"\nOne long lane (drift at most {figures['largest_drift']:g})"
    rows = [
        [r["family"], f"{r['steps']:,}", f"{r['seconds']:.0f}", str(r["finite"]),
         f"{r['norm_over_B']:.4f}",
         *("unknown" if r[name] is None else f"{r[name]:.1e}" for name in ("drift", "nudged"))]
        for r in figures["endurance"]
    ]  # fmt: skip
    yield from _table([["family", "steps", "seconds", "finite", "‖w̄‖/B", "drift", "nudged"], *rows])
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
    first = row["target_first_seconds"]
    return [
        row["name"],
        str(row["jobs"]),
        f"{row['seconds']:.2f} (< {row['target_seconds']:g})",
        f"{row['first_seconds']:.2f}" + (f" (< {first:g})" if first else ""),
        f"{row['steps']:,}",
        f"{row['plain_seconds_estimated']:,.0f}",
    ]


def _arrow(values: Sequence[object]) -> str:
    return " → ".join(str(value) for value in values)


def _table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the rows with their columns aligned; the first column is words, to the left."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    for row in rows:
        first, *others = (
            cell.ljust(width) if n == 0 else cell.rjust(width)
            for n, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join([first, *others]).rstrip()


# What a part of the figures is called, in the order they are measured.
TABLES = {
    "machine": _machine,
    "memory": _memory,
    "work": _work,
    "growth": _growth,
    "experiments": _experiments,
    "endurance": _endurance,
}
