"""A class of thirty on one machine: ``make load``, or ``python -m tests.load.classroom``.

Thirty visitors open the explorer and press Run at once, first with thirty seeds, then all with
the same one; two hundred come and go. Prints each number beside the most it may be. What a class
is compared with is measured before and after it, for a machine's own speed comes and goes.
``--sizes 30,60,120`` prints a table of larger classes instead, and ``--dask`` has the same class
on a Dask cluster of this machine. Loopback only, bounded, and no test: the numbers mean something
on a quiet machine only.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
from collections.abc import Sequence
from statistics import fmean, median

from pages.ui.runs.limits import CLUSTER
from tests.browser.harness import Server, running_app
from tests.load import health, plain, sizes
from tests.load.cluster import running_cluster
from tests.load.lesson import MB, lesson, memory
from tests.load.report import Report
from tests.load.visitor import Visitor

BRIEF = "runs=1&step=theory"  # data of the usual size, and a run of a moment
WAVE = 10  # visitors at a time, of the many who come and go


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
        sizes.print_table([int(size) for size in given.sizes.split(",")], given.query, report)
    elif given.dask:
        on_cluster(queries, report)
    else:
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
        _, waits, used = await lesson(server, queries, report)
    report.say(f"{count} distinct runs: all served after", max(waits))
    report.say("    the first, from the first press", min(waits))
    report.say("    the median", median(waits))
    later = plain.seconds_of(queries)
    report.say("    the same in two plain processes, before", earlier)
    report.say("    the same in two plain processes, after", later)
    report.say("    against their mean", max(waits) / fmean((earlier, later)), "x", 1.3)
    report.say("    processor time of the server itself", used)
    report.say("    health endpoint, 95 of 100 answer within", 1000 * health.p95(asked), "ms", 300)
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
            settings = {"AELR_WORKERS": str(plain.PROCESSES)}
            if place == "a cluster":
                settings[CLUSTER[0]] = stack.enter_context(running_cluster()).address
            server = stack.enter_context(running_app(settings))
            asyncio.run(lesson(server, [f"{BRIEF}&seed=1"] * 2, report))  # the cluster is found
            _, waits, used = asyncio.run(lesson(server, queries, report))
            took[place] = max(waits)
            report.say(f"{len(queries)} distinct runs on {place}: all served after", max(waits))
            report.say("    the median", median(waits))
            report.say("    processor time of the server itself", used)
            found = "Runs are computed on the cluster" in server.log.read_text(encoding="utf-8")
            if found != (place == "a cluster"):
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


if __name__ == "__main__":
    sys.exit(main())
