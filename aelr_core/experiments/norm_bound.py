"""The norm bound B of an experiment."""

from __future__ import annotations

from aelr_core.datasets import Dataset
from aelr_core.experiments.judge import one_blas_thread
from aelr_core.experiments.spec import ExperimentSpec

# Training rows on which the offline predictor's norm is found.
ROWS = 2_000


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
    return computed_norm_bound(dataset, spec.seed)


def computed_norm_bound(dataset: Dataset, seed: int) -> float:
    """Return the norm of the offline predictor, cross-validated on 2,000 training rows."""
    from aelr_core.baselines import tune_norm_bound

    with one_blas_thread():
        B, _ = tune_norm_bound(
            dataset.X_train, dataset.y_train, dataset.family, seed=seed, max_rows=ROWS
        )
    return B
