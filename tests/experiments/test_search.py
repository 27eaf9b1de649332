"""Searches: folds of the training rows, grids widened at an edge, what is chosen and kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aelr_core.algorithms import step_size
from aelr_core.datasets import Dataset
from aelr_core.experiments import READINGS, ExperimentSpec, Result, run
from aelr_core.experiments import search as search_file
from aelr_core.experiments.problem import dataset_of
from aelr_core.experiments.readings import reading
from aelr_core.experiments.result import Search, Trial
from aelr_core.experiments.search import (
    EFFORTS,
    TUNING_RUNS,
    At,
    Grid,
    make_folds,
    setting_of,
    tune,
)
from aelr_core.modes import THEORY
from tests.experiments.specs import small

SPEC = small(10, test_examples=100, examples=120, points=2, step="quick", seed=5)


def make_up(monkeypatch: pytest.MonkeyPatch, loss: Callable[[At], float]) -> list[list[At]]:
    """Let candidates have these losses on every order; return the list of rounds to come."""
    rounds = list[list[At]]()

    def learn(spec, dataset, folds, trials):  # type: ignore[no-untyped-def]
        rounds.append([*dict.fromkeys(at for _, at, _ in trials)])
        for target, at, number in trials:
            target.grid.losses.setdefault(at, {})[number] = loss(at)
        yield 0.5
        yield 1.0

    monkeypatch.setattr(search_file, "_learn", learn)
    return rounds


def search(spec: ExperimentSpec, key: str = "aerr", dataset: Dataset | None = None) -> Search:
    data = dataset_of(spec) if dataset is None else dataset
    assert data.norm_bound is not None
    *_, last = tune(spec, data, key, data.norm_bound)
    assert last.ended
    return last.searches[-1]


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
    make_up(monkeypatch, lambda at: abs(at[0] - best))
    found = search(SPEC)
    assert found.chosen.multiplier == pytest.approx(3.0**best)
    assert not found.at_edge
    assert len(found.trials) == 7 + (2 * 2 if best else 0)


@pytest.mark.parametrize("best", [-5.3, 0.25, 1.5, 2.9])
def test_a_fine_search_looks_again_around_the_best(
    monkeypatch: pytest.MonkeyPatch, best: float
) -> None:
    rounds = make_up(monkeypatch, lambda at: abs(at[0] - best))
    found = search(replace(SPEC, step="fine"))
    assert (found.folds, len(rounds[0]), len(rounds[-1])) == (10, 9, 6)
    assert abs(np.log(found.chosen.multiplier) / np.log(3) - best) <= 0.125
    assert not found.at_edge


def test_a_fine_search_finds_a_second_valley_above(monkeypatch: pytest.MonkeyPatch) -> None:
    make_up(monkeypatch, lambda at: min(abs(at[0] + 1) + 0.5, abs(at[0] - 4.25)))
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
    make_up(monkeypatch, lambda at: 2.0 ** -at[0])
    found = search(SPEC)
    assert found.at_edge
    assert found.chosen == found.trials[-1]
    result = run(replace(SPEC, algorithms=("online_ridge",)))
    assert any("Online ridge: the best step size" in note for note in result.notes)


def test_the_share_that_is_done_counts_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    rounds = make_up(monkeypatch, lambda at: abs(at[0] - 4))
    items = [
        (item.fraction, len(item.searches), item.ended)
        for item in tune(SPEC, dataset_of(SPEC), "ddaerr", 1.0)
    ]
    goes_on = [(0.5, 0, False), (1.0, 0, False), (0.75, 0, False), (1.0, 0, False)]
    assert items == [*goes_on, (1.0, 1, True)]
    assert [len(each) for each in rounds] == [7, 2]  # beyond the edge


def test_equal_losses_leave_the_theory_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    make_up(monkeypatch, lambda at: np.inf)
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


# -- grids ------------------------------------------------------------------------------------


def grid(losses: dict[At, float], negligible: float = 0.0) -> Grid:
    steps, bounds = (tuple(sorted({at[axis] for at in losses})) for axis in (0, 1))
    usual = replace(EFFORTS["each"], negligible=negligible, widenings=1)
    made = Grid(replace(usual, steps=steps, bounds=bounds), 1)
    made.losses = {at: {0: x} for at, x in losses.items()}
    return made


def test_a_search_goes_on_beyond_an_edge_only_where_that_is_better() -> None:
    falling = grid({(s, 0.0): 1.0 - 0.1 * s for s in (0.0, 1.0, 2.0)})
    assert falling.widen()
    assert falling.new() == [(3.0, 0.0), (4.0, 0.0)]
    valley = grid({(s, 0.0): abs(s - 1) for s in (0.0, 1.0, 2.0)})
    assert not valley.widen()
    # a ball that was never left makes no difference: nothing lies beyond it
    flat = grid({(s, b): abs(s - 1) for s in (0.0, 1.0, 2.0) for b in (-2.0, 0.0)})
    assert flat.ranked(1)[0] == (1.0, 0.0)
    assert not flat.widen()
    assert len(flat.ranked(1)) == 2  # equals count once
    assert (1.5, 1.0) in flat.finer()
    assert len(flat.finer()) == 8


def test_the_fine_search_surrounds_the_best_of_those_that_ran_on_all_folds() -> None:
    some = Grid(replace(EFFORTS["each"], steps=(0, 1, 2), bounds=(0,)), 2)
    some.losses = {(0, 0): {0: 1.0, 1: 0.0}, (1, 0): {0: 0.0}, (2, 0): {0: 1.0, 1: 2.0}}
    assert some.ranked(1)[0] == (1, 0)  # the best one on one fold is not among them
    assert some.best == (0, 0)
    assert {round(s) for s, _ in some.finer()} == {0}


def test_a_fine_candidate_beyond_the_last_coarse_one_is_at_the_edge() -> None:
    falling = grid({(s, 0.0): 1.0 - 0.1 * s for s in (0.0, 1.0, 2.0)})
    falling.losses[2.5, 0.0] = {0: 0.7}
    assert falling.at_edge((2.5, 0.0), axis=0)
    assert not falling.at_edge((2.0, 0.0), axis=0)  # 2.5 was tried
    falling.losses[1.5, 0.0] = {0: 0.6}
    assert not falling.at_edge((1.5, 0.0), axis=0)


def test_where_all_can_be_learnt_the_step_closest_to_the_theorys_is_taken() -> None:
    brink = grid({(s, 0.0): 10.0 ** -(3 * s) for s in (0.0, 1.0, 2.0, 3.0, 4.0)})
    assert brink.ranked(1)[0] == (4.0, 0.0)
    assert brink.widen()  # and further, until a step fails
    careful = grid({at: each[0] for at, each in brink.losses.items()}, negligible=1e-5)
    assert careful.ranked(1) == [(2.0, 0.0), (1.0, 0.0), (0.0, 0.0)]
    assert not careful.widen()


def test_a_search_from_coarse_to_fine_is_smaller_than_its_grid_on_all_folds() -> None:
    grid = Grid(EFFORTS["each"], 10)
    lanes = 0
    for some in grid.rounds():
        lanes += len(some)
        for at, number in some:
            grid.losses.setdefault(at, {})[number] = abs(at[0] - 0.4) + abs(at[1] + 1.1)
    assert lanes == 3 * 27 + 7 * 6 + 10 * 8 < 27 * 10
    assert grid.best == (0.5, -1.0)


# -- folds ------------------------------------------------------------------------------------


@given(
    rows=st.integers(4, 60),
    share=st.floats(0.1, 1),
    folds=st.integers(2, 10),
    repeats=st.integers(1, 3),
    examples=st.integers(1, 150),
    seed=st.integers(0, 99),
)
def test_an_order_never_meets_its_fold(
    rows: int, share: float, folds: int, repeats: int, examples: int, seed: int
) -> None:
    among = max(2, int(share * rows))
    folds = min(folds, among)
    made = make_folds(
        seed=seed, rows=rows, among=among, folds=folds, repeats=repeats, examples=examples
    )
    together = np.concatenate(made.held_out)
    assert len(together) == len(np.unique(together)) == among  # a partition of the rows taken
    sizes = [len(rows_of) for rows_of in made.held_out]
    assert max(sizes) - min(sizes) <= 1
    assert len(made.orders) == folds * repeats
    assert 1 <= made.orders.shape[1] <= examples
    for order, fold in zip(made.orders, made.fold_of_order, strict=True):
        assert not np.isin(order, made.held_out[fold]).any()
        assert np.isin(order, together).all()
        if examples <= among:
            assert len(np.unique(order)) == len(order)  # no row is used twice unless necessary
    assert len(np.unique(made.runs)) == folds * repeats
    assert made.runs.min() > TUNING_RUNS


def test_as_many_examples_as_asked_for_where_there_are_enough() -> None:
    made = make_folds(seed=1, rows=1000, among=1000, folds=10, repeats=2, examples=700)
    assert made.orders.shape == (20, 700)
    tight = make_folds(seed=1, rows=1000, among=1000, folds=10, repeats=2, examples=1000)
    assert tight.orders.shape == (20, 900)
    long = make_folds(seed=1, rows=100, among=100, folds=10, repeats=1, examples=1000)
    assert long.orders.shape == (10, 900)  # ten passes, each without its fold


def test_repeats_differ_and_folds_do_not() -> None:
    one = make_folds(seed=3, rows=90, among=90, folds=3, repeats=1, examples=60)
    two = make_folds(seed=3, rows=90, among=90, folds=3, repeats=2, examples=60)
    for a, b in zip(one.held_out, two.held_out, strict=True):
        assert np.array_equal(a, b)
    assert np.array_equal(one.orders, two.orders[:3])
    assert not np.array_equal(two.orders[:3], two.orders[3:])


# -- The readings of the paper's protocol: searched at every prefix and in each phase, or once

FOUR = ("aerr", "two_phase_ddaerr", "online_ridge", "offline_ridge")
SMALL = small(20, budget=5, examples=200, runs=4, points=2, seed=1, step=None, algorithms=FOUR)


@pytest.fixture(scope="module")
def own() -> Result:
    return run(replace(SMALL, data_sets=2, **reading("own").settings))  # type: ignore[arg-type]


@pytest.mark.parametrize("key", READINGS)
def test_a_reading_is_two_settings(key: str) -> None:
    spec = ExperimentSpec(**READINGS[key].settings)  # type: ignore[arg-type]
    assert (spec.step, spec.norm_bound) == tuple(READINGS[key].settings.values())
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
    spec = replace(SMALL, algorithms=("aerr",), step="theory", runs=2)
    spec = replace(spec, multiplier=first.multiplier, norm_bound=first.B)
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
    assert setting.number == search.chosen.multiplier
    assert setting.phase_one == search.phase_one.multiplier
    assert found.norm_bound == setting.B


def test_a_phase_one_without_examples_needs_no_search() -> None:
    mode = replace(SPEC.mode, m1_fraction=0.0)
    one = replace(SPEC, algorithms=("two_phase_ddaerr",), runs=1, mode=mode)
    result = run(replace(one, **reading("scaled").settings))  # type: ignore[arg-type]
    assert np.isfinite(result.curves["two_phase_ddaerr"].mean).all()


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
