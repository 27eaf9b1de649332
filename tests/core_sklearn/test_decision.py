"""The decision: known answers, what may be paid, invariances, and refusals that name the column."""

import json
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import aelr_core as ac
from aelr_core.analysis.decision import ADVICE, ARMS, CANNOT_SAY, Decision, Played
from aelr_core.checks import Floats
from aelr_core.estimators import decision as module
from aelr_core.estimators.decision import PLAY, Plan, Split
from aelr_core.stream import as_units

SEEDS = range(2)
BY_KEY = {arm.key: arm for arm in ARMS}


def frame(X: Floats, y: Floats) -> pd.DataFrame:
    return pd.DataFrame(X, columns=[f"t{i:02}" for i in range(X.shape[1])]).assign(y=y)


def dense(seed: int, n: int = 300, d: int = 8) -> pd.DataFrame:
    """Return a table of which every test says as much as the others."""
    X = np.random.default_rng(seed).normal(size=(n, d)) * np.arange(1, d + 1) + 100
    return frame(X, (X / np.arange(1, d + 1)).sum(axis=1))


def mixed(seed: int, n: int = 120) -> pd.DataFrame:
    """Return a table with numbers, a field of categories, blanks and two classes."""
    rng = np.random.default_rng(seed)
    table = pd.DataFrame(
        {
            "age": rng.integers(20, 90, size=n),
            "crp": rng.lognormal(size=n),
            "bnp": rng.normal(size=n),
            "na": rng.normal(size=n),
            "ward": rng.choice(["A", "B", "C"], size=n),
        }
    )
    ill = table.bnp + table.crp + (table.ward == "B") + rng.normal(size=n) > 1
    table.loc[rng.random(n) < 0.1, "crp"] = np.nan
    return table.assign(ill=np.where(ill, "yes", "no"))


PRICES = {"age": 0.0, "crp": 4.5, "bnp": 20.0, "na": 1.0, "ward": 2.0}


def outcomes(found: Decision) -> dict[str, tuple[list[float], list[float]]]:
    return {one.arm.key: (one.errors.tolist(), one.people.tolist()) for one in found.arms}


# ---- Known answers ----


@pytest.mark.parametrize("seed", SEEDS)
def test_whole_rows_win_if_they_are_allowed_and_every_test_says_as_much(seed: int) -> None:
    found = ac.decide(dense(seed), "y", budget=2, splits=10)
    assert found.verdict == "whole"
    assert ADVICE["whole"] in found.words


@pytest.mark.parametrize("seed", SEEDS)
def test_choosing_wins_where_few_tests_vary_and_two_are_not_enough(seed: int) -> None:
    rng = np.random.default_rng(seed)
    X = (rng.random((600, 20)) < np.where(np.arange(20) < 5, 0.5, 0.005)).astype(float)
    table = frame(X, X @ rng.choice([-1.0, 1.0], size=20))
    plan = ac.columns(table, "y").assign(use=True)
    found = ac.decide(table, "y", budget=2, most_per_person=2, splits=5, columns=plan)
    assert found.best.way == "choose"
    assert found.verdict in {"choose", CANNOT_SAY}


@pytest.mark.parametrize("seed", SEEDS)
def test_a_fixed_panel_wins_where_few_cheap_tests_say_all(seed: int) -> None:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(500, 16))
    y = X[:, :3].sum(axis=1) + 2 * rng.normal(size=500)
    prices = {f"t{i:02}": 1.0 if i < 3 else 20.0 for i in range(16)}
    found = ac.decide(frame(X, y), "y", prices, budget=4, splits=6)
    assert found.best.way == "panel"


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_is_chosen_where_nothing_can_be_predicted(seed: int) -> None:
    rng = np.random.default_rng(seed)
    found = ac.decide(frame(rng.normal(size=(150, 8)), rng.normal(size=150)), "y", splits=10)
    assert found.verdict in {"nothing", CANNOT_SAY}


@pytest.mark.parametrize(("rows", "verdict"), [(99, CANNOT_SAY), (300, "whole")])
def test_below_100_rows_it_cannot_say(rows: int, verdict: str) -> None:
    found = ac.decide(dense(0, n=rows), "y", budget=2, splits=10)
    assert found.verdict == verdict
    assert ("fewer than 100" in found.words) == (rows < 100)


