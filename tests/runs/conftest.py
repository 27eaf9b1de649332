"""Boards with real worker processes, closed after each test; nothing of them may be left."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from pages.ui.runs.board import JobBoard
from pages.ui.runs.cluster import ClusterAccess
from pages.ui.runs.limits import Limits
from pages.ui.runs.workers import MODULE
from tests.runs.waiting import gone, until

# Apps, which run when imported, and what hides half of Python from the process that imports it.
collect_ignore = ["live_run_app.py", "other_system"]

Make = Callable[..., JobBoard]


@pytest.fixture
def make() -> Iterator[Make]:
    """Return a maker of boards."""
    boards: list[JobBoard] = []
    seen: set[int] = set()

    def made(
        workers: int = 1,
        module: str = MODULE,
        cluster: ClusterAccess | None = None,
        **limits: float,
    ) -> JobBoard:
        boards.append(JobBoard(Limits(workers, **limits), module=module, cluster=cluster))
        until(lambda: len(boards[-1].pids) == workers)
        seen.update(boards[-1].pids)
        return boards[-1]

    yield made
    for board in boards:
        seen.update(board.pids)
        board.close()
        assert board.pids == ()
    assert all(map(gone, seen))


@pytest.fixture(scope="module")
def board() -> Iterator[JobBoard]:
    """A board with one worker, for all tests of a file that leave it as it was."""
    board = JobBoard(Limits(1))
    yield board
    pids = board.pids
    board.close()
    assert all(map(gone, pids))
