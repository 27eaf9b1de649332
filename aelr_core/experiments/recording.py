"""Writes what lanes have learnt into the pieces of curves, point by point."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from aelr_core.algorithms import ALGORITHMS, Learner
from aelr_core.checks import Floats, Ints
from aelr_core.datasets import Dataset
from aelr_core.engine.budgeted import Budgeted
from aelr_core.engine.joint.lanes import Joint
from aelr_core.engine.two_phase import TwoPhase
from aelr_core.experiments.curve import RUNS_OF_Q, Curve, Piece, Setting
from aelr_core.experiments.judge import Judge
from aelr_core.experiments.problem import positions
from aelr_core.experiments.spec import ExperimentSpec
from aelr_core.experiments.weights import empty_tally


def empty_piece(
    spec: ExperimentSpec, key: str, runs: Ints, dataset: Dataset, settings: Sequence[Setting]
) -> Piece:
    """Return a piece in which nothing has been measured yet; `settings` as of a batch."""
    examples, entry = positions(spec, key, dataset.d), ALGORITHMS[key]
    # a sum along a run says something about the stretch between two points of the same run
    estimates = entry.joint and spec.mode.design == "hard" and spec.one_pass(key)
    empty = np.full((len(runs), len(examples)), np.nan)
    curve = Curve(
        algorithm=key,
        runs=runs,
        examples=examples,
        attributes=np.zeros(len(examples), dtype=np.int64),
        distinct=empty.copy(),
        relative_loss=empty.copy(),
        excess_risk=None if dataset.w_star is None or dataset.means is None else empty.copy(),
        error_rate=empty.copy() if dataset.targets_are_classes else None,
        setting=settings[-1],
        q=None,
        unsampled=None,
        progressive=empty.copy() if estimates else None,
        data_sets=data_sets_of(spec, runs),
    )
    spent = np.zeros(empty.shape, dtype=np.int64)
    sums = empty.copy() if estimates else None
    tally = empty_tally(
        kept_weights(spec),
        points=len(examples),
        d=dataset.d,
        B=max(setting.B for setting in settings),
        runs=len(runs),
    )
    return Piece(curve, spent, loss_sums=sums, tally=tally)


def kept_weights(spec: ExperimentSpec) -> str:
    """Return what is kept of predictors: over data sets with another w* a mean means nothing."""
    return spec.weights if spec.data_sets == 1 or spec.entry.uploaded else "none"


def data_sets_of(spec: ExperimentSpec, runs: Ints) -> Ints | None:
    """Return the data set of each run, (R,); None if there is but one."""
    if spec.data_sets == 1:
        return None
    return np.array([spec.data_set_of(int(run)) for run in runs], dtype=np.int64)


def record(
    piece: Piece, point: int, w_bar: Floats, spent: Ints, distinct: Ints, judge: Judge
) -> None:
    """Record the runs of a piece at one point: averages (R, d), attributes spent and distinct."""
    curve, measures = piece.measured, judge.measure(w_bar)
    piece.spent[:, point] = spent
    curve.attributes[point] = round(spent.mean())
    curve.distinct[:, point] = distinct
    curve.relative_loss[:, point] = measures.relative_loss
    if curve.excess_risk is not None:
        curve.excess_risk[:, point] = measures.excess_risk
    if curve.error_rate is not None:
        curve.error_rate[:, point] = measures.error_rate
    if piece.tally is not None:
        piece.tally.add(point, w_bar)
    piece.points = point + 1


def note_q(piece: Piece, learning: Learner) -> None:
    """Note the q by which lanes with one phase draw, whatever algorithm they are of."""
    if isinstance(learning, Budgeted):
        piece.q = np.atleast_2d(learning.q)


def note_labels(piece: Piece, y: Floats, orders: Ints) -> None:
    """Note the mean y² of the examples that each run has met up to each point of its first pass.

    y : (m,) labels of the training rows, which cost nothing; orders : (R, n) rows as they are met.
    """
    if piece.loss_sums is None:
        return
    first_pass = piece.measured.examples[piece.measured.examples <= len(y)]
    sums = np.cumsum(y[orders[:, : len(y)]] ** 2, axis=1, dtype=np.float64)
    piece.mean_y2 = sums[:, first_pass - 1] / first_pass


def record_estimates(piece: Piece, point: int, learning: Joint, own: slice) -> None:
    r"""Record the mean of the loss estimates since the point before, over the zero predictor's.

    With :math:`\ell_t` unbiased for :math:`L(\bar w_t) - L(0)` and n examples met by now, s of
    them since the point before, it is :math:`1 + 2 (\sum_{n-s<t\le n} \ell_t / s) /
    (\sum_{t\le n} y_t^2 / n)`. Both means are over examples of the run, so it estimates the loss
    on the distribution of the training rows over the zero predictor's there. No test row is used.
    `own` are the lanes of the piece, one per run.
    """
    curve, sums, mean_y2 = piece.measured, piece.loss_sums, piece.mean_y2
    if sums is None or mean_y2 is None or curve.progressive is None or point >= mean_y2.shape[1]:
        return
    sums[:, point] = learning.progressive_loss_sums[own]
    before = sums[:, point - 1] if point else 0.0
    steps = curve.examples[point] - (curve.examples[point - 1] if point else 0)
    gain, zero = 2 * (sums[:, point] - before) / steps, mean_y2[:, point]
    # as long as all labels were 0, the predictor is 0 as well
    curve.progressive[:, point] = 1 + np.where(zero > 0, gain / np.where(zero > 0, zero, 1.0), 0.0)


def record_sampling(piece: Piece, learning: Learner, own: slice) -> None:
    """Keep the q that phase one estimated, or the last π of a joint algorithm."""
    if isinstance(learning, Joint):
        piece.pi = learning.inclusion_probabilities[own][:RUNS_OF_Q]
    elif isinstance(learning, TwoPhase):
        assert learning.q is not None
        q = learning.q[own]
        piece.measured = replace(piece.measured, unsampled=(q == 0).sum(axis=1))
        piece.q = q[:RUNS_OF_Q].copy()
