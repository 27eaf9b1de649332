"""The same work without a server: two plain processes that share a list of specs.

``python -m tests.load.plain`` reads links' queries, one a line, and computes them one after the
other; `seconds_of` counts from the moment at which both processes are ready.
"""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Sequence
from typing import IO
from urllib.parse import parse_qs

from aelr_core.experiments import ExperimentSpec, run
from pages.ui.settings.link import from_query
from tests.load.children import started

PROCESSES = 2
READY, DONE = "ready", "done"


def spec_of(query: str) -> ExperimentSpec:
    """Return what the app runs when a link is opened."""
    return from_query(parse_qs(query))[0].spec()


def seconds_of(queries: Sequence[str]) -> float:
    """Return how long all take in two processes with nothing else to do."""
    with contextlib.ExitStack() as stack:
        pipes = [_started(stack) for _ in range(PROCESSES)]
        for _, out in pipes:
            assert out.readline().strip() == READY
        began = time.perf_counter()
        for number, (into, _) in enumerate(pipes):
            into.write("".join(f"{query}\n" for query in queries[number::PROCESSES]))
            into.close()
        for _, out in pipes:
            assert out.read().strip() == DONE
        return time.perf_counter() - began


def _started(stack: contextlib.ExitStack) -> tuple[IO[str], IO[str]]:
    """Start a process and return what it reads and what it writes."""
    process = stack.enter_context(started("tests.load.plain"))
    assert process.stdin is not None
    assert process.stdout is not None
    return process.stdin, process.stdout


def main() -> None:
    """Compute what standard input asks for."""
    run(spec_of("examples=100&runs=1&dim=10&step=theory"))  # loads what is loaded late
    print(READY, flush=True)
    for line in sys.stdin:
        run(spec_of(line.strip()))
    print(DONE, flush=True)


if __name__ == "__main__":
    main()
