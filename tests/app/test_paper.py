"""The page of the paper without a browser: what is stored is what is shown."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from aelr_core.algorithms import ALGORITHMS
from aelr_core.experiments import Curve
from aelr_core.experiments.readings import ONE_STEP, PRIMARY, READINGS, reading_of
from aelr_core.paper import (
    CLAIMS,
    FAILS,
    HOLDS,
    OPEN,
    PANELS,
    Claim,
    Comparison,
    decide,
)
from aelr_core.paper.printed import CHOSEN_BY, COMPUTED, COUNTED
from aelr_core.paper.reasons import REASONS
from aelr_core.paper.wording import claims_line, inside
from pages.ui import panel_runs
from pages.ui.figures.claims_matrix import claims_matrix_picture
from pages.ui.paper import numbers, reference, report, score_cards, words
from pages.ui.paper.gallery import THE_PAPER
from pages.ui.theme import Look
from tests.app.reading import charts
from tests.paper.results import decided
from tests.paper.sentences import mentions


def made_up(level: float) -> Curve:
    loss = level + 0.01 * np.random.default_rng(0).normal(size=(20, 4))
    x = np.arange(1, 5) * 100
    return Curve("aerr", np.arange(20), x, x, loss, loss, None, None, None, None, None)


def opened(open_app: Callable[..., AppTest], **query: str) -> AppTest:
    """Return the page with all that opens on demand."""
    app = open_app("pages/paper.py", **query)
    for key in (*(f"more-{panel}" for panel in PANELS), *(f"look-up-{n}" for n in range(6))):
        app.session_state[key] = True
    app.run()
    assert not app.exception
    return app


def expander_of(app: AppTest, label: str) -> list[str]:
    """Return the texts in an expander of the section "To look it up"."""
    (found,) = (each for each in app.expander if each.label == label)
    return [element.value for element in found.markdown]


# -- the page ----------------------------------------------------------------------------------


def test_everything_is_there_at_once(open_app: Callable[..., AppTest]) -> None:
    app = opened(open_app)
    values = {metric.label: metric.value for metric in app.metric}
    every, so_far, first, some, none, _ = decided().counts.values()
    assert so_far == 0
    assert values["Hold under every reading"] == f"{every} of {len(CLAIMS)}"
    primary = decided().boards[PRIMARY].counts[HOLDS]
    assert values["Under the primary one"] == f"{primary}" == f"{every + first}"
    assert values["Under at least one"] == f"{len(CLAIMS) - none}" == f"{primary + some}"
    assert values["Under none"] == f"{none}"
    printed = f"{sum(n.reproduced for n in decided().numbers)} of {len(decided().numbers)}"
    assert values["Numbers reproduced"] == printed
    assert len(charts(app)) == len(PANELS) + 2  # and the map, wide and tall
    text = "\n".join(element.value for element in app.markdown)
    for claim in CLAIMS:
        assert claim.says in text
    for key in PANELS:
        assert f"The paper: {THE_PAPER[key]}" in text
        # what is missing under the primary reading is said, and shown under another
        missing = key not in decided().boards[PRIMARY].panels
        assert (words.instead(PRIMARY, ONE_STEP) in _card(app, key)) == missing
    assert not app.info


def _card(app: AppTest, key: str) -> str:
    """Return the line below the picture of a panel."""
    (line,) = (e.value for e in app.markdown if f"The paper: {THE_PAPER[key]}" in e.value)
    return str(line)


def test_the_reading_changes_the_pictures(
    open_app: Callable[..., AppTest], curve: Callable[..., np.ndarray]
) -> None:
    app = opened(open_app, reading="one-step")
    stored = decided().boards[ONE_STEP].panels["5"].curves
    np.testing.assert_array_equal(curve(app, "picture-5", "DDAERR"), stored["known"].mean)
    traces = charts(app)["picture-7"].figure["data"]
    assert sum(trace.get("name") == "DDAERR" for trace in traces) == 2  # plain and adagrad
    assert not any("Not computed yet" in element.value for element in app.markdown)
    blocks = [element.value for element in app.markdown]
    for remark in decided().boards[ONE_STEP].remarks:  # in the card and in the list of differences
        assert sum(remark.says in block and remark.reason in block for block in blocks) == 2
    app.segmented_control(key="reading").set_value(PRIMARY).run()
    assert not app.exception
    for key, each in decided().boards[PRIMARY].panels.items():
        name = "DDAERR" if each.result.spec.family == "ridge" else "DDAELR"
        if not each.result.spec.adagrad:
            shown = curve(app, f"picture-{key}", name)
            np.testing.assert_array_equal(shown, each.curves["known"].mean)


def test_a_claim_is_chosen_by_the_menu(open_app: Callable[..., AppTest]) -> None:
    app = opened(open_app, claim="2d.two_phase")
    (claim,) = (claim for claim in CLAIMS if claim.key == "2d.two_phase")
    said = words.chosen_claim(decided(), claim)
    assert said in [element.value for element in app.markdown]
    assert "[Figure 2d](#figure-2d)" in said
    assert said.count("\n- ") == len(READINGS)
    assert mentions(said, "may rest on parameters", "does not differ", "sets alone: not decided")
    assert mentions(said, "With parameters searched on every data set", "“not decided” instead")
    listed = words.checklist(decided().boards[PRIMARY], "2d", "lasso")
    assert mentions(listed, claim.says, "On the first data set alone: not decided.")


def test_the_map_has_every_claim_under_every_reading() -> None:
    marks = numbers.marks(decided())
    assert [m.key for m in marks][:: len(READINGS)] == [claim.key for claim in CLAIMS]
    for mark in marks:
        assert mark.status in mark.more
        assert len(mark.more.split("<br>")) <= 20  # it fits on a screen, uncut
        assert "…" not in mark.more
    for tall in (False, True):
        figure = claims_matrix_picture(marks, tall=tall, look=Look("light")).figure
        assert sum(len(trace.x) for trace in figure.data) == len(marks)
        counts = {trace.uid: len(trace.x) for trace in figure.data}
        assert counts[HOLDS] == sum(board.counts[HOLDS] for board in decided().boards.values())


def test_the_report_is_one_file_with_everything() -> None:
    page = report.as_html(decided())
    for claim in CLAIMS:
        assert escape(claim.says) in page
    for each in READINGS.values():
        assert escape(each.says) in page
    for key, each in decided().boards[PRIMARY].panels.items():
        assert escape(f"The paper says: {THE_PAPER[key]}", quote=False) in page.replace(
            "&#x27;", "'"
        )
        assert escape(each.panel.caption) in page
    drawn = 1 + sum(len(board.panels) for board in decided().boards.values())
    assert page.count('role="img"') == drawn
    assert page.count("plotly.js v") == 1  # its script is inside, once
    assert not re.search(r'<(script|link|img)[^>]*(src|href)="http', page)
    for version in decided().boards[ONE_STEP].panels["5"].result.versions.values():
        assert version in page
    for board in decided().boards.values():
        head = f"<h2>Figures, reading “{READINGS[board.reading].label}”</h2>"
        assert f"{head}\n<p>{claims_line(board.counts)}</p>" in page
    assert "{" not in report.markdown(reference.choices(decided()))
    assert report.markdown(reference.choices(decided())) in page
    with pytest.raises(SystemExit):  # and writes no file of that name
        report.main(["--help"])
    assert not Path("--help").exists()


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
    wanted, run = PANELS[key].spec, job.spec
    assert (run.data, run.options, run.family) == (wanted.data, wanted.options, wanted.family)
    assert (run.budget, run.adagrad, reading_of(run)) == (
        wanted.budget,
        adagrad,
        READINGS[reading],
    )
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


def test_without_results_it_says_so(
    open_app: Callable[..., AppTest], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(numbers, "FOLDER", tmp_path)
    app = opened(open_app)
    assert len(app.info) == len(PANELS)
    # nor are numbers of results named
    (said,) = expander_of(app, "What the paper leaves open, and what we chose")
    assert not re.search(r"[{}]", said)
    assert mentions(said, "DDAERR end\n  close to the zero", "second round is needed. ")
    assert {metric.label: metric.value for metric in app.metric}["Not known yet"] == "60"


# -- the words ---------------------------------------------------------------------------------


def test_every_difference_from_the_paper_is_listed_with_a_reason() -> None:
    listed = words.differences(decided(), ONE_STEP)
    for verdict in decided().boards[ONE_STEP].verdicts:
        differs = verdict.status != HOLDS
        assert (verdict.claim.key in REASONS) == differs, verdict.claim.key
        if differs:
            assert f"**{verdict.claim.says}** {verdict.reason}" in listed.replace("\\*", "*")
    board = decided().boards[ONE_STEP]
    items = board.counts[FAILS] + board.counts[OPEN] + len(board.remarks)
    assert listed.count("\n- ") + 1 == items


def test_a_claim_in_words() -> None:
    tests = (
        Comparison("considerably better", "known", "online", "overall"),
        Comparison("varies less", "known", "uniform", "end"),
    )
    panel = {"known": made_up(0.2), "online": made_up(0.5), "uniform": made_up(0.6)}
    verdict = decide(Claim("x", "1d", "It is so.", tests), {"1d": panel})
    said = words.item(verdict, "ridge")
    assert "It is so." in said
    assert mentions(said, "DDAERR − online ridge", "−0.300 (−0.300 to −0.300)", "below −0.04")
    assert mentions(said, "below −0.04", "variability of DDAERR", "AERR", "within ±0.00001 at 400")
    assert ":green-badge[holds]" not in said  # nothing varies less than itself


def test_how_a_panel_was_computed_has_no_hyphen_for_a_minus() -> None:
    said = words.computed(decided().boards[ONE_STEP].panels["1d"])
    assert said.startswith("Synthetic, α = −2, d = 500; k + 1 = 5, m = 20,000, 100 runs")


def test_every_search_at_an_edge_is_counted() -> None:
    for each in decided().boards[PRIMARY].panels.values():
        said, result = words.computed(each), each.result
        for key, searches in result.prefix_searches.items():
            found = sum(search.at_edge for search in searches)
            assert (f"{inside(ALGORITHMS[key].label)} at {found} of {len(searches)}" in said) == (
                found > 0
            )
        assert said.count("at the edge") <= 1


def test_a_note_of_all_panels_is_said_once() -> None:
    for each in decided().boards[ONE_STEP].panels.values():
        (note,) = (n for n in each.result.notes if words.EVERYWHERE in n)
        assert note not in words.computed(each)


def test_tables() -> None:
    rows = reference.number_rows(decided().numbers)
    assert {
        "Number": "ρ_ridge, MNIST (figure 3, 8)", "Printed": "0.45", "Ours": "0.454",
        "Equal": "yes, rounded", "Source of ours": "used to choose the scaling",
    } in rows  # fmt: skip
    assert {row["Source of ours"] for row in rows} == {COMPUTED, COUNTED, CHOSEN_BY}
    salt = score_cards.cards(decided())[-1].help
    cut = sum(row["Equal"] == "only cut off, not rounded" for row in rows)
    assert f"cut off, not rounded: {cut}; used to choose the scaling: 4; d itself: 2" in salt


def test_many_intervals_are_counted() -> None:
    (verdict,) = (v for v in decided().boards[ONE_STEP].verdicts if v.claim.key == "3.known")
    held = sum(found.status == HOLDS for found in verdict.findings)
    said = words.item(verdict, "ridge")
    assert mentions(
        said, f"at {len(verdict.findings)} places", f"at {held} of them", "below −0.037"
    )
