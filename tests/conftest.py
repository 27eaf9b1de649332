"""What every test shares. Imports pytest and hypothesis only: `make numpy-only` reads it too."""

import gc
import os
import sys
from collections.abc import Iterator
from fnmatch import fnmatch

import pytest
from hypothesis import settings

# No deadline: the machine may be busy. On CI the examples are always the same ones, so that a
# red build is the change's fault; anywhere else every run looks at new ones, and more of them.
settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True, max_examples=40)
settings.load_profile("ci" if os.environ.get("CI") else "local")


# What takes longest, and which process begins with it: a test of a minute that is left for the end
# would be waited for. Only two begin with pages, so that two have to start a server and a browser.
DEAR = {
    "tests/recipes/*": 0,
    "tests/browser/test_[!l-r]*": 1,
    "tests/browser/test_[l-r]*": 2,
    "tests/load/*": 3,
    "tests/runs/test_cluster.py": 3,
}


# Tests that wait for other processes: browsers, servers, workers, clusters. On a busy machine one
# of these now and then misses a moment. What fails twice has failed, and the summary names and
# counts those that needed a second try: they are to be mended.
WAITING = (
    "tests/app/", "tests/browser/", "tests/load/", "tests/recipes/", "tests/runs/",
    *(f"tests/experiments/test_{name}.py" for name in ("cluster", "command", "ending", "parallel")),
)  # fmt: skip
TRIES_MORE = 1


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with the dear tests, and let those that wait for others have a second try."""
    items[:] = dealt(items, getattr(config, "workerinput", {}).get("workercount", 1))
    for item in items:
        if item.nodeid.startswith(WAITING):
            item.add_marker(pytest.mark.flaky(reruns=TRIES_MORE))


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
