"""The run of the defaults, which ships with the app.

``python -m pages.ui.example_run`` computes it again, and the runs on the page Bounds with it.
"""

from __future__ import annotations

import functools
from dataclasses import replace
from pathlib import Path

from aelr_core.analysis import bounds
from aelr_core.experiments import Result, load, run, save
from aelr_core.letters import FAMILIES
from pages.ui.settings import DEFAULTS

FILE = Path(__file__).resolve().parents[2] / "assets" / "results" / "default.npz"


@functools.cache
def example_run() -> Result:
    """Return the stored result; all visitors share it."""
    return load(FILE)


def main() -> None:
    """Run the defaults, as they are and by the theorems' own rules, and store the results."""
    FILE.parent.mkdir(parents=True, exist_ok=True)
    save(run(DEFAULTS.spec()), FILE)
    bounds.store(replace(DEFAULTS, family=family).spec() for family in FAMILIES)


if __name__ == "__main__":
    main()
