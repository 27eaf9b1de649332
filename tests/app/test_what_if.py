"""The page `what_if` by AppTest, and its numbers."""

from collections.abc import Callable
from dataclasses import fields
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from aelr_core.analysis.what_if import Place
from aelr_core.datasets.registry import load_dataset
from pages.ui import uploads
from pages.ui.cache import Shelf
from pages.ui.figures.what_if import STAR
from pages.ui.settings import Settings, UploadedTable
from pages.ui.shell import OLD_ADDRESSES
from pages.ui.what_if import words
from pages.ui.what_if.controls import DEFAULTS, OWN, PROFILES, SIDEBAR, Side, sources
from pages.ui.what_if.numbers import Compared, compared
from tests.app.reading import as_read, charts, words_at_first
from tests.app.screen import opened

PAGE = "pages/what_if.py"
Open = Callable[..., AppTest]
FAMILIES = ("ridge", "lasso")


def traces(app: AppTest, key: str) -> dict[str, Any]:
    """Return the traces of a chart, by uid."""
    return {trace["uid"]: trace for trace in charts(app)[key].figure["data"]}


def captions(app: AppTest) -> str:
    """Return what stands below the charts."""
    return " ".join(as_read(caption.value) for caption in app.main.caption)


def labels(app: AppTest) -> str:
    """Return how the settings A and B are called where their draws are shown."""
    return " | ".join(trace["name"] for trace in traces(app, "two_settings").values())


def test_old_addresses_lead_here() -> None:
    assert {OLD_ADDRESSES[old] for old in ("ratios", "sampling")} == {"what_if"}


@pytest.mark.parametrize("data", ["synthetic", "digits-3v5", "wine"])
def test_there_is_little_to_read_at_first(open_app: Open, data: str) -> None:
    app = open_app(PAGE, data=data)
    assert 100 < words_at_first(app) <= 300
    first = ["ratio_curves", "ratio_map", "needs", "two_settings", "draws", "pi_film"]
    assert [*charts(app)] == first
    assert {*charts(opened(app, "open_phase_one"))} == {*first, "phase_one_draws"}
    assert "((" not in " ".join(caption.value for caption in app.main.caption)


def test_a_file_may_be_called_anything() -> None:
    mine = Place("a,b|<b>.csv", 3, 0.5, -1.0, outside=False, uploaded=True)
    point = words.point(mine, "ridge")
    assert (point.name, point.symbol) == ("a,b|&lt;b&gt;.csv", STAR)
    assert "<b>a,b|&lt;b&gt;.csv</b>" in point.words
    bundled = Place("Wine", 13, 0.5, -1.0, outside=False)
    assert r"**a\,b\|\<b\>\.csv**" in words.map_caption([bundled, mine])


def test_an_old_link_opens_with_its_own_settings(open_app: Open) -> None:
    link = {"b_source": "exponential", "b_ratio": "0.9", "b_dim": "40"}
    app = open_app(PAGE, **link, phase_one="200", image="digits-3v5", simulated="100")
    assert app.selectbox(key="b_source").value == "exponential"
    assert app.slider(key="b_ratio").value == 0.9
    assert app.number_input(key="b_dim").value == 40
    assert "B: Exponential, r = 0.9" in labels(app)
    assert app.main.select_slider[0].value == 200
    assert not app.main.warning
    assert app.query_params["b_ratio"] == "0.9"
    assert {*app.query_params} == {*link, "phase_one", "image", "simulated"}


def test_a_and_b_lie_on_curves_of_their_own_d(open_app: Open) -> None:
    app = open_app(PAGE)
    drawn = traces(app, "ratio_curves")
    rho = drawn["ridge-100"]["y"]
    assert rho[-1] == pytest.approx(1)
    a, b = drawn["sides"]["y"]
    assert rho[40] == pytest.approx(a)  # the sidebar's data: α = −2, d = 100
    assert drawn["sides"]["x"] == pytest.approx([-2, -1])
    assert a < b
    app.number_input(key="b_dim").set_value(500).run()
    curves = {uid for uid in traces(app, "ratio_curves") if uid != "sides"}
    assert curves == {f"{family}-{d}" for family in FAMILIES for d in (100, 500)}


