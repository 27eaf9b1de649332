"""The sample table, loaded, and what it promises."""

from __future__ import annotations

from aelr_core.analysis.your_table import Findings
from aelr_core.analysis.your_table import findings as findings_of
from aelr_core.datasets import Dataset, load_dataset
from aelr_core.datasets.csv import SAMPLE
from aelr_core.modes import EXPERIMENTS


def loaded(content: bytes, target: str, **options: object) -> Dataset:
    """Return a table."""
    return load_dataset("csv", file=content, target=target, **options)


def sample(family: str = "ridge", **options: object) -> Dataset:
    """Return the sample table."""
    return loaded(SAMPLE.read_bytes(), "ill", missing="mean", family=family, **options)


def findings(data: Dataset, budget: int) -> Findings:
    """Return what a table promises in the mode of the experiments."""
    return findings_of(data, budget, EXPERIMENTS)
