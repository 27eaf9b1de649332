"""Time the engine against plain and compiled loops on the same work: python -m benchmarks.

It uses one process and one BLAS thread; times are processor time. The full benchmark takes a few
minutes, --quick some seconds. A number in brackets is the most it may be.
"""

from __future__ import annotations

import json
import os
import platform
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import product
from typing import Any

import numpy as np

from aelr_core.letters import FAMILIES, SPLITS
from benchmarks.experiments import estimates, experiments
from benchmarks.joint_loop import compiled_joint_loop
from benchmarks.long_campaign import campaign_rows
from benchmarks.loops import all_loops
from benchmarks.memory import peak_memory
from benchmarks.one_stream import stream_rows
from benchmarks.timing import Say, growth, joint_rows, rows
from benchmarks.work import JointWork, Work

Size = tuple[int, int, int]  # d, k + 1, lanes
STREAM_SIZES = ((100, 5), (500, 5), (784, 57))
SIZES: Sequence[Size] = ((500, 5, 1000), (784, 57, 200), (4000, 5, 500))
NO_NUMBA = (
    "numba is not installed, so there is no compiled loop to compare with: "
    "'pip install numba' adds that column."
)


@dataclass(frozen=True)
class Plan:
    """How much is measured.

    Attributes
    ----------
    sizes : (d, k + 1, lanes) of the work on which engine and loops are compared.
    steps : examples per run in that comparison.
    joint_steps : the same for the joint algorithms; 0 leaves them out, as their loop takes half a
        minute to compile.
    stream_steps : examples of one stream that is timed order by order.
    campaigns : (orders, d) of campaigns whose next people are timed.
    ladders : for growth: by the field of `Work` that grows, the work at each of its values.
    repetitions : of every measurement; the fastest counts.
    memory : (d, lanes, steps), with enough steps to reach the engine's largest temporaries.
    memory_keys : algorithms whose memory is measured.
    experiments : whole experiments that are timed, by name.
    estimates : whether estimated times are compared with measured ones.
    """

    sizes: Sequence[Size]
    steps: int
    joint_steps: int
    stream_steps: int
    campaigns: Sequence[tuple[int, int]]
    ladders: Mapping[str, Sequence[Work]]
    repetitions: int
    memory: Size
    memory_keys: Sequence[str]
    experiments: Sequence[str]
    estimates: bool


FULL = Plan(
    sizes=SIZES,
    steps=1024,
    joint_steps=5_000,
    stream_steps=10_000,
    campaigns=((1_000, 50), (10_000, 200)),
    ladders={
        "d": [Work("ridge", d, 5, 500, 256) for d in (500, 1000, 2000, 4000)],
        "budget": [Work("ridge", 784, budget, 200, 256) for budget in (5, 15, 29, 57)],
        "lanes": [Work("ridge", 500, 5, lanes, 256) for lanes in (250, 500, 1000, 2000)],
    },
    repetitions=3,
    memory=(5000, 1000, 300),
    memory_keys=(
        "ddaerr",
        "two_phase_ddaerr",
        "jaerr",
        "adaptive_jaerr",
        "ddaelr",
        "two_phase_ddaelr",
        "jaelr",
        "adaptive_jaelr",
    ),
    experiments=("interactive", "panel"),
    estimates=True,
)
QUICK = Plan(
    sizes=SIZES,
    steps=64,
    joint_steps=0,
    stream_steps=1_000,
    campaigns=((500, 50),),
    ladders={"d": [Work("ridge", d, 5, 500, 32) for d in (500, 4000)]},
    repetitions=1,
    memory=(5000, 1000, 20),
    memory_keys=("ddaerr",),
    experiments=("interactive",),
    estimates=False,
)

# ---- What is measured --------------------------------------------------------------------------


def memory(plan: Plan, say: Say) -> Iterator[dict[str, Any]]:
    """Yield the peak memory of each algorithm."""
    for key in plan.memory_keys:
        say(f"peak memory of {key}")
        yield peak_memory(key, *plan.memory)


