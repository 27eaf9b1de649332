"""The class `Dataset`: rows scaled for one family, and everything known about them.

A loader splits and scales a table of numbers with `prepare`, and adds the targets with
`PreparedRows.dataset`. `TableEncoding` says how the columns of a file became such a table.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from aelr_core import checks
from aelr_core.checks import Floats, Ints
from aelr_core.datasets.scaling import SCALINGS, Rows, Table, scale_table, unit_rows
from aelr_core.moments import rho_lasso, rho_ridge, second_moments
from aelr_core.theory import largest_row_norm


class DatasetError(ValueError):
    """Data that cannot be used; the message says in one sentence what to change."""


@dataclass(frozen=True)
class ColumnFate:
    """What became of one column of an uploaded table."""

    name: str
    kind: str  # "number", "category", "text" or "empty"
    fate: str  # "target", "kept", "one-hot encoded" or "left out"
    detail: str  # a phrase for the reader: why, how many values, what was filled in


@dataclass(frozen=True, eq=False)
class Dataset:
    r"""Training and test rows, scaled for one family, and what is known about them.

    All arrays are read-only, so one data set can be shared by threads, caches and runs.

    Parameters
    ----------
    name, label : str
        The registry's key, and the name on the screen.
    family : "ridge" or "lasso"
        The family the rows are scaled for.
    X_train, y_train : (m, d) and (m,) arrays
    X_test, y_test : (n, d) and (n,) arrays
    attributes : tuple of d str
    moments : (d,) array
        M: exact for synthetic data, else the mean of x² over training and test rows together.
        The ratios ρ are computed from it.
    known_moments : (d,) array
        The M that DDAERR and DDAELR know: exact for synthetic data, else of the training rows.
    scale : float
        The constant by which every row was divided in the last step (1 if there was none).
    classes : pair of str, or None
        The names of the classes −1 and +1; None if y is not ±1.
    image_shape : pair of int, or None
        Rows and columns of pixels, when a row of X is a picture; `load_dataset` takes it from the
        registry's entry.
    w_star : (d,) array, or None
        The predictor that made y, in the units of X.
    means : (d,) array, or None
        E[x_i], where the attributes are independent and it is known exactly.
    norm_bound : float, or None
        B for ``norm_bound="auto"``: ‖w*‖ in the family's norm, or a value stored for a bundled
        set; None when it must be computed from the training rows.
    steps : tuple of str
        What was done to the data, one sentence per step.
    provenance, licence : str
        Where the rows come from, and under which terms. `load_dataset` takes them from the
        registry's entry where the loader leaves them empty.
    columns : tuple of ColumnFate
        For an uploaded table: what became of every column.
    fingerprint : str, or None
        For an uploaded table: the hash of its bytes.
    encoding : TableEncoding, or None
        For an uploaded table: how its columns became X and y.
    """

    name: str
    label: str
    family: str
    X_train: Rows
    y_train: Floats
    X_test: Rows
    y_test: Floats
    attributes: tuple[str, ...]
    moments: Floats
    known_moments: Floats
    scale: float
    steps: tuple[str, ...]
    classes: tuple[str, str] | None = None
    image_shape: tuple[int, int] | None = None
    w_star: Floats | None = None
    means: Floats | None = None
    norm_bound: float | None = None
    provenance: str = ""
    licence: str = ""
    columns: tuple[ColumnFate, ...] = ()
    fingerprint: str | None = None
    encoding: TableEncoding | None = None

    def __post_init__(self) -> None:
        if not self.moments.max() > 0:
            raise DatasetError(
                "Every attribute is 0 in every row after scaling, so there is nothing to learn "
                "from: give columns that vary."
            )
        self._make_read_only()

    def __setstate__(self, state: dict[str, object]) -> None:
        """Unpickle, and make the arrays read-only again: NumPy forgets that they were."""
        self.__dict__.update(state)
        self._make_read_only()

    def _make_read_only(self) -> None:
        for value in vars(self).values():
            if isinstance(value, np.ndarray):
                value.setflags(write=False)

    @property
    def d(self) -> int:
        """The number of attributes."""
        return len(self.attributes)

    @property
    def m(self) -> int:
        """The number of training rows."""
        return len(self.X_train)

    @property
    def targets_are_classes(self) -> bool:
        """Whether y is ±1, so that an error rate makes sense."""
        return self.classes is not None

    @property
    def rho_ridge(self) -> float:
        r"""The improvement ratio :math:`\|M\|_{1/2} / (d\,\|M\|_1)` of `moments`."""
        return float(rho_ridge(self.moments))

    @property
    def rho_lasso(self) -> float:
        r"""The improvement ratio :math:`\|M\|_1 / (d\,\|M\|_\infty)` of `moments`."""
        return float(rho_lasso(self.moments))

    @cached_property
    def largest_label(self) -> float:
        """The largest abs(y) over training and test rows."""
        return float(max(np.abs(self.y_train).max(), np.abs(self.y_test).max()))

    @cached_property
    def radius(self) -> float:
        """The largest row norm over training and test rows: ‖x‖₂ for ridge, ‖x‖_∞ for lasso.

        The theory assumes that it is at most 1.
        """
        return max(
            largest_row_norm(self.X_train, self.family), largest_row_norm(self.X_test, self.family)
        )

    def excess_risk(self, w: ArrayLike) -> Floats:
        r"""Return L(w) − L(w*), exactly, for attributes that are independent with known moments.

        .. math:: \tfrac12 \Big[ \sum_i v_i^2 (M_i - \mu_i^2) + \Big(\sum_i v_i \mu_i\Big)^2
                  \Big], \qquad v = w - w^*, \; \mu = E[x]

        since E[⟨v,x⟩²] is a variance plus a squared mean. For 0/1 attributes M = μ = u; for
        rows divided by s, M = u/s² and μ = u/s, so `w` is always in the units of the data set.

        Parameters
        ----------
        w : (..., d) array

        Returns
        -------
        (...) array
        """
        if self.w_star is None or self.means is None:
            raise DatasetError(
                f"The excess risk is known exactly for synthetic data only, not for {self.name}."
            )
        w = checks.array("w", w, ndim=None)
        if w.shape[-1] != self.d:
            raise ValueError(f"w must have {self.d} entries on its last axis, not {w.shape[-1]}.")
        v = w - self.w_star
        variances = self.moments - self.means**2
        risk: Floats = 0.5 * ((v * v) @ variances + (v @ self.means) ** 2)
        return risk


@dataclass(frozen=True)
class ColumnCode:
    """A column of the file, and the attributes that are made from it.

    Attributes
    ----------
    name : of the column.
    fill : what takes the place of a missing number; None: it stays missing, also a text.
    categories : for texts, those that have an attribute each; None for numbers.
    missing_is_category : for texts, whether a missing one has an attribute, the last.
    """

    name: str
    fill: float | None = 0.0
    categories: tuple[str, ...] | None = None
    missing_is_category: bool = False

    @property
    def attributes(self) -> tuple[str, ...]:
        """The names of its attributes."""
        if self.categories is None:
            return (self.name,)
        texts = (*self.categories, *(["(missing)"] if self.missing_is_category else []))
        return tuple(f"{self.name}={text}" for text in texts)


@dataclass(frozen=True, eq=False)
class TableEncoding:
    r"""How a table of a file became scaled attributes and y: enough to do the same to another.

    Attribute i of a row is :math:`x'_i = (x_i - a_i)/c_i`, where :math:`x_i` is a number of the
    file or 1 for its category and 0 for others; with the scaling "l2" it is
    :math:`x_i/(c_i\|x\|_2)`. A target of numbers is :math:`y' = (y - b)/s`; one of two classes is
    ±1.

    Attributes
    ----------
    columns : those that became attributes, in the order of these.
    scaling : a key of `SCALINGS`.
    subtract, divide_by : (d,) a and c, for every attribute.
    target : the column to predict.
    classes : the names of −1 and +1; None for numbers.
    middle, largest : b and s of a target of numbers; 0 and 1 for classes.
    """

    columns: tuple[ColumnCode, ...]
    scaling: str
    subtract: Floats
    divide_by: Floats
    target: str
    classes: tuple[str, str] | None
    middle: float
    largest: float

    def scaled(self, table: Floats) -> Floats:
        """Return the scaled attributes of a table of encoded ones, (n, d)."""
        rows = unit_rows(table) if self.scaling == "l2" else table - self.subtract
        return rows / self.divide_by

    def labels(self, scores: Floats) -> NDArray[np.generic]:
        """Return predictions, (n,): the scores, or for two classes their names."""
        if self.classes is None:
            return scores
        negative, positive = self.classes
        return np.where(scores > 0, positive, negative)

    def in_its_units(self, w: Floats) -> tuple[float, Floats] | None:
        r"""Return intercept and weights (d,) for the numbers of the file; None if there are none.

        .. math:: \hat y = b + s\sum_i w_i (x_i - a_i)/c_i

        With the scaling "l2" a weight depends on the row.
        """
        if self.scaling == "l2":
            return None
        weights = self.largest * w / self.divide_by
        return float(self.middle - weights @ self.subtract), weights

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data for JSON; `from_dict` reads it back."""
        arrays = {"subtract": self.subtract.tolist(), "divide_by": self.divide_by.tolist()}
        return {**asdict(self), **arrays}

    @classmethod
    def from_dict(cls, given: dict[str, Any]) -> TableEncoding:
        """Return the encoding that `to_dict` wrote; raise an error if it contradicts itself."""
        columns = tuple(_column(**column) for column in given["columns"])
        subtract = checks.array("subtract", given["subtract"], ndim=1)
        divide_by = checks.array("divide_by", given["divide_by"], ndim=1, above=0)
        d = sum(len(column.attributes) for column in columns)
        if not len(subtract) == len(divide_by) == d:
            raise ValueError(f"subtract and divide_by must hold {d} numbers, one per attribute.")
        classes = given["classes"]
        if classes is not None:
            negative, positive = classes
            classes = str(negative), str(positive)
        return cls(
            columns=columns,
            scaling=str(checks.choice("scaling", given["scaling"], tuple(SCALINGS))),
            subtract=subtract,
            divide_by=divide_by,
            target=str(given["target"]),
            classes=classes,
            middle=checks.number("middle", given["middle"]),
            largest=checks.number("largest", given["largest"], above=0),
        )


