"""Whether the start page's story is true for any seed: who ends below whom, and how clearly.

``python -m tests.app.start_order`` measures the start settings with twenty seeds (some minutes).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from aelr_core.experiments import Result, run
from pages.ui.settings import DEFAULTS

SEEDS = range(20)
# Of each pair, the first must end below the second, by a tenth at least, for this many seeds.
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


def measured(seeds: Iterable[int] = SEEDS) -> dict[int, dict[str, float]]:
    """Run the start settings with each seed; return where the curves end."""
    keys = tuple({key: None for pair in PAIRS for key in pair})
    return {seed: ends(run(replace(DEFAULTS, seed=seed, algorithms=keys).spec())) for seed in seeds}


def main() -> None:
    """Print where the curves end, a line per seed."""
    found = measured()
    keys = list(found[0])
    print("seed", *(f"{key:>17}" for key in keys), "  apart")
    for seed, at in found.items():
        print(f"{seed:4}", *(f"{at[key]:17.3f}" for key in keys), f"{apart(at)!s:>7}")
    print(sum(map(apart, found.values())), "of", len(found))


if __name__ == "__main__":
    main()
