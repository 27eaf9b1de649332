"""The steps that a timing counts are the steps that were taken."""

from dataclasses import replace

import pytest

from aelr_core.bench.experiment_times import INTERACTIVE, PANEL, count_steps, timed
from aelr_core.experiments import run


def test_the_two_experiments_are_those_of_the_design() -> None:
    assert (PANEL.examples, PANEL.runs, PANEL.points, PANEL.step) == (20_000, 100, 10, "cv")
    assert (len(PANEL.algorithms), len(INTERACTIVE.algorithms)) == (5, 7)
    assert (INTERACTIVE.examples, INTERACTIVE.runs, INTERACTIVE.step) == (5_000, 20, None)
    for spec in (PANEL, INTERACTIVE):
        assert dict(spec.options) == dict(INTERACTIVE.options)
        assert (dict(spec.options)["dim"], spec.budget) == (500, 5)


def test_steps_are_counted() -> None:
    small = {"dim": 10, "test_examples": 30}
    spec = replace(
        INTERACTIVE, options=small, examples=50, runs=3, points=2, step="theory", curve="per_prefix"
    )
    # four budgeted algorithms of 25 + 50 examples, the adaptive one, which needs no separate run
    # for 25, and one online of floor(25/2) + floor(50/2)
    assert count_steps(run(spec)) == (4 * 3 * 75 + 3 * 50, 3 * (12 + 25))
    timing = timed("small", spec, 1)
    assert (timing.steps, timing.online_steps) == (4 * 3 * 75 + 3 * 50 + 3 * 37, 3 * 37)
    assert 0 < timing.first_seconds <= timing.seconds
    assert timing.seen_seconds > 0
    tuned = run(replace(spec, step="quick", algorithms=("aerr",)))
    trials = len(tuned.searches["aerr"].trials)
    assert count_steps(tuned)[0] == 3 * 75 + trials * 3 * 4 * 33


def test_a_timing_needs_no_curve(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = replace(
        INTERACTIVE, options={"dim": 10, "test_examples": 30}, examples=20, points=2, runs=1,
        algorithms=("aerr",), step=1e308,
    )  # fmt: skip
    assert timed("diverges", spec, 1).first_seconds > 0
