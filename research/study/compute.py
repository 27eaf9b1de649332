"""Computes one part of a panel: searches the steps of its tuned arms, then runs all arms.

The data sets of a panel are stacked, so that all lanes of an arm advance in one learner. Every size
of an arm has its own search, as `experiments.search` does it, on the training rows of the panel's
search data sets (simulated) or of each split (real). A search of n examples takes the first n of an
order that leaves a fold out, or all of them if there are fewer, and is judged on the rows of that
fold.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aelr_core.algorithms import Learner, StepRule, by_word, full_information_examples, learner
from aelr_core.checks import Floats, Ints
from aelr_core.datasets import DATASETS, Dataset, load_dataset
from aelr_core.engine.joint.lanes import Joint
from aelr_core.engine.joint.lasso import JAELR
from aelr_core.engine.joint.ridge import JAERR
from aelr_core.engine.lanes import Lanes, lanes
from aelr_core.experiments.problem import Judge, held_out_loss
from aelr_core.experiments.result import versions
from aelr_core.experiments.search import APART, EFFORTS, TUNING_RUNS, Grid, make_folds
from aelr_core.modes import EXPERIMENTS
from aelr_core.randomness import order
from research.study.design import FOLDS, RUN_SEED, SEARCH_SEED, STUDY_RUN, Arm, Panel, arms_of
from research.study.outcome import Measured, Outcome

# Test rows of simulated data serve only to refuse a w* that predicts 0 everywhere.
TEST_ROWS = 1_000
# What a search tries: that of a fine one, for steps alone.
EFFORT = replace(EFFORTS["fine"], bounds=(0,))
# Most lanes in one learner.
MOST_LANES = 2_000
# Run numbers that the orders of one data set may use.
RUNS_APART = 1_000
JOINT: dict[str, type[Joint]] = {"ridge": JAERR, "lasso": JAELR}

Errors = Callable[[Floats], Floats]


def compute(panel: Panel, part: str) -> Generator[float, None, Outcome]:
    """Compute a part of a panel; yield the share of the work that is done."""
    began, arms = perf_counter(), arms_of(part)
    tuned = [arm for arm in arms if arm.tuned]
    folded, multipliers = fold(panel), dict[str, Floats]()
    ones = np.ones((folded.groups, len(panel.sizes_of(part))))
    for number, arm in enumerate(tuned):
        searching = search(panel, arm, folded, multipliers.get(arm.after, ones))
        while True:
            try:
                yield (number + next(searching)) / (len(tuned) + 1)
            except StopIteration as found:
                multipliers[arm.key] = found.value
                break
    yield len(tuned) / (len(tuned) + 1)
    del folded
    measured = {}
    numbers = range(panel.datasets)
    tables = load_tables(panel, [panel.seed + n for n in numbers])
    for number, arm in enumerate(arms):
        measured[arm.key] = evaluate(panel, arm, tables, numbers, multipliers)
        yield (len(tuned) + (number + 1) / len(arms)) / (len(tuned) + 1)
    return Outcome(panel, part, measured, STUDY_RUN, perf_counter() - began, versions())


def evaluate(
    panel: Panel,
    arm: Arm,
    tables: Tables,
    numbers: Sequence[int],
    multipliers: dict[str, Floats],
) -> Measured:
    """Run an arm on data sets of a panel.

    tables, numbers : the data sets, and their numbers in the panel.
    multipliers : by arm, (groups, sizes), those that were searched.
    """
    all_sizes = panel.sizes_of(arm.part)
    ones = np.ones((1, len(all_sizes)))
    chosen = multipliers.get(arm.key, ones)
    second, first = (_of_data_sets(numbers, m) for m in (chosen, multipliers.get(arm.after, ones)))
    sizes, at = (all_sizes[-1:], panel.checkpoints) if arm.on_the_way else (all_sizes, all_sizes)
    n, R, S = len(numbers), panel.runs, len(sizes)
    steps = [examples_of(arm, panel, tables.d, size) for size in sizes]
    orders = [
        order(panel.seed + RUN_SEED, number * RUNS_APART + run, tables.rows, max(steps))
        + place * tables.rows
        for place, number in enumerate(numbers)
        for run in range(R)
    ]
    group = lanes(
        eta=1.0,
        B=np.repeat(tables.B, R * S),
        order=np.stack(orders),
        order_of_lane=np.repeat(np.arange(n * R), S),
        seed=panel.seed + RUN_SEED,
        run=np.repeat([number * RUNS_APART + run for number in numbers for run in range(R)], S),
        steps=np.tile(steps, n * R),
    )
    per_lane = [np.repeat(m[:, None, -S:], R, axis=1).reshape(-1) for m in (second, first)]
    learning = lanes_of(arm, panel, tables, group, *per_lane)
    errors = np.empty((n, R, len(at)), dtype=np.float32)
    if arm.on_the_way:
        for point, size in enumerate(at):
            learning.advance(size - learning.t)
            errors[:, :, point] = _errors(tables, learning.w_bar(), (n, R))
    else:
        learning.advance()
        errors[:] = _errors(tables, learning.w_bar(), (n, R, S))
    spent = learning.attributes_seen[0].reshape(n, R, S)[:, :, -1].mean()
    return Measured(np.array(at), errors, chosen if arm.tuned else None, float(spent))


def _of_data_sets(numbers: Sequence[int], multipliers: Floats) -> Floats:
    """Return the multipliers of each data set, (n, sizes), from those of each group."""
    if len(multipliers) == 1:
        return np.repeat(multipliers, len(numbers), axis=0)
    rows: Floats = multipliers[np.asarray(numbers)]
    return rows


def _errors(tables: Tables, w_bar: Floats, shape: tuple[int, ...]) -> Floats:
    parts = w_bar.reshape(shape[0], -1, tables.d)
    errors_of_parts = [errors(W) for errors, W in zip(tables.errors, parts, strict=True)]
    return np.array(errors_of_parts).reshape(shape)


# -- an arm at work --


def examples_of(arm: Arm, panel: Panel, d: int, examples: int) -> int:
    """Return how many examples an arm sees at a size: fewer, if it sees them whole."""
    if arm.word != "online":
        return examples
    return full_information_examples(examples, panel.budget, d)


def lanes_of(
    arm: Arm,
    panel: Panel,
    tables: Tables,
    group: Lanes,
    multiplier: Floats,
    phase_one: Floats,
) -> Learner:
    """Return the lanes of an arm, ready to advance; multiplier and phase_one are (L,)."""
    if arm.joint:
        return JOINT[panel.family](
            tables.X,
            tables.y,
            group,
            K=panel.budget,
            M=tables.M if arm.word == "joint" else None,
            multiplier=multiplier,
            aware=arm.aware,
            length=arm.length,
            guarded=arm.guarded,
        )
    return learner(
        by_word(arm.word, panel.family).key,
        tables.X,
        tables.y,
        group,
        budget=panel.budget,
        mode=EXPERIMENTS,
        M=tables.M,
        step=StepRule(multiplier=multiplier, phase_one=phase_one),
        average=arm.average,
    )


# -- the search of step sizes --


@dataclass(frozen=True, eq=False)
class Folded:
    """The training rows of a search, in folds.

    Attributes
    ----------
    tables : the data sets.
    groups : how many searches there are for each size: one, or one per split.
    orders : (O, n) rows, in the order they are met.
    table, group, run : (O,) data set, group and run number of each order.
    held_out : (O) the rows of the fold that each order leaves out.
    """

    tables: Tables
    groups: int
    orders: Ints
    table: Ints
    group: Ints
    run: Ints
    held_out: tuple[Ints, ...]


def fold(panel: Panel) -> Folded:
    """Load the data sets of a panel's search and split them into folds."""
    first = SEARCH_SEED if panel.searched else 0
    number = panel.searched or panel.datasets
    tables = load_tables(panel, [panel.seed + first + n for n in range(number)])
    orders, held_out = [], list[Ints]()
    for n in range(number):
        folds = make_folds(
            seed=panel.seed + RUN_SEED + 1 + n,
            rows=tables.rows,
            among=tables.rows,
            folds=FOLDS,
            repeats=panel.repeats,
            examples=panel.sizes[-1],
        )
        orders.append(folds.orders + n * tables.rows)
        held_out += [folds.held_out[f] + n * tables.rows for f in folds.fold_of_order]
    each = FOLDS * panel.repeats
    shortest = min(order.shape[1] for order in orders)
    table = np.repeat(np.arange(number), each)
    return Folded(
        tables,
        1 if panel.searched else number,
        np.concatenate([order[:, :shortest] for order in orders]),
        table,
        np.zeros_like(table) if panel.searched else table,
        TUNING_RUNS + table * RUNS_APART + np.tile(np.arange(each), number),
        tuple(held_out),
    )


