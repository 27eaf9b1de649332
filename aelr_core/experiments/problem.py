"""The data of a spec, and where on the x-axis each algorithm is measured."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from aelr_core.algorithms import ALGORITHMS
from aelr_core.checks import Ints
from aelr_core.datasets import DATASETS, Dataset, load_dataset
from aelr_core.experiments.spec import ExperimentSpec, Plain
from aelr_core.learners import full_information_examples


def dataset_of(spec: ExperimentSpec, dataset: Dataset | None = None) -> Dataset:
    """Return the data of a spec; a table must be handed over and be the one the spec names."""
    if spec.data == "csv":
        wanted = dict(spec.options)["fingerprint"]
        if dataset is None or dataset.fingerprint != wanted:
            raise ValueError(f"dataset must be the table whose fingerprint is {wanted}.")
        if dataset.family != spec.family:
            raise ValueError(f"dataset must be scaled for {spec.family}, the spec's family.")
    elif dataset is not None:
        raise ValueError(f"dataset must be None for {spec.data}: only a table is handed over.")
    else:
        dataset = _load(spec.data, spec.options, spec.family, spec.seed, _rows(spec))
    spec.check_budget(dataset.d)
    return dataset


def prefixes(spec: ExperimentSpec) -> Ints:
    """Return the prefixes floor(i m / points), i = 1..points: a budgeted algorithm's examples."""
    return np.arange(1, spec.points + 1) * spec.examples // spec.points


def positions(spec: ExperimentSpec, key: str, d: int) -> Ints:
    """Return after how many examples an algorithm is measured, increasing.

    Full-information methods get the attributes of each prefix, n = max(1, floor(m (k+1) / d))
    whole examples. A two-phased algorithm's anytime curve starts after m1.
    """
    at = prefixes(spec)
    entry = ALGORITHMS[key]
    if not entry.budgeted:
        return np.unique([full_information_examples(int(m), spec.budget, d) for m in at])
    if spec.curve == "anytime" and entry.two_phased:
        return at[at > spec.mode.m1(spec.examples)]
    return at


def _rows(spec: ExperimentSpec) -> int | None:
    takes = {option.name for option in DATASETS[spec.data].options}
    return spec.examples if "examples" in takes else None


@lru_cache(maxsize=1)
def _load(
    name: str, options: tuple[tuple[str, Plain], ...], family: str, seed: int, rows: int | None
) -> Dataset:
    """Load and keep one: all work of a spec, and often the next spec, needs the same."""
    own: dict[str, object] = {**dict(options), "family": family}
    if rows is not None:
        own["examples"] = rows
    if any(option.name == "seed" for option in DATASETS[name].options):
        own["seed"] = seed
    return load_dataset(name, **own)
