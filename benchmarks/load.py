"""A class of thirty on one machine: ``make load``, or ``python -m benchmarks.load``.

Thirty visitors open the explorer and press Run at once, first with thirty seeds, then all with
the same one; two hundred come and go. Prints each number beside the most it may be. What a class
is compared with is measured before and after it, for a machine's own speed comes and goes.
``--sizes 30,60,120`` prints a table of larger classes instead, and ``--dask`` has the same class
on a Dask cluster of this machine. Loopback only, and bounded.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.queues import SimpleQueue
from multiprocessing.synchronize import Barrier, Event
from statistics import fmean, median
from typing import NamedTuple
from urllib.parse import parse_qs

from aelr_core.experiments import ExperimentSpec, run
from pages.ui.runs.limits import CLUSTER
from pages.ui.settings.values import from_query
from tests.browser.harness import Server, running_app, server_process
from tests.load.cluster import WORKERS, running_cluster
from tests.load.visitor import Visitor, has_curve, has_run

BRIEF = "runs=1&step=theory"  # data of the usual size, and a run of a moment
TINY = "examples=100&runs=1&dim=10&budget=3&step=theory"
WAVE = 10  # visitors at a time, of the many who come and go
MB = 2**20
PATIENCE = 900.0  # seconds, for the last one of a large class
SPAWN = get_context("spawn")
PAUSE, TIMEOUT = 0.1, 10.0  # seconds, between questions to the health endpoint and for an answer
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


@dataclass
class Report:
    """What was measured, printed line by line, and whether all of it is within its limits."""

    good: bool = True
    errors: list[str] = field(default_factory=list)

    def say(
        self,
        what: str,
        measured: float | Sequence[float],
        unit: str = "s",
        most: float | None = None,
        least: float | None = None,
    ) -> None:
        """Print a number, or several, beside the most or least that their median may be."""
        numbers = [measured] if isinstance(measured, float | int) else measured
        verdict = ""
        if most is not None:
            verdict = self._verdict(f"at most {most:g}", median(numbers) <= most, "TOO MUCH")
        if least is not None:
            verdict = self._verdict(f"at least {least:g}", median(numbers) >= least, "TOO FEW")
        listed = ", ".join(f"{number:.2f}" for number in numbers)
        print(f"{what:60} {listed:>10} {unit:3} {verdict}".rstrip(), flush=True)

    def _verdict(self, limit: str, fits: bool, no: str) -> str:
        self.good &= fits
        return f"({limit}) {'ok' if fits else no}"

    def say_errors(self) -> int:
        """Print the errors, of which there must be none; return the exit code."""
        self.say("errors", len(self.errors), "", 0)
        for error in dict.fromkeys(self.errors):
            print(f"    {error}")
        return 0 if self.good else 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure everything; the exit code says whether all is well."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", type=int, default=30)
    parser.add_argument("--many", type=int, default=200, help="who come and go")
    parser.add_argument("--query", default="", help="settings of all runs, as in a link")
    parser.add_argument(
        "--dask", action="store_true", help="compare with a cluster of this machine"
    )
    parser.add_argument("--sizes", default="", help="a table of classes of these sizes, as 30,60")
    given = parser.parse_args(arguments)
    report = Report()
    queries = [f"{given.query}&seed={seed}" for seed in range(1, given.sessions + 1)]
    if given.sizes:
        print_table([int(size) for size in given.sizes.split(",")], given.query, report)
    elif given.dask:
        on_cluster(queries, report)
    else:
        with running_app() as server:
            asyncio.run(_all(server, queries, given.many, report))
    return report.say_errors()


async def _all(server: Server, queries: Sequence[str], many: int, report: Report) -> None:
    before = memory()
    count = len(queries)
    earlier = plain_seconds(queries)
    with watching(server.url) as asked:
        _, waits, used = await lesson(server, queries, report)
    report.say(f"{count} distinct runs: all served after", max(waits))
    report.say("    the first, from the first press", min(waits))
    report.say("    the median", median(waits))
    later = plain_seconds(queries)
    report.say("    the same in two plain processes, before", earlier)
    report.say("    the same in two plain processes, after", later)
    report.say("    against their mean", max(waits) / fmean((earlier, later)), "x", 1.3)
    report.say("    processor time of the server itself", used)
    report.say("    health endpoint, 95 of 100 answer within", 1000 * p95(asked), "ms", 300)
    report.say("    memory of server and workers, before", before / MB, "MB")
    report.say("    memory of server and workers, after", memory() / MB, "MB")
    base = queries[0].rpartition("&seed=")[0]
    ratios = [await _equal(server, base, 1000 + 10 * n, count, report) for n in range(3)]
    report.say(f"{count} equal runs: against one, median of three", median(ratios), "x", 2.0)
    if many:
        await come_and_go(server, many, report)


def on_cluster(queries: Sequence[str], report: Report) -> None:
    """Have the same class on this server's own workers and on a cluster of as many."""
    took = {}
    for place in ("local workers", "a cluster"):
        with contextlib.ExitStack() as stack:
            settings = {"AELR_WORKERS": str(WORKERS)}
            if place == "a cluster":
                settings[CLUSTER] = stack.enter_context(running_cluster()).address
            server = stack.enter_context(running_app(settings))
            asyncio.run(lesson(server, [f"{BRIEF}&seed=1"] * 2, report))  # the cluster is found
            _, waits, used = asyncio.run(lesson(server, queries, report))
            took[place] = max(waits)
            report.say(f"{len(queries)} distinct runs on {place}: all served after", max(waits))
            report.say("    the median", median(waits))
            report.say("    processor time of the server itself", used)
            there = "Runs are computed on the cluster" in server.log.read_text(encoding="utf-8")
            if there != (place == "a cluster"):
                report.errors.append(f"The runs were not computed on {place}.")
    ratio = took["a cluster"] / took["local workers"]
    report.say("    the cluster against local workers", ratio, "x", 1.3)


