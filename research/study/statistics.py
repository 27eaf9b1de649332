"""What the stored panels say: paired comparisons, corrected for many, and attributes needed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import inf, sqrt
from pathlib import Path
from typing import NamedTuple

import numpy as np

from aelr_core import student
from aelr_core.checks import Floats
from research.study.design import (
    COMPARISONS,
    GUARDS,
    LADDER,
    OURS,
    PANELS,
    REFERENCES,
    STUDY_RUN,
)
from research.study.outcome import RESULTS, Measured, Outcome, kept

LEVEL = 0.05
FIRST_RUN = RESULTS / "first_run.json"
WIN, TIE, LOSS = "win", "tie", "loss"


@dataclass(frozen=True)
class PairedTest:
    """One arm against another, on one panel at one size.

    Attributes
    ----------
    panel, letter, ours, theirs, examples : which panel, comparison, arms and size.
    mean_ours, mean_theirs : mean errors, relative to the zero predictor's.
    difference, low, high : mean of ours − theirs over the units, and its 95 % interval (Student).
        Runs of one data set are averaged first. Negative: ours is better.
    units, better : how many data sets, splits or runs; on how many of them ours has the lower
        error.
    p, p_holm : two-sided, of the difference 0; and corrected by Holm for the whole family.
    """

    panel: str
    letter: str
    ours: str
    theirs: str
    examples: int
    mean_ours: float
    mean_theirs: float
    difference: float
    low: float
    high: float
    units: int
    better: int
    p: float
    p_holm: float = 1.0

    @property
    def ratio(self) -> float:
        """Our mean error over theirs."""
        return self.mean_ours / self.mean_theirs if self.mean_theirs > 0 else inf

    @property
    def verdict(self) -> str:
        """A win or a loss if the corrected p is below 0.05, else a tie."""
        return self._verdict(self.p_holm)

    @property
    def alone(self) -> str:
        """The verdict of this test alone: where nothing differs, one in twenty is no tie."""
        return self._verdict(self.p)

    @property
    def by_interval(self) -> str:
        """A win or a loss if the 95 % interval leaves 0 out, else a tie; not corrected."""
        return WIN if self.high < 0 else LOSS if self.low > 0 else TIE

    def _verdict(self, p: float) -> str:
        if not p < LEVEL:
            return TIE
        return WIN if self.difference < 0 else LOSS


def paired(ours: Floats, theirs: Floats) -> tuple[float, float, float]:
    r"""Return mean, half the 95 % interval and p of the paired differences ours − theirs, (n,).

    .. math:: t = \bar D \sqrt n / s, \qquad p = P(|T_{n-1}| > |t|)

    >>> mean, half, p = paired(np.array([1.0, 2.0, 3.0]), np.zeros(3))
    >>> round(mean, 3), round(half, 3), round(p, 3)
    (2.0, 2.484, 0.074)
    """
    differences = ours - theirs
    n, mean = len(differences), float(differences.mean())
    s = float(differences.std(ddof=1))
    if s == 0:
        return mean, 0.0, 1.0 if mean == 0 else 0.0
    return (
        mean,
        student.half_width(differences, 1 - LEVEL),
        1.0 - student.within(abs(mean) * sqrt(n) / s, n - 1),
    )


def compare(
    panel: str, letter: str, ours: str, theirs: str, arms: dict[str, Measured], examples: int
) -> PairedTest:
    """Compare two arms of a panel at one size."""
    a, b = arms[ours].at(examples), arms[theirs].at(examples)
    mean, half, p = paired(a, b)
    return PairedTest(
        panel,
        letter,
        ours,
        theirs,
        examples,
        float(a.mean()),
        float(b.mean()),
        mean,
        mean - half,
        mean + half,
        len(a),
        int((a < b).sum()),
        p,
    )


def corrected(tests: Sequence[PairedTest]) -> tuple[PairedTest, ...]:
    """Return the tests with Holm's p over all of them."""
    adjusted = student.holm([test.p for test in tests])
    return tuple(replace(test, p_holm=p) for test, p in zip(tests, adjusted, strict=True))


@dataclass(frozen=True)
class Needed:
    """How many attributes one arm needs for the error of another one.

    Attributes
    ----------
    panel, ours, theirs : which.
    examples, error : theirs' largest size, and its mean error there.
    fraction : attributes that ours needs for that error over those that theirs used; None if it
        does not end at or below that error.
    at_most : whether ours is never above it, from the first point measured on.
    """

    panel: str
    ours: str
    theirs: str
    examples: int
    error: float
    fraction: float | None
    at_most: bool = False


