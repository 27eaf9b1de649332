"""The page of bounds by AppTest: every control does what it says."""

import re
from collections.abc import Callable

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from tests.app.reading import as_read, charts

Open = Callable[..., AppTest]
Curve = Callable[[AppTest, str, str], np.ndarray]
PAGE = "pages/bounds.py"


def texts(app: AppTest) -> str:
    return "\n".join(one.value for one in (*app.markdown, *app.caption))


def metrics(app: AppTest) -> dict[str, str]:
    return {one.label: one.value for one in app.metric}


def test_first_screen(open_app: Open) -> None:
    app = open_app(PAGE)
    assert [*charts(app)] == ["bound_curves", "measured_bounds", "plan_costs"]
    assert all(len(chart.alt) > 60 for chart in charts(app).values())
    assert not app.warning
    assert not app.error


def test_the_curves_are_the_theorems(open_app: Open, curve: Curve) -> None:
    app = open_app(PAGE)
    uniform = curve(app, "bound_curves", "AERR, as printed")
    online = curve(app, "bound_curves", "Online, sees all")
    assert uniform / online == pytest.approx(np.full(len(uniform), np.sqrt(2 * 100 / 3)))


@pytest.mark.parametrize(("axis", "family"), [("k", "ridge"), ("d", "lasso"), ("m1", "lasso")])
def test_every_axis_can_be_linked_to(open_app: Open, axis: str, family: str) -> None:
    app = open_app(PAGE, bound_axis=axis, family=family, dim="60", examples="500")
    assert not app.warning
    assert "bound_curves" in charts(app)


def test_rows_can_be_chosen(open_app: Open, curve: Curve) -> None:
    app = open_app(PAGE)
    rows = next(one for one in app.get("button_group") if one.key.startswith("bound_rows_ridge"))
    rows.set_value(["AERR, like for like"]).run()
    assert len(curve(app, "bound_curves", "AERR, like for like")) > 50
    with pytest.raises(AssertionError):
        curve(app, "bound_curves", "DDAERR, known moments")


def test_other_settings_are_measured_on_demand(open_app: Open) -> None:
    app = open_app(PAGE, dim="20", examples="100", runs="2")
    assert "measured_bounds" not in charts(app)
    app.button(key="bounds_measure").click().run()
    for _ in range(100):
        if "measured_bounds" in charts(app) and not any(b.key == "bounds_stop" for b in app.button):
            break
        app.run()
    assert "measured_bounds" in charts(app)
    assert "2 runs" in texts(app)


def test_the_planner_follows_its_prices(open_app: Open) -> None:
    app = open_app(PAGE)
    before = metrics(app)
    app.number_input(key="example_price").set_value(100.0).run()
    dear = metrics(app)
    budget = "Attributes per example, k + 1"
    assert int(dear[budget]) > int(before[budget])
    app.number_input(key="target").set_value(20.0).run()
    assert int(metrics(app)["Examples, m"].replace(",", "")) < int(
        dear["Examples, m"].replace(",", "")
    )


def test_the_table_of_offers_is_sent_when_it_is_opened(open_app: Open) -> None:
    app = open_app(PAGE)
    assert not app.main.dataframe
    app.session_state["offers"] = True
    app.run()
    (table,) = app.main.dataframe
    assert table.value["Algorithm"][0].startswith(metrics(app)["Cheapest"])
    assert table.value["Total cost"].is_monotonic_increasing


def test_a_column_of_prices(open_app: Open) -> None:
    app = open_app(PAGE, dim="20", examples="200", prices="a column of prices")
    assert not app.exception
    prices = "1; 2; " * 10
    app.text_area(key="price_column").set_value(prices).run()
    assert not app.warning
    assert "Cheapest" in metrics(app)
    for bad, said in {
        prices.replace("2", "many", 1): r"^Entry 2, 'many', ",
        "1; 2; 3": r"\b20 prices, .*\b3\b",
        prices + "1": r"\b20 prices, .*\b21\b",
    }.items():
        app.text_area(key="price_column").set_value(bad).run()
        (warning,) = (w.value for w in app.warning)
        assert re.search(said, as_read(warning))
        assert "Cheapest" not in metrics(app)
        assert app.text_area(key="price_column").value == bad


def test_a_number_out_of_range_is_taken_back_and_said(open_app: Open) -> None:
    app = open_app(PAGE, target="20")
    before = metrics(app)
    for bad, said in ((0.0, "0"), (99.99, "99.99"), (-3.0, "-3")):
        app.number_input(key="target").set_value(bad).run()
        (warning,) = (w.value for w in app.warning)
        assert app.number_input(key="target").label in warning
        assert said in warning
        assert app.number_input(key="target").value == 20
        assert metrics(app) == before
        assert "**20%** of 2B²" in texts(app)
    app.number_input(key="target").set_value(30.0).run()
    assert not app.warning
    assert "**30%** of 2B²" in texts(app)
    app.number_input(key="example_price").set_value(-1.0).run()
    (warning,) = (w.value for w in app.warning)
    assert app.number_input(key="example_price").label in warning


def test_nothing_costs_anything(open_app: Open) -> None:
    app = open_app(PAGE)
    app.number_input(key="attribute_price").set_value(0.0).run()
    assert len(app.warning) == 1


def test_real_data(open_app: Open) -> None:
    app = open_app(PAGE, data="wine", examples="200")
    assert [*charts(app)] == ["bound_curves", "plan_costs"]
    assert any(button.label == "Measure it" for button in app.button)
