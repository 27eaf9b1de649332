"""Learners, lanes, steps and modes refuse what they cannot do, in one sentence."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from aelr_core.algorithms import StepRule
from aelr_core.engine.lanes import lanes
from aelr_core.learners import learner
from aelr_core.modes import THEORY


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"key": "ddaer"}, "key must be one of"),
        ({"key": "offline_ridge"}, "key must name an algorithm that takes steps"),
        ({"key": "aelr", "adagrad": True}, "adagrad must be False"),
        ({"budget": 1}, "budget must be a whole number >= 2"),
        ({"budget": 2.5}, "budget must be a whole number >= 2"),
        ({"key": "ddaerr", "M": None}, "M must be given"),
        ({"key": "ddaerr", "M": -np.ones(4)}, "M must be >= 0"),
        ({"key": "ddaerr", "M": np.zeros(4)}, "M must hold at least one moment > 0"),
        ({"key": "ddaerr", "M": np.ones(3)}, "M must have one moment for each of the 4"),
        ({"X": np.full((3, 4), np.nan)}, "X and y must hold finite numbers"),
        ({"X": np.zeros((0, 4)), "y": np.zeros(0)}, "X must be"),
        ({"y": np.zeros(2)}, "X must be"),
        ({"X": np.zeros((2, 4)), "y": np.zeros(2)}, "order must hold row numbers below 2"),
    ],
)
def test_bad_input_gets_one_sentence(change: dict[str, object], sentence: str) -> None:
    order = np.array([[0, 1, 2]])
    arguments: dict[str, object] = {
        "key": "aerr",
        "X": np.ones((3, 4)),
        "y": np.ones(3),
        "lanes": lanes(eta=1.0, B=1.0, order=order, seed=0, run=[0]),
        "budget": 2,
        "mode": THEORY,
        "M": np.ones(4),
    }
    with pytest.raises(ValueError, match="^" + sentence) as caught:
        learner(**(arguments | change))  # type: ignore[arg-type]
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"eta": 0.0}, "eta must be > 0"),
        ({"eta": np.inf}, "eta must hold finite numbers"),
        ({"B": -1.0}, "B must be > 0"),
        ({"B": [1.0, 2.0, 3.0]}, "B must be one number or 2"),
        ({"order": np.zeros((2, 0), dtype=int)}, "order must be a non-empty array"),
        ({"order": np.zeros((2, 3))}, "order must be a non-empty array"),
        ({"steps": 4}, "steps must be at least 1"),
        ({"steps": 0}, "steps must be at least 1"),
        ({"start": 3}, "steps must be at least 1"),
        ({"run": [-1, 0]}, "run must hold whole numbers"),
        ({"order_of_lane": [0, 2]}, "order_of_lane must name one of the 2 orders"),
        ({"seed": -1}, "seed must be a whole number"),
    ],
)
def test_bad_lanes_get_one_sentence(change: dict[str, object], sentence: str) -> None:
    arguments: dict[str, object] = {
        "eta": 1.0, "B": 1.0, "order": np.zeros((2, 3), dtype=int), "seed": 0, "run": [0, 1],
    }  # fmt: skip
    with pytest.raises(ValueError, match="^" + sentence):
        lanes(**(arguments | change))  # type: ignore[arg-type]


def test_a_step_is_a_multiple_or_a_size() -> None:
    with pytest.raises(ValueError, match="one of multiplier, eta and factor"):
        StepRule()
    with pytest.raises(ValueError, match="one of multiplier, eta and factor"):
        StepRule(multiplier=1.0, eta=1.0)


def test_modes_refuse_what_they_do_not_know() -> None:
    with pytest.raises(ValueError, match=r"^split must be one of"):
        replace(THEORY, split="half")
    with pytest.raises(ValueError, match=r"^m1_fraction must be"):
        replace(THEORY, m1_fraction=1.0)
    with pytest.raises(ValueError, match=r"^warm_start must be one of"):
        replace(THEORY, warm_start="yes")  # type: ignore[arg-type]
