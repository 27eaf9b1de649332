"""The study of ours against the paper's, frozen: `python -m research.study --freeze` wrote it.

All errors are relative to the zero predictor's. Ours are the guarded forms, which run by default.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import inf
from typing import Any

from aelr_core.files import ASSETS

FILE = ASSETS / "results" / "study.json"
WIN, TIE, LOSS = "win", "tie", "loss"


@dataclass(frozen=True)
class Compared:
    """One algorithm against another, on one panel at one size.

    Attributes
    ----------
    examples : the size.
    ours, theirs : mean errors.
    difference, low, high : mean of ours − theirs, and its 95 % interval.
    verdict : "win", "tie" or "loss" of ours, after Holm's correction for all tests of the study.
    """

    examples: int
    ours: float
    theirs: float
    difference: float
    low: float
    high: float
    verdict: str

    @property
    def ratio(self) -> float:
        """Our mean error over theirs."""
        return self.ours / self.theirs if self.theirs > 0 else inf


@dataclass(frozen=True)
class Comparison:
    """Two algorithms by their words in the registry, and how often ours won, tied and lost."""

    ours: str
    theirs: str
    counts: Sequence[int]


@dataclass(frozen=True, eq=False)
class Panel:
    """One data set, family and budget, at several sizes.

    Attributes
    ----------
    title, short, family : its name, its name among those of its family, "ridge" or "lasso".
    rows : above so many examples they come again.
    units : what an interval is over: "16 data sets", say.
    tests : by the letter of the comparison, the smallest size first.
    """

    title: str
    short: str
    family: str
    rows: int
    units: str
    tests: Mapping[str, tuple[Compared, ...]]


@dataclass(frozen=True, eq=False)
class Study:
    """The study.

    Attributes
    ----------
    corrected_for : how many tests the verdicts are corrected for, together.
    comparisons, panels : by letter; by key.
    """

    corrected_for: int
    comparisons: Mapping[str, Comparison]
    panels: Mapping[str, Panel]

    def of_family(self, family: str) -> list[Panel]:
        """Return the panels of a family."""
        return [panel for panel in self.panels.values() if panel.family == family]


@cache
def study() -> Study:
    """Return the frozen study."""
    stored: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    comparisons = {key: Comparison(**one) for key, one in stored.pop("comparisons").items()}
    panels = {key: _panel(one) for key, one in stored.pop("panels").items()}
    return Study(**stored, comparisons=comparisons, panels=panels)


def _panel(stored: dict[str, Any]) -> Panel:
    tests = {
        letter: tuple(Compared(*one) for one in rows)
        for letter, rows in stored.pop("tests").items()
    }
    return Panel(**stored, tests=tests)
