"""The data sets of a panel, stacked: all lanes of an algorithm advance in one learner."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aelr_core.checks import Floats
from aelr_core.datasets import DATASETS, Dataset, load_dataset
from aelr_core.experiments.judge import Judge
from aelr_core.study.panels import Panel

# Test rows of simulated data serve only to refuse a w* that predicts 0 everywhere.
TEST_ROWS = 1_000

Errors = Callable[[Floats], Floats]


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
