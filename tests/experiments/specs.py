"""An experiment on simulated data that takes a moment."""

from __future__ import annotations

from typing import Any

from aelr_core.experiments import ExperimentSpec

USUAL = {"budget": 4, "examples": 90, "runs": 2, "points": 3, "step": "theory", "seed": 3}


def small(
    dim: int = 12, *, alpha: float = -1, test_examples: int = 200, **other: Any
) -> ExperimentSpec:
    """Return a small experiment, with other values for some of its fields."""
    options = {"dim": dim, "alpha": alpha, "test_examples": test_examples}
    return ExperimentSpec(options=options, **USUAL | other)  # type: ignore[arg-type]
