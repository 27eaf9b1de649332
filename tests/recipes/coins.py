"""Coins: a data set as somebody would add it. The recipe's test copies this file."""

from __future__ import annotations

import numpy as np

from aelr_core.datasets.dataset import Dataset, prepare, signs
from aelr_core.datasets.entry import FAMILY, SCALING, Entry, Option

ATTRIBUTES = ("weight", "width", "height", "shine")
TEST_ROWS = 12
MINT = Option(
    "mint",
    "Mint",
    "choice",
    "a",
    choices=("a", "b"),
    choice_labels=("the old one", "the new one"),
    help="Where they were made.",
)


def load(*, mint: str, family: str, scaling: str) -> Dataset:
    """Return sixty coins of a mint, silver (−1) and gold (+1)."""
    table = np.random.default_rng(ord(mint)).normal(size=(60, len(ATTRIBUTES))) * [9, 4, 4, 1]
    y, step = signs(table @ [1.0, 1.0, 0.0, 5.0] > 0, "silver", "gold")
    return prepare(table, TEST_ROWS, scaling, family).dataset(
        y,
        step,
        name=ENTRY.name,
        label=ENTRY.label,
        family=family,
        attributes=ATTRIBUTES,
        classes=("silver", "gold"),
    )


ENTRY = Entry(
    name="coins",
    label="Coins, gold against silver",
    short="Coins",
    description="60 coins described by 4 measurements, gold against silver.",
    provenance="Made for a test.",
    licence="None needed.",
    task="classification",
    options=(MINT, FAMILY, SCALING),
    budgets={"ridge": 5, "lasso": 5},
    load=load,
)
