"""The microscope by AppTest: forward, back, play, reset, repeat."""

from collections.abc import Callable

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from tests.app.reading import as_read

Open = Callable[..., AppTest]
Curve = Callable[[AppTest, str, str], np.ndarray]
PAGE = "pages/microscope.py"
STEP = ["step_draws", "step_x", "step_g", "step_w"]


def charts(app: AppTest) -> list[str]:
    return [chart.proto.id.rsplit("-", 1)[1] for chart in app.get("plotly_chart")]


def texts(app: AppTest) -> str:
    return "\n".join(one.value for one in (*app.markdown, *app.caption))


def press(app: AppTest, label: str) -> None:
    next(button for button in app.button if button.label == label).click().run()
    assert not app.exception


def test_forward_back_and_reset(open_app: Open, curve: Curve) -> None:
    app = open_app(PAGE)
    assert charts(app) == STEP
    assert all(len(chart.proto.alt) > 60 for chart in app.get("plotly_chart"))
    assert "**Step 1 looked at" in texts(app)
    assert "there is no p, ⟨w, x⟩ = 0" in as_read(texts(app))
    after = curve(app, "step_w", "w after")
    press(app, "Step")
    assert "**Step 2 looked at" in texts(app)
    assert curve(app, "step_w", "w before") == pytest.approx(after)
    press(app, "Step")
    press(app, "Back")
    assert app.slider(key="micro_t").value == 2
    press(app, "Reset")
    assert app.slider(key="micro_t").value == 1
    press(app, "Back")
    assert app.slider(key="micro_t").value == 1


def test_play_and_pause(open_app: Open) -> None:
    app = open_app(PAGE, micro_t="5")
    assert app.button(key="micro_play").label == "Play"
    press(app, "Play")
    assert app.button(key="micro_play").label == "Pause"
    press(app, "Pause")
    assert app.button(key="micro_play").label == "Play"
    held = app.slider(key="micro_t").value
    app.run()
    assert app.slider(key="micro_t").value == held


def test_repeats(open_app: Open, curve: Curve) -> None:
    app = open_app(PAGE, micro_t="5", micro_quantity="g")
    press(app, "Repeat this step 1,000 times")
    assert charts(app) == [*STEP, "step_convergence", "step_histogram"]
    error = curve(app, "step_convergence", "optimal q")
    assert error[-1] < error[0]
    assert "It is optimal on average" in texts(app)
    table = app.dataframe[0].value
    exact, measured = table["uniform q, exact"], table["uniform q, measured"]
    assert (measured / exact).to_numpy() == pytest.approx(np.ones(3), rel=0.25)
    press(app, "Step")
    assert charts(app) == STEP  # another step, other repeats


def test_a_digit_by_lasso(open_app: Open) -> None:
    app = open_app(PAGE, micro_source="digit", family="lasso", micro_q="uniform", micro_t="3")
    assert charts(app) == ["step_images", *STEP]
    said = texts(app)
    assert "Algorithm 3 of the paper, GAELR" in said
    assert "changed by exponentiation" in said
    assert "z^+[i]" in said


def test_the_sidebars_data_and_another_example(open_app: Open, curve: Curve) -> None:
    app = open_app(PAGE, micro_source="sidebar", dim="30", examples="100", budget="3")
    x = curve(app, "step_x", "x")
    assert len(x) == 30
    app.number_input(key="micro_example").set_value(7).run()
    assert (curve(app, "step_x", "x") != x).any()
    app.number_input(key="micro_example").set_value(500_000).run()  # brought down to the last row
    assert not app.exception


def test_a_bad_link_gets_a_sentence(open_app: Open) -> None:
    app = open_app(PAGE, micro_t="many", micro_source="moon")
    assert len(app.warning) == 2
    assert charts(app) == STEP
