"""x̃, φ̃ and g̃ are unbiased: every possible draw of one step, with its exact probability.

Nothing is sampled. A step is fed uniforms from the middle of each cell of the cumulated q and p,
so that all attributes are drawn in all combinations, and the outcomes are weighted by the
probabilities of their cells.
"""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aelr_core.moments import (
    second_moments,
    x_tilde_second_moment,
    x_tilde_second_moments,
)
from aelr_core.textbook import gaelr, gaerr
from aelr_core.textbook.walk import Example

SIZES = [(1, 1, 1), (2, 1, 1), (2, 3, 1), (3, 2, 1), (3, 1, 2), (4, 2, 2)]  # d, k_x, k_phi
seeds = st.integers(0, 2**32 - 1)


def cells(distribution):
    """The attributes that can be drawn: (uniform that draws it, attribute, probability)."""
    ends = np.cumsum(distribution)
    return [
        (end - share / 2, attribute, share)
        for attribute, (end, share) in enumerate(zip(ends, distribution, strict=True))
        if share > 0
    ]


def every_outcome(family, start, x, y, *, q, p, k_x, k_phi, B, M):
    """Yield (probability, Step) for every possible combination of draws."""
    algorithm = gaerr if family == "ridge" else gaelr
    for drawn in product(*[cells(q)] * k_x, *[cells(p)] * k_phi):
        u, attributes, shares = zip(*drawn, strict=True)
        _, step = algorithm.step(
            *(start, Example(x), y, u), q=q, k_x=k_x, k_phi=k_phi, eta=0.1, B=B, M=M
        )
        assert (*step.i, *step.j) == attributes
        np.testing.assert_allclose(step.p, p, rtol=1e-12)
        yield np.prod(shares), step


def expectation(outcomes, of):
    total = sum(probability for probability, _ in outcomes)
    assert total == pytest.approx(1, rel=1e-12)
    return sum(probability * of(step) for probability, step in outcomes)


def a_problem(family, d, rng):
    """One example, a start and q, some of them with zeros where zeros do no harm."""
    x = rng.normal(size=d)
    q = rng.random(d) + 0.05
    theta = rng.normal(size=d)
    M = rng.random(d) + 0.05
    if d > 2:
        x[0] = q[0] = M[0] = 0.0  # an attribute that is always 0: never worth a draw
        theta[1] = 0.0  # and one that the predictor does not use
    B = rng.uniform(0.5, 3)
    if family == "ridge":
        w = theta / np.linalg.norm(theta) * B * rng.random()
        start = gaerr.init(d, w=w)
    else:
        w = B * np.sinh(theta) / np.cosh(theta).sum()
        start = gaelr.init(d, theta=theta)
    return x, rng.normal(), q / q.sum(), w, start, M, B


@pytest.mark.parametrize(("d", "k_x", "k_phi"), SIZES)
@pytest.mark.parametrize("aware", [False, True], ids=["plain", "moment-aware"])
@pytest.mark.parametrize("family", ["ridge", "lasso"])
@settings(max_examples=4)
@given(seed=seeds)
def test_the_estimates_are_unbiased(family, aware, d, k_x, k_phi, seed):
    x, y, q, w, start, M, B = a_problem(family, d, np.random.default_rng(seed))
    plain = w**2 if family == "ridge" else np.abs(w)
    weights = np.abs(w) * np.sqrt(M) if aware else plain
    outcomes = list(
        every_outcome(
            *(family, start, x, y),
            q=q,
            p=weights / weights.sum(),
            k_x=k_x,
            k_phi=k_phi,
            B=B,
            M=M if aware else None,
        )
    )
    phi = w @ x - y
    np.testing.assert_allclose(expectation(outcomes, lambda s: s.w), w, rtol=1e-10)
    np.testing.assert_allclose(expectation(outcomes, lambda s: s.x_tilde), x, atol=1e-10)
    np.testing.assert_allclose(expectation(outcomes, lambda s: s.phi_tilde), phi, atol=1e-10)
    np.testing.assert_allclose(expectation(outcomes, lambda s: s.g_tilde), phi * x, atol=1e-10)


@pytest.mark.parametrize(("d", "k_x"), [(1, 1), (2, 1), (2, 4), (3, 2), (4, 3)])
@settings(max_examples=5)
@given(seed=seeds)
def test_the_second_moment_of_x_tilde_is_the_formulas(d, k_x, seed):
    """E over the draws and over the examples; the formula with E‖x‖², not (E‖x‖)²."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(3, d)) * rng.random(d)
    q = rng.random(d) + 0.05
    q /= q.sum()
    one = np.eye(d)[0]  # w = e_0, p = e_0: the j-draw is sure
    squares = np.mean(
        [
            expectation(
                list(
                    every_outcome(
                        *("ridge", gaerr.init(d, w=one), x, 0.0),
                        q=q,
                        p=one,
                        k_x=k_x,
                        k_phi=1,
                        B=1.0,
                        M=None,
                    )
                ),
                lambda s: s.x_tilde**2,
            )
            for x in X
        ],
        axis=0,
    )
    M = second_moments(X)
    np.testing.assert_allclose(squares, x_tilde_second_moments(M, q, k_x), rtol=1e-9)
    np.testing.assert_allclose(squares.sum(), x_tilde_second_moment(M, q, k_x), rtol=1e-9)


@pytest.mark.parametrize("family", ["ridge", "lasso"])
def test_without_a_predictor_phi_is_minus_y_and_nothing_is_looked_at(family):
    algorithm = gaerr if family == "ridge" else gaelr
    example = Example([1.0, 2.0, 3.0])
    _, step = algorithm.step(
        *(algorithm.init(3), example, 5.0, [0.1, 0.2, 0.9, 0.9]),
        q=np.full(3, 1 / 3),
        k_x=2,
        k_phi=2,
        eta=0.1,
        B=1.0,
        M=[1.0, 1.0, 1.0],
    )
    assert step.phi_tilde == -5.0
    assert step.p is None
    assert step.j.size == step.x_j.size == 0
    assert (example.spent, example.distinct) == (4, 1)
    np.testing.assert_allclose(step.g_tilde, [-15.0, 0.0, 0.0])


@pytest.mark.parametrize("family", ["ridge", "lasso"])
def test_where_only_the_moment_aware_weights_vanish_p_is_plain(family):
    algorithm = gaerr if family == "ridge" else gaelr
    start = gaerr.init(3, w=[0.0, 0.3, 0.4]) if family == "ridge" else None
    start = start or gaelr.init(3, theta=np.arcsinh([0.0, 0.3, 0.4]))
    _, step = algorithm.step(
        *(start, Example([1.0, 2.0, 3.0]), 0.0, [0.5, 0.999]),
        q=np.full(3, 1 / 3),
        k_x=1,
        k_phi=1,
        eta=0.1,
        B=1.0,
        M=[1.0, 0.0, 0.0],
    )
    expected = [0, 0.36, 0.64] if family == "ridge" else [0, 3 / 7, 4 / 7]
    np.testing.assert_allclose(step.p, expected, rtol=1e-12)
    assert step.j == [2]


def test_repeated_draws_add_up():
    _, step = gaerr.step(
        *(gaerr.init(2), Example([3.0, 4.0]), 1.0, [0.1, 0.9, 0.2, 0.3, 0.0]),
        q=[0.5, 0.5],
        k_x=4,
        k_phi=1,
        eta=0.1,
        B=1.0,
    )
    np.testing.assert_array_equal(step.i, [0, 1, 0, 0])
    np.testing.assert_allclose(step.x_tilde, [3 * 3.0 / 0.5 / 4, 4.0 / 0.5 / 4])
