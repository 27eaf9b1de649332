"""The data sets that come with the code: MNIST, Covertype, and four small ones of scikit-learn."""

from __future__ import annotations

import zipfile
import zlib
from functools import lru_cache, partial
from typing import Any

import numpy as np

from aelr_core.datasets.dataset import (
    Dataset,
    DatasetError,
    PreparedRows,
    centred_target,
    prepare,
    signs,
    split_by_seed,
    stream,
)
from aelr_core.datasets.entry import FAMILY, SCALING, SEED, Entry, Option
from aelr_core.datasets.scaling import Table
from aelr_core.files import ASSETS

FOLDER = ASSETS / "data"
MNIST_FILE, COVERTYPE_FILE = "mnist_3v5.npz", "covtype_compact.npz"
MNIST_SIDE, DIGITS_SIDE = 28, 8  # pixels of a picture

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


def read_asset(file_name: str, *names: str) -> list[Table]:
    """Return the named arrays of an npz file in assets/data (never a pickle).

    The archive's checksums are verified.
    """
    path = FOLDER / file_name
    wrong = f"The bundled file assets/data/{file_name} is {{}}: restore it from the repository."
    if not path.is_file():
        raise DatasetError(wrong.format("missing"))
    try:
        # Opened here, because np.load leaves a file open if it is not an archive.
        with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
            return [archive[name] for name in names]
    except (OSError, KeyError, ValueError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        raise DatasetError(wrong.format("damaged")) from error


def pixels(side: int) -> tuple[str, ...]:
    """Return the names of the attributes of a square picture."""
    return tuple(f"pixel {row},{column}" for row in range(side) for column in range(side))


@lru_cache(maxsize=2)
def load_mnist(*, family: str, scaling: str) -> Dataset:
    """Return MNIST's threes (−1) and fives (+1) in its own split; two are kept, 80 MiB each."""
    X, digit, X_test, digit_test = read_asset(MNIST_FILE, "X_train", "y_train", "X_test", "y_test")
    is_five = np.concatenate([digit, digit_test]) == 5
    y, step = signs(is_five, "the digit 3", "the digit 5")
    return prepare(np.concatenate([X, X_test]), len(X_test), scaling, family).dataset(
        y,
        step,
        name=MNIST.name,
        label=MNIST.label,
        family=family,
        attributes=pixels(MNIST_SIDE),
        classes=("3", "5"),
    )


def load_covertype(*, species: int, seed: int, family: str, scaling: str) -> Dataset:
    """Return Covertype with the given species as +1 and all others as −1."""
    rows, labels = _covertype_rows(scaling, family, seed)
    positive, negative = SPECIES[species], f"the other {len(SPECIES) - 1} species"
    y, step = signs(labels == species, negative, positive)
    return rows.dataset(
        y,
        "The wilderness area and the soil type were one-hot encoded: 10 + 4 + 40 = 54 attributes.",
        step,
        name=COVERTYPE.name,
        label=f"Covertype, {positive} against the rest",
        family=family,
        attributes=ATTRIBUTES,
        classes=(negative, positive),
    )


@lru_cache(maxsize=2)
def _covertype_rows(scaling: str, family: str, seed: int) -> tuple[PreparedRows, Table]:
    """Return the scaled rows, 120 MiB as float32, and their species; two are kept, for any."""
    table, labels = _covertype()
    order = stream(seed, "split").permutation(ROWS)
    rows = prepare(table, TEST_ROWS, scaling, family, order=order, dtype=np.float32)
    return rows, labels[order]


@lru_cache(maxsize=1)
def _covertype() -> tuple[Table, Table]:
    """Return all attributes (581012, 54), 60 MiB as int16, and the species 1..7 of every row."""
    num, wilderness, soil, y = read_asset(COVERTYPE_FILE, "num", "wilderness", "soil", "y")
    table = np.zeros((ROWS, len(ATTRIBUTES)), dtype=np.int16)
    table[:, : len(MEASUREMENTS)] = num
    every_row = np.arange(ROWS)
    table[every_row, len(MEASUREMENTS) + wilderness] = 1
    table[every_row, len(MEASUREMENTS) + len(WILDERNESS) + soil] = 1
    return table, y


def load_small(name: str, label: str, /, *, seed: int, family: str, scaling: str) -> Dataset:
    """Return a data set of scikit-learn, a fifth of its rows as test rows drawn by the seed."""
    from sklearn import datasets

    classes: tuple[str, str] | None = None
    if name == "digits-3v5":
        loaded, classes = datasets.load_digits(), ("3", "5")
        wanted = np.isin(loaded.target, (3, 5))
        loaded.data, loaded.feature_names = loaded.data[wanted], pixels(DIGITS_SIDE)
        y, step = signs(loaded.target[wanted] == 5, "the digit 3", "the digit 5")
    elif name == "breast-cancer":
        loaded, classes = datasets.load_breast_cancer(), ("benign", "malignant")
        y, step = signs(loaded.target == 0, *classes)
    elif name == "wine":
        loaded, classes = datasets.load_wine(), ("the other two cultivars", "the second cultivar")
        y, step = signs(loaded.target == 1, *classes)
    else:
        loaded = datasets.load_diabetes(scaled=False)
        y, step = centred_target(loaded.target)
    return split_by_seed(
        loaded.data,
        y,
        step,
        name=name,
        label=label,
        scaling=scaling,
        family=family,
        seed=seed,
        attributes=tuple(str(name) for name in loaded.feature_names),
        classes=classes,
    )


MNIST = Entry(
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
    load=load_mnist,
    image_shape=(MNIST_SIDE, MNIST_SIDE),
)

COVERTYPE = Entry(
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
    load=load_covertype,
)


def _small(name: str, *, label: str, source: str, **facts: Any) -> Entry:
    return Entry(
        name=name,
        label=label,
        provenance=f"{source}, as bundled with scikit-learn.",
        licence="Distributed with scikit-learn, which describes its source.",
        options=(SEED, FAMILY, SCALING),
        budgets={"ridge": 5, "lasso": 5},
        load=partial(load_small, name, label),
        **facts,
    )


DIGITS = _small(
    "digits-3v5",
    label="Digits, 3 against 5",
    short="Digits",
    description="Is it a 3 or a 5? 365 pictures of handwritten digits, 8 × 8 pixels.",
    source="Optical Recognition of Handwritten Digits (E. Alpaydin, C. Kaynak), UCI",
    task="classification",
    image_shape=(DIGITS_SIDE, DIGITS_SIDE),
)
BREAST_CANCER = _small(
    "breast-cancer",
    label="Breast cancer",
    short="Cancer",
    description="569 tumours described by 30 measurements, malignant against benign.",
    source="Breast Cancer Wisconsin (Diagnostic) (Wolberg, Street, Mangasarian), UCI",
    task="classification",
)
DIABETES = _small(
    "diabetes",
    label="Diabetes",
    short="Diabetes",
    description="442 patients described by 10 measurements, and how their disease progressed.",
    source="Diabetes (Efron, Hastie, Johnstone and Tibshirani, 'Least Angle Regression', 2004)",
    task="regression",
)
WINE = _small(
    "wine",
    label="Wine",
    short="Wine",
    description="178 wines described by 13 measurements, one cultivar against the other two.",
    source="Wine (M. Forina et al.; S. Aeberhard), UCI",
    task="classification",
)
