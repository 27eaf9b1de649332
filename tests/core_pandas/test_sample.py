"""The sample table: runs spread over its splits, and what it promises for both families."""

from dataclasses import replace

import numpy as np
import pytest

from aelr_core.datasets.dataset import split_again
from aelr_core.experiments import ExperimentSpec, model_of, run
from aelr_core.experiments.problem import norm_bound, seed_of
from aelr_core.theory import effective_dimension
from tests.core_pandas.clinic import findings, sample

TABLE = sample()
SPEC = ExperimentSpec(
    data="csv",
    options={"target": "ill", "missing": "mean", "fingerprint": TABLE.fingerprint},  # type: ignore[arg-type]
    budget=4,
    examples=200,
    runs=6,
    data_sets=3,
    points=2,
    algorithms=("adaptive_jaerr",),
    weights="runs",
)


def test_a_split_has_the_rows_of_the_table_once() -> None:
    parts = [TABLE, split_again(TABLE, 1), split_again(TABLE, 2)]
    rows = [
        {(*x, y) for x, y in zip(X.tolist(), Y.tolist(), strict=True)}
        for part in parts
        for X, Y in ((part.X_train, part.y_train), (part.X_test, part.y_test))
    ]
    for train, test in zip(rows[::2], rows[1::2], strict=True):
        assert train | test == rows[0] | rows[1]
        assert not train & test
    assert len({frozenset(test) for test in rows[1::2]}) == 3
    assert parts[1].known_moments == pytest.approx((parts[1].X_train ** 2).mean(axis=0))


def test_a_run_on_a_split_is_a_run_on_that_table() -> None:
    curve = run(SPEC, dataset=TABLE).curves["adaptive_jaerr"]
    assert curve.data_sets is not None
    assert curve.data_sets.tolist() == [0, 0, 1, 1, 2, 2]
    for number in (1, 2):
        own = split_again(TABLE, seed_of(SPEC.seed, number))
        alone = run(replace(SPEC, data_sets=1), dataset=own).curves["adaptive_jaerr"]
        there = curve.data_sets == number
        assert curve.relative_loss[there] == pytest.approx(alone.relative_loss[there])
        assert norm_bound(SPEC, own) != norm_bound(SPEC, TABLE)


def test_the_weights_are_the_mean_over_all_splits() -> None:
    result = run(SPEC, dataset=TABLE)
    curve = result.curves["adaptive_jaerr"]
    assert curve.weights is not None
    assert curve.weights_sd is not None
    assert curve.weights_of_runs is not None
    assert curve.weights == pytest.approx(curve.weights_of_runs.mean(axis=0), rel=1e-4, abs=1e-6)
    spread = curve.weights_of_runs.std(axis=0, ddof=1)
    assert curve.weights_sd == pytest.approx(spread, rel=1e-3, abs=1e-6)
    model = model_of(result, "adaptive_jaerr", TABLE)
    assert model is not None
    assert "test_error" not in model.made  # every row is a training row of some run
    assert model.made["test_error_of_one_run"] == pytest.approx(curve.mean[-1])


@pytest.mark.parametrize("scaling", ["centre-maxabs", "none", "standardise", "l2"])
def test_one_family_is_enough_to_know_both(scaling: str) -> None:
    ridge, lasso = (findings(sample(f, scaling=scaling), 5) for f in ("ridge", "lasso"))
    for family in ("ridge", "lasso"):
        a, b = ridge.known[family], lasso.known[family]
        assert (a.H, a.rho, a.saving) == pytest.approx((b.H, b.rho, b.saving))
        assert a.k_star == b.k_star
        np.testing.assert_allclose(ridge.known[family].q, lasso.known[family].q)


@pytest.mark.parametrize("family", ["ridge", "lasso"])
def test_the_numbers_are_those_of_the_core(family: str) -> None:
    data = sample(family)
    found = findings(data, 5)
    here = found.known[family]
    assert here.rho_ridge == pytest.approx(data.rho_ridge)
    assert here.rho_lasso == pytest.approx(data.rho_lasso)
    H = float(effective_dimension(data.moments, family))
    saving = (29 * here.rho / 4 + 1) / (29 / 4 + 1)
    assert (here.H, here.saving) == pytest.approx((H, saving))
    root = np.sqrt(data.known_moments) if family == "ridge" else data.known_moments
    np.testing.assert_allclose(found.known[family].q, root / root.sum())
