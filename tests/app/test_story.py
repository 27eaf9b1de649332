"""The story by AppTest: scenes are short, true, and change with their controls."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from aelr_core.moments import rho_ridge
from pages.ui.example_run import example_run
from pages.ui.settings.sidebar_rows import ROWS
from pages.ui.story import clinic, pictures
from pages.ui.story.clinic import CLINIC
from pages.ui.story.scenes import SCENES, Scene
from pages.ui.story.stage import OWN
from pages.ui.texts import text
from tests.app.screen import texts

PAGE = "pages/guide.py"
Open = Callable[..., AppTest]
Figure = Callable[[AppTest, str], dict[str, Any]]


def other(scene: Scene) -> list[Any]:
    """Return another value of the first control, and the defaults of the rest."""
    first = scene.rows[0].option
    ends = [*first.choices, first.at_least, first.at_most]
    found = next(end for end in ends if end is not None and end != first.default)
    rest = [row.option.default for row in scene.rows[1:]]
    return [type(first.default)(found), *rest]


def test_the_controls_of_scenes_are_their_own() -> None:
    names = [row.name for scene in SCENES for row in scene.rows]
    assert len({*names, "scene"}) == len(names) + 1
    assert not {*names, "scene"} & {*ROWS}


def test_every_scene_opens_by_its_link_and_leads_to_the_explorer(open_app: Open) -> None:
    app = open_app(PAGE)
    for scene in SCENES:
        app.query_params["scene"] = scene.key
        app.run()
        assert not app.exception
        assert app.title[0].value.endswith(scene.title)
        assert text(f"story/{scene.key}") in texts(app)
        assert app.button(key=f"try_{scene.key}").label == "Try it in the explorer"
        there = scene.settings(*other(scene))
        assert replace(there, alpha=CLINIC.alpha) == CLINIC
    app.query_params["scene"] = "ratio"
    app.run()
    app.slider(key="decay").set_value(-1.5).run()
    app.slider(key="decay").set_value(CLINIC.alpha).run()
    app.button(key="try_ratio").click().run()
    assert app.session_state["_settings"] == CLINIC


def test_next_and_back_turn_the_scenes(open_app: Open, live_figure: Figure) -> None:
    app = open_app(PAGE)
    assert app.button(key="back").disabled
    app.button(key="next").click().run()
    assert SCENES[1].title in app.title[0].value
    few = live_figure(app, "story-blind")["alt"]
    app.slider(key="group").set_value(1_000).run()
    assert live_figure(app, "story-blind")["alt"] != few
    app.button(key="back").click().run()
    assert SCENES[0].title in app.title[0].value
    app.session_state["scene"] = SCENES[-1].key
    app.run()
    assert app.button(key="next").disabled


def test_a_scene_that_is_none_is_refused_in_a_sentence(open_app: Open) -> None:
    app = open_app(PAGE)
    app.query_params["scene"] = "eleven"
    app.run()
    assert "Scene" in app.warning[0].value
    assert SCENES[0].title in app.title[0].value
    OWN.rows["scene"].check("race")


def test_the_cloud_shrinks_to_what_rho_says() -> None:
    *_, left = clinic.cloud(0.5)
    assert left == pytest.approx(rho_ridge(clinic.rows().moments))


def test_the_race_ends_as_told() -> None:
    result = example_run()
    assert result.spec == CLINIC.spec()
    ends = {key: result.curves[key].mean[-1] for key in pictures.RACERS}
    order = sorted(ends, key=ends.__getitem__)
    assert {*order[:2]} == {pictures.JOINT, pictures.ADAPTIVE}
    assert order[2:] == [pictures.KNOWN, pictures.TWO_PHASED, pictures.UNIFORM]


def test_where_tests_are_alike_whole_panels_win_and_where_not_choosing_does() -> None:
    alike, unequal = clinic.ends(0.0), clinic.ends(-3.0)
    assert min(alike, key=alike.__getitem__) == "online_ridge"
    assert unequal["ddaerr"] < 0.6 * unequal["aerr"]
