"""One stream: the textbook on the same uniforms; units, prices and money; orders told late."""

from itertools import combinations
from math import comb, prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aelr_core.designs import conditional_poisson, thinned_poisson
from aelr_core.designs.hard_budget import Design, Sample, uniforms_per_step
from aelr_core.designs.inclusion import water_filling
from aelr_core.designs.prices import (
    Mixture,
    expected_price,
    least_money,
    priced_design,
    sizes_within,
)
from aelr_core.stream import Stream, as_order, as_units, unit_gradient
from aelr_core.textbook import jaelr, jaerr

FAMILIES = {"ridge": jaerr, "lasso": jaelr}
both = pytest.mark.parametrize("family", FAMILIES)
seeds = st.integers(0, 2**32 - 1)


def some_data(rng, m, d, kind="gaussian"):
    X = rng.normal(size=(m, d)) * np.arange(1, d + 1) ** -1.0
    if kind == "sparse":
        X = (rng.random((m, d)) < 0.15).astype(float)
    if kind == "late":
        X[: m // 4] = 0.0
    if kind == "zero columns":
        X[:, rng.random(d) < 0.5] = 0.0
    return X, X @ rng.normal(size=d) + 0.1 * rng.normal(size=m)


def learnt(stream, X, y, U):
    for x, label, u in zip(X, y, U, strict=True):
        order = stream.order(u)
        stream.learn(order, x[order.columns], label)
    return stream


# -- the proof: the textbook ---------------------------------------------------------------------


@both
@pytest.mark.parametrize("adaptive", [False, True], ids=["known", "adaptive"])
@pytest.mark.parametrize("kind", ["gaussian", "sparse", "late", "zero columns"])
@settings(max_examples=6)
@given(
    seed=seeds,
    size=st.sampled_from([(1, 2), (5, 2), (12, 3), (9, 8), (6, 9), (40, 18)]),
    eta=st.sampled_from([None, None, 0.01]),
    form=st.sampled_from([("plain", False), ("measured", True), ("plain", True)]),
)
def test_it_is_the_textbook_on_the_same_uniforms(family, adaptive, kind, seed, size, eta, form):
    rng, (d, K), m = np.random.default_rng(seed), size, 60
    X, y = some_data(rng, m, d, kind)
    U = rng.random((m, uniforms_per_step(K)))
    rules = {"K": K, "B": 2.0, "eta": eta, "length": form[0], "guarded": form[1]}
    rules["M"] = None if adaptive else np.mean(X**2, axis=0)
    stream = Stream(family, as_units(d), **rules)
    steps = [*FAMILIES[family].trace(X, y, np.arange(m), U, **rules)]
    for t, (_, _, step) in enumerate(steps):
        order = stream.order(U[t])
        np.testing.assert_array_equal(order.columns, step.sample.S)
        np.testing.assert_allclose(order.weights, step.sample.P, rtol=1e-9)
        stream.learn(order, X[t][order.columns], y[t])
        scale = max(1.0, np.abs(step.w_next).max())
        np.testing.assert_allclose(stream.w, step.w_next, rtol=0, atol=1e-9 * scale)
        assert stream.loss == pytest.approx(step.loss, rel=1e-9, abs=1e-9)
    _, last, _ = steps[-1]
    np.testing.assert_allclose(stream.predictor, last.w_bar, rtol=1e-9, atol=1e-9 * scale)


# -- unbiased, for every design ------------------------------------------------------------------


def every_sample(mixture):
    """Yield (probability, sample, ϖ of the sample) for every sample of a mixture of designs."""
    for number, one in enumerate(mixture.designs):
        last = number == len(mixture.designs) - 1
        likely, pi, K = mixture.share if last else 1 - mixture.share, one.pi, one.K
        able = np.flatnonzero(pi)
        if one.sees_all or not len(able):
            yield likely, Sample(able, np.ones((len(able), len(able)))), pi[able]
        elif one.gamma is not None:
            for S in map(np.array, combinations(range(len(pi)), K)):
                chance = prod(one.gamma[S]) / one.T[K, 0]
                pairs = conditional_poisson.pair_probabilities(one.gamma, one.T, S)
                with np.errstate(divide="ignore"):
                    yield likely * chance, Sample(S, 1 / pairs), pi[S]
        else:
            for size in range(len(pi) + 1):
                for drawn in combinations(range(len(pi)), size):
                    inside = np.isin(np.arange(len(pi)), drawn)
                    chance = prod(np.where(inside, pi, 1 - pi)) / comb(size, min(size, K))
                    for S in combinations(drawn, min(size, K)):
                        S = np.array(S, dtype=int)
                        P = 1 / thinned_poisson.pair_probabilities(pi[S], size, K)
                        yield likely * chance, Sample(S, P), pi[S]


PRICES = np.array([2.0, 1.0, 0.0, 4.0, 0.5, 7.0, 1.5])
GROUPS = [[1, 4], [5, 6, 7], [2, 9]]  # seven units of ten columns; column 3 is free
COLUMN_PRICES = np.array([2.0, 1.0, 0.0, 4.0, 1.0, 7.0, 7.0, 7.0, 1.5, 0.0])
UNITS = as_units(10, GROUPS, COLUMN_PRICES)


def designs_of_section_1():
    """Return designs by name, each with the money that it must spend; None: it does not bind."""
    rng = np.random.default_rng(0)
    c = UNITS.prices[UNITS.paid]
    F = 10 ** rng.uniform(-1, 1, size=len(c))
    blind, by_price = (expected_price(f, c, 3) for f in (np.sqrt(F), np.sqrt(F / c)))
    two, least = expected_price(np.sqrt(F / c), c, 2), least_money(c)
    assert least < two < by_price < blind

    def by_money(money, K=3):
        return priced_design(F, c, K, money), money

    def thinned(size):
        return Mixture((Design(3, water_filling(F, size, 0.95), None, None),), 1.0), None

    return {
        "prices ignored": by_money(None),
        "prices ignored, enough": (priced_design(F, c, 3, 1.1 * blind), None),
        "K units by price": by_money(0.5 * (blind + by_price)),
        "r or r + 1 units": by_money(0.5 * (two + by_price)),
        "r or all units": by_money(0.9 * c.sum(), K=len(c)),
        "two units, mostly cheap": by_money(0.5 * (least + two)),
        "all units": (priced_design(F, c, 20, None), None),
        "thinned": thinned(3),
        "thinned, fewer": thinned(2.3),
        "any scores": (sizes_within(np.sqrt(F) + 1.0, c, 3, 6.0), 6.0),
    }


DESIGNS = designs_of_section_1()


@pytest.mark.parametrize("name", DESIGNS)
def test_the_unit_gradient_is_unbiased_and_the_money_is_spent(name):
    rng, (mixture, money) = np.random.default_rng(1), DESIGNS[name]
    x, w, y = rng.normal(size=10), rng.normal(size=10), rng.normal()
    g, total, price, seen = np.zeros(10), 0.0, 0.0, np.zeros(len(UNITS))
    for chance, sample, pi in every_sample(mixture):
        order = as_order(UNITS, sample, pi)
        i = order.columns
        g[i] += chance * unit_gradient(order, x[i], w[i], y)
        seen[order.units] += chance
        total, price = total + chance, price + chance * order.price
        assert (UNITS.prices[order.units] > 0).sum() <= mixture.designs[-1].K
    assert total == pytest.approx(1, rel=1e-12)
    np.testing.assert_allclose(g, (w @ x - y) * x, rtol=0, atol=1e-10)
    assert seen[UNITS.free] == pytest.approx(1)
    assert seen.min() > 0
    if "thinned" not in name:
        np.testing.assert_allclose(seen[UNITS.paid], mixture.inclusion, rtol=1e-9)
        c = UNITS.prices[UNITS.paid]
        assert price == pytest.approx(c @ mixture.inclusion, rel=1e-9)
    if money is not None:
        assert price == pytest.approx(money, rel=1e-8)


def test_the_designs_are_what_their_names_say():
    sizes = {name: [one.K for one in mixture.designs] for name, (mixture, _) in DESIGNS.items()}
    assert sizes["prices ignored"] == sizes["K units by price"] == [3]
    assert sizes["r or r + 1 units"] == [2, 3]
    assert sizes["two units, mostly cheap"] == [2]
    assert DESIGNS["r or all units"][0].designs[1].sees_all
    assert DESIGNS["all units"][0].designs[0].sees_all


# -- units, prices and money in a run ------------------------------------------------------------


def a_stream(family="ridge", units=UNITS, **given):
    return Stream(family, units, **{"K": 3, "B": 2.0} | given)


@both
def test_units_are_seen_whole_and_free_ones_always(family):
    rng = np.random.default_rng(3)
    X, y = some_data(rng, 120, 10)
    stream = a_stream(family, money=5.0, guarded=True, length="measured")
    prices = []
    for x, label in zip(X, y, strict=True):
        order = stream.order(rng.random(stream.uniforms))
        assert set(UNITS.free) <= set(order.units)
        assert 2 <= len(order.units) - len(UNITS.free) <= 3
        wanted = np.concatenate([UNITS.columns[g] for g in order.units])
        np.testing.assert_array_equal(order.columns, wanted)
        prices.append(order.price)
        stream.learn(order, x[order.columns], label)
    c = UNITS.prices[UNITS.paid]
    assert c @ stream.design.inclusion == pytest.approx(5.0, rel=1e-8)
    assert np.mean(prices) == pytest.approx(5.0, abs=5 * np.std(prices) / np.sqrt(120))
    assert np.isfinite(stream.predictor).all()
    assert stream.predictor.any()


@both
def test_equal_prices_and_groups_of_one_change_nothing(family):
    rng = np.random.default_rng(4)
    X, y = some_data(rng, 80, 8)
    U = rng.random((80, 4))
    plain = learnt(Stream(family, as_units(8), K=3, B=2.0), X, y, U[:, :3])
    units = as_units(8, groups=[[2], [5]], prices=np.full(8, 2.5))
    for money in (None, 3 * 2.5):
        given = learnt(Stream(family, units, K=3, B=2.0, money=money), X, y, U)
        np.testing.assert_allclose(given.predictor, plain.predictor, rtol=1e-9, atol=1e-12)


@both
def test_prices_save_money_without_a_limit_on_it_only_where_they_are_zero(family):
    rng = np.random.default_rng(5)
    X, y = some_data(rng, 60, 6)
    U = rng.random((60, 2))
    cheap, dear = (as_units(6, prices=c) for c in (np.arange(1.0, 7), np.arange(6.0, 0, -1)))
    one, other = (learnt(Stream(family, c, K=2, B=1.0), X, y, U) for c in (cheap, dear))
    np.testing.assert_array_equal(one.predictor, other.predictor)


@both
def test_with_everything_free_it_sees_everything(family):
    rng = np.random.default_rng(6)
    X, y = some_data(rng, 40, 5)
    M = np.mean(X**2, axis=0)
    free = Stream(family, as_units(5, prices=np.zeros(5)), K=2, B=2.0, M=M, money=1.0)
    whole = Stream(family, as_units(5), K=5, B=2.0, M=M)
    assert free.order(np.zeros(free.uniforms)).price == 0
    free._T_b = whole._T_b  # five units for two are more than for five
    learnt(free, X, y, np.zeros((40, free.uniforms)))
    learnt(whole, X, y, np.zeros((40, 5)))
    np.testing.assert_allclose(free.predictor, whole.predictor, rtol=1e-9)


@both
def test_permuting_columns_within_a_group_permutes_the_result(family):
    rng = np.random.default_rng(7)
    X, y = some_data(rng, 60, 6)
    swap = np.array([0, 4, 2, 3, 1, 5])
    units, U = as_units(6, groups=[[1, 4], [0, 5]]), rng.random((60, 2))
    one = learnt(Stream(family, units, K=2, B=2.0), X, y, U)
    other = learnt(Stream(family, units, K=2, B=2.0), X[:, swap], y, U)
    np.testing.assert_allclose(one.predictor[swap], other.predictor, rtol=1e-9, atol=1e-12)


@both
def test_orders_may_be_told_late_and_in_another_order(family):
    rng = np.random.default_rng(8)
    m, w_star = 3_000, np.array([1.0, -1.0, 0, 0, 0, 0])
    X = rng.choice([-1.0, 1.0], size=(m, 6))
    stream, pending = Stream(family, as_units(6), K=3, B=3.0), []
    for x in X:
        pending.append((stream.order(rng.random(3)), x))
        if len(pending) == 50:
            for n in rng.permutation(50)[:40]:
                order, x = pending[n]
                stream.learn(order, x[order.columns], x @ w_star)
            pending = []  # ten never answered
    assert stream.t == 40 * 60
    np.testing.assert_allclose(stream.predictor, w_star, atol=0.2)


# -- refusals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"groups": [[0, 1], [1, 2]]}, "groups must hold a column at most once, but 1 is there tw"),
        ({"groups": [[0, 10]]}, "a column of groups must be a whole number from 0 to 9, but it is"),
        ({"groups": [[0, "a"]]}, "a column of groups must be a whole number from 0 to 9, but it i"),
        ({"prices": [1.0] * 9}, "prices must hold 10 numbers, one per column, but it holds 9"),
        ({"prices": [-1.0] * 10}, "prices must be >= 0 everywhere"),
        ({"prices": [np.nan] * 10}, "prices must hold finite numbers only"),
        ({"groups": [[0, 1]], "prices": range(10)}, "prices must be the same for all columns of a"),
    ],
)
def test_bad_units(given, sentence):
    with pytest.raises(ValueError, match=f"^{sentence}.*[.]$"):
        as_units(10, **given)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"money": 1.0}, "money must be at least 2.689, what two of the cheapest"),
        ({"money": 0}, "money must be a finite number > 0"),
        ({"money": "much"}, "money must be a finite number > 0"),
        ({"K": 1}, "K must be a whole number >= 2"),
        ({"B": 0}, "B must be a finite number > 0"),
        ({"M": [1.0]}, "M must have one entry per column, 10, but it has 1"),
        ({"length": "long"}, "length must be one of 'plain', 'measured'"),
        ({"eta": -1}, "eta must be a finite number > 0"),
        ({"family": "svm"}, "family must be one of 'ridge', 'lasso'"),
    ],
)
def test_bad_streams(given, sentence):
    with pytest.raises(ValueError, match=f"^{sentence}.*[.]$"):
        a_stream(**given)


def test_integers_of_numpy_are_integers():
    groups = [np.array([0, 2], dtype=np.uint8), (np.int16(1), np.int64(3))]
    units = as_units(np.int32(5), groups, np.ones(5, dtype=np.int8))
    assert units.of.tolist() == [0, 1, 0, 1, 2]
    assert len(Stream("ridge", units, K=np.uint8(2), B=1.0).order(np.zeros(2)).units) == 2
