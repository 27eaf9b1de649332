"""The start page by AppTest: every control does what it says."""

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from aelr_core.analysis.learning import measured_saving
from pages.ui.explorer import words
from pages.ui.prose import fewer
from pages.ui.stored_runs import example_run
from tests.app.screen import Figure, Open, captions, finished, opened, texts, values

CHARTS = ("learning", "sampling", "ratios", "bounds")


def test_first_screen(open_app: Open, live_figure: Figure) -> None:
    app = open_app()
    for key in CHARTS:
        assert len(live_figure(app, key)["alt"]) > 60
    learning = live_figure(app, "learning")
    shipped = example_run()
    for key in ("aerr", "ddaerr", "two_phase_ddaerr", "adaptive_jaerr"):
        np.testing.assert_allclose(learning["lines"][key]["y"], shipped.curves[key].mean)
    assert "offline_ridge" not in learning["lines"]  # until its switch is on
    assert not app.warning
    assert not app.error


def test_alpha(open_app: Open, live_figure: Figure) -> None:
    app = open_app(seed="1")
    app.slider(key="alpha").set_value(0.0).run()
    assert values(app)[:2] == ["1", "1"]
    assert "the bounds say none" in values(app)[2]
    assert live_figure(app, "sampling")["lines"]["ddaerr"]["y"] == pytest.approx(1 / 100)
    assert live_figure(app, "ratios")["lines"]["ridge-here"]["x"] == [0.0]
    # the run on the screen is still there, pale, and said to be of other settings
    learning = live_figure(app, "learning")
    assert len(learning["lines"]["ddaerr"]["y"]) == 25
    assert {line["opacity"] for line in learning["lines"].values()} == {0.3}
    assert "α = −2 and seed = 0" in learning["alt"]
    assert words.OTHERS in texts(app)


def test_a_data_set_with_pixels(open_app: Open, live_figure: Figure) -> None:
    app = open_app(data="mnist-3v5", budget="57")
    image = live_figure(app, "sampling")
    assert "28 by 28 pixels" in image["alt"]
    choose(app, "Attributes", "sorted")
    assert "pixels" not in live_figure(app, "sampling")["alt"]
    assert live_figure(app, "ratios")["lines"]["lasso-data-True"]["x"] == ["MNIST"]


def choose(app: AppTest, label: str, value: object) -> None:
    (control,) = [c for c in app.get("button_group") if c.label == label]
    control.set_value(value).run()
    assert not app.exception


def test_switches_choose_the_curves_and_hide_no_number(open_app: Open, live_figure: Figure) -> None:
    app = open_app()
    (switches,) = [c for c in app.get("button_group") if c.label == "Curves"]
    assert "all at once ≥ 24×" in captions(app)  # it beats what is praised, though it is off
    assert live_figure(app, "learning")["lines"]["adaptive_jaerr"]["name"].endswith(" 8.5×")
    switches.set_value(["uniform", "full rows"]).run()
    lines = live_figure(app, "learning")["lines"]
    assert {"aerr", "online_ridge", "offline_ridge"} < {*lines}
    assert "ddaerr" not in lines
    assert "all at once ≥ 24×" in captions(app)
    assert "Learns as it goes 8.5×" in captions(app)
    (switches,) = [c for c in app.get("button_group") if c.label == "Curves"]
    switches.set_value([]).run()
    assert {*example_run().curves}.isdisjoint(live_figure(app, "learning")["lines"])


def test_the_switches_hold_for_the_run_of_another_family(
    open_app: Open, live_figure: Figure
) -> None:
    app = open_app(data="mnist-3v5", family="lasso")
    lines = live_figure(app, "learning")["lines"]  # of the example, which is ridge
    assert {"aerr", "ddaerr"} < {*lines}
    assert "offline_ridge" not in lines


def test_the_saving_is_measured_where_a_run_of_the_settings_is_there(open_app: Open) -> None:
    app = open_app()
    found = measured_saving(example_run())
    assert found is not None
    assert values(app)[2].startswith(fewer(found.share))
    assert "the bounds say" in values(app)[2]
    app.number_input(key="budget").set_value(7).run()
    assert values(app)[2].startswith("no run yet")


def test_views_of_the_curves(open_app: Open, live_figure: Figure) -> None:
    app = open_app()
    curve = example_run().curves["aerr"]
    choose(app, "x-axis", "examples")
    assert list(live_figure(app, "learning")["lines"]["aerr"]["x"]) == list(curve.examples)
    choose(app, "y-scale", True)
    assert live_figure(app, "learning")["layout"]["yaxis"]["type"] == "log"
    choose(app, "x-scale", True)
    assert live_figure(app, "learning")["layout"]["xaxis"]["type"] == "log"
    choose(app, "Lines and spread", "quantiles")
    line = live_figure(app, "learning")["lines"]["aerr"]
    np.testing.assert_allclose(line["y"], np.median(curve.relative_loss, axis=0))
    choose(app, "y-axis", "excess_risk")
    assert "Excess risk" in live_figure(app, "learning")["layout"]["yaxis"]["title"]["text"]
    choose(app, "y-axis", "relative_loss")
    app.number_input(key="view_target").set_value(0.2)
    opened(app, "open_numbers")
    assert live_figure(app, "learning")["layout"]["shapes"][0]["y0"] == 0.2
    assert "not reached" in texts(app)  # the table goes by the same target


def test_a_view_that_other_data_do_not_have(open_app: Open, live_figure: Figure) -> None:
    app = open_app(examples="200", runs="1", step="theory", algorithms="uniform")
    choose(app, "y-axis", "excess_risk")
    app.selectbox(key="data").set_value("mnist-3v5").run()
    assert not app.exception
    finished(app)
    assert "Test error" in live_figure(app, "learning")["layout"]["yaxis"]["title"]["text"]
    choose(app, "y-axis", "error_rate")
    assert "wrong test labels" in live_figure(app, "learning")["layout"]["yaxis"]["title"]["text"]


def test_data_that_cannot_be_made_get_a_sentence(
    open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: object) -> None:
        raise ValueError("Every test row of this seed is 0.")

    monkeypatch.setattr("pages.ui.data.dataset", refuse)
    app = open_app(dim="33", seed="99")
    assert [e.value for e in app.error] == ["Every test row of this seed is 0\\."]
