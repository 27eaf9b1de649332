"""Cross-validation folds of the training rows, as orders for lanes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from aelr_core.checks import Ints
from aelr_core.randomness import order

# Runs from here on belong to the tuning: their orders and uniforms are nobody else's.
TUNING_RUNS = 1_000_000_000


@dataclass(frozen=True)
class Folds:
    """Training rows split into folds, and the orders of lanes that must not see one of them.

    Attributes
    ----------
    held_out : one array of row numbers a fold.
    orders : (folds * repeats, n) row numbers: repeat r of fold f is row r * folds + f, and
        holds no row of fold f.
    runs : (folds * repeats,) whose uniforms they receive.
    """

    held_out: tuple[Ints, ...]
    orders: Ints
    runs: Ints

    @property
    def fold_of_order(self) -> Ints:
        """(folds * repeats,) which fold each order leaves out."""
        return np.arange(len(self.orders)) % len(self.held_out)


def make_folds(
    *, seed: int, rows: int, among: int, folds: int, repeats: int, examples: int
) -> Folds:
    """Split `among` of `rows` training rows at random into folds.

    Parameters
    ----------
    seed : the experiment's.
    rows : training rows there are; `among` of them, drawn at random, take part.
    folds, repeats : orders made for each fold.
    examples : how many examples an order should hold. Without its fold there may be fewer:
        when m does not exceed the rows, an order meets no row twice.
    """
    taken = order(seed, TUNING_RUNS, rows, among)
    fold_of_row = np.full(rows, -1)
    fold_of_row[taken] = np.arange(among) * folds // among
    held_out = tuple(np.flatnonzero(fold_of_row == fold) for fold in range(folds))
    runs = TUNING_RUNS + 1 + np.arange(folds * repeats)
    orders = []
    for number, run in enumerate(runs):
        # places in `taken`: a longer order begins another permutation, as a run's does
        met = taken[order(seed, int(run), among, max(examples, among))]
        orders.append(met[fold_of_row[met] != number % folds])
    length = min(examples, *(len(o) for o in orders))
    return Folds(held_out, np.stack([o[:length] for o in orders]), runs)
