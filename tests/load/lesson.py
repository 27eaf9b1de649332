"""A lesson: visitors open a page each and press Run at once; what the server uses meanwhile."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import NamedTuple

import psutil

from tests.browser.harness import Server
from tests.load.report import Report
from tests.load.visitor import Visitor

MB = 2**20
PATIENCE = 900.0  # seconds, for the last one of a large class


class Lesson(NamedTuple):
    """What was measured: of each visitor the seconds until the first curve and until the end.

    used : seconds of processor that the server itself took for all of them.
    """

    curves: list[float]
    waits: list[float]
    used: float


async def lesson(server: Server, queries: Sequence[str], report: Report) -> Lesson:
    """Open a page for each query, then press Run on all."""
    visitors = [Visitor(server.url, query) for query in queries]
    for visitor in visitors:
        await visitor.__aenter__()
        await visitor.open()
    used, began = processor_time(), time.perf_counter()

    async def served(visitor: Visitor) -> tuple[float, float]:
        visitor.patience = PATIENCE
        await visitor.press("run")
        await visitor.until(lambda: visitor.shows("run") or has_curve(visitor))
        curve = time.perf_counter() - began
        await visitor.until(lambda: visitor.shows("run"))
        took = time.perf_counter() - began
        if not has_run(visitor):
            report.errors.append("A run was not served.")
        return curve, took

    took = await asyncio.gather(*map(served, visitors))
    used = processor_time() - used
    for visitor in visitors:
        report.errors += visitor.errors
        await visitor.__aexit__(None, None, None)
    curves, waits = map(list, zip(*took, strict=True))
    return Lesson(curves, waits, used)


def has_curve(visitor: Visitor) -> bool:
    """Whether the screen shows a curve of a run that goes on."""
    said = [element.progress.text for _, _, element in visitor.elements.values()]
    return any(text and "previous run" not in text for text in said)


def has_run(visitor: Visitor) -> bool:
    """Whether the screen shows a complete run of what was asked for."""
    seed = visitor.query.rpartition("seed=")[2]
    said = [text for text in visitor.texts() if f", seed {seed}: " in text]
    return any("computed in" in text and "Stopped" not in text for text in said)


def server_process() -> psutil.Process:
    """Return the server that this process has started."""
    living = [one for one in psutil.Process().children() if one.status() != psutil.STATUS_ZOMBIE]
    return next(one for one in living if "streamlit" in one.cmdline())


def memory() -> int:
    """Return the bytes of the server and of its workers."""
    server = server_process()
    return sum(one.memory_info().rss for one in (server, *server.children()))


def processor_time() -> float:
    """Return the seconds of processor that the server has used, without its workers."""
    times = server_process().cpu_times()
    return float(times.user + times.system)
