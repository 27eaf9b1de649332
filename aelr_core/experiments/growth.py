"""Makes curves: runs lanes of an algorithm that takes steps, or fits the offline method.

Lanes are runs (anytime) or runs × prefixes. The automatic step of a joint algorithm needs no
horizon, so one lane per run gives all its prefixes: the numbers are the same as those of a lane per
prefix, which would draw the same samples.

The offline method is the best predictor in a norm ball for the first n whole examples of a run. The
ball is its only parameter. The other algorithms share the ball ‖w‖ ≤ B, and the theory's small
steps keep them near 0 while they have seen little. The offline method minimises the risk of a few
whole examples, and only its ball keeps it small. So under the paper's protocol it searches for its
own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from time import perf_counter

import numpy as np

from aelr_core.algorithms import ALGORITHMS, Learner, StepRule, learner
from aelr_core.checks import Floats, Ints
from aelr_core.datasets import Dataset
from aelr_core.engine.budgeted import Budgeted
from aelr_core.engine.joint.lanes import Joint
from aelr_core.engine.lanes import Lanes, lanes
from aelr_core.engine.two_phase import TwoPhase
from aelr_core.experiments.curve import RUNS_OF_Q, Curve, Piece, Setting, empty_tally
from aelr_core.experiments.problem import Judge, judge_of, one_blas_thread, positions
from aelr_core.experiments.result import Update
from aelr_core.experiments.spec import ExperimentSpec
from aelr_core.randomness import order

# A piece of work reports about this often, in seconds.
SLICE = 0.05


def grow(
    spec: ExperimentSpec, dataset: Dataset, key: str, runs: range, given: Sequence[Setting]
) -> Iterator[Update]:
    """Run the lanes of some runs and yield their piece as it grows, about every `SLICE` seconds.

    given : the setting of the algorithm, or one for each point of its curve.
    """
    piece, judge = empty_piece(spec, dataset, key, runs, given), judge_of(dataset)
    curve, P = piece.curve, len(piece.curve.examples)
    # how many examples each lane gets, by run: a lane per prefix, or one for all
    steps = np.tile(curve.examples[-1:] if spec.one_pass(key) else curve.examples, len(runs))
    # the settings are repeated run by run, as the prefixes are
    settings = [given[lane % len(given)] for lane in range(len(steps))]
    group = _lanes(spec, dataset.m, curve.runs, steps, bounds_of(settings))
    progressive = piece.loss_sums is not None
    learning = begin(spec, dataset, key, group, settings, _shares(spec, steps), progressive)
    if isinstance(learning, Budgeted):  # one phase: q is known
        piece.q = np.atleast_2d(learning.q)
    note_labels(piece, dataset.y_train, group.order)
    update = Update(piece=piece)
    often = 64 if ALGORITHMS[key].budgeted else 8
    for end, points in _timetable(spec, curve):
        while learning.t < end:
            often = advance(learning, end, often)
            update.fraction = learning.t / learning.steps
            if learning.t < end:
                yield update
        w_bar, (spent, distinct) = learning.w_bar(), learning.attributes_seen
        for point in points:
            # the lanes on which a point is measured, one per run
            some = slice(None) if spec.one_pass(key) else slice(point, None, P)
            record(piece, (slice(None), point), w_bar[some], spent[some], distinct[some], judge)
            piece.points = point + 1
            if piece.tally is not None:
                piece.tally.add(point, w_bar[some])
            if isinstance(learning, Joint):
                record_estimates(piece, point, learning, some)
            if piece.full:
                record_sampling(piece, learning, some)
        update.ended = piece.full
        yield update


def fit(
    spec: ExperimentSpec, dataset: Dataset, key: str, runs: range, given: Sequence[Setting]
) -> Iterator[Update]:
    """Fit the offline method run by run and yield the piece of the finished runs.

    A run uses the same rows as the other algorithms, in the same order. A fit pays for n d
    attributes. given : as of `grow`; their norm bounds are the radii of the balls.
    """
    from aelr_core.baselines import offline_curve

    piece, judge = empty_piece(spec, dataset, key, runs, given), judge_of(dataset)
    n, radii = piece.curve.examples, [setting.B for setting in given]
    for row, run in enumerate(runs):
        rows = order(spec.seed, run, dataset.m, int(n[-1]))
        with one_blas_thread():
            W = offline_curve(
                dataset.X_train, dataset.y_train, rows, n.tolist(), radii, spec.family
            )
        record(piece, (row, slice(None)), W, n * dataset.d, n * dataset.d, judge)
        if piece.tally is not None:
            for point in piece.tally.at:
                piece.tally.add(point, W[[point]], slice(row, row + 1))
        done = row + 1
        yield Update(done / len(runs), done == len(runs), piece.first(done))


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


# -- what lanes have learnt, point by point ----------------------------------------------------


def empty_piece(
    spec: ExperimentSpec, dataset: Dataset, key: str, runs: range, settings: Sequence[Setting]
) -> Piece:
    """Return a piece in which nothing has been measured yet."""
    examples, entry = positions(spec, key, dataset.d), ALGORITHMS[key]
    # a sum along a run says something about the stretch between two points of the same run
    estimates = entry.joint and spec.mode.design == "hard" and spec.one_pass(key)
    empty = np.full((len(runs), len(examples)), np.nan)
    sets = [spec.data_set_of(run) for run in runs] if spec.data_sets > 1 else None
    curve = Curve(
        algorithm=key,
        runs=np.array(runs),
        examples=examples,
        attributes=np.zeros(len(examples), dtype=np.int64),
        distinct=empty.copy(),
        relative_loss=empty.copy(),
        excess_risk=None if dataset.w_star is None or dataset.means is None else empty.copy(),
        error_rate=empty.copy() if dataset.targets_are_classes else None,
        setting=settings[-1] if entry.takes_steps else None,
        q=None,
        unsampled=None,
        progressive=empty.copy() if estimates else None,
        data_sets=None if sets is None else np.array(sets, dtype=np.int64),
    )
    # over data sets with another w* a mean of predictors means nothing
    alike = spec.data_sets == 1 or spec.entry.uploaded
    tally = empty_tally(
        spec.weights if alike else "none",
        points=len(examples),
        d=dataset.d,
        B=max(setting.B for setting in settings),
        runs=len(runs),
    )
    spent = np.zeros(empty.shape, dtype=np.int64)
    return Piece(curve, spent, loss_sums=empty.copy() if estimates else None, tally=tally)


def record(
    piece: Piece,
    at: tuple[int | slice, int | slice],
    W: Floats,
    spent: Ints,
    distinct: Ints,
    judge: Judge,
) -> None:
    """Record predictors W, all runs at one point or one run at all points, and their cost."""
    curve, measures = piece.curve, judge.measure(W)
    piece.spent[at] = spent
    curve.attributes[at[1]] = np.rint(piece.spent[:, at[1]].mean(axis=0))
    curve.distinct[at] = distinct
    curve.relative_loss[at] = measures.relative_loss
    if curve.excess_risk is not None:
        curve.excess_risk[at] = measures.excess_risk
    if curve.error_rate is not None:
        curve.error_rate[at] = measures.error_rate


def note_labels(piece: Piece, y: Floats, orders: Ints) -> None:
    """Note the mean y² of the examples that each run has met up to each point of its first pass.

    y : (m,) labels of the training rows, which cost nothing; orders : (R, n) rows as they are met.
    """
    if piece.loss_sums is None:
        return
    first_pass = piece.curve.examples[piece.curve.examples <= len(y)]
    sums = np.cumsum(y[orders[:, : len(y)]] ** 2, axis=1, dtype=np.float64)
    piece.mean_y2 = sums[:, first_pass - 1] / first_pass


def record_estimates(piece: Piece, point: int, learning: Joint, lanes_of_piece: slice) -> None:
    r"""Record the mean of the loss estimates since the point before, over the zero predictor's.

    With :math:`\ell_t` unbiased for :math:`L(\bar w_t) - L(0)` and n examples met by now, s of
    them since the point before, it is :math:`1 + 2 (\sum_{n-s<t\le n} \ell_t / s) /
    (\sum_{t\le n} y_t^2 / n)`. Both means are over examples of the run, so it estimates the loss
    on the distribution of the training rows over the zero predictor's there. No test row is used.
    `lanes_of_piece`: one per run.
    """
    curve, sums, mean_y2 = piece.curve, piece.loss_sums, piece.mean_y2
    if sums is None or mean_y2 is None or curve.progressive is None or point >= mean_y2.shape[1]:
        return
    sums[:, point] = learning.progressive_loss_sums[lanes_of_piece]
    before = sums[:, point - 1] if point else 0.0
    steps = curve.examples[point] - (curve.examples[point - 1] if point else 0)
    gain, zero = 2 * (sums[:, point] - before) / steps, mean_y2[:, point]
    # as long as all labels were 0, the predictor is 0 as well
    curve.progressive[:, point] = 1 + np.where(zero > 0, gain / np.where(zero > 0, zero, 1.0), 0.0)


def record_sampling(piece: Piece, learning: Learner, lanes_of_piece: slice) -> None:
    """Keep the q that phase one estimated, or the last π of a joint algorithm."""
    if isinstance(learning, Joint):
        piece.pi = learning.inclusion_probabilities[lanes_of_piece][:RUNS_OF_Q]
    elif isinstance(learning, TwoPhase):
        assert learning.q is not None
        q = learning.q[lanes_of_piece]
        piece.curve = replace(piece.curve, unsampled=(q == 0).sum(axis=1))
        piece.q = q[:RUNS_OF_Q].copy()