def work(plan: Plan, say: Say) -> Iterator[dict[str, Any]]:
    """Yield the times of the engine and of the loops."""
    works = (
        Work(family, *size, plan.steps, split)
        for size, family, split in product(plan.sizes, FAMILIES, SPLITS)
    )
    yield from rows(works, all_loops(), plan.repetitions, say)


def joint(plan: Plan, say: Say) -> Iterator[dict[str, Any]]:
    """Yield the times of the joint algorithms' engine and of their loop."""
    if plan.joint_steps:
        works = (
            JointWork(family, *size, plan.joint_steps, adaptive)
            for size, family, adaptive in product(plan.sizes, FAMILIES, (False, True))
        )
        yield from joint_rows(works, compiled_joint_loop(), plan.repetitions, say)


def stream(plan: Plan, say: Say) -> Iterator[dict[str, Any]]:
    """Yield the times of one stream, as the estimators learn from it."""
    yield from stream_rows(STREAM_SIZES, plan.stream_steps, plan.repetitions, say)


def grown(plan: Plan, say: Say) -> Iterator[dict[str, Any]]:
    """Yield how time and memory grow with d, k + 1 and the lanes."""
    yield from growth(plan.ladders, all_loops(), plan.repetitions, say)


# By name, in the order measured. Memory first: a child's peak is at least what its parent holds
# when the child starts.
PARTS: dict[str, Callable[[Plan, Say], Iterator[dict[str, Any]]]] = {
    "memory": memory,
    "work": work,
    "joint": joint,
    "stream": stream,
    "campaign": lambda plan, say: campaign_rows(plan.campaigns, say),
    "growth": grown,
    "experiments": lambda plan, say: experiments(plan.experiments, say),
    "estimates": lambda plan, say: estimates(say) if plan.estimates else iter(()),
}


def measure(plan: Plan, say: Say, only: str | None = None) -> Iterator[tuple[str, Any]]:
    """Carry out a plan, or one part of it; yield the name and the figures of each part."""
    yield (
        "machine",
        {
            "python": platform.python_version(),
            "numpy": np.__version__,
            "processors": os.cpu_count(),
            "blas_threads": os.environ["OPENBLAS_NUM_THREADS"],
        },
    )
    for name, part in PARTS.items():
        if only in (None, name):
            yield name, list(part(plan, say))


# ---- Tables ------------------------------------------------------------------------------------


