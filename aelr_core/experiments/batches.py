"""Growing the curves of a batch of runs: lanes are runs (anytime) or runs × prefixes.

Where lanes are few, those of all budgeted algorithms advance together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter

import numpy as np

from aelr_core.algorithms import ALGORITHMS
from aelr_core.checks import Floats, Ints
from aelr_core.datasets import Dataset
from aelr_core.engine.lanes import Lanes, lanes
from aelr_core.engine.two_phase import TwoPhase
from aelr_core.experiments.curve import RUNS_OF_Q, Growth, Piece
from aelr_core.experiments.judge import Judge
from aelr_core.experiments.problem import positions
from aelr_core.experiments.setting import Setting, bounds_of, steps_of
from aelr_core.experiments.spec import ExperimentSpec
from aelr_core.experiments.timetable import own_lanes, timetable
from aelr_core.learners import Learner, Step, joint_learner, learner
from aelr_core.randomness import order
from aelr_core.sampling import sampling_distribution, uniform

# A piece of work shows what it has about this often, in seconds.
SLICE = 0.05
# Lanes in one learner: more are hardly faster a lane, and take memory.
MOST_LANES = 2_000
MOST_BYTES = 512 * 2**20
# Up to this many lanes in all, algorithms share a learner: three times the lanes in a third of
# the calls are faster, until the lanes' own tables of q make up for it.
MOST_JOINT_LANES = 900


@dataclass(frozen=True)
class Batch:
    """Consecutive runs of one algorithm, or of several budgeted ones that advance together."""

    keys: tuple[str, ...]
    first_run: int
    runs: int
    settings: tuple[Setting, ...]


def lanes_a_run(spec: ExperimentSpec, keys: Sequence[str], d: int) -> int:
    """Return how many lanes a run of these algorithms takes."""
    if spec.curve == "anytime":
        return len(keys)
    return sum(len(positions(spec, key, d)) for key in keys)


def may_join(keys: Sequence[str], lanes: int) -> bool:
    """Return whether these budgeted algorithms, of so many lanes in all, share a learner."""
    return len(keys) > 1 and lanes <= MOST_JOINT_LANES


def runs_together(spec: ExperimentSpec, keys: Sequence[str], d: int) -> int:
    """Return how many runs fit into one batch."""
    each = lanes_a_run(spec, keys, d)
    longest = max(int(positions(spec, key, d)[-1]) for key in keys)
    # a lane holds some twenty rows of d numbers (ten more where q is its own), a run its order
    rows = 20 if len(keys) == 1 else 30
    bytes_a_run = 8 * rows * d * each + 8 * longest
    return max(1, min(MOST_LANES // each, MOST_BYTES // bytes_a_run))


def grow(spec: ExperimentSpec, dataset: Dataset, judge: Judge, batch: Batch) -> Iterator[Growth]:
    """Run the lanes of a batch and yield its pieces as they grow, about every `SLICE` seconds."""
    runs = np.arange(batch.first_run, batch.first_run + batch.runs)
    pieces = tuple(
        _empty_piece(key, runs, positions(spec, key, dataset.d), dataset, setting)
        for key, setting in zip(batch.keys, batch.settings, strict=True)
    )
    # the examples of each algorithm's lanes, run by run: one lane a prefix, or the whole pass
    steps = [
        np.tile(p.examples if spec.curve == "per_prefix" else p.examples[-1:], len(runs))
        for p in pieces
    ]
    each = [len(own) for own in steps]
    learning = begin(
        spec,
        dataset,
        np.repeat(batch.keys, each).tolist(),
        _lanes(spec, dataset.m, runs, steps, bounds_of(batch.settings, each)),
        steps_of(batch.settings, each, _shares(spec, steps)),
    )
    growth = Growth(pieces)
    often = 64 if ALGORITHMS[batch.keys[0]].budgeted else 8
    for end, due in timetable(spec, pieces):
        while learning.t < end:
            advance(learning, end, often)
            growth.fraction = learning.t / learning.steps
            if learning.t < end:
                yield growth
        w_bar, (spent, distinct) = learning.w_bar(), learning.attributes_seen
        for number, point in due:
            own = own_lanes(spec, each, number, point, pieces[number])
            _record(pieces[number], point, w_bar[own], spent[own], distinct[own], judge)
            if pieces[number].full and isinstance(learning, TwoPhase):
                _record_q(pieces[number], learning, own)
        growth.ended = all(piece.full for piece in pieces)
        yield growth


def begin(
    spec: ExperimentSpec, dataset: Dataset, keys: list[str], group: Lanes, step: Step
) -> Learner:
    """Return the learner of lanes whose algorithms are `keys`, (L,)."""
    X, y, budget, mode = dataset.X_train, dataset.y_train, spec.budget, spec.mode
    knows = any(ALGORITHMS[key].role == "known" for key in set(keys))
    M = dataset.known_moments if knows else None
    adaptive = spec.adaptive
    if len(set(keys)) > 1:
        return joint_learner(
            keys, X, y, group, budget=budget, mode=mode, M=M, step=step, adaptive=adaptive
        )
    return learner(
        keys[0], X, y, group, budget=budget, mode=mode, M=M, step=step, adaptive=adaptive
    )


def advance(learning: Learner, end: int, steps: int) -> None:
    """Take steps towards `end` for about `SLICE` seconds, looking at the clock every `steps`."""
    began = perf_counter()
    while True:
        learning.advance(min(steps, end - learning.t))
        if learning.t >= end or perf_counter() - began >= SLICE:
            return


def _shares(spec: ExperimentSpec, steps: list[Ints]) -> Floats | float:
    """Return which part of all examples each lane gets, where its step size shall not depend on it.

    That of AdaGrad never does.
    """
    if spec.step != "fine" or spec.adaptive:
        return 1.0
    return np.concatenate([own / own.max() for own in steps])


def _lanes(spec: ExperimentSpec, rows: int, runs: Ints, steps: list[Ints], B: Floats) -> Lanes:
    """Return the lanes of several algorithms; steps holds each one's (its lanes,), run by run."""
    longest = max(int(own.max()) for own in steps)
    orders = np.stack([order(spec.seed, int(run), rows, longest) for run in runs])
    which = np.concatenate(
        [np.repeat(np.arange(len(runs)), len(own) // len(runs)) for own in steps]
    )
    return lanes(
        eta=1.0,  # the learner puts the step size in
        B=B,
        order=orders,
        seed=spec.seed,
        run=runs[which],
        order_of_lane=which,
        steps=np.concatenate(steps),
    )


def _empty_piece(key: str, runs: Ints, examples: Ints, dataset: Dataset, setting: Setting) -> Piece:
    empty = np.full((len(runs), len(examples)), np.nan)
    return Piece(
        algorithm=key,
        runs=runs,
        examples=examples,
        attributes=np.zeros(len(examples), dtype=np.int64),
        distinct=empty.copy(),
        relative_loss=empty.copy(),
        excess_risk=None if dataset.w_star is None or dataset.means is None else empty.copy(),
        error_rate=empty.copy() if dataset.targets_are_classes else None,
        setting=setting,
        q=_fixed_q(key, dataset),
    )


def _record(
    piece: Piece, point: int, w_bar: Floats, spent: Ints, distinct: Ints, judge: Judge
) -> None:
    measures = judge.measure(w_bar)
    piece.attributes[point] = spent[0]
    piece.distinct[:, point] = distinct
    piece.relative_loss[:, point] = measures.relative_loss
    if piece.excess_risk is not None:
        piece.excess_risk[:, point] = measures.excess_risk
    if piece.error_rate is not None:
        piece.error_rate[:, point] = measures.error_rate
    piece.points = point + 1


def _record_q(piece: Piece, learning: TwoPhase, own: slice) -> None:
    if ALGORITHMS[piece.algorithm].role == "two_phase":
        assert learning.q is not None
        q = learning.q[own]
        piece.unsampled = (q == 0).sum(axis=1)
        piece.q = q[:RUNS_OF_Q].copy()


def _fixed_q(key: str, dataset: Dataset) -> Floats | None:
    role = ALGORITHMS[key].role
    if role == "uniform":
        return uniform(dataset.d)[None]
    if role == "known":
        return sampling_distribution(dataset.known_moments, dataset.family)[None]
    return None
