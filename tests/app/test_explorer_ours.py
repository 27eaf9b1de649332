"""The explorer with this project's algorithms beside the paper's, and without them."""

import csv
import io
import json
from dataclasses import replace

import numpy as np
import plotly.graph_objects as go
import pytest

from aelr_core.algorithms import ALGORITHMS
from aelr_core.analysis.learning import View
from aelr_core.analysis.prior_facts import prior_facts
from aelr_core.experiments import ExperimentSpec, Result, run
from aelr_core.experiments.problem import dataset_of
from aelr_core.modes import THEORY
from pages.ui.example_run import example_run
from pages.ui.explorer import files, formulas, table, words
from pages.ui.explorer.numbers import Numbers
from pages.ui.explorer.pictures import LINE, TOP, bounds, learning, sampling
from pages.ui.explorer.shares import shares_of_looks
from pages.ui.figures.distributions import AT_THE_END
from pages.ui.settings import DEFAULTS
from pages.ui.settings.sidebar_rows import THE_PAPERS
from pages.ui.theme import Look
from pages.ui.visitor_run import OnScreen, of_the_paper
from tests.app.reading import unpacked
from tests.app.screen import Figure, Open, texts

SPEC = ExperimentSpec(
    options={"dim": 30}, budget=4, examples=200, runs=3, curve="anytime", points=8, step="auto"
)
OURS = ("jaerr", "adaptive_jaerr")


def numbers(spec: ExperimentSpec) -> Numbers:
    return Numbers(spec, prior_facts(spec, dataset_of(spec)), None)


@pytest.fixture(scope="module", params=["ridge", "lasso"])
def result(request: pytest.FixtureRequest) -> Result:
    return run(replace(SPEC, family=request.param, algorithms=()))


def test_the_first_screen_has_ours_and_says_so(open_app: Open, live_figure: Figure) -> None:
    app = open_app()
    lines = live_figure(app, "learning")["lines"]
    assert {*OURS} <= {*lines}
    assert lines["jaerr"]["name"] == "One joint sample (JAERR, ours)"
    assert "| One joint sample (JAERR, ours) |" in texts(app)
    assert "| Learns as it goes (Adaptive JAERR, ours) |" in texts(app)
    assert {"jaerr", f"jaerr{AT_THE_END}"} <= {*live_figure(app, "sampling")["lines"]}
    assert "jaerr" not in live_figure(app, "bounds")["lines"]


def test_the_switch_takes_ours_away_at_once(open_app: Open, live_figure: Figure) -> None:
    app = open_app(origin=THE_PAPERS)
    for name in ("learning", "sampling", "bounds"):
        assert not [uid for uid in live_figure(app, name)["lines"] if "jaerr" in uid]
    said = texts(app)
    assert "ours)" not in said
    assert words.CHANGED not in said
    assert "example run" in said
    assert "| Chosen by size (DDAERR) | 0.161 ± 0.024 |" in said


def test_a_run_without_ours_is_what_the_papers_algorithms_alone_would_give() -> None:
    now = OnScreen(example_run(), (0, 0), DEFAULTS, shipped=True)
    paper = of_the_paper(now)
    assert paper.spec == replace(DEFAULTS, origin=THE_PAPERS).spec()
    assert list(paper.result.curves) == list(paper.spec.algorithms)
    assert paper.settings == replace(DEFAULTS, origin=THE_PAPERS)
    assert paper.frame != now.frame
    assert paper.shipped
    assert of_the_paper(paper) is paper
    mine = {key: now.result.curves[key] for key in OURS}
    only = replace(now, result=replace(now.result, curves=mine))
    assert of_the_paper(only) is only  # something must be left to draw
    beside = replace(only, preview={"aerr": now.result.curves["aerr"]})
    assert not of_the_paper(beside).result.curves  # while one watches, that is enough
    assert of_the_paper(replace(beside, stopped=True)).result.curves  # then it has no numbers


def test_shares_of_looks_add_up_to_one(result: Result) -> None:
    look = numbers(result.spec)
    lines = shares_of_looks(look.here, result.spec.algorithms, result.curves)
    joint = [key for key in result.curves if ALGORITHMS[key].joint]
    assert {f"{key}{AT_THE_END}" for key in joint} <= {*lines}
    assert {name.removesuffix(AT_THE_END) for name in lines} >= {*joint}
    for _, share in lines.values():
        assert share.sum() == pytest.approx(1)
        assert (share >= 0).all()
    before = shares_of_looks(look.here, result.spec.algorithms, {})
    assert not [name for name in before if AT_THE_END in name]
    assert [key for key in before if ALGORITHMS[key].joint] == joint[:1]  # known moments


def test_pi_is_the_probability_of_being_seen(result: Result) -> None:
    K = result.spec.budget
    here = numbers(result.spec).here
    for pi in (here.pi, *(c.pi for c in result.curves.values() if c.pi is not None)):
        assert pi.sum() == pytest.approx(K)
        assert (pi > 0).all()
        assert pi.max() < 1
    assert np.argmax(here.pi) == np.argmax(here.M)
    poisson = numbers(replace(result.spec, mode=THEORY, algorithms=())).here
    np.testing.assert_allclose(poisson.pi, np.minimum(1, (K - 1) * poisson.q))


