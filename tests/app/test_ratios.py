"""The page `ratios` by AppTest, and its pictures."""

from collections.abc import Callable
from dataclasses import fields, replace
from itertools import combinations

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from aelr_core.analysis.what_if import Compared, Place, printed_values
from aelr_core.datasets.registry import load_dataset
from pages.ui import uploads
from pages.ui.cache import Shelf
from pages.ui.figures.frame import Picture
from pages.ui.figures.ratio_map import (
    CIRCLE,
    HERE,
    PLOTS,
    STAR,
    Point,
    label_positions,
    name_boxes,
    ratio_map_picture,
)
from pages.ui.figures.ratios import ratio_curves_picture, scale_free_picture
from pages.ui.figures.two_settings import two_settings_picture
from pages.ui.ratios import numbers, words
from pages.ui.ratios.controls import DEFAULTS, OWN, PROFILES, SIDEBAR, Side, sources
from pages.ui.ratios.numbers import compared
from pages.ui.settings import Settings, UploadedTable
from pages.ui.theme import Look
from tests.app.reading import as_read, charts

PAGE = "pages/ratios.py"
LIGHT = Look("light")
Open = Callable[..., AppTest]
ALPHAS, DIMS = np.linspace(-4, 0, 5), np.array([2, 10, 100])
RHO = np.outer([0.9, 0.5, 0.1], np.linspace(0.1, 1, 5))
POINTS = (
    Point("MNIST", -1.1, 784, "about it"),
    Point("Wine", -0.5, 13, "about it"),
    Point("mine.csv", -2, 40, "about it", STAR),
    Point("the sidebar's data", -2, 500, "about it", HERE),
)


def pictures(look: Look = LIGHT) -> dict[str, Picture]:
    curves = {(f, d): RHO[0] / d for f in ("ridge", "lasso") for d in (50, 500)}
    c = np.geomspace(0.1, 10, 5)
    shares = np.sort(np.random.default_rng(0).random(30))[::-1]
    return {
        "curves": ratio_curves_picture(ALPHAS, curves, here=-2, look=look),
        "map": ratio_map_picture(ALPHAS, DIMS, RHO, POINTS, family="ridge", look=look),
        "draws": two_settings_picture({"A": ("one", shares), "B": ("two", shares**2)}, look=look),
        "scale": scale_free_picture(c, np.full(5, 0.3), 7 * c**2, family="lasso", look=look),
    }


def comparison(app: AppTest) -> str:
    """Return the table of the two settings as it is read."""
    return as_read(next(b.value for b in app.main.markdown if "Predicted saving" in b.value))


def test_family_and_d_are_told_apart_without_colour() -> None:
    traces = pictures()["curves"].figure.data
    looks = {(t.line.dash, t.marker.symbol) for t in traces}
    assert len(looks) == len(traces) == 4


def test_data_sets_are_points_and_an_upload_is_a_star() -> None:
    contour, data = pictures()["map"].figure.data
    assert contour.type == "contour"
    assert data.marker.symbol == (CIRCLE, CIRCLE, STAR, HERE)
    assert list(data.text) == [p.name for p in POINTS]
    assert (data.x[0], data.y[0]) == (-1.1, 784)


def test_an_upload_among_the_bundled_data_sets_can_be_read() -> None:
    """The app's own sample stands beside "Breast cancer" on the lasso's map."""
    places = {
        "MNIST": (-0.3, 784),
        "Covertype": (-1.04, 54),
        "Digits": (-0.58, 64),
        "Breast cancer": (-0.55, 30),
        "Diabetes": (-1.46, 10),
        "Wine": (-0.48, 13),
        "clinic.csv": (-0.92, 29),
        "the sidebar's data": (-2.0, 500),
    }
    points = [Point(name, alpha, d, "") for name, (alpha, d) in places.items()]
    sides = label_positions(points)
    for plot in PLOTS:
        boxes = [name_boxes(point, plot)[side] for point, side in zip(points, sides, strict=True)]
        for (m, one), (n, other) in combinations(enumerate(boxes), 2):
            beside = min(one[2], other[2]) <= max(one[0], other[0])
            # Less than the space between two lines of text.
            above = min(one[3], other[3]) - max(one[1], other[1]) < 3
            assert beside or above, f"{points[m].name} and {points[n].name} in {plot}"


