"""The ratios that were measured, each beside the one that README states.

Times differ from one machine to another; ratios of times should not differ by much. README's
tables are read as they are, so that nothing is stated twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from aelr_core.bench.joint.times import EXAMPLES
from aelr_core.bench.tables import aligned

README = Path(__file__).parents[2] / "README.md"
# What is this much slower, relative to what it is compared with, has fallen.
FALLEN = 1 / 3
SAME = "the same, "


def beside_readme(figures: dict[str, Any]) -> list[dict[str, Any]]:
    """Return each ratio in the figures that README states, with README's number.

    An empty list where there is no README: an installed package has none.
    """
    if not README.exists():
        return []
    rows = readme_rows(README.read_text(encoding="utf-8"))
    return [
        {"work": work, "ratio": name, "now": now, "stated": stated, "fallen": fallen}
        for work, name, now, column, sign in _ratios(figures)
        if now is not None and (stated := _number(rows.get(work, ()), column)) is not None
        for fallen in [(now / stated) ** sign < 1 - FALLEN]
    ]


def readme_rows(text: str) -> dict[str, list[str]]:
    """Return the cells of the tables of times, by the words in their first cell."""
    rows: dict[str, list[str]] = {}
    first = ""
    for line in text.splitlines():
        if not re.match(r"\| (ridge|lasso|the same), ", line):
            continue
        work, *cells = (cell.strip() for cell in line.strip("|").split("|"))
        if work.startswith(SAME):  # but for the last words
            work = f"{first.rpartition(', ')[0]}, {work.removeprefix(SAME)}"
        first = work
        rows[work] = cells
    return rows


def _ratios(figures: dict[str, Any]) -> Iterator[tuple[str, str, float | None, int, int]]:
    """Yield work, name, value, column in README, and 1 if more is faster, else -1."""
    for row in figures.get("work", ()):
        if row["split"] == "theory":
            work = f"{_sizes(row, 'k + 1')}, {row['lanes']:,} runs"
            yield work, "times faster than plain", row["times_faster_than_plain"], 3, 1
            yield work, "share of compiled", row["share_of_compiled"], 4, -1
    for row in figures.get("limit", ()):
        work = f"{_sizes(row, 'k + 1')}, {row['split']} split"
        yield work, "times the limit", row["times_the_limit"], 2, -1
    for row in figures.get("joint", ()):
        if row["steps"] == EXAMPLES:
            form = "learnt" if row["adaptive"] else "known"
            data = "" if row["source"] == "synthetic" else f", {row['source']} data"
            work = f"{_sizes(row, 'K')}, {row['lanes']:,} runs{data}, {form}"
            yield work, "share of compiled", row["share_of_compiled"], 1, -1
            yield work, "relative to DDAERR, DDAELR", row["times_the_paper_s"], 3, -1


def _sizes(row: dict[str, Any], budget: str) -> str:
    return f"{row['family']}, d = {row['d']:,}, {budget} = {row['budget']}"


def _number(cells: list[str] | tuple[()], column: int) -> float | None:
    """Return the number in a cell such as **2.07** or ×61; None if there is none."""
    found = re.search(r"[\d.]+", cells[column]) if column < len(cells) else None
    return None if found is None else float(found[0])


def stated_table(figures: dict[str, Any]) -> Iterator[str]:
    """Yield the lines of the ratios, and say which have fallen."""
    rows = figures["stated"]
    yield "\nEvery ratio beside the one that README states"
    yield from aligned(
        [
            ["work", "ratio", "now", "README", "fallen"],
            *(
                [row["work"], row["ratio"], f"{row['now']:.2f}", f"{row['stated']:g}",
                 "yes" if row["fallen"] else ""]
                for row in rows
            ),
        ]
    )  # fmt: skip
    fallen = sum(row["fallen"] for row in rows)
    yield f"{fallen or 'None'} of {len(rows)} have fallen by more than a third."
