"""The planner agrees with the bounds it is derived from, and with brute force over k."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aelr_core import theory
from aelr_core.algorithms import ALGORITHMS, BoundRow, bound
from aelr_core.analysis.plan import offer
from aelr_core.theory.planner import examples_to_buy, order

FAMILIES = ["ridge", "lasso"]
costs = st.floats(0, 1e4)
dimensions = st.integers(2, 300)


def per_full_example(k, H):
    return (k + 1) * (1 + H / k)


@given(H=st.one_of(costs, st.integers(0, 400).map(float)), d=dimensions)
def test_the_best_k_is_the_best_of_all(H, d):
    k = np.arange(1, d)
    everywhere = per_full_example(k, H)
    best = theory.best_k(H=H, d=d)
    assert 1 <= best.k <= d - 1
    assert best.attributes == everywhere[best.k - 1]
    np.testing.assert_allclose(best.attributes, everywhere.min(), rtol=1e-14)


@given(j=st.integers(1, 12))
def test_a_tie_goes_to_the_smaller_k(j):
    """k + H/k is the same at j and j+1 when H = j(j+1)."""
    assert theory.best_k(H=j * (j + 1), d=100).k == j


@given(H=st.floats(0, 0.99), d=dimensions)
def test_below_one_the_best_k_is_one(H, d):
    assert theory.best_k(H=H, d=d).k == 1


@given(H=st.floats(1, 9000))
def test_about_the_square_of_one_plus_root_h(H):
    """(1+√H)² is the least over real k, and whole numbers cost less than 1/√H more."""
    attributes, least = theory.best_k(H=H, d=10_000).attributes, (1 + np.sqrt(H)) ** 2
    assert least * (1 - 1e-12) <= attributes <= least + 1


def test_an_enormous_h_is_brought_into_range():
    assert theory.best_k(H=1e300, d=5).k == 4


@pytest.mark.parametrize("family", FAMILIES)
@given(
    tau=st.floats(0.001, 10), k=st.integers(1, 50), B=st.floats(0.1, 10), scale=st.floats(0.01, 1)
)
def test_the_examples_needed_bring_the_bound_to_tau(family, tau, k, B, scale):
    M = scale * np.arange(1, 21) ** -1.0
    H = theory.effective_dimension(M, family)
    m = theory.examples_needed(tau=tau, k=k, H=H, B=B, family=family, d=20)
    full = theory.full_information_examples(tau=tau, B=B, family=family, d=20)
    if min(m, full) < 1:
        return
    if family == "ridge":
        np.testing.assert_allclose(theory.ddaerr_bound(m=m, k=k, B=B, M=M), tau, rtol=1e-12)
        np.testing.assert_allclose(theory.online_ridge_bound(m=full, B=B), tau, rtol=1e-12)
    else:
        np.testing.assert_allclose(theory.ddaelr_bound(m=m, k=k, B=B, M=M), tau, rtol=1e-12)
        np.testing.assert_allclose(theory.online_lasso_bound(d=20, m=full, B=B), tau, rtol=1e-12)
    attributes = theory.attributes_needed(tau=tau, k=k, H=H, B=B, family=family, d=20)
    np.testing.assert_allclose(attributes, (k + 1) * m, rtol=1e-14)
    np.testing.assert_allclose(
        theory.full_information_attributes(tau=tau, B=B, family=family, d=20), 20 * full
    )


@given(d=st.integers(1, 10**6))
def test_uniform_sampling_never_beats_full_information(d):
    k = np.unique(np.geomspace(1, 10 * d, 50).astype(int))
    question = {"tau": 0.1, "B": 2.0, "family": "ridge", "d": d}
    ours = theory.attributes_needed(k=k, H=d, **question)
    assert (ours > theory.full_information_attributes(**question)).all()


@given(H=costs, k=st.integers(1, 100), d=dimensions)
def test_the_predicted_saving_compares_with_uniform_sampling(H, k, d):
    question = {"tau": 0.1, "k": k, "B": 2.0, "family": "ridge", "d": d}
    ratio = theory.examples_needed(H=H, **question) / theory.examples_needed(H=d, **question)
    np.testing.assert_allclose(theory.predicted_saving(H=H, k=k, d=d), ratio, rtol=1e-12)
    np.testing.assert_allclose(theory.predicted_saving(H=d, k=k, d=d), 1)


def test_the_effective_dimension_is_d_at_most_in_the_ball():
    assert theory.effective_dimension(np.full(7, 1 / 7), "ridge") == pytest.approx(7)
    assert theory.effective_dimension(np.ones(7), "lasso") == pytest.approx(7)
    M = np.array([[1.0, 0.0], [0.25, 0.25]])
    np.testing.assert_allclose(theory.effective_dimension(M, "ridge"), [1, 1])


def test_curves_over_k_and_tau_are_one_call():
    m = theory.examples_needed(
        tau=[[0.1], [0.2]], k=[1, 2, 3], H=9, B=1, family="lasso", d=[10, 20, 30]
    )
    assert m.shape == (2, 3)
    np.testing.assert_allclose(m[0], 4 * m[1])


# ---- Purchases agree with brute force over whole k, m₁ and m, and with their bounds ----

KEYS = {
    "ridge": ("aerr", "ddaerr", "two_phase_ddaerr", "online_ridge"),
    "lasso": ("aelr", "ddaelr", "two_phase_ddaelr", "online_lasso"),
}
seeds = st.integers(0, 2**32 - 1)


def buy(wanted, at, bound_key=None):
    """Buy by the headline bound of the algorithm at this index of `KEYS`, or by another."""
    entry = ALGORITHMS[KEYS[wanted.family][at]]
    stated = next(one for one in entry.bounds if bound_key in (None, one.key))
    return offer(wanted, BoundRow(entry, stated), delta=0.1).buys


def buy_uniform(wanted):
    return buy(wanted, 0)


def buy_known(wanted):
    return buy(wanted, 1)


def buy_two_phase(wanted):
    return buy(wanted, 2)


def buy_full_information(wanted):
    return buy(wanted, 3)


def an_order(family, seed, *, d=None, tau=(0.2, 1.5)):
    rng = np.random.default_rng(seed)
    d = d or int(rng.integers(2, 12))
    M = rng.random(d) ** rng.uniform(1, 8)
    M = M / M.sum() if family == "ridge" else M
    prices = rng.uniform(0.1, 9, d) if rng.random() < 0.5 else rng.uniform(0.1, 9)
    example_price = rng.choice([0.0, 0.5, 20.0])
    B = rng.uniform(0.5, 2)
    return order(
        tau=rng.uniform(*tau) * B**2,
        B=B,
        family=family,
        M=M,
        example_price=example_price,
        attribute_prices=prices,
    )


def least_m(wanted, bound_at):
    """Count up to the first m whose bound is at most τ; the tests keep it small."""
    m = 1 if wanted.family == "ridge" else int(np.ceil(np.log(2 * wanted.d)))
    while bound_at(m) > wanted.tau * (1 + 1e-12):
        m += 1
    return m


def example_cost(wanted, budget, q):
    return wanted.example_price + budget * float(q @ wanted.attribute_prices)


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("role", ["uniform", "known"])
@settings(max_examples=5, deadline=None)
@given(seed=seeds)
def test_one_phase_is_the_best_of_all_k(family, role, seed):
    wanted = an_order(family, seed, d=5, tau=(0.8, 1.9))
    key = KEYS[family][role == "known"]
    q = (
        np.full(wanted.d, 1 / wanted.d)
        if role == "uniform"
        else np.sqrt(wanted.M) / np.sqrt(wanted.M).sum()
        if family == "ridge"
        else wanted.M / wanted.M.sum()
    )
    costs = {}
    for k in range(1, wanted.d):
        m = least_m(
            wanted, lambda m, k=k: float(bound(key, d=wanted.d, m=m, k=k, B=wanted.B, M=wanted.M))
        )
        costs[k + 1] = m * example_cost(wanted, k + 1, q), m
    bought = (buy_uniform if role == "uniform" else buy_known)(wanted)
    assert bought.cost == pytest.approx(min(cost for cost, _ in costs.values()))
    assert (bought.cost, bought.m) == pytest.approx(costs[bought.budget])
    assert bought.m1 == 0
    assert bought.attributes == bought.m * bought.budget


@pytest.mark.parametrize("family", FAMILIES)
@given(seed=seeds)
def test_full_information_pays_for_every_attribute(family, seed):
    wanted = an_order(family, seed)
    bought = buy_full_information(wanted)
    per_example = wanted.example_price + wanted.attribute_prices.sum()
    assert bought.cost == pytest.approx(bought.m * per_example)
    assert bought.budget == wanted.d
    needed = theory.full_information_examples(tau=wanted.tau, B=wanted.B, family=family, d=wanted.d)
    assert bought.m == max(np.ceil(needed * (1 - 1e-12)), np.ceil(wanted.least))


@pytest.mark.parametrize(("family", "known"), [("ridge", False), ("ridge", True), ("lasso", False)])
@settings(max_examples=15, deadline=None)
@given(seed=seeds)
def test_two_phases_are_as_good_as_brute_force(family, known, seed):
    wanted = an_order(family, seed, d=4, tau=(0.5, 1.9))
    bought = buy(wanted, 2, "likely_known" if known else "likely")
    d, B, M = wanted.d, wanted.B, wanted.M
    least = np.inf
    for k in range(1, d):
        uniform = wanted.example_price + (k + 1) * wanted.attribute_prices.mean()
        m1 = np.arange(int(bought.cost / uniform) + 1)
        with np.errstate(divide="ignore"):
            epsilon = d * np.log(2 * d / 0.1) / ((k + 1) * m1)
        epsilon = np.minimum(epsilon, 1.0 if family == "lasso" else np.inf)
        shifted = np.where(np.isfinite(epsilon[:, None]), M + 13 / 6 * epsilon[:, None], 1.0)
        q = np.sqrt(shifted) if family == "ridge" else shifted
        price = q @ wanted.attribute_prices / q.sum(axis=1)
        of = {"d": d, "k": k, "B": B, "M": M, "delta": 0.1}
        one = bound(KEYS[family][2], **of, m=m1 + 1, m1=m1, kind="smaller", known_half_norm=known)
        m2 = np.maximum(np.ceil((one / wanted.tau) ** 2 * (1 - 1e-12)), np.ceil(wanted.least))
        cost = m1 * uniform + m2 * (wanted.example_price + (k + 1) * price)
        least = min(least, cost.min())
    slack = wanted.example_price + bought.budget * wanted.attribute_prices.mean()
    assert least * (1 - 1e-9) <= bought.cost <= least + slack


@pytest.mark.parametrize("family", FAMILIES)
@given(seed=seeds)
def test_every_purchase_keeps_its_promise_and_costs_what_it_says(family, seed):
    wanted = an_order(family, seed, tau=(0.01, 1.5))
    d, B, M = wanted.d, wanted.B, wanted.M
    aerr, ddaerr, two_phase, online = KEYS[family]
    for key, bought in {
        aerr: buy_uniform(wanted),
        ddaerr: buy_known(wanted),
        two_phase: buy_two_phase(wanted),
        online: buy_full_information(wanted),
    }.items():
        given_m = {"d": d, "m": bought.m, "k": max(bought.budget - 1, 1), "B": B, "M": M}
        proved = float(bound(key, **given_m, m1=bought.m1, kind="smaller"))
        assert proved <= wanted.tau * (1 + 1e-9)
        assert bought.bound == pytest.approx(proved)
        assert 2 <= bought.budget <= d
        first = bought.m1 * example_cost(wanted, bought.budget, np.full(d, 1 / d))
        m2 = bought.m - bought.m1
        second = m2 * (wanted.example_price + bought.budget * bought.draw_price)
        assert bought.cost == pytest.approx(first + second)


@given(seed=seeds, factor=st.floats(0.01, 100))
def test_the_currency_does_not_matter(seed, factor):
    wanted = an_order("ridge", seed)
    dearer = order(
        tau=wanted.tau,
        B=wanted.B,
        family="ridge",
        M=wanted.M,
        example_price=wanted.example_price * factor,
        attribute_prices=wanted.attribute_prices * factor,
    )
    for buy in (buy_uniform, buy_known, buy_full_information, buy_two_phase):
        assert buy(dearer).cost == pytest.approx(factor * buy(wanted).cost)


def test_equal_prices_give_the_planners_k():
    M = np.arange(1, 501) ** -2.0
    M /= M.sum()
    H = float(theory.effective_dimension(M, "ridge"))
    bought = buy_known(order(tau=1e-4, B=1, family="ridge", M=M))
    assert bought.budget - 1 == theory.best_k(H=H, d=500).k
    assert bought.cost == bought.attributes


def test_dear_examples_are_looked_at_more_closely():
    M = np.arange(1, 501) ** -2.0
    M /= M.sum()
    H = float(theory.effective_dimension(M, "ridge"))
    budgets = []
    for price in (0.0, 10.0, 1000.0):
        wanted = order(tau=1e-4, B=1, family="ridge", M=M, example_price=price)
        bought = buy_known(wanted)
        assert bought.budget - 1 == pytest.approx(np.sqrt(H * (1 + price)), abs=1)
        budgets.append(bought.budget)
    assert budgets == sorted(set(budgets))


def test_a_long_phase_one_pays_when_much_is_wanted():
    M = np.r_[0.9, np.full(99, 1e-4)]
    little = buy_two_phase(order(tau=1.0, B=1, family="ridge", M=M))
    much = buy_two_phase(order(tau=0.001, B=1, family="ridge", M=M))
    assert little.m1 == 0
    assert 0 < much.m1 < much.m


def test_the_printed_bound_costs_more_than_the_fair_one():
    wanted = order(tau=0.1, B=1, family="ridge", M=np.full(50, 1 / 50))
    fair = buy(wanted, 0, "like_for_like").cost
    assert buy_uniform(wanted).cost > fair > buy_full_information(wanted).cost


def test_free_draws_are_all_taken():
    wanted = order(
        tau=0.1, B=1, family="ridge", M=np.full(8, 0.1), example_price=1, attribute_prices=0
    )
    assert buy_known(wanted).budget == 8


def test_whole_examples():
    assert examples_to_buy([3.0, 0.2], tau=1.0).tolist() == [9, 1]
    assert examples_to_buy(0.1, tau=1.0, least=6.9) == 7


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"tau": 2}, "tau must be a finite number > 0 and < 2, but it is 2."),
        ({"M": [1]}, "M must hold at least two moments, so that there is something to choose."),
        (
            {"attribute_prices": [1, 2, 3]},
            "attribute_prices must be one price or 2 of them, but its shape is (3,).",
        ),
        (
            {"attribute_prices": 0},
            "attribute_prices must not all be 0 when examples are free too.",
        ),
    ],
)
def test_refusals(change, sentence):
    with pytest.raises(ValueError) as caught:
        order(**{"tau": 0.5, "B": 1, "family": "ridge", "M": [0.5, 0.5]} | change)
    assert str(caught.value) == sentence
