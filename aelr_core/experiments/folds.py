"""Cross-validation folds of the training rows, as orders of rows for the lanes of a search."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from aelr_core.algorithms import ALGORITHMS
from aelr_core.checks import Ints
from aelr_core.datasets import Dataset
from aelr_core.experiments.spec import ExperimentSpec
from aelr_core.learners import full_information_examples
from aelr_core.randomness import order

# Run numbers from here on belong to searches: no curve uses their orders and uniforms.
TUNING_RUNS = 1_000_000_000


@dataclass(frozen=True)
class Effort:
    """The effort of a search.

    folds, repeats : number of folds, and of lanes per fold and candidate.
    most_examples : largest number of examples and rows used; None for all.
    fine : whether candidates around the best one are tried at the end.
    above : how many larger multipliers are tried beyond the usual ones.
    """

    folds: int
    repeats: int
    most_examples: int | None
    fine: bool = False
    above: int = 0

    @property
    def orders(self) -> int:
        """The number of orders of the rows, which is also the number of lanes per candidate."""
        return self.folds * self.repeats


# The loss of one budgeted run is noisy, and a few more lanes cost almost nothing.
EFFORTS = {
    "cv": Effort(10, 2, None),
    # the loss may have two valleys, the second far above the theory's step
    "fine": Effort(10, 2, None, fine=True, above=2),
    "quick": Effort(3, 4, 2_000),
    # from coarse to fine: `prefix_search`
    "scaled": Effort(10, 1, None),
    "each": Effort(10, 1, None),
}


@dataclass(frozen=True)
class Folds:
    """Training rows split into folds, and orders of rows that leave one fold out.

    Attributes
    ----------
    held_out : one array of row numbers per fold.
    orders : (folds * repeats, n) row numbers: repeat r of fold f is row r * folds + f, and
        contains no row of fold f.
    runs : (folds * repeats,) the run numbers whose uniforms they use.
    """

    held_out: tuple[Ints, ...]
    orders: Ints
    runs: Ints

    @property
    def fold_of_order(self) -> Ints:
        """The fold that each order leaves out, (folds * repeats,)."""
        return np.arange(len(self.orders)) % len(self.held_out)


def effort_of(spec: ExperimentSpec) -> Effort:
    """Return the effort that a spec puts into a search."""
    return EFFORTS[spec.search if spec.step_is_searched else "cv"]


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
    rows : number of training rows; `among` of them, drawn at random, are used.
    folds, repeats : number of folds, and of orders for each fold.
    examples : how many examples an order should have. It may have fewer, since its fold is left
        out and no row is used twice while m does not exceed the rows.
    """
    taken = order(seed, TUNING_RUNS, rows, among)
    fold_of_row = np.full(rows, -1)
    fold_of_row[taken] = np.arange(among) * folds // among
    held_out = tuple(np.flatnonzero(fold_of_row == fold) for fold in range(folds))
    runs = TUNING_RUNS + 1 + np.arange(folds * repeats)
    orders = []
    for number, run in enumerate(runs):
        # indices into `taken`: a longer order starts another permutation, as in a run
        met = taken[order(seed, int(run), among, max(examples, among))]
        orders.append(met[fold_of_row[met] != number % folds])
    length = min(examples, *(len(o) for o in orders))
    return Folds(held_out, np.stack([o[:length] for o in orders]), runs)
