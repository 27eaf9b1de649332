"""The design with prices: what it spends, and that it is the plain one where prices do not bind."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aelr_core.designs.hard_budget import design, uniforms_per_step
from aelr_core.designs.prices import (
    draw,
    expected_price,
    least_money,
    priced_design,
    sizes_within,
)

seeds = st.integers(0, 2**32 - 1)


def a_problem(seed, G, spread=1.0):
    rng = np.random.default_rng(seed)
    return 10.0 ** rng.uniform(-2, 1, size=G), np.exp(spread * rng.normal(size=G))


@settings(max_examples=60)
@given(
    seed=seeds,
    G=st.integers(3, 40),
    K=st.integers(2, 16),
    spread=st.floats(0, 2),
    share=st.floats(0, 1.2),
)
def test_it_spends_the_money_where_the_money_binds(seed, G, K, spread, share):
    F, c = a_problem(seed, G, spread)
    least, most = least_money(c), expected_price(np.sqrt(F), c, min(K, G))
    money = least + share * max(most - least, 0.0)
    chosen = priced_design(F, c, K, money)
    spent = float(c @ chosen.inclusion)
    assert spent == pytest.approx(min(money, most), rel=1e-8 if share > 0.001 else 1e-4)
    assert 2 - 1e-9 <= chosen.inclusion.sum() <= K + 1e-9
    assert (chosen.inclusion > 0).all()
    np.testing.assert_array_equal(chosen.inverse > 0, F > 0)


def test_each_step_is_taken_when_it_is_needed():
    F, c = a_problem(1, 20)
    blind, by_price = (expected_price(f, c, 5) for f in (np.sqrt(F), np.sqrt(F / c)))
    two = expected_price(np.sqrt(F / c), c, 2)
    assert two < by_price < blind

    (first,) = priced_design(F, c, 5, blind).designs
    np.testing.assert_array_equal(first.pi, design(np.sqrt(F), 5).pi)

    money = (blind + by_price) / 2
    (second,) = priced_design(F, c, 5, money).designs
    assert second.K == 5
    below = second.pi < 0.8 - 1e-9  # π ∝ √(F/(c + μ)) with one μ > 0
    ratio = F[below] / second.pi[below] ** 2  # (c + μ)/λ²
    mu = np.linalg.lstsq(np.stack([c[below], np.ones(below.sum())], axis=1), ratio)[0]
    np.testing.assert_allclose(mu[0] * c[below] + mu[1], ratio, rtol=1e-9)
    assert mu.min() > 0

    third = priced_design(F, c, 5, (two + by_price) / 2)
    r, larger = (one.K for one in third.designs)
    assert larger == r + 1 <= 5
    for one in third.designs:
        np.testing.assert_allclose(one.pi, design(np.sqrt(F / c), one.K).pi)

    least = least_money(c)
    money = (two + least) / 2
    (fourth,) = priced_design(F, c, 5, money).designs
    assert fourth.K == 2
    plain, dear = design(np.sqrt(F / c), 2).pi, np.argsort(c)[3:]
    share = fourth.pi[dear] / plain[dear]  # of what is not among the three cheapest
    np.testing.assert_allclose(share, share[0])
    assert (F / fourth.pi).sum() <= (F / plain).sum() / share[0]
    (last,) = priced_design(F, c, 5, least).designs
    assert c @ priced_design(F, c, 5, least).inclusion == pytest.approx(least, rel=1e-4)
    assert 0 < last.pi[dear].max() < 1e-5


@settings(max_examples=25)
@given(seed=seeds, K=st.integers(2, 16), price=st.floats(0.01, 100))
def test_equal_prices_give_the_plain_design(seed, K, price):
    F, _ = a_problem(seed, 30)
    plain, c = design(np.sqrt(F), K).pi, np.full(30, price)
    for money in (None, K * price, 2 * K * price):
        (one,) = priced_design(F, c, K, money).designs
        np.testing.assert_array_equal(one.pi, plain)
    mixed = priced_design(F, c, K, price * max(2.0, K - 0.25))  # only the size is left to choose
    for one in mixed.designs:
        np.testing.assert_allclose(one.pi, design(np.sqrt(F), one.K).pi, rtol=1e-12)
    assert mixed.inclusion.sum() == pytest.approx(max(2.0, K - 0.25))


@settings(max_examples=25)
@given(seed=seeds, K=st.integers(17, 30), share=st.floats(0, 1))
def test_beyond_sixteen_units_it_spends_at_most_the_money(seed, K, share):
    F, c = a_problem(seed, 60)
    least = least_money(c)
    money = least + share * (expected_price(np.sqrt(F), c, K) - least)
    chosen = priced_design(F, c, K, money)
    assert float(c @ chosen.inclusion) <= money * (1 + (1e-8 if share > 0.001 else 1e-4))
    if chosen.designs[0].gamma is None:  # thinned: ϖ spends it all
        assert float(c @ chosen.designs[0].pi) == pytest.approx(money, rel=1e-8)
        assert chosen.designs[0].pi.sum() <= K * (1 + 1e-9)
    rng, u = np.random.default_rng(seed), uniforms_per_step(K) + 1
    for _ in range(20):
        _, sample = draw(chosen, rng.random(u))
        assert len(np.unique(sample.S)) == len(sample.S) <= K


def test_no_order_is_empty():
    F, c = a_problem(2, 12, spread=2.0)
    rng = np.random.default_rng(2)
    for money in np.linspace(least_money(c), 20, 15):
        mixture = priced_design(F, c, 4, money)
        sizes = {len(draw(mixture, rng.random(5))[1].S) for _ in range(200)}
        assert sizes <= {2, 3, 4}
        assert max(sizes) - min(sizes) <= 1


def test_the_mean_size_is_what_the_money_pays_for():
    f, c = np.ones(10), np.full(10, 2.0)
    mixture = sizes_within(f, c, 6, 7.0)  # three units and a half
    assert [one.K for one in mixture.designs] == [3, 4]
    assert mixture.share == pytest.approx(0.5)
    assert sizes_within(f, c, 6, 1e9).designs[0].K == 6


def test_units_that_are_always_zero_are_never_bought():
    F, c = np.array([1.0, 0.0, 2.0, 1.0, 3.0]), np.array([1.0, 0.1, 1.0, 2.0, 5.0])
    for money in (None, 9.0, 5.0, least_money(c[F > 0])):
        chosen = priced_design(F, c, 4, money)
        assert chosen.inclusion[1] == chosen.inverse[1] == 0
        assert c @ chosen.inclusion == pytest.approx(min(money or 9.0, 9.0), rel=1e-4)
    assert not priced_design(np.zeros(3), np.ones(3), 2, 9.0).inclusion.any()
