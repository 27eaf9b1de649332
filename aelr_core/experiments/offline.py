"""The offline method: the best predictor in a norm ball for the first n whole examples of a run.

The ball is its only parameter. The other algorithms share the ball ‖w‖ ≤ B, and the theory's
small steps keep them near 0 while they have seen little. The offline method minimises the risk of
a few whole examples, and only its ball keeps it small. So under the paper's protocol it searches
for its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from aelr_core.checks import Floats
from aelr_core.datasets import Dataset
from aelr_core.experiments.curve import Curve, Growth, Piece
from aelr_core.experiments.judge import Judge, one_blas_thread
from aelr_core.experiments.problem import positions
from aelr_core.experiments.recording import data_sets_of, kept_weights
from aelr_core.experiments.spec import ExperimentSpec
from aelr_core.experiments.weights import empty_tally
from aelr_core.randomness import order


@dataclass(frozen=True)
class OfflineBatch:
    """Consecutive runs of the offline method on one data set.

    radii : the radius of the ball, or one for each point of the curve.
    """

    key: str
    first_run: int
    runs: int
    radii: tuple[float, ...]
    data_set: int = 0


def fit(
    spec: ExperimentSpec, dataset: Dataset, judge: Judge, batch: OfflineBatch
) -> Iterator[Growth]:
    """Fit run by run and yield the piece of the finished runs; a fit pays for n d attributes.

    A run uses the same rows as the other algorithms, in the same order.
    """
    from aelr_core.baselines import offline_curve

    n = positions(spec, batch.key, dataset.d)
    losses, risks, errors = list[Floats](), list[Floats](), list[Floats]()
    tally = empty_tally(
        kept_weights(spec), points=len(n), d=dataset.d, B=max(batch.radii), runs=batch.runs
    )
    for done, run in enumerate(range(batch.first_run, batch.first_run + batch.runs), 1):
        rows = order(spec.seed, run, dataset.m, int(n[-1]))
        with one_blas_thread():
            W = offline_curve(
                dataset.X_train, dataset.y_train, rows, n.tolist(), batch.radii, spec.family
            )
        if tally is not None:
            tally.add_run(done - 1, W)
        measures = judge.measure(W)
        losses.append(measures.relative_loss)
        if measures.excess_risk is not None:
            risks.append(measures.excess_risk)
        if measures.error_rate is not None:
            errors.append(measures.error_rate)
        runs = np.arange(batch.first_run, run + 1)
        curve = Curve(
            algorithm=batch.key,
            runs=runs,
            examples=n,
            attributes=n * dataset.d,
            distinct=np.tile((n * dataset.d).astype(np.float64), (done, 1)),
            relative_loss=np.stack(losses),
            excess_risk=np.stack(risks) if risks else None,
            error_rate=np.stack(errors) if errors else None,
            setting=None,
            q=None,
            unsampled=None,
            data_sets=data_sets_of(spec, runs),
        )
        spent = np.tile(n * dataset.d, (done, 1))
        so_far = None if tally is None else tally.first(done)
        piece = Piece(curve, spent, points=len(n), tally=so_far)
        yield Growth(piece, done / batch.runs, done == batch.runs)