def test_two_classes_have_an_error_rate_and_logistic_regression() -> None:
    found = ac.decide(mixed(0), "ill", PRICES, budget=2, splits=2, loss="error rate")
    assert "whole_logistic" in outcomes(found)
    assert found.frame.error.between(0, 1).all()
    nothing = next(p for p in found.points if p["arm"] == "nothing")
    assert nothing["error"] <= 0.6
    assert nothing["money"] == 0


# ---- The verdict ----


def decided(errors: dict[str, Floats], rows: int = 200) -> Decision:
    """Return a decision of which these are the errors, with all of the money."""
    arms = tuple(
        Played(BY_KEY[key], each[:, np.newaxis], *np.ones((2, len(each), 1)))
        for key, each in errors.items()
    )
    splits = len(next(iter(errors.values())))
    return Decision("y", rows, 9, 5, None, 0, "squared", (1.0,), (1.0,), splits, 0.25, arms, {}, ())


def test_the_best_must_beat_every_other_way_and_not_its_own() -> None:
    spread = np.linspace(-0.01, 0.01, 20)
    same, far = 0.3 + spread, 0.5 - spread
    alike = {"chosen": same, "chosen_stream": same + spread, "nothing": far}
    assert decided(alike).verdict == "choose"
    assert decided(alike, rows=99).verdict == CANNOT_SAY
    assert decided({**alike, "random": same + 1e-6 * spread[::-1]}).verdict == CANNOT_SAY
    assert decided({"nothing": same, "chosen": far}).verdict == "nothing"


def test_differences_on_one_split_say_nothing() -> None:
    one = decided({"chosen": np.array([0.1]), "nothing": np.array([1.0])})
    assert one.verdict == CANNOT_SAY
    assert json.loads(json.dumps(one.to_dict(), allow_nan=False))["against"][0]["p"] == 1


@given(st.integers(0, 2**32 - 1))
def test_a_larger_lead_never_makes_it_unsure(seed: int) -> None:
    rng = np.random.default_rng(seed)
    errors = {key: rng.normal(1, 0.1, size=10) for key in ("random", "whole_ridge", "nothing")}
    best = rng.normal(0.8, 0.1, size=10)
    near, further = (decided({"chosen": best - lead, **errors}) for lead in (0.0, 0.5))
    if near.verdict == "choose":
        assert further.verdict == "choose"


def test_the_cheapest_arm_for_an_error() -> None:
    found = ac.decide(dense(0), "y", budget=2, splits=2)
    reach = found.frame.query("error <= 0.5")
    cheapest = found.cheapest(0.5)
    assert cheapest is not None
    assert cheapest["money"] == reach.money.min()
    assert found.cheapest(-1.0) is None
    assert found.cheapest(1e6) == next(p for p in found.points if p["arm"] == "nothing")


# ---- What may be paid ----


@settings(max_examples=15)
@given(
    seed=st.integers(0, 1000),
    budget=st.integers(2, 5),
    predictions=st.sampled_from([0, 7, 300]),
    money=st.none() | st.floats(400, 4000),
    limited=st.booleans(),
)
def test_money_and_rows_are_hard_limits(
    seed: int, budget: int, predictions: int, money: float | None, limited: bool
) -> None:
    rng = np.random.default_rng(seed)
    d = int(rng.integers(budget, 9))
    table = frame(rng.normal(size=(60, d)), rng.normal(size=60))
    prices = {name: float(rng.integers(0, 6)) for name in table.columns[:-1]} | {"t00": 3.0}
    if money is not None:
        money += predictions * 5 * budget
    most = budget if limited else None
    found = ac.decide(table, "y", prices, budget, money, most, predictions, splits=2)
    assert found.money[-1] <= (np.inf if money is None else money * (1 + 1e-9))
    for one in found.arms:
        played = ~np.isnan(one.spent)
        assert played[:, -1].all()
        assert (one.spent[played] <= (found.money * played)[played] * (1 + 1e-9)).all()
        assert (one.people[played] <= 48).all()
        assert not (found.most_per_person and d > budget and one.arm.whole and found.tests > budget)


def test_by_default_it_is_what_random_orders_of_all_training_rows_cost() -> None:
    found = ac.decide(dense(0), "y", budget=3, splits=1)
    assert found.money == (180, 360, 720)
    random = next(one for one in found.arms if one.arm.key == "random")
    assert random.people.tolist() == [[60, 120, 240]]
    assert random.spent.tolist() == [[180, 360, 720]]


