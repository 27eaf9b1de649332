"""Every design keeps its budget and knows its own probabilities: exactly, by enumeration."""

from fractions import Fraction
from itertools import combinations
from math import prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aelr_core.designs import conditional_poisson, hard_budget, poisson, thinned_poisson
from aelr_core.designs.inclusion import (
    chances_to_be_seen,
    scores,
    theorem_probabilities,
    water_filling,
)

D, K = 6, 3
seeds = st.integers(0, 2**32 - 1)


def some_scores(rng, d=D):
    """Scores over several orders of magnitude, now and then one huge or some zero."""
    f = 10 ** rng.uniform(-2, 1, size=d)
    f[rng.integers(d)] *= rng.choice([1.0, 1e6])
    if d > K + 2:
        f[rng.integers(d)] *= rng.choice([0.0, 1.0])
    return f


# -- water-filling ------------------------------------------------------------------------------


@given(
    seed=seeds, d=st.integers(1, 40), budget=st.integers(1, 20), cap=st.sampled_from([0.8, 0.95])
)
def test_water_filling_adds_up_keeps_the_cap_and_the_order(seed, d, budget, cap):
    rng = np.random.default_rng(seed)
    f = some_scores(rng, d)
    pi = water_filling(f, budget, cap)
    d_plus = np.count_nonzero(f)
    assert ((pi > 0) == (f > 0)).all()
    if d_plus <= budget:
        assert (pi == (f > 0)).all()
        return
    raised = cap if cap * d_plus > budget else 0.5 * (1 + budget / d_plus)
    assert pi.sum() == pytest.approx(budget, rel=1e-12)
    assert pi.max() <= raised * (1 + 1e-12) < 1
    assert (np.diff(pi[np.argsort(f)]) >= -1e-15).all()
    below = (pi > 0) & (pi < raised * (1 - 1e-9))
    np.testing.assert_allclose(pi[below] * f[below][:1], f[below] * pi[below][:1], rtol=1e-9)
    np.testing.assert_allclose(water_filling(f * 2.0**40, budget, cap), pi, rtol=1e-12)


def test_water_filling_works_on_the_last_axis():
    f = np.stack([np.ones(5), [1, 0, 0, 0, 5], [9, 1, 1, 1, 1]])
    together = water_filling(f, 2, 0.8)
    np.testing.assert_allclose(together, [water_filling(row, 2, 0.8) for row in f])
    np.testing.assert_allclose(together[0], 0.4)
    np.testing.assert_array_equal(together[1], [1, 0, 0, 0, 1])
    np.testing.assert_allclose(together[2], [0.8, 0.3, 0.3, 0.3, 0.3])


@pytest.mark.parametrize("diverged", [np.inf, np.nan])
def test_a_score_that_diverged_harms_nobody(diverged):
    f = np.array([[1.0, diverged, 2, 0], [9, 1, 1, 1]])
    np.testing.assert_allclose(water_filling(f, 2, 0.8), [[0.5] * 4, [0.8, 0.4, 0.4, 0.4]])


def test_nothing_is_worth_anything():
    assert not water_filling(np.zeros(4), 2, 0.8).any()


# -- conditional Poisson ------------------------------------------------------------------------


def odds_and_tables(seed, d=D, size=K):
    pi = hard_budget.working_probabilities(some_scores(np.random.default_rng(seed), d), size)
    gamma = conditional_poisson.odds(pi)
    return gamma, conditional_poisson.suffix_polynomials(gamma, size)


def every_set(gamma, size):
    """Every possible sample with its probability, straight from the definition."""
    weights = {S: prod(gamma[list(S)]) for S in combinations(range(len(gamma)), size)}
    total = sum(weights.values())
    return {S: weight / total for S, weight in weights.items() if weight > 0}


@given(seed=seeds, size=st.integers(1, 4))
def test_the_draw_has_the_probabilities_of_the_design(seed, size):
    """Every cell of uniforms gives its own set, and is as large as the set is probable."""
    gamma, T = odds_and_tables(seed, size=size)
    sets = every_set(gamma, size)
    for S, probability in sets.items():
        u, size_of_cell, position = [], 1.0, 0
        for r, j in zip(range(size, 0, -1), S, strict=True):
            low, high = T[r, j + 1] / T[r, position], T[r, j] / T[r, position]
            u.append((low + high) / 2)
            size_of_cell *= high - low
            position = j + 1
        assert tuple(conditional_poisson.draw(np.array(u), T)) == S
        assert size_of_cell == pytest.approx(probability, rel=1e-9)
    assert sum(sets.values()) == pytest.approx(1, rel=1e-12)


