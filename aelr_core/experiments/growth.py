"""Runs a batch of lanes and records its curves: lanes are runs (anytime) or runs × prefixes.

Where lanes are few, the lanes of all algorithms that can share a learner advance together. The
automatic step of a joint algorithm needs no horizon, so one lane per run gives all its prefixes:
the numbers are the same as those of a lane per prefix, which would draw the same samples.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter

import numpy as np

from aelr_core.algorithms import ALGORITHMS, Learner, StepRule
from aelr_core.checks import Floats, Ints
from aelr_core.datasets import Dataset
from aelr_core.engine.joint.lanes import Joint
from aelr_core.engine.lanes import Lanes, lanes
from aelr_core.experiments.curve import Curve, Growth, Piece, Setting
from aelr_core.experiments.judge import Judge
from aelr_core.experiments.recording import (
    empty_piece,
    note_labels,
    note_the_way,
    record,
    record_estimates,
    record_sampling,
)
from aelr_core.experiments.spec import ExperimentSpec
from aelr_core.learners import joint_learner, learner
from aelr_core.randomness import order

# A piece of work reports about this often, in seconds; and where two-phased lanes are, this often.
SLICE, WAY = 0.05, 0.2


@dataclass(frozen=True)
class Batch:
    """Consecutive runs of one algorithm, or of several that advance together, on one data set.

    settings : for each algorithm its setting, or one for each point of its curve.
    """

    keys: tuple[str, ...]
    first_run: int
    runs: int
    settings: tuple[tuple[Setting, ...], ...]
    data_set: int = 0


def grow(spec: ExperimentSpec, dataset: Dataset, judge: Judge, batch: Batch) -> Iterator[Growth]:
    """Run the lanes of a batch and yield its pieces as they grow, about every `SLICE` seconds."""
    runs = np.arange(batch.first_run, batch.first_run + batch.runs)
    pieces = tuple(
        empty_piece(spec, key, runs, dataset, settings)
        for key, settings in zip(batch.keys, batch.settings, strict=True)
    )
    # how many examples each lane gets, by algorithm and run: a lane per prefix, or one for all
    steps = [
        np.tile(n[-1:] if spec.one_pass(key) else n, len(runs))
        for key, n in ((piece.measured.algorithm, piece.measured.examples) for piece in pieces)
    ]
    each = [len(own) for own in steps]
    # the settings of an algorithm are repeated run by run, as its prefixes are
    settings = [
        own[lane % len(own)]
        for own, lanes_of_key in zip(batch.settings, each, strict=True)
        for lane in range(lanes_of_key)
    ]
    group = _lanes(spec, dataset.m, runs, steps, bounds_of(settings))
    learning = begin(
        spec,
        dataset,
        np.repeat(batch.keys, each).tolist(),
        group,
        settings,
        _shares(spec, steps),
        progressive=any(piece.loss_sums is not None for piece in pieces),
    )
    for piece in pieces:
        note_labels(piece, dataset.y_train, group.order)
    growth, noted = Growth(pieces), perf_counter()
    often = 64 if ALGORITHMS[batch.keys[0]].budgeted else 8
    for end, due in _timetable(spec, [piece.measured for piece in pieces]):
        while learning.t < end:
            often = advance(learning, end, often)
            growth.fraction = learning.t / learning.steps
            if learning.t < end:
                if perf_counter() - noted >= WAY:
                    _note_the_way(spec, pieces, each, learning, judge)
                    noted = perf_counter()
                yield growth
        w_bar, (spent, distinct) = learning.w_bar(), learning.attributes_seen
        for number, point in due:
            own = _own_lanes(spec, each, number, point, pieces[number].measured)
            record(pieces[number], point, w_bar[own], spent[own], distinct[own], judge)
            if isinstance(learning, Joint):
                record_estimates(pieces[number], point, learning, own)
            if pieces[number].full:
                record_sampling(pieces[number], learning, own)
        growth.ended, noted = all(piece.full for piece in pieces), 0.0
        yield growth


def begin(
    spec: ExperimentSpec,
    dataset: Dataset,
    keys: list[str],
    group: Lanes,
    settings: Sequence[Setting],
    shares: Floats | float = 1.0,
    progressive: bool = False,
) -> Learner:
    """Return the learner for L lanes; lane l runs the algorithm keys[l] by settings[l]."""
    X, y, budget, mode = dataset.X_train, dataset.y_train, spec.budget, spec.mode
    knows = any(ALGORITHMS[key].knows_moments for key in set(keys))
    M = dataset.known_moments if knows else None
    adagrad, average, step = spec.adagrad, spec.average, steps_of(settings, shares)
    B_one = _bounds_of_phase_one(settings)
    if len(set(keys)) > 1:
        return joint_learner(
            keys, X, y, group, budget=budget, mode=mode, M=M, step=step, adagrad=adagrad,
            average=average, length=spec.length, guarded=spec.guarded, progressive=progressive,
            B_one=B_one,
        )  # fmt: skip
    return learner(
        keys[0], X, y, group, budget=budget, mode=mode, M=M, step=step, adagrad=adagrad,
        average=average, length=spec.length, guarded=spec.guarded, progressive=progressive,
        B_one=B_one,
    )  # fmt: skip


def advance(learning: Learner, end: int, steps: int) -> int:
    """Advance towards `end` for about `SLICE` seconds; return with how many steps to go on.

    The clock is looked at after `steps` steps and, while they are quick, after twice as many again:
    joint lanes, which must all be at the same step then, wait for each other.
    """
    began = perf_counter()
    while True:
        learning.advance(min(steps, end - learning.t))
        slow = perf_counter() - began >= SLICE
        if slow or learning.t >= end:
            return max(1, steps // 2) if slow else steps
        steps *= 2


def steps_of(settings: Sequence[Setting], shares: Floats | float = 1.0) -> StepRule:
    """Return the step rule of all lanes: lane l uses settings[l], all of one kind.

    shares : scalar or (L,), the part of all examples that a lane gets. The multiplier is scaled
        by its square root. The theory's step is proportional to 1/√m, so this keeps the step size
        of all examples.
    """
    number = np.array([setting.number for setting in settings])
    kind = settings[0].number_is
    if kind != "multiplier":
        return StepRule(eta=number) if kind == "eta" else StepRule(factor=number)
    phase_one, root = np.array([setting.phase_one for setting in settings]), np.sqrt(shares)
    return StepRule(multiplier=number * root, phase_one=phase_one * root)


def bounds_of(settings: Sequence[Setting]) -> Floats:
    """Return the norm bound of each lane, (L,)."""
    return np.array([setting.B for setting in settings])


def _bounds_of_phase_one(settings: Sequence[Setting]) -> Floats | None:
    """Return the norm bound of each lane's phase one, (L,), or None where none has its own."""
    if all(setting.B_one is None for setting in settings):
        return None
    return np.array([s.B if s.B_one is None else s.B_one for s in settings])


