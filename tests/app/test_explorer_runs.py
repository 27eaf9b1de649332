"""The start page by AppTest: a run begins, ends, fails, is pinned and shared."""

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from aelr_core.algorithms import unasked
from pages.ui import visitor_run
from pages.ui.explorer import panels, words
from pages.ui.runs.board import BusyError, JobBoard
from tests.app.reading import as_read
from tests.app.screen import SMALL, Figure, Open, captions, finished, opened, pressed, texts, values
from tests.runs.waiting import until


def test_a_run_ends_on_the_screen_and_stays_when_a_widget_changes(
    open_app: Open, live_figure: Figure
) -> None:
    # a seed of its own: what another test has run would be a replay here
    app = finished(open_app(**SMALL, seed="71"))
    assert "replay" not in texts(app)
    job = app.session_state["_run_job"]
    line = live_figure(app, "learning")["lines"]["aerr"]
    np.testing.assert_allclose(line["y"], job.result.curves["aerr"].mean)
    assert words.CHANGED not in texts(app)
    assert "ddaerr-measured" in live_figure(app, "bounds")["lines"]
    assert re.search(r"measured risk of Chosen by size ends .* times lower", captions(app))
    app.number_input(key="budget").set_value(4).run()
    assert words.CHANGED in texts(app)
    np.testing.assert_allclose(live_figure(app, "learning")["lines"]["aerr"]["y"], line["y"])
    # back to settings that were run: their curves at once, without the mark
    app.number_input(key="budget").set_value(3).run()
    assert words.CHANGED not in texts(app)
    # another page and back
    app.switch_page("pages/story.py").run()
    app.switch_page("pages/explorer.py").run()
    assert "replay" not in texts(app)
    pressed(app, "run")  # nothing is computed again, and the page says so
    assert app.session_state["_run_job"] is job
    assert "replay" in texts(app)
    np.testing.assert_allclose(live_figure(app, "learning")["lines"]["aerr"]["y"], line["y"])


@pytest.mark.parametrize(
    ("seed", "where"),
    [(76, (panels, "learning")), (77, (visitor_run, "on_screen")), (78, (visitor_run, "live"))],
)
def test_a_run_that_ends_while_the_page_is_drawn_is_noticed(
    open_app: Open, monkeypatch: pytest.MonkeyPatch, seed: int, where: tuple[Any, str]
) -> None:
    app = open_app(**SMALL, seed=str(seed))
    usual = getattr(*where)
    found = []

    def until_it_ends(*given: Any, **named: Any) -> Any:
        """Return what was so before the run ended."""
        found.append(usual(*given, **named))
        if (job := visitor_run.job()) is not None:
            until(lambda: job.ended)
        return found[-1]

    monkeypatch.setattr(*where, until_it_ends)
    pressed(app, "run")
    assert len(found) > 1
    assert app.button(key="run").label == "Run"
    assert f", seed {seed}: " in captions(app)
    assert re.search(r"computed in \d", captions(app))


def test_the_sidebar_runs_what_the_start_page_shows(open_app: Open) -> None:
    app = open_app(**SMALL, seed="23")
    pressed(app, "run_here")
    until(lambda: app.session_state["_run_job"].ended)
    app.run()
    assert "seed 23:" in captions(app)
    app.switch_page("pages/story.py").run()
    assert not [one for one in app.button if one.key == "run_here"]  # nothing there would change


def test_pin_keeps_a_run_behind_the_next(open_app: Open, live_figure: Figure) -> None:
    app = pressed(finished(open_app(**SMALL)), "pin")
    assert app.button(key="pin").label == "Pinned"  # the list of pins is below the pictures
    app.number_input(key="seed").set_value(1).run()
    finished(app)
    grey = [uid for uid in live_figure(app, "learning")["lines"] if uid.startswith("pin0")]
    assert len(grey) == len(unasked("ridge"))
    assert re.search(r"Pinned.* seed = 0 .*\b1\b", as_read(texts(app)))
    pressed(app, "unpin_0")
    assert not [uid for uid in live_figure(app, "learning")["lines"] if uid.startswith("pin")]


def test_a_shared_link_runs_and_gives_the_same_numbers(open_app: Open, live_figure: Figure) -> None:
    app = opened(finished(open_app(**SMALL, seed="5")), "share")
    link = app.get("code")[0].value
    assert link.endswith("run=1")
    query = dict(pair.split("=") for pair in link.partition("?")[2].split("&"))
    assert query["seed"] == "5"
    there = open_app(**query)
    until(lambda: there.session_state["_run_job"].ended)
    there.run()
    for key in ("aerr", "adaptive_jaerr"):
        np.testing.assert_array_equal(
            live_figure(there, "learning")["lines"][key]["y"],
            live_figure(app, "learning")["lines"][key]["y"],
        )


