"""The start page by AppTest: every control does what it says, and a run keeps what it finds."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from pages.ui import runs
from pages.ui.explore import panels, shown
from pages.ui.runs.job_board import BusyError
from tests.runs.waiting import until

Open = Callable[..., AppTest]
Figure = Callable[[AppTest, str], dict[str, Any]]
CHARTS = ("learning", "sampling", "ratios", "bounds")
# A run that takes a moment.
SMALL = {"dim": "20", "budget": "3", "examples": "100", "runs": "2", "step": "theory"}


def values(app: AppTest) -> list[str]:
    return [metric.value for metric in app.metric]


def captions(app: AppTest) -> str:
    return "\n".join(caption.value for caption in app.caption)


def texts(app: AppTest) -> str:
    return "\n".join(markdown.value for markdown in app.markdown)


def pressed(app: AppTest, key: str) -> AppTest:
    app.button(key=key).click().run()
    assert not app.exception
    return app


def opened(app: AppTest, *popovers: str) -> AppTest:
    """Open the boxes of some buttons."""
    for key in popovers:
        app.session_state[key] = True
    return app.run()


def finished(app: AppTest) -> AppTest:
    """Press Run, wait for the end, and look again."""
    pressed(app, "run")
    job = app.session_state["_run_job"]
    until(lambda: job.ended)
    assert job.state == "done"
    return app.run()


def test_first_screen(open_app: Open, live_figure: Figure) -> None:
    app = open_app()
    assert values(app) == ["0.0562", "0.00329", "1/39", "3", "500", "8.87", "1 of 3"]
    for key in CHARTS:
        assert len(live_figure(app, key)["alt"]) > 60
    learning = live_figure(app, "learning")
    shipped = shown.default_result()
    for key, curve in shipped.curves.items():
        np.testing.assert_allclose(learning["lines"][key]["y"], curve.mean)
    assert "example run" in texts(app)
    assert "| DDAERR, known moments | 0.221 ± 0.031 |" in texts(app)
    assert not app.warning
    assert not app.error


def test_alpha(open_app: Open, live_figure: Figure) -> None:
    app = open_app()
    app.slider(key="alpha").set_value(0.0).run()
    assert values(app)[:2] == ["1", "1"]
    assert live_figure(app, "sampling")["lines"]["ddaerr"]["y"] == pytest.approx(1 / 500)
    assert live_figure(app, "ratios")["lines"]["ridge-here"]["x"] == [0.0]
    # the run on the screen is still there, and said to be of other settings
    assert len(live_figure(app, "learning")["lines"]["ddaerr"]["y"]) == 25
    assert "settings changed since this run" in texts(app)


def test_family(open_app: Open, live_figure: Figure) -> None:
    app = open_app(family="lasso", dim="100")
    q = live_figure(app, "sampling")["lines"]["ddaelr"]["y"]
    assert q[0] / q[1] == pytest.approx(4)  # M itself, not its root
    assert "two_phase_ddaelr" in live_figure(app, "bounds")["lines"]
    assert values(app)[-1] == "3 of 4"


def test_budget_and_examples(open_app: Open, live_figure: Figure) -> None:
    app = open_app(examples="1000", budget="50")
    bounds = live_figure(app, "bounds")
    assert bounds["layout"]["shapes"][0]["x0"] == 50_000
    assert "ddaerr-measured" not in bounds["lines"]  # the run on the screen is another one
    assert values(app)[3] == "3"  # the cheapest does not depend on the chosen one


def test_theory_makes_the_light_change(open_app: Open) -> None:
    assert values(open_app(mode="theory"))[-1] == "2 of 3"


def test_a_data_set_with_pixels(open_app: Open, live_figure: Figure) -> None:
    app = open_app(data="mnist-3v5", budget="57")
    assert values(app)[:2] == ["0.454", "0.197"]
    assert values(app)[4] == "784"
    image = live_figure(app, "sampling")
    assert "28 by 28 pixels" in image["alt"]
    choose(app, "Attributes", "sorted")
    assert "pixels" not in live_figure(app, "sampling")["alt"]
    assert live_figure(app, "ratios")["lines"]["lasso-data-True"]["x"] == ["MNIST"]


def choose(app: AppTest, label: str, value: object) -> None:
    (control,) = [c for c in app.get("button_group") if c.label == label]
    control.set_value(value).run()
    assert not app.exception


def test_views_of_the_curves(open_app: Open, live_figure: Figure) -> None:
    app = open_app()
    curve = shown.default_result().curves["aerr"]
    choose(app, "x-axis", "examples")
    assert list(live_figure(app, "learning")["lines"]["aerr"]["x"]) == list(curve.examples)
    choose(app, "y-scale", True)
    assert live_figure(app, "learning")["layout"]["yaxis"]["type"] == "log"
    choose(app, "x-scale", True)
    assert live_figure(app, "learning")["layout"]["xaxis"]["type"] == "log"
    choose(app, "Lines and spread", "quantiles")
    line = live_figure(app, "learning")["lines"]["aerr"]
    np.testing.assert_allclose(line["y"], np.median(curve.relative_loss, axis=0))
    choose(app, "y-axis", "excess_risk")
    assert "Excess risk" in live_figure(app, "learning")["layout"]["yaxis"]["title"]["text"]
    choose(app, "y-axis", "relative_loss")
    app.number_input(key="view_target").set_value(0.5).run()
    assert live_figure(app, "learning")["layout"]["shapes"][0]["y0"] == 0.5
    assert "Attributes needed for error 0.5" in captions(app)
    assert "not reached" in texts(app)  # the table goes by the same target


def test_a_view_that_other_data_do_not_have(open_app: Open, live_figure: Figure) -> None:
    app = open_app()
    choose(app, "y-axis", "excess_risk")
    app.selectbox(key="data").set_value("mnist-3v5").run()
    assert not app.exception
    app.number_input(key="examples").set_value(200).run()
    app.number_input(key="runs").set_value(1).run()
    finished(app)
    assert "Test error" in live_figure(app, "learning")["layout"]["yaxis"]["title"]["text"]
    choose(app, "y-axis", "error_rate")
    assert "wrong test labels" in live_figure(app, "learning")["layout"]["yaxis"]["title"]["text"]


def test_a_run_ends_on_the_screen_and_stays_when_a_widget_changes(
    open_app: Open, live_figure: Figure
) -> None:
    app = finished(open_app(**SMALL))
    job = app.session_state["_run_job"]
    line = live_figure(app, "learning")["lines"]["aerr"]
    np.testing.assert_allclose(line["y"], job.result.curves["aerr"].mean)
    assert "settings changed" not in texts(app)
    assert "ddaerr-measured" in live_figure(app, "bounds")["lines"]
    assert "times what was measured" in captions(app)
    app.number_input(key="budget").set_value(4).run()
    assert "settings changed since this run" in texts(app)
    np.testing.assert_allclose(live_figure(app, "learning")["lines"]["aerr"]["y"], line["y"])
    # back to settings that were run: their curves at once, without the mark
    app.number_input(key="budget").set_value(3).run()
    assert "settings changed" not in texts(app)
    # another page and back
    app.switch_page("pages/guide.py").run()
    app.switch_page("pages/explorer.py").run()
    np.testing.assert_allclose(live_figure(app, "learning")["lines"]["aerr"]["y"], line["y"])


def test_a_run_that_ends_while_the_page_is_drawn_is_noticed(
    open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    app, usual = open_app(**SMALL, seed="76"), panels.learning
    stops = []

    def learning(now: Any, *others: Any) -> Any:
        stops.append(shown.live())  # which button is on the screen
        if (job := shown.job()) is not None:
            until(lambda: job.ended)
        return usual(now, *others)  # finds nothing that it would have to look at again

    monkeypatch.setattr(panels, "learning", learning)
    pressed(app, "run")
    assert stops == [True, False]
    assert app.button(key="run").label == "Run"
    assert "of computing" in captions(app)


def test_pin_keeps_a_run_behind_the_next(open_app: Open, live_figure: Figure) -> None:
    app = pressed(finished(open_app(**SMALL)), "pin")
    app.number_input(key="seed").set_value(1).run()
    finished(app)
    grey = [uid for uid in live_figure(app, "learning")["lines"] if uid.startswith("pin0")]
    assert len(grey) == 5
    assert "Pinned, in grey: seed = 0 instead of 1." in texts(app)
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
    for key in ("aerr", "offline_ridge"):
        np.testing.assert_array_equal(
            live_figure(there, "learning")["lines"][key]["y"],
            live_figure(app, "learning")["lines"][key]["y"],
        )


def test_stop_keeps_what_is_there(open_app: Open, live_figure: Figure) -> None:
    app = open_app(examples="20000", runs="100", dim="100", step="theory", algorithms="uniform")
    pressed(app, "run")
    job = app.session_state["_run_job"]
    until(lambda: job.result is not None and job.result.curves)
    app.run()
    assert app.get("progress")
    assert "follow when the run has ended" in captions(app)
    pressed(app, "stop")
    assert app.session_state["_run_job"].state == "stopped"
    assert 0 < len(live_figure(app, "learning")["lines"]["aerr"]["y"]) <= 25
    assert "Stopped before its end" in captions(app)
    assert app.button(key="run")


def test_what_is_said_during_a_run_is_about_that_run(
    open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = pressed(open_app(), "pin")
    app.number_input(key="seed").set_value(31).run()
    assert "settings changed since this run" in texts(app)
    monkeypatch.setattr(runs.JobBoard, "finished", lambda *_: None)
    monkeypatch.setattr(runs.JobBoard, "submit", lambda _, spec, *__: runs.Job(spec))
    pressed(app, "run")  # nothing has come of it yet: the curves on the screen are the old ones
    assert "settings changed" not in texts(app)
    assert "example run" not in texts(app)
    assert "Pinned, in grey: seed = 0 instead of 31." in texts(app)
    (link,) = [code.value for code in opened(app, "share").get("code")]
    assert "seed=31" in link
    assert not app.get("download_button")
    assert "ships with the app" not in captions(app)
    app.number_input(key="budget").set_value(6).run()
    assert "settings changed since this run" in texts(app)


def test_a_busy_server_says_so(open_app: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    app = open_app(**SMALL, seed="77")

    def refuse(*_: object) -> None:
        raise BusyError("The server is busy: 60 runs are waiting already. Try again in a minute.")

    monkeypatch.setattr(runs.JobBoard, "submit", refuse)
    pressed(app, "run")
    (warning,) = [w.value.replace("\\", "") for w in app.warning]
    assert warning == "The server is busy: 60 runs are waiting already. Try again in a minute."
    monkeypatch.undo()
    finished(app)
    assert not app.warning


def test_a_run_that_fails_says_so_and_can_be_tried_again(open_app: Open) -> None:
    app = open_app(**SMALL, seed="78")
    pressed(app, "run")
    job = app.session_state["_run_job"]
    until(lambda: job.ended)
    job.state, job.error = "failed", "The process that computed this run ended unexpectedly."
    app.run()
    assert "ended unexpectedly. Press Run" in app.error[0].value.replace("\\", "")
    assert app.button(key="run")


def test_data_that_cannot_be_made_get_a_sentence(
    open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: object) -> None:
        raise ValueError("Every test row of this seed is 0.")

    monkeypatch.setattr("pages.ui.data.dataset", refuse)
    app = open_app(dim="33", seed="99")
    assert [e.value for e in app.error] == ["Every test row of this seed is 0\\."]


def test_projector(open_app: Open, live_figure: Figure) -> None:
    app = open_app(projector="true")
    for key in CHARTS:
        assert live_figure(app, key)["layout"]["font"]["size"] == 17


def test_files_and_formulas_are_offered(open_app: Open) -> None:
    app = open_app()
    labels = [button.label for button in app.get("download_button")]
    assert labels == ["Curves (CSV)", "Spec and result (JSON)", "Python program"]
    assert "\\rho_\\text{ridge}" not in texts(app)  # most visitors never ask
    app = opened(app, "formula_ratios", "formula_bounds")
    assert "\\rho_\\text{ridge}" in texts(app)
    assert "Theorem 3.5" in texts(app)
