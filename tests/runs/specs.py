"""Specs: one that takes a moment, one of a table, and one that does not end while a test looks."""

from dataclasses import replace

from aelr_core.datasets import Dataset, load_dataset
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


def with_table(seed: int = 0, first: str = "a") -> tuple[ExperimentSpec, Dataset]:
    """A spec that takes a moment and its table, whose first column has this name."""
    text = f"{first},b,c,y\n" + "".join(f"{n},{n % 7},{n % 5},{n % 3}\n" for n in range(80))
    table = load_dataset("csv", file=text.encode(), target="y", family="ridge", seed=seed)
    options = (("fingerprint", table.fingerprint), ("target", "y"))
    spec = replace(small(seed), data="csv", options=options, budget=2, examples=40)
    return spec, table