def test_a_and_b_have_the_sidebars_family_and_budget(open_app: Open) -> None:
    app = open_app(PAGE, b_source="wine", family="lasso", budget="3")
    wine = load_dataset("wine", family="lasso")
    drawn = traces(app, "needs")["B"]["x"]
    assert drawn[0] == pytest.approx(100 * wine.rho_lasso)
    app.number_input(key="budget").set_value(8).run()
    assert traces(app, "needs")["B"]["x"][-1] > drawn[-1]
    assert app.number_input(key="budget").value == 8


def test_the_measured_saving_comes_with_a_run_and_the_bounds_are_named(open_app: Open) -> None:
    app = open_app(PAGE)
    a, b = (traces(app, "needs")[letter]["text"] for letter in "AB")
    assert a[1] == "A: 28%"  # of the run that ships with the app
    assert b[1].endswith("%")  # of the atlas
    said = captions(app)
    assert "**Saving of A: 3.6× fewer**, measured in 20 runs; the bounds say 5.1× fewer." in said
    assert "press Run" not in said
    app.number_input(key="b_dim").set_value(101).run()
    assert traces(app, "needs")["B"]["text"][1] == "B: no run yet"
    assert "press Run in the Explorer" in captions(app)


def test_a_saving_where_sizes_are_alike_is_called_chance(open_app: Open) -> None:
    app = open_app(PAGE, alpha="0")
    assert "chance" in captions(app)
    assert "chance" in captions(app.switch_page("pages/bounds.py").run())
    app.slider(key="alpha").set_value(-2.0).run()
    assert "chance" not in captions(app)


def test_what_cannot_be_run_has_no_measured_bar(open_app: Open) -> None:
    app = open_app(PAGE, b_source="blocks")
    assert traces(app, "needs")["B"]["text"][1] == ""
    assert "press Run" not in captions(app)
    app.selectbox(key="a_source").set_value("exponential").run()
    assert len(traces(app, "needs")["A"]["text"]) == 2  # nobody can: the row goes


def test_what_is_no_power_law_lies_on_the_curve_of_its_d(open_app: Open) -> None:
    app = open_app(PAGE, a_source="wine")
    drawn = traces(app, "ratio_curves")
    assert drawn["sides"]["text"] == ["<b>A</b>", "<b>B</b>"]
    assert {uid for uid in drawn if uid.startswith("ridge-")} == {"ridge-13", "ridge-100"}
    curve, (x, *_), (y, *_) = drawn["ridge-13"], drawn["sides"]["x"], drawn["sides"]["y"]
    assert np.interp(x, curve["x"], curve["y"]) == pytest.approx(y, rel=0.02)
    assert "A stands at the α" in captions(app)
    app.selectbox(key="b_source").set_value("exponential").run()
    assert "A and B stand at the α" in captions(app)


def test_the_images_follow_a_side_that_becomes_images(open_app: Open) -> None:
    app = open_app(PAGE)
    app.selectbox(key="b_source").set_value("digits-3v5").run()
    assert app.query_params["image"] == "digits-3v5"
    assert traces(app, "draws")["known"]["z"].size == 64
    (choice,) = (group for group in app.get("button_group") if group.key == "image")
    choice.set_value("mnist-3v5").run()
    assert traces(app, "draws")["known"]["z"].size == 784


def test_a_bad_list_gets_one_sentence_and_loses_nothing(open_app: Open) -> None:
    app = open_app(PAGE, b_source="pasted", b_text="9 4 1 1")
    assert "4 pasted moments" in labels(app)
    app.text_area(key="b_text").set_value("9 4 one 1").run()
    assert not app.exception
    assert app.text_area(key="b_text").value == "9 4 one 1"
    (sentence,) = (as_read(error.value) for error in app.main.error)
    assert sentence.startswith("Entry 3, 'one', is not a number")
    assert "4 pasted moments" in labels(app)
    app.text_area(key="b_text").set_value("9 4").run()
    assert not app.main.error
    assert "2 pasted moments" in labels(app)


def test_a_bad_link_gets_sentences_until_a_setting_is_changed(open_app: Open) -> None:
    app = open_app(PAGE, b_alpha="7", b_dim="1", a_source="nowhere")
    said = as_read(" ".join(warning.value for warning in app.main.warning))
    assert all(name in said for name in ("(b_alpha)", "(b_dim)", "(a_source)"))
    assert len(app.run().main.warning) == 1
    app.slider(key="b_alpha").set_value(-0.5).run()
    assert not app.main.warning


