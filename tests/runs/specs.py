"""A spec that takes a moment, and one that does not end while a test looks."""

from aelr_core.experiments import ExperimentSpec


def small(seed: int = 0) -> ExperimentSpec:
    """A spec that takes a moment."""
    return ExperimentSpec(
        options={"dim": 10}, budget=3, examples=60, runs=2, points=3, step="theory", seed=seed
    )


def endless(seed: int = 0) -> ExperimentSpec:
    """A spec that takes minutes, and shows something soon."""
    return ExperimentSpec(
        options={"dim": 10},
        budget=3,
        examples=30_000,
        runs=400,
        algorithms=("aerr",),
        curve="anytime",
        points=500,
        step="theory",
        seed=seed,
    )
