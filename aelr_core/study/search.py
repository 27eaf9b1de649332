"""The search of step sizes, as `experiments.search` does it, on several data sets at once.

Every size of an algorithm has its own search, on the training rows of the panel's search data sets
(simulated) or of each split (real). A search of n examples takes the first n of an order that
leaves a fold out, or all of them if there are fewer, and is judged on the rows of that fold.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

import numpy as np

from aelr_core.checks import Floats, Ints
from aelr_core.engine.lanes import lanes
from aelr_core.experiments.folds import TUNING_RUNS, make_folds
from aelr_core.experiments.judge import held_out_loss
from aelr_core.experiments.search import APART, AROUND, Grid
from aelr_core.study.arms import Arm
from aelr_core.study.panels import FOLDS, RUN_SEED, SEARCH_SEED, Panel
from aelr_core.study.tables import Tables, load_tables

# Larger multipliers that are tried beyond the usual ones, as in a fine search.
ABOVE = 2
# Most lanes in one learner.
MOST_LANES = 2_000
# Run numbers that the orders of one data set may use.
RUNS_APART = 1_000


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
            seed=panel.seed + RUN_SEED + 1 + n, rows=tables.rows, among=tables.rows, folds=FOLDS,
            repeats=panel.repeats, examples=panel.sizes[-1],
        )  # fmt: skip
        orders.append(folds.orders + n * tables.rows)
        held_out += [folds.held_out[f] + n * tables.rows for f in folds.fold_of_order]
    each = FOLDS * panel.repeats
    shortest = min(own.shape[1] for own in orders)
    table = np.repeat(np.arange(number), each)
    return Folded(
        tables,
        1 if panel.searched else number,
        np.concatenate([own[:, :shortest] for own in orders]),
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
    low, high = np.array([-AROUND, 0]), np.array([AROUND + ABOVE, 0])
    sizes = panel.sizes_of(arm.part)
    grids = {
        (group, size): Grid(arm.key, low, high, None, fine=True)
        for group in range(folded.groups)
        for size in range(len(sizes))
    }
    best = np.full((folded.groups, len(sizes)), np.nan)
    rounds = 0
    while np.isnan(best).any():
        trials = [
            (group, size, at[0])
            for (group, size), grid in grids.items()
            if np.isnan(best[group, size])
            for at in grid.new()
        ]
        each = np.bincount(folded.group)[0]
        chunk = max(1, MOST_LANES // int(each))
        for start in range(0, len(trials), chunk):
            yield (rounds + start / len(trials)) / (rounds + 2)
            some = trials[start : start + chunk]
            for (group, size, s), loss in zip(
                some, _try(panel, arm, folded, some, phase_one), strict=True
            ):
                grids[group, size].losses[s, 0] = loss
        rounds += 1
        for place, grid in grids.items():
            if np.isnan(best[place]) and (found := grid.settle()) is not None:
                best[place] = APART ** found[0]
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
    each, order = len(which[0]), np.concatenate(which)
    most, sizes = folded.orders.shape[1], panel.sizes_of(arm.part)
    steps = [arm.examples(panel, tables.d, min(sizes[size], most)) for _, size, _ in trials]
    group = lanes(
        eta=1.0,
        B=tables.B[folded.table[order]],
        order=folded.orders,
        order_of_lane=order,
        seed=panel.seed + RUN_SEED,
        run=folded.run[order],
        steps=np.repeat(steps, each),
    )
    multiplier = np.repeat([APART**s for _, _, s in trials], each)
    first = np.repeat([phase_one[g, size] for g, size, _ in trials], each)
    learning = arm.lanes(panel, tables, group, multiplier, first)
    learning.advance()
    w_bar, losses = learning.w_bar(), np.empty(len(order))
    for number in np.unique(order):
        own, rows = np.flatnonzero(order == number), folded.held_out[number]
        losses[own] = held_out_loss(w_bar[own], tables.X[rows], tables.y[rows])
    return losses.reshape(len(trials), each)
