"""Computes one part of a panel: searches the steps of its tuned arms, then runs all arms."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from time import perf_counter

import numpy as np

from aelr_core.checks import Floats
from aelr_core.engine.lanes import lanes
from aelr_core.experiments.result import versions
from aelr_core.randomness import order
from aelr_core.study.arms import Arm, arms_of
from aelr_core.study.outcome import Measured, Outcome
from aelr_core.study.panels import RUN_SEED, STUDY_RUN, Panel
from aelr_core.study.search import RUNS_APART, fold, search
from aelr_core.study.tables import Tables, load_tables


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
    every = panel.sizes_of(arm.part)
    ones = np.ones((1, len(every)))
    chosen = multipliers.get(arm.key, ones)
    own, first = (_of_data_sets(numbers, m) for m in (chosen, multipliers.get(arm.after, ones)))
    sizes, at = (every[-1:], panel.checkpoints) if arm.on_the_way else (every, every)
    n, R, S = len(numbers), panel.runs, len(sizes)
    steps = [arm.examples(panel, tables.d, size) for size in sizes]
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
    per_lane = [np.repeat(m[:, None, -S:], R, axis=1).reshape(-1) for m in (own, first)]
    learning = arm.lanes(panel, tables, group, *per_lane)
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
    own: Floats = multipliers[np.asarray(numbers)]
    return own


def _errors(tables: Tables, w_bar: Floats, shape: tuple[int, ...]) -> Floats:
    parts = w_bar.reshape(shape[0], -1, tables.d)
    found = [errors(W) for errors, W in zip(tables.errors, parts, strict=True)]
    return np.array(found).reshape(shape)