def needed(panel: str, ours: str, theirs: str, arms: dict[str, Measured]) -> Needed:
    """Return how many attributes ours needs for the error of theirs at the largest size.

    On the mean curve, interpolated in log n between the last point above the error and the next:
    an error that is reached and then lost again does not count.
    """
    curve, size = arms[ours], int(arms[theirs].examples[-1])
    error = float(arms[theirs].at(size).mean())
    mean, n = curve.mean, curve.examples.astype(np.float64)
    above = np.flatnonzero(mean > error)
    if not len(above):
        return Needed(panel, ours, theirs, size, error, float(n[0] / size), at_most=True)
    i = int(above[-1])
    if i == len(n) - 1:
        return Needed(panel, ours, theirs, size, error, None)
    share = (mean[i] - error) / (mean[i] - mean[i + 1])
    there = np.exp(np.log(n[i]) + share * np.log(n[i + 1] / n[i]))
    return Needed(panel, ours, theirs, size, error, float(there / size))


# -- the first run --


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
                for (panel, of_letter, _), verdict in self.verdicts.items()
                if of_letter == letter and family in (None, PANELS[panel].family)
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
def first_run(file: Path = FIRST_RUN) -> FirstRun:
    """Read the first run; a row has the examples, the verdict, that of the test alone, errors."""
    words = json.loads(file.read_text(encoding="utf-8"))
    verdicts = {
        (panel, letter, row[0]): row[1]
        for panel, letters in words["tests"].items()
        for letter, rows in letters.items()
        for row in rows
    }
    return FirstRun(words["first_seed"], verdicts)


# -- the whole study --


@dataclass(frozen=True, eq=False)
class Study:
    """The study, as far as it was computed.

    Attributes
    ----------
    outcomes, ablations : by panel, those that were computed.
    missing : the panels that were not computed yet.
    study_run : how often the study has been run with fresh seeds.
    tests : every comparison, panel and size, corrected for all of them together. The panels that
        vary B are apart, in `other_balls`: their data sets are those of other panels, though
        simulated rows come in another order.
    needed : attributes needed by ours for the error of the others.
    guards : what guards and length gain, the pairs of `GUARDS`; not corrected, not counted.
    ablation : what each idea gains, the steps of `LADDER`; not corrected, and not counted.
    """

    outcomes: dict[str, Outcome]
    ablations: dict[str, Outcome]
    missing: tuple[str, ...]
    study_run: int
    tests: tuple[PairedTest, ...]
    other_balls: tuple[PairedTest, ...]
    needed: tuple[Needed, ...]
    guards: tuple[PairedTest, ...]
    ablation: tuple[PairedTest, ...]

    @property
    def family_of_tests(self) -> int:
        """How many tests Holm's correction is for."""
        return len(self.tests)

    @property
    def seconds(self) -> float:
        """How long the computation took, in seconds of one process."""
        return sum(one.seconds for one in [*self.outcomes.values(), *self.ablations.values()])

    def of_panel(self, key: str) -> tuple[PairedTest, ...]:
        """Return the tests of one panel."""
        return tuple(test for test in (*self.tests, *self.other_balls) if test.panel == key)

    def idea(self, letter: str, place: int) -> tuple[PairedTest, ...]:
        """Return what a step of `LADDER` gains, on every panel at one place among its sizes."""
        return tuple(
            test
            for test in self.ablation
            if test.letter == letter
            and test.examples == PANELS[test.panel].sizes_of("ablation")[place]
        )

    def counts(self, letter: str, family: str | None = None, *, alone: bool = False) -> Counts:
        """Return how often ours won, tied and lost in one comparison.

        alone : count the verdict of each test alone, which is not corrected.
        """
        return count(
            [
                test.alone if alone else test.verdict
                for test in self.tests
                if test.letter == letter and family in (None, PANELS[test.panel].family)
            ]
        )


def read(folder: Path) -> Study:
    """Return the study from the files in a folder."""
    outcomes, ablations = dict[str, Outcome](), dict[str, Outcome]()
    for key, panel in PANELS.items():
        for part, by_key in (("main", outcomes), ("ablation", ablations)):
            if (outcome := kept(folder, panel, part)) is not None:
                by_key[key] = outcome
    tests, guards = (
        [
            compare(key, letter, *pair, outcome.arms, examples)
            for key, outcome in outcomes.items()
            for letter, pair in pairs.items()
            for examples in outcome.panel.sizes
        ]
        for pairs in (COMPARISONS, GUARDS)
    )
    ladder = [
        compare(key, letter, *pair, {**outcomes[key].arms, **outcome.arms}, examples)
        for key, outcome in ablations.items()
        if key in outcomes
        for letter, pair in LADDER.items()
        for examples in outcome.panel.sizes_of("ablation")
    ]
    return Study(
        outcomes,
        ablations,
        tuple(key for key in PANELS if key not in outcomes),
        STUDY_RUN,
        corrected([test for test in tests if not PANELS[test.panel].of]),
        tuple(test for test in tests if PANELS[test.panel].of),
        tuple(
            needed(key, ours, theirs, outcome.arms)
            for key, outcome in outcomes.items()
            for ours in OURS
            for theirs in REFERENCES
        ),
        tuple(test for test in guards if not PANELS[test.panel].of),
        tuple(ladder),
    )
