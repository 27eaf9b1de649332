"""The page of the paper without a browser: what is stored is what is shown."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape
from types import SimpleNamespace

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from aelr_core.experiments.readings import ONE_STEP, READINGS, reading_of
from aelr_core.results.paper import HOLDS, read, stored
from pages.ui import panel_runs
from pages.ui.charts import chart
from pages.ui.figures.claims_matrix import claims_matrix_picture
from pages.ui.paper import controls, report, words
from pages.ui.theme import Look
from tests.app.reading import charts

PAPER = stored()


def opened(open_app: Callable[..., AppTest], **query: str) -> AppTest:
    """Return the page with all that opens on demand."""
    app = open_app("pages/paper.py", **query)
    for key in (*(f"more-{panel}" for panel in PAPER.panels), *(f"look-up-{n}" for n in range(6))):
        app.session_state[key] = True
    app.run()
    assert not app.exception
    return app


def texts(app: AppTest) -> str:
    return "\n".join(element.value for element in app.markdown)


@pytest.mark.parametrize("reading", READINGS)
def test_everything_is_there_under_every_reading(
    open_app: Callable[..., AppTest], reading: str
) -> None:
    app = opened(open_app, reading=reading)
    assert [(each.label, each.value, each.help) for each in app.metric] == [*PAPER.cards]
    shown, text = charts(app), texts(app)
    assert len(shown) == len(PAPER.panels) + 2  # and the map, wide and tall
    for claim in PAPER.claims.values():
        verdict = claim.verdicts[reading]
        assert words.item(claim.says, verdict) in text
    for key, panel in PAPER.panels.items():
        computed = panel.computed[reading]
        lines = [t for t in shown[f"picture-{key}"].figure["data"] if "hovertemplate" in t]
        for line, curve in zip(lines, computed.curves, strict=True):
            np.testing.assert_array_equal(line["y"], curve.mean)
        assert any(computed.how in caption.value for caption in app.caption)
        for remark in computed.remarks:  # in the card and in the list of differences
            assert text.count(remark.says) == 2
    assert PAPER.totals[reading] in text
    assert PAPER.causes in text
    assert PAPER.versions in text
    assert [len(table.value) for table in app.table] == [len(PAPER.panels), len(PAPER.numbers)]


def test_a_claim_is_chosen_by_the_menu(open_app: Callable[..., AppTest]) -> None:
    app = open_app("pages/paper.py", claim="2d.two_phase")
    claim = PAPER.claims["2d.two_phase"]
    said = words.chosen_claim(PAPER, claim)
    assert said in [element.value for element in app.markdown]
    assert said.count("\n- ") == len(READINGS)


@pytest.mark.parametrize("ours", [True, False], ids=["our chart", "Streamlit's"])
def test_a_click_chooses_a_claim_and_a_forged_one_none(
    monkeypatch: pytest.MonkeyPatch, ours: bool
) -> None:
    def clicked(mark: object) -> object:
        streamlits_own = {"selection": {"points": [{"customdata": mark}]}}
        return SimpleNamespace(clicked=mark) if ours else streamlits_own

    state: dict[str, object] = {"map-chart": clicked(["3.few", "more"])}
    monkeypatch.setattr(controls.st, "session_state", state)
    monkeypatch.setattr(chart, "served", lambda: "plotly.js" if ours else None)
    controls.take_click("map-chart")
    assert state["claim"] == "3.few"
    forged = (["9.none", "more"], "3.known", [["3.known"]], {}, 7, None)
    for odd in (*map(clicked, forged), None, {}, {"selection": None}, 7):
        state["tall-map-chart"] = odd
        controls.take_click("tall-map-chart")
        assert state["claim"] == "3.few"


def test_the_map_has_every_claim_under_every_reading() -> None:
    marks = words.marks(PAPER)
    assert [m.key for m in marks][:: len(READINGS)] == [*PAPER.claims]
    assert all(len(mark.more.split("<br>")) <= 20 for mark in marks)  # it fits on a screen
    verdicts = [v for claim in PAPER.claims.values() for v in claim.verdicts.values()]
    for tall in (False, True):
        figure = claims_matrix_picture(marks, tall=tall, look=Look("light")).figure
        counts = {trace.uid: len(trace.x) for trace in figure.data}
        assert sum(counts.values()) == len(marks)
        assert counts[HOLDS] == sum(verdict.status == HOLDS for verdict in verdicts)


def test_the_report_is_one_file_with_everything() -> None:
    page = report.as_html(PAPER)
    for claim in PAPER.claims.values():
        assert escape(claim.says) in page
    for panel in PAPER.panels.values():
        for computed in panel.computed.values():
            assert escape(computed.how) in page
    assert page.count('role="img"') == 1 + len(PAPER.panels) * len(READINGS)
    assert page.count("plotly.js v") == 1  # its script is inside, once
    assert not re.search(r'<(script|link|img)[^>]*(src|href)="http', page)
    assert report.PLAIN_FORMULA in page  # there is no KaTeX


@pytest.mark.parametrize(
    ("button", "key", "adagrad", "reading"),
    [
        ("open-2c", "2c", False, "own"),
        ("open-7", "7", True, "one-step"),
        ("open-7-plain", "7", False, "scaled"),
    ],
)
def test_a_panel_is_run_live(
    open_app: Callable[..., AppTest], button: str, key: str, adagrad: bool, reading: str
) -> None:
    app = opened(open_app, projector="true", reading=reading)
    app.button(key=button).click().run()
    assert not app.exception
    job = app.session_state["_run_job"]
    assert job.state in ("queued", "running", "done")
    wanted, run = PAPER.panels[key].computed[reading].spec, job.spec
    assert (run.data, run.options, run.family) == (wanted.data, wanted.options, wanted.family)
    assert (run.budget, run.adagrad) == (wanted.budget, adagrad)
    assert reading_of(run) == READINGS[reading]
    settings = app.session_state["_settings"]
    assert settings.spec() == run  # so the curves are of these settings
    assert settings.projector
    app.switch_page("pages/explorer.py").run()
    # what is smaller is said there too, and Details has the reading
    assert panel_runs.smaller(settings) in [caption.value for caption in app.caption]
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


def test_links_lead_to_every_part_of_the_gallery(open_app: Callable[..., AppTest]) -> None:
    app = open_app("pages/paper.py", reading=ONE_STEP)
    anchors = [each.proto.anchor for each in app.subheader]
    assert anchors == [f"figure-{key}" for key in PAPER.panels]
    assert {*re.findall(r"\(#([^)]*)\)", words.jumps())} <= {*anchors}
    assert [key for keys in words.ROWS.values() for key in keys] == [*PAPER.panels]


@pytest.mark.parametrize("content", ["", "{}", "[]", '{"panels": []}'])
def test_a_damaged_file_is_refused(tmp_path, content: str) -> None:  # type: ignore[no-untyped-def]
    (file := tmp_path / "paper.json").write_text(content)
    with pytest.raises(ValueError, match="is not the paper's results as they were frozen"):
        read(file)
