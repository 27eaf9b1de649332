"""Which of the theorems' assumptions the chosen data and rules meet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from aelr_core import theory
from aelr_core.datasets import Dataset
from aelr_core.experiments import ExperimentSpec
from pages.ui.numerals import listed

Light = Literal["green", "orange", "red"]
ROUNDING = 1 + 1e-9


@dataclass(frozen=True)
class Condition:
    """One assumption.

    holds : as things are.
    mended : whether the bounds that are drawn make up for it, by scaling the rows or by taking
        the nearest algorithm of which something is proved.
    sentence : for the reader.
    """

    name: str
    holds: bool
    mended: bool
    sentence: str


def conditions(spec: ExperimentSpec, dataset: Dataset, B: float | None) -> tuple[Condition, ...]:
    """Return the assumptions in the order of importance; B is None where it is not known yet."""
    radius = dataset.radius
    norm = "‖x‖₂ ≤ 1" if spec.family == "ridge" else "‖x‖∞ ≤ 1"
    inside = radius <= ROUNDING
    found = [
        Condition(
            norm,
            inside,
            True,
            f"{norm} {_verb(inside)}: the largest row norm is {radius:.3g}."
            + ("" if inside else " For the bounds the rows are divided by it."),
        ),
        _labels(dataset, B),
        _rules(spec),
    ]
    if spec.family == "lasso":
        least = float(theory.gaelr_least_m(d=dataset.d))
        enough = spec.examples >= least
        found.append(
            Condition(
                "m ≥ log 2d",
                enough,
                False,
                f"m ≥ log 2d {_verb(enough)}: m is {spec.examples:,} and log 2d is {least:.3g}.",
            )
        )
    return tuple(found)


def light(found: tuple[Condition, ...]) -> Light:
    """Return green if all hold, orange if what does not is made up for, else red."""
    if all(one.holds for one in found):
        return "green"
    return "orange" if all(one.holds or one.mended for one in found) else "red"


def _labels(dataset: Dataset, B: float | None) -> Condition:
    largest = max(float(np.abs(dataset.y_train).max()), float(np.abs(dataset.y_test).max()))
    if B is None:
        return Condition(
            "|y| ≤ B", False, True, f"|y| ≤ B: the largest |y| is {largest:.3g}; a run finds B."
        )
    # scaling the rows makes B larger by the same factor
    reach = B * max(dataset.radius, 1.0)
    holds = largest <= reach * ROUNDING
    return Condition(
        "|y| ≤ B",
        holds,
        False,
        f"|y| ≤ B {_verb(holds)}: the largest |y| is {largest:.3g} and B is {reach:.3g}.",
    )


def _rules(spec: ExperimentSpec) -> Condition:
    mode, unproved = spec.mode, []
    if mode.p != "plain":
        unproved.append("draws for the prediction that know the moments")
    if mode.epsilon == "zero":
        unproved.append("no safety margin ε")
    if mode.warm_start:
        unproved.append("a warm start")
    if spec.adaptive:
        unproved.append("AdaGrad steps")
    sentence = (
        "The rules are those of the theorems."
        if not unproved
        else f"Nothing is proved for {listed(unproved)}: the bounds drawn are those of the "
        "nearest algorithms with a proof."
    )
    return Condition("the theorems' own rules", not unproved, True, sentence)


def _verb(holds: bool) -> str:
    return "holds" if holds else "fails"