def _column(
    *, name: object, fill: object, categories: Any, missing_is_category: object
) -> ColumnCode:
    texts = None if categories is None else tuple(str(one) for one in categories)
    known = None if fill is None else checks.number("fill", fill)
    return ColumnCode(str(name), known, texts, bool(missing_is_category))


# "data" in ASCII: keeps these streams apart from those of the runs made by the same seed.
DATA_KEY = 0x64617461
PURPOSES = ("w_star", "training rows", "test rows", "split")


def stream(seed: int, purpose: str) -> np.random.Generator:
    """Return the generator for one purpose; draws for other purposes do not change its numbers."""
    key = (DATA_KEY, PURPOSES.index(purpose))
    return np.random.default_rng(np.random.SeedSequence(entropy=seed, spawn_key=key))


# If all test targets were smaller than this, losses over the zero predictor's would be noise.
NEGLIGIBLE = 1e-9
TEST_SHARE = 0.2


@dataclass(frozen=True)
class PreparedRows:
    """The rows of a `Dataset` and what was done to them."""

    X_train: Rows
    X_test: Rows
    moments: Floats
    known_moments: Floats
    scale: float
    steps: tuple[str, ...]

    def dataset(self, y: Floats, *steps: str, **facts: Any) -> Dataset:
        """Return the data set of these rows and their targets y, (n,).

        `steps` were done before; `facts` are the other fields of a `Dataset`.
        """
        m = len(self.X_train)
        prepared = {field.name: getattr(self, field.name) for field in fields(self)}
        prepared["steps"] = (*steps, *self.steps)
        return Dataset(y_train=y[:m], y_test=y[m:], **prepared, **facts)


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

    An order is one that the seed drew.

    The recipe's statistics are over all rows: with training rows only, an attribute that is
    nearly always 0 there can reach |x| = 138 in a test row of MNIST.
    """
    rows, scale = scale_table(table, scaling, family, order=order, dtype=dtype)
    rows.setflags(write=False)
    n, m = len(rows), len(rows) - test_rows
    X_train, X_test = rows[:m], rows[m:]
    known_moments = second_moments(X_train)
    moments = (m * known_moments + test_rows * second_moments(X_test)) / n
    over = "" if scaling in ("none", "l2") else " (over training and test rows together)"
    steps = [f"{SCALINGS[scaling].sentence}{over}."]
    if order is not None:
        steps.insert(0, f"Test rows, drawn by the seed: {test_rows:,} of {n:,}.")
    if family == "ridge":
        steps.append(
            f"All rows were divided by {scale:.6g}, the largest row norm, so that ‖x‖₂ ≤ 1."
        )
    if dtype is np.float32:
        steps.append("The rows are held as 32-bit numbers.")
    return PreparedRows(X_train, X_test, moments, known_moments, scale, tuple(steps))


def split_by_seed(
    table: Table, y: Floats, *steps: str, scaling: str, family: str, seed: int, **facts: Any
) -> Dataset:
    """Return the data set of a table (n, d) and its targets y, (n,).

    A fifth of the rows, drawn by the seed, are test rows. `steps` were done before; `facts` are
    the other fields of a `Dataset`.
    """
    test_rows = max(1, round(TEST_SHARE * len(y)))
    order = split_order(y, test_rows, seed)
    rows = prepare(table, test_rows, scaling, family, order=order)
    return rows.dataset(y[order], *steps, family=family, **facts)


def split_again(dataset: Dataset, seed: int) -> Dataset:
    """Return the rows of a table split again by another seed, with as many test rows.

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
    )


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
