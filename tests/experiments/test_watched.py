"""Streams that somebody watches: every contestant at once, dots on their way, and a forked mate."""

import os
import signal
from dataclasses import replace
from sys import modules

import numpy as np
import pytest

from aelr_core.algorithms import ALGORITHMS
from aelr_core.experiments import growth, mate, preview, run, stream
from tests.experiments.test_stream import SMALL, check_rectangle, same

STREAM = modules[stream.__module__]


@pytest.mark.parametrize("step", ["quick", "theory"])
def test_those_who_watch_see_every_contestant_at_once_and_the_same_end(
    monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    monkeypatch.setattr(STREAM, "BRIEF", 0.0)
    monkeypatch.setattr(growth, "SLICE", 0.0)
    for place, name in ((STREAM, "INTERVAL"), (STREAM, "PATIENCE"), (preview, "LEAD")):
        monkeypatch.setattr(place, name, 60.0)
    spec = replace(SMALL, step=step)
    first, last = stream(spec, watched=True)  # nothing between: no time has passed
    budgeted = {key for key in spec.algorithms if ALGORITHMS[key].budgeted}
    assert budgeted <= {*first.result.curves, *first.glimpse.provisional}
    assert not first.result.searches
    for curve in first.glimpse.provisional.values():
        check_rectangle(curve)
        assert curve.weights is None
    same(last.result, run(spec))
    assert not last.glimpse.provisional


def test_a_forked_process_beside_this_one_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    made = list[mate.Mate]()

    def forked(*given) -> mate.Mate:  # type: ignore[no-untyped-def]
        made.append(mate.Mate(*given))
        return made[-1]

    monkeypatch.setattr(STREAM, "BRIEF", 0.0)
    monkeypatch.setattr(STREAM, "Mate", forked)
    items = [*stream(SMALL, mated=True)]
    same(items[-1].result, run(SMALL))
    (one,) = made
    assert not one.busy
    with pytest.raises(ChildProcessError):
        os.waitpid(one._pid, 0)  # gone

    ours = ("jaerr", "adaptive_jaerr")
    long = replace(SMALL, examples=20_000, points=50, runs=2, step="auto", algorithms=ours)
    left = stream(long, mated=True)
    assert any(len(made) == 2 for _ in left)
    left.close()  # as Stop does
    with pytest.raises(ChildProcessError):
        os.waitpid(made[1]._pid, 0)

    killed = stream(long, mated=True)
    assert any(len(made) == 3 for _ in killed)
    os.kill(made[2]._pid, signal.SIGKILL)
    with pytest.raises(ChildProcessError, match="killed before its work was done"):
        list(killed)


def test_two_phased_prefixes_are_seen_on_their_way(monkeypatch: pytest.MonkeyPatch) -> None:
    for place, name in ((STREAM, "INTERVAL"), (growth, "SLICE"), (growth, "WAY")):
        monkeypatch.setattr(place, name, 0.0)
    keys = ("two_phase_ddaerr", "offline_ridge")
    items = [*stream(replace(SMALL, examples=1_500, runs=2, step="theory", algorithms=keys))]
    dots = [d for item in items if (d := item.glimpse.moving.get(keys[0])) is not None]
    phase_one = [dot for dot in dots if (dot.relative_loss == 1).all()]
    assert phase_one  # nothing is predicted yet, though attributes are spent
    assert len(dots) > len(phase_one)
    assert {len(dot.attributes) for dot in dots} == {4, 3, 2, 1}  # one prefix after the other
    assert (np.diff([dot.attributes[-1] for dot in dots]) > 0).all()
    assert not items[-1].glimpse.moving
    offline = [keys[1] in item.result.curves for item in items]
    assert offline == sorted(offline)
    assert not any(offline[: len(dots)])  # no algorithm waits for it
