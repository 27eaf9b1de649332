"""What to use on a table, and how strongly its attributes are aligned."""

from dataclasses import replace

import numpy as np
import pytest

from aelr_core.algorithms import by_word
from aelr_core.analysis.your_table import ROWS, Recommendation, alignment, compare, compared
from aelr_core.experiments import Result, run
from aelr_core.letters import FAMILIES
from aelr_core.student import quantile
from tests.experiments.specs import small

KEYS = compared("ridge")


def use(
    family: str = "ridge",
    budget: int = 5,
    rows: int = 80,
    alignment: float = 0.5,
    cost: float = 1.0,
) -> Recommendation:
    return Recommendation(by_word("adaptive", family), budget, rows, 20, alignment, cost)


@pytest.mark.parametrize("family", FAMILIES)
def test_it_is_the_one_that_needs_nothing(family: str) -> None:
    of = use(family)
    assert of.algorithm.family == family
    assert of.algorithm.joint
    assert not of.algorithm.knows_moments
    assert of.algorithm.learns_moments
    assert of.algorithm.origin == "this project"


def test_it_never_pays_for_more_than_there_is() -> None:
    of = use(budget=50, rows=100)
    assert of.price == of.price_of_all == 2_000


def test_what_speaks_against_it() -> None:
    assert not use().few_rows
    assert not use().aligned
    assert use(rows=79).few_rows
    assert use(alignment=0.51).aligned


def test_whole_rows_may_be_cheaper() -> None:
    assert not use(cost=1.0).costly
    assert use(cost=1.01).costly


def test_alignment_of_known_cosines() -> None:
    # x_i = √c z + √(1 − c) e_i: all cosines are c, so that λ_max/d = c + (1 − c)/d
    rng, c, d = np.random.default_rng(0), 0.6, 5
    X = np.sqrt(c) * rng.normal(size=(ROWS, 1)) + np.sqrt(1 - c) * rng.normal(size=(ROWS, d))
    assert alignment(X) == pytest.approx(c + (1 - c) / d, abs=0.1)
    scaled = X * rng.uniform(1e-3, 1e3, size=d)
    assert alignment(scaled) == pytest.approx(alignment(X))
    wide = np.concatenate([X, np.zeros((ROWS, 3))], axis=1)
    assert alignment(wide) == pytest.approx(alignment(X))


def test_alignment_of_more_attributes_than_rows() -> None:
    X = np.random.default_rng(0).normal(size=(20, 200))
    cosines = X / np.linalg.norm(X, axis=0)
    largest = np.linalg.svd(cosines, compute_uv=False)[0] ** 2 / 200
    assert alignment(X) == pytest.approx(largest)
    assert alignment(np.ones((30, 40))) == pytest.approx(1.0)
    assert alignment(np.zeros((3, 4))) == 1.0


@pytest.fixture(scope="module")
def result() -> Result:
    """Curves of two runs on each of three data sets, whose errors the tests replace.

    Offline is a copy, since it needs scikit-learn.
    """
    keys = tuple(key for key in KEYS if key != "offline_ridge")
    found = run(small(12, runs=6, data_sets=3, algorithms=keys))
    offline = replace(found.curves["online_ridge"], algorithm="offline_ridge")
    return replace(found, curves={**found.curves, "offline_ridge": offline})


def with_errors(result: Result, errors: np.ndarray) -> Result:
    """Return the result with these errors, (4, 6), at every point of the compared algorithms."""
    curves = {
        key: replace(
            result.curves[key],
            relative_loss=np.repeat(own[:, None], result.curves[key].relative_loss.shape[1], 1),
        )
        for key, own in zip(KEYS, errors, strict=True)
    }
    return replace(result, curves=curves)


def test_the_interval_is_over_splits_and_knows_that_they_share_rows(result: Result) -> None:
    errors = np.random.default_rng(0).uniform(0.2, 1.2, size=(4, 6))
    found = compare(with_errors(result, errors), test_rows=result.rows // 4)
    assert found is not None
    assert (found.attributes, found.whole_rows, found.runs) == (360, 30, 6)
    assert [each.algorithm.key for each in found.each] == [*KEYS]
    share = result.rows // 4 / result.rows
    for own, each in zip(errors, found.each, strict=True):
        for values, interval in ((own, each.error), (errors[0] - own, each.chosen_minus_this)):
            if interval is None:
                assert own is errors[0] or each is found.each[0]
                continue
            splits = values.reshape(3, 2).mean(axis=1)
            half = quantile(0.95, 2) * splits.std(ddof=1) * np.sqrt(1 / 3 + share)
            assert interval.mean == pytest.approx(splits.mean())
            assert interval.high - interval.mean == pytest.approx(half)
            assert interval.mean - interval.low == pytest.approx(half)


def test_a_comparison_needs_all_that_is_compared(result: Result) -> None:
    for key in KEYS:
        left = {name: curve for name, curve in result.curves.items() if name != key}
        assert compare(replace(result, curves=left), test_rows=10) is None
