"""The microscope by AppTest: forward, back, play, reset, repeat."""

from collections.abc import Callable

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from aelr_core.analysis.one_step import JOINT, Scene, film, scene, telling_example
from aelr_core.datasets import load_dataset
from aelr_core.modes import EXPERIMENTS
from pages.ui.microscope.words import listing, sentence
from tests.app.reading import charts

Open = Callable[..., AppTest]
Curve = Callable[[AppTest, str, str], np.ndarray]
PAGE = "pages/microscope.py"
FAMILIES = ["ridge", "lasso"]
# One example again and again: what a step does to it can be followed.
SAME = {"micro_moving": "false"}
SMALL = {"micro_source": "small", **SAME}
STEP = ["step_draws", "step_x", "step_g", "step_w"]
JOINT_STEP = ["step_design", "step_seen", "step_pairs", "step_g", "step_w"]


def texts(app: AppTest) -> str:
    return "\n".join(one.value for one in (*app.markdown, *app.caption))


def press(app: AppTest, label: str) -> None:
    next(button for button in app.button if button.label == label).click().run()
    assert not app.exception


def test_it_starts_on_digits_whose_axes_stay_put(open_app: Open) -> None:
    app, ranges = open_app(PAGE), []
    for _ in range(3):
        assert [*charts(app)] == ["step_images", *STEP]
        ranges.append(
            [shown.figure["layout"]["yaxis"]["range"] for shown in [*charts(app).values()][1:]]
        )
        before = texts(app)
        press(app, "Step")
        assert texts(app) != before  # another digit
    assert ranges[0] == ranges[1] == ranges[2]
    assert "of 64 attributes" in texts(app)


def test_forward_back_and_reset(open_app: Open, curve: Curve) -> None:
    app = open_app(PAGE, **SMALL)
    assert [*charts(app)] == STEP
    assert all(len(chart.alt) > 60 for chart in charts(app).values())
    assert "**Step 1 looked at" in texts(app)
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
    app = open_app(PAGE, micro_t="5", **SMALL)
    assert app.button(key="micro_play").label == "Play"
    press(app, "Play")
    assert app.button(key="micro_play").label == "Pause"
    press(app, "Pause")
    assert app.button(key="micro_play").label == "Play"
    held = app.slider(key="micro_t").value
    app.run()
    assert app.slider(key="micro_t").value == held


def test_repeats(open_app: Open, curve: Curve) -> None:
    app = open_app(PAGE, micro_t="5", micro_quantity="g", **SMALL)
    press(app, "Repeat this step 1,000 times")
    assert [*charts(app)] == [*STEP, "step_convergence", "step_histogram"]
    error = curve(app, "step_convergence", "optimal q")
    assert error[-1] < error[0]
    table = app.dataframe[0].value
    exact, measured = table["uniform q, exact"], table["uniform q, measured"]
    assert (measured / exact).to_numpy() == pytest.approx(np.ones(3), rel=0.25)
    press(app, "Step")
    assert [*charts(app)] == STEP  # another step, other repeats


def test_the_sidebars_data_and_another_example(open_app: Open, curve: Curve) -> None:
    app = open_app(PAGE, micro_source="sidebar", dim="30", examples="100", budget="3", **SAME)
    x = curve(app, "step_x", "x")
    assert len(x) == 30
    app.number_input(key="micro_example").set_value(7).run()
    assert (curve(app, "step_x", "x") != x).any()
    app.number_input(key="micro_example").set_value(500_000).run()  # brought down to the last row
    assert not app.exception
    (said,) = (one.value for one in app.main.caption if "500,000" in one.value)
    assert "100" in said


@pytest.mark.parametrize(("word", "family"), [*zip(JOINT, FAMILIES, strict=True)])
def test_a_joint_step(open_app: Open, curve: Curve, word: str, family: str) -> None:
    app = open_app(PAGE, micro_q=word, micro_t="9", family=family, **SMALL)
    assert [*charts(app)] == JOINT_STEP
    assert all(len(chart.alt) > 60 for chart in charts(app).values())
    pi = curve(app, "step_design", "π")
    assert pi.sum() == pytest.approx(5)
    assert np.count_nonzero(curve(app, "step_g", "g̃")) <= 5
    after = curve(app, "step_w", "w after")
    press(app, "Step")
    assert curve(app, "step_w", "w before") == pytest.approx(after)


def test_one_sample_scatters_less(open_app: Open) -> None:
    app = open_app(PAGE, micro_q="joint", micro_t="12", **SMALL)
    press(app, "Repeat this step 1,000 times")
    clouds = ["cloud_two", "cloud_one", "scatter_coordinates", "step_convergence"]
    assert [*charts(app)] == [*JOINT_STEP, *clouds]
    table = app.dataframe[0].value
    ratio = table["DDAERR, exact"] / table["JAERR (ours), exact"]
    assert table["Ratio"].to_numpy() == pytest.approx(ratio.to_numpy())
    assert table["JAERR (ours), measured"].to_numpy() == pytest.approx(
        table["JAERR (ours), exact"].to_numpy(), rel=0.25
    )


def test_a_joint_step_on_a_digit_with_a_large_budget(open_app: Open) -> None:
    app = open_app(PAGE, micro_q="joint", micro_source="digit", budget="20", micro_t="5", **SAME)
    assert [*charts(app)] == ["step_images", *JOINT_STEP]
    press(app, "Repeat this step 1,000 times")


def a_scene(family: str, factor: float = 1.0) -> Scene:
    data = load_dataset(
        "synthetic", family=family, dim=12, alpha=-1.0, examples=200, test_examples=50
    )
    return scene(
        data,
        mode=EXPERIMENTS,
        budget=5,
        B=data.norm_bound,
        seed=3,
        example=telling_example(data),
        moving=False,
        factor=factor,
    )


# ---- Sentences ----------------------------------------------------------------------------------


@pytest.mark.parametrize("family", FAMILIES)
def test_the_listing_is_the_papers_and_its_numbers_the_steps(family: str) -> None:
    place = a_scene(family)
    for frame in film(place, "known")[::7]:
        lines = listing(frame, place.given["known"], place.names)
        numbers = [line.number for line in lines]
        paper = "4 5 7 8 9 10 11 12" if family == "ridge" else "3 5 6 8 9 10 11 13 14 15"
        assert numbers == paper.split()
        assert all(line.gave for line in lines)
        assert sentence(frame, place.given["known"]).startswith(f"Step {frame.t} looked at")
        drawn = lines[numbers.index("4" if family == "ridge" else "5")].gave
        assert all(f"x{i + 1}" in drawn for i in frame.step.i)


def test_a_large_step_is_projected_or_clipped() -> None:
    said = {}
    for family in FAMILIES:
        place = a_scene(family, factor=30.0)
        scheme = "known" if family == "ridge" else "uniform"
        frames = film(place, scheme)
        said[family] = [sentence(frame, place.given[scheme]) for frame in frames]
        if family == "ridge":
            for frame, one in zip(frames, said[family], strict=True):
                assert frame.step.projected == ("projected" in one)
    assert any("projected" in one for one in said["ridge"])
    assert any("clipped" in one for one in said["lasso"])


def test_a_projection_is_shown(open_app: Open) -> None:
    app = open_app(PAGE, micro_factor="30", micro_t="6", **SMALL)
    assert "projected" in texts(app)
    assert [trace["name"] for trace in charts(app)["step_w"].figure["data"]] == [
        "w before",
        "w after",
        "v, before the projection",
    ]
