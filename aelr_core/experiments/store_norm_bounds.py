"""Make norm_bounds.json anew: ``python -m aelr_core.experiments.store_norm_bounds``."""

from __future__ import annotations

import json

from aelr_core.datasets import DATASETS, load_dataset
from aelr_core.experiments.norm_bound import FILE, NOT_STORED, computed_norm_bound
from aelr_core.letters import FAMILIES


def bounds_of(name: str) -> dict[str, float]:
    """Compute B of a bundled data set for each family, with its usual options and seed 0."""
    return {
        family: computed_norm_bound(load_dataset(name, family=family), 0) for family in FAMILIES
    }


if __name__ == "__main__":
    bounds = {name: bounds_of(name) for name in DATASETS if name not in NOT_STORED}
    FILE.write_text(json.dumps(bounds, indent=1) + "\n")
