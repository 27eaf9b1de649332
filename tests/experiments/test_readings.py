"""The readings of the paper's protocol: searched at every prefix and in each phase, or once."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from aelr_core.cli import main
from aelr_core.experiments import READINGS, ExperimentSpec, Result, load, run
from aelr_core.experiments.readings import reading, reading_of
from aelr_core.experiments.result import Search, Trial
from aelr_core.experiments.search import setting_of

SMALL = ExperimentSpec(
    options={"alpha": -1.0, "dim": 20, "test_examples": 200},  # type: ignore[arg-type]
    examples=200, runs=4, points=2, seed=1,
    algorithms=("aerr", "two_phase_ddaerr", "online_ridge", "offline_ridge"),
)  # fmt: skip


@pytest.fixture(scope="module")
def own() -> Result:
    return run(replace(SMALL, data_sets=2, **reading("own").settings))  # type: ignore[arg-type]


@pytest.mark.parametrize("key", READINGS)
def test_a_reading_is_two_settings(key: str) -> None:
    spec = ExperimentSpec(**READINGS[key].settings)  # type: ignore[arg-type]
    assert reading_of(spec) == READINGS[key]
    assert reading_of(ExperimentSpec()) is None
    with pytest.raises(ValueError, match="reading must be one of 'own', 'own-step'"):
        reading("mine")


def test_every_prefix_and_phase_has_its_own_search(own: Result) -> None:
    assert set(own.prefix_searches) == set(SMALL.algorithms)
    for key, searches in own.prefix_searches.items():
        assert len(searches) == len(own.curves[key].examples)
        assert own.searches[key] == searches[-1]
        for search in searches:
            assert search.folds == 10
            assert search.chosen.loss == min(trial.loss for trial in search.trials)
            assert (search.phase_one is not None) == (key == "two_phase_ddaerr")
    # of full m a fold of the training rows is left out; a shorter prefix is whole
    assert [search.examples for search in own.prefix_searches["aerr"]] == [100, 180]


def test_the_last_setting_is_the_curves_own(own: Result) -> None:
    for key in ("aerr", "two_phase_ddaerr", "online_ridge"):
        assert own.curves[key].setting == setting_of(own.spec, own.searches[key])
    two = own.curves["two_phase_ddaerr"].setting
    first = own.searches["two_phase_ddaerr"].phase_one
    assert two is not None
    assert first is not None
    assert (two.phase_one, two.B_one) == (first.multiplier, first.B)


def test_a_prefix_runs_with_what_was_found_for_it(own: Result) -> None:
    """Computed again with that η and B alone, the first prefix has the same losses."""
    first = own.prefix_searches["aerr"][0].chosen
    spec = replace(
        SMALL, algorithms=("aerr",), step="theory", multiplier=first.multiplier,
        norm_bound=first.B, runs=2,
    )  # fmt: skip
    again = run(spec).curves["aerr"].relative_loss[:, 0]
    np.testing.assert_allclose(own.curves["aerr"].relative_loss[:2, 0], again, rtol=1e-9)


def test_runs_are_nested_in_data_sets(own: Result) -> None:
    for curve in own.curves.values():
        assert curve.data_sets is not None
        assert curve.data_sets.tolist() == [0, 0, 1, 1]
    alone = run(replace(own.spec, data_sets=1))
    for key, curve in alone.curves.items():
        assert curve.data_sets is None
        np.testing.assert_array_equal(curve.relative_loss[:2], own.curves[key].relative_loss[:2])
        assert (curve.relative_loss[2:] != own.curves[key].relative_loss[2:]).any()


def test_scaled_has_one_factor_for_each_phase() -> None:
    found = run(replace(SMALL, **reading("scaled").settings))  # type: ignore[arg-type]
    assert found.prefix_searches == {}
    search = found.searches["two_phase_ddaerr"]
    assert search.phase_one is not None
    setting = found.curves["two_phase_ddaerr"].setting
    assert setting is not None
    assert (setting.number, setting.phase_one) == (
        search.chosen.multiplier, search.phase_one.multiplier
    )  # fmt: skip
    assert found.norm_bound == setting.B


def test_a_setting_on_another_data_set_keeps_its_ratio() -> None:
    trial, first = Trial(3.0, 2.0, 0.5, 0.0), Trial(1.0, 1.0, 0.5, 0.0)
    setting = setting_of(
        SMALL, Search("two_phase_ddaerr", 10, 1, 9, (trial,), trial, False, first)
    ).on(1.5)
    assert (setting.B, setting.B_one, setting.number, setting.phase_one) == (3.0, 1.5, 3.0, 1.0)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"step": "each", "curve": "anytime"}, "curve must be 'per_prefix'"),
        ({"data": "wine", "options": (), "data_sets": 2}, "data_sets must be 1 for wine"),
        ({"data_sets": 5}, "data_sets must be a whole number from 1 to 4"),
    ],
)
def test_refusals(change: dict[str, object], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        replace(SMALL, **change)  # type: ignore[arg-type]


def test_the_command_takes_a_reading(tmp_path, capsys: pytest.CaptureFixture[str]) -> None:  # type: ignore[no-untyped-def]
    out = tmp_path / "a.npz"
    words = "run --data=synthetic --dim=20 --examples=40 --runs=2 --points=2 --reading=own-step"
    assert main([*words.split(), "--algorithms=aerr", f"--out={out}"]) == 0
    assert reading_of(load(out).spec) == READINGS["own-step"]
    assert main([*words.split(), "--step=cv"]) == 2
    assert "--step must not be given beside --reading" in capsys.readouterr().err
