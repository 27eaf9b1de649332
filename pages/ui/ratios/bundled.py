"""The second moments of the bundled data sets, stored: loading them all takes seconds.

bundled.json beside this file is made by ``python -m pages.ui.ratios.store_bundled``.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from aelr_core.checks import Floats
from aelr_core.datasets.registry import DATASETS, load_dataset

FILE = Path(__file__).with_name("bundled.json")
# Simulated data have a formula, an upload is not known beforehand.
NOT_STORED = ("synthetic", "csv")


@dataclass(frozen=True, eq=False)
class Bundled:
    """One data set with its usual options: moments over all rows, as the ratios use them.

    Parameters
    ----------
    name, label : str
    lasso_moments : (d,) array
        Of the rows as scaled for lasso, |x_i| ≤ 1.
    ridge_scale : float
        The constant s that divides those rows for ridge, so that ‖x‖₂ ≤ 1.
    image_shape : pair of int, or None
    """

    name: str
    label: str
    lasso_moments: Floats
    ridge_scale: float
    image_shape: tuple[int, int] | None

    @property
    def d(self) -> int:
        """The number of attributes."""
        return len(self.lasso_moments)

    def moments(self, family: str) -> Floats:
        """Return the moments of the rows scaled into the family's unit ball, (d,)."""
        return self.lasso_moments / (self.ridge_scale**2 if family == "ridge" else 1.0)


def computed(name: str) -> Bundled:
    """Load a data set and compute its moments."""
    lasso, ridge = (load_dataset(name, family=family) for family in ("lasso", "ridge"))
    label = DATASETS[name].label
    return Bundled(name, label, lasso.moments, ridge.scale / lasso.scale, lasso.image_shape)


@lru_cache(maxsize=1)
def bundled() -> dict[str, Bundled]:
    """Return all bundled data sets by name, from the file."""
    stored = json.loads(FILE.read_text(encoding="utf-8"))
    return {
        name: Bundled(
            name,
            DATASETS[name].label,
            np.array(entry["lasso_moments"]),
            entry["ridge_scale"],
            tuple(entry["image_shape"]) if entry["image_shape"] else None,
        )
        for name, entry in stored.items()
    }
