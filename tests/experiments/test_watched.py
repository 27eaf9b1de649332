"""Streams that somebody watches: provisional curves at once, and the same end."""

from dataclasses import replace
from sys import modules

import pytest

from aelr_core.algorithms import ALGORITHMS
from aelr_core.experiments import growth, run, stream
from tests.experiments.test_stream import SMALL, check_rectangle, same

STREAM = modules[stream.__module__]


@pytest.mark.parametrize("step", ["quick", "theory"])
def test_those_who_watch_see_every_contestant_at_once_and_the_same_end(
    monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    monkeypatch.setattr(STREAM, "BRIEF", 0.0)
    monkeypatch.setattr(growth, "SLICE", 0.0)
    for place, name in ((STREAM, "INTERVAL"), (STREAM, "LEAD")):
        monkeypatch.setattr(place, name, 60.0)
    spec = replace(SMALL, step=step)
    first, last = stream(spec, watched=True)  # nothing between: no time has passed
    budgeted = {key for key in spec.algorithms if ALGORITHMS[key].budgeted}
    assert budgeted == {*first.preview}
    assert not first.result.searches
    for curve in first.preview.values():
        check_rectangle(curve)
        assert curve.weights is None
    same(last.result, run(spec))
    assert not last.preview


def test_a_provisional_curve_goes_when_the_final_one_is_complete(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for place, name in ((STREAM, "BRIEF"), (STREAM, "INTERVAL"), (growth, "SLICE")):
        monkeypatch.setattr(place, name, 0.0)
    keys = ("two_phase_ddaerr", "offline_ridge")
    items = [*stream(replace(SMALL, step="theory", algorithms=keys), watched=True)]
    points = [len(item.preview[keys[0]].examples) for item in items if item.preview]
    assert points == sorted(points)
    for item in items:
        final = item.result.curves.get(keys[0])
        complete = final is not None and len(final.examples) == SMALL.points
        assert complete != bool(item.preview)
    offline = [keys[1] in item.result.curves for item in items]
    assert offline == sorted(offline)
    assert not any(offline[: len(points)])  # no algorithm waits for it
