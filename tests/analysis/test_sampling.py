"""Schemes and their simulation, phase one, splits."""

from itertools import product

import numpy as np
import pytest

from aelr_core.analysis.draws import (
    CAREFUL,
    KNOWN,
    OTHER,
    UNIFORM,
    ZERO,
    Scheme,
    cumulative_share,
    gradient_sizes,
    half_of_the_draws,
    never_drawn,
    reference_predictor,
    schemes,
    second_moments,
    splits,
    squared_norms,
    top_share,
)
from aelr_core.analysis.phase_one import Estimates, estimates, examples_grid
from aelr_core.datasets.registry import load_dataset
from aelr_core.moments import second_moments as moments_of_rows
from aelr_core.moments import x_tilde_second_moment
from aelr_core.randomness import order, uniforms
from aelr_core.sampling import inner_product_weights, sampling_distribution, uniform
from aelr_core.textbook import estimation

FAMILIES = ("ridge", "lasso")
M = np.array([4.0, 1.0, 0.25, 0.0])
A = np.array([3.0, 0.0, 0.5, 0.0])
MET = np.array([10.0, 10.0, 0.1, 0.0])


@pytest.mark.parametrize("family", FAMILIES)
def test_the_schemes_are_the_papers(family: str) -> None:
    found = schemes(M, A, 0.6, family)
    assert list(found) == [UNIFORM, KNOWN, OTHER, CAREFUL, ZERO]
    for scheme in found.values():
        assert scheme.q.sum() == pytest.approx(1)
    np.testing.assert_allclose(found[KNOWN].q, sampling_distribution(M, family))
    root = np.sqrt if family == "ridge" else np.asarray
    weights = root(A + 13 * 0.6 / 6)
    np.testing.assert_allclose(found[CAREFUL].q, weights / weights.sum())
    assert found[ZERO].q[1] == found[ZERO].q[3] == 0


@pytest.mark.parametrize("family", FAMILIES)
def test_each_family_s_best_scheme_is_best_by_its_own_measure(family: str) -> None:
    found = schemes(M, A, 0.6, family)
    rows = {
        row.key: row for row in second_moments(found, M, 3, dict.fromkeys(found, (0.0, 0.0)), MET)
    }
    ridge, lasso = (KNOWN, OTHER) if family == "ridge" else (OTHER, KNOWN)
    unbiased = [row for row in rows.values() if row.lost == 0]
    assert min(unbiased, key=lambda row: row.exact).key == ridge
    assert min(unbiased, key=lambda row: row.worst).key == lasso
    assert rows[ZERO].lost == pytest.approx(1 / 5.25)
    # Attribute 3 is met 0.1 · 3 · 1/4 times: 0.25/(3/4) + 2/3 · 0.25 of the exact value is missed.
    assert rows[UNIFORM].rare * rows[UNIFORM].exact == pytest.approx(0.5)


def test_the_top_tenth() -> None:
    q = np.arange(20.0, 0, -1) / 210
    assert top_share(q, 0.1) == (2, pytest.approx(39 / 210))
    assert top_share(np.array([0.7, 0.3]), 0.1) == (1, pytest.approx(0.7))
    share = cumulative_share(q[::-1])
    assert (np.diff(share) >= 0).all()
    assert share[-1] == pytest.approx(1)


@pytest.mark.parametrize("k_x", [1, 3])
def test_the_simulation_makes_the_exact_second_moment(k_x: int) -> None:
    """Over all rows and all draws, weighted by their probability: no tolerance for chance."""
    X = np.array([[1.0, 2.0, 0.0], [0.5, -1.0, 3.0]])
    q = np.array([0.2, 0.5, 0.3])
    total = 0.0
    for x, i in product(X, product(range(3), repeat=k_x)):
        x_tilde = np.zeros(3)
        for r in i:
            x_tilde[r] += x[r] / q[r] / k_x
        total += np.prod(q[list(i)]) * (x_tilde @ x_tilde) / len(X)
    assert float(x_tilde_second_moment(moments_of_rows(X), q, k_x)) == pytest.approx(total)


