"""What a search is tried on: cross-validation folds of the training rows, as orders for lanes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from aelr_core.algorithms import ALGORITHMS
from aelr_core.checks import Ints
from aelr_core.datasets import Dataset
from aelr_core.experiments.spec import ExperimentSpec
from aelr_core.learners import full_information_examples
from aelr_core.randomness import order

# Runs from here on belong to searches: no curve has their orders and uniforms.
TUNING_RUNS = 1_000_000_000


@dataclass(frozen=True)
class Effort:
    """How much is spent on a search: folds, lanes per fold and candidate, most examples.

    fine : whether it looks again around the best candidate.
    above : how many more multipliers it tries above the usual ones.
    """

    folds: int
    repeats: int
    most_examples: int | None
    fine: bool = False
    above: int = 0

    @property
    def orders(self) -> int:
        """Orders of the rows in all, and so lanes per candidate."""
        return self.folds * self.repeats


# The loss of one budgeted run is noisy, and a few more lanes cost next to nothing.
EFFORTS = {
    "cv": Effort(10, 2, None),
    # the loss may have two valleys, and the second lie far above the theory's step
    "fine": Effort(10, 2, None, fine=True, above=2),
    "quick": Effort(3, 4, 2_000),
}


@dataclass(frozen=True)
class Folds:
    """Training rows split into folds, and the orders of lanes that must not see one of them.

    Attributes
    ----------
    held_out : one array of row numbers per fold.
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


def effort_of(spec: ExperimentSpec) -> Effort:
    """Return how much a spec spends on a search."""
    return EFFORTS[str(spec.step) if spec.step_is_searched else "cv"]


def folds_of(spec: ExperimentSpec, dataset: Dataset, key: str, effort: Effort) -> Folds:
    """Return the folds on which the candidates of an algorithm are tried."""
    among = min(dataset.m, effort.most_examples or dataset.m)
    m = min(spec.examples, effort.most_examples or spec.examples)
    if not ALGORITHMS[key].budgeted:
        m = full_information_examples(m, spec.budget, dataset.d)
    if among < 2:
        raise ValueError("step must be 'theory' or a number: there are too few rows to tune on.")
    return make_folds(
        seed=spec.seed,
        rows=dataset.m,
        among=among,
        folds=min(effort.folds, among),
        repeats=effort.repeats,
        examples=m,
    )


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
