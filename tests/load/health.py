"""How long the server's health endpoint takes to answer, asked from a process of its own.

``python -m tests.load.health URL`` asks ten times per second until its standard input ends, then
prints how many seconds each answer took, as JSON; an answer that never came counts as `TIMEOUT`.
"""

from __future__ import annotations

import contextlib
import json
import select
import sys
import time
import urllib.request
from collections.abc import Iterator

from tests.load.children import started

PAUSE, TIMEOUT = 0.1, 10.0


@contextlib.contextmanager
def watching(url: str) -> Iterator[list[float]]:
    """Ask while something else goes on; the list fills when it is over."""
    found: list[float] = []
    process = started("tests.load.health", url)
    try:
        yield found
    finally:
        answer, _ = process.communicate()  # closes its standard input first
        found += json.loads(answer)


def p95(seconds: list[float]) -> float:
    """Return the value that 95 of 100 do not exceed."""
    return sorted(seconds)[min(len(seconds) - 1, int(0.95 * len(seconds)))]


def ask(url: str) -> float:
    """Return how long one answer takes."""
    began = time.perf_counter()
    try:
        with urllib.request.urlopen(f"{url}/_stcore/health", timeout=TIMEOUT) as answer:
            assert answer.read() == b"ok"
    except OSError:
        return TIMEOUT
    return time.perf_counter() - began


def main() -> None:
    """Ask until standard input ends."""
    found = []
    while not select.select([sys.stdin], [], [], PAUSE)[0]:
        found.append(ask(sys.argv[1]))
    print(json.dumps(found))


if __name__ == "__main__":
    main()
