"""The registry of data sets: the function that loads them, and their stored facts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from aelr_core import checks
from aelr_core.checks import Floats
from aelr_core.datasets import bundled_data, csv, synthetic
from aelr_core.datasets.dataset import Dataset
from aelr_core.datasets.entry import Entry
from aelr_core.letters import FAMILIES
from aelr_core.moments import rho_lasso, rho_ridge

# Facts about the bundled data sets, stored to save loading the data.
# ``make facts`` writes the file again, and a test compares it with the data.
FILE = Path(__file__).with_name("facts.json")
ARRAYS = ("lasso_moments", "known_moments")


DATASETS: dict[str, Entry] = {
    entry.name: entry
    for entry in (
        synthetic.ENTRY,
        bundled_data.MNIST,
        bundled_data.COVERTYPE,
        bundled_data.DIGITS,
        bundled_data.BREAST_CANCER,
        bundled_data.DIABETES,
        bundled_data.WINE,
        csv.ENTRY,
    )
}


def load_dataset(name: str, **options: object) -> Dataset:
    """Return the data set `name`, scaled for its family; its arrays are read-only.

    Parameters
    ----------
    name : a key of `DATASETS`
    **options
        Those of ``DATASETS[name].options``; options that are not given have their defaults.

    Returns
    -------
    Dataset

    Examples
    --------
    >>> data = load_dataset("synthetic", alpha=-1, dim=500, examples=100, test_examples=10)
    >>> data.X_train.shape, round(data.rho_ridge, 4)
    ((100, 500), 0.5516)
    >>> load_dataset("mnist-3v5", alpha=-1)
    Traceback (most recent call last):
    ...
    ValueError: mnist-3v5 does not take the option alpha: its options are family, scaling.
    """
    entry = DATASETS[checks.choice("name", name, tuple(DATASETS))]
    values = entry.resolve(options)
    dataset = entry.load(**values)
    B = dataset.norm_bound
    if B is None and name in stored() and entry.are_usual(values):
        B = stored()[name].norm_bounds.get(dataset.family)
    return replace(
        dataset,
        provenance=dataset.provenance or entry.provenance,
        licence=dataset.licence or entry.licence,
        image_shape=entry.image_shape,
        norm_bound=B,
    )


def bundled() -> tuple[str, ...]:
    """Return the names of the data sets whose rows come with the code."""
    return tuple(name for name, entry in DATASETS.items() if entry.bundled)


@lru_cache(maxsize=64)
def facts_of(name: str) -> Facts:
    """Return the facts of a bundled data set: stored ones, or computed by loading it once.

    >>> facts_of("wine").size
    Size(d=13, rows=142)
    """
    return stored()[name] if name in stored() else compute_facts(name)


@lru_cache(maxsize=1)
def stored() -> dict[str, Facts]:
    """Return the facts in the file, by the name of the data set."""
    return {
        name: Facts(**facts | {array: np.array(facts[array]) for array in ARRAYS})
        for name, facts in json.loads(FILE.read_text(encoding="utf-8")).items()
    }


def compute_facts(name: str) -> Facts:
    """Return the facts of a data set with its default options and seed 0, but its norm bounds."""
    ridge, lasso = (load_dataset(name, family=family) for family in FAMILIES)
    return Facts(lasso.m, lasso.moments, lasso.known_moments, ridge.scale / lasso.scale)


class Size(NamedTuple):
    """Number of attributes d, and of training rows."""

    d: int
    rows: int


@dataclass(frozen=True, eq=False)
class Facts:
    """The facts of one data set with its default options.

    Parameters
    ----------
    rows : int
        Training rows.
    lasso_moments : (d,) array
        M over all rows as scaled for lasso, |x_i| ≤ 1.
    known_moments : (d,) array
        The same over the training rows only, with seed 0: what DDAERR and DDAELR know. Their q
        does not depend on the scale, so one array serves both families.
    ridge_scale : float
        The constant s that divides those rows for ridge, so that ‖x‖₂ ≤ 1.
    norm_bounds : mapping from family to B
        The norm of the cross-validated offline predictor; empty if it has not been computed,
        which takes up to half a minute.
    """

    rows: int
    lasso_moments: Floats
    known_moments: Floats
    ridge_scale: float
    norm_bounds: Mapping[str, float] = field(default_factory=dict)

    @property
    def d(self) -> int:
        """The number of attributes."""
        return len(self.lasso_moments)

    @property
    def size(self) -> Size:
        """Attributes and training rows."""
        return Size(self.d, self.rows)

    @property
    def rho_ridge(self) -> float:
        """The improvement ratio of ridge, which does not depend on the scale."""
        return float(rho_ridge(self.lasso_moments))

    @property
    def rho_lasso(self) -> float:
        """The improvement ratio of lasso, which does not depend on the scale."""
        return float(rho_lasso(self.lasso_moments))

    def moments(self, family: str) -> Floats:
        """Return the moments of the rows scaled into the family's unit ball, (d,)."""
        return self.lasso_moments / (self.ridge_scale**2 if family == "ridge" else 1.0)