def test_a_file_may_be_called_anything() -> None:
    mine = Place("a,b|<b>.csv", 3, 0.5, -1.0, outside=False, uploaded=True)
    assert numbers._point(mine, STAR).name == "a,b|&lt;b&gt;.csv"
    assert "<b>a,b|&lt;b&gt;.csv</b>" in words.hover(mine)
    bundled = Place("Wine", 13, 0.5, -1.0, outside=False)
    assert r"**a\,b\|\<b\>\.csv**" in words.map_caption("ridge", [bundled, mine])


def test_the_page_opens_by_its_link_with_its_own_settings(open_app: Open) -> None:
    app = open_app(PAGE, b_source="exponential", b_ratio="0.9", b_dim="40", dims="10,1000")
    assert app.selectbox(key="b_source").value == "exponential"
    assert app.slider(key="b_ratio").value == 0.9
    assert app.number_input(key="b_dim").value == 40
    assert "| 5 of 100 | 5 of 40 |" in comparison(app)
    assert not app.main.warning
    assert len(charts(app)) == 4
    assert app.query_params["b_ratio"] == "0.9"
    assert sorted(app.query_params) == ["b_dim", "b_ratio", "b_source", "dims"]


def test_curves_are_drawn_for_the_chosen_d(
    open_app: Open, curve: Callable[[AppTest, str, str], np.ndarray]
) -> None:
    app = open_app(PAGE, dims="100")
    rho = curve(app, "ratio_curves", "ρ<sub>ridge</sub>, d = 100")
    assert rho[-1] == pytest.approx(1)
    assert rho[40] == pytest.approx(0.16458, abs=1e-5)  # α = −2


def test_a_bad_list_gets_one_sentence_and_loses_nothing(open_app: Open) -> None:
    app = open_app(PAGE, b_source="pasted", b_text="9 4 1 1")
    assert "4 pasted moments" in "".join(block.value for block in app.main.markdown)
    app.text_area(key="b_text").set_value("9 4 one 1").run()
    assert not app.exception
    assert app.text_area(key="b_text").value == "9 4 one 1"
    (sentence,) = (as_read(error.value) for error in app.main.error)
    assert sentence.startswith("Entry 3, 'one', is not a number")
    assert "4 pasted moments" in "".join(block.value for block in app.main.markdown)
    app.text_area(key="b_text").set_value("9 4").run()
    assert not app.main.error
    assert "2 pasted moments" in "".join(block.value for block in app.main.markdown)


def test_a_bad_link_gets_sentences_until_the_setting_is_changed(open_app: Open) -> None:
    app = open_app(PAGE, b_alpha="7", dims="3", a_source="nowhere")
    said = as_read(" ".join(warning.value for warning in app.main.warning))
    assert all(name in said for name in ("(b_alpha)", "(dims)", "(a_source)"))
    app.run()
    assert len(app.main.warning) == 3
    app.slider(key="b_alpha").set_value(-0.5).run()
    assert len(app.main.warning) == 2


def test_a_fourth_d_and_none_keep_the_last_choice(open_app: Open) -> None:
    app = open_app(PAGE)
    for chosen, limit in (([10, 50, 100, 500], "at most 3"), ([], "at least one")):
        (pills,) = (group for group in app.get("button_group") if group.key == "dims")
        pills.set_value([10, 100, 500]).run()
        assert not app.main.warning
        (pills,) = (group for group in app.get("button_group") if group.key == "dims")
        pills.set_value(chosen).run()
        (said,) = (as_read(warning.value) for warning in app.main.warning)
        assert limit in said
        assert app.query_params["dims"] in ("10,100,500", ["10,100,500"])
        (pills,) = (group for group in app.get("button_group") if group.key == "dims")
        pills.set_value([10]).run()
        assert not app.main.warning


