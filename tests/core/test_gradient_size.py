"""E[g̃_i²] of the joint sample, by enumerating every sample."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aelr_core.designs.estimates import (
    gradient_second_moments,
    has_exact_size,
    inclusion_probabilities,
    joint_gradient,
)
from aelr_core.designs.hard_budget import design, draw


def enumerated(gamma, K, X, y, w):
    """Return E[g̃_i²] and π by every set of K attributes."""
    d = len(gamma)
    sets = [np.array(S) for S in combinations(np.flatnonzero(gamma), K)]
    chance = np.array([gamma[S].prod() for S in sets])
    chance /= chance.sum()
    inside = np.zeros((len(sets), d))
    for n, S in enumerate(sets):
        inside[n, S] = 1.0
    pi = inside.T @ (chance[:, None] * inside)
    moments = np.zeros(X.shape)
    for S, p in zip(sets, chance, strict=True):
        P = 1.0 / pi[np.ix_(S, S)]
        for row, label, out in zip(X, y, moments, strict=True):
            out[S] += p * joint_gradient(row[S], w[S], label, P) ** 2
    return moments, np.diagonal(pi)


@settings(max_examples=30)
@given(seed=st.integers(0, 2**32 - 1), d=st.integers(3, 7), K=st.integers(2, 6))
def test_every_sample_gives_the_same_size(seed, d, K):
    rng = np.random.default_rng(seed)
    K = min(K, d - 1)  # near d the cap is raised, and the odds are large
    f = rng.uniform(0.1, 2, d) ** 3
    f[rng.random(d) < 0.2] = 0.0
    if np.count_nonzero(f) <= K:
        f += 0.5
    X, y, w = rng.normal(size=(2, d)), rng.normal(size=2), rng.normal(size=d)
    X[0, rng.integers(d)] = 0.0
    X[:, f == 0] = 0.0
    one = design(f, K)
    expected, pi = enumerated(one.gamma, K, X, y, w)
    np.testing.assert_allclose(gradient_second_moments(one, X, y, w), expected, rtol=1e-9)
    np.testing.assert_allclose(inclusion_probabilities(one), pi, rtol=1e-9)
    assert inclusion_probabilities(one).sum() == pytest.approx(K)


def test_what_is_seen_whole_is_known():
    one = design([1.0, 0.0, 2.0], K=2)
    X, y, w = np.array([[1.0, 0.0, 3.0]]), np.array([2.0]), np.array([1.0, 5.0, 1.0])
    assert has_exact_size(one)
    np.testing.assert_allclose(gradient_second_moments(one, X, y, w), [[4.0, 0.0, 36.0]])
    np.testing.assert_allclose(inclusion_probabilities(one), [1.0, 0.0, 1.0])


def test_a_thinned_sample_has_no_exact_size():
    one = design(np.ones(40), K=20)
    assert not has_exact_size(one)
    np.testing.assert_allclose(inclusion_probabilities(one), 0.5)
    with pytest.raises(ValueError, match="design must be conditional Poisson sampling"):
        gradient_second_moments(one, np.ones((1, 40)), np.ones(1), np.ones(40))


def test_sixteen_of_many_agree_with_draws():
    """At K = 16 no enumeration is possible: within five standard errors of the mean."""
    rng = np.random.default_rng(1)
    d, n = 30, 4_000
    one = design(rng.uniform(0.2, 2, d), 16)
    x, y, w = rng.normal(size=d), 0.5, rng.normal(size=d)
    squares = np.zeros((n, d))
    for r, u in enumerate(rng.random((n, 16))):
        sample = draw(one, u)
        squares[r, sample.S] = joint_gradient(x[sample.S], w[sample.S], y, sample.P) ** 2
    (exact,) = gradient_second_moments(one, x[None], np.array([y]), w)
    error = squares.std(axis=0) / np.sqrt(n)
    assert (np.abs(squares.mean(axis=0) - exact) <= 5 * error).all()
