"""Streams: results only grow, and end in the same numbers however the work is divided."""

from dataclasses import replace
from sys import modules
from typing import Any

import numpy as np
import pytest

from aelr_core.algorithms import ALGORITHMS
from aelr_core.datasets import Dataset, load_dataset
from aelr_core.experiments import Curve, ExperimentSpec, Result, growth, run, stream, work
from aelr_core.experiments import stream as stream_function
from tests.experiments.specs import small

SMALL = small(15, test_examples=100, examples=160, runs=5, points=4, step="quick", seed=11)
LOSSES = ("relative_loss", "excess_risk", "error_rate", "progressive")
ARRAYS = ("runs", "examples", "attributes", "distinct", *LOSSES, "q", "unsampled", "pi")


def same(a: Result, b: Result) -> None:
    """Assert that two results hold the same numbers, to the last bit."""
    assert a.curves.keys() == b.curves.keys()
    for key, curve in a.curves.items():
        for name in ARRAYS:
            x, y = getattr(curve, name), getattr(b.curves[key], name)
            assert (x is None) == (y is None), (key, name)
            assert x is None or np.array_equal(x, y, equal_nan=True), (key, name)
        assert curve.setting == b.curves[key].setting
    assert a.searches == b.searches
    assert a.notes == b.notes


