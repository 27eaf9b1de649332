"""The explorer's pictures without a browser: what is drawn, and how it looks."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import plotly.graph_objects as go
import pytest

from aelr_core.algorithms import ALGORITHMS
from aelr_core.analysis.learning import View, legend_order
from aelr_core.analysis.prior_facts import prior_facts
from aelr_core.datasets import DATASETS, bundled
from aelr_core.experiments import ExperimentSpec, Result, run
from aelr_core.experiments.problem import dataset_of
from aelr_core.modes import THEORY
from aelr_core.plots.draws import AT_THE_END, distributions_picture, shares_of_looks
from aelr_core.plots.theme import Look
from pages.ui.explorer import words
from pages.ui.explorer.pictures import Drawn, Numbers, bounds, learning, ratios, sampling
from pages.ui.figures.images import pixels_picture
from pages.ui.settings import DEFAULTS
from pages.ui.settings.table import THE_PAPERS
from pages.ui.stored_runs import example_run
from pages.ui.visitor_run import OnScreen, of_the_paper
from tests.app.reading import unpacked
from tests.app.screen import Figure, Open, texts

SPEC = ExperimentSpec(
    options={"dim": 30}, budget=4, examples=200, runs=3, curve="anytime", points=8, step="auto"
)


def drawn(
    result: Result, look: Numbers, view: View | None = None, how: Look | None = None
) -> dict[str, Drawn]:
    how, now = how or Look("light"), OnScreen(result, (-1, hash(result) % 2**31), DEFAULTS)
    return {
        "learning": learning(now, view or View(), how),
        "sampling": sampling(look, now, "sorted", how),
        "ratios": ratios(look, how),
        "bounds": bounds(look, now, how),
    }


def figure_of(one: Drawn) -> go.Figure:
    return go.Figure(unpacked(json.loads(one.figure)))


def numbers(spec: ExperimentSpec) -> Numbers:
    return Numbers(spec, prior_facts(spec, dataset_of(spec)), None)


@pytest.fixture(scope="module", params=["ridge", "lasso"])
def result(request: pytest.FixtureRequest) -> Result:
    return run(replace(SPEC, family=request.param, algorithms=()))


def middle(figure: go.Figure, key: str) -> np.ndarray:
    return np.asarray(next(t for t in figure.data if t.uid == key).y, dtype=float)


@pytest.mark.parametrize("value", ["relative_loss", "excess_risk"])
@pytest.mark.parametrize("across", ["attributes", "examples"])
def test_curves_are_the_runs_own(result: Result, value: str, across: str) -> None:
    view = View(value=value, across=across)
    figure = figure_of(drawn(result, numbers(result.spec), view)["learning"])
    for curve in result.curves.values():
        line = next(t for t in figure.data if t.uid == curve.algorithm)
        np.testing.assert_allclose(line.x, getattr(curve, across))
        np.testing.assert_allclose(line.y, getattr(curve, value).mean(axis=0))
    order = [t.uid for t in figure.data if t.uid in result.curves]
    assert order == [curve.algorithm for curve in legend_order(result.curves)]


def test_spreads(result: Result) -> None:
    look, key = numbers(result.spec), next(iter(result.curves))
    values = result.curves[key].relative_loss
    points = values.shape[1]

    def spread(how: str) -> tuple[go.Figure, np.ndarray]:
        figure = figure_of(drawn(result, look, View(spread=how))["learning"])
        return figure, middle(figure, f"{key}-spread")

    _, outline = spread("sd")
    mean, sd = values.mean(axis=0), values.std(axis=0, ddof=1)
    np.testing.assert_allclose(outline[:points], mean + sd)
    np.testing.assert_allclose(outline[points:][::-1], np.maximum(mean - sd, 0))
    figure, outline = spread("quantiles")
    np.testing.assert_allclose(outline[:points], np.quantile(values, 0.9, axis=0))
    np.testing.assert_allclose(middle(figure, key), np.median(values, axis=0))
    _, lines = spread("runs")
    np.testing.assert_allclose(lines.reshape(3, points + 1)[:, :-1], values)


def test_bands_stay_above_zero_on_a_logarithmic_axis(result: Result) -> None:
    figure = figure_of(drawn(result, numbers(result.spec), View(y_log=True))["learning"])
    assert figure.layout.yaxis.type == "log"
    assert all((np.asarray(t.y, dtype=float) > 0).all() for t in figure.data)


def test_the_target_is_read_off(result: Result) -> None:
    one = drawn(result, numbers(result.spec), View(target=0.97))["learning"]
    figure = figure_of(one)
    assert figure.layout.shapes[0].y0 == 0.97
    marks = [t for t in figure.data if t.uid.endswith("-reach")]
    assert marks
    assert all(t.y[0] == 0.97 for t in marks)


def test_bounds_carry_what_was_measured_if_it_is_about_them(result: Result) -> None:
    look = numbers(result.spec)
    one = drawn(result, look)["bounds"]
    dots = {t.uid: t for t in figure_of(one).data if t.uid.endswith("-measured")}
    mode = result.spec.mode
    proved = {f"{key}-measured" for key in result.curves if ALGORITHMS[key].bounds_in(mode)}
    assert set(dots) == proved
    for curve in result.curves.values():
        if f"{curve.algorithm}-measured" in dots:
            np.testing.assert_allclose(
                dots[f"{curve.algorithm}-measured"].y, curve.excess_risk.mean(axis=0)
            )
    other = numbers(replace(result.spec, budget=6))
    one = drawn(result, other)["bounds"]
    assert not [t for t in figure_of(one).data if t.uid.endswith("-measured")]


def test_sampling_can_be_looked_at_by_number_and_as_pixels() -> None:
    q = np.array([0.1, 0.4, 0.3, 0.2])
    given = {"x": "Attributes", "look": Look("light")}
    both = {"ddaerr": ("x", q), "aerr": ("y", q)}
    by_index = distributions_picture({"ddaerr": ("x", q)}, None, x_log=False, **given).figure
    assert list(by_index.data[0].y) == list(q)
    assert by_index.layout.xaxis.type != "log"
    ranked = distributions_picture(both, q, x_log=True, **given).figure
    assert list(ranked.data[0].y) == sorted(q, reverse=True)
    image = pixels_picture(both, (2, 2), look=Look("dark"))
    assert np.asarray(image.figure.data[1].z).tolist() == q.reshape(2, 2).tolist()
    assert [a.text for a in image.figure.layout.annotations] == ["x", "y"]
    assert "2 by 2 pixels" in image.alt


@pytest.mark.parametrize("data", ["synthetic", "mnist-3v5"])
def test_ratios_mark_where_one_stands(data: str) -> None:
    options = {"alpha": -1.5, "dim": 40} if data == "synthetic" else {}
    spec = ExperimentSpec(data=data, options=options, examples=100, budget=3)
    look = numbers(spec)
    figure = figure_of(ratios(look, Look("light")))
    large = [t for t in figure.data if t.mode == "markers" and t.marker.size == 15]
    assert {t.y[0] for t in large} == {look.facts.rho_ridge, look.facts.rho_lasso}
    assert {t.x[0] for t in large} == {-1.5 if data == "synthetic" else "MNIST"}
    names = {name for t in figure.data if t.xaxis == "x2" for name in t.x}
    assert names == {DATASETS[name].short for name in bundled()}


def test_pandas_is_complete_before_the_first_picture() -> None:
    """Else it is loaded by one visitor's thread while Plotly asks for it in another's."""
    code = "import sys, aelr_core.plots.frame; print('pandas' in sys.modules)"
    root = Path(__file__).parents[2]
    assert subprocess.check_output([sys.executable, "-c", code], cwd=root, text=True) == "True\n"


# ---- The explorer with this project's algorithms beside the paper's, and without them ----

OURS = ("jaerr", "adaptive_jaerr")


def test_the_switch_takes_ours_away_at_once(open_app: Open, live_figure: Figure) -> None:
    app = open_app(origin=THE_PAPERS)
    for name in ("learning", "sampling", "bounds"):
        assert not [uid for uid in live_figure(app, name)["lines"] if "jaerr" in uid]
    said = texts(app)
    assert "ours)" not in said
    assert words.CHANGED not in said


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
    lines = shares_of_looks(look.facts, result.spec.algorithms, result.curves)
    joint = [key for key in result.curves if ALGORITHMS[key].joint]
    assert {f"{key}{AT_THE_END}" for key in joint} <= {*lines}
    assert {name.removesuffix(AT_THE_END) for name in lines} >= {*joint}
    for _, share in lines.values():
        assert share.sum() == pytest.approx(1)
        assert (share >= 0).all()
    before = shares_of_looks(look.facts, result.spec.algorithms, {})
    assert not [name for name in before if AT_THE_END in name]
    assert [key for key in before if ALGORITHMS[key].joint] == joint[:1]  # known moments


def test_pi_is_the_probability_of_being_seen(result: Result) -> None:
    K = result.spec.budget
    here = numbers(result.spec).facts
    for pi in (here.pi, *(c.pi for c in result.curves.values() if c.pi is not None)):
        assert pi.sum() == pytest.approx(K)
        assert (pi > 0).all()
        assert pi.max() < 1
    assert np.argmax(here.pi) == np.argmax(here.M)
    poisson = numbers(replace(result.spec, mode=THEORY, algorithms=())).facts
    np.testing.assert_allclose(poisson.pi, np.minimum(1, (K - 1) * poisson.q))


def test_what_a_run_ended_with_is_not_shown_for_other_settings(result: Result) -> None:
    other = numbers(replace(result.spec, step=0.1))
    one = sampling(other, OnScreen(result, (-8, id(result)), DEFAULTS), "sorted", Look("light"))
    uids = [trace["uid"] for trace in json.loads(one.figure)["data"]]
    assert not [uid for uid in uids if uid.endswith(AT_THE_END)]


def test_the_progressive_loss_is_a_thin_line_on_demand(result: Result) -> None:
    ours = [key for key in result.curves if ALGORITHMS[key].joint]
    now = OnScreen(result, (-11, id(result)), DEFAULTS)
    for view, there in ((View(), False), (View(progressive=True), True)):
        one = learning(now, view, Look("light"))
        lines = {trace["uid"]: trace for trace in unpacked(json.loads(one.figure))["data"]}
        assert ([f"{key}-estimate" in lines for key in ours]) == [there] * 2
    for key in ours:
        estimate = lines[f"{key}-estimate"]["y"]
        np.testing.assert_allclose(estimate, result.curves[key].progressive.mean(axis=0))
        assert f"{key}-estimate-spread" in lines
    other = learning(now, View(progressive=True, value="excess_risk"), Look("dark"))
    assert "estimate" not in other.figure
