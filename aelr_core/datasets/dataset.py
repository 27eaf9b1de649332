"""The class `Dataset`: rows scaled for one family, and everything known about them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from aelr_core import checks
from aelr_core.checks import Floats
from aelr_core.datasets.encoding import TableEncoding
from aelr_core.datasets.scaling import Rows
from aelr_core.moments import rho_lasso, rho_ridge
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
    targets_are_classes : bool
        Whether y is ±1, so that an error rate makes sense.
    classes : pair of str, or None
        The names of the classes −1 and +1.
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
    seed : int, or None
        The seed of w*, rows and split; None when nothing is random.
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
    targets_are_classes: bool
    steps: tuple[str, ...]
    classes: tuple[str, str] | None = None
    image_shape: tuple[int, int] | None = None
    w_star: Floats | None = None
    means: Floats | None = None
    norm_bound: float | None = None
    seed: int | None = None
    provenance: str = ""
    licence: str = ""
    columns: tuple[ColumnFate, ...] = ()
    fingerprint: str | None = None
    encoding: TableEncoding | None = None

    def __post_init__(self) -> None:
        m, d = self.X_train.shape
        n = len(self.X_test)
        wanted = {
            "y_train": (m,),
            "X_test": (n, d),
            "y_test": (n,),
            "moments": (d,),
            "known_moments": (d,),
        }
        for name, shape in wanted.items():
            if getattr(self, name).shape != shape:
                raise DatasetError(
                    f"{name} must have the shape {shape}, but it is {getattr(self, name).shape}."
                )
        if len(self.attributes) != d:
            raise DatasetError(f"attributes must hold {d} names, but holds {len(self.attributes)}.")
        if m == 0 or n == 0 or d < 2:
            raise DatasetError(
                "A data set needs at least one training row, one test row and two attributes, "
                f"but this one has {m}, {n} and {d}."
            )
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
