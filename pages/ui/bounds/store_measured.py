"""Compute the stored runs of the page of bounds: ``python -m pages.ui.bounds.store_measured``."""

from __future__ import annotations

from aelr_core.experiments import run, save
from pages.ui.bounds.measured import STORED, measured_spec
from pages.ui.settings import Settings


def main() -> None:
    """Write one file a family, for the default settings."""
    STORED.mkdir(parents=True, exist_ok=True)
    for family in ("ridge", "lasso"):
        save(run(measured_spec(Settings(family=family))), STORED / f"bounds-{family}.npz")


if __name__ == "__main__":
    main()
