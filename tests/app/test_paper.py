"""The page of the paper without a browser: what is stored is what is shown."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from aelr_core.experiments import Curve
from aelr_core.experiments.readings import ONE_STEP
from aelr_core.paper import (
    CLAIMS,
    FAILS,
    HOLDS,
    OPEN,
    PANELS,
    Claim,
    Comparison,
    decide,
    matrix,
)
from aelr_core.paper.printed import CHOSEN_BY, COMPUTED, COUNTED
from aelr_core.paper.reasons import REASONS
from pages.ui.figures.paper_panel import PanelLine, panel_picture
from pages.ui.paper import controls, numbers, words
from pages.ui.runs import cost
from pages.ui.runs.limits import Limits
from pages.ui.theme import PALETTE, Look
from tests.paper.sentences import mentions

MATRIX = matrix(numbers.FOLDER)
STORED = MATRIX.boards[ONE_STEP]


def line(key: str = "ddaerr", *, adagrad: bool = False, level: float = 0.5) -> PanelLine:
    x = np.arange(1, 5) * 100
    return PanelLine(key, key.upper(), adagrad, x, np.full(4, level), np.full(4, 0.1))


def made_up(level: float) -> Curve:
    loss = level + 0.01 * np.random.default_rng(0).normal(size=(20, 4))
    x = np.arange(1, 5) * 100
    return Curve("aerr", np.arange(20), x, x, loss, loss, None, None, None, None, None)


# -- the page ----------------------------------------------------------------------------------


def test_everything_is_there_at_once(open_app: Callable[..., AppTest]) -> None:
    app = open_app("pages/paper.py")
    values = {metric.label: metric.value for metric in app.metric}
    assert values["Panels computed"] == f"{len(PANELS)} of {len(PANELS)}"
    assert values["Claims that hold"] == f"{STORED.counts[HOLDS]} of {len(CLAIMS)}"
    assert values["Do not hold"] == f"{STORED.counts[FAILS]}"
    assert values["Not decided"] == f"{STORED.counts[OPEN]}"
    printed = f"{sum(n.reproduced for n in MATRIX.numbers)} of {len(MATRIX.numbers)}"
    assert values["Printed numbers reproduced"] == printed
    assert len(app.get("plotly_chart")) == len(PANELS)
    text = "\n".join(element.value for element in app.markdown)
    for claim in CLAIMS:
        assert claim.says in text
    assert not app.info


def test_a_panel_shows_the_means_that_are_stored(
    open_app: Callable[..., AppTest], curve: Callable[..., np.ndarray]
) -> None:
    app = open_app("pages/paper.py")
    stored = STORED.panels["5"].curves
    np.testing.assert_array_equal(curve(app, "picture-5", "DDAERR"), stored["known"].mean)
    charts = [c.proto for c in app.get("plotly_chart") if c.proto.id.endswith("-picture-7")]
    traces = json.loads(charts[0].spec)["data"]
    assert sum(trace.get("name") == "DDAERR" for trace in traces) == 2  # plain and adagrad


@pytest.mark.parametrize(
    ("button", "key", "adagrad"),
    [("open-2c", "2c", False), ("open-7", "7", True), ("open-7-plain", "7", False)],
)
def test_a_panel_is_run_live(
    open_app: Callable[..., AppTest], button: str, key: str, adagrad: bool
) -> None:
    app = open_app("pages/paper.py", projector="true")
    app.button(key=button).click().run()
    assert not app.exception
    job = app.session_state["_run_job"]
    assert job.state in ("queued", "running", "done")
    wanted, run = PANELS[key].spec, job.spec
    assert (run.data, run.options, run.family) == (wanted.data, wanted.options, wanted.family)
    assert (run.examples, run.budget, run.adagrad) == (wanted.examples, wanted.budget, adagrad)
    assert app.session_state["_settings"].spec() == run  # so the curves are of these settings
    assert app.session_state["_settings"].projector
    app.switch_page("pages/explorer.py").run()
    if not job.ended:  # nobody waits for it
        app.button(key="stop").click().run()
    assert not app.exception


@pytest.mark.parametrize("key", PANELS)
def test_the_explorer_is_opened_with_the_panels_settings(key: str) -> None:
    spec, here = PANELS[key].spec, controls.settings_of(key).spec()
    for name in ("data", "options", "family", "budget", "examples", "adagrad", "mode", "seed"):
        assert getattr(here, name) == getattr(spec, name), name
    assert (here.step_of("aerr"), here.curve) == (
        "quick",
        "anytime",
    )  # as is said beside the button
    said = words.live(controls.settings_of(key), STORED.panels[key])
    assert mentions(said, f"{here.runs} runs", f"{spec.runs}")
    cost.check(here, None, Limits().estimate)  # raises where it is too much for here


def test_a_panel_with_both_kinds_of_steps_comes_in_two() -> None:
    for key, panel in PANELS.items():
        kinds = {settings.adagrad for settings in controls.buttons(key).values()}
        assert kinds == ({False, True} if panel.spec.adagrad else {False})


def test_without_results_it_says_so(
    open_app: Callable[..., AppTest], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(numbers, "FOLDER", tmp_path)
    app = open_app("pages/paper.py")
    assert len(app.info) == len(PANELS)
    assert app.metric[0].value == f"0 of {len(PANELS)}"


# -- the words ---------------------------------------------------------------------------------


def test_every_difference_from_the_paper_is_listed_with_a_reason() -> None:
    listed = words.differences(STORED)
    for verdict in STORED.verdicts:
        differs = verdict.status != HOLDS
        assert (verdict.claim.key in REASONS) == differs, verdict.claim.key
        if differs:
            assert f"**{verdict.claim.says}** {verdict.reason}" in listed.replace("\\*", "*")
    items = STORED.counts[FAILS] + STORED.counts[OPEN] + len(STORED.remarks)
    assert listed.count("\n- ") + 1 == items


def test_what_no_claim_is_about_is_said_in_both_places(open_app: Callable[..., AppTest]) -> None:
    app = open_app("pages/paper.py")
    blocks = [element.value for element in app.markdown]
    for remark in STORED.remarks:
        assert sum(remark.says in block and remark.reason in block for block in blocks) == 2


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
    assert mentions(said, "below −0.04", "variability of DDAERR", "AERR", "0 (0 to 0) at 400")
    assert ":green-badge[holds]" not in said  # nothing varies less than itself


def test_how_a_panel_was_computed_has_no_hyphen_for_a_minus() -> None:
    said = words.computed(STORED.panels["1d"])
    assert said.startswith("Synthetic, α = −2, d = 500; k + 1 = 5, m = 20,000, 100 runs")


def test_a_note_of_all_panels_is_said_once() -> None:
    for each in STORED.panels.values():
        (note,) = (n for n in each.result.notes if words.EVERYWHERE in n)
        assert note not in words.computed(each)


def test_tables() -> None:
    rows = words.number_rows(MATRIX.numbers)
    assert {
        "Number": "ρ_ridge, MNIST (figure 3, 8)", "Printed": "0.45", "Ours": "0.454",
        "Equal": "yes, rounded", "Source of ours": "used to choose the scaling",
    } in rows  # fmt: skip
    assert {row["Source of ours"] for row in rows} == {COMPUTED, COUNTED, CHOSEN_BY}
    salt = words.cards(STORED, MATRIX.numbers)[1].help
    cut = sum(row["Equal"] == "only cut off, not rounded" for row in rows)
    assert f"cut off, not rounded: {cut}; used to choose the scaling: 4; d itself: 2" in salt


def test_claims_are_not_shown_as_quotations() -> None:
    listed = words.differences(STORED)
    assert not any(f"“{claim.says}”" in listed for claim in CLAIMS)


def test_many_intervals_are_counted() -> None:
    (verdict,) = (v for v in STORED.verdicts if v.claim.key == "3.known")
    held = sum(found.status == HOLDS for found in verdict.findings)
    said = words.item(verdict, "ridge")
    assert mentions(
        said, f"at {len(verdict.findings)} places", f"at {held} of them", "below −0.037"
    )


# -- the picture -------------------------------------------------------------------------------


def test_a_band_is_one_standard_deviation() -> None:
    figure = panel_picture([line()], look=Look("light")).figure
    band, mean = figure.data
    np.testing.assert_allclose(band.y, [0.6] * 4 + [0.4] * 4)
    np.testing.assert_allclose(mean.y, 0.5)
    assert mean.line.color == PALETTE["light"][0]
    assert figure.layout.yaxis.title.text
    assert figure.layout.xaxis.title.text


def test_a_curve_far_above_the_zero_predictor_does_not_flatten_the_others() -> None:
    figure = panel_picture([line(level=0.1), line("aerr", level=9.0)], look=Look("light")).figure
    assert figure.layout.yaxis.range == (0, 1.15)
    lower = panel_picture([line(level=0.7), line("aerr", level=0.9)], look=Look("light")).figure
    low, high = lower.layout.yaxis.range
    assert 0.5 < low < 0.6
    assert 0.9 < high < 1.15


def test_adagrad_curves_have_marks_and_no_second_place_in_the_legend() -> None:
    both = [line("aerr"), line("aerr", adagrad=True, level=0.3)]
    picture = panel_picture(both, look=Look("dark"))
    plain, adagrad = (t for t in picture.figure.data if t.name == "AERR")
    assert plain.showlegend
    assert not adagrad.showlegend
    assert (plain.mode, adagrad.mode) == ("lines", "lines+markers")
    assert plain.line.color == adagrad.line.color
    assert "AdaGrad" in picture.alt
    assert len({trace.uid for trace in picture.figure.data}) == len(picture.figure.data)
