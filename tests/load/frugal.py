"""What a visitor costs the server: how many messages, and how large. Counts, not times."""

from __future__ import annotations

from tests.browser.harness import Server
from tests.load.lesson import has_run
from tests.load.visitor import Visitor

# The most that the start page may take.
OPENING, OPENING_BYTES = 200, 300_000
# The most messages for the beginning and the end of a run together, and for each look at it.
RUN, LOOK, LOOK_BYTES = 250, 12, 60_000


async def a_run_without_the_sidebar(server: Server) -> None:
    """A run begins and ends in the page's own fragment: thirty of them cost half as much."""
    async with Visitor(server.url, "examples=100&runs=1&step=theory&seed=5") as visitor:
        await visitor.open()
        assert len(visitor.received) < OPENING
        assert sum(visitor.received) < OPENING_BYTES
        whole, before = visitor.finished, len(visitor.received)
        await visitor.press("run")
        await visitor.until(lambda: has_run(visitor) and visitor.shows("run"))
        assert len(visitor.received) - before < RUN + LOOK * visitor.looks.total()
        assert visitor.finished == whole
        assert not visitor.shows("stop")
        assert visitor.errors == []


async def looks_are_small(visitor: Visitor) -> None:
    """A look at a run that goes on is a few messages, and one picture."""
    before, looks = len(visitor.received), visitor.looks.total()
    await visitor.until(lambda: visitor.looks.total() > looks + 4)
    assert len(visitor.received) - before < LOOK * (visitor.looks.total() - looks + 1)
    assert max(visitor.received[before:]) < LOOK_BYTES
