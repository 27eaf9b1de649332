"""MNIST, the digits 3 and 5 only, with its own training and test rows."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from aelr_core.checks import Floats
from aelr_core.datasets.bundled_files import check_counts, damaged, read_asset
from aelr_core.datasets.dataset import Dataset
from aelr_core.datasets.entry import Entry
from aelr_core.datasets.options import FAMILY, SCALING
from aelr_core.datasets.prepare import PreparedRows, prepare, signs
from aelr_core.datasets.printed import PrintedRatios

FILE = "mnist_3v5.npz"
TRAINING_COUNTS = {3: 6131, 5: 5421}
TEST_COUNTS = {3: 1010, 5: 892}
SIDE = 28


def load(*, family: str, scaling: str) -> Dataset:
    """Return MNIST's threes (−1) and fives (+1)."""
    prepared, y_train, y_test, target_step = _rows(scaling, family)
    return Dataset(
        name=ENTRY.name,
        label=ENTRY.label,
        family=family,
        X_train=prepared.X_train,
        y_train=y_train,
        X_test=prepared.X_test,
        y_test=y_test,
        attributes=tuple(f"pixel {r},{c}" for r in range(SIDE) for c in range(SIDE)),
        moments=prepared.moments,
        known_moments=prepared.known_moments,
        scale=prepared.scale,
        targets_are_classes=True,
        classes=("3", "5"),
        steps=(target_step, *prepared.steps),
    )


@lru_cache(maxsize=2)
def _rows(scaling: str, family: str) -> tuple[PreparedRows, Floats, Floats, str]:
    """Return the rows and targets of one scaling; two are kept, 80 MiB each."""
    arrays = read_asset(FILE, ("X_train", "y_train", "X_test", "y_test"))
    check_counts(FILE, arrays["y_train"], TRAINING_COUNTS)
    check_counts(FILE, arrays["y_test"], TEST_COUNTS)
    n, n_test = sum(TRAINING_COUNTS.values()), sum(TEST_COUNTS.values())
    shapes = arrays["X_train"].shape, arrays["X_test"].shape
    if shapes != ((n, SIDE * SIDE), (n_test, SIDE * SIDE)):
        raise damaged(FILE)
    pixels = np.concatenate([arrays["X_train"], arrays["X_test"]])
    y_train, target_step = signs(arrays["y_train"] == 5, "the digit 3", "the digit 5")
    y_test, _ = signs(arrays["y_test"] == 5, "3", "5")
    return prepare(pixels, n_test, scaling, family), y_train, y_test, target_step


ENTRY = Entry(
    name="mnist-3v5",
    label="MNIST, 3 against 5",
    short="MNIST",
    description="Is it a 3 or a 5? 13,454 pictures of handwritten digits, 28 × 28 pixels.",
    provenance="MNIST by Yann LeCun and Corinna Cortes: every 3 and 5, in the original order and "
    "split.",
    licence="CC BY-SA 3.0.",
    task="classification",
    options=(FAMILY, SCALING),
    budgets={"ridge": 57, "lasso": 5},
    load=load,
    image_shape=(SIDE, SIDE),
    printed=(PrintedRatios(ridge="0.45", lasso="0.2"),),
)