def test_chances_to_be_seen_work_on_the_last_axis_and_know_what_is_seen_anyway():
    pi = np.array([[1.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.3, 0.3, 0.6, 0.8]])
    found = chances_to_be_seen(pi, 2)
    np.testing.assert_array_equal(found[:2], pi[:2])
    np.testing.assert_allclose(found[2], chances_to_be_seen(pi[2], 2), rtol=1e-12)
    np.testing.assert_array_equal(chances_to_be_seen(pi[2], 17), pi[2])


@given(seed=seeds, size=st.integers(1, 4))
def test_pair_probabilities_are_those_of_enumeration(seed, size):
    gamma, T = odds_and_tables(seed, size=size)
    exact = np.zeros((D, D))
    for S, probability in every_set(gamma, size).items():
        exact[np.ix_(S, S)] += probability
    positive = np.flatnonzero(gamma)
    exact = exact[np.ix_(positive, positive)]
    pi = conditional_poisson.pair_probabilities(gamma, T, positive)
    np.testing.assert_allclose(pi, exact, rtol=1e-9)
    np.testing.assert_allclose(conditional_poisson.by_addition(gamma[positive], size), exact)
    one = np.diagonal(pi)
    single = chances_to_be_seen(gamma / (1 + gamma), size)
    np.testing.assert_allclose(single[positive], one, rtol=1e-9)
    assert one.sum() == pytest.approx(size, rel=1e-12)
    np.testing.assert_allclose(pi.sum(axis=1) - one, (size - 1) * one, atol=1e-12)


@pytest.mark.parametrize("d", [17, 20, 21, 40])
def test_sixteen_attributes_at_the_cap_keep_nine_digits(d):
    """γ at the cap with K = 16, against exact fractions; d <= 20 needs a higher cap."""
    rng = np.random.default_rng(d)
    f = np.where(np.arange(d) < 15, 1.0, 10 ** rng.uniform(-4, -1, size=d))
    pi = hard_budget.working_probabilities(f, 16)
    gamma = conditional_poisson.odds(pi)
    T = conditional_poisson.suffix_polynomials(gamma, 16)
    S = np.array([0, 1, 14, 15, 16])
    ours = conditional_poisson.pair_probabilities(gamma, T, S)
    assert pi.max() >= 0.8 * (1 - 1e-12)

    def polynomial(r, without):
        e = [Fraction(1)] + [Fraction(0)] * r
        for attribute, g in enumerate(gamma):
            if attribute not in without:
                for n in range(r, 0, -1):
                    e[n] += Fraction(float(g)) * e[n - 1]
        return e[r]

    total = polynomial(16, ())
    for a, i in enumerate(S):
        for b, j in enumerate(S):
            out = {i, j}
            weight = prod(Fraction(float(gamma[n])) for n in out)
            exact = weight * polynomial(16 - len(out), out) / total
            assert ours[a, b] == pytest.approx(float(exact), rel=1e-9)


@given(seed=seeds, d=st.integers(3, 60), size=st.integers(2, 30))
@settings(max_examples=60)
def test_a_sample_never_exceeds_the_budget_and_never_repeats(seed, d, size):
    rng = np.random.default_rng(seed)
    f = some_scores(rng, d)
    design = hard_budget.design(f, size)
    u = rng.random(hard_budget.uniforms_per_step(size))
    u[rng.integers(len(u))] = rng.choice([0.0, np.nextafter(1, 0), 0.5])
    sample = hard_budget.draw(design, u)
    assert len(sample.S) <= size
    assert (np.diff(sample.S) > 0).all()
    assert (f[sample.S] > 0).all()
    assert (sample.P >= 1).all()
    np.testing.assert_allclose(sample.P, sample.P.T, rtol=1e-8)
    if size <= 16:
        assert len(sample.S) == min(size, np.count_nonzero(f))


# -- Poisson and thinned Poisson ----------------------------------------------------------------


