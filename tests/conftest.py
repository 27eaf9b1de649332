"""What every test shares. Imports pytest and hypothesis only: `make numpy-only` reads it too."""

import gc
import os
import sys
from collections.abc import Iterator

import pytest
from hypothesis import settings

# No deadline: the machine may be busy. On CI the examples are always the same ones, so that a
# red build is the change's fault; anywhere else every run looks at new ones, and more of them.
settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True, max_examples=40)
settings.load_profile("ci" if os.environ.get("CI") else "local")


# What takes longest comes first: whoever has nothing left takes over tests from the end of another
# process's list, and one that takes a minute there would be waited for.
DEAR = ("tests/recipes/", "tests/runs/test_cluster.py", "tests/load/")


# Tests that wait for other processes: browsers, servers, workers, clusters. On a busy machine one
# of these now and then misses a moment. What fails twice has failed, and the summary names and
# counts those that needed a second try: they are to be mended.
WAITING = (
    "tests/app/", "tests/browser/", "tests/load/", "tests/recipes/", "tests/runs/",
    *(f"tests/experiments/test_{name}.py" for name in ("cluster", "command", "ending", "parallel")),
)  # fmt: skip
TRIES_MORE = 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the dear tests, and let those that wait for others have a second try."""
    items.sort(key=lambda item: not item.nodeid.startswith(DEAR))
    for item in items:
        if item.nodeid.startswith(WAITING):
            item.add_marker(pytest.mark.flaky(reruns=TRIES_MORE))


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