def test_what_is_used_instead_is_said(open_app: Open) -> None:
    app = open_app(PAGE, a_source="upload", b_source="pasted", b_text="3 2 1", budget="60")
    (said,) = (as_read(warning.value) for warning in app.main.warning)
    assert "(a_source)" in said
    assert sources()[SIDEBAR] in said
    captions = [caption.value for caption in app.main.caption]
    assert any(caption.startswith("B ") and "60" in caption for caption in captions)
    app.number_input(key="budget").set_value(3).run()
    assert not any("k + 1 = 3 is used" in caption.value for caption in app.main.caption)
    app.selectbox(key="b_source").set_value("blocks").run()
    assert not app.main.warning


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
    points = traces(app, "ratio_map")["data"]
    assert points["marker"]["symbol"][points["text"].index("mine.csv")] == STAR
    assert traces(app, "needs")["A"]["x"][0] == pytest.approx(100 * data.rho_ridge)


# ---- Where the draws go ----


def test_the_slider_follows_the_sidebar_until_it_is_moved(open_app: Open) -> None:
    app = opened(open_app(PAGE, image="sidebar", dim="100", examples="1000"), "open_phase_one")
    assert app.main.select_slider[0].value == 100
    app.number_input(key="examples").set_value(2_000).run()
    assert app.main.select_slider[0].value == 200
    before = traces(opened(app, "open_phase_one"), "phase_one_draws")["zero"]["y"]
    app.main.select_slider[0].set_value(1_000).run()
    assert app.query_params["phase_one"] == "1000"
    after = traces(app, "phase_one_draws")["zero"]["y"]
    assert not np.array_equal(after, before, equal_nan=True)
    app.number_input(key="examples").set_value(1_500).run()
    assert app.main.select_slider[0].value == 1_000
    app.slider(key="b_alpha").set_value(-0.5).run()
    app.switch_page("pages/story.py").run()
    app.switch_page(PAGE).run()
    assert app.main.select_slider[0].value == 1_000
    assert app.slider(key="b_alpha").value == -0.5
    assert not app.exception


def test_images_are_of_mnist_until_others_are_chosen(open_app: Open) -> None:
    app = open_app(PAGE, data="wine", family="lasso")
    said = " ".join(as_read(block.value) for block in app.main.markdown)
    assert "**MNIST, 3 against 5**, whatever the sidebar's data: lasso, 5 of 784 pixels" in said
    assert {trace["type"] for trace in traces(app, "draws").values()} == {"heatmap"}
    (choice,) = (group for group in app.get("button_group") if group.key == "image")
    choice.set_value("sidebar").run()
    assert {trace["type"] for trace in traces(app, "draws").values()} == {"scatter"}
    said = " ".join(as_read(block.value) for block in app.main.markdown)
    assert "**Wine**: lasso, 5 of 13 attributes" in said


def test_films_are_of_pixels_or_of_attributes(open_app: Open) -> None:
    app = open_app(PAGE, data="digits-3v5", budget="4", image="digits-3v5")
    opened(app, "open_phase_one")
    film = charts(app)["pi_film"].figure
    assert [trace["name"] for trace in film["data"]] == ["Learns as it goes", "One joint sample"]
    assert film["data"][0]["type"] == "heatmap"
    assert app.main.select_slider[0].value == 292  # not more than there are rows
    names = [frame["name"] for frame in film["frames"]]
    assert names[:4] == ["0", "10", "15", "20"]
    assert names[-1] == "292"
    app.selectbox(key="data").set_value("wine").run()
    (choice,) = (group for group in app.get("button_group") if group.key == "image")
    choice.set_value("sidebar").run()
    film = charts(app)["pi_film"].figure
    assert [trace["mode"] for trace in film["data"]] == ["lines", "markers"]


def test_it_says_what_learning_the_sizes_first_misses(open_app: Open) -> None:
    said = captions(open_app(PAGE, image="sidebar", phase_one="1", dim="500"))
    # at m₁ = 1 only zeros were seen: no attribute is left out for that
    assert "**497** of 500" in said
    assert "draws uniformly" in said


# ---- Its numbers without Streamlit ----


def side(source: str, family: str = "ridge") -> Compared:
    return compared(Side(source=source), Settings(family=family))


@pytest.mark.parametrize("side", ["a", "b"])
def test_the_options_are_the_fields_of_a_side(side: str) -> None:
    table = {n: row for n, row in OWN.settings.items() if n.startswith(f"{side}_")}
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
    facts = found.facts
    assert 1 / facts.d <= facts.rho <= 1
    assert 0 < facts.H <= facts.d
    assert found.place("A", family).rho == pytest.approx(facts.rho)
