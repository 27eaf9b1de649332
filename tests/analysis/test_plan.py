"""What to buy, pasted prices, and the table of bounds along every axis."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aelr_core import algorithms
from aelr_core.algorithms import ALGORITHMS, bound_rows, by_word, of_family
from aelr_core.analysis.bounds import (
    AXES,
    at_attributes,
    drawn,
    moments_of,
    promises,
    question,
    sweep,
    values,
)
from aelr_core.analysis.plan import plan, read_prices
from aelr_core.analysis.prior_facts import PriorFacts, prior_facts
from aelr_core.experiments import ExperimentSpec
from aelr_core.experiments.problem import dataset_of
from aelr_core.theory.planner import order

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
        if row.bound.key not in ("any_m1", "sharper")
    }
    assert {(offer.algorithm.key, offer.bound.key) for offer in made.offers} == solved
    assert all(offer.buys.bound <= 0.2 * (1 + 1e-9) for offer in made.offers)
    assert made.best.keys() == {key for key, _ in solved}
    for offer in made.best.values():
        if offer.costs is not None:
            assert offer.costs.cost.min() == offer.buys.cost


def test_equal_moments_leave_nothing_to_buy_but_whole_examples() -> None:
    made = plan(order(tau=0.1, B=1, family="ridge", M=np.full(4, 0.25)), delta=0.1)
    assert not made.cheapest.algorithm.budgeted


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
    for text in (
        "1\n2;3",
        "1, 2, 3",
        "1,2,3\n",
        "1 2 3",
        "1;2;3",
        "1\n2\n3\n",
        "1 , 2 ,3",
        "1,\n2,\n3",
    ):
        assert read_prices(text, 3).tolist() == [1, 2, 3]
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
        ("1,5 2", "Write prices with a decimal point"),
        ("1,5 2,5", "Write prices with a decimal point"),
        ("1,000\n2", "Write prices with a decimal point"),
        ("1,000, 2", "Write prices with a decimal point"),
        ("1,,2,3", "A price is missing between two commas"),
        ("1; ;2;3", "A price is missing between two commas"),
    ],
)
def test_prices_that_would_go_to_other_attributes_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{sentence}"):
        read_prices(text, 3)


# ---- The table of bounds at the settings, and along every axis ----


def known(family: str) -> PriorFacts:
    options = {"dim": 40, "alpha": -1.0, "test_examples": 100}
    spec = ExperimentSpec(options=options, family=family, examples=300)
    return prior_facts(spec, dataset_of(spec))


@pytest.fixture(scope="module", params=FAMILIES)
def here(request: pytest.FixtureRequest) -> PriorFacts:
    return known(request.param)


def test_rows_are_the_registrys_bounds(here: PriorFacts) -> None:
    found = values(here)
    aerr, ddaerr, two_phase, online = _keys(here.family)
    common = {"d": here.d, "m": here.m, "k": here.k, "B": here.B, "M": here.M, "m1": here.m1}
    for key, row, more in (
        (aerr, "printed", {}),
        (ddaerr, "known", {}),
        (online, "full", {}),
        (two_phase, "likely", {"kind": "likely"}),
        (two_phase, "any_m1", {"kind": "any_m1"}),
    ):
        wanted = float(algorithms.bound(key, **common, delta=here.delta, **more))
        assert found[f"{key}.{row}"] == pytest.approx(wanted)


def _keys(family: str) -> list[str]:
    """Return an algorithm of each word, in this order."""
    by_word = {algorithms.ALGORITHMS[key].word: key for key in algorithms.of_family(family)}
    return [by_word[word] for word in ("uniform", "known", "two-phased", "online")]


def test_every_row_is_there_once(here: PriorFacts) -> None:
    rows = bound_rows(here.family)
    assert len({row.key for row in rows}) == len(rows)
    assert {row.bound.group for row in rows} == {"old", "new", "full"}
    assert set(values(here)) == {row.key for row in rows}


def test_the_theorems_step_is_the_best(here: PriorFacts) -> None:
    ask = question(here)
    for row in bound_rows(here.family):
        if row.bound.g2 is not None:
            best = float(row.bound.at_step(ask, 1.0))
            assert best == pytest.approx(float(row.bound.at(ask)))
            assert best < float(row.bound.at_step(ask, 0.5))
            assert best < float(row.bound.at_step(ask, 2.0))


@pytest.mark.parametrize("axis", AXES)
def test_a_sweep_goes_through_the_visitors_place(here: PriorFacts, axis: str) -> None:
    found = sweep(here, axis)
    assert (np.diff(found.x) > 0).all()
    own = values(here)
    for key, curve in found.curves.items():
        if key not in own:
            continue
        assert curve.shape == found.x.shape
        if axis == "m1" and key.startswith("two_phase"):
            continue  # there phase one comes on top of m
        finite = np.isfinite(curve)
        at = np.exp(np.interp(np.log(found.chosen), np.log(found.x[finite]), np.log(curve[finite])))
        assert at == pytest.approx(own[key], rel=0.05), key


@pytest.mark.parametrize("axis", AXES)
@pytest.mark.parametrize("m", [1, 100])
@pytest.mark.parametrize("share", [0.0, 0.999])
def test_phase_two_has_an_example_everywhere(
    here: PriorFacts, axis: str, m: int, share: float
) -> None:
    short = replace(here, m=m, mode=replace(here.mode, m1_fraction=share))
    assert sweep(short, axis).curves  # NaN where nothing is likely, after no phase one
    assert all(np.isfinite(curve).all() for curve in promises(short).curves.values())


@pytest.mark.parametrize("share", [0.0, 0.1, 0.9])
@given(attributes=st.floats(1, 1e6))
def test_any_number_of_attributes_has_its_bounds(share: float, attributes: float) -> None:
    """They need not be a whole number of examples: full information is measured by its own."""
    short = known("ridge")
    short = replace(short, mode=replace(short.mode, m1_fraction=share))
    assert all(np.isfinite(b).all() for b in at_attributes(short, np.array([attributes])).values())


def test_phase_one_that_is_long_enough_makes_up_for_not_knowing(here: PriorFacts) -> None:
    found = sweep(here, "m1")
    learnt, known = (by_word(word, here.family).key for word in ("two-phased", "known"))
    assert found.enough is not None
    ratio = found.curves[learnt] / found.curves[known]
    assert (ratio[found.x > 10 * found.enough] < 10).all()  # up to the theorem's constants
    assert (np.diff(found.curves[learnt]) <= 1e-9).all()


def test_the_curve_of_an_algorithm_is_its_smallest_bound(here: PriorFacts) -> None:
    found = sweep(here, "m")
    for key in (key for key in found.curves if "." not in key):
        rows = [one.key for one in drawn(ALGORITHMS[key])]
        smallest = np.fmin.reduce([found.curves[f"{key}.{row}"] for row in rows])
        np.testing.assert_array_equal(found.curves[key], smallest)
        at = at_attributes(here, np.array([float(here.m * here.budget)]))[key]
        if ALGORITHMS[key].budgeted:
            place = np.interp(np.log(here.m), np.log(found.x), np.log(smallest))
            assert float(np.exp(place)) == pytest.approx(float(at[0]), rel=0.02)


def test_along_d_the_moments_keep_their_shape(here: PriorFacts) -> None:
    M = moments_of(here, here.d)
    assert pytest.approx(here.M) == M
    longer = moments_of(here, 4 * here.d)
    if here.family == "ridge":
        assert longer.sum() == pytest.approx(here.M.sum())
    real = replace(here, alpha=None)
    assert moments_of(real, 3).tolist() == sorted(here.M, reverse=True)[:3]


def test_the_worst_case_has_a_slope_only() -> None:
    found = sweep(known("ridge"), "m")
    assert found.worst is not None
    slopes = np.diff(np.log(found.worst)) / np.diff(np.log(found.x))
    assert slopes == pytest.approx(np.full(len(slopes), -0.5))
    assert found.worst[0] < min(curve[0] for curve in found.curves.values())
    assert sweep(known("lasso"), "m").worst is None
