"""Which way to spend money on tests is best: errors of several ways, and a verdict in words.

`aelr_core.estimators.decision` plays the ways on splits of a table; this is what it finds. A *way*
is how people are tested; an *arm* is a way with all that it needs: how it learns, and from which
tests it predicts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from aelr_core import checks
from aelr_core.analysis.your_table import CONFIDENCE, FEWEST_ROWS
from aelr_core.checks import Floats
from aelr_core.student import Interval, holm, resampled_interval, resampled_p

if TYPE_CHECKING:
    import pandas as pd

CANNOT_SAY = "cannot say"
# What to do, by way.
ADVICE = {
    "choose": "Choose tests for each person",
    "random": "Give everybody random tests",
    "panel": "Find the best tests, then give everybody the same ones",
    "whole": "Take whole rows: all tests of fewer people",
    "nothing": "Test nobody: guess",
}
SQUARED, ERROR_RATE = "squared", "error rate"
LOSSES = (SQUARED, ERROR_RATE)
ERROR_WORDS = {
    SQUARED: "mean squared error (1 = always guessing the mean)",
    ERROR_RATE: "share of wrong predictions",
}


@dataclass(frozen=True)
class Arm:
    """A way to spend the money.

    Attributes
    ----------
    key, label : its names.
    way : a key of `ADVICE`.
    predicts : from which tests of a new person: "all", "panel" or "none".
    whole : whether it takes all tests of people that it learns from.
    """

    key: str
    label: str
    way: str
    predicts: str
    whole: bool = False


ARMS = tuple(
    Arm(*given)
    for given in (
        ("chosen_stream", "Chosen tests, streaming", "choose", "all"),
        ("chosen", "Chosen tests, second look", "choose", "all"),
        ("chosen_panel", "Chosen tests, second look, panel", "choose", "panel"),
        ("random", "Random tests, second look", "random", "all"),
        ("random_panel", "Random tests, second look, panel", "random", "panel"),
        ("explore", "Explore, then commit", "panel", "panel"),
        ("pilot", "Pilot, then a fixed panel", "panel", "panel", True),
        ("whole_ridge", "Whole rows, ridge", "whole", "all", True),
        ("whole_lasso", "Whole rows, lasso", "whole", "all", True),
        ("whole_logistic", "Whole rows, logistic", "whole", "all", True),
        ("whole_panel", "Whole rows, panel", "whole", "panel", True),
        ("nothing", "Nothing", "nothing", "none"),
    )
)


@dataclass(frozen=True, eq=False)
class Played:
    """What an arm cost and gave, on every split and with every share of the money.

    Attributes
    ----------
    arm : which.
    errors, spent, people : (splits, shares) test errors, money, and people learnt from; NaN where
        predictions alone cost more than there is.
    """

    arm: Arm
    errors: Floats
    spent: Floats
    people: Floats


@dataclass(frozen=True)
class Versus:
    """The best arm against another one, with all of the money.

    Attributes
    ----------
    key : the other arm.
    difference : the best arm's error minus this one's, with its 95 % interval.
    p : of the difference 0, two-sided, corrected by Holm for all that are compared.
    """

    key: str
    difference: Interval
    p: float


@dataclass(frozen=True, eq=False)
class Decision:
    """What ways to spend the money on a table would have cost and given.

    Attributes
    ----------
    target, rows : of the table; only rows with a target count.
    tests : how many can be ordered and cost something.
    budget, most_per_person, predictions, loss : as given to `ac.decide`.
    money : (shares,) what every arm may spend at most.
    shares : the parts of the money for learning.
    splits : how many there will be; `done` of them are there.
    test_over_train : test rows of a split over its training rows.
    arms : those that are allowed.
    left_out : by the labels of other arms, why they are not.
    steps : what was done with the table, in sentences.
    """

    target: str
    rows: int
    tests: int
    budget: int
    most_per_person: int | None
    predictions: int
    loss: str
    money: tuple[float, ...]
    shares: tuple[float, ...]
    splits: int
    test_over_train: float
    arms: tuple[Played, ...]
    left_out: Mapping[str, str]
    steps: tuple[str, ...]

    @property
    def done(self) -> int:
        """How many splits have been played."""
        return len(self.arms[0].errors)

    @property
    def fraction(self) -> float:
        """How much of the work is done, from 0 to 1."""
        return self.done / self.splits

    @property
    def best(self) -> Arm:
        """The arm with the lowest error with all of the money."""
        return min(self.arms, key=lambda one: float(one.errors[:, -1].mean())).arm

    @cached_property
    def against(self) -> tuple[Versus, ...]:
        """The best arm against every arm of another way, with all of the money."""
        errors = {one.arm: one.errors[:, -1] for one in self.arms}
        best = self.best
        others = [arm for arm in errors if arm.way != best.way]
        apart = [errors[best] - errors[arm] for arm in others]
        corrected = holm([resampled_p(each, self.test_over_train) for each in apart])
        return tuple(
            Versus(arm.key, resampled_interval(each, CONFIDENCE, self.test_over_train), p)
            for arm, each, p in zip(others, apart, corrected, strict=True)
        )

    @property
    def verdict(self) -> str:
        """The best way, a key of `ADVICE`, if it beats every other one; else "cannot say".

        It does if its best arm has a lower error than every arm of another way, by corrected
        resampled t-tests (Nadeau and Bengio), with Holm's correction, at 5 %.
        """
        if self.rows < FEWEST_ROWS or any(versus.p >= 1 - CONFIDENCE for versus in self.against):
            return CANNOT_SAY
        return self.best.way

    @property
    def words(self) -> str:
        """The verdict in one or two sentences."""
        best = self.best
        error = next(p["error"] for p in reversed(self.points) if p["arm"] == best.key)
        what = "share of wrong predictions" if self.loss == ERROR_RATE else "relative error"
        if self.verdict != CANNOT_SAY:
            return (
                f"{ADVICE[best.way]}. For the same money, {self.money[-1]:,.6g}, "
                f"“{best.label}” has a {what} of {error:.3g}, lower than that of every other way."
            )
        if self.rows < FEWEST_ROWS:
            return (
                f"Cannot say: the table has {self.rows} rows, and with fewer than {FEWEST_ROWS} "
                "the errors are too uncertain."
            )
        if self.done < 2:
            return "Cannot say yet: one split does not show how uncertain the errors are."
        way = {one.arm.key: one.arm.way for one in self.arms}
        rivals = {way[versus.key] for versus in self.against if versus.p >= 1 - CONFIDENCE}
        listed = "; ".join(ADVICE[key] for key in ADVICE if key in rivals)
        return (
            f"Cannot say: “{best.label}” has the lowest {what}, {error:.3g}, but these may be as "
            f"good: {listed}."
        )

    @cached_property
    def points(self) -> tuple[dict[str, Any], ...]:
        """What each arm costs and gives with each share of the money, as plain values."""
        found = []
        for one in self.arms:
            for level, share in enumerate(self.shares):
                errors = one.errors[:, level]
                if np.isnan(errors).any():
                    continue
                error = resampled_interval(errors, CONFIDENCE, self.test_over_train)
                known = np.isfinite(error.low)
                found.append(
                    {
                        "arm": one.arm.key,
                        "label": one.arm.label,
                        "way": one.arm.way,
                        "share": share,
                        "money": float(one.spent[:, level].mean()),
                        "people": float(one.people[:, level].mean()),
                        "error": error.mean,
                        "low": error.low if known else None,
                        "high": error.high if known else None,
                    }
                )
        return tuple(found)

    @property
    def frame(self) -> pd.DataFrame:
        """The same as a table: a row for each arm and share of the money."""
        import pandas

        return pandas.DataFrame(list(self.points))

    def cheapest(self, error: float) -> dict[str, Any] | None:
        """Return the cheapest of `points` that reaches this error, None if none does.

        At equal cost, the one with the lower error.
        """
        error = checks.number("error", error)
        reach = [point for point in self.points if point["error"] <= error]
        return min(reach, key=lambda point: (point["money"], point["error"]), default=None)

    def to_dict(self) -> dict[str, Any]:
        """Return everything that is said here as plain values, for JSON and for pictures."""
        return {
            "target": self.target,
            "rows": self.rows,
            "tests": self.tests,
            "budget": self.budget,
            "most_per_person": self.most_per_person,
            "predictions": self.predictions,
            "loss": self.loss,
            "money": list(self.money),
            "splits": self.splits,
            "done": self.done,
            "verdict": self.verdict,
            "words": self.words,
            "best": self.best.key,
            "points": [dict(point) for point in self.points],
            "against": [_finite(asdict(versus)) for versus in self.against],
            "left_out": dict(self.left_out),
            "steps": list(self.steps),
        }

    def __repr__(self) -> str:
        return f"Decision for {self.target!r}, {self.done} of {self.splits} splits: {self.words}"


def _finite(values: dict[str, Any]) -> dict[str, Any]:
    """Return the values with None in place of infinite ones, which JSON does not know."""
    return {
        name: _finite(value)
        if isinstance(value, dict)
        else None
        if isinstance(value, float) and not np.isfinite(value)
        else value
        for name, value in values.items()
    }
