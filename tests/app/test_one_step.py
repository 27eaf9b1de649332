"""The page One step by AppTest: forward, back, every algorithm, pairs, repeats."""

import re
from collections.abc import Callable

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from aelr_core.analysis.one_step import JOINT, SCHEMES
from pages.ui.one_step import controls
from tests.app.reading import charts

Open = Callable[..., AppTest]
Curve = Callable[[AppTest, str, str], np.ndarray]
PAGE = "pages/one_step.py"
# One example again and again: what a step does to it can be followed.
SMALL = {"micro_source": "small", "micro_moving": "false"}
PAIRS = ["pairs_two", "pairs_one"]


def texts(app: AppTest) -> str:
    return "\n".join(one.value for one in (*app.main.markdown, *app.main.caption))


def press(app: AppTest, key: str) -> None:
    app.button(key=key).click().run()
    assert not app.exception


def prediction(app: AppTest) -> list[float]:
    found = re.search(r"moved from (\S+) to (\S+) \(truth (\S+)\)", texts(app))
    assert found is not None
    return [float(number.replace("−", "-")) for number in found.groups()]


def test_it_begins_with_what_a_step_saw_and_changed(open_app: Open) -> None:
    app = open_app(PAGE)
    assert [*charts(app)] == ["step_images"]  # at w = 0 no pair is used
    assert "looked at 3 of 64 pixels" in texts(app)
    first = re.search(r"\*\*Example (\d+):", texts(app))
    before, after, truth = prediction(app)
    assert before == 0
    assert abs(truth - after) < abs(truth)
    press(app, "micro_step")
    assert [*charts(app)] == ["step_images", *PAIRS]
    assert prediction(app)[0] != before  # another digit
    second = re.search(r"\*\*Example (\d+):", texts(app))
    assert first is not None
    assert second is not None
    assert first[1] != second[1]
    for _ in range(20):  # two looks at few pixels soon are at the same one
        if "drawn twice" in texts(app):
            break
        press(app, "micro_step")
    assert re.search(r"\(\d,\d\): [\d.]+ \(drawn twice\)", texts(app).replace("\\", ""))


@pytest.mark.parametrize("family", ["ridge", "lasso"])
@pytest.mark.parametrize("source", [*controls.SOURCES])
def test_every_example_opens_with_something_to_see(
    open_app: Open, source: str, family: str
) -> None:
    app = open_app(PAGE, micro_source=source, family=family, micro_q="adaptive")
    for word in ("adaptive", *SCHEMES, *JOINT):
        app.selectbox(key="micro_q").set_value(word).run()
        assert not app.exception
        before, after, _ = prediction(app)
        assert before != after


def test_a_step_that_learns_nothing_says_why_and_leads_on(open_app: Open) -> None:
    app = open_app(PAGE, micro_source="sidebar", micro_q="adaptive", micro_t="2", dim="500")
    assert app.slider(key="micro_t").value == 2  # a link shows the step that it names
    assert "the 5 of 500 attributes looked at are all 0" in texts(app)
    press(app, "micro_next")
    before, after, _ = prediction(app)
    assert before != after
    press(app, "micro_back")
    app = open_app(PAGE, micro_q="adaptive", micro_moving="false")
    app.slider(key="micro_t").set_value(1).run()  # nothing was seen before
    assert "how large a step can be" in texts(app)


def test_forward_and_back_with_axes_for_each_step(open_app: Open, curve: Curve) -> None:
    app = open_app(PAGE, micro_t="1", **SMALL)
    after = None
    for _ in range(3):
        bars = charts(app)["step_bars"].figure
        ends = [v["range"] for k, v in bars["layout"].items() if "yaxis" in k][-3:]
        before = curve(app, "step_bars", "w before")
        assert after is None or before == pytest.approx(after)
        after = curve(app, "step_bars", "w after")
        assert max(map(abs, ends[-1])) < 1.1 * max(abs(before).max(), abs(after).max())
        press(app, "micro_step")
    press(app, "micro_back")
    assert app.slider(key="micro_t").value == 3
    for _ in range(4):
        press(app, "micro_back")
    assert app.slider(key="micro_t").value == 1


@pytest.mark.parametrize("family", ["ridge", "lasso"])
@pytest.mark.parametrize("word", [*SCHEMES, *JOINT])
def test_every_algorithm_with_its_pairs_and_repeats(
    open_app: Open, curve: Curve, word: str, family: str
) -> None:
    app = open_app(PAGE, micro_q=word, micro_t="9", family=family, **SMALL)
    assert [*charts(app)] == ["step_bars", *PAIRS]
    if word in JOINT:
        assert curve(app, "step_bars", "π").sum() == pytest.approx(5)
    assert np.count_nonzero(curve(app, "step_bars", "g̃")) <= 5
    two, one = (np.asarray(charts(app)[key].figure["data"][0]["z"]) for key in PAIRS)
    assert one.sum() == 25
    assert two.sum() <= 6
    press(app, "micro_repeat")
    shown = charts(app)
    assert len(shown) == 5
    assert all(len(chart.alt) > 60 for chart in shown.values())
    press(app, "micro_step")
    assert len(charts(app)) == 3  # another step, other repeats
    assert not re.search(r"\{\w+\}", re.sub(r"\$[^$]*\$", "", texts(app)))  # every field is filled


def test_the_sidebars_data_and_another_example(open_app: Open, curve: Curve) -> None:
    given = {"micro_source": "sidebar", "dim": "30", "examples": "100", "budget": "3"}
    app = open_app(PAGE, **SMALL | given)
    x = curve(app, "step_bars", "x")
    assert len(x) == 30
    app.number_input(key="micro_example").set_value(7).run()
    assert (curve(app, "step_bars", "x") != x).any()
    app.number_input(key="micro_example").set_value(500_000).run()  # brought down to the last row
    assert not app.exception
    assert "no example 500,000: the last one, 100" in texts(app)


def test_a_digit_with_a_large_budget(open_app: Open) -> None:
    app = open_app(PAGE, micro_q="joint", budget="20", micro_t="5")
    assert [*charts(app)] == ["step_images", *PAIRS]
    press(app, "micro_repeat")
