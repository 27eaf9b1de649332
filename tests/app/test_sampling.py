"""The page `sampling` by AppTest, and its pictures."""

from collections.abc import Callable
from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest
from streamlit.testing.v1 import AppTest

from aelr_core.analysis.draws import cumulative_share
from pages.ui.figures.distributions import SCHEMES, distributions_picture, shares_picture
from pages.ui.sampling import numbers
from pages.ui.settings import Settings
from pages.ui.theme import Look
from tests.app.reading import charts

PAGE = "pages/sampling.py"
LIGHT = Look("light")
Open = Callable[..., AppTest]
Curve = Callable[[AppTest, str, str], np.ndarray]
Q = {
    "uniform": np.full(4, 0.25),
    "known": np.array([0.1, 0.2, 0.3, 0.4]),
    "other": np.array([0.05, 0.1, 0.25, 0.6]),
    "careful": np.array([0.2, 0.2, 0.3, 0.3]),
    "zero": np.array([0.0, 0.5, 0.5, 0.0]),
}


def drawn(name: str) -> dict[str, go.Scatter]:
    named = {key: (f"scheme {key}", q) for key, q in Q.items()}
    if name == "schemes":
        by = np.array([1.0, 2, 3, 4])
        picture = distributions_picture(named, by, x="Attributes", x_log=True, look=LIGHT)
    else:
        shares = {key: (words, cumulative_share(q)) for key, (words, q) in named.items()}
        picture = shares_picture(shares, top=0.25, look=LIGHT)
    return {trace.uid: trace for trace in picture.figure.data}


def test_schemes_differ_in_colour_dash_and_marker() -> None:
    for what in ("place", "dash", "symbol"):
        assert len({getattr(look, what) for look in SCHEMES.values()}) == len(SCHEMES)


def test_attributes_stand_in_the_order_of_their_moments() -> None:
    traces = drawn("schemes")
    assert [*traces][:2] == ["careful", "zero"]  # under the lines
    assert sorted(traces, key=lambda uid: traces[uid].legendrank) == [*Q]
    known = traces["known"]
    assert [*known.y] == [0.4, 0.3, 0.2, 0.1]
    zero = traces["zero"]
    assert np.isnan([zero.y[0], zero.y[3]]).all()
    assert zero.mode == "markers"


def test_shares_start_at_nothing_and_end_at_all() -> None:
    for trace in drawn("shares").values():
        assert trace.y[0] == 0
        assert trace.y[-1] == pytest.approx(100)


def test_the_page_has_all_schemes_and_pictures(open_app: Open) -> None:
    app = open_app(PAGE, dim="200", examples="1000", simulated="100", phase_one="500")
    assert len(charts(app)) == 7
    assert app.main.select_slider[0].value == 500
    assert len(app.main.dataframe[0].value["Scheme"]) == len(SCHEMES)
    assert sorted(app.query_params) == ["dim", "examples", "phase_one", "simulated"]


def test_the_slider_follows_the_sidebar_until_it_is_moved(open_app: Open) -> None:
    app = open_app(PAGE, dim="100", examples="1000")
    slider = app.main.select_slider[0]
    assert slider.value == 100
    app.number_input(key="examples").set_value(2_000).run()
    assert app.main.select_slider[0].value == 200
    app.main.select_slider[0].set_value(1_000).run()
    assert app.query_params["phase_one"] == "1000"
    app.number_input(key="examples").set_value(1_500).run()
    assert app.main.select_slider[0].value == 1_000
    app.switch_page("pages/guide.py").run()
    app.switch_page(PAGE).run()
    assert app.main.select_slider[0].value == 1_000
    assert not app.exception


def test_pictures_are_shown_for_any_data_and_estimated_for_their_own(open_app: Open) -> None:
    app = open_app(PAGE, data="digits-3v5", examples="500", image="digits-3v5", family="lasso")
    assert len(charts(app)) == 8
    (choice,) = (group for group in app.get("button_group") if group.key == "image")
    choice.set_value("mnist-3v5").run()
    (button,) = (b for b in app.main.button if b.label.startswith("Use"))
    button.click().run()
    assert app.selectbox(key="data").value == "mnist-3v5"
    assert not app.exception


def the_film(app: AppTest) -> dict[str, Any]:
    shown = charts(app)["pi_film"]
    assert "Film of" in shown.alt
    found: dict[str, Any] = shown.figure
    return found


def press(app: AppTest, key: str) -> None:
    app.button(key=key).click().run()
    assert not app.exception


def test_a_film_of_pixels_is_made_once_it_is_asked_for(open_app: Open) -> None:
    app = open_app(PAGE, data="digits-3v5", budget="4", image="digits-3v5")
    assert "pi_film" not in charts(app)
    press(app, "make_film")
    film = the_film(app)
    assert [trace["name"] for trace in film["data"]] == ["Adaptive JAERR (ours)", "JAERR (ours)"]
    assert film["data"][0]["type"] == "heatmap"
    names = [frame["name"] for frame in film["frames"]]
    assert names[:4] == ["0", "10", "15", "20"]
    assert names[-1] == "292"
    assert [step["label"] for step in film["layout"]["sliders"][0]["steps"]] == names
    app.toggle(key="projector").set_value(True).run()
    assert the_film(app)["frames"]  # the same film, larger
    app.number_input(key="budget").set_value(5).run()
    assert app.button(key="make_film").label == "Make the film"  # another film


def test_a_film_of_other_data_is_drawn_over_the_attributes(open_app: Open) -> None:
    app = open_app(PAGE, dim="40", examples="300", family="lasso", budget="3")
    press(app, "make_film")
    film = the_film(app)
    assert [trace["mode"] for trace in film["data"]] == ["lines", "markers"]
    assert {len(frame["data"]) for frame in film["frames"]} == {2}


def test_the_joint_sample_stands_beside_the_best_q(open_app: Open, curve: Curve) -> None:
    app = open_app(PAGE, dim="100", examples="1000", alpha="-0.5")
    share = curve(app, "schemes", "JAERR (ours), π/(k + 1)")
    assert share.sum() == pytest.approx(1)
    best = curve(app, "schemes", "best for ridge")
    assert share == pytest.approx(best, rel=0.05)  # no attribute is at its cap


def test_every_split_of_the_paper_is_among_those_drawn() -> None:
    for budget in (2, 3, 57):
        found = numbers.split_sizes_of(Settings(dim=60, examples=100, budget=budget))
        assert {found.theory, found.even} <= {*found.k_x}
        assert len(found.start) == len(found.plain) == len(found.moment_aware) == budget - 1


def test_before_anything_is_seen_the_draws_are_uniform(open_app: Open) -> None:
    """At m₁ = 1 the default settings have seen zeros only: no attribute is left out for that."""
    app = open_app(PAGE, phase_one="1", dim="500")
    said = "\n".join(block.value for block in app.main.caption)
    assert "**497** of 500" in said
    assert "**3** were" in said