def test_the_simulation_adds_up_repeated_draws() -> None:
    X = np.array([[3.0, 1.0], [1.0, 2.0], [0.0, 5.0]])
    q = np.array([0.9, 0.1])
    found = squared_norms(X, q, k_x=4, seed=5, examples=7)
    rows, u = order(5, 0, 3, 7), uniforms(5, 0, 0, 7, 4)
    for t in range(7):
        x_tilde = np.zeros(2)
        for r in range(4):
            i = 0 if u[t, r] < 0.9 else 1
            x_tilde[i] += X[rows[t], i] / q[i] / 4
        assert found[t] == pytest.approx(x_tilde @ x_tilde)


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
    assert (watched.sizes(flat, 2) >= 12 + 6 * 11 - 1e-9).all()


def test_the_grid_holds_the_choice() -> None:
    assert examples_grid(1_000, 250).tolist() == [1, 2, 5, 10, 20, 50, 100, 200, 250, 500, 1000]
    assert examples_grid(100, 500)[-1] == 100
    assert examples_grid(100, 0)[0] == 1


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("moment_aware", [False, True])
def test_gradient_sizes_by_enumeration(family: str, moment_aware: bool) -> None:
    """Over every row and every pair of draws, weighted by its probability."""
    X = np.array([[1.0, 2.0, 0.0], [0.5, -1.0, 0.0]])
    y, w = np.array([1.0, -0.5]), np.array([0.5, -0.25, 0.0])
    moments = moments_of_rows(X)
    q = sampling_distribution(moments, family)
    known = moments if moment_aware else None
    weights = inner_product_weights(w, family, known)
    p = weights / weights.sum()
    sizes = gradient_sizes(X, y, w, q, known, splits(4), 4, family)
    for k_x, size in zip(splits(4), sizes, strict=True):
        k_phi = 4 - k_x
        squares = np.zeros(3)
        for t, i, j in product(
            range(2), product(range(2), repeat=k_x), product(range(2), repeat=k_phi)
        ):
            x = X[t]
            x_tilde = np.zeros(3)
            for r in i:
                x_tilde[r] += x[r] / q[r] / k_x
            phi = sum(w[s] * x[s] / p[s] for s in j) / k_phi - y[t]
            chance = np.prod(q[list(i)]) * np.prod(p[list(j)]) / 2
            squares += chance * (phi * x_tilde) ** 2
        wanted = squares.sum() if family == "ridge" else squares.max()
        assert size == pytest.approx(wanted)


def test_at_the_start_every_draw_for_phi_is_wasted() -> None:
    X = np.random.default_rng(0).random((20, 6))
    q = sampling_distribution(moments_of_rows(X), "ridge")
    sizes = gradient_sizes(X, X.sum(axis=1), np.zeros(6), q, None, splits(6), 6, "ridge")
    assert (np.diff(sizes) < 0).all()


def test_a_scheme_says_what_it_never_sees() -> None:
    scheme = Scheme("x", np.array([1.0, 0.0]))
    assert scheme.lost(np.array([3.0, 1.0])) == pytest.approx(0.25)
    assert scheme.reached(np.array([3.0, 1.0])).tolist() == [3, 0]


def test_the_reference_predictor_of_synthetic_data_is_w_star() -> None:
    synthetic = load_dataset("synthetic", dim=20, examples=50, test_examples=20)
    found = reference_predictor(synthetic, seed=0)
    assert synthetic.w_star is not None
    np.testing.assert_array_equal(found, synthetic.w_star)


def test_half_of_the_draws_and_attributes_never_drawn() -> None:
    q = np.array([0.1, 0.0, 0.6, 0.3])
    assert (half_of_the_draws(q), never_drawn(q)) == (1, 1)
    assert half_of_the_draws(uniform(10)) == 5  # 10 × 0.1 is rounded
