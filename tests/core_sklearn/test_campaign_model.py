"""What a campaign has learnt: by a second look or by the stream, and predictions with blanks."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import aelr_core as ac
from aelr_core.estimators import AttributeEfficientRidge
from aelr_core.estimators.campaign import Campaign
from tests.core_sklearn.campaigns import as_is, asked_and_told, names, people, results


def factors(seed: int, n: int, d: int) -> tuple[np.ndarray, np.ndarray]:
    """Return tests in units of their own that share three causes, and a target."""
    rng = np.random.default_rng(seed)
    F = rng.normal(size=(n, 3))
    X = F @ rng.normal(size=(3, d)) + rng.normal(size=(n, d))
    return X * np.linspace(1, 40, d) + 100, 3 * F[:, 0] + F[:, 1] + 0.5 * rng.normal(size=n)


def relative_error(predicted: np.ndarray, y: np.ndarray) -> float:
    return float(np.mean((predicted - y) ** 2) / y.var())


@pytest.fixture(scope="module")
def learnt() -> tuple[Campaign, pd.DataFrame, np.ndarray]:
    X, y = factors(0, 1_400, 20)
    prices = dict(zip(names(20), [0.0] + [1.0] * 9 + [2.0] * 10, strict=True))
    campaign = Campaign(names(20), "y", budget=5, prices=prices)
    asked_and_told(campaign, X, y, 600, batch=50)
    return campaign, pd.DataFrame(X[600:], columns=names(20)), y[600:]


def test_a_second_look_is_that_of_the_estimator() -> None:
    X, y = people(1, 120, 8)
    model = AttributeEfficientRidge(3, shuffle=False, random_state=0, second_look=True).fit(X, y)
    campaign = Campaign(names(8), "y", budget=3, scale=as_is(8))
    found = asked_and_told(campaign, X, y, 120, batch=1).model()
    np.testing.assert_allclose(found.coef, model.coef_, rtol=1e-9)
    assert list(found.coef.index) == names(8)
    stream = campaign.model(second_look=False)
    np.testing.assert_allclose(stream.coef, model.coef_stream_, rtol=1e-9, atol=1e-12)
    assert stream.intercept == pytest.approx(model.intercept_stream_)


def test_it_predicts_in_the_units_of_the_tests(
    learnt: tuple[Campaign, pd.DataFrame, np.ndarray],
) -> None:
    campaign, table, y = learnt
    for second_look, most in ((True, 0.4), (False, 0.7)):
        model = campaign.model(second_look)
        assert relative_error(model.predict(table), y) < most
        by_hand = table.to_numpy() @ model.coef.to_numpy() + model.intercept
        np.testing.assert_allclose(model.predict(table), by_hand, rtol=1e-9, atol=1e-9)


def test_both_errors_are_shown(learnt: tuple[Campaign, pd.DataFrame, np.ndarray]) -> None:
    campaign, table, y = learnt
    model = campaign.model()
    error, se = model.errors["second look"]
    assert abs(error - relative_error(model.predict(table), y)) < 5 * se + 0.1
    report = campaign.report()
    assert model.errors["stream"] == (report.error, report.error_se)
    assert f"{error:.2f} ± {se:.2f}" in repr(model)
    assert f"{report.error:.2f} ± {report.error_se:.2f}" in repr(model)
    assert [*campaign.model(second_look=False).errors] == ["stream"]


def test_a_panel_is_bought_by_gain_per_price_and_predicts(
    learnt: tuple[Campaign, pd.DataFrame, np.ndarray],
) -> None:
    campaign, table, y = learnt
    model = campaign.model()
    panel = model.panel(most=6)
    assert panel["test"].iloc[0] == "test 0"  # it costs nothing
    assert (panel["price"] > 0).sum() == 6
    assert (np.diff(panel["expected error"]) < 0).all()
    np.testing.assert_allclose(panel["price so far"], panel["price"].cumsum())
    few = table[panel["test"]]  # the columns of all other tests are missing
    measured = relative_error(model.predict(few), y)
    assert measured == pytest.approx(panel["expected error"].iloc[-1], abs=0.2)
    assert measured < relative_error(model.predict(table[panel["test"].iloc[:2]]), y) + 0.05
    dear = dict.fromkeys(names(20), 1.0) | {panel["test"].iloc[1]: 1e6}
    assert panel["test"].iloc[1] != model.panel(dear, most=1)["test"].iloc[0]


def test_blanks_are_left_out_and_not_filled(
    learnt: tuple[Campaign, pd.DataFrame, np.ndarray],
) -> None:
    campaign, table, _ = learnt
    model = campaign.model()
    few = ["test 3", "test 8"]
    blank = table.astype(object)
    blank.loc[:, [name for name in table if name not in few]] = None
    np.testing.assert_allclose(model.predict(blank), model.predict(table[few]))
    nothing = model.predict(blank.assign(**dict.fromkeys(few)))
    assert len(np.unique(nothing)) == 1
    mean = np.mean([answer.y for answer in campaign.answers])
    assert nothing[0] == pytest.approx(mean, abs=0.5)


def test_fields_and_answers_with_gaps_are_learnt_from() -> None:
    rng = np.random.default_rng(2)
    n = 400
    ward, crp = rng.choice(["A", "B", "C"], n), rng.normal(5, 10, n)
    other = rng.normal(size=n)
    y = crp / 10 + 2.0 * (ward == "B")
    campaign = Campaign(
        ["ward", "crp", "other"],
        "y",
        budget=2,
        levels={"ward": ["A", "B", "C"]},
        scale={"crp": (5, 10), "other": (0, 1)},
    )
    orders = campaign.ask(n)
    values = pd.DataFrame({"ward": ward, "crp": crp, "other": other}, index=orders.index)
    asked = pd.DataFrame(
        {name: orders.isin([name]).any(axis=1) for name in values}, index=orders.index
    )
    sheet = values.where(asked).assign(y=y)
    gaps = rng.random(sheet.shape) < 0.1
    campaign.tell(sheet.mask(gaps))
    model = campaign.model()
    table = values.assign(ward=np.where(rng.random(n) < 0.1, "?", ward))
    assert relative_error(model.predict(table), y) < 0.3
    assert model.coef["ward=B"] > model.coef["ward=A"] + 1
    assert set(model.panel()["test"][:2]) == {"ward", "crp"}


@settings(max_examples=10)
@given(seed=st.integers(0, 2**32 - 1))
def test_lasso_predicts_by_the_stream(seed: int) -> None:
    X, y = people(seed, 200, 6)
    campaign = Campaign(names(6), "y", budget=3, family="lasso", scale=as_is(6))
    asked_and_told(campaign, X, y, 100)
    model = campaign.model()
    assert model.found is None
    table = pd.DataFrame(X, columns=names(6))
    w = campaign.learning.predictor
    np.testing.assert_allclose(model.predict(table), X @ w + campaign.learning.intercept)
    with pytest.raises(ValueError, match=r"^test 2 in row 3 is blank, but the model of the stream"):
        model.predict(table.mask(np.arange(1_200).reshape(200, 6) == 14))
    with pytest.raises(ValueError, match=r"^A panel needs a second look, and this is the model of"):
        model.panel()


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"family": "lasso"}, "A second look is for ridge alone."),
        ({"levels": {"test 0": range(1_000)}}, "A second look takes at most 1,000 columns, but th"),
    ],
)
def test_without_a_second_look_the_model_says_why(options: dict[str, object], why: str) -> None:
    scale = {
        name: scale for name, scale in as_is(4).items() if name not in options.get("levels", {})
    }
    campaign = Campaign(names(4), "y", budget=2, scale=scale, **options)
    X, y = people(3, 40, 4)
    X[:, 0] = range(40)
    asked_and_told(campaign, X, y, 40)
    assert any(why in note for note in campaign.report().notes)
    model = campaign.model()
    assert why in repr(model)
    assert why not in repr(campaign.model(second_look=False))
    with pytest.raises(ValueError, match=f"model of the stream. {why}"):
        model.panel()
    assert len(model.predict(pd.DataFrame(X, columns=names(4)))) == 40


@pytest.mark.parametrize("second_look", [True, False])
def test_a_model_has_a_file_of_its_own(second_look: bool, tmp_path: Path) -> None:
    levels, prices = {"test 1": ["A", "ä", "1"]}, dict(zip(names(4), [0, 1, 2, 5], strict=True))
    scale = {name: (0, 1) for name in names(4) if name not in levels}
    campaign = Campaign(names(4), "y", budget=2, scale=scale, levels=levels, prices=prices)
    X, y = people(5, 80, 4)
    table = pd.DataFrame(X, columns=names(4)).astype({"test 1": object})
    table["test 1"] = np.array(levels["test 1"])[np.arange(80) % 3]
    asked_and_told(campaign, table.to_numpy(dtype=object), y, 80)
    model = campaign.model(second_look=second_look)
    model.save(tmp_path / "model.json")
    copy = ac.CampaignModel.load(tmp_path / "model.json")
    assert repr(copy) == repr(model)
    pd.testing.assert_series_equal(copy.coef, model.coef)
    if second_look:
        table = table.mask(np.random.default_rng(0).random(table.shape) < 0.4)
        pd.testing.assert_frame_equal(copy.panel(), model.panel())
    np.testing.assert_array_equal(copy.predict(table), model.predict(table))


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("format", "aelr-model-1"),
        ("weights", [1.0]),
        ("intercept", "long"),
        ("answers", -3),
        ("tests", []),
        ("second_look", {}),
        ("second_look.mean", [0.0]),
        ("second_look.used", [0, 0, 1, 2]),
        ("second_look.used", [0, 1, 2, 9]),
        ("second_look.covariance", np.ones((5, 5)).tolist()),
        ("second_look.covariance", np.tri(5).tolist()),
        ("second_look.covariance", np.full((5, 5), np.nan).tolist()),
    ],
)
def test_a_damaged_file_of_a_model_gets_one_sentence(
    part: str, value: object, tmp_path: Path
) -> None:
    X, y = people(6, 40, 4)
    campaign = asked_and_told(Campaign(names(4), "y", budget=2, scale=as_is(4)), X, y, 40)
    file = tmp_path / "model.json"
    campaign.model().save(file)
    ac.CampaignModel.load(file)
    plain = json.loads(file.read_text(encoding="utf-8"))
    *within, last = part.split(".")
    (plain[within[0]] if within else plain)[last] = value
    file.write_text(json.dumps(plain), encoding="utf-8")
    sentence = r"model\.json is not a model of a campaign saved by AELR Lab\.$"
    with pytest.raises(ValueError, match=sentence):
        ac.CampaignModel.load(file)


def test_what_a_model_refuses(learnt: tuple[Campaign, pd.DataFrame, np.ndarray]) -> None:
    campaign, table, _ = learnt
    model = campaign.model()
    for bad, sentence in [
        (table.to_numpy(), "A prediction needs a DataFrame, but this is a ndarray"),
        (pd.concat([table, table["test 1"]], axis=1), "The table has two columns 'test 1'"),
        (table[[]], "The table has none of the tests, such as 'test 0'"),
        (table.astype(object).mask(table == table.iloc[0, 0], "high"), "test 0 in row 1 must be a"),
        (table.mask(table == table.iloc[1, 2], np.inf), "test 2 in row 2 must be a finite number"),
    ]:
        with pytest.raises(ValueError, match=f"^{sentence}"):
            model.predict(bad)
    with pytest.raises(ValueError, match=r"^'test 1' has no price"):
        model.panel({"test 0": 1})
    young = Campaign(names(4), "y", budget=2)
    with pytest.raises(ValueError, match=r"^A model needs an answer with y, but there is none\."):
        young.model()
    X, y = people(3, 20, 4)
    asked_and_told(young, X, y, 20)
    with pytest.raises(ValueError, match=r"^The opening needs 10 more people with y: the stream"):
        young.model(second_look=False)
    early = young.model()
    assert np.isnan(early.errors["second look"]).all()
    assert "not known yet" in repr(early)
    assert np.isfinite(early.predict(pd.DataFrame(X, columns=names(4)))).all()


def test_the_error_of_a_second_look_is_unbiased_if_everything_is_seen() -> None:
    """With every test ordered the estimate is the cross-validated error itself."""
    X, y = people(4, 200, 3)
    campaign = Campaign(names(3), "y", budget=3, scale=as_is(3))
    model = asked_and_told(campaign, X, y, 200).model()
    error, se = model.errors["second look"]
    table = pd.DataFrame(X, columns=names(3))
    assert error == pytest.approx(relative_error(model.predict(table), y), abs=0.02)
    assert 0 < se < 0.2
    with_gap = results(campaign, campaign.ask(1), X, y).assign(y=np.nan)
    campaign.tell(with_gap)
    assert campaign.model().answers == 201