def search(
    panel: Panel, arm: Arm, folded: Folded, phase_one: Floats
) -> Generator[float, None, Floats]:
    """Return the best multipliers, (groups, sizes); yield the share of the work that is done.

    phase_one : (groups, sizes) the multipliers of phase one, if there is one.
    """
    sizes, each = panel.sizes_of(arm.part), int(np.bincount(folded.group)[0])
    places = [(group, size) for group in range(folded.groups) for size in range(len(sizes))]
    grids = {place: Grid(EFFORT, each) for place in places}
    going = {place: filter(None, grid.rounds()) for place, grid in grids.items()}
    chunk, rounds = max(1, MOST_LANES // each), 0
    while trials := [
        (*place, s)
        for place, more in going.items()
        for s in dict.fromkeys(s for (s, _), _ in next(more, ()))
    ]:
        for start in range(0, len(trials), chunk):
            yield (rounds + start / len(trials)) / (rounds + 2)
            some = trials[start : start + chunk]
            losses = _try(panel, arm, folded, some, phase_one)
            for (group, size, s), loss in zip(some, losses.tolist(), strict=True):
                grids[group, size].losses[s, 0] = dict(enumerate(loss))
        rounds += 1
    best = np.empty((folded.groups, len(sizes)))
    for place, grid in grids.items():
        best[place] = APART ** grid.best[0]
    return best


def _try(
    panel: Panel,
    arm: Arm,
    folded: Folded,
    trials: list[tuple[int, int, float]],
    phase_one: Floats,
) -> Floats:
    """Run trials × orders as lanes; return the held-out losses, (trials, orders of a group)."""
    tables = folded.tables
    which = [np.flatnonzero(folded.group == group) for group, _, _ in trials]
    each, orders = len(which[0]), np.concatenate(which)
    most, sizes = folded.orders.shape[1], panel.sizes_of(arm.part)
    steps = [examples_of(arm, panel, tables.d, min(sizes[size], most)) for _, size, _ in trials]
    group = lanes(
        eta=1.0,
        B=tables.B[folded.table[orders]],
        order=folded.orders,
        order_of_lane=orders,
        seed=panel.seed + RUN_SEED,
        run=folded.run[orders],
        steps=np.repeat(steps, each),
    )
    multiplier = np.repeat([APART**s for _, _, s in trials], each)
    first = np.repeat([phase_one[g, size] for g, size, _ in trials], each)
    learning = lanes_of(arm, panel, tables, group, multiplier, first)
    learning.advance()
    w_bar, losses = learning.w_bar(), np.empty(len(orders))
    for number in np.unique(orders):
        those, rows = np.flatnonzero(orders == number), folded.held_out[number]
        losses[those] = held_out_loss(w_bar[those], tables.X[rows], tables.y[rows])
    return losses.reshape(len(trials), each)


# -- data sets --


@dataclass(frozen=True, eq=False)
class Tables:
    """n data sets of one panel, of m training rows each, one below the other.

    Attributes
    ----------
    X, y : (n m, d), (n m,) training rows and labels; 0/1 attributes as bytes.
    rows : m.
    M : (d,) the second moments, the same for all.
    B : (n,) norm bounds.
    errors : (n,) functions from predictors, (L, d), to their errors relative to the zero
        predictor's, (L,).
    """

    X: NDArray[Any]
    y: Floats
    rows: int
    M: Floats
    B: Floats
    errors: tuple[Errors, ...]

    @property
    def d(self) -> int:
        """The number of attributes."""
        return int(self.X.shape[1])


def load_tables(panel: Panel, seeds: Sequence[int]) -> Tables:
    """Load the data sets of these seeds."""
    rows, y, B, errors = list[NDArray[Any]](), [], [], []
    for seed in seeds:
        one = _load(panel, seed)
        rows.append(one.X_train.astype(np.uint8) if panel.simulated else one.X_train)
        y.append(one.y_train)
        assert one.norm_bound is not None
        B.append(one.norm_bound * panel.ball)
        errors.append(exact_errors(one) if panel.simulated else errors_on_test_rows(one))
    X = rows[0] if len(rows) == 1 else np.concatenate(rows)
    return Tables(X, np.concatenate(y), one.m, one.moments, np.array(B), tuple(errors))


def exact_errors(dataset: Dataset) -> Errors:
    """Return the function L(w)/L(0), exact: labels without noise, so L(w*) = 0."""
    # all that is needed of a data set, without its rows
    few = replace(dataset, X_train=dataset.X_train[:1].copy(), y_train=dataset.y_train[:1].copy())
    few = replace(few, X_test=dataset.X_test[:1].copy(), y_test=dataset.y_test[:1].copy())
    zero = few.excess_risk(np.zeros((1, few.d)))

    def errors(W: Floats) -> Floats:
        relative: Floats = few.excess_risk(W) / zero
        return relative

    return errors


def errors_on_test_rows(dataset: Dataset) -> Errors:
    """Return the function from predictors to test loss over the zero predictor's."""
    judge = Judge(dataset)
    return lambda W: judge.measure(W).relative_loss


def _load(panel: Panel, seed: int) -> Dataset:
    given: dict[str, object] = {**dict(panel.options), "family": panel.family}
    if DATASETS[panel.data].takes("seed"):
        given["seed"] = seed
    if panel.simulated:
        given |= {"examples": panel.rows, "test_examples": TEST_ROWS}
    return load_dataset(panel.data, **given)
