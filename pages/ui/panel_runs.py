"""A panel of the paper as a live run: its reading of the protocol, in the time that a run may take.

The searches of the stored panels take minutes. A live run has the same data, budget, seed and
reading, and as many points, runs and examples as fit; a sentence says what is smaller.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from aelr_core.experiments import ExperimentSpec
from aelr_core.experiments.cost import estimated_seconds
from aelr_core.experiments.readings import READINGS
from aelr_core.results.paper import stored
from pages.ui.numerals import listed
from pages.ui.runs.limits import from_environment
from pages.ui.settings import Settings
from pages.ui.settings.table import NO_READING, SETTINGS, THE_PAPERS
from pages.ui.settings.values import PRESETS

# Points and runs, from the most to the fewest; fewer examples only when even the last do not fit.
SIZES = ((10, 20), (10, 10), (10, 5), (5, 5))
# The share of the limit to aim at: the estimate may be too low, and others may compute meanwhile.
SHARE = 0.5
# Examples are a multiple of this.
ROUND = 100


def limit() -> float:
    """Return the estimated seconds of the longest run that this server accepts."""
    return from_environment()[0].estimate


@lru_cache(256)
def live_settings(panel: str, reading: str, most: float) -> Settings:
    """Return the settings that run a panel live under a reading, in at most so many seconds."""
    full = replace(_template(panel, reading), examples=_examples(panel, reading))
    for points, runs in SIZES:
        found = replace(full, points=points, runs=runs)
        if _seconds(found) <= SHARE * most:
            return found
    low, high = 1, full.examples // ROUND + 1  # in units of `ROUND`: low fits, high does not
    while high - low > 1:
        middle = (low + high) // 2
        found = replace(found, examples=middle * ROUND)
        low, high = (middle, high) if _seconds(found) <= SHARE * most else (low, middle)
    return replace(found, examples=low * ROUND)


def panel_of(settings: Settings) -> str | None:
    """Return the panel whose data, budget and seed the settings have, if they have a reading."""
    if settings.protocol == NO_READING:
        return None
    sizes = {name: getattr(settings, name) for name in ("examples", "points", "runs", "projector")}
    return next(
        (
            p
            for p in stored().panels
            if replace(_template(p, settings.protocol), **sizes) == settings
        ),
        None,
    )


def smaller(settings: Settings) -> str:
    """Return how a live run differs from the stored panel and what is the same, or ""."""
    panel = panel_of(settings)
    if panel is None:
        return ""
    stored, here = _stored(panel, settings.protocol), settings.spec()
    pairs = [(a, b) for a, b in zip(_numbers(stored), _numbers(here), strict=True) if a != b]
    if not pairs:
        return ""
    same = "Data" if stored.data_sets == here.data_sets else "The first data set"
    there, now = (listed([pair[n] for pair in pairs]) for n in (0, 1))
    return (
        f"Figure {panel}, reading “{READINGS[settings.protocol].label}”: the stored panel has "
        f"{there}; a live run has {now}, so that it should take less than {limit():.0f} s. "
        f"{same}, k + 1, seed and reading are the same."
    )


def _numbers(spec: ExperimentSpec) -> Iterator[str]:
    yield f"{spec.runs} runs"
    yield f"{spec.data_sets} data sets" if spec.data_sets > 1 else "one data set"
    yield f"{spec.examples:,} examples"
    yield f"{spec.points} points"


def _template(panel: str, reading: str) -> Settings:
    """Return the settings of a panel under a reading, but for the size."""
    preset = next(s for name, s in PRESETS.items() if name.endswith(f"(Fig. {panel})"))
    return replace(preset, seed=_stored(panel, reading).seed, protocol=reading, origin=THE_PAPERS)


def _stored(panel: str, reading: str) -> ExperimentSpec:
    return stored().panels[panel].computed[reading].spec


def _examples(panel: str, reading: str) -> int:
    """Return m of the stored panel, or the most that the app allows."""
    return min(_stored(panel, reading).examples, int(SETTINGS["examples"].at_most or 0))


def _seconds(settings: Settings) -> float:
    return estimated_seconds(settings.spec(), settings.d)
