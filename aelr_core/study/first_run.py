"""What the first run of the study said: its verdicts, kept when the study was run again."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

from aelr_core.study.outcome import RESULTS
from aelr_core.study.panels import PANELS
from aelr_core.study.statistics import LOSS, TIE, WIN, PairedTest

FILE = RESULTS / "first_run.json"


class Counts(NamedTuple):
    """How often ours won, tied and lost."""

    wins: int
    ties: int
    losses: int


def count(verdicts: list[str]) -> Counts:
    """Return how often each verdict is among these.

    >>> count([WIN, TIE, WIN])
    Counts(wins=2, ties=1, losses=0)
    """
    return Counts(verdicts.count(WIN), verdicts.count(TIE), verdicts.count(LOSS))


@dataclass(frozen=True)
class FirstRun:
    """The verdicts of the first run, corrected for all of its tests.

    Attributes
    ----------
    first_seed : the seeds it began with.
    verdicts : by panel, comparison and number of examples.
    """

    first_seed: int
    verdicts: dict[tuple[str, str, int], str]

    def counts(self, letter: str, family: str | None = None) -> Counts:
        """Return how often ours won, tied and lost in one comparison."""
        return count(
            [
                verdict
                for (panel, own, _), verdict in self.verdicts.items()
                if own == letter and family in (None, PANELS[panel].family)
            ]
        )

    def agrees(self, tests: tuple[PairedTest, ...]) -> tuple[int, int, int]:
        """Return how many of these tests were in it, have the same verdict, and the opposite."""
        pairs = [
            {before, test.verdict}
            for test in tests
            if (before := self.verdicts.get((test.panel, test.letter, test.examples)))
        ]
        same = sum(len(pair) == 1 for pair in pairs)
        return len(pairs), same, sum(pair == {WIN, LOSS} for pair in pairs)


@cache
def first_run(file: Path = FILE) -> FirstRun:
    """Read the first run; a row has the examples, the verdict, that of the test alone, errors."""
    words = json.loads(file.read_text(encoding="utf-8"))
    verdicts = {
        (panel, letter, row[0]): row[1]
        for panel, letters in words["tests"].items()
        for letter, rows in letters.items()
        for row in rows
    }
    return FirstRun(words["first_seed"], verdicts)
