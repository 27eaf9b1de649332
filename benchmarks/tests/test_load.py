"""The load scripts work, with two visitors: servers, a cluster and plain processes."""

from __future__ import annotations

import asyncio
import random
import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

from benchmarks import load, soak
from tests.browser.harness import Server, running_app
from tests.load.visitor import Visitor

pytestmark = pytest.mark.long


async def a_class(server: Server) -> None:
    report = load.Report()
    with load.watching(server.url) as asked:
        curves, waits, used = await load.lesson(
            server, [f"{load.TINY}&seed={n}" for n in (1, 2)], report
        )
    assert report.errors == []
    assert len(waits) == 2
    assert 0 < min(waits) <= max(waits)
    assert all(0 < curve <= wait for curve, wait in zip(curves, waits, strict=True))
    assert used > 0
    assert 0 < load.p95(asked) < load.TIMEOUT
    await load.lesson(server, [f"{load.TINY}&seed=3"] * 2, report)
    await load.come_and_go(server, 2, report)
    assert report.errors == []


async def anyone(server: Server) -> None:
    did: Counter[str] = Counter()
    chance = random.Random(1)
    async with Visitor(server.url, "alpha=x", "your_data") as visitor:
        await visitor.open()
        await visitor.upload("table_upload_", "mine.csv", soak.table(random.Random(2)))
        assert any("attributes" in text for text in visitor.texts())
        for _ in range(3):
            await soak.act(visitor, chance, did)
        assert visitor.errors == []
    assert sum(did.values())


def test_a_small_class_and_anyone() -> None:
    # In a thread of its own: after a browser test this one has an event loop already.
    with running_app() as server, ThreadPoolExecutor(1) as thread:
        for story in (a_class, anyone):
            thread.submit(asyncio.run, story(server)).result()


def test_larger_classes_and_a_cluster(capsys: pytest.CaptureFixture[str]) -> None:
    with ThreadPoolExecutor(1) as thread:
        for options in (["--sizes", "2"], ["--dask", "--sessions", "2"]):
            code = thread.submit(load.main, [*options, "--query", load.TINY]).result()
            printed = capsys.readouterr().out
            assert re.search(r"^errors +0.00", printed, re.MULTILINE), printed
            assert code == 0 or "TOO MUCH" in printed  # two tiny runs say nothing about the ratio


def test_two_plain_processes() -> None:
    assert load.plain_seconds([f"{load.TINY}&seed={n}" for n in range(3)]) > 0


def test_a_report_holds_medians_to_their_limits(capsys: pytest.CaptureFixture[str]) -> None:
    report = load.Report()
    report.say("fits", [0.1, 9.0, 0.2], most=1.0)
    report.say("enough", [12.0], "/s", least=10)
    assert report.good
    report.say("too slow", [0.1, 9.0, 2.0], most=1.0)
    assert not report.good
    report.errors.append("It broke.")
    assert report.say_errors() == 1
    assert "TOO MUCH" in capsys.readouterr().out
