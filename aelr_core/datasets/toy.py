"""Four small data sets that come with scikit-learn: no download."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from aelr_core.checks import Floats
from aelr_core.datasets.dataset import Dataset
from aelr_core.datasets.entry import Entry, Task
from aelr_core.datasets.options import FAMILY, SCALING, SEED
from aelr_core.datasets.prepare import centred_target, prepare, signs, split_order

TEST_SHARE = 0.2
SIDE = 8  # pixels of a digit


@dataclass(frozen=True)
class Toy:
    """A table as scikit-learn provides it, with the target as this project uses it."""

    X: Floats
    y: Floats
    attributes: tuple[str, ...]
    target_step: str
    classes: tuple[str, str] | None


def _digits() -> Toy:
    from sklearn.datasets import load_digits

    X, digit = load_digits(return_X_y=True)
    wanted = (digit == 3) | (digit == 5)
    y, step = signs(digit[wanted] == 5, "the digit 3", "the digit 5")
    names = tuple(f"pixel {r},{c}" for r in range(SIDE) for c in range(SIDE))
    return Toy(X[wanted], y, names, step, ("3", "5"))


def _breast_cancer() -> Toy:
    from sklearn.datasets import load_breast_cancer

    bunch = load_breast_cancer()
    y, step = signs(bunch.target == 0, "benign", "malignant")
    return Toy(bunch.data, y, _names(bunch.feature_names), step, ("benign", "malignant"))


def _diabetes() -> Toy:
    from sklearn.datasets import load_diabetes

    bunch = load_diabetes(scaled=False)
    y, step = centred_target(bunch.target)
    return Toy(bunch.data, y, _names(bunch.feature_names), step, None)


def _wine() -> Toy:
    from sklearn.datasets import load_wine

    bunch = load_wine()
    classes = "the other two cultivars", "the second cultivar"
    y, step = signs(bunch.target == 1, *classes)
    return Toy(bunch.data, y, _names(bunch.feature_names), step, classes)


def _names(feature_names: Iterable[object]) -> tuple[str, ...]:
    return tuple(str(name) for name in feature_names)


def load(
    name: str, label: str, read: Callable[[], Toy], /, *, seed: int, family: str, scaling: str
) -> Dataset:
    """Return a small data set, a fifth of its rows as test rows drawn by the seed."""
    toy = read()
    test_rows = round(TEST_SHARE * len(toy.y))
    order = split_order(toy.y, test_rows, seed)
    y = toy.y[order]
    rows = prepare(toy.X, test_rows, scaling, family, order=order)
    return Dataset(
        name=name,
        label=label,
        family=family,
        X_train=rows.X_train,
        y_train=y[:-test_rows],
        X_test=rows.X_test,
        y_test=y[-test_rows:],
        attributes=toy.attributes,
        moments=rows.moments,
        known_moments=rows.known_moments,
        scale=rows.scale,
        targets_are_classes=toy.classes is not None,
        classes=toy.classes,
        seed=seed,
        steps=(
            toy.target_step,
            f"Test rows, drawn by the seed: {test_rows} of {len(y)}.",
            *rows.steps,
        ),
    )


def _entry(
    name: str,
    read: Callable[[], Toy],
    *,
    label: str,
    short: str,
    description: str,
    source: str,
    task: Task = "classification",
    image_shape: tuple[int, int] | None = None,
) -> Entry:
    return Entry(
        name=name,
        label=label,
        short=short,
        description=description,
        provenance=f"{source}, as bundled with scikit-learn.",
        licence="Distributed with scikit-learn, which describes its source.",
        task=task,
        options=(SEED, FAMILY, SCALING),
        budgets={"ridge": 5, "lasso": 5},
        load=partial(load, name, label, read),
        image_shape=image_shape,
    )


DIGITS = _entry(
    "digits-3v5",
    _digits,
    label="Digits, 3 against 5",
    short="Digits",
    description="Is it a 3 or a 5? 365 pictures of handwritten digits, 8 × 8 pixels.",
    source="Optical Recognition of Handwritten Digits (E. Alpaydin, C. Kaynak), UCI",
    image_shape=(SIDE, SIDE),
)
BREAST_CANCER = _entry(
    "breast-cancer",
    _breast_cancer,
    label="Breast cancer",
    short="Cancer",
    description="569 tumours described by 30 measurements, malignant against benign.",
    source="Breast Cancer Wisconsin (Diagnostic) (Wolberg, Street, Mangasarian), UCI",
)
DIABETES = _entry(
    "diabetes",
    _diabetes,
    label="Diabetes",
    short="Diabetes",
    description="442 patients described by 10 measurements, and how their disease progressed.",
    source="Diabetes (Efron, Hastie, Johnstone and Tibshirani, 'Least Angle Regression', 2004)",
    task="regression",
)
WINE = _entry(
    "wine",
    _wine,
    label="Wine",
    short="Wine",
    description="178 wines described by 13 measurements, one cultivar against the other two.",
    source="Wine (M. Forina et al.; S. Aeberhard), UCI",
)