def test_poisson_includes_each_attribute_by_itself():
    pi = np.array([0.25, 1.0, 0.0, 0.5])
    middle = [(0.125, 0.625), (0.5,), (0.5,), (0.25, 0.75)]
    for u in np.stack(np.meshgrid(*middle), axis=-1).reshape(-1, 4):
        assert poisson.draw(u, pi).tolist() == np.flatnonzero(u < pi).tolist()
    np.testing.assert_array_equal(
        poisson.pair_probabilities(pi[[0, 3]]), [[0.25, 0.125], [0.125, 0.5]]
    )


def test_thinned_poisson_draws_with_its_probabilities():
    """The size N and the pairs kept, over many draws; five standard errors."""
    rng = np.random.default_rng(5)
    pi = np.array([0.95, 0.6, 0.5, 0.4, 0.05])
    draws, most = 20_000, 2
    sizes, kept = np.zeros(6), np.zeros((5, 5))
    for u in rng.random((draws, thinned_poisson.uniforms_needed(most))):
        S, N = thinned_poisson.draw(u, pi, most)
        assert len(S) == min(N, most)
        sizes[N] += 1
        kept[np.ix_(S, S)] += 1
    exact_sizes, exact_kept = np.zeros(6), np.zeros((5, 5))
    for size in range(6):
        for S in combinations(range(5), size):
            inside = np.isin(np.arange(5), S)
            probability = prod(np.where(inside, pi, 1 - pi))
            exact_sizes[size] += probability
            subsets = list(combinations(S, min(size, most)))
            for some in subsets:
                exact_kept[np.ix_(some, some)] += probability / len(subsets)
    for counted, exact in ((sizes, exact_sizes), (kept, exact_kept)):
        error = np.sqrt(exact * (1 - exact) / draws)
        assert (np.abs(counted / draws - exact) <= 5 * error + 1e-12).all()


def test_uniforms_that_do_not_reach_the_end_are_continued():
    pi = np.full(400, 0.9)
    S, N = thinned_poisson.draw(np.full(8, 0.5), pi, 380)
    assert 330 < N < 390
    assert len(S) == min(N, 380)
    again = thinned_poisson.draw(np.full(8, 0.5), pi, 380)
    np.testing.assert_array_equal(again[0], S)


# -- scores -------------------------------------------------------------------------------------


@settings(max_examples=10)
@given(seed=seeds)
def test_the_scores_are_where_the_derivative_of_j_is_the_same_everywhere(seed):
    """π ∝ f is stationary for J = A(σ² + V) under Σπ = K: ∂J/∂π_i = −M_i(σ² + V + A w_i²)/π_i²."""
    rng = np.random.default_rng(seed)
    M, w, s2 = rng.random(8) + 0.01, rng.normal(size=8), rng.random()
    pi = np.full(8, 0.25)
    for _ in range(200):
        f = scores(M, w=w, u=np.ones(8), pi=pi, s2=np.array(s2))
        pi = 2 * f / f.sum()  # without a cap, so that all of them are free

    def second_moment(pi):
        return (M / pi).sum() * (s2 + (w**2 * M * (1 - pi) / pi).sum())

    step = 1e-6
    slopes = [
        (second_moment(pi + e) - second_moment(pi - e)) / (2 * step) for e in step * np.eye(8) * pi
    ]
    slopes /= pi
    np.testing.assert_allclose(slopes, slopes[0], rtol=1e-4)


def test_the_first_scores_are_the_roots_of_the_moments():
    M = np.array([0.0, 0.25, 1.0, 4.0])
    for s2 in (0.0, 2.0):  # labels that were all 0 so far
        f = scores(M, w=np.zeros(4), u=np.ones(4), pi=np.full(4, 0.5), s2=np.array(s2))
        np.testing.assert_allclose(f / f[-1], np.sqrt(M) / 2)
    flat = hard_budget.working_probabilities(np.sqrt(np.ones(10)), 4)
    np.testing.assert_allclose(flat, 0.4)


@pytest.mark.parametrize("family", ["ridge", "lasso"])
def test_the_theorems_pi_keeps_the_budget_in_expectation(family):
    rng = np.random.default_rng(3)
    for _ in range(20):
        M, w = rng.random(9) * (rng.random(9) < 0.8), rng.normal(size=9) * (rng.random(9) < 0.5)
        M[0] = 1.0
        pi = theorem_probabilities(M, w=w, a=3, b=1, family=family)
        assert pi.max() <= 1
        assert pi.sum() <= 4 + 1e-12
        assert ((pi > 0) == ((M > 0) | (w != 0))).all()
