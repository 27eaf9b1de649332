"""Writes what lanes have learnt into the pieces of curves, point by point."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from aelr_core.algorithms import ALGORITHMS, Learner
from aelr_core.checks import Floats, Ints
from aelr_core.datasets import Dataset
from aelr_core.engine.joint.lanes import Joint
from aelr_core.engine.two_phase import TwoPhase
from aelr_core.experiments.curve import RUNS_OF_Q, Curve, Piece, Setting
from aelr_core.experiments.judge import Judge
from aelr_core.experiments.problem import positions
from aelr_core.experiments.spec import ExperimentSpec


def empty_piece(
    spec: ExperimentSpec, key: str, runs: Ints, dataset: Dataset, setting: Setting
) -> Piece:
    """Return a piece in which nothing has been measured yet."""
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
        setting=setting,
        q=None,
        unsampled=None,
        progressive=empty.copy() if estimates else None,
    )
    spent = np.zeros(empty.shape, dtype=np.int64)
    sums = empty.copy() if estimates else None
    return Piece(curve, spent, q=_fixed_q(key, dataset), loss_sums=sums)


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
    piece.points = point + 1


def record_estimates(piece: Piece, point: int, learning: Joint, rows: int, judge: Judge) -> None:
    r"""Record the mean of the loss estimates since the point before, over the zero predictor's.

    They estimate L(w̄) − L(0), so :math:`1 + 2(L(\bar w) - L(0))/E[y^2]` is the relative loss.
    """
    curve, sums = piece.measured, piece.loss_sums
    if sums is None or curve.progressive is None or curve.examples[point] > rows:
        return
    sums[:, point] = learning.progressive_loss_sums
    before = sums[:, point - 1] if point else 0.0
    steps = curve.examples[point] - (curve.examples[point - 1] if point else 0)
    curve.progressive[:, point] = 1 + 2 * (sums[:, point] - before) / steps / judge.mean_zero_loss


def record_sampling(piece: Piece, learning: Learner, own: slice) -> None:
    """Keep the q that phase one estimated, or the last π of a joint algorithm."""
    if isinstance(learning, Joint):
        piece.pi = learning.inclusion_probabilities[own][:RUNS_OF_Q]
    elif isinstance(learning, TwoPhase) and ALGORITHMS[piece.measured.algorithm].two_phased:
        assert learning.q is not None
        q = learning.q[own]
        piece.measured = replace(piece.measured, unsampled=(q == 0).sum(axis=1))
        piece.q = q[:RUNS_OF_Q].copy()


def _fixed_q(key: str, dataset: Dataset) -> Floats | None:
    entry = ALGORITHMS[key]
    q = entry.fixed_q(dataset.d, dataset.known_moments if entry.knows_moments else None)
    return None if q is None else q[None]
