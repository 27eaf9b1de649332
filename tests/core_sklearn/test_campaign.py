"""A campaign: what is asked, what is learnt from the answers, and what is saved."""

from __future__ import annotations

import re
from itertools import combinations
from math import ceil, prod
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import aelr_core as ac
from aelr_core import stream as stream_module
from aelr_core.designs import conditional_poisson
from aelr_core.designs.hard_budget import Sample
from aelr_core.estimators import AttributeEfficientLasso, AttributeEfficientRidge
from aelr_core.estimators.campaign import LOOKS, Campaign, dealt
from aelr_core.estimators.campaign_file import as_text
from aelr_core.opening import OPENING_ROWS, OpenedStream
from aelr_core.stream import Order, as_order
from tests.core_sklearn.campaigns import as_is, asked_and_told, names, people, results

ESTIMATORS = {"ridge": AttributeEfficientRidge, "lasso": AttributeEfficientLasso}
both = pytest.mark.parametrize("family", ESTIMATORS)
seeds = st.integers(0, 2**32 - 1)


def a_campaign(d: int = 8, **given: object) -> Campaign:
    usual = {"budget": 3, "scale": as_is(d), "target": "y", "attributes": names(d)}
    return Campaign(**usual | given)


def saved_and_loaded(campaign: Campaign, folder: Path) -> Campaign:
    campaign.save(folder / "campaign.json")
    return Campaign.load(folder / "campaign.json")


# -- what is learnt --------------------------------------------------------------------------------


@both
@pytest.mark.parametrize("prices", [None, [0, 1, 1, 0, 2, 3, 1, 5]], ids=["plain", "prices"])
def test_person_by_person_it_is_the_estimator(family: str, prices: list[float] | None) -> None:
    X, y = people(1, 90, 8)
    money = None if prices is None else 5.0
    by_name = None if prices is None else dict(zip(names(8), prices, strict=True))
    campaign = a_campaign(family=family, seed=3, prices=by_name, money=money)
    model = ESTIMATORS[family](3, shuffle=False, random_state=3, prices=prices, money=money)
    model.fit(X, y)
    asked_and_told(campaign, X, y, 90, batch=1)
    learning = campaign.learning
    np.testing.assert_allclose(learning.predictor, model.coef_, rtol=1e-9, atol=1e-12)
    assert learning.intercept == pytest.approx(model.intercept_, rel=1e-9)
    assert learning.losses.last_half()[0] == pytest.approx(model.progressive_loss_, rel=1e-9)
    assert campaign.report().spent == pytest.approx(model.money_spent_)


def every_order(campaign: Campaign) -> list[tuple[float, Order]]:
    """Return every order of three tests, two at a time, and how likely it is to be drawn next."""
    (design,) = campaign.learning._stream.design.designs
    drawn = []
    for S in map(np.array, combinations(range(3), 2)):
        P = 1 / conditional_poisson.pair_probabilities(design.gamma, design.T, S)
        chance = prod(design.gamma[S]) / design.T[2, 0]
        drawn.append((chance, as_order(campaign.units, Sample(S, P), design.pi[S])))
    assert sum(chance for chance, _ in drawn) == pytest.approx(1)
    return drawn


