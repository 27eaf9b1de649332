"""The stored results are what the code computes, and are complete."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from aelr_core.experiments import Curve, run
from aelr_core.experiments.problem import dataset_of
from aelr_core.experiments.readings import ONE_STEP, PRIMARY, READINGS
from aelr_core.results import paper as frozen
from research.paper import closer_looks, freeze
from research.paper.__main__ import as_plain, as_text
from research.paper.closer_looks import grown
from research.paper.compute import experiments, kept, result_file
from research.paper.panels import PANELS, PRINTED
from research.paper.tests.results import FOLDER, SMALL, board, decided
from research.paper.verdicts import MISSING

# What has been computed: "one step" wholly, the others panel by panel.
ALL = experiments(list(PANELS), [ONE_STEP])
OTHERS = experiments(list(PANELS), [key for key in READINGS if key != ONE_STEP])
LARGEST = 300_000  # bytes per panel
RUNS = 2


def test_what_is_stored_of_the_other_readings_is_whole_and_of_these_settings() -> None:
    for file in FOLDER.rglob("*.npz"):
        name = file.relative_to(FOLDER).with_suffix("").as_posix()
        assert kept(FOLDER, name, {**ALL, **OTHERS, **closer_looks.experiments()}[name]), name
        assert file.stat().st_size < LARGEST


def test_nothing_was_tried_beyond_a_choice_that_is_called_at_the_edge() -> None:
    for name in OTHERS:
        result = kept(FOLDER, name)
        if result is None:
            continue
        per_prefix = [each for searches in result.prefix_searches.values() for each in searches]
        for search in (*result.searches.values(), *per_prefix):
            tried = np.log([(t.multiplier, t.B) for t in search.trials]).round(6)
            chosen = np.log([search.chosen.multiplier, search.chosen.B]).round(6)
            inside = (tried.min(axis=0) < chosen) & (chosen < tried.max(axis=0))
            assert not (search.at_edge and inside.all()), (name, search.algorithm)
        for note in result.notes:
            assert ("at the edge" in note) <= any(s.at_edge for s in result.searches.values())


@pytest.mark.parametrize("name", ALL)
def test_every_experiment_is_stored_whole(name: str) -> None:
    result = kept(FOLDER, name, ALL[name])
    assert result is not None, f"{name} is missing, or is of other settings: run make paper"
    for curve in result.curves.values():
        assert curve.relative_loss.shape == (len(curve.runs), len(curve.examples))
        assert len(curve.runs) >= 0.95 * result.spec.runs  # the others diverged
    assert set(result.curves) == set(result.spec.algorithms)
    assert result_file(FOLDER, name).stat().st_size < LARGEST


def test_nothing_is_missing() -> None:
    assert board().counts[MISSING] == 0
    assert len(decided().numbers) == len(PRINTED)


def test_what_the_app_shows_is_what_the_stored_runs_give() -> None:
    again = "make paper, or python -m research.paper --freeze, writes it again"
    assert freeze.as_text(decided()) == frozen.FILE.read_text(encoding="utf-8"), again
    with pytest.raises(ValueError, match="own/1a is missing"):
        freeze.frozen(decided(SMALL))


def test_remarks_are_printed_after_the_claims() -> None:
    results = decided()
    board, lines = results.boards[ONE_STEP], as_text(results).splitlines()
    for remark in board.remarks:
        at = lines.index(f"No claim, in {remark.panel}: {remark.says}")
        assert lines[at + 1].strip() == remark.reason
    for verdict in board.verdicts:
        assert not verdict.reason or any(line.strip() == verdict.reason for line in lines)
    plain = as_plain(results)["readings"][ONE_STEP]
    assert set(plain["remarks"]) == {remark.key for remark in board.remarks}


def test_stored_numbers_are_computed_again() -> None:
    for each in decided().numbers:
        if "Covertype" not in each.printed.what:  # whose half million rows take a second
            assert each.printed.compute() == pytest.approx(each.ours, rel=1e-9)


@pytest.mark.parametrize(
    "reading",
    [key if key == PRIMARY else pytest.param(key, marks=pytest.mark.long) for key in READINGS],
)
def test_a_small_panel_is_computed_again_from_nothing(reading: str) -> None:
    """Everything: the searches of five algorithms, the offline method's ball, every run."""
    ((name, spec),) = experiments(["2c"], [reading], runs=5, examples=300).items()
    stored = kept(SMALL, name, spec)
    assert stored is not None
    again = run(spec)
    assert list(again.curves) == list(stored.curves) == list(spec.algorithms)
    assert len(spec.algorithms) == 5
    assert list(again.searches) == list(stored.searches) == list(spec.algorithms)
    assert again.norm_bound == pytest.approx(stored.norm_bound, rel=1e-12)
    assert again.prefix_searches.keys() == stored.prefix_searches.keys()
    for key, search in stored.searches.items():
        other = again.searches[key]
        for ours, theirs in zip(other.trials, search.trials, strict=True):
            assert (ours.multiplier, ours.B) == pytest.approx((theirs.multiplier, theirs.B))
            assert ours.loss == pytest.approx(theirs.loss, rel=1e-6)
        assert (other.chosen.multiplier, other.chosen.B) == pytest.approx(
            (search.chosen.multiplier, search.chosen.B)
        )
        assert again.bound_of(key) == pytest.approx(stored.bound_of(key))
    for key, curve in stored.curves.items():
        _same(again.curves[key], curve, spec.runs)


@pytest.mark.long
@pytest.mark.parametrize("key", ALL["one-step/4"].algorithms)
def test_some_runs_of_a_panel_are_computed_again(key: str) -> None:
    """Run 0 alone equals run 0 among a hundred; the results of the searches are reused."""
    spec = ALL["one-step/4"]
    stored = kept(FOLDER, "one-step/4", spec)
    assert stored is not None
    curve, setting, data = stored.curves[key], stored.curves[key].setting, dataset_of(spec)
    if setting is None:
        part = replace(spec, algorithms=(key,), runs=RUNS, norm_bound=stored.bound_of(key))
        again = run(part).curves[key]
    else:
        piece = grown(spec, data, key, range(RUNS), (setting,))
        again = piece.curve
    _same(again, curve, RUNS)


def _same(again: Curve, stored: Curve, runs: int) -> None:
    np.testing.assert_array_equal(again.runs, stored.runs[:runs])
    np.testing.assert_array_equal(again.examples, stored.examples)
    np.testing.assert_array_equal(again.attributes, stored.attributes)
    np.testing.assert_allclose(again.relative_loss, stored.relative_loss[:runs], rtol=1e-6)
    np.testing.assert_array_equal(again.distinct, stored.distinct[:runs])
