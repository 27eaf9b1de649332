"""The search for step sizes: on the training rows, widened at an edge, kept in the result."""

from dataclasses import replace

import numpy as np
import pytest

from aelr_core.algorithms import step_size
from aelr_core.datasets import Dataset
from aelr_core.experiments import ExperimentSpec, run
from aelr_core.experiments import search as search_file
from aelr_core.experiments.problem import dataset_of
from aelr_core.experiments.result import Search
from aelr_core.experiments.search import tune
from aelr_core.modes import THEORY
from tests.experiments.specs import small

SPEC = small(10, test_examples=100, examples=120, points=2, step="quick", seed=5)


def search(spec: ExperimentSpec, key: str = "aerr", dataset: Dataset | None = None) -> Search:
    data = dataset_of(spec) if dataset is None else dataset
    assert data.norm_bound is not None
    *_, last = tune(spec, data, key, data.norm_bound, None)
    assert last.ended
    return last.searches[key]


def test_seven_multipliers_three_apart_around_one() -> None:
    found = search(SPEC)
    multipliers = [trial.multiplier for trial in found.trials]
    assert set(multipliers) >= {3.0**e for e in range(-3, 4)}
    assert np.allclose(np.diff(np.log(multipliers)), np.log(3))
    assert 1.0 in multipliers
    assert found.chosen == min(found.trials, key=lambda trial: trial.loss)
    assert (found.folds, found.examples) == (3, 80)
    assert all(trial.standard_error > 0 for trial in found.trials)


def test_folds_and_examples_of_both_efforts() -> None:
    assert search(replace(SPEC, step="cv")).folds == 10
    assert search(replace(SPEC, step="cv")).examples == 108
    large = replace(SPEC, examples=2_100)
    assert search(large).examples == 1_333  # 2,000 examples, a third of them held out
    assert search(replace(SPEC, examples=600), "online_ridge").examples == 240  # n = 600 * 4 / 10


@pytest.mark.parametrize("best", [-5, 5, 0])
def test_a_search_that_ends_at_an_edge_goes_on(monkeypatch: pytest.MonkeyPatch, best: int) -> None:
    def made_up(spec, dataset, B, folds, grid):  # type: ignore[no-untyped-def]
        grid.losses |= {(s, b): np.full(3, float(abs(s - best))) for s, b in grid.new()}
        yield 1.0

    monkeypatch.setattr(search_file, "_try", made_up)
    found = search(SPEC)
    assert found.chosen.multiplier == pytest.approx(3.0**best)
    assert not found.at_edge
    assert len(found.trials) == 7 + (2 * 2 if best else 0)


@pytest.mark.parametrize("best", [-5.3, 0.25, 1.5, 2.9])
def test_a_fine_search_looks_again_around_the_best(
    monkeypatch: pytest.MonkeyPatch, best: float
) -> None:
    rounds = []

    def made_up(spec, dataset, B, folds, grid):  # type: ignore[no-untyped-def]
        rounds.append(len(grid.new()))
        grid.losses |= {at: np.full(3, abs(at[0] - best)) for at in grid.new()}
        yield 1.0

    monkeypatch.setattr(search_file, "_try", made_up)
    found = search(replace(SPEC, step="fine"))
    assert (found.folds, rounds[0], rounds[-1]) == (10, 9, 6)
    assert abs(np.log(found.chosen.multiplier) / np.log(3) - best) <= 0.125
    assert not found.at_edge


def test_a_fine_search_finds_a_second_valley_above(monkeypatch: pytest.MonkeyPatch) -> None:
    def made_up(spec, dataset, B, folds, grid):  # type: ignore[no-untyped-def]
        grid.losses |= {
            at: np.full(3, min(abs(at[0] + 1) + 0.5, abs(at[0] - 4.25))) for at in grid.new()
        }
        yield 1.0

    monkeypatch.setattr(search_file, "_try", made_up)
    assert search(replace(SPEC, step="cv")).chosen.multiplier == pytest.approx(1 / 3)
    assert search(replace(SPEC, step="fine")).chosen.multiplier == pytest.approx(3**4.25)


def test_a_fine_search_is_never_worse_than_the_plain_one() -> None:
    plain, fine = (search(replace(SPEC, step=step), "ddaerr") for step in ("cv", "fine"))
    assert set(plain.trials) <= set(fine.trials)
    assert fine.chosen.loss <= plain.chosen.loss


@pytest.mark.parametrize("key", ["aerr", "ddaerr", "online_ridge"])
def test_a_fine_step_is_the_same_at_every_prefix(key: str) -> None:
    spec = replace(SPEC, step="fine", algorithms=(key,))
    found = run(spec).curves[key]
    assert found.setting is not None
    assert found.setting.number_is == "multiplier"
    data = dataset_of(spec)
    eta = found.setting.number * float(
        step_size(
            key, d=10, m=int(found.examples[-1]), k=2, B=found.setting.B, M=data.known_moments
        )
    )
    fixed = run(replace(spec, step=eta)).curves[key]
    np.testing.assert_allclose(found.relative_loss, fixed.relative_loss, rtol=1e-9)


