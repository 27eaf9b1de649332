"""The start page by AppTest: every control does what it says."""

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from pages.ui.example_run import example_run
from pages.ui.explorer import words
from tests.app.screen import Figure, Open, finished, opened, texts, values

CHARTS = ("learning", "sampling", "ratios", "bounds")


def test_first_screen(open_app: Open, live_figure: Figure) -> None:
    app = open_app()
    assert values(app) == ["0.165", "0.0163", "5.1× fewer", "2", "100", "5.17", "2 of 4"]
    for key in CHARTS:
        assert len(live_figure(app, key)["alt"]) > 60
    learning = live_figure(app, "learning")
    shipped = example_run()
    for key, curve in shipped.curves.items():
        np.testing.assert_allclose(learning["lines"][key]["y"], curve.mean)
    assert "0.161 ± 0.024" in texts(app)
    assert not app.warning
    assert not app.error


def test_alpha(open_app: Open, live_figure: Figure) -> None:
    app = open_app(seed="1")
    app.slider(key="alpha").set_value(0.0).run()
    assert values(app)[:3] == ["1", "1", "none"]
    assert live_figure(app, "sampling")["lines"]["ddaerr"]["y"] == pytest.approx(1 / 100)
    assert live_figure(app, "ratios")["lines"]["ridge-here"]["x"] == [0.0]
    # the run on the screen is still there, pale, and said to be of other settings
    learning = live_figure(app, "learning")
    assert len(learning["lines"]["ddaerr"]["y"]) == 25
    assert {line["opacity"] for line in learning["lines"].values()} == {0.3}
    assert "α = −2 and seed = 0" in learning["alt"]
    assert words.OTHERS in texts(app)


def test_family(open_app: Open, live_figure: Figure) -> None:
    app = open_app(family="lasso", dim="100")
    q = live_figure(app, "sampling")["lines"]["ddaelr"]["y"]
    assert q[0] / q[1] == pytest.approx(4)  # M itself, not its root
    assert "two_phase_ddaelr" in live_figure(app, "bounds")["lines"]
    assert values(app)[-1] == "4 of 5"


def test_budget_and_examples(open_app: Open, live_figure: Figure) -> None:
    app = open_app(examples="1000", budget="50")
    bounds = live_figure(app, "bounds")
    assert 50_000 in [shape["x0"] for shape in bounds["layout"]["shapes"]]
    assert "ddaerr-measured" not in bounds["lines"]  # the run on the screen is another one
    assert values(app)[3] == "2"  # the cheapest does not depend on the chosen one


def test_theory_makes_the_light_change(open_app: Open) -> None:
    assert values(open_app(mode="theory"))[-1] == "3 of 4"


def test_a_data_set_with_pixels(open_app: Open, live_figure: Figure) -> None:
    app = open_app(data="mnist-3v5", budget="57")
    assert values(app)[:2] == ["0.454", "0.197"]
    assert values(app)[4] == "784"
    image = live_figure(app, "sampling")
    assert "28 by 28 pixels" in image["alt"]
    choose(app, "Attributes", "sorted")
    assert "pixels" not in live_figure(app, "sampling")["alt"]
    assert live_figure(app, "ratios")["lines"]["lasso-data-True"]["x"] == ["MNIST"]


def choose(app: AppTest, label: str, value: object) -> None:
    (control,) = [c for c in app.get("button_group") if c.label == label]
    control.set_value(value).run()
    assert not app.exception


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
    app.number_input(key="view_target").set_value(0.2).run()
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


def test_projector(open_app: Open, live_figure: Figure) -> None:
    app = open_app(projector="true")
    for key in CHARTS:
        assert live_figure(app, key)["layout"]["font"]["size"] == 20


def test_files_and_formulas_are_offered(open_app: Open) -> None:
    app = open_app()
    labels = [button.label for button in app.get("download_button")]
    assert labels[:4] == ["Curves (CSV)", "Spec and result (JSON)", "Python program", "Notebook"]
    assert "\\rho_\\text{ridge}" not in texts(app)  # most visitors never ask
    app = opened(app, "formula_ratios", "formula_bounds")
    assert "\\rho_\\text{ridge}" in texts(app)
    assert "Theorem 3.5" in texts(app)
