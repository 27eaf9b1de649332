"""The tables of larger classes and of a cluster are made, with two visitors."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.load import classroom, plain

TINY = "examples=100&runs=1&dim=10&budget=3&step=theory"


@pytest.mark.long  # three servers and a cluster
def test_larger_classes_and_a_cluster(capsys: pytest.CaptureFixture[str]) -> None:
    with ThreadPoolExecutor(1) as own:
        for options in (["--sizes", "2"], ["--dask", "--sessions", "2"]):
            code = own.submit(classroom.main, [*options, "--query", TINY]).result()
            printed = capsys.readouterr().out
            assert re.search(r"^errors +0.00", printed, re.MULTILINE), printed
            assert code == 0 or "TOO MUCH" in printed  # two tiny runs say nothing about the ratio


def test_two_plain_processes() -> None:
    assert plain.seconds_of([f"{TINY}&seed={n}" for n in range(3)]) > 0
