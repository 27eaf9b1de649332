"""Growing the curves of a batch of runs: lanes are runs (anytime) or runs × prefixes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter

import numpy as np

from aelr_core.algorithms import ALGORITHMS
from aelr_core.checks import Floats, Ints
from aelr_core.datasets import Dataset
from aelr_core.engine.lanes import Lanes, lanes
from aelr_core.engine.two_phase import TwoPhase
from aelr_core.experiments.curve import RUNS_OF_Q, Piece
from aelr_core.experiments.evaluation import Judge
from aelr_core.experiments.problem import positions
from aelr_core.experiments.setting import Setting
from aelr_core.experiments.spec import ExperimentSpec
from aelr_core.learners import Learner, learner
from aelr_core.randomness import order
from aelr_core.sampling import (
    epsilon_theory,
    sampling_distribution,
    split,
    two_phase_distribution,
    uniform,
)

# A piece of work shows what it has about this often, in seconds.
SLICE = 0.05
# Lanes in one learner: more are hardly faster a lane, and take memory.
MOST_LANES = 2_000
MOST_BYTES = 512 * 2**20


@dataclass(frozen=True)
class Batch:
    """Consecutive runs of one algorithm."""

    key: str
    first_run: int
    runs: int
    setting: Setting


def runs_together(spec: ExperimentSpec, key: str, d: int) -> int:
    """Return how many runs fit into one batch."""
    n = positions(spec, key, d)
    lanes_a_run = len(n) if spec.curve == "per_prefix" else 1
    # a lane holds some twenty rows of d numbers, a run its order
    bytes_a_run = 160 * d * lanes_a_run + 8 * int(n[-1])
    return max(1, min(MOST_LANES // lanes_a_run, MOST_BYTES // bytes_a_run))


def grow(spec: ExperimentSpec, dataset: Dataset, judge: Judge, batch: Batch) -> Iterator[Piece]:
    """Run the lanes of a batch and yield its piece as it grows, about every `SLICE` seconds."""
    entry = ALGORITHMS[batch.key]
    examples = positions(spec, batch.key, dataset.d)
    points, runs = len(examples), np.arange(batch.first_run, batch.first_run + batch.runs)
    per_prefix = spec.curve == "per_prefix"
    total = _lane_lengths(spec, batch.key, examples)
    group = _lanes(spec, dataset.m, runs, np.tile(total, len(runs)), batch.setting.B)
    learning = learner(
        batch.key,
        dataset.X_train,
        dataset.y_train,
        group,
        budget=spec.budget,
        mode=spec.mode,
        M=dataset.known_moments if entry.role == "known" else None,
        step=batch.setting.step(),
        adaptive=spec.adaptive,
    )
    empty = np.full((len(runs), points), np.nan)
    piece = Piece(
        algorithm=batch.key,
        runs=runs,
        examples=examples,
        attributes=np.zeros(points, dtype=np.int64),
        distinct=empty.copy(),
        relative_loss=empty.copy(),
        excess_risk=None if dataset.w_star is None or dataset.means is None else empty.copy(),
        error_rate=empty.copy() if dataset.targets_are_classes else None,
        setting=batch.setting,
        q=_fixed_q(batch.key, dataset),
    )
    ends = _ends(spec, batch.key, examples) if per_prefix else examples
    for point, end in enumerate(ends):
        while learning.t < end:
            advance(learning, int(end), 64 if entry.budgeted else 8)
            piece.fraction = learning.t / learning.steps
            if learning.t < end:
                yield piece
        own = slice(point, None, points) if per_prefix else slice(None)
        _record(piece, point, learning, own, judge)
        if not piece.full:
            yield piece
    if isinstance(learning, TwoPhase):
        last = slice(points - 1, None, points) if per_prefix else slice(None)
        q = _estimated_q(spec, learning.A[last], spec.examples)
        piece.unsampled = (q == 0).sum(axis=1)
        piece.q = q[:RUNS_OF_Q].copy()
    piece.fraction, piece.ended = 1.0, True
    yield piece


def advance(learning: Learner, end: int, steps: int) -> None:
    """Take steps towards `end` for about `SLICE` seconds, looking at the clock every `steps`."""
    began = perf_counter()
    while True:
        learning.advance(min(steps, end - learning.t))
        if learning.t >= end or perf_counter() - began >= SLICE:
            return


def _lane_lengths(spec: ExperimentSpec, key: str, examples: Ints) -> Ints:
    """Return the examples of a run's lanes: one a prefix, or the whole pass."""
    return examples if spec.curve == "per_prefix" else examples[-1:]


def _lanes(spec: ExperimentSpec, rows: int, runs: Ints, steps: Ints, B: float) -> Lanes:
    orders = np.stack([order(spec.seed, int(run), rows, int(steps.max())) for run in runs])
    which = np.repeat(np.arange(len(runs)), len(steps) // len(runs))
    return lanes(
        eta=1.0,  # the learner puts the step size in
        B=B,
        order=orders,
        seed=spec.seed,
        run=runs[which],
        order_of_lane=which,
        steps=steps,
    )


def _ends(spec: ExperimentSpec, key: str, examples: Ints) -> Ints:
    """Return at which step of the learner the lanes of each prefix end.

    Two-phased lanes begin phase two together, when the longest phase one has ended.
    """
    if ALGORITHMS[key].role != "two_phase":
        return examples
    m1 = np.array([spec.mode.m1(int(n)) for n in examples])
    ends: Ints = m1.max() + examples - m1
    return ends


def _record(piece: Piece, point: int, learning: Learner, own: slice, judge: Judge) -> None:
    spent, distinct = (seen[own] for seen in learning.attributes_seen)
    measures = judge.measure(learning.w_bar()[own])
    piece.attributes[point] = spent[0]
    piece.distinct[:, point] = distinct
    piece.relative_loss[:, point] = measures.relative_loss
    if piece.excess_risk is not None:
        piece.excess_risk[:, point] = measures.excess_risk
    if piece.error_rate is not None:
        piece.error_rate[:, point] = measures.error_rate
    piece.points = point + 1


def _fixed_q(key: str, dataset: Dataset) -> Floats | None:
    role = ALGORITHMS[key].role
    if role == "uniform":
        return uniform(dataset.d)[None]
    if role == "known":
        return sampling_distribution(dataset.known_moments, dataset.family)[None]
    return None


def _estimated_q(spec: ExperimentSpec, A: Floats, m: int) -> Floats:
    """Return the sampling distributions made of phase one's moments A, (R, d)."""
    epsilon = 0.0
    m1 = spec.mode.m1(m)
    if spec.mode.epsilon == "theory":
        draws = split(spec.budget, spec.mode.split)[0] if spec.mode.warm_start else spec.budget
        epsilon = float(epsilon_theory(A.shape[1], draws, m1, spec.mode.delta, spec.family))
    return two_phase_distribution(A, epsilon, spec.family)
