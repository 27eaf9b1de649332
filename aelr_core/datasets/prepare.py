"""Turns a table of numbers into training and test rows: the split, the scaling, the moments."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from aelr_core.checks import Floats, Ints
from aelr_core.datasets.dataset import Dataset
from aelr_core.datasets.random_streams import stream
from aelr_core.datasets.scaling import SCALINGS, Rows, Table, scale_table
from aelr_core.moments import second_moments

# If all test targets were smaller than this, losses over the zero predictor's would be noise.
NEGLIGIBLE = 1e-9


@dataclass(frozen=True)
class PreparedRows:
    """The rows of a `Dataset` and what was done to them."""

    X_train: Rows
    X_test: Rows
    moments: Floats
    known_moments: Floats
    scale: float
    steps: tuple[str, ...]


def split_order(y: Floats, test_rows: int, seed: int) -> Ints:
    """Return a random order of the rows, the training rows first and `test_rows` at the end.

    An order whose test targets are all 0 is drawn again: the zero predictor's test loss, by
    which results are divided, would be 0.

    Parameters
    ----------
    y : (n,) array, not all 0
    test_rows : int from 1 to n − 1
    seed : int

    Returns
    -------
    (n,) array of row numbers
    """
    generator = stream(seed, "split")
    while True:
        order = generator.permutation(len(y))
        if np.abs(y[order[-test_rows:]]).max() > NEGLIGIBLE:
            return order


def prepare(
    table: Table,
    test_rows: int,
    scaling: str,
    family: str,
    *,
    order: Ints | None = None,
    dtype: type[np.float32] | type[np.float64] = np.float64,
) -> PreparedRows:
    """Scale the rows of `table` (n, d) in the given order; the last `test_rows` are test rows.

    The recipe's statistics are over all rows: with training rows only, an attribute that is
    nearly always 0 there can reach |x| = 138 in a test row of MNIST.
    """
    rows, scale = scale_table(table, scaling, family, order=order, dtype=dtype)
    rows.setflags(write=False)
    n, m = len(rows), len(rows) - test_rows
    X_train, X_test = rows[:m], rows[m:]
    known_moments = second_moments(X_train)
    moments = (m * known_moments + test_rows * second_moments(X_test)) / n
    return PreparedRows(
        X_train, X_test, moments, known_moments, scale, _sentences(scaling, family, scale)
    )


def split_again(dataset: Dataset, seed: int) -> Dataset:
    """Return the rows of a table split anew by another seed, with as many test rows.

    The scaling is over all rows, so they stay as they are; only the moments of the training rows
    change.
    """
    m, test_rows = dataset.m, len(dataset.y_test)
    y = np.concatenate([dataset.y_train, dataset.y_test])
    order = split_order(y, test_rows, seed)
    y, rows = y[order], np.concatenate([dataset.X_train, dataset.X_test])[order]
    return replace(
        dataset,
        X_train=rows[:m],
        y_train=y[:m],
        X_test=rows[m:],
        y_test=y[m:],
        known_moments=second_moments(rows[:m]),
        seed=seed,
    )


def _sentences(scaling: str, family: str, scale: float) -> tuple[str, ...]:
    recipe = SCALINGS[scaling]
    over = " (over training and test rows together)" if scaling not in ("none", "l2") else ""
    sentences = [f"{recipe.sentence}{over}."]
    if family == "ridge":
        sentences.append(
            f"All rows were divided by {scale:.6g}, the largest row norm, so that ‖x‖₂ ≤ 1."
        )
    return tuple(sentences)


def centred_target(values: Floats) -> tuple[Floats, str]:
    """Return a numeric target for predictors without intercept, |y| ≤ 1, and a sentence on it."""
    middle, largest = centre_and_size(values)
    return (values - middle) / largest, (
        f"The target's mean {middle:.6g} was subtracted (there is no intercept), then it was "
        f"divided by its largest absolute value {largest:.6g} (both over all rows)."
    )


def centre_and_size(values: Floats) -> tuple[float, float]:
    """Return the mean of a numeric target, and its largest distance from it."""
    middle = values.min() + (values - values.min()).mean()
    return float(middle), float(np.abs(values - middle).max())


def signs(is_positive: Table, negative: str, positive: str) -> tuple[Floats, str]:
    """Return ±1 for a target of two classes, and the sentence that says which is which."""
    y = np.where(is_positive, 1.0, -1.0)
    return y, f"The target is +1 for {positive} and −1 for {negative}."
