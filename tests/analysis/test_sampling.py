"""Schemes, phase one, splits."""

import numpy as np
import pytest

from aelr_core.analysis.draws import (
    CAREFUL,
    KNOWN,
    OTHER,
    UNIFORM,
    ZERO,
    cumulative_share,
    half_of_the_draws,
    never_drawn,
    schemes,
    top_share,
)
from aelr_core.analysis.phase_one import Estimates, estimates, examples_grid
from aelr_core.randomness import order, uniforms
from aelr_core.sampling import sampling_distribution, uniform
from aelr_core.textbook import estimation

FAMILIES = ("ridge", "lasso")
M = np.array([4.0, 1.0, 0.25, 0.0])
A = np.array([3.0, 0.0, 0.5, 0.0])


@pytest.mark.parametrize("family", FAMILIES)
def test_the_schemes_are_the_papers(family: str) -> None:
    found = schemes(M, A, 0.6, family)
    assert list(found) == [UNIFORM, KNOWN, OTHER, CAREFUL, ZERO]
    for q in found.values():
        assert q.sum() == pytest.approx(1)
    np.testing.assert_allclose(found[KNOWN], sampling_distribution(M, family))
    root = np.sqrt if family == "ridge" else np.asarray
    weights = root(A + 13 * 0.6 / 6)
    np.testing.assert_allclose(found[CAREFUL], weights / weights.sum())
    assert found[ZERO][1] == found[ZERO][3] == 0


def test_the_top_tenth() -> None:
    q = np.arange(20.0, 0, -1) / 210
    assert top_share(q, 0.1) == (2, pytest.approx(39 / 210))
    assert top_share(np.array([0.7, 0.3]), 0.1) == (1, pytest.approx(0.7))
    share = cumulative_share(q[::-1])
    assert (np.diff(share) >= 0).all()
    assert share[-1] == pytest.approx(1)


@pytest.fixture
def watched() -> Estimates:
    X = np.random.default_rng(1).integers(0, 2, (40, 12)).astype(float)
    return estimates(X, np.array([1, 4, 30]), budget=3, draws=2, delta=0.1, seed=7, family="ridge")


def test_phase_one_is_the_textbook_s(watched: Estimates) -> None:
    X = np.random.default_rng(1).integers(0, 2, (40, 12)).astype(float)
    for p, m1 in enumerate(watched.m1):
        u = uniforms(7, 0, 0, 30, 3)[:m1, :2]
        state = estimation.run(X, order(7, 0, 40, 30)[:m1], u).state
        np.testing.assert_array_equal(watched.counts[p], state.counts)
        np.testing.assert_allclose(watched.square_sums[p], state.square_sums)
        np.testing.assert_allclose(watched.A[p], state.A)


def test_what_is_never_seen_gets_less(watched: Estimates) -> None:
    assert (np.diff(watched.never_drawn) <= 0).all()
    unknown = watched.never_drawn + watched.only_zeros
    np.testing.assert_array_equal(unknown, (watched.A == 0).sum(axis=1))
    flat = np.ones(12)
    lost = watched.lost(flat)
    # With no estimate at all the draws are uniform, and nothing is lost.
    np.testing.assert_allclose(lost, np.where(unknown < 12, unknown / 12, 0))


def test_the_grid_holds_the_choice() -> None:
    assert examples_grid(1_000, 250).tolist() == [1, 2, 5, 10, 20, 50, 100, 200, 250, 500, 1000]
    assert examples_grid(100, 500)[-1] == 100
    assert examples_grid(100, 0)[0] == 1


def test_half_of_the_draws_and_attributes_never_drawn() -> None:
    q = np.array([0.1, 0.0, 0.6, 0.3])
    assert (half_of_the_draws(q), never_drawn(q)) == (1, 1)
    assert half_of_the_draws(uniform(10)) == 5  # 10 × 0.1 is rounded
