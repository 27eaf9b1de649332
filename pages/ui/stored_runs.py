"""Runs that ship with the app: the run of the defaults, and the atlas, a run for every stop of α.

The atlas has both families and the usual budgets, with every other setting at its default, in a
file for each family and budget: the slider shows curves at once. ``make example-run`` and
``make atlas`` compute them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path

from aelr_core.analysis.what_if import STOPS, at_alpha
from aelr_core.experiments import ExperimentSpec, Result, load
from aelr_core.experiments.files import load_rounded
from aelr_core.files import ASSETS
from aelr_core.letters import FAMILIES
from pages.ui.settings import DEFAULTS

EXAMPLE = ASSETS / "results" / "default.npz"
FOLDER = ASSETS / "results" / "atlas"
# In the order in which they are computed; where a file is missing, old curves fade instead.
BUDGETS = (5, 10, 2, 20)


@cache
def example_run() -> Result:
    """Return the stored run of the defaults; all visitors share it."""
    return load(EXAMPLE)


def precomputed(spec: ExperimentSpec) -> Result | None:
    """Return the stored run of exactly this experiment, if there is one."""
    return _near(spec).get(spec)


def along_alpha(spec: ExperimentSpec) -> tuple[Result, ...]:
    """Return the stored runs that differ from an experiment in α alone, at every stop, or ()."""
    there = _near(spec)
    runs = [there.get(at_alpha(spec, alpha)) for alpha in STOPS] if there else [None]
    return tuple(one for one in runs if one is not None) if all(runs) else ()


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
    return stored(file_of(spec.family, spec.budget))


@lru_cache(maxsize=len(FAMILIES) * len(BUDGETS))
def stored(file: Path) -> Mapping[ExperimentSpec, Result]:
    """Return the runs in a file; none if it is missing."""
    return {one.spec: one for one in load_rounded(file)} if file.is_file() else {}