def test_a_limit_leaves_out_whole_rows_and_with_predictions_all_tests() -> None:
    table = dense(0)
    learning = ac.decide(table, "y", budget=2, most_per_person=2, splits=1)
    assert not any(one.arm.whole for one in learning.arms)
    assert {"Whole rows, ridge", "Pilot, then a fixed panel"} <= learning.left_out.keys()
    predicting = ac.decide(table, "y", budget=2, most_per_person=2, predictions=10, splits=1)
    assert {one.arm.predicts for one in predicting.arms} == {"panel", "none"}
    free = ac.decide(table, "y", budget=2, most_per_person=8, splits=1)
    assert any(one.arm.whole for one in free.arms)


def test_predictions_are_paid_and_those_that_cost_too_much_are_left_out() -> None:
    few, many = (ac.decide(dense(0), "y", budget=2, predictions=p, splits=1) for p in (5, 5000))
    for found, predictions in ((few, 5), (many, 5000)):
        assert found.money == tuple(share * 480 + predictions * 2 for share in (0.25, 0.5, 1))
    assert "Whole rows, ridge" in many.left_out
    assert "whole_panel" in outcomes(many)
    ridge = next(one for one in few.arms if one.arm.key == "whole_ridge")
    assert ridge.spent[0, -1] == ridge.people[0, -1] * 8 + 5 * 8


@pytest.mark.parametrize("key", sorted(PLAY.keys() - {"whole_logistic"}))
def test_nothing_that_was_not_paid_for_is_looked_at(key: str) -> None:
    """Values that an arm did not order, and rows after the last one, may be anything."""
    rng = np.random.default_rng(1)
    X, X_test = rng.normal(size=(160, 6)), rng.normal(size=(40, 6))
    y = X.sum(axis=1)
    plan = Plan.of(
        as_units(6, [[1, 2]], [1, 2, 2, 0, 3, 1]),
        training=160,
        budget=2,
        money=None,
        most=None,
        predictions=0,
    )
    money = plan.money[1]

    def split(X: Floats) -> Split:
        return Split(X, y, X_test, plan, np.random.default_rng(2))

    looked: list[tuple[int, list[int]]] = []
    usual = split(X)
    learn = usual.learn

    def watched(columns: list[Floats]) -> object:
        looked.extend((t, i.tolist()) for t, i in enumerate(columns))
        return learn(columns)

    usual.learn = watched  # type: ignore[method-assign]
    played = PLAY[key](usual, money)
    seen = np.zeros(X.shape, dtype=bool)
    for t, i in looked:
        seen[t, i] = True
    if key == "chosen_stream":
        for t, order in enumerate(usual.chosen.orders[: played.people]):
            seen[t, order.columns] = True
    if BY_KEY[key].way == "whole" or key == "pilot":
        seen[: played.people] = True
    again = PLAY[key](split(np.where(seen, X, 1e6 * rng.normal(size=X.shape))), money)
    np.testing.assert_array_equal(played.predicted, again.predicted)


def test_tests_that_are_hardly_ever_seen_do_no_harm() -> None:
    """More tests than looks, a column that is nearly always blank, and one 1 among 0s."""
    rng = np.random.default_rng(0)
    table = frame(rng.normal(size=(40, 120)), rng.normal(size=40))
    blank = np.where(np.arange(40) < 2, [1.5, 2.5] * 20, np.nan)
    table = table.assign(blank=blank, rare=(np.arange(40) == 7) * 1.0)
    found = ac.decide(table, "y", budget=2, predictions=3, splits=2)
    assert np.isfinite(found.frame.error).all()


def test_test_rows_are_not_learnt_from(monkeypatch: pytest.MonkeyPatch) -> None:
    splits = []

    class Watched(Split):
        def __init__(self, X: Floats, y: Floats, X_test: Floats, *rest: object) -> None:
            splits.append((X[:, 0], X_test[:, 0]))
            super().__init__(X, y, X_test, *rest)

    monkeypatch.setattr(module, "Split", Watched)
    table = dense(0, n=100)
    ac.decide(table, "y", budget=2, splits=3)
    for train, test in splits:
        assert sorted([*train, *test]) == sorted(table.t00)
        assert len(test) == 20


# ---- Invariances ----


def test_the_order_of_rows_and_columns_makes_no_difference() -> None:
    table = mixed(3)
    rng = np.random.default_rng(0)
    shuffled = table.iloc[rng.permutation(len(table)), rng.permutation(table.shape[1])]
    first, again = (ac.decide(one, "ill", PRICES, 2, splits=2) for one in (table, shuffled))
    assert outcomes(first) == outcomes(again)


