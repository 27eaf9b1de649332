"""The study of ours against the paper's, frozen: `python -m research.study --freeze` wrote it.

All errors are relative to the zero predictor's. A *letter* names a pair of arms that is compared:
the comparisons that are counted (a to e, and A to E with the mended forms), what the mends gain
(joint, adaptive), and what each idea gains (average, sample, design, step).
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import inf
from pathlib import Path
from typing import Any

import numpy as np

from aelr_core.checks import Floats, Ints
from aelr_core.files import ASSETS

FILE = ASSETS / "results" / "study.json"
WIN, TIE, LOSS = "win", "tie", "loss"
# A smaller error is about 0.
ABOUT_0 = 0.001
# Beyond these a ratio says only that one of both errors is about 0.
LEAST, MOST = 0.01, 1_000
_POWER = re.compile(r"e([+−-])0*(\d+)")
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True)
class Compared:
    """One arm against another, on one panel at one size.

    Attributes
    ----------
    examples : the size.
    ours, theirs : mean errors.
    difference, low, high : mean of ours − theirs, and its 95 % interval.
    verdict : "win", "tie" or "loss" of ours: after Holm's correction in a comparison that is
        counted, otherwise by the interval.
    alone, p : in a comparison that is counted, the verdict without the correction, and p with it.
    """

    examples: int
    ours: float
    theirs: float
    difference: float
    low: float
    high: float
    verdict: str
    alone: str = TIE
    p: float = 1.0

    @property
    def ratio(self) -> float:
        """Our mean error over theirs."""
        return self.ours / self.theirs if self.theirs > 0 else inf


@dataclass(frozen=True, eq=False)
class Line:
    """The curve of one arm: mean error and half its 95 % interval, (P,), at `examples`.

    `key` is the algorithm's; `mended` is for another form of an algorithm with its own line.
    """

    key: str
    label: str
    examples: Ints
    mean: Floats
    half: Floats
    mended: bool = False


@dataclass(frozen=True)
class Needed:
    """The share of the attributes of `theirs` that `ours` needs for its error; None: never.

    `ours` is an arm, `key` and `theirs` the other's algorithm and name. `at_most` says that ours
    is below that error from the first point on.
    """

    ours: str
    key: str
    theirs: str
    fraction: float | None
    at_most: bool


@dataclass(frozen=True, eq=False)
class Panel:
    """One data set, family and budget, at several sizes.

    Attributes
    ----------
    title, short, family : its name, its name among those of its family, "ridge" or "lasso".
    sizes : numbers of examples; above `rows` examples come again.
    units : what an interval is over: "16 data sets", say.
    counted : whether its comparisons are counted; not if it varies another panel's norm bound.
    caption : how to read its curves.
    lines, tests, needed : its curves; its tests by letter, the smallest size first; shares.
    """

    title: str
    short: str
    family: str
    sizes: Sequence[int]
    rows: int
    units: str
    counted: bool
    caption: str
    lines: tuple[Line, ...]
    tests: Mapping[str, tuple[Compared, ...]]
    needed: tuple[Needed, ...]


@dataclass(frozen=True, eq=False)
class Comparison:
    """A comparison that is counted: how often ours won, tied and lost, and what may be said.

    `first_run` has the counts of the study's first run; None for what was not in it.
    """

    title: str
    counts: Sequence[int]
    first_run: Sequence[int] | None
    may_be_said: Sequence[str]
    may_not_be_said: Sequence[str]


@dataclass(frozen=True, eq=False)
class Study:
    """The study.

    Attributes
    ----------
    about, caveats : how it was made, and what it cannot show.
    never_said : what no comparison allows to say.
    ours : the labels of our arms: by arm, and by "both" or family.
    idea_sizes : what "smallest" and "largest" size mean where ideas are compared.
    pairs : the labels of ours and theirs, by letter and family.
    comparisons, panels : by letter; by key.
    balls : by family, rows of the table of other norm bounds.
    """

    about: str
    caveats: Sequence[str]
    never_said: Sequence[str]
    ours: Mapping[str, Mapping[str, str]]
    idea_sizes: Mapping[str, str]
    pairs: Mapping[str, Mapping[str, Sequence[str]]]
    comparisons: Mapping[str, Comparison]
    panels: Mapping[str, Panel]
    balls: Mapping[str, Sequence[Mapping[str, str]]]

    def of_family(self, family: str) -> list[Panel]:
        """Return the panels of a family that are counted."""
        return [panel for panel in self.panels.values() if panel.counted and panel.family == family]


@cache
def study(file: Path = FILE) -> Study:
    """Return the frozen study."""
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    comparisons = {key: Comparison(**one) for key, one in found.pop("comparisons").items()}
    panels = {key: _panel(one) for key, one in found.pop("panels").items()}
    return Study(**found, comparisons=comparisons, panels=panels)


def _panel(found: dict[str, Any]) -> Panel:
    lines = tuple(
        Line(**one | {name: np.array(one[name]) for name in ("examples", "mean", "half")})
        for one in found.pop("lines")
    )
    tests = {
        letter: tuple(Compared(*one) for one in rows) for letter, rows in found.pop("tests").items()
    }
    needed = tuple(Needed(*one) for one in found.pop("needed"))
    return Panel(**found, lines=lines, tests=tests, needed=needed)


# -- numbers in words --


def powers(numeral: str) -> str:
    """Return a numeral with a power of ten as people write it.

    >>> powers("1.8e-05"), powers("+4e−10"), powers("2e+03"), powers("0.5")
    ('1.8 × 10⁻⁵', '+4 × 10⁻¹⁰', '2 × 10³', '0.5')
    """
    return _POWER.sub(
        lambda found: f" × 10{'' if found[1] == '+' else '⁻'}{found[2].translate(_RAISED)}", numeral
    )


def error(value: float, decimals: int = 3) -> str:
    """Return an error with as many decimals; a smaller one with two digits.

    >>> error(0.57), error(0.5638), error(0.000252), error(1.84e-5), error(0.0)
    ('0.570', '0.564', '0.00025', '1.8 × 10⁻⁵', '0')
    """
    if abs(value) >= ABOUT_0:
        return f"{value:.{decimals}f}"
    return powers(f"{value:.{decimals - 1}g}")


def against(ours: float, theirs: float) -> str:
    """Return two errors, in as many digits as show that they differ.

    >>> against(0.57, 0.614), against(0.1224, 0.1218), against(1.8e-5, 1.3e-7)
    ('0.570 against 0.614', '0.1224 against 0.1218', '1.8 × 10⁻⁵ against 1.3 × 10⁻⁷')
    """
    written = [(error(ours, decimals), error(theirs, decimals)) for decimals in range(3, 8)]
    a, b = next((pair for pair in written if pair[0] != pair[1]), written[0])
    return f"{a} against {b}"


def ratio(value: float) -> str:
    """Return a ratio of errors, in two or three digits; beyond that one of them is about 0.

    >>> ratio(0.583), ratio(1.004), ratio(31.2), ratio(3.2e-7), ratio(1.5e8), ratio(float("inf"))
    ('0.58', '1.00', '31', '< 0.01', '> 1,000', '> 1,000')
    """
    if value < LEAST:
        return f"< {LEAST:g}"
    if value > MOST:
        return f"> {MOST:,}"
    return f"{value:.2f}" if value < 10 else f"{value:,.0f}"
