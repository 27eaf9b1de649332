"""Runs a batch of lanes and records its curves: lanes are runs (anytime) or runs × prefixes.

The automatic step of a joint algorithm needs no horizon, so one lane per run gives all its
prefixes: the numbers are the same as those of a lane per prefix, which would draw the same samples.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter

import numpy as np

from aelr_core.algorithms import ALGORITHMS, Learner, StepRule, learner
from aelr_core.checks import Floats, Ints
from aelr_core.datasets import Dataset
from aelr_core.engine.joint.lanes import Joint
from aelr_core.engine.lanes import Lanes, lanes
from aelr_core.experiments.curve import Curve, Growth, Setting
from aelr_core.experiments.judge import Judge
from aelr_core.experiments.recording import (
    empty_piece,
    note_labels,
    note_q,
    record,
    record_estimates,
    record_sampling,
)
from aelr_core.experiments.spec import ExperimentSpec
from aelr_core.randomness import order

# A piece of work reports about this often, in seconds.
SLICE = 0.05


@dataclass(frozen=True)
class Batch:
    """Consecutive runs of one algorithm on one data set.

    settings : its setting, or one for each point of its curve.
    """

    key: str
    first_run: int
    runs: int
    settings: tuple[Setting, ...]
    data_set: int = 0


def grow(spec: ExperimentSpec, dataset: Dataset, judge: Judge, batch: Batch) -> Iterator[Growth]:
    """Run the lanes of a batch and yield its piece as it grows, about every `SLICE` seconds."""
    key, runs = batch.key, np.arange(batch.first_run, batch.first_run + batch.runs)
    piece = empty_piece(spec, key, runs, dataset, batch.settings)
    curve, P = piece.measured, len(piece.measured.examples)
    # how many examples each lane gets, by run: a lane per prefix, or one for all
    steps = np.tile(curve.examples[-1:] if spec.one_pass(key) else curve.examples, len(runs))
    # the settings are repeated run by run, as the prefixes are
    settings = [batch.settings[lane % len(batch.settings)] for lane in range(len(steps))]
    group = _lanes(spec, dataset.m, runs, steps, bounds_of(settings))
    progressive = piece.loss_sums is not None
    learning = begin(spec, dataset, key, group, settings, _shares(spec, steps), progressive)
    note_q(piece, learning)
    note_labels(piece, dataset.y_train, group.order)
    growth = Growth(piece)
    often = 64 if ALGORITHMS[key].budgeted else 8
    for end, points in _timetable(spec, curve):
        while learning.t < end:
            often = advance(learning, end, often)
            growth.fraction = learning.t / learning.steps
            if learning.t < end:
                yield growth
        w_bar, (spent, distinct) = learning.w_bar(), learning.attributes_seen
        for point in points:
            # the lanes on which a point is measured, one per run
            own = slice(None) if spec.one_pass(key) else slice(point, None, P)
            record(piece, point, w_bar[own], spent[own], distinct[own], judge)
            if isinstance(learning, Joint):
                record_estimates(piece, point, learning, own)
            if piece.full:
                record_sampling(piece, learning, own)
        growth.ended = piece.full
        yield growth


def begin(
    spec: ExperimentSpec,
    dataset: Dataset,
    key: str,
    group: Lanes,
    settings: Sequence[Setting],
    shares: Floats | float = 1.0,
    progressive: bool = False,
) -> Learner:
    """Return the learner of an algorithm for L lanes; lane l learns by settings[l]."""
    return learner(
        key,
        dataset.X_train,
        dataset.y_train,
        group,
        budget=spec.budget,
        mode=spec.mode,
        M=dataset.known_moments if ALGORITHMS[key].knows_moments else None,
        step=steps_of(settings, shares),
        adagrad=spec.adagrad,
        average=spec.average,
        length=spec.length,
        guarded=spec.guarded,
        progressive=progressive,
        B_one=_bounds_of_phase_one(settings),
    )


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


def _shares(spec: ExperimentSpec, steps: Ints) -> Floats | float:
    """Return the part of all examples that each lane gets, where η must be the same for all lanes.

    The step size of AdaGrad does not depend on m in any case.
    """
    if spec.step != "fine" or spec.adagrad:
        return 1.0
    shares: Floats = steps / steps.max()
    return shares


def _lanes(spec: ExperimentSpec, rows: int, runs: Ints, steps: Ints, B: Floats) -> Lanes:
    """Return the lanes of a batch; `steps` holds the examples of each, run by run."""
    orders = np.stack([order(spec.seed, int(run), rows, int(steps.max())) for run in runs])
    which = np.repeat(np.arange(len(runs)), len(steps) // len(runs))
    return lanes(
        eta=1.0,  # the learner sets the step size
        B=B,
        order=orders,
        seed=spec.seed,
        run=runs[which],
        order_of_lane=which,
        steps=steps,
    )


def _timetable(spec: ExperimentSpec, curve: Curve) -> list[tuple[int, list[int]]]:
    """Return pairs in order: a number of steps, and the points of the curve due after it.

    All lanes start phase two together, when the longest phase one has ended.
    """
    m1 = _phase_one(spec, curve)
    due = dict[int, list[int]]()
    for point, end in enumerate((m1.max() + curve.examples - m1).tolist()):
        due.setdefault(end, []).append(point)
    return sorted(due.items())


def _phase_one(spec: ExperimentSpec, curve: Curve) -> Ints:
    """Return the examples of phase one behind each point, (P,)."""
    if not ALGORITHMS[curve.algorithm].two_phased:
        return np.zeros_like(curve.examples)
    if spec.curve == "anytime":
        return np.full_like(curve.examples, spec.mode.m1(int(curve.examples[-1])))
    return np.array([spec.mode.m1(int(n)) for n in curve.examples])
