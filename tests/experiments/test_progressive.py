"""The progressive loss: what a joint algorithm says about its own error, from what it paid for."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from aelr_core.algorithms import ALGORITHMS, learner, of_family
from aelr_core.analysis.learning import View, progressive_series
from aelr_core.engine.lanes import lanes
from aelr_core.experiments import (
    ExperimentSpec,
    Result,
    as_plain,
    growth,
    run,
    summary,
)
from aelr_core.experiments.curve import Curve, fixed
from aelr_core.experiments.problem import dataset_of
from aelr_core.modes import THEORY
from aelr_core.randomness import order
from tests.experiments.specs import small

SPEC = small(20, alpha=-1, examples=400, runs=6, points=8, step=None, seed=4)
both = pytest.mark.parametrize("family", ["ridge", "lasso"])


@pytest.fixture(scope="module", params=["ridge", "lasso"])
def result(request: pytest.FixtureRequest) -> Result:
    return run(replace(SPEC, family=request.param, algorithms=()))


def test_only_ours_have_it(result: Result) -> None:
    for key, curve in result.curves.items():
        assert (curve.progressive is not None) == ALGORITHMS[key].joint
        if curve.progressive is not None:
            assert curve.progressive.shape == curve.relative_loss.shape
            assert np.isfinite(curve.progressive).all()


@both
@pytest.mark.parametrize("word", ["joint", "adaptive"])
def test_it_is_unbiased(family: str, word: str) -> None:
    """Over many runs, its mean is the mean relative loss of the averages along the stretch.

    The truth is the exact loss on the training rows, from which examples are drawn with
    replacement here, so every example is a fresh one.
    """
    (key,) = [k for k in of_family(family) if ALGORITHMS[k].word == word]
    spec = replace(SPEC, family=family, algorithms=(key,), examples=60, points=3)
    data, runs, m = dataset_of(spec), 2_000, 60
    X, y = np.asarray(data.X_train, dtype=np.float64), data.y_train
    rng = np.random.default_rng(6)
    drawn = rng.integers(0, len(X), (runs, m))
    many = lanes(eta=1.0, B=float(data.norm_bound or 1), order=drawn, seed=6, run=np.arange(runs))
    M = (X * X).mean(axis=0) if ALGORITHMS[key].knows_moments else None
    one = learner(key, X, y, many, budget=4, mode=spec.mode, M=M, progressive=True)
    C, b = X.T @ X / len(X), X.T @ y / len(X)
    true, before = np.zeros(runs), one.w_bar()
    for _ in range(m):
        one.advance(1)
        w = one.w_bar()  # of the iterates up to the one that meets this example
        true += 0.5 * ((w @ C) * w).sum(axis=1) - w @ b
        before = w
    assert before.any()
    gap = (one.progressive_loss_sums - true) / m  # type: ignore[attr-defined]
    assert abs(gap.mean()) < 4 * gap.std() / np.sqrt(runs)
    assert true.mean() < 0  # something was learnt


def other_test_rows(key: str, runs: int, examples: int) -> tuple[Curve, Curve]:
    """Return the curve of an algorithm with a point per example, with two sets of test rows.

    First they are the training rows, 4,000 of them, so that `relative_loss` is the exact loss that
    the algorithm estimates. Then they are twice as large, which leaves `relative_loss` as it is,
    though the zero predictor's test loss is four times that of the training rows.
    """
    spec = replace(SPEC, family=ALGORITHMS[key].family, algorithms=(key,), runs=runs)
    spec = replace(spec, examples=examples, points=examples)
    data = dataset_of(replace(spec, examples=4_000))
    setting = fixed(spec, key, float(data.norm_bound or 1))
    curves = []
    for factor in (1, 2):
        rows = {"X_test": factor * data.X_train, "y_test": factor * data.y_train}
        there = replace(data, **rows)  # type: ignore[arg-type]
        *_, update = growth.grow(spec, there, key, range(runs), (setting,))
        curves.append(update.piece.curve)
    return curves[0], curves[1]


@both
@pytest.mark.parametrize("word", ["joint", "adaptive"])
def test_it_is_relative_to_the_labels_met(family: str, word: str) -> None:
    """Its mean over many runs is the loss on the training rows, whatever the test rows are.

    A ratio of two means over n examples has a bias of the order 1/n: the first half is left out.
    """
    key = next(k for k in of_family(family) if ALGORITHMS[k].word == word)
    usual, larger = other_test_rows(key, runs=300, examples=200)
    for curve in (usual, larger):
        assert curve.progressive is not None
        assert curve.examples.tolist() == list(range(1, 201))
        gap = (curve.progressive - curve.relative_loss)[:, 100:].mean(axis=1)
        assert abs(gap.mean()) < 4 * gap.std() / np.sqrt(len(gap))
        assert curve.relative_loss[:, 100:].mean() < 0.9  # something was learnt
    assert np.array_equal(usual.progressive, larger.progressive)  # type: ignore[arg-type]


def test_labels_that_are_all_0_so_far_give_the_error_of_the_zero_predictor() -> None:
    spec = replace(SPEC, algorithms=("jaerr",), examples=8, points=8, runs=1)
    data = dataset_of(spec)
    first = order(spec.seed, 0, data.m, 8)[:5]
    y = data.y_train.copy()
    y[first] = 0.0
    there = replace(data, y_train=y)
    setting = fixed(spec, "jaerr", 1.0)
    *_, update = growth.grow(spec, there, "jaerr", range(1), (setting,))
    found = update.piece.curve.progressive
    assert found is not None
    assert found[0, :5].tolist() == [1.0] * 5
    assert np.isfinite(found).all()


def test_a_sum_over_all_stretches_is_that_of_the_run(result: Result) -> None:
    spec, key = result.spec, next(k for k in result.curves if ALGORITHMS[k].joint)
    data, curve = dataset_of(spec), result.curves[key]
    drawn = order(spec.seed, 2, data.m, 400)[None]
    one = lanes(eta=1.0, B=result.norm_bound, order=drawn, seed=spec.seed, run=[2])
    rules = {"budget": 4, "mode": spec.mode, "length": spec.length, "guarded": spec.guarded}
    rows, M = (data.X_train, data.y_train), data.known_moments
    alone = learner(key, *rows, one, M=M, progressive=True, **rules)  # type: ignore[arg-type]
    alone.advance()
    assert curve.progressive is not None
    mean_y2 = np.array([np.mean(data.y_train[one.order[0, :n]] ** 2) for n in curve.examples])
    gains = (curve.progressive[2] - 1) * mean_y2 * np.diff(curve.examples, prepend=0) / 2
    assert gains.sum() == pytest.approx(alone.progressive_loss_sums[0], rel=1e-9)  # type: ignore[attr-defined]


def test_after_the_first_pass_there_is_none() -> None:
    keys = ("aerr", "adaptive_jaerr")
    spec = ExperimentSpec(
        data="wine", examples=300, runs=2, points=5, algorithms=keys, step="auto", norm_bound=1.0
    )
    found = run(spec)
    curve = found.curves["adaptive_jaerr"]
    assert curve.progressive is not None
    first = curve.examples <= found.rows
    assert first.any()
    assert not first.all()
    assert np.isfinite(curve.progressive[:, first]).all()
    assert np.isnan(curve.progressive[:, ~first]).all()
    plain = json.loads(json.dumps(as_plain(found), allow_nan=False))["curves"]["adaptive_jaerr"]
    assert [each is None for each in plain["progressive"]] == (~first).tolist()
    line = progressive_series(curve, View())
    assert line is not None
    assert len(line.x) == first.sum()
    (row,) = [row for row in summary(found) if row.algorithm == "adaptive_jaerr"]
    assert row.progressive == pytest.approx(curve.progressive[:, first][:, -1].mean())


@both
@pytest.mark.parametrize("change", [{"step": 0.01}, {"mode": THEORY}])
def test_where_every_point_has_a_run_of_its_own_there_is_none(
    family: str, change: dict[str, object]
) -> None:
    (key,) = [k for k in of_family(family) if ALGORITHMS[k].word == "joint"]
    spec = replace(SPEC, family=family, algorithms=(key,), examples=40, points=2, **change)  # type: ignore[arg-type]
    assert run(spec).curves[key].progressive is None
