"""What every test shares, those of the benchmarks and of research too.

Imports pytest and hypothesis only: `make numpy-only` reads it as well.
"""

import gc
import os
import sys
from collections.abc import Iterator
from fnmatch import fnmatch

import pytest
from hypothesis import HealthCheck, settings

# No deadline, no check of speed: the machine may be busy. On CI the examples are always the same
# ones, so that a red build is the change's fault; anywhere else every run looks at new ones, and
# more of them.
BUSY = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("local", **BUSY)
settings.register_profile("ci", **BUSY, derandomize=True, print_blob=True, max_examples=40)
settings.load_profile("ci" if os.environ.get("CI") else "local")


# What takes longest, and which process begins with it: a test of a minute that is left for the end
# would be waited for. Only two begin with pages, so that two have to start a server and a browser.
DEAR = {
    "tests/browser/test_[!l-r]*": 1,
    "tests/browser/test_[l-r]*": 2,
    "tests/runs/test_cluster.py": 3,
}


# Recipes, a class of visitors and other systems take minutes: `make check-all` runs them.
LONG = ("tests/recipes/", "tests/load/", "tests/runs/test_other_systems.py")

# A browser or a cluster now and then misses a moment on a busy machine: such a test is tried once
# more. What fails twice has failed, and the last lines name and count those that were tried again.
TRIED_AGAIN = (
    "tests/browser/",
    "tests/experiments/test_cluster.py",
    "tests/runs/test_cluster.py",
)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark what takes long as a whole."""
    if item.nodeid.startswith(LONG):
        item.add_marker("long")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with the dear tests, and try those of a browser or a cluster again if they fail."""
    items[:] = dealt(items, getattr(config, "workerinput", {}).get("workercount", 1))
    for item in items:
        if item.nodeid.startswith(TRIED_AGAIN):
            item.add_marker(pytest.mark.flaky(reruns=1))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how many tests were tried again, even if none was."""
    terminalreporter.write_line(f"tried again: {len(terminalreporter.getreports('rerun'))}")


def dealt(items: list[pytest.Item], processes: int) -> list[pytest.Item]:
    """Return the items so ordered that each process begins with its dear ones.

    At first a process gets as many as any other, one after another in this order; whoever has
    nothing left takes over tests from the end of another's.
    """
    dear: list[list[pytest.Item]] = [[] for _ in range(processes)]
    others = []
    for item in items:
        first = next((first for name, first in DEAR.items() if fnmatch(item.nodeid, name)), None)
        (others if first is None else dear[first % processes]).append(item)
    ordered: list[pytest.Item] = []
    for process, own in enumerate(dear):
        share = (len(items) - len(ordered)) // (processes - process)
        more = max(0, share - len(own))
        ordered += own + others[:more]
        others = others[more:]
    return ordered + others


@pytest.fixture(autouse=True)
def nothing_stays_behind() -> Iterator[None]:
    """Put back what an app that runs in this process leaves behind.

    Streamlit's AppTest leaves its script as ``__main__``, which spawned processes would run; the
    app spares old objects from garbage collection, and hypothesis then misses its own.
    """
    main, callbacks = sys.modules["__main__"], [*gc.callbacks]
    yield
    sys.modules["__main__"] = main
    gc.callbacks[:] = callbacks
    gc.unfreeze()