def _shares(spec: ExperimentSpec, steps: list[Ints]) -> Floats | float:
    """Return the part of all examples that each lane gets, where η must be the same for all lanes.

    The step size of AdaGrad does not depend on m in any case.
    """
    if spec.step != "fine" or spec.adagrad:
        return 1.0
    return np.concatenate([own / own.max() for own in steps])


def _lanes(spec: ExperimentSpec, rows: int, runs: Ints, steps: list[Ints], B: Floats) -> Lanes:
    """Return the lanes of several algorithms; steps holds an array (lanes,) for each, by run."""
    longest = max(int(own.max()) for own in steps)
    orders = np.stack([order(spec.seed, int(run), rows, longest) for run in runs])
    which = np.concatenate(
        [np.repeat(np.arange(len(runs)), len(own) // len(runs)) for own in steps]
    )
    return lanes(
        eta=1.0,  # the learner sets the step size
        B=B,
        order=orders,
        seed=spec.seed,
        run=runs[which],
        order_of_lane=which,
        steps=np.concatenate(steps),
    )


def _timetable(
    spec: ExperimentSpec, curves: list[Curve]
) -> list[tuple[int, list[tuple[int, int]]]]:
    """Return pairs in order: a number of steps, and the (curve number, point) pairs due after it.

    All lanes start phase two together, when the longest phase one has ended; a lane without a
    phase one waits until then.
    """
    m1 = [_phase_one(spec, curve) for curve in curves]
    longest = max(int(own.max()) for own in m1)
    due = dict[int, list[tuple[int, int]]]()
    for number, (curve, own) in enumerate(zip(curves, m1, strict=True)):
        for point, end in enumerate((longest + curve.examples - own).tolist()):
            due.setdefault(end, []).append((number, point))
    return sorted(due.items())


def _phase_one(spec: ExperimentSpec, curve: Curve) -> Ints:
    """Return the examples of phase one behind each point, (P,)."""
    if not ALGORITHMS[curve.algorithm].two_phased:
        return np.zeros_like(curve.examples)
    if spec.curve == "anytime":
        return np.full_like(curve.examples, spec.mode.m1(int(curve.examples[-1])))
    return np.array([spec.mode.m1(int(n)) for n in curve.examples])


def _note_the_way(
    spec: ExperimentSpec, pieces: Sequence[Piece], each: list[int], learning: Learner, judge: Judge
) -> None:
    """Note where the first run of each two-phased algorithm is that has points to come."""
    for number, piece in enumerate(pieces):
        key, P = piece.measured.algorithm, len(piece.measured.examples)
        if ALGORITHMS[key].two_phased and not piece.full:
            first, one = sum(each[:number]), spec.one_pass(key)
            own = slice(first, first + 1) if one else slice(first + piece.points, first + P)
            note_the_way(piece, learning, own, judge, spec.budget)


def _own_lanes(
    spec: ExperimentSpec, each: list[int], number: int, point: int, curve: Curve
) -> slice:
    """Return the lanes on which a point of a curve is measured, one per run."""
    first = sum(each[:number])
    end = first + each[number]
    if spec.one_pass(curve.algorithm):
        return slice(first, end)
    return slice(first + point, end, len(curve.examples))
