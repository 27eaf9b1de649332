"""What a joint sample estimates is unbiased: every sample, exactly weighted."""

from itertools import combinations
from math import comb, prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aelr_core.designs import conditional_poisson, hard_budget, poisson, thinned_poisson
from aelr_core.designs.estimates import joint_gradient, products, progressive_loss
from aelr_core.theory import joint_second_moments

D, K = 6, 3
seeds = st.integers(0, 2**32 - 1)
DESIGNS = ["poisson", "conditional", "thinned"]


def subsets(items):
    return [S for size in range(len(items) + 1) for S in combinations(items, size)]


def every_sample(design, rng):
    """Yield (probability, S, 1/π_ij) for every sample of a design with random probabilities."""
    pi = hard_budget.working_probabilities(10 ** rng.uniform(-1, 1, size=D), K)
    if design == "conditional":
        gamma = conditional_poisson.odds(pi)
        T = conditional_poisson.suffix_polynomials(gamma, K)
        for S in combinations(range(D), K):
            chosen = np.array(S)
            probability = prod(gamma[chosen]) / T[K, 0]
            yield probability, chosen, 1 / conditional_poisson.pair_probabilities(gamma, T, chosen)
        return
    for drawn in subsets(range(D)):
        inside = np.isin(np.arange(D), drawn)
        probability = prod(np.where(inside, pi, 1 - pi))
        N = len(drawn)
        if design == "poisson" or N <= K:
            S = np.array(drawn, dtype=int)
            yield probability, S, 1 / poisson.pair_probabilities(pi[S])
            continue
        for kept in combinations(drawn, K):
            S = np.array(kept)
            P = 1 / thinned_poisson.pair_probabilities(pi[S], N, K)
            yield probability / comb(N, K), S, P


def an_example(rng):
    return rng.normal(size=D), rng.normal(size=D), rng.normal()


@pytest.mark.parametrize("design", DESIGNS)
@settings(max_examples=25)
@given(seed=seeds)
def test_the_gradient_the_loss_and_the_products_are_unbiased(design, seed):
    rng = np.random.default_rng(seed)
    x, w, y = an_example(rng)
    g, loss, total = np.zeros(D), 0.0, 0.0
    along = np.zeros(2)
    for probability, S, P in every_sample(design, rng):
        total += probability
        g[S] += probability * joint_gradient(x[S], w[S], y, P)
        loss += probability * progressive_loss(x[S], w[S], y, P)
        along += probability * np.array(products(x[S], w[S], y, P))
    phi = w @ x - y
    assert total == pytest.approx(1, rel=1e-12)
    scale = (np.abs(w * x).sum() + abs(y)) ** 2
    np.testing.assert_allclose(g, phi * x, rtol=0, atol=1e-12 * max(1, np.abs(x).max()) * scale)
    assert loss == pytest.approx((phi**2 - y**2) / 2, abs=1e-12 * max(1, scale))
    expected = y * (w @ x), (w @ x) ** 2
    np.testing.assert_allclose(along, expected, rtol=0, atol=1e-12 * max(1, scale))


@settings(max_examples=25)
@given(seed=seeds)
def test_the_second_moment_under_poisson_sampling_is_the_identitys(seed):
    rng = np.random.default_rng(seed)
    x, w, y = an_example(rng)
    state = rng.bit_generator.state
    squares = np.zeros(D)
    for probability, S, P in every_sample("poisson", rng):
        squares[S] += probability * joint_gradient(x[S], w[S], y, P) ** 2
    rng.bit_generator.state = state
    pi = hard_budget.working_probabilities(10 ** rng.uniform(-1, 1, size=D), K)
    identity = joint_second_moments(x=x, y=y, w=w, pi=pi)
    np.testing.assert_allclose(squares, identity, rtol=1e-11)


@settings(max_examples=25)
@given(seed=seeds)
def test_without_a_predictor_it_is_the_label_over_pi(seed):
    rng = np.random.default_rng(seed)
    x, _, y = an_example(rng)
    for _, S, P in every_sample("conditional", rng):
        g = joint_gradient(x[S], np.zeros(K), y, P)
        np.testing.assert_allclose(g, -y * x[S] * np.diagonal(P), rtol=1e-12)
        assert progressive_loss(x[S], np.zeros(K), y, P) == 0


def test_with_everything_seen_it_is_the_gradient():
    x, w, y = an_example(np.random.default_rng(0))
    design = hard_budget.design(np.ones(D), D)
    sample = hard_budget.draw(design, np.full(D, 0.5))
    assert design.sees_all
    np.testing.assert_array_equal(sample.S, np.arange(D))
    g = joint_gradient(x, w, y, sample.P)
    np.testing.assert_allclose(g, (w @ x - y) * x, rtol=1e-12)
