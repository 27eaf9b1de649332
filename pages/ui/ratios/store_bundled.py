"""Make bundled.json anew: ``python -m pages.ui.ratios.store_bundled``."""

from __future__ import annotations

import json

from aelr_core.datasets.registry import DATASETS
from pages.ui.ratios.bundled import FILE, NOT_STORED, computed


def entry_of(name: str) -> dict[str, object]:
    """Return what is stored of a data set."""
    data = computed(name)
    return {
        "ridge_scale": data.ridge_scale,
        "image_shape": data.image_shape,
        "lasso_moments": data.lasso_moments.tolist(),
    }


if __name__ == "__main__":
    entries = {name: entry_of(name) for name in DATASETS if name not in NOT_STORED}
    FILE.write_text(json.dumps(entries, separators=(",", ":")) + "\n", encoding="utf-8")