def test_the_caption_says_what_adds_up_to_what(result: Result) -> None:
    look = numbers(result.spec)
    one = sampling(look, result, (-7, id(result)), "sorted", Look("light"))
    assert "q adds up to 1, our π to k + 1 = 4; the chart shows π/4." in one.below
    figure = go.Figure(unpacked(json.loads(one.figure)))
    assert figure.layout.yaxis.title.text == "Share of the looks"
    ends = [trace for trace in figure.data if trace.uid.endswith(AT_THE_END)]
    assert [trace.mode for trace in ends] == ["markers"] * 2
    for words_of_it in ("different attributes", "\\pi_i \\propto"):
        assert words_of_it in formulas.sampling(look.here, ours=True)
    assert "\\pi" not in formulas.sampling(look.here)
    assert "\\pi_{ij}" in formulas.learning(result)


def test_what_a_run_ended_with_is_not_shown_for_other_settings(result: Result) -> None:
    other = numbers(replace(result.spec, step=0.1))
    one = sampling(other, result, (-8, id(result)), "sorted", Look("light"))
    uids = [trace["uid"] for trace in json.loads(one.figure)["data"]]
    assert not [uid for uid in uids if uid.endswith(AT_THE_END)]


def test_ours_have_a_bound_in_the_theory_alone() -> None:
    spec = replace(SPEC, options={"dim": 30, "scaled": True}, step="theory")
    for mode, there in ((spec.mode, False), (THEORY, True)):
        result = run(replace(spec, mode=mode, algorithms=()))
        look = numbers(result.spec)
        one = bounds(look, result, (-9, int(there)), Look("light"))
        uids = {trace["uid"] for trace in json.loads(one.figure)["data"]}
        assert ("jaerr" in uids) == ("jaerr-measured" in uids) == there
        assert "adaptive_jaerr" not in uids
        assert ("in mode theory only" in one.below) != there
        assert ("budget in expectation" in one.below) == there
        assert ("budget in expectation" in formulas.bounds(look)) == there
        assert ("have no bound here" in formulas.bounds(look)) != there
        legend = json.loads(learning(result, (-9, 5 + there), *_view()).figure)["data"]
        names = [trace["name"] for trace in legend if trace["uid"] == "jaerr"]
        assert ("JAERR\xa0(ours),<br>budget in expectation" in names) == there


def _view() -> tuple[View, tuple[()], Look]:
    return View(), (), Look("light")


def test_the_table_says_which_step_nobody_searched(result: Result) -> None:
    steps = {line["Algorithm"]: line["Step size"] for line in table.lines(result, View())}
    assert {steps[ALGORITHMS[key].name] for key in result.curves if ALGORITHMS[key].joint} == {
        "automatic"
    }


def test_the_files_say_whose_an_algorithm_is(result: Result) -> None:
    rows = csv.DictReader(io.StringIO(files.csv_of(result)))
    assert {row["algorithm"]: row["origin"] for row in rows} == {
        key: ALGORITHMS[key].origin for key in result.curves
    }
    curves = json.loads(files.json_of(result))["curves"]
    for key in result.curves:
        assert curves[key]["origin"] == ALGORITHMS[key].origin
        assert ("pi" in curves[key]) == ALGORITHMS[key].joint


def test_the_progressive_loss_is_a_thin_line_on_demand(result: Result) -> None:
    ours = [key for key in result.curves if ALGORITHMS[key].joint]
    frame = (-11, id(result))
    for view, there in ((View(), False), (View(progressive=True), True)):
        one = learning(result, frame, view, (), Look("light"))
        lines = {trace["uid"]: trace for trace in unpacked(json.loads(one.figure))["data"]}
        assert ([f"{key}-estimate" in lines for key in ours]) == [there] * 2
        assert ("at no extra attribute" in one.below) == there
        assert ("own estimates" in one.alt) == there
        assert one.height == TOP + (LINE if there else 0)  # for its name in the legend
    for key in ours:
        thin, curve = lines[f"{key}-estimate"], lines[key]
        assert thin["line"]["width"] < curve["line"]["width"] / 2
        assert thin["legendgroup"] == curve["legendgroup"]
        np.testing.assert_allclose(thin["y"], result.curves[key].progressive.mean(axis=0))
        assert f"{key}-estimate-spread" in lines
    other = learning(result, frame, View(progressive=True, value="excess_risk"), (), Look("dark"))
    assert "estimate" not in other.figure
    assert "as a test error" in other.below


def test_the_switch_of_the_view_shows_the_progressive_loss(
    open_app: Open, live_figure: Figure
) -> None:
    app = open_app()
    assert "jaerr-estimate" not in live_figure(app, "learning")["lines"]
    app.toggle(key="view_progressive").set_value(True).run()
    assert {"jaerr-estimate", "adaptive_jaerr-estimate"} <= {*live_figure(app, "learning")["lines"]}
