"""The start page by AppTest: every control does what it says."""

from collections.abc import Callable

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

Open = Callable[..., AppTest]
Curve = Callable[[AppTest, str, str], np.ndarray]
CHARTS = ("sampling", "bounds", "ratios", "budgets")


def values(app: AppTest) -> list[str]:
    return [metric.value for metric in app.metric]


def test_first_screen(open_app: Open) -> None:
    app = open_app()
    assert values(app) == ["0.0562", "0.00329", "1/39", "1/31", "4"]
    charts = app.get("plotly_chart")
    assert [c.proto.id.rsplit("-", 1)[1] for c in charts] == list(CHARTS)
    assert all(len(c.proto.alt) > 60 for c in charts)
    assert not app.warning
    assert not app.error


def test_alpha(open_app: Open, curve: Curve) -> None:
    app = open_app()
    app.slider(key="alpha").set_value(0.0).run()
    assert values(app)[:2] == ["1", "1"]
    q = curve(app, "sampling", "DDAERR, known moments")
    assert q == pytest.approx(np.full(500, 1 / 500))


def test_dim(open_app: Open, curve: Curve) -> None:
    app = open_app()
    app.number_input(key="dim").set_value(100).run()
    assert len(curve(app, "sampling", "AERR, uniform")) == 100
    assert values(app)[0] == "0.165"


def test_family(open_app: Open, curve: Curve) -> None:
    app = open_app()
    app.get("button_group")[0].set_value("lasso").run()
    q = curve(app, "sampling", "DDAELR, known moments")
    assert q[0] / q[1] == pytest.approx(4)  # M itself, not its root
    assert values(app)[:2] == ["0.0562", "0.00329"]  # of the data, whatever the family
    assert len(curve(app, "bounds", "Two-Phased DDAELR")) > 50


def test_budget(open_app: Open, curve: Curve) -> None:
    app = open_app()
    before = curve(app, "bounds", "AERR, uniform")[0]
    app.number_input(key="budget").set_value(50).run()
    assert curve(app, "bounds", "AERR, uniform")[0] != before
    assert values(app)[2:4] != ["1/39", "1/31"]
    assert values(app)[4] == "4"  # the cheapest does not depend on the chosen one


def test_examples_move_the_mark(open_app: Open) -> None:
    app = open_app(examples="1000")
    bounds = next(c for c in app.get("plotly_chart") if c.proto.id.endswith("-bounds"))
    assert '"x0":5000' in bounds.proto.spec.replace(" ", "")


def test_seed_makes_the_rows(open_app: Open) -> None:
    captions = {
        caption.value
        for seed in ("0", "1", "2")
        for caption in open_app(seed=seed, dim="50", examples="100", alpha="-0.5").caption
        if "unit ball" in caption.value
    }
    assert len(captions) > 1  # the largest row norm depends on them


def test_a_smaller_d_takes_the_budget_along(open_app: Open) -> None:
    app = open_app()
    app.number_input(key="budget").set_value(40).run()
    app.number_input(key="dim").set_value(10).run()
    assert not app.exception
    assert app.number_input(key="budget").value == 10
    app.number_input(key="dim").set_value(500).run()
    assert app.number_input(key="budget").value == 10


def test_a_link_sets_every_control(open_app: Open) -> None:
    app = open_app(alpha="-0.5", dim="30", family="lasso", budget="3", examples="200", seed="7")
    assert app.slider(key="alpha").value == -0.5
    numbers = {name: app.number_input(key=name).value for name in ("dim", "budget", "examples")}
    assert numbers == {"dim": 30, "budget": 3, "examples": 200}
    assert app.number_input(key="seed").value == 7
    assert app.get("button_group")[0].value == "lasso"
    assert not app.warning


def test_a_bad_link_gets_a_sentence_until_something_is_changed(open_app: Open) -> None:
    app = open_app(dim="many", alpha="-1", budget="2000")
    assert [w.value for w in app.warning] == [
        "Dim must be a whole number from 2 to 2000, but it is 'many': 500 is used.",
        "Budget must be at most dim, 500, but it is 2000: 5 is used.",
    ]
    assert app.slider(key="alpha").value == -1
    assert app.number_input(key="budget").value == 5
    app.run()
    assert len(app.warning) == 2
    app.number_input(key="dim").set_value(100).run()
    assert not app.warning


def test_settings_stay_on_another_page_and_back(open_app: Open) -> None:
    app = open_app()
    app.number_input(key="dim").set_value(100).run()
    app.switch_page("pages/guide.py").run()
    assert app.number_input(key="dim").value == 100
    app.switch_page("pages/explorer.py").run()
    assert app.number_input(key="dim").value == 100
    assert values(app)[0] == "0.165"
