"""How large a class one server serves: a table of sizes, each with a server of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from statistics import median

from tests.browser.harness import running_app
from tests.load import health
from tests.load.lesson import MB, lesson, memory
from tests.load.report import Report

COLUMNS = (
    "visitors",
    "first curve (s)",
    "its median (s)",
    "served, median (s)",
    "all served (s)",
    "errors",
    "health p95 (ms)",
    "memory (MB)",
    "server's time each (s)",
)


def print_table(sizes: Sequence[int], query: str, report: Report) -> None:
    """Print the table as Markdown; every visitor has another seed, and may wait in the queue."""
    print(f"| {' | '.join(COLUMNS)} |")
    print("|" + "---:|" * len(COLUMNS), flush=True)
    for size in sizes:
        queries = [f"{query}&seed={seed}" for seed in range(1, size + 1)]
        known = len(report.errors)
        with running_app({"AELR_QUEUE": str(size)}) as server:
            with health.watching(server.url) as asked:
                found = asyncio.run(lesson(server, queries, report))
            cells = [
                f"{size}",
                f"{min(found.curves):.1f}",
                f"{median(found.curves):.1f}",
                f"{median(found.waits):.1f}",
                f"{max(found.waits):.1f}",
                f"{len(report.errors) - known}",
                f"{1000 * health.p95(asked):.0f}",
                f"{memory() / MB:.0f}",
                f"{found.used / size:.2f}",
            ]
        print(f"| {' | '.join(cells)} |", flush=True)
