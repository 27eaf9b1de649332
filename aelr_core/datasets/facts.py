"""Computed facts about the bundled data sets, stored in facts.json to save loading the data.

``python -m aelr_core.datasets`` writes the file again, and a test compares it with the data. Facts
that are not stored are computed when they are needed (`aelr_core.datasets.facts_of`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from aelr_core.checks import Floats
from aelr_core.datasets.dataset import Dataset
from aelr_core.moments import rho_lasso, rho_ridge

FILE = Path(__file__).with_name("facts.json")
ARRAYS = ("lasso_moments", "known_moments")


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

    def to_dict(self) -> dict[str, Any]:
        """Return the facts as they are stored in the file."""
        return {
            "rows": self.rows,
            "ridge_scale": self.ridge_scale,
            "norm_bounds": dict(self.norm_bounds),
            "lasso_moments": self.lasso_moments.tolist(),
            "known_moments": self.known_moments.tolist(),
        }


def compute_facts(
    ridge: Dataset, lasso: Dataset, norm_bounds: Mapping[str, float] | None = None
) -> Facts:
    """Return the facts of a data set loaded for both families."""
    scale = ridge.scale / lasso.scale
    return Facts(lasso.m, lasso.moments, lasso.known_moments, scale, norm_bounds or {})


@lru_cache(maxsize=1)
def stored() -> dict[str, Facts]:
    """Return the facts in the file, by the name of the data set."""
    held = json.loads(FILE.read_text(encoding="utf-8")) if FILE.is_file() else {}
    return {
        name: Facts(**one | {part: np.array(one[part]) for part in ARRAYS})
        for name, one in held.items()
    }


def write(found: Mapping[str, Facts]) -> None:
    """Write the file, one line per data set."""
    lines = (f"{json.dumps(name)}: {json.dumps(one.to_dict())}" for name, one in found.items())
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
