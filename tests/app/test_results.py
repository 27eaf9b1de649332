"""The page Results without a browser: what is stored is what is shown."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from aelr_core.experiments.readings import PRIMARY, READINGS
from aelr_core.plots.theme import Look
from aelr_core.results.paper import HOLDS, stored
from aelr_core.results.study import LOSS, TIE, WIN, study
from pages.ui import visitor_run
from pages.ui.charts import chart
from pages.ui.figures.results import claims_map_picture, figures_map_picture
from pages.ui.results import controls, words
from tests.app.reading import charts

Open = Callable[..., AppTest]
PAGE = "pages/results.py"
PAPER, STUDY = stored(), study()
MOST_WORDS = 400


def said(app: AppTest) -> str:
    return "\n".join(element.value for element in app.main.markdown)


# ---- The paper's claims and figures ----


@pytest.mark.parametrize(
    ("reading", "figure"), [*zip(READINGS, ("1d", "2c", "4", "7"), strict=True)]
)
def test_a_figure_has_its_stored_curves_and_verdicts(
    open_app: Open, reading: str, figure: str
) -> None:
    app = open_app(PAGE, reading=reading, figure=figure)
    assert all(value in said(app) for _, value, _ in PAPER.cards)
    computed = PAPER.panels[figure].computed[reading]
    shown = charts(app)["figure-chart"].figure["data"]
    lines = [trace for trace in shown if "hovertemplate" in trace]
    for line, curve in zip(lines, computed.curves, strict=True):
        np.testing.assert_array_equal(line["y"], curve.mean)
    assert words.verdict(PAPER, figure, reading) in [each.value for each in app.header]
    assert words.checklist(PAPER, figure, reading, "none") in said(app)
    assert computed.how not in said(app)  # the reasons are folded
    app.session_state["reasons"] = True
    app.run()
    assert words.reasons(PAPER, figure, reading, "none") in said(app)


def test_the_reasons_leave_nothing_out() -> None:
    for (key, panel), reading in itertools.product(PAPER.panels.items(), READINGS):
        told = words.reasons(PAPER, key, reading, "none").replace("\\*", "*")
        assert reading == PRIMARY or "this reading" not in told  # not compared with itself
        verdicts = [claim.verdicts[reading] for claim in PAPER.claims_of(key)]
        for one in verdicts:
            assert all(part[1:] in told for part in (*one.findings, one.reason, one.note))
        for remark in panel.computed[reading].remarks:
            assert remark.says in told
            assert remark.reason in told


def test_a_chosen_claim_has_its_own_reasons_alone() -> None:
    told = words.reasons(PAPER, "4", PRIMARY, "4.known")
    for claim in PAPER.claims_of("4"):
        assert (f"**{claim.says}**" in told) == (claim.key == "4.known")
    assert PAPER.panels["4"].caption in told


def test_the_map_has_every_claim_under_every_reading() -> None:
    marks = words.marks(PAPER)
    assert [mark.key for mark in marks][:: len(READINGS)] == [*PAPER.claims]
    assert all(len(mark.more.split("<br>")) <= 20 for mark in marks)  # it fits on a screen
    verdicts = [v for claim in PAPER.claims.values() for v in claim.verdicts.values()]
    held = sum(verdict.status == HOLDS for verdict in verdicts)
    given: dict[str, Any] = {"panel": "1c", "reading": PRIMARY, "look": Look("light")}
    figure = claims_map_picture(marks, words.READINGS, **given).figure
    counts = {trace.name: len(trace.x) for trace in figure.data}
    assert sum(counts.values()) == len(marks)
    assert counts[HOLDS] == held
    assert len(figure.layout.shapes) == 1
    figure = figures_map_picture(marks, words.READINGS, **given).figure
    tallies = [each.split(" of ") for each in figure.data[0].text]
    assert len(tallies) == len(PAPER.panels) * len(READINGS)
    assert sum(int(held_here) for held_here, _ in tallies) == held
    assert sum(int(claims) for _, claims in tallies) == len(marks)
    assert len(figure.layout.shapes) == 1


@pytest.mark.parametrize("ours", [True, False], ids=["our chart", "Streamlit's"])
def test_a_click_chooses_a_claim_and_a_forged_one_none(
    monkeypatch: pytest.MonkeyPatch, ours: bool
) -> None:
    def clicked(mark: object) -> object:
        streamlits_own = {"selection": {"points": [{"customdata": mark}]}}
        return SimpleNamespace(clicked=mark) if ours else streamlits_own

    state: dict[str, object] = {"map-chart": clicked(["3.few", "scaled", "more"])}
    monkeypatch.setattr(controls.st, "session_state", state)
    monkeypatch.setattr(chart, "served", lambda: "plotly.js" if ours else None)
    controls.take_click("map-chart")
    chosen = {"claim": "3.few", "reading": "scaled"}
    assert chosen.items() <= state.items()
    state["tall-map-chart"] = clicked(["7", "own"])  # a figure's, with no claim
    controls.take_click("tall-map-chart")
    chosen = {"claim": "none", "figure": "7", "reading": "own"}
    assert chosen.items() <= state.items()
    forged = (["9.none", "own", "more"], ["3.few", "x"], "3.known", [["3.known"]], {}, 7, None)
    for odd in (*map(clicked, forged), None, {}, {"selection": None}, 7):
        state["tall-map-chart"] = odd
        controls.take_click("tall-map-chart")
        assert chosen.items() <= state.items()


def test_older_links_show_what_they_showed(open_app: Open) -> None:
    app = open_app(PAGE, claim="2d.two_phase", reading="own step", study_compare="d")
    assert not app.warning
    assert app.selectbox(key="figure").value == "2d"
    assert f"**{words.plain(PAPER.claims['2d.two_phase'].says)}**" in said(app)
    assert app.session_state["reading"] == "own-step"
    assert app.selectbox(key="study_compare").value == "D"
    app.selectbox(key="figure").set_value("5").run()  # and the claim is left behind
    assert app.selectbox(key="figure").value == "5"
    assert not app.exception


def test_there_are_few_words_before_anything_is_unfolded(open_app: Open) -> None:
    for figure in ("1a", "3", "4", "5"):  # 4 and 5 have most claims
        app = open_app(PAGE, figure=figure)
        shown = [
            *(
                each.value
                for kind in ("title", "header", "markdown", "caption")
                for each in app.main.get(kind)
            ),
            *(f"{each.label} {each.value}" for each in app.metric),
            *(each.label for each in (*app.main.expander, *app.main.button)),
            *(f"{each.label} {each.format_func(each.value)}" for each in app.main.selectbox),
            " ".join(("What is tuned, and how often", *words.READINGS.values())),
        ]
        count = sum(any(map(str.isalnum, word)) for text in shown for word in text.split())
        assert 100 < count <= MOST_WORDS, figure


@pytest.mark.parametrize(
    ("button", "key", "adagrad", "reading"),
    [
        ("open-0", "2c", False, "own"),
        ("open-0", "7", True, "one-step"),
        ("open-1", "7", False, "scaled"),
    ],
)
def test_a_figure_is_run_live(
    open_app: Open, button: str, key: str, adagrad: bool, reading: str
) -> None:
    app = open_app(PAGE, projector="true", reading=reading, figure=key)
    app.button(key=button).click().run()
    assert not app.exception
    job = app.session_state["_run_job"]
    assert job.state in ("queued", "running", "done")
    wanted, run = PAPER.panels[key].computed[reading].spec, job.spec
    assert (run.data, run.options, run.family) == (wanted.data, wanted.options, wanted.family)
    assert (run.budget, run.adagrad) == (wanted.budget, adagrad)
    assert READINGS[reading].settings.items() <= vars(run).items()
    settings = app.session_state["_settings"]
    assert settings.spec() == run  # so the curves are of these settings
    assert settings.projector
    app.switch_page("pages/explorer.py").run()
    # what is smaller is said there too, and More settings has the reading
    assert visitor_run.smaller(settings) in [caption.value for caption in app.caption]
    menu = app.selectbox(key="protocol")
    assert (menu.label, menu.value) == ("Reading of the protocol", reading)
    assert not any(box.key == "step" for box in app.selectbox)
    if not job.ended:  # nobody waits for it
        app.button(key="stop").click().run()
    menu = app.selectbox(key="protocol").set_value("none")
    menu.run()
    assert app.selectbox(key="step").value == "usual"
    assert app.session_state["_settings"].spec().curve == "anytime"
    assert not app.exception


@pytest.mark.parametrize("content", ["", "{}", "[]", '{"panels": []}'])
def test_a_damaged_file_is_refused(tmp_path: Path, content: str) -> None:
    (file := tmp_path / "paper.json").write_text(content)
    with pytest.raises(ValueError, match="is not the paper's results as they were frozen"):
        stored(file)


# ---- Ours against the paper's ----


def test_table_and_picture_are_of_the_stored_tests(open_app: Open) -> None:
    app = open_app(PAGE)
    table = said(app)
    for letter, one in STUDY.comparisons.items():
        assert f"| {' | '.join(map(str, one.counts))} |" in table
        app.session_state["lasso_ratios"] = True
        app.selectbox(key="study_compare").set_value(letter).run()
        assert not app.exception
        found = dict.fromkeys((WIN, TIE, LOSS), 0)
        for family in ("ridge", "lasso"):
            for trace in charts(app)[f"ratios_{family}"].figure["data"]:
                found[trace["uid"]] += len(trace["x"])
        assert [*found.values()] == one.counts