def test_the_run_before_says_nothing_beside_a_run(
    open_app: Open, live_figure: Figure, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_app(runs="100")
    assert "-measured" in " ".join(live_figure(app, "bounds")["lines"])
    monkeypatch.setattr(visitor_run, "on_screen", lambda _: visitor_run._shipped())
    pressed(app, "run")
    assert "-measured" not in " ".join(live_figure(app, "bounds")["lines"])
    assert words.SAID["Bounds"] in captions(app)
    pressed(app, "stop")


def test_stop_keeps_what_is_there(
    open_app: Open, live_figure: Figure, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_app(examples="20000", runs="100", dim="100", step="theory", algorithms="uniform")
    pressed(app, "run")
    job = app.session_state["_run_job"]
    monkeypatch.setattr(visitor_run, "DOUBLE_CLICK", 60.0)
    pressed(app, "stop")
    assert not job.ended  # Run was clicked twice
    monkeypatch.setattr(visitor_run, "DOUBLE_CLICK", 0.0)
    until(lambda: job.result is not None and job.result.curves)
    app.run()
    assert values(app)[2].startswith("running")  # no saving of the run before
    assert app.button(key="stop_here").label == "Stop"
    assert words.GOES_ON not in app.get("progress")[0].proto.text
    assert not app.get("download_button")
    app.slider(key="alpha").set_value(-1.0).run()
    assert words.GOES_ON in app.get("progress")[0].proto.text
    assert app.session_state["_run_job"] is job
    assert not job.ended  # whoever moves a slider does not end a run
    app.slider(key="alpha").set_value(-2.0).run()
    pressed(app, "stop")
    assert app.session_state["_run_job"].state == "stopped"
    assert 0 < len(live_figure(app, "learning")["lines"]["aerr"]["y"]) <= 25
    assert live_figure(app, "learning")["layout"]["showlegend"]  # though it is the only curve
    assert "Stopped" in captions(app)
    assert app.button(key="run")


def test_a_busy_server_says_so(open_app: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    app = open_app(**SMALL, seed="87")

    busy = BusyError("60 runs are waiting.")

    def refuse(*_: object) -> None:
        raise busy

    monkeypatch.setattr(JobBoard, "submit", refuse)
    pressed(app, "run")
    (warning,) = [w.value.replace("\\", "") for w in app.warning]
    assert warning == str(busy)
    monkeypatch.undo()
    finished(app)
    assert not app.warning


def test_a_run_that_fails_says_so_and_can_be_tried_again(open_app: Open) -> None:
    app = open_app(**SMALL, seed="88")
    pressed(app, "run")
    job = app.session_state["_run_job"]
    until(lambda: job.ended)
    job.state, job.error = "failed", "It ended."
    app.run()
    assert job.error in app.error[0].value.replace("\\", "")
    assert app.button(key="run")


def test_a_number_typed_just_before_counts(open_app: Open) -> None:
    app = open_app(**SMALL, seed="90")
    app.number_input(key="seed").set_value(91)
    finished(app)  # presses Run before the page was drawn with the number
    assert ", seed 91: " in captions(app)
    assert words.CHANGED not in texts(app)


def test_run_and_then_another_page_at_once(open_app: Open) -> None:
    app = open_app(**SMALL, seed="92")
    app.button(key="run").click()
    app.switch_page("pages/story.py").run()  # one run of the script has both
    assert "_run_asked" not in app.session_state  # nothing begins when the visitor comes back
    until(lambda: app.session_state["_run_job"].ended)
    app.switch_page("pages/explorer.py").run()
    assert ", seed 92: " in captions(app)


def test_a_run_stopped_before_its_first_curve_says_so(
    open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visitor_run, "DOUBLE_CLICK", 0.0)
    app = open_app(examples="20000", runs="100", dim="100", step="theory", algorithms="uniform")
    pressed(app, "run")
    pressed(app, "stop")
    app.session_state["_run_job"].result = None  # should a curve have come in the last moment

    def said() -> list[str]:
        return [info.value for info in app.run().info]

    assert panels.NOTES["Stopped too soon"] in said()
    app.slider(key="alpha").set_value(-1.0)  # it is about settings that are gone
    assert panels.NOTES["Stopped too soon"] not in said()


def test_a_run_that_is_too_large_is_refused_with_what_to_do_and_nothing_is_lost(
    open_app: Open, live_figure: Callable[[AppTest, str], dict[str, Any]]
) -> None:
    app = open_app(dim="500", budget="500", examples="5000")
    before = live_figure(app, "learning")["lines"]
    app.button(key="run").click().run()
    assert not app.exception
    (warning,) = app.main.warning
    assert "40 s" in warning.value
    assert "reduce runs to" in warning.value
    (command,) = [code.value for code in app.main.code if code.value.startswith("python -m")]
    assert "--budget=500" in command
    assert app.button(key="run").label == "Run"  # nothing is under way
    assert live_figure(app, "learning")["lines"].keys() == before.keys()
    app.number_input(key="budget").set_value(5).run()
    assert not app.main.warning  # it was about other settings
    app.number_input(key="runs").set_value(1)
    app.number_input(key="examples").set_value(100).run()
    app.button(key="run").click().run()
    assert not app.main.warning
    assert not [code for code in app.main.code if code.value.startswith("python -m")]