async def _equal(server: Server, base: str, seed: int, count: int, report: Report) -> float:
    """Return how many times as long a class needs for one run as a visitor alone."""
    _, (earlier,), _ = await lesson(server, [f"{base}&seed={seed}"], report)
    _, waits, _ = await lesson(server, [f"{base}&seed={seed + 1}"] * count, report)
    _, (later,), _ = await lesson(server, [f"{base}&seed={seed + 2}"], report)
    report.say(f"{count} equal runs: all served after", max(waits))
    report.say("    one run alone, before and after, mean", fmean((earlier, later)))
    return max(waits) / fmean((earlier, later))


async def come_and_go(server: Server, many: int, report: Report) -> None:
    """Let visitors open the explorer, run something small, turn a page and leave."""

    async def visit(number: int) -> None:
        async with Visitor(server.url, f"{BRIEF}&seed={2_000 + number}") as visitor:
            await visitor.open()
            await visitor.press("run")
            await visitor.until(lambda: visitor.shows("run"))
            await visitor.turn_to("bounds")
            report.errors.extend(visitor.errors)

    levels: dict[int, float] = {}
    for first in range(0, many, WAVE):
        await asyncio.gather(*(visit(first + n) for n in range(min(WAVE, many - first))))
        levels[min(first + WAVE, many)] = memory() / MB
    early = levels[min(2 * WAVE, many)]
    report.say(f"memory after {min(2 * WAVE, many)} who came and went", early, "MB")
    report.say(f"memory after {many}", levels[many], "MB")
    report.say("    more than", levels[many] - early, "MB", 100)


def print_table(sizes: Sequence[int], query: str, report: Report) -> None:
    """Print the table as Markdown; every visitor has another seed, and may wait in the queue."""
    print(f"| {' | '.join(COLUMNS)} |")
    print("|" + "---:|" * len(COLUMNS), flush=True)
    for size in sizes:
        queries = [f"{query}&seed={seed}" for seed in range(1, size + 1)]
        known = len(report.errors)
        with running_app({"AELR_QUEUE": str(size)}) as server:
            with watching(server.url) as asked:
                seen = asyncio.run(lesson(server, queries, report))
            cells = [
                f"{size}",
                f"{min(seen.curves):.1f}",
                f"{median(seen.curves):.1f}",
                f"{median(seen.waits):.1f}",
                f"{max(seen.waits):.1f}",
                f"{len(report.errors) - known}",
                f"{1000 * p95(asked):.0f}",
                f"{memory() / MB:.0f}",
                f"{seen.used / size:.2f}",
            ]
        print(f"| {' | '.join(cells)} |", flush=True)


# ---- One lesson, and what the server uses meanwhile ----------------------------------------------


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


def memory() -> int:
    """Return the bytes of the server and of its workers."""
    server = server_process()
    return sum(one.memory_info().rss for one in (server, *server.children()))


def processor_time() -> float:
    """Return the seconds of processor that the server has used, without its workers."""
    times = server_process().cpu_times()
    return float(times.user + times.system)


# ---- Beside the class -------------------------------------------------------------------------
# A process of its own asks how the server is; two plain processes do a class's work alone.


@contextlib.contextmanager
def watching(url: str) -> Iterator[list[float]]:
    """Ask the server's health endpoint while something else goes on.

    The list fills when it is over, with the seconds that each answer took; an answer that never
    came counts as `TIMEOUT`.
    """
    waits: list[float] = []
    stop, answers = SPAWN.Event(), SPAWN.SimpleQueue()
    process = SPAWN.Process(target=_ask_until, args=(stop, url, answers))
    process.start()
    answers.get()
    try:
        yield waits
    finally:
        stop.set()
        waits += answers.get()
        process.join()


def _ask_until(stop: Event, url: str, answers: SimpleQueue[list[float]]) -> None:
    waits = [ask(url)]
    answers.put(waits)
    while not stop.wait(PAUSE):
        waits.append(ask(url))
    answers.put(waits)


def ask(url: str) -> float:
    """Return how long one answer takes."""
    began = time.perf_counter()
    try:
        with urllib.request.urlopen(f"{url}/_stcore/health", timeout=TIMEOUT) as answer:
            assert answer.read() == b"ok"
    except OSError:
        return TIMEOUT
    return time.perf_counter() - began


def p95(seconds: list[float]) -> float:
    """Return the value that 95 of 100 do not exceed."""
    return sorted(seconds)[min(len(seconds) - 1, int(0.95 * len(seconds)))]


def plain_seconds(queries: Sequence[str]) -> float:
    """Return how long all take in two processes with nothing else to do, once they are ready."""
    ready = SPAWN.Barrier(WORKERS + 1)
    with SPAWN.Pool(WORKERS, _get_ready, (ready,)) as pool:
        ready.wait()
        began = time.perf_counter()
        pool.map(_compute, queries, chunksize=1)
        return time.perf_counter() - began


def _get_ready(ready: Barrier) -> None:
    _compute(TINY)  # loads what is loaded late
    ready.wait()


def _compute(query: str) -> None:
    """Run what the app runs when a link is opened."""
    spec: ExperimentSpec = from_query(parse_qs(query))[0].spec()
    run(spec)


if __name__ == "__main__":
    sys.exit(main())
