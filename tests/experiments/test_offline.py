"""The offline method's own ball: cross-validated under the paper's protocol."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from aelr_core.baselines import offline
from aelr_core.checks import Floats
from aelr_core.datasets import Dataset
from aelr_core.experiments import ExperimentSpec, load, run, save
from aelr_core.experiments.files import as_plain
from aelr_core.experiments.problem import dataset_of, positions
from aelr_core.experiments.result import Search
from aelr_core.experiments.search import make_folds, searched_keys, tune

# 20 whole examples of 200 attributes, of which w* uses many
FEW = ExperimentSpec(
    options={"dim": 200, "alpha": -0.5, "test_examples": 100},  # type: ignore[arg-type]
    family="lasso",
    budget=5,
    examples=800,
    runs=3,
    points=4,
    step="cv",
    algorithms=("offline_lasso",),
    seed=2,
)


def least_risk(family: str, X: Floats, y: Floats, B: float) -> Floats:
    """Return the offline predictor of all rows, in one go."""
    rows = offline.squeezed(*offline.open_examples(X, y))
    return offline.minimisers(rows, np.array([B]), family)[0]


def search(spec: ExperimentSpec, dataset: Dataset, B: float) -> Search:
    key = f"offline_{spec.family}"
    *_, last = tune(spec, dataset, key, B)
    assert last.ended
    return last.searches[-1]


def made_up(m: int, d: int, noise: float, norm: float = 5.0) -> Dataset:
    """Return ridge data whose w* has this norm."""
    rng = np.random.default_rng(7)
    X, w = rng.normal(size=(m, d)), rng.normal(size=d)
    w *= norm / np.linalg.norm(w)
    y = X @ w + noise * rng.normal(size=m)
    M = (X**2).mean(axis=0)
    usual = dataset_of(replace(FEW, family="ridge", algorithms=()))
    return replace(
        usual,
        X_train=X,
        y_train=y,
        X_test=X,
        y_test=y,
        moments=M,
        known_moments=M,
        attributes=tuple(f"x{i}" for i in range(d)),
        w_star=w,
        means=None,
    )


def test_few_examples_of_many_attributes_choose_a_smaller_ball() -> None:
    result = run(FEW)
    found = result.searches["offline_lasso"]
    assert found.chosen == min(found.trials, key=lambda trial: trial.loss)
    assert result.norm_bound / 2 > found.chosen.B
    assert not found.at_edge
    assert {trial.multiplier for trial in found.trials} == {1.0}
    bounds = np.array([trial.B for trial in found.trials])
    np.testing.assert_allclose(bounds[:17], result.norm_bound * 2.0 ** (np.arange(-12, 5) / 2))
    untuned = run(replace(FEW, step="theory")).curves["offline_lasso"]
    assert result.curves["offline_lasso"].mean[-1] < untuned.mean[-1] - 0.05


@pytest.mark.parametrize("family", ["ridge", "lasso"])
def test_the_losses_are_those_of_plain_fits_without_the_fold(family: str) -> None:
    spec = replace(FEW, family=family, algorithms=())
    key, data = f"offline_{family}", dataset_of(spec)
    found = search(spec, data, 3.0)
    n = int(positions(spec, key, data.d)[-1])
    assert (found.folds, found.repeats, found.examples) == (10, 2, n)
    folds = make_folds(
        seed=2, rows=data.m, among=data.m, folds=10, repeats=2, examples=found.examples
    )
    trial = found.trials[9]
    losses = []
    for rows, fold in zip(folds.orders, folds.fold_of_order, strict=True):
        out = folds.held_out[fold]
        assert not set(rows) & set(out)
        w = least_risk(family, data.X_train[rows], data.y_train[rows], trial.B)
        error = data.X_train[out] @ w - data.y_train[out]
        losses.append((error @ error) / (data.y_train[out] @ data.y_train[out]))
    assert trial.loss == pytest.approx(np.mean(losses))
    assert trial.standard_error == pytest.approx(np.std(losses, ddof=1) / 20**0.5)


@pytest.mark.parametrize("times", [1 / 8, 1.0, 64.0])
def test_without_noise_every_ball_that_holds_w_star_is_as_good(times: float) -> None:
    """The one nearest to the usual B is chosen, beyond an edge if necessary."""
    spec, data = replace(FEW, family="ridge", algorithms=()), made_up(800, 5, 0.0)
    found = search(spec, data, 5.0 * times)
    assert found.chosen.loss < 1e-20
    assert found.chosen.B >= 5.0 * (1 - 1e-9)
    if times < 1:
        assert len(found.trials) > 17
        assert found.chosen.B < 5.0 * 4


def test_noise_alone_wants_no_ball_at_all() -> None:
    data = made_up(800, 40, noise=50.0, norm=0.01)
    found = search(replace(FEW, family="ridge", algorithms=()), data, 1e3)
    assert found.chosen == found.trials[0]
    assert found.at_edge
    assert len(found.trials) == 17 + 6


def test_what_was_found_is_what_is_used_and_kept(tmp_path: Path) -> None:
    result = run(replace(FEW, norm_bound="cv", step="fine"))
    B = result.searches["offline_lasso"].chosen.B
    assert result.bound_of("offline_lasso") == B != result.norm_bound
    given = run(replace(FEW, norm_bound=B))
    assert given.searches == {}
    assert given.bound_of("offline_lasso") == B
    for one, other in zip(result.curves.values(), given.curves.values(), strict=True):
        np.testing.assert_array_equal(one.relative_loss, other.relative_loss)
    assert as_plain(result)["curves"]["offline_lasso"]["norm_bound"] == B
    save(result, tmp_path / "one.npz")
    assert load(tmp_path / "one.npz").searches == result.searches


def test_the_seed_decides_and_not_the_processes() -> None:
    spec = replace(FEW, algorithms=("ddaelr", "offline_lasso"), examples=200, step="fine")
    one, two = run(spec, jobs=1), run(spec, jobs=2)
    assert one.searches == two.searches
    assert set(one.searches) == {"ddaelr", "offline_lasso"}
    for key, curve in one.curves.items():
        np.testing.assert_array_equal(curve.relative_loss, two.curves[key].relative_loss)
    other = run(replace(spec, seed=3)).searches["offline_lasso"]
    assert other.trials != one.searches["offline_lasso"].trials


def test_test_rows_have_no_say() -> None:
    data = dataset_of(FEW)
    spoilt = replace(data, X_test=data.X_test * 0 + 1, y_test=data.y_test * 0 + 7)
    assert search(FEW, data, 3.0) == search(FEW, spoilt, 3.0)


@pytest.mark.parametrize("more", [{"step": "quick"}, {"step": "theory"}, {"norm_bound": 3.0}])
def test_elsewhere_the_offline_method_has_the_ball_of_all(more: dict[str, object]) -> None:
    spec = replace(FEW, **more)  # type: ignore[arg-type]
    assert "offline_lasso" not in searched_keys(replace(spec, algorithms=()))
    plain = replace(FEW, step="theory", norm_bound=spec.norm_bound)
    found, wanted = (run(each).curves["offline_lasso"] for each in (spec, plain))
    np.testing.assert_array_equal(found.relative_loss, wanted.relative_loss)
