"""The story: each scene's picture shows what its text claims, and changes with its controls."""

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from aelr_core.moments import rho_ridge
from pages.ui.lessons.plans import LESSONS
from pages.ui.prose import sections, text
from pages.ui.settings.table import SETTINGS
from pages.ui.stored_runs import example_run
from pages.ui.story import clinic
from pages.ui.story.clinic import (
    ADAPTIVE,
    CLINIC,
    JOINT,
    KNOWN,
    OFFLINE,
    TWO_PHASED,
    UNIFORM,
)
from pages.ui.story.scenes import MET, SCENES
from pages.ui.story.stage import OWN
from tests.app.screen import texts

PAGE = "pages/story.py"
Open = Callable[..., AppTest]
Figure = Callable[[AppTest, str], dict[str, Any]]


def test_the_controls_of_scenes_are_their_own() -> None:
    names = [row.name for scene in SCENES for row in scene.rows]
    assert len({*names, "scene"}) == len(names) + 1
    assert not {*names, "scene"} & {*SETTINGS}


def test_every_scene_opens_by_its_link(open_app: Open) -> None:
    app = open_app(PAGE)
    for scene in SCENES:
        app.query_params["scene"] = scene.key
        app.run()
        assert not app.exception
        assert app.title[0].value.endswith(scene.title)
        assert text(f"story/{scene.key}") in texts(app)


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
    assert "next" not in [button.key for button in app.button]
    for number, (_, body) in enumerate(sections("story/check").items()):
        wrong, right = (re.search(rf"- \[{mark}\] (.*)", body) for mark in (" ", "x"))
        assert wrong is not None
        assert right is not None
        for words, verdict in ((wrong[1], "**Not quite.**"), (right[1], "**Right.**")):
            app.radio(key=f"check_{number}").set_value(words).run()
            assert any(verdict in one.value for one in app.markdown)
        app.radio(key=f"check_{number}").set_value(None).run()
    app.button(key="first_lesson").click().run()
    assert app.session_state["_settings"] == LESSONS[0].settings


def test_a_scene_that_is_none_is_refused_in_a_sentence(open_app: Open) -> None:
    app = open_app(PAGE)
    app.query_params["scene"] = "eleven"
    app.run()
    assert "Scene" in app.warning[0].value
    assert SCENES[0].title in app.title[0].value
    OWN.settings["scene"].check("race")


# ---- The claims ----


def test_picked_tiles_are_scored_against_uniform_and_chosen_by_size(
    open_app: Open, live_figure: Figure
) -> None:
    X, M, budget = clinic.rows().X_train, clinic.rows().moments, CLINIC.budget
    assert (clinic.volunteer(1) != 0).sum() >= 3
    for picked in ((0, 1, 2, 3, 4), (90, 92, 94, 96, 98)):
        mine, blind, by_size = clinic.finds(picked).values()
        assert mine == pytest.approx((X[:, picked] != 0).sum(axis=1).mean())
        assert blind == pytest.approx(budget * M.mean(), rel=0.03)
        assert by_size == pytest.approx(budget * (M**1.5).sum() / (M**0.5).sum(), rel=0.03)
        assert (mine > by_size > blind) == (picked[0] == 0)  # it can be beaten, and is not always
    app = open_app(PAGE)
    app.query_params["picks"] = "1,3,7,8"
    app.run()
    assert live_figure(app, "story-problem")["alt"].count("4 were run and 3 of them are pos") == 1
    app.session_state["picks"] = [1, 3, 7, 8, 9]
    app.run()
    assert "all of the others are shown" in live_figure(app, "story-problem")["alt"]


@pytest.mark.parametrize("clicked", [7, 7.0, 101, -1, "7", None, [7], float("nan")])
def test_a_click_picks_a_tile_or_does_nothing(clicked: object) -> None:
    app = AppTest.from_function(_click, kwargs={"clicked": clicked}).run()
    assert not app.exception
    assert app.session_state["picks"] == ([7, 8] if clicked in (7, 7.0) else [8])


def _click(clicked: object) -> None:
    from types import SimpleNamespace

    import streamlit as st

    from pages.ui.story import stage

    st.session_state["picks"] = [8]
    st.session_state["chart"] = SimpleNamespace(clicked=clicked)
    stage._pick("chart", "picks")


def test_estimates_begin_at_0_jump_too_high_and_settle_at_the_truth() -> None:
    tests, means = clinic.averages(10_000)
    assert (clinic.volunteer(1)[tests] == 1).all()
    assert not means[0].any()
    assert (means.max(axis=0) > 1.4).all()
    assert (abs(means[-1] - 1) < 0.1).all()


def test_the_cloud_shrinks_to_what_rho_says() -> None:
    *_, left = clinic.cloud(0.5)
    assert left == pytest.approx(rho_ridge(clinic.rows().moments))
    (lean,) = next(scene.rows for scene in SCENES if scene.key == "cloud")
    for s in np.arange(0, (lean.at_most or 0) + 0.01, 0.1):
        estimates, truth, left = clinic.cloud(round(float(s), 2))
        wide = (abs(estimates - truth) > clinic.REACH).any(axis=1)
        assert wide.sum() <= 1  # all but one in the picture
        spread = estimates.var(axis=0).sum() / clinic.cloud(0.0)[0].var(axis=0).sum()
        assert spread == pytest.approx(left, rel=0.35)  # as wide as the caption says


def test_tests_leave_the_flat_line_and_the_rest_stay_on_a_lower_one() -> None:
    film = clinic.film()
    looks = {met: film.adaptive[[*film.examples].index(met)] for met in MET}
    found = [clinic.outstanding(pi) for pi in looks.values()]
    assert not len(found[0])
    assert all({*before} <= {*after} for before, after in pairwise(found))
    last = looks[MET[-1]]
    rest = np.delete(last, found[-1])
    assert len(found[-1]) > 3
    assert len(rest) > 90
    assert np.ptp(rest) < 0.5 * np.median(rest)  # flat
    assert np.median(rest) < 0.5 * looks[0][0]  # and lower
    assert (last[found[-1]] > film.known[0][found[-1]]).sum() > len(
        found[-1]
    ) / 2  # above the slope


def test_the_race_is_the_example_run_and_ends_as_told() -> None:
    """Whose order is that of `test_start_order`."""
    assert example_run().spec == CLINIC.spec()
    ends = {key: float(curve.mean[-1]) for key, curve in example_run().curves.items()}
    ours, middle = (ends[JOINT], ends[ADAPTIVE]), ends[TWO_PHASED]
    assert max(ours) < ends[KNOWN] < middle < ends[UNIFORM]
    assert ends[KNOWN] < 0.7 * ends[UNIFORM]


def test_whole_rows_are_lowest_at_every_stop_and_choosing_comes_close_at_the_end() -> None:
    (row,) = SCENES[-1].rows
    for alpha in np.arange(float(row.at_least or 0), 0.01, row.step or 1):
        ends = {key: one.mean[-1] for key, one in clinic.whole_run(alpha).curves.items()}
        assert min(ends, key=ends.__getitem__) == OFFLINE
        assert (ends[JOINT] < 1.2 * ends[OFFLINE]) == (alpha == row.at_least)
        assert (ends[KNOWN] > ends[UNIFORM]) == (alpha == -1)
