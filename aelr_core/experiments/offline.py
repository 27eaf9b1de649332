"""Offline curves: the best predictor in the norm ball from each run's first n whole examples."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from aelr_core.checks import Floats
from aelr_core.datasets import Dataset
from aelr_core.experiments.curve import Curve, Growth, Piece
from aelr_core.experiments.judge import Judge, one_blas_thread
from aelr_core.experiments.problem import positions
from aelr_core.experiments.spec import ExperimentSpec
from aelr_core.randomness import order


@dataclass(frozen=True)
class OfflineBatch:
    """Consecutive runs of the offline method, inside the ball of radius B."""

    key: str
    first_run: int
    runs: int
    B: float

    @property
    def keys(self) -> tuple[str]:
        """The one algorithm, as batches of lanes name theirs."""
        return (self.key,)


def fit(
    spec: ExperimentSpec, dataset: Dataset, judge: Judge, batch: OfflineBatch
) -> Iterator[Growth]:
    """Fit run by run and yield a piece of the runs that are done; it pays n d attributes.

    The rows of a run are those that its other algorithms meet, in the same order.
    """
    from aelr_core.baselines import offline_curve

    n = positions(spec, batch.key, dataset.d)
    losses, risks, errors = list[Floats](), list[Floats](), list[Floats]()
    for done, run in enumerate(range(batch.first_run, batch.first_run + batch.runs), 1):
        rows = order(spec.seed, run, dataset.m, int(n[-1]))
        with one_blas_thread():
            W = offline_curve(
                dataset.X_train, dataset.y_train, rows, n.tolist(), batch.B, spec.family
            )
        measures = judge.measure(W)
        losses.append(measures.relative_loss)
        if measures.excess_risk is not None:
            risks.append(measures.excess_risk)
        if measures.error_rate is not None:
            errors.append(measures.error_rate)
        curve = Curve(
            algorithm=batch.key,
            runs=np.arange(batch.first_run, run + 1),
            examples=n,
            attributes=n * dataset.d,
            distinct=np.tile((n * dataset.d).astype(np.float64), (done, 1)),
            relative_loss=np.stack(losses),
            excess_risk=np.stack(risks) if risks else None,
            error_rate=np.stack(errors) if errors else None,
            setting=None,
            q=None,
            unsampled=None,
        )
        yield Growth((Piece(curve, points=len(n)),), done / batch.runs, done == batch.runs)