def test_a_search_without_end_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def made_up(spec, dataset, B, folds, grid):  # type: ignore[no-untyped-def]
        grid.losses |= {at: np.full(3, -float(at[0])) for at in grid.new()}
        yield 1.0

    monkeypatch.setattr(search_file, "_try", made_up)
    found = search(SPEC)
    assert found.at_edge
    assert found.chosen == found.trials[-1]
    result = run(replace(SPEC, algorithms=("online_ridge",)))
    assert any("Online ridge: the best step size" in note for note in result.notes)


def test_the_two_phased_search_takes_the_multiplier_of_the_uniform_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    best = {"aerr": 1, "ddaerr": 4, "two_phase_ddaerr": -1}
    rounds = dict[str, list[tuple[int, float | None]]]()

    def made_up(spec, dataset, B, folds, grid):  # type: ignore[no-untyped-def]
        rounds.setdefault(grid.key, []).append((len(grid.new()), grid.phase_one))
        grid.losses |= {at: np.full(3, float(abs(at[0] - best[grid.key]))) for at in grid.new()}
        yield 0.5
        yield 1.0

    monkeypatch.setattr(search_file, "_try", made_up)
    items = [
        (item.fraction, set(item.searches), item.ended)
        for item in tune(SPEC, dataset_of(SPEC), "ddaerr", 1.0, None)
    ]
    goes_on = [(0.5, set(), False), (1.0, set(), False), (0.75, set(), False), (1.0, set(), False)]
    assert items == [*goes_on, (1.0, {"ddaerr"}, True)]
    assert rounds == {"ddaerr": [(7, None), (2, None)]}  # beyond the edge
    rounds.clear()
    run(replace(SPEC, algorithms=tuple(best)))
    # the uniform algorithm is searched once, for its own curve and for phase one
    assert rounds == {
        "aerr": [(7, None)],
        "ddaerr": [(7, None), (2, None)],
        "two_phase_ddaerr": [(7, 3.0)],
    }


def test_equal_losses_leave_the_theory_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def made_up(spec, dataset, B, folds, grid):  # type: ignore[no-untyped-def]
        grid.losses |= {at: np.full(3, np.inf) for at in grid.new()}
        yield 1.0

    monkeypatch.setattr(search_file, "_try", made_up)
    assert search(SPEC).chosen.multiplier == 1.0


def test_the_norm_bound_is_searched_too() -> None:
    data = dataset_of(SPEC)
    assert data.norm_bound is not None
    found = search(replace(SPEC, norm_bound="cv"), "ddaerr")
    bounds = sorted({trial.B for trial in found.trials})
    assert np.allclose(np.diff(np.log(bounds)), np.log(2))
    assert data.norm_bound in bounds
    assert len(bounds) >= 5
    only = search(replace(SPEC, norm_bound="cv", step="theory"), "ddaerr")
    assert {trial.multiplier for trial in only.trials} == {1.0}
    assert len(only.trials) >= 5
    fixed = search(replace(SPEC, norm_bound="cv", step=0.01), "ddaerr")
    assert len(fixed.trials) >= 5


def test_what_was_found_is_what_is_used() -> None:
    result = run(replace(SPEC, norm_bound="cv"))
    for key, curve in result.curves.items():
        if key == "offline_ridge":
            assert curve.setting is None
            continue
        assert curve.setting is not None
        chosen = result.searches[key].chosen
        assert (curve.setting.number, curve.setting.B) == (chosen.multiplier, chosen.B)
    two_phased = result.curves["two_phase_ddaerr"].setting
    assert two_phased is not None
    assert two_phased.phase_one == result.searches["aerr"].chosen.multiplier


def test_phase_one_needs_the_uniform_search_even_where_its_curve_is_not_wanted() -> None:
    result = run(replace(SPEC, algorithms=("two_phase_ddaerr",)))
    assert list(result.curves) == ["two_phase_ddaerr"]
    assert set(result.searches) == {"aerr", "two_phase_ddaerr"}
    with_all = run(replace(SPEC, algorithms=("aerr", "two_phase_ddaerr")))
    assert np.array_equal(
        result.curves["two_phase_ddaerr"].relative_loss,
        with_all.curves["two_phase_ddaerr"].relative_loss,
    )
    cold = run(replace(SPEC, algorithms=("two_phase_ddaerr",), mode=THEORY))
    assert set(cold.searches) == {"two_phase_ddaerr"}  # phase one learns nothing there


def test_test_rows_have_no_say() -> None:
    data = dataset_of(SPEC)
    spoilt = replace(data, X_test=data.X_test * 0 + 1, y_test=data.y_test * 0 + 7)
    assert search(SPEC, dataset=data) == search(SPEC, dataset=spoilt)


def test_no_search_where_none_is_asked_for() -> None:
    for step in ("theory", 0.05):
        result = run(replace(SPEC, step=step))
        assert result.searches == {}
        assert not any("step sizes" in note for note in result.notes)
    assert "step sizes" in run(SPEC).notes[-1]
