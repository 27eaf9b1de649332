"""The estimated time of an experiment: its parts, and that it grows with every setting."""

from __future__ import annotations

from dataclasses import replace

import pytest

from aelr_core.experiments import ExperimentSpec
from aelr_core.experiments.cost import (
    CALLS,
    DATA,
    DRAW,
    FIT,
    FITTED_ATTRIBUTE,
    LANE,
    estimated_seconds,
    seconds,
)
from aelr_core.experiments.problem import dataset_of
from aelr_core.experiments.stream import Schedule
from aelr_core.experiments.work import Work, perform

SPEC = ExperimentSpec(
    options=(("dim", 50),), examples=1_000, runs=4, points=5, curve="anytime", step="theory"
)


def test_one_algorithm_without_a_search_is_its_lock_steps_and_lane_steps() -> None:
    spec = replace(SPEC, algorithms=("ddaerr",))
    expected = DATA + 1_000 * CALLS + 4 * 1_000 * (LANE + 5 * DRAW)
    assert estimated_seconds(spec, 50) == pytest.approx(expected)
    # each of 200, 400, .. 1,000 examples is a separate lane
    prefixes = replace(spec, curve="per_prefix")
    expected = DATA + 1_000 * CALLS + 4 * 3_000 * (LANE + 5 * DRAW)
    assert estimated_seconds(prefixes, 50) == pytest.approx(expected)


def test_offline_fits_grow_with_their_examples() -> None:
    spec = replace(SPEC, algorithms=("offline_ridge",))
    fits = sum(FIT + FITTED_ATTRIBUTE * 50 * min(n, 50) for n in (20, 40, 60, 80, 100))
    assert estimated_seconds(spec, 50) == pytest.approx(DATA + 4 * fits)


@pytest.mark.parametrize(
    "more",
    [
        {"examples": 2_000},
        {"runs": 40},
        {"budget": 40},
        {"step": "quick"},
        {"curve": "per_prefix"},
    ],
)
def test_more_takes_longer(more: dict[str, object]) -> None:
    assert estimated_seconds(replace(SPEC, **more), 50) > estimated_seconds(SPEC, 50)  # type: ignore[arg-type]


@pytest.mark.parametrize("step", ["theory", "quick", "cv"])
def test_what_is_scheduled_is_what_was_estimated(step: str) -> None:
    spec = replace(SPEC, examples=100, step=step)
    schedule = Schedule(spec, dataset_of(spec), [1.0], 1.0, jobs=1)
    done: list[Work] = []
    while wave := schedule.next_wave():
        for work in wave:
            *_, last = perform(spec, None, work)
            schedule.take(work, last)
        done += wave
    total = sum(seconds(spec, work, 50) for work in done)
    assert DATA + total == pytest.approx(estimated_seconds(spec, 50))
    assert schedule.fraction() == pytest.approx(1.0)