@pytest.fixture
def every_slice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a stream yield after every slice of work, and make slices as short as possible."""
    monkeypatch.setattr(modules[stream_function.__module__], "INTERVAL", 0.0)
    monkeypatch.setattr(growth, "SLICE", 0.0)


@pytest.mark.usefixtures("every_slice")
@pytest.mark.parametrize("curve", ["per_prefix", "anytime"])
def test_results_grow_and_never_fall_back(curve: str) -> None:
    items = list(stream(replace(SMALL, curve=curve)))
    fractions = [item.fraction for item in items]
    assert len(items) > 10
    assert fractions == sorted(fractions)
    assert all(0 <= fraction <= 1 for fraction in fractions)
    assert [item.result.complete for item in items] == [False] * (len(items) - 1) + [True]
    seen: dict[str, int] = {}
    for item in items:
        for key, found in item.result.curves.items():
            check_rectangle(found)
            assert found.relative_loss.size >= seen.get(key, 0)
            seen[key] = found.relative_loss.size
        assert set(seen) == set(item.result.curves)
    last = items[-1].result
    assert list(last.curves) == list(SMALL.algorithms)
    assert all(len(found.runs) == SMALL.runs for found in last.curves.values())
    assert items[-1].seconds_left == 0
    same(last, run(replace(SMALL, curve=curve)))


def check_rectangle(curve: Curve) -> None:
    shape = (len(curve.runs), len(curve.examples))
    assert min(shape) > 0
    for values in (curve.relative_loss, curve.distinct, curve.excess_risk):
        assert values is not None
        assert values.shape == shape
        assert np.isfinite(values).all()
    assert (np.diff(curve.examples) > 0).all()


@pytest.mark.usefixtures("every_slice")
def test_a_partial_result_is_not_written_over_later() -> None:
    items = list(stream(replace(SMALL, curve="anytime", algorithms=("aerr",), step="theory")))
    first = next(item.result for item in items if item.result.curves)
    points = len(first.curves["aerr"].examples)
    assert points < len(items[-1].result.curves["aerr"].examples)
    whole = items[-1].result.curves["aerr"].relative_loss
    assert np.array_equal(first.curves["aerr"].relative_loss, whole[:, :points])


@pytest.mark.parametrize("family", ["ridge", "lasso"])
@pytest.mark.parametrize("lanes", [1, 7])
def test_chunking_changes_nothing(monkeypatch: pytest.MonkeyPatch, family: str, lanes: int) -> None:
    spec = replace(SMALL, family=family, algorithms=(), step="theory")
    whole = run(spec)
    monkeypatch.setattr(work, "MOST_LANES", lanes)
    same(whole, run(spec))


@pytest.mark.parametrize("curve", ["per_prefix", "anytime"])
def test_the_number_of_jobs_changes_nothing(curve: str) -> None:
    spec = replace(SMALL, curve=curve)
    same(run(spec), run(spec, jobs=2))


def test_jobs_show_progress_too(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = replace(SMALL, examples=1_500, algorithms=("aerr", "ddaerr"), curve="anytime", points=50)
    items = list(stream(spec, jobs=2))
    fractions = [item.fraction for item in items]
    assert fractions == sorted(fractions)
    assert items[-1].result.complete
    assert items[-1].processor_seconds > 0


def test_a_stream_may_be_left() -> None:
    spec = replace(SMALL, examples=20_000, points=100, algorithms=("aerr",), step="theory")
    for jobs in (1, 2):
        for item in stream(spec, jobs=jobs):
            assert item.fraction < 1
            break


def test_an_error_in_a_worker_is_raised_here() -> None:
    spec = replace(SMALL, data="csv", options={"fingerprint": "x", "target": "y"})
    with pytest.raises(ValueError, match=r"^dataset must be the table whose fingerprint is x\.$"):
        run(spec, jobs=2)


@pytest.mark.parametrize("wanted", [None, "synthetic", {"runs": 3}])
def test_a_spec_must_be_one(wanted: Any) -> None:
    for function in (run, stream):
        with pytest.raises(ValueError, match=r"^spec must be an ExperimentSpec, but its type is "):
            function(wanted)


def test_jobs_must_be_a_whole_number() -> None:
    with pytest.raises(ValueError, match=r"^jobs must be a whole number >= 1"):
        stream(SMALL, jobs=0)


# -- notes -------------------------------------------------------------------------------------


def test_divergence_is_said_and_never_drawn() -> None:
    too_far = ("aerr", "jaerr", "adaptive_jaerr", "online_ridge")
    spec = replace(SMALL, step=1e308, algorithms=(*too_far, "offline_ridge"), guarded=False)
    result = run(spec)
    assert list(result.curves) == ["offline_ridge"]
    assert result.notes[0] == (
        "AERR: 5 of 5 runs diverged (the step size is too large) and are left out."
    )
    for curve in result.curves.values():
        assert np.isfinite(curve.mean).all()


def test_reused_examples_are_said() -> None:
    spec = ExperimentSpec(data="wine", examples=300, runs=2, points=3, step="theory")
    result = run(spec)
    assert "Examples reused: 300 examples were drawn from 142 training rows." in result.notes
    assert not any("reused" in note for note in run(replace(spec, examples=100)).notes)


def test_attributes_that_are_never_sampled_are_counted() -> None:
    result = run(replace(SMALL, step="theory", algorithms=("two_phase_ddaerr",)))
    unsampled = result.curves["two_phase_ddaerr"].unsampled
    assert unsampled is not None
    assert f"on average {unsampled.mean():.1f} of 15 attributes" in result.notes[0]


# -- data --------------------------------------------------------------------------------------


def table(rows: int = 60) -> bytes:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(rows, 4))
    y = X @ [1, 2, 0, -1]
    lines = [",".join(f"{v:.4f}" for v in [*x, t]) for x, t in zip(X, y, strict=True)]
    return "\n".join(["a,b,c,d,y", *lines]).encode()


@pytest.fixture
def uploaded() -> Dataset:
    return load_dataset("csv", file=table(), target="y", family="ridge", seed=1)


def test_a_table_is_handed_over(uploaded: Dataset) -> None:
    spec = ExperimentSpec(
        data="csv",
        options={"fingerprint": uploaded.fingerprint, "target": "y"},  # type: ignore[arg-type]
        budget=3,
        examples=100,
        runs=3,
        points=2,
        seed=1,
    )
    one = run(spec, dataset=uploaded)
    assert one.d == 4
    assert one.curves["offline_ridge"].mean[-1] < 0.1
    same(one, run(spec, jobs=2, dataset=uploaded))
    with pytest.raises(ValueError, match=r"^dataset must be scaled for lasso"):
        run(replace(spec, family="lasso", algorithms=()), dataset=uploaded)
    with pytest.raises(ValueError, match=r"^dataset must be None for synthetic"):
        run(SMALL, dataset=uploaded)
    with pytest.raises(ValueError, match=r"^budget must be a whole number from 2 to 4"):
        run(replace(spec, budget=5), dataset=uploaded)


# -- Streams that somebody watches: provisional curves at once, and the same end

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


def test_provisional_curves_grow_until_a_final_one_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    for place, name in ((STREAM, "BRIEF"), (STREAM, "LEAD"), (STREAM, "INTERVAL")):
        monkeypatch.setattr(place, name, 0.0)
    monkeypatch.setattr(growth, "SLICE", 0.0)
    monkeypatch.setattr(STREAM, "SHARE", 1e9)
    items = [*stream(replace(SMALL, step="theory"), watched=True)]
    lengths = [{key: len(one.examples) for key, one in item.preview.items()} for item in items]
    begun = [any(len(c.examples) > 1 for c in item.result.curves.values()) for item in items]
    for n in range(1, len(items)):
        if begun[n - 1]:
            assert all(lengths[n - 1][key] == points for key, points in lengths[n].items())
    assert any(begun[n] and lengths[n] for n in range(len(items)))
