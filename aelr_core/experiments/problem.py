"""The problem behind a spec: its data, the norm bound B, and the points of each curve."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from aelr_core.algorithms import ALGORITHMS, full_information_examples
from aelr_core.checks import Ints
from aelr_core.datasets import DATASETS, Dataset, facts_of, load_dataset
from aelr_core.datasets.dataset import split_again
from aelr_core.experiments.judge import one_blas_thread
from aelr_core.experiments.spec import ExperimentSpec, Plain

# Training rows on which the offline predictor's norm is found.
ROWS = 2_000
# With more attributes than this, it takes seconds to find B from the rows.
QUICK_DIMENSION = 100


def dataset_of(spec: ExperimentSpec, dataset: Dataset | None = None, number: int = 0) -> Dataset:
    """Return the data of a spec; a table must be passed in and match the spec's fingerprint.

    number : which of its `data_sets`; those of a table are splits into training and test rows.
    """
    if spec.entry.uploaded:
        wanted = dict(spec.options)["fingerprint"]
        if dataset is None or dataset.fingerprint != wanted:
            raise ValueError(f"dataset must be the table whose fingerprint is {wanted}.")
        if dataset.family != spec.family:
            raise ValueError(f"dataset must be scaled for {spec.family}, the spec's family.")
        if number > 0:
            dataset = _split_again(dataset, seed_of(spec.seed, number))
    elif dataset is not None:
        raise ValueError(f"dataset must be None for {spec.data}: only a table is passed in.")
    else:
        seed = seed_of(spec.seed, number)
        dataset = _load(spec.data, spec.options, spec.family, seed, _rows(spec))
    spec.check_budget(dataset.d)
    return dataset


def attributes_of(spec: ExperimentSpec, dataset: Dataset | None) -> int:
    """Return d, from stored facts where there are any, without loading the data."""
    if dataset is not None:
        return dataset.d
    if spec.entry.bundled:
        return facts_of(spec.data).d
    return int(str(dict(spec.options)["dim"]))


def norm_bound(spec: ExperimentSpec, dataset: Dataset) -> float:
    """Return B: as given, or the data's own, or the norm of the cross-validated offline predictor.

    The data's own is ‖w*‖ for synthetic data and a stored value for bundled data with default
    options, whatever the seed. With ``norm_bound="cv"`` it is the centre of the search, and also
    of the offline method's search wherever there is one (see `offline`).
    """
    if not isinstance(spec.norm_bound, str):
        return spec.norm_bound
    if dataset.norm_bound is not None:
        return dataset.norm_bound
    return computed_norm_bound(dataset, spec.seed)


def norm_bound_at_once(spec: ExperimentSpec, dataset: Dataset) -> float | None:
    """Return B, as `norm_bound` does, if it can be found without a long computation, else None."""
    known = not isinstance(spec.norm_bound, str) or dataset.norm_bound is not None
    return norm_bound(spec, dataset) if known or dataset.d <= QUICK_DIMENSION else None


def computed_norm_bound(dataset: Dataset, seed: int) -> float:
    """Return the norm of the offline predictor, cross-validated on 2,000 training rows."""
    from aelr_core.baselines import tune_norm_bound

    with one_blas_thread():
        B, _ = tune_norm_bound(
            dataset.X_train, dataset.y_train, dataset.family, seed=seed, max_rows=ROWS
        )
    return B


def prefixes(spec: ExperimentSpec) -> Ints:
    """Return the prefixes floor(i m / points), i = 1..points, for a budgeted algorithm."""
    return np.arange(1, spec.points + 1) * spec.examples // spec.points


def positions(spec: ExperimentSpec, key: str, d: int) -> Ints:
    """Return the numbers of examples after which an algorithm is measured, increasing.

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


def seed_of(seed: int, number: int) -> int:
    """Return the seed of a data set: that of the spec for the first, others for the others."""
    if number == 0:
        return seed
    return int(np.random.SeedSequence((seed, number)).generate_state(1)[0])


def _rows(spec: ExperimentSpec) -> int | None:
    return spec.examples if spec.entry.takes("examples") else None


@lru_cache(maxsize=1)
def _split_again(table: Dataset, seed: int) -> Dataset:
    """Split a table, and keep it: the algorithms run one after another on it."""
    return split_again(table, seed)


@lru_cache(maxsize=1)
def _load(
    name: str, options: tuple[tuple[str, Plain], ...], family: str, seed: int, rows: int | None
) -> Dataset:
    """Load a data set and keep it: all work of a spec, and often the next spec, needs it."""
    own: dict[str, object] = {**dict(options), "family": family}
    if rows is not None:
        own["examples"] = rows
    if DATASETS[name].takes("seed"):
        own["seed"] = seed
    return load_dataset(name, **own)
