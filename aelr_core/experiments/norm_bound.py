"""The norm bound B of an experiment.

norm_bounds.json beside this file holds B of the bundled data sets, which takes up to half a
minute to find (see `aelr_core.experiments.store_norm_bounds`).
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

from aelr_core.datasets import Dataset
from aelr_core.experiments.judge import one_blas_thread
from aelr_core.experiments.spec import ExperimentSpec

FILE = Path(__file__).with_name("norm_bounds.json")
# Training rows on which the offline predictor's norm is found.
ROWS = 2_000
# Data that know their own B, or that are not known before they are handed over.
NOT_STORED = ("synthetic", "csv")


def norm_bound(spec: ExperimentSpec, dataset: Dataset) -> float:
    """Return B: as given, or the data's own, or the norm of the cross-validated offline predictor.

    The data's own is ‖w*‖ for synthetic data and a stored value for bundled data with the usual
    options, whatever the seed. With ``norm_bound="cv"`` this is the middle of the search, as it
    is of the offline method's wherever that has one (see `balls`).
    """
    if not isinstance(spec.norm_bound, str):
        return spec.norm_bound
    if dataset.norm_bound is not None:
        return dataset.norm_bound
    usual = spec.data not in NOT_STORED and spec.options == ExperimentSpec(data=spec.data).options
    found = stored().get(spec.data, {}).get(spec.family) if usual else None
    return computed_norm_bound(dataset, spec.seed) if found is None else found


def computed_norm_bound(dataset: Dataset, seed: int) -> float:
    """Return the norm of the offline predictor, cross-validated on 2,000 training rows."""
    from aelr_core.baselines import tune_norm_bound

    with one_blas_thread():
        B, _ = tune_norm_bound(
            dataset.X_train, dataset.y_train, dataset.family, seed=seed, max_rows=ROWS
        )
    return B


@lru_cache(maxsize=1)
def stored() -> dict[str, dict[str, float]]:
    """Return the stored bounds by data set and family; none if the file is not there."""
    if not FILE.is_file():
        return {}
    bounds: dict[str, dict[str, float]] = json.loads(FILE.read_text())
    return bounds