@both
def test_late_and_shuffled_answers_stay_unbiased(
    family: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two orders of one batch, the second told first: all samples, weighted by their chances."""
    X, y = people(2, 42, 3)
    campaign = asked_and_told(a_campaign(3, budget=2, family=family), X, y, 40)
    campaign.learning.order()  # its block has begun, also if the last answers were many
    gradients = []
    true = stream_module.unit_gradient

    def noted(order: Order, x: np.ndarray, w: np.ndarray, label: float) -> np.ndarray:
        g = np.zeros(3)
        g[order.columns] = true(order, x, w, label)
        gradients.append(g)
        return g[order.columns]

    monkeypatch.setattr(stream_module, "unit_gradient", noted)
    drawn = every_order(campaign)
    for _, last in drawn:
        mean = np.zeros(3)
        for chance, first in drawn:
            both_ways = saved_and_loaded(campaign, tmp_path)
            both_ways.keep(first, dealt=False, batch=9)
            both_ways.keep(last, dealt=False, batch=9)
            both_ways = saved_and_loaded(both_ways, tmp_path)  # the file keeps the weights
            sheet = results(both_ways, both_ways.pending(), X, y)
            both_ways.tell(sheet[1:])
            learning = both_ways.learning
            w, means = learning._stream.w.copy(), learning.means.means.copy()
            label = (y[40] - learning.labels.mean) * (1 - 1 / (learning.labels.n + 1))
            both_ways.tell(sheet[:1])
            mean += chance * gradients[-1]
        x = X[40] - means
        np.testing.assert_allclose(mean, (w @ x - label) * x, rtol=1e-9, atol=1e-9)


def relative_error(campaign: Campaign, X: np.ndarray, y: np.ndarray) -> float:
    learning = campaign.learning
    return np.mean((X @ learning.predictor + learning.intercept - y) ** 2) / y.var()


@both
def test_batches_that_are_told_late_learn_as_well(family: str) -> None:
    X, y = people(5, 2_000, 6)
    errors = {"in turn": [], "late": []}
    for seed in range(3):
        rng = np.random.default_rng(seed)
        one = a_campaign(6, family=family, seed=seed)
        errors["in turn"].append(relative_error(asked_and_told(one, X, y, 500, batch=1), X, y))
        late = a_campaign(6, family=family, seed=seed)
        waiting = results(late, late.ask(60), X, y)
        for _ in range(22):  # twenty answers, of the latest orders or of some before
            order = rng.permutation(len(waiting))
            late.tell(waiting.iloc[order[:20]])
            waiting = pd.concat([waiting.iloc[order[20:]], results(late, late.ask(20), X, y)])
        late.tell(waiting)
        assert len(late.answers) == 500
        errors["late"].append(relative_error(late, X, y))
    assert np.mean(errors["late"]) < np.mean(errors["in turn"]) + 0.1


# -- the opening -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("d", "budget"), [(40, 5), (12, 5), (7, 3), (5, 5), (3, 5), (2, 2), (33, 16)]
)
@settings(max_examples=5)
@given(seed=seeds)
def test_the_opening_does_each_test_five_times(d: int, budget: int, seed: int) -> None:
    campaign = a_campaign(d, budget=budget, scale=None, seed=seed)
    dealing = len(campaign.hands_left)
    assert dealing == max(LOOKS, ceil(LOOKS * d / budget))
    assert str(dealing) in campaign.report().notes[0]
    orders = campaign.ask(dealing)
    tests = orders.drop(columns="price")
    assert (tests.stack().value_counts() == LOOKS).all()
    assert all(row.dropna().is_unique for _, row in tests.iterrows())
    counts = tests.notna().sum(axis=1)
    assert counts.max() <= budget
    assert counts.max() - counts.min() <= 1
    assert not campaign.hands_left
    X, y = people(3, max(dealing, OPENING_ROWS), d)
    campaign.tell(results(campaign, orders, X, y))
    assert not campaign.learning.predictor.any()
    asked_and_told(campaign, X, y, max(0, OPENING_ROWS - dealing))
    assert campaign.opening_left == 0
    assert not campaign.learning.predictor.any()
    asked_and_told(campaign, X, y, 20)
    assert campaign.learning.predictor.any()


def test_with_money_the_opening_has_smaller_orders() -> None:
    prices = dict(zip(names(12), np.arange(1.0, 13), strict=True))
    campaign = a_campaign(12, budget=5, scale=None, prices=prices, money=13.0)
    dealing = len(campaign.hands_left)
    assert dealing == ceil(LOOKS * 78 / 13)
    orders = campaign.ask(dealing)
    assert orders["price"].mean() <= 13.0
    assert (orders.drop(columns="price").stack().value_counts() == LOOKS).all()


def test_the_scale_is_found_and_stays() -> None:
    rng = np.random.default_rng(0)
    X = np.stack([rng.normal(50, 20, 200), rng.integers(0, 2, 200), np.full(200, 7.0)], axis=1)
    X = np.column_stack([X, rng.normal(1e4, 1e3, (200, 7))])
    y = (X[:, 0] - 50) / 20 + X[:, 1]
    campaign = a_campaign(10, budget=5, scale={"test 9": (9_000, 500)})
    asked_and_told(campaign, X, y, 30)
    mean, deviation = campaign._scale
    assert deviation[0] == pytest.approx(20, rel=0.9)
    assert (mean[1], deviation[1]) == (0, 1)
    assert (mean[2], deviation[2]) == (7, 7)
    assert (mean[9], deviation[9]) == (9_000, 500)
    asked_and_told(campaign, X, y, 100)
    np.testing.assert_array_equal(campaign._scale, [mean, deviation])
    assert np.abs(campaign.learning.moments).max() < 30


def test_the_scale_waits_for_results_of_each_test() -> None:
    """What was dealt first is told last: a scale from one look or none would do great harm."""
    X, y = people(14, 1_000, 40)
    campaign = a_campaign(40, budget=2, scale=None)
    sheet = results(campaign, campaign.ask(210), X * 1e4, y)
    late = sheet.iloc[::-1]
    campaign.tell(late[:110])
    assert campaign.opening_left == 0
    (note,) = campaign.report().notes
    assert note.startswith("The opening needs more results of 'test ")
    with pytest.raises(ValueError, match=r"^The opening needs more results of 'test .* nothing be"):
        campaign.model(second_look=False)
    campaign.tell(late[110:])
    assert not campaign.report().notes
    values = late[names(40)].to_numpy(dtype=float)
    told = next(n for n in range(110, 211) if (~np.isnan(values[:n])).sum(axis=0).min() >= 3)
    np.testing.assert_allclose(campaign._scale[1], np.nanstd(values[:told], axis=0, ddof=1))
    assert campaign.learning.labels.n == 210
    assert campaign.learning._stream.t == 0  # the scale depends on these, and decks have no weights
    asked_and_told(campaign, X * 1e4, y, 10)
    assert campaign.learning._stream.t == 10


def test_a_test_that_fails_in_the_whole_opening_is_left_out_and_named() -> None:
    X, y = people(15, 400, 6)
    campaign = a_campaign(6, scale=None)
    sheet = results(campaign, campaign.ask(60), X * 1e4, y)
    campaign.tell(sheet.assign(**{"test 2": None}))
    (note,) = campaign.report().notes
    assert note.startswith("Warning: the stream leaves out 'test 2'")
    asked_and_told(campaign, X * 1e4, y, 300)
    weights, _ = campaign.stream_predictor
    assert weights[2] == 0
    assert (np.delete(weights, 2) != 0).all()


def test_scaling_by_itself_is_free_of_the_units_of_measurement() -> None:
    X, y = people(4, 400, 6)
    plain, other = (a_campaign(6, scale=None, budget=3) for _ in range(2))
    asked_and_told(plain, X, y, 300)
    asked_and_told(other, X * 1_000 - 7, y, 300)
    np.testing.assert_allclose(plain.learning.predictor, other.learning.predictor, rtol=1e-6)


def test_late_orders_of_the_opening_are_no_steps_but_count() -> None:
    X, y = people(6, 100, 30)
    campaign = a_campaign(30, budget=3, scale=None)
    orders = campaign.ask(80)  # 50 are dealt, 30 are not
    sheet = results(campaign, orders, X, y)
    campaign.tell(sheet[10:60])  # 40 dealt, 10 others: the opening is over
    assert campaign.opening_left == 0
    learning, seen = campaign.learning, campaign.learning.means.counts.sum()
    campaign.tell(sheet[:10])
    assert learning._stream.t == 0
    assert learning.means.counts.sum() == seen + 30
    campaign.tell(sheet[60:])
    assert learning._stream.t == 20


# -- targets and values that never come ------------------------------------------------------------


def test_without_a_target_the_order_is_paid_and_its_values_count() -> None:
    X, y = people(7, 100, 8)
    campaign = asked_and_told(a_campaign(), X, y, 60)
    t, w = campaign.learning._stream.t, campaign.learning._stream.w.copy()
    counts, labels = campaign.learning._stream._counts.sum(), campaign.learning.labels.n
    sheet = results(campaign, campaign.ask(5), X, y)
    sheet["y"] = np.nan
    campaign.tell(sheet)
    assert campaign.learning._stream._counts.sum() == counts + 15
    assert campaign.learning.labels.n == labels
    assert campaign.learning._stream.t == t
    np.testing.assert_array_equal(campaign.learning._stream.w, w)
    report = campaign.report()
    assert (report.people, report.without_target, report.pending) == (65, 5, 0)
    assert report.spent == 65 * 3


def test_a_missing_value_gives_no_step_and_is_counted() -> None:
    X, y = people(8, 100, 8)
    campaign = asked_and_told(a_campaign(), X, y, 60)
    t = campaign.learning._stream.t
    orders = campaign.ask(6)
    sheet = results(campaign, orders, X, y)
    failed = orders.iloc[:2, 0].tolist()
    for row, name in enumerate(failed):
        sheet.loc[row, name] = None
    campaign.tell(sheet)
    assert campaign.learning._stream.t == t + 4
    report = campaign.report()
    assert (report.tests_failed, report.with_failures) == (2, 2)
    tests = report.tests
    assert tests["failed"].sum() == 2
    assert (tests["done"] + tests["failed"] == tests["asked"]).all()
    np.testing.assert_allclose(tests["failure rate"], tests["failed"] / tests["asked"])
    assert set(failed) == set(tests.index[tests["failed"] > 0])


def test_many_orders_without_an_answer_are_warned_about() -> None:
    X, y = people(9, 100, 8)
    campaign = a_campaign()
    asked_and_told(campaign, X, y, 40)
    orders = campaign.ask(20)
    assert campaign.report().unanswered == 0
    sheet = results(campaign, orders, X, y)
    campaign.tell(sheet[:15])
    assert campaign.report().unanswered == 0  # they may still come
    asked_and_told(campaign, X, y, 1)
    assert campaign.report().unanswered == 5
    assert not campaign.report().notes  # 5 of 61
    campaign.ask(4)
    asked_and_told(campaign, X, y, 1)
    (note,) = campaign.report().notes
    assert note.startswith("Warning: 9 of 66 orders")
    campaign.tell(results(campaign, campaign.pending(), X, y))
    assert not campaign.report().notes


# -- the purse -------------------------------------------------------------------------------------


@settings(max_examples=15)
@given(
    seed=seeds,
    prices=st.lists(st.sampled_from([0.0, 0.1, 1.0, 2.5, 40.0]), min_size=3, max_size=9),
    budget=st.integers(2, 4),
    extra=st.floats(0, 300),
    found=st.booleans(),
)
def test_the_purse_is_never_overspent(
    seed: int, prices: list[float], budget: int, extra: float, found: bool
) -> None:
    d, c = len(prices), np.array(prices)
    least = np.sort(c)[-budget:].sum() + LOOKS * c.sum() * found
    if not least:
        return
    purse = least + extra
    by_name = dict(zip(names(d), prices, strict=True))
    campaign = a_campaign(
        d, budget=budget, prices=by_name, purse=purse, seed=seed, scale=None if found else as_is(d)
    )
    X, y = people(0, 50, d)
    for _ in range(30):
        orders = campaign.ask(10)
        campaign.tell(results(campaign, orders.iloc[::2], X, y))
    report = campaign.report()
    assert report.spent + report.reserved <= purse * (1 + 1e-9)
    assert report.left == pytest.approx(purse - report.spent - report.reserved)
    if len(orders) < 10:
        assert campaign.left < np.sort(c)[-budget:].sum()
        assert report.notes[-1].startswith("The purse is used up")
        assert campaign.ask(3).empty


def test_asking_stops_by_what_is_left_and_not_by_the_order() -> None:
    """Two campaigns with the same seed draw the same orders, whatever is in their purses."""
    prices = dict(zip(names(8), np.arange(1.0, 9), strict=True))
    rich, poor = (a_campaign(prices=prices, purse=purse) for purse in (1e6, 300.0))
    drawn = poor.ask(1_000)
    pd.testing.assert_frame_equal(drawn, rich.ask(len(drawn)))
    cost = drawn["price"].cumsum()
    assert 300 - cost.iloc[-2] >= 21 > 300 - cost.iloc[-1]


# -- corrections -----------------------------------------------------------------------------------


@both
def test_a_correction_is_as_if_it_had_been_told_at_first(family: str) -> None:
    X, y = people(10, 120, 8)
    right, wrong = (a_campaign(family=family, scale=None) for _ in range(2))
    orders = right.ask(100)
    wrong.ask(100)
    sheet = results(right, orders, X, y)
    mistaken = sheet.copy()
    mistaken.loc[[3, 40, 77], "y"] = [900.0, -900.0, np.nan]
    mistaken.loc[50, orders.loc[51, 1]] = np.nan
    right.tell(sheet)
    wrong.tell(mistaken[:90])
    assert (right.learning.predictor != wrong.learning.predictor).any()
    wrong.tell(sheet.iloc[[3, 40, 50, 77]], correct=True)
    wrong.tell(sheet[90:], correct=True)  # what was not told before is told
    assert as_text(wrong) == as_text(right)
    np.testing.assert_array_equal(wrong.learning.predictor, right.learning.predictor)
    pd.testing.assert_frame_equal(wrong.ask(9), right.ask(9))


def test_nothing_is_half_told_if_it_is_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    X, y = people(11, 120, 8)
    campaign = asked_and_told(a_campaign(), X, y, 60)
    sheet = results(campaign, campaign.ask(10), X, y)
    before, w, learn = as_text(campaign), campaign.learning._stream.w.copy(), OpenedStream.learn
    stops = iter([False, False, False, True])

    def interrupted(*given: object) -> None:
        if next(stops, False):
            raise KeyboardInterrupt
        learn(*given)

    monkeypatch.setattr(OpenedStream, "learn", interrupted)
    with pytest.raises(KeyboardInterrupt):
        campaign.tell(sheet)
    assert as_text(campaign) == before
    np.testing.assert_array_equal(campaign.learning._stream.w, w)
    campaign.tell(sheet)
    assert len(campaign.answers) == 70


# -- tests from a pilot ----------------------------------------------------------------------------


def test_a_pilot_gives_names_kinds_levels_and_scale() -> None:
    rng = np.random.default_rng(3)
    pilot = pd.DataFrame(
        {
            "patient": [f"P{i}" for i in range(40)],
            "age": rng.normal(50, 20, 40).round(1),
            "ward": rng.choice(["A", "B", "C"], 40),
            "smoker": rng.integers(0, 2, 40),
            "site": "north",
            "stay": rng.normal(size=40),
        }
    )
    campaign = Campaign(pilot, "stay", budget=2, prices={"age": 0, "ward": 1, "smoker": 2})
    assert [each.name for each in campaign.attributes] == ["age", "ward", "smoker"]
    age, ward, smoker = campaign.attributes
    assert age.scale == pytest.approx((pilot["age"].mean(), pilot["age"].std(ddof=0)))
    assert ward.levels == ("A", "B", "C")
    assert smoker.scale == (0, 1)
    assert not campaign.hands_left
    orders = campaign.ask(2)
    assert "age" not in orders.stack().tolist()  # it is for everybody
    rows = [{"order": n, "stay": 1.0, "age": 30, "ward": "B", "smoker": True} for n in orders.index]
    campaign.tell(pd.DataFrame(rows))
    np.testing.assert_array_equal(campaign.encoded(campaign.answers[0]), [30, 0, 1, 0, 1])


def test_given_levels_and_scales_count_for_more_than_a_pilot_s() -> None:
    pilot = pd.DataFrame({"grade": [1, 2, 3, 2], "age": [20.5, 30, 40, 50], "y": 1.0})
    campaign = Campaign(
        pilot, "y", budget=2, levels={"grade": [1, 2, 3, 4]}, scale={"age": (50, 9)}
    )
    assert campaign.attributes[0].levels == ("1", "2", "3", "4")
    assert campaign.attributes[1].scale == (50, 9)
    orders = campaign.ask(1)
    campaign.tell(pd.DataFrame({"order": orders.index, "y": 1, "grade": [4.0], "age": [40]}))
    assert campaign.answers[0].results == ("4", 40)


def test_decks_are_dealt_evenly() -> None:
    for n, hands in [(4, 5), (4, 20), (11, 14), (3, 15)]:
        for seed in range(20):
            got = dealt(n, hands, np.random.default_rng(seed))
            assert len(got) == hands
            assert (np.bincount(np.concatenate(got), minlength=n) == LOOKS).all()
            assert all(len(set(hand)) == len(hand) > 0 for hand in got)


# -- files -----------------------------------------------------------------------------------------


@both
@settings(max_examples=25)
@given(data=st.data(), seed=seeds, found=st.booleans(), priced=st.booleans())
def test_any_course_is_a_plain_replay(
    family: str, data: st.DataObject, seed: int, found: bool, priced: bool, tmp_path_factory: object
) -> None:
    """Asked, told late and with gaps, saved and loaded: as one stream that is told in turn."""
    X, y = people(seed, 60, 7)
    rng = np.random.default_rng(seed)
    prices = dict(zip(names(7), [0.0, 1, 1, 2, 2, 5, 1], strict=True)) if priced else None
    settings_ = {"family": family, "seed": seed % 1_000, "budget": 3, "prices": prices}
    settings_ |= {
        "scale": None if found else as_is(7),
        "money": 4.0 if priced and not found else None,
    }
    campaign, folder = a_campaign(7, **settings_), tmp_path_factory.mktemp("course")
    told: list[pd.DataFrame] = []
    for step in data.draw(st.lists(st.sampled_from(["ask", "tell", "tell", "save"]), max_size=12)):
        if step == "ask":
            campaign.ask(data.draw(st.integers(1, 25)))
        elif step == "save":
            campaign = saved_and_loaded(campaign, folder)
        else:
            sheet = results(campaign, campaign.pending(), X, y).sample(
                frac=0.7, random_state=rng.integers(99)
            )
            gaps = rng.random(sheet.shape) < 0.03
            gaps[:, 0] = False
            told.append(sheet.mask(gaps))
            campaign.tell(told[-1])
    plain = a_campaign(7, **settings_)
    for each in campaign.orders:
        plain.keep(each.order, each.dealt, each.batch)
    for sheet in told:
        for row in range(len(sheet)):
            plain.tell(sheet.iloc[[row]])
    np.testing.assert_array_equal(campaign.learning.predictor, plain.learning.predictor)
    assert campaign.learning.intercept == plain.learning.intercept
    plain.learning.random = campaign.learning.random
    plain.learning.opening_random = campaign.learning.opening_random
    assert as_text(campaign) == as_text(plain)
    copy = saved_and_loaded(campaign, folder)
    pd.testing.assert_frame_equal(copy.ask(8), campaign.ask(8))
    pd.testing.assert_frame_equal(copy.report().tests, campaign.report().tests)


def test_loading_draws_the_same_orders_as_going_on(tmp_path: Path) -> None:
    X, y = people(12, 200, 8)
    going_on, stored = a_campaign(scale=None), a_campaign(scale=None)
    for batch in (7, 13, 40, 25, 1):
        stored = saved_and_loaded(stored, tmp_path)
        one, other = going_on.ask(batch), stored.ask(batch)
        pd.testing.assert_frame_equal(one, other)
        stored = saved_and_loaded(stored, tmp_path)
        sheet = results(going_on, one, X, y).sample(frac=0.9, random_state=0)
        going_on.tell(sheet)
        stored.tell(sheet)
    np.testing.assert_array_equal(going_on.learning.predictor, stored.learning.predictor)
    assert as_text(going_on) == as_text(stored)


def test_the_file_is_readable_and_names_its_version(tmp_path: Path) -> None:
    campaign = a_campaign(prices=dict.fromkeys(names(8), 2.5))
    campaign.ask(3)
    campaign.save(tmp_path / "c.json")
    text = (tmp_path / "c.json").read_text(encoding="utf-8")
    assert '"format": "aelr-campaign-1"' in text
    assert len(re.findall(r'^ \{"order": [123], "asked": 1', text, re.MULTILINE)) == 3


def damaged(text: str) -> dict[str, str]:
    """Return contents of files that are no campaign, by what is wrong."""
    answer = '{"order": 2, "target": 1.5'
    assert answer in text
    return {
        "empty": "",
        "half": text[: len(text) // 2],
        "another file": '{"format": "aelr-model-1"}',
        "a list": "[1, 2]",
        "a later format": text.replace("aelr-campaign-1", "aelr-campaign-2"),
        "an order too many": text.replace('"order": 1,', '"order": 9,', 1),
        "an unknown test": text.replace('"tests": ["test', '"tests": ["best', 1),
        "an answer twice": text.replace(answer, answer.replace("2", "1", 1)),
        "an answer to nothing": text.replace(answer, answer.replace("2", "77", 1)),
        "a text for a number": text.replace(answer, '{"order": 2, "target": "long"'),
        "an infinite number": text.replace(answer, '{"order": 2, "target": Infinity'),
        "a weight that cannot be": re.sub(r'"weights": \[[\d.]+', '"weights": [0.5', text, count=1),
        "no weights": re.sub(r', "pi".*?\]}', "}", text, count=1),
        "a probability of 0": re.sub(r'"pi": \[[\d.]+', '"pi": [0.0', text, count=1),
        "a budget of text": text.replace('"budget": 3', '"budget": "3"'),
        "no generator": re.sub(r'"random": .*', '"random": [],', text, count=1),
        "deeply nested": "[" * 100_000,
    }


@pytest.mark.parametrize("what", [*damaged('{"order": 2, "target": 1.5')])
def test_a_damaged_file_gets_one_sentence(what: str, tmp_path: Path) -> None:
    campaign = a_campaign()
    sheet = results(campaign, campaign.ask(3), np.ones((3, 8)), np.full(3, 1.5))
    campaign.tell(sheet[:2])
    file = tmp_path / "c.json"
    good = as_text(campaign)
    bad = damaged(good)[what]
    assert bad != good
    file.write_text(bad, encoding="utf-8")
    with pytest.raises(ValueError, match=r"c\.json is not a campaign saved by AELR Lab\.$"):
        Campaign.load(file)


def test_any_name_may_be_the_target_and_any_number_the_budget(tmp_path: Path) -> None:
    X, y = people(13, 40, 3)
    for target in ("results", "target", "tests", "price"):
        campaign = a_campaign(3, target=target, budget=10**9)
        asked_and_told(campaign, X, y, 40)
        assert list(campaign.ask(1).columns) == [1, 2, 3, "price"]
        copy = saved_and_loaded(campaign, tmp_path)
        np.testing.assert_array_equal(copy.learning.predictor, campaign.learning.predictor)


def test_it_is_there_by_its_name() -> None:
    assert ac.Campaign is Campaign
