"""Runs that ship with the app, for every stop of α: the slider shows curves at once.

A run for each stop, both families and the usual budgets, with every other setting at its default;
a file for each family and budget.
``make atlas`` computes what is missing, one run after the other; it can be stopped at any time and
goes on where it was.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from aelr_core.analysis.what_if import STOPS, at_alpha
from aelr_core.experiments import ExperimentSpec, Result, run
from aelr_core.experiments.files import load_rounded, save_rounded
from aelr_core.files import ASSETS
from aelr_core.letters import FAMILIES
from pages.ui.settings import DEFAULTS

FOLDER = ASSETS / "results" / "atlas"
# In the order in which they are computed; where a file is missing, old curves fade instead.
BUDGETS = (5, 10, 2, 20)


def precomputed(spec: ExperimentSpec) -> Result | None:
    """Return the stored run of exactly this experiment, if there is one."""
    return _near(spec).get(spec)


def along_alpha(spec: ExperimentSpec) -> tuple[Result, ...]:
    """Return the stored runs that differ from an experiment in α alone, at every stop, or ()."""
    there = _near(spec)
    found = [there.get(at_alpha(spec, alpha)) for alpha in STOPS] if there else [None]
    return tuple(one for one in found if one is not None) if all(found) else ()


def cell(family: str, budget: int, alpha: float) -> ExperimentSpec:
    """Return an experiment of the atlas."""
    return replace(DEFAULTS, family=family, budget=budget, alpha=alpha).spec()


def file_of(family: str, budget: int) -> Path:
    """Return where the runs of a family and a budget are stored."""
    return FOLDER / f"{family}-{budget}.npz"


def _near(spec: ExperimentSpec) -> Mapping[ExperimentSpec, Result]:
    """Return the stored runs that differ from an experiment in α alone."""
    if spec.data != DEFAULTS.data or spec.budget not in BUDGETS:
        return {}
    if at_alpha(spec, DEFAULTS.alpha) != cell(spec.family, spec.budget, DEFAULTS.alpha):
        return {}
    return _stored(file_of(spec.family, spec.budget))


@lru_cache(maxsize=len(FAMILIES) * len(BUDGETS))
def _stored(file: Path) -> Mapping[ExperimentSpec, Result]:
    return {one.spec: one for one in load_rounded(file)} if file.is_file() else {}


def main() -> None:
    """Compute the runs that are missing."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for budget in BUDGETS:
        for family in FAMILIES:
            file = file_of(family, budget)
            there = dict(_stored(file))
            wanted = [cell(family, budget, alpha) for alpha in STOPS]
            for spec in wanted:
                if spec not in there:
                    there[spec] = run(spec)
                    save_rounded([there[one] for one in wanted if one in there], file)
                    done = f"{family}, k + 1 = {budget}: {len(there)} of {len(wanted)}\n"
                    sys.stdout.write(done)
                    sys.stdout.flush()


if __name__ == "__main__":
    main()
