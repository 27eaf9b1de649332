"""What to buy: an offer for every bound, and a pasted column of prices."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aelr_core.algorithms import ALGORITHMS, bound_rows, of_family
from aelr_core.analysis.plan import plan, read_prices
from aelr_core.theory.purchase import order

FAMILIES = ["ridge", "lasso"]


@pytest.mark.parametrize("family", FAMILIES)
def test_a_plan_has_an_offer_for_every_bound_that_can_be_solved(family: str) -> None:
    M = np.arange(1, 41.0) ** -1
    M /= M.sum() if family == "ridge" else 1
    made = plan(order(tau=0.2, B=1, family=family, M=M, example_price=2.0), delta=0.1)
    costs = [offer.buys.cost for offer in made.offers]
    assert costs == sorted(costs)
    solved = {
        (row.algorithm.key, row.bound.key)
        for row in bound_rows(family)
        if row.bound.key not in ("any_m1", "these_moments", "sharper")
    }
    assert {(offer.algorithm.key, offer.bound.key) for offer in made.offers} == solved
    assert made.known_costs.cost.min() == made.known.buys.cost
    assert abs(made.known.buys.k - made.real_k) <= 1
    assert made.percent == pytest.approx(10)
    assert all(offer.buys.bound <= 0.2 * (1 + 1e-9) for offer in made.offers)
    assert not made.full.algorithm.budgeted
    assert all(offer.algorithm.two_phased for offer in made.two_phased)


def test_equal_moments_leave_nothing_to_buy_but_whole_examples() -> None:
    made = plan(order(tau=0.1, B=1, family="ridge", M=np.full(4, 0.25)), delta=0.1)
    assert made.cheapest is made.full


@pytest.mark.parametrize("family", FAMILIES)
def test_an_offer_is_by_the_bound_of_its_own_row(
    family: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    copies = {}
    for key in of_family(family):
        entry = ALGORITHMS[key]
        bounds = tuple(replace(one, at=lambda ask, at=one.at: 10 * at(ask)) for one in entry.bounds)
        copies[key] = replace(entry, key=f"{key}_copy", bounds=bounds)
    for entry in copies.values():
        monkeypatch.setitem(ALGORITHMS, entry.key, entry)
    M = np.arange(1, 41.0) ** -1
    M /= M.sum() if family == "ridge" else 1
    made = plan(order(tau=0.2, B=1, family=family, M=M, attribute_prices=M), delta=0.1)
    found = {(one.algorithm.key, one.bound.key): one for one in made.offers}
    for (key, bound), one in found.items():
        if key in copies:
            more = found[f"{key}_copy", bound].buys.m / one.buys.m
            # with two phases, k and m₁ change too
            assert 50 < more < 200 if one.algorithm.two_phased else more == pytest.approx(100, 0.01)
            assert found[f"{key}_copy", bound].buys.bound <= 0.2 * (1 + 1e-9)
    assert made.known.algorithm.key in copies


@given(st.text(max_size=60), st.integers(2, 20))
def test_any_text_is_prices_or_a_sentence(text: str, d: int) -> None:
    prices, sentence = np.ones(d), "."
    try:
        prices = read_prices(text, d)
    except ValueError as error:
        sentence = str(error)
    assert sentence.endswith(".")
    assert len(sentence.splitlines()) == 1
    assert prices.shape == (d,)
    assert (prices >= 0).all()
    assert np.isfinite(prices).all()


def test_prices_are_counted_and_limited() -> None:
    assert read_prices("1\n2;3", 3).tolist() == [1, 2, 3]
    for text in ("", "nan", "inf", "-1", "1e10", "0 0", "1" * 200_000):
        with pytest.raises(ValueError, match=r"^(A list|Entry 1,|At least one price) .*\.$"):
            read_prices(text, 3)
    with pytest.raises(ValueError, match=r"Entry 2, '1e10', .* at most 1,000,000,000\.$"):
        read_prices("1 1e10", 2)
    for text, count in {"1": 1, "1 2": 2, "1 2 3 4": 4}.items():
        with pytest.raises(ValueError, match=rf"^A list needs 3 prices, .* has {count}\.$"):
            read_prices(text, 3)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("0,5;1", "Write prices with a decimal point"),
        ("1;2;0,25", "Write prices with a decimal point"),
        ("1,,2,3", "A price is missing between two commas"),
        ("1; ;2;3", "A price is missing between two commas"),
    ],
)
def test_prices_that_would_go_to_other_attributes_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{sentence}"):
        read_prices(text, 3)
