"""Compute the result that ships with the app: ``python -m pages.ui.explore.store_default``."""

from __future__ import annotations

from aelr_core.experiments import run, save
from pages.ui.explore.shown import DEFAULT_FILE
from pages.ui.settings import DEFAULTS


def main() -> None:
    """Run the interactive default and write it to ``assets/results/``."""
    DEFAULT_FILE.parent.mkdir(parents=True, exist_ok=True)
    save(run(DEFAULTS.spec()), DEFAULT_FILE)


if __name__ == "__main__":
    main()