@pytest.mark.parametrize("money", [None, 900.0])
def test_units_of_money_make_no_difference(money: float | None) -> None:
    table, unit = mixed(4), 0.37
    in_cents = {name: unit * price for name, price in PRICES.items()}
    given = None if money is None else unit * money
    first = ac.decide(table, "ill", PRICES, 2, money, predictions=3, splits=2)
    again = ac.decide(table, "ill", in_cents, 2, given, predictions=3, splits=2)
    for a, b in zip(first.arms, again.arms, strict=True):
        np.testing.assert_allclose(a.errors, b.errors, rtol=1e-6)
        np.testing.assert_allclose(unit * a.spent, b.spent)
        np.testing.assert_array_equal(a.people, b.people)


def test_units_of_measurement_make_no_difference() -> None:
    table = dense(5, n=120)
    scaled = table.assign(t00=1e6 * table.t00 - 3, t03=1e-3 * table.t03, y=10 * table.y + 7)
    first, again = (ac.decide(one, "y", budget=3, splits=2) for one in (table, scaled))
    for a, b in zip(first.arms, again.arms, strict=True):
        np.testing.assert_allclose(a.errors, b.errors, rtol=1e-3, atol=1e-6)


# ---- Progress ----


def test_each_split_gives_an_answer_and_the_last_one_is_the_decision() -> None:
    table = mixed(1)
    steps = list(ac.decisions(table, "ill", PRICES, 2, splits=3))
    assert [step.fraction for step in steps] == pytest.approx([1 / 3, 2 / 3, 1])
    assert outcomes(steps[-1]) == outcomes(ac.decide(table, "ill", PRICES, 2, splits=3))
    for step in steps:
        plain = json.loads(json.dumps(step.to_dict(), allow_nan=False))
        assert plain["done"] == step.done
        assert len(plain["points"]) == len(step.frame)
        assert len(repr(step)) < 400
    kept = replace(steps[0])  # later splits do not change an answer that was given
    assert kept.arms[0].errors.shape == (1, 3)


def test_the_picture_has_a_line_for_each_arm() -> None:
    found = ac.decide(dense(0), "y", budget=2, splits=2)
    figure = ac.plots.decision(found)
    assert {trace.uid for trace in figure.data} == set(outcomes(found))
    line = next(trace for trace in figure.data if trace.uid == "random")
    assert list(line.y) == found.frame.query("arm == 'random'").error.tolist()


# ---- Refusals ----

Refused = tuple[str, Callable[[pd.DataFrame], pd.DataFrame], dict[str, object]]


def same(table: pd.DataFrame) -> pd.DataFrame:
    return table


@pytest.mark.parametrize(
    ("words", "change", "given"),
    [
        ("'z'", same, {"target": "z"}),
        ("'t01'", lambda t: t.assign(t01=np.inf), {}),
        ("'y'", lambda t: t.assign(y=1.0), {}),
        ("'y'", lambda t: t.assign(y=list("abc") * 100), {}),
        ("'y'", same, {"loss": "error rate"}),
        ("'t01'", same, {"prices": {"t00": 1.0}}),
        ("'t00'", same, {"prices": {"t00": -1.0}}),
        ("'q'", same, {"prices": {"q": 1.0}}),
        ("above 0", same, {"prices": {f"t{i:02}": 0.0 for i in range(8)}}),
        ("budget", same, {"budget": 1}),
        ("budget", same, {"budget": "five"}),
        ("most_per_person", same, {"budget": 5, "most_per_person": 4}),
        ("money", same, {"money": -1.0}),
        ("money", same, {"money": 10.0, "predictions": 100}),
        ("predictions", same, {"predictions": -1}),
        ("splits", same, {"splits": 0}),
        ("loss", same, {"loss": "huber"}),
        ("seed", same, {"seed": -1}),
        ("20 rows", lambda t: t.head(19), {}),
    ],
)
def test_refusals_are_one_sentence_that_names_what_is_wrong(
    words: str, change: Callable[[pd.DataFrame], pd.DataFrame], given: dict[str, object]
) -> None:
    with pytest.raises(ValueError, match=words) as refused:
        ac.decisions(change(dense(0)), **{"target": "y", **given})
    text = str(refused.value)
    assert text.endswith(".")
    assert "\n" not in text
    assert len(text) < 300
