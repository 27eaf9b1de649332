"""A class of thirty on one machine: ``make load``, or ``python -m tests.load.classroom``.

Thirty visitors open the explorer and press Run at once, first with thirty seeds, then all with
the same one; two hundred come and go. Prints each number beside the most it may be. What a class
is compared with is measured before and after it, for a machine's own speed comes and goes.
Loopback only, bounded, and no test: the numbers mean something on a quiet machine only.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import fmean, median

import psutil

from tests.browser.harness import Server, running_app
from tests.load import health, plain
from tests.load.visitor import Visitor

BRIEF = "runs=1&step=theory"  # data of the usual size, and a run of a moment
WAVE = 10  # visitors at a time, of the many who come and go
MB = 2**20


@dataclass
class Report:
    """What was measured, printed line by line, and whether all of it is within its limits."""

    good: bool = True
    errors: list[str] = field(default_factory=list)

    def say(self, what: str, found: float, unit: str = "s", most: float | None = None) -> None:
        """Print a number, beside the most it may be."""
        verdict = ""
        if most is not None:
            fits = found <= most
            self.good &= fits
            verdict = f"(at most {most:g}) {'ok' if fits else 'TOO MUCH'}"
        print(f"{what:60} {found:10.2f} {unit:3} {verdict}".rstrip(), flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure everything; the exit code says whether all is well."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", type=int, default=30)
    parser.add_argument("--many", type=int, default=200, help="who come and go")
    parser.add_argument("--query", default="", help="settings of all runs, as in a link")
    given = parser.parse_args(arguments)
    report = Report()
    queries = [f"{given.query}&seed={seed}" for seed in range(1, given.sessions + 1)]
    with running_app() as server:
        asyncio.run(_all(server, queries, given.many, report))
    report.say("errors", len(report.errors), "", 0)
    for error in dict.fromkeys(report.errors):
        print(f"    {error}")
    return 0 if report.good else 1


async def _all(server: Server, queries: Sequence[str], many: int, report: Report) -> None:
    before = memory()
    count = len(queries)
    earlier = plain.seconds_of(queries)
    with health.watching(server.url) as asked:
        waits, used = await lesson(server, queries, report)
    report.say(f"{count} distinct runs: all served after", max(waits))
    report.say("    the first, from the first press", min(waits))
    report.say("    the median", median(waits))
    later = plain.seconds_of(queries)
    report.say("    the same in two plain processes, before", earlier)
    report.say("    the same in two plain processes, after", later)
    report.say("    against their mean", max(waits) / fmean((earlier, later)), "x", 1.4)
    report.say("    processor time of the server itself", used)
    report.say("    health endpoint, 95 of 100 answer within", 1000 * health.p95(asked), "ms", 300)
    report.say("    memory of server and workers, before", before / MB, "MB")
    report.say("    memory of server and workers, after", memory() / MB, "MB")
    base = queries[0].rpartition("&seed=")[0]
    ratios = [await _equal(server, base, 1000 + 10 * n, count, report) for n in range(3)]
    report.say(f"{count} equal runs: against one, median of three", median(ratios), "x", 2.0)
    if many:
        await come_and_go(server, many, report)


async def _equal(server: Server, base: str, seed: int, count: int, report: Report) -> float:
    """Return how many times as long a class needs for one run as a visitor alone."""
    (earlier,), _ = await lesson(server, [f"{base}&seed={seed}"], report)
    waits, _ = await lesson(server, [f"{base}&seed={seed + 1}"] * count, report)
    (later,), _ = await lesson(server, [f"{base}&seed={seed + 2}"], report)
    report.say(f"{count} equal runs: all served after", max(waits))
    report.say("    one run alone, before and after, mean", fmean((earlier, later)))
    return max(waits) / fmean((earlier, later))


async def lesson(
    server: Server, queries: Sequence[str], report: Report
) -> tuple[list[float], float]:
    """Open a page for each query, press Run on all; return the waits and the server's CPU time."""
    visitors = [Visitor(server.url, query) for query in queries]
    for visitor in visitors:
        await visitor.__aenter__()
        await visitor.open()
    used, began = processor_time(), time.perf_counter()

    async def served(visitor: Visitor) -> float:
        await visitor.press("run")
        await visitor.until(lambda: visitor.shows("run"), seconds=600)
        took = time.perf_counter() - began
        if not has_run(visitor):
            report.errors.append("A run was not served.")
        return took

    waits = await asyncio.gather(*map(served, visitors))
    used = processor_time() - used
    for visitor in visitors:
        report.errors += visitor.errors
        await visitor.__aexit__(None, None, None)
    return waits, used


def has_run(visitor: Visitor) -> bool:
    """Whether the screen shows a complete run of what was asked for."""
    seed = visitor.query.rpartition("seed=")[2]
    said = [text for text in visitor.texts() if f", seed {seed}: " in text]
    return any("computed in" in text and "Stopped" not in text for text in said)


async def come_and_go(server: Server, many: int, report: Report) -> None:
    """Let visitors open the explorer, run something small, turn a page and leave."""

    async def visit(number: int) -> None:
        async with Visitor(server.url, f"{BRIEF}&seed={2_000 + number}") as visitor:
            await visitor.open()
            await visitor.press("run")
            await visitor.until(lambda: visitor.shows("run"))
            await visitor.turn_to("ratios")
            report.errors.extend(visitor.errors)

    levels: dict[int, float] = {}
    for first in range(0, many, WAVE):
        await asyncio.gather(*(visit(first + n) for n in range(min(WAVE, many - first))))
        levels[min(first + WAVE, many)] = memory() / MB
    early = levels[min(2 * WAVE, many)]
    report.say(f"memory after {min(2 * WAVE, many)} who came and went", early, "MB")
    report.say(f"memory after {many}", levels[many], "MB")
    report.say("    more than", levels[many] - early, "MB", 100)


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


if __name__ == "__main__":
    sys.exit(main())
