"""The story of the start page is true: for the run that ships with the app, and for any seed."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from aelr_core.experiments import Result, run
from pages.ui.settings import DEFAULTS
from pages.ui.stored_runs import example_run

# Of each pair, the first must end below the second, by a tenth at least, for this many of 20 seeds.
ENOUGH, CLEARLY = 18, 0.9
PAIRS = (
    ("jaerr", "ddaerr"),
    ("ddaerr", "two_phase_ddaerr"),
    ("two_phase_ddaerr", "aerr"),
    ("adaptive_jaerr", "two_phase_ddaerr"),
)


def ends(result: Result) -> dict[str, float]:
    """Return where each curve of a run ends, on average."""
    return {key: float(curve.mean[-1]) for key, curve in result.curves.items()}


def apart(found: Mapping[str, float]) -> bool:
    """Return whether the curves of every pair end clearly apart, in the right order."""
    return all(found[lower] <= CLEARLY * found[upper] for lower, upper in PAIRS)


def test_the_curves_of_the_example_run_end_clearly_apart() -> None:
    assert apart(ends(example_run()))


@pytest.mark.long
def test_the_start_settings_tell_the_same_story_with_almost_any_seed() -> None:
    keys = tuple({key: None for pair in PAIRS for key in pair})
    told = [apart(ends(run(replace(DEFAULTS, seed=n, algorithms=keys).spec()))) for n in range(20)]
    assert sum(told) >= ENOUGH
