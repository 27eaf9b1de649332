"""Covertype: 581,012 patches of forest, one species of tree against the rest."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from aelr_core.checks import Ints
from aelr_core.datasets.bundled_files import check_counts, damaged, read_asset
from aelr_core.datasets.dataset import Dataset
from aelr_core.datasets.entry import Entry
from aelr_core.datasets.options import FAMILY, SCALING, SEED, Option
from aelr_core.datasets.prepare import PreparedRows, prepare, signs
from aelr_core.datasets.printed import PrintedRatios
from aelr_core.datasets.random_streams import stream
from aelr_core.datasets.scaling import Table

FILE = "covtype_compact.npz"
SPECIES = {
    1: "spruce/fir",
    2: "lodgepole pine",
    3: "ponderosa pine",
    4: "cottonwood/willow",
    5: "aspen",
    6: "Douglas fir",
    7: "krummholz",
}
COUNTS = {1: 211840, 2: 283301, 3: 35754, 4: 2747, 5: 9493, 6: 17367, 7: 20510}
ROWS = sum(COUNTS.values())
TEST_ROWS = 20_000
MEASUREMENTS = (
    "elevation",
    "aspect",
    "slope",
    "horizontal distance to hydrology",
    "vertical distance to hydrology",
    "horizontal distance to roadways",
    "hillshade at 9 am",
    "hillshade at noon",
    "hillshade at 3 pm",
    "horizontal distance to fire points",
)
WILDERNESS = ("Rawah", "Neota", "Comanche Peak", "Cache la Poudre")
SOILS = 40
ATTRIBUTES = (
    *MEASUREMENTS,
    *(f"wilderness area: {name}" for name in WILDERNESS),
    *(f"soil type {n}" for n in range(1, SOILS + 1)),
)


def load(*, species: int, seed: int, family: str, scaling: str) -> Dataset:
    """Return Covertype with the given species as +1 and all others as −1."""
    rows = _rows(scaling, family, seed)
    labels = _table()[1][_order(seed)]
    positive, negative = SPECIES[species], f"the other {len(SPECIES) - 1} species"
    y, target_step = signs(labels == species, negative, positive)
    return Dataset(
        name=ENTRY.name,
        label=f"Covertype, {positive} against the rest",
        family=family,
        X_train=rows.X_train,
        y_train=y[:-TEST_ROWS],
        X_test=rows.X_test,
        y_test=y[-TEST_ROWS:],
        attributes=ATTRIBUTES,
        moments=rows.moments,
        known_moments=rows.known_moments,
        scale=rows.scale,
        targets_are_classes=True,
        classes=(negative, positive),
        seed=seed,
        steps=(
            "The wilderness area and the soil type were one-hot encoded: 10 + 4 + 40 = 54 "
            "attributes.",
            target_step,
            f"Test rows, drawn by the seed: {TEST_ROWS:,} of {ROWS:,}.",
            *rows.steps,
            "The rows are held as 32-bit numbers.",
        ),
    )


@lru_cache(maxsize=2)
def _rows(scaling: str, family: str, seed: int) -> PreparedRows:
    """Return the scaled rows, 120 MiB as float32; two are kept, for any species."""
    table, _ = _table()
    return prepare(table, TEST_ROWS, scaling, family, order=_order(seed), dtype=np.float32)


@lru_cache(maxsize=2)
def _order(seed: int) -> Ints:
    """Return the order of all rows for a seed, the same for every species."""
    return stream(seed, "split").permutation(ROWS)


@lru_cache(maxsize=1)
def _table() -> tuple[Table, Table]:
    """Return all attributes (581012, 54), 60 MiB as int16, and the species 1..7 of every row."""
    arrays = read_asset(FILE, ("num", "wilderness", "soil", "y"))
    check_counts(FILE, arrays["y"], COUNTS)
    wilderness, soil = arrays["wilderness"], arrays["soil"]
    whole = (
        arrays["num"].shape == (ROWS, len(MEASUREMENTS))
        and wilderness.shape == soil.shape == (ROWS,)
        and wilderness.max() < len(WILDERNESS)
        and soil.max() < SOILS
    )
    if not whole:
        raise damaged(FILE)
    table = np.zeros((ROWS, len(ATTRIBUTES)), dtype=np.int16)
    table[:, : len(MEASUREMENTS)] = arrays["num"]
    every_row = np.arange(ROWS)
    table[every_row, len(MEASUREMENTS) + wilderness] = 1
    table[every_row, len(MEASUREMENTS) + len(WILDERNESS) + soil] = 1
    return table, arrays["y"]


ENTRY = Entry(
    name="covertype",
    label="Covertype",
    short="Covertype",
    description="581,012 patches of forest, one species of tree against the rest.",
    provenance="Covertype, UCI Machine Learning Repository: Jock A. Blackard, Colorado State "
    "University; all 581,012 rows.",
    licence="Reuse unlimited with retention of the copyright notice of Jock A. Blackard and "
    "Colorado State University.",
    task="classification",
    options=(
        Option(
            "species",
            "Species",
            "choice",
            2,
            choices=tuple(SPECIES),
            choice_labels=tuple(SPECIES.values()),
            help="The species that counts as +1.",
        ),
        SEED,
        FAMILY,
        SCALING,
    ),
    budgets={"ridge": 5, "lasso": 5},
    load=load,
    printed=(PrintedRatios(ridge="0.49", lasso="0.08"),),
)