def as_text(name: str, figures: Any) -> str:
    """Return the figures of a part as a table; nothing if it has none."""
    if name == "machine":
        return (
            f"Python {figures['python']}, NumPy {figures['numpy']}, {figures['processors']} "
            f"processors, BLAS threads: {figures['blas_threads']}"
        )
    title, table = TABLES[name]
    lines = [row for figure in figures for row in table(figure)]
    if not lines:
        return ""
    cells = [list(lines[0]), *([*map(str, line.values())] for line in lines)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    aligned = (
        "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        for row in cells
    )
    return "\n".join([f"\n{title}", *aligned])


Lines = Iterator[dict[str, object]]


def _memory_lines(row: dict[str, Any]) -> Lines:
    yield {name: row[name] for name in ("algorithm", "d", "lanes")} | {
        "MiB": _number(row["peak_mib"], 0)
    }


def _work_lines(row: dict[str, Any]) -> Lines:
    yield (
        _sizes(row, "split")
        | {name: _number(us) for name, us in row["us"].items()}
        | {
            "share of compiled": _number(row["share_of_compiled"], most=row["most_of_compiled"]),
            "times the limit": _number(row["times_the_limit"]),
        }
    )


def _joint_lines(row: dict[str, Any]) -> Lines:
    us = {name: _number(us) for name, us in row["us"].items()}
    share = {"share of compiled": _number(row["share_of_compiled"])}
    yield _sizes(row, "adaptive") | {"examples": row["steps"]} | us | share


def _stream_lines(row: dict[str, Any]) -> Lines:
    yield {name: row[name] for name in ("family", "d")} | {
        "k+1": row["budget"],
        "without money": _number(row["us"], 0, row["most_us"]),
        "with money": _number(row["us_with_money"], 0),
    }


def _campaign_lines(row: dict[str, Any]) -> Lines:
    yield {name: row[name] for name in ("family", "orders", "d")} | {
        "ask(100) + tell(100)": _number(row["ask_and_tell_s"], 3, row["most_s"]),
        **{name: _number(row[f"{name}_s"]) for name in ("report", "save", "load")},
        "file, MB": _number(row["mb"], 1),
    }


def _growth_lines(row: dict[str, Any]) -> Lines:
    for name, times in row["us"].items():
        yield {
            "in": row["in"],
            "family": row["family"],
            "by": name,
            "values": _arrow(row["values"]),
            "µs": _arrow([_number(us) for us in times]),
            "exponent": _number(row["exponents"][name]),
            "bytes": _arrow(row["bytes"]) if name == "engine" else "",
        }


def _experiment_lines(row: dict[str, Any]) -> Lines:
    yield {
        "name": row["name"],
        "jobs": row["jobs"],
        "seconds": _number(row["seconds"], most=row["most_seconds"]),
        "first curves seen (processor)": _number(row["seen_seconds"]),
        "steps": f"{row['steps']:,}",
    }


def _estimate_lines(row: dict[str, Any]) -> Lines:
    seconds = {name: _number(row[f"{name}_seconds"]) for name in ("estimated", "measured")}
    yield {"name": row["name"]} | seconds


def _sizes(row: dict[str, Any], form: str) -> dict[str, object]:
    return {name: row[name] for name in ("family", form, "d")} | {
        "k+1": row["budget"],
        "lanes": row["lanes"],
    }


def _number(value: float | None, digits: int = 2, most: float | None = None) -> str:
    if value is None:
        return "—"
    return f"{value:.{digits}f}" + (f" (<= {most:g})" if most else "")


def _arrow(values: Sequence[object]) -> str:
    return " → ".join(map(str, values))


# By part: its title, and a function that makes lines, by column, of a row of figures.
TABLES: dict[str, tuple[str, Callable[[dict[str, Any]], Lines]]] = {
    "memory": ("Peak memory of a process (MiB)", _memory_lines),
    "work": ("Engine and one-run loops on the same work (µs per step of a run)", _work_lines),
    "joint": ("Joint algorithms (µs per step of a run)", _joint_lines),
    "stream": ("One stream, order by order (µs per example)", _stream_lines),
    "campaign": ("A campaign after many orders (seconds)", _campaign_lines),
    "growth": ("Growth of a step's time (µs) and of a lane's memory (bytes)", _growth_lines),
    "experiments": ("Whole experiments (seconds)", _experiment_lines),
    "estimates": ("The cost model's estimates (seconds of processor time)", _estimate_lines),
}


# ---- The command -------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print: each table as soon as it is ready, JSON at the end."""
    parser = ArgumentParser(
        prog="python -m benchmarks",
        description=__doc__,
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--quick", action="store_true", help="less of everything; takes seconds")
    parser.add_argument("--only", choices=PARTS, help="one part of it")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    options = parser.parse_args(arguments)
    everything = {}
    for name, figures in measure(QUICK if options.quick else FULL, _say, options.only):
        everything[name] = figures
        if not options.json and (table := as_text(name, figures)):
            print(table, flush=True)
    if options.json:
        print(json.dumps(everything, indent=1))
    elif find_spec("numba") is None:
        print(NO_NUMBA)
    return 0


def _say(what: str) -> None:
    """Show on a terminal what is being measured."""
    if sys.stderr.isatty():
        print(f"... {what}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