def test_what_is_used_instead_is_said(open_app: Open) -> None:
    app = open_app(PAGE, a_source="upload", b_source="pasted", b_text="3 2 1", b_budget="600")
    (said,) = (as_read(warning.value) for warning in app.main.warning)
    assert "(a_source)" in said
    assert sources()[SIDEBAR] in said
    captions = [caption.value for caption in app.main.caption]
    assert any(caption.startswith("Setting B") and "600" in caption for caption in captions)
    app.number_input(key="b_budget").set_value(3).run()
    assert not any("600" in caption.value for caption in app.main.caption)
    assert len(app.main.warning) == 1  # until the source is changed
    app.selectbox(key="a_source").set_value("power").run()
    assert not app.main.warning


def test_settings_are_kept_while_the_visitor_is_away(open_app: Open) -> None:
    app = open_app(PAGE)
    app.slider(key="b_alpha").set_value(-0.5).run()
    app.switch_page("pages/guide.py").run()
    app.switch_page(PAGE).run()
    assert app.slider(key="b_alpha").value == -0.5
    assert not app.exception


def test_an_upload_is_on_the_map_and_can_be_compared(open_app: Open) -> None:
    rows = "\n".join(f"{t % 7},{t % 3},{(t * t) % 11},{t % 2}" for t in range(60))
    content = f"a,b,c,target\n{rows}\n".encode()
    app = open_app(PAGE)
    assert "Your uploaded table" not in app.selectbox(key="a_source").options
    data = load_dataset("csv", file=content, target="target")
    table = UploadedTable(str(data.fingerprint), "mine.csv", data.d, data.m, "target")
    app.session_state["_upload"] = uploads.Upload(table, content, Shelf(2**20))
    app.run()
    assert "Your uploaded table" in app.selectbox(key="a_source").options
    app.selectbox(key="a_source").set_value("upload").run()
    assert not app.exception
    drawn = charts(app)["ratio_map"].figure["data"]
    (points,) = (trace for trace in drawn if trace["type"] == "scatter")
    assert points["marker"]["symbol"][points["text"].index("mine.csv")] == STAR
    said = comparison(app)
    assert "| 3 of 3 |" in said
    assert f"| {data.rho_ridge:.3g} |" in said


# ---- Its numbers without Streamlit ----

FAMILIES = ("ridge", "lasso")


def side(**chosen: object) -> Compared:
    return compared({"A": Side(**chosen)}, Settings())["A"]


def test_every_printed_ratio_is_ours_rounded_or_cut_off() -> None:
    rows = printed_values()
    found = {(row.what, f): row.agreement(f) for row in rows for f in FAMILIES}
    assert len(found) == 12
    cut = {key for key, how in found.items() if how == "cut off"}
    assert cut == {("Synthetic, α = −0.5", "lasso"), ("Synthetic, α = −2", "ridge")}
    assert set(found.values()) == {"rounded", "cut off"}


@pytest.mark.parametrize("side", ["a", "b"])
def test_the_options_are_the_fields_of_a_side(side: str) -> None:
    table = {n: row.option for n, row in OWN.rows.items() if n.startswith(f"{side}_")}
    assert {name[2:] for name in table} == {field.name for field in fields(Side)}
    for name, option in table.items():
        assert option.default == getattr(DEFAULTS[side], name[2:])
        assert option.check(option.default) == option.default
        assert option.parse(str(option.default)) == option.default
    assert set(PROFILES) < set(sources())


@pytest.mark.parametrize("source", [*PROFILES, "mnist-3v5", "wine"])
@pytest.mark.parametrize("family", FAMILIES)
def test_every_source_can_be_compared(source: str, family: str) -> None:
    found = side(source=source, family=family)
    here = found.here
    assert 1 / here.d <= here.rho <= 1
    assert 0 < here.H <= here.d
    assert found.of_data == (source not in PROFILES)


def test_the_words_name_the_winner() -> None:
    steep, flat = side(alpha=-2.0), side(alpha=-0.5)
    assert words.verdict(steep, flat).startswith("**A gains more**")
    assert words.verdict(flat, steep).startswith("**B gains more**")
    assert "A and B gain" in words.verdict(flat, flat)
    data = Compared("smaller rows", True, replace(steep.here, M=steep.here.M / 4))
    assert "A and B gain equally" in words.verdict(steep, data)  # whatever their size
    other = replace(data, here=replace(data.here, budget=9))
    assert "A and B gain" not in words.verdict(steep, other)
