"""Pictures without a browser: what is drawn, how it looks, what it says to a screen reader."""

import json
import re
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
from pages.ui import theme
from pages.ui.example_run import example_run
from pages.ui.explorer.numbers import Numbers
from pages.ui.explorer.pictures import Drawn, bounds, learning, ratios, sampling
from pages.ui.figures.distributions import distributions_picture
from pages.ui.figures.frame import framed, mark_x, mark_y
from pages.ui.figures.images import pixels_picture
from pages.ui.numerals import fewer
from pages.ui.theme import Look
from pages.ui.visitor_run import Pin
from tests.app.reading import unpacked

TWO_LINES = 170  # letters below a picture, at 1400 x 900
NAMES = ("learning", "sampling", "ratios", "bounds")
SPEC = ExperimentSpec(
    options={"dim": 30}, budget=4, examples=200, runs=3, curve="anytime", points=8, step="theory"
)


def drawn(
    result: Result, look: Numbers, view: View | None = None, how: Look | None = None
) -> dict[str, Drawn]:
    how, frame = how or Look("light"), (-1, hash(result) % 2**31)
    return {
        "learning": learning(result, frame, view or View(), (), how),
        "sampling": sampling(look, result, frame, "sorted", how),
        "ratios": ratios(look, how),
        "bounds": bounds(look, result, frame, how),
    }


def figure_of(one: Drawn) -> go.Figure:
    return go.Figure(unpacked(json.loads(one.figure)))


def numbers(spec: ExperimentSpec) -> Numbers:
    return Numbers(spec, prior_facts(spec, dataset_of(spec)), None)


@pytest.fixture(scope="module", params=["ridge", "lasso"])
def result(request: pytest.FixtureRequest) -> Result:
    return run(replace(SPEC, family=request.param, algorithms=()))


@pytest.mark.parametrize("name", NAMES)
def test_every_picture_is_complete(result: Result, name: str) -> None:
    one = drawn(result, numbers(result.spec))[name]
    figure = figure_of(one)
    assert figure.layout.xaxis.title.text
    assert figure.layout.yaxis.title.text
    assert figure.layout.height == one.height
    assert len(one.alt) > 60
    assert one.alt.endswith(".")
    assert one.below.endswith(".")
    uids = [trace.uid for trace in figure.data]
    assert len(set(uids)) == len(uids)
    colours = {*theme.PALETTE["light"]}
    for trace in figure.data:
        assert len(trace.x) == len(trace.y) > 0
        colour = trace.line.color if trace.mode == "lines" else trace.marker.color
        assert colour in colours
    assert figure.layout.legend.y > 1  # above the curves, never over them


def test_an_algorithm_has_one_look_in_every_picture(result: Result) -> None:
    looks: dict[str, set[tuple[str, str]]] = {}
    every = drawn(result, numbers(result.spec))
    for name in ("learning", "sampling", "bounds"):
        for trace in figure_of(every[name]).data:
            if trace.mode == "lines" and not trace.fill and trace.showlegend is not False:
                looks.setdefault(trace.uid, set()).add((trace.line.color, trace.line.dash))
    assert set(looks) == set(result.curves)
    assert all(len(look) == 1 for look in looks.values())
    for part in (0, 1):
        assert len({next(iter(look))[part] for look in looks.values()}) == len(looks)


def test_dark_changes_the_colours_and_nothing_else(result: Result) -> None:
    look = numbers(result.spec)
    swap = dict(zip(theme.PALETTE["dark"], theme.PALETTE["light"], strict=True))
    swap[theme.MUTED["dark"]] = theme.MUTED["light"]
    light, dark = drawn(result, look), drawn(result, look, how=Look("dark"))
    for name in ("ratios", "bounds", "sampling"):
        repainted = dark[name].figure
        assert repainted != light[name].figure
        for old, new in swap.items():
            repainted = repainted.replace(old, new)
        assert repainted == light[name].figure


def test_a_projector_makes_type_large_and_lines_thick(result: Result) -> None:
    look = numbers(result.spec)
    usual, large = drawn(result, look), drawn(result, look, how=Look("light", projector=True))
    for name in NAMES:
        small, big = figure_of(usual[name]), figure_of(large[name])
        assert big.layout.font.size > small.layout.font.size + 3
        assert big.layout.xaxis.title.font.size == big.layout.legend.font.size == 20
        widths = [(a.line.width, b.line.width) for a, b in zip(small.data, big.data, strict=True)]
        assert all(b > a for a, b in widths if a)
        assert large[name].height > usual[name].height


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
    assert "Attributes measured for error 0.97" in one.below
    hopeless = drawn(result, numbers(result.spec), View(target=1e-9))["learning"]
    assert hopeless.below.endswith("error 1e-09.")


def test_the_gain_is_said_by_the_number_that_the_curves_show() -> None:
    result = example_run()
    one = drawn(result, numbers(result.spec), View())["learning"]
    reach = {t.uid: t.x[0] for t in figure_of(one).data if t.uid.endswith("-reach")}
    often = fewer(reach["ddaerr-reach"] / reach["aerr-reach"])
    known, uniform = (f"{reach[f'{key}-reach']:,.0f}" for key in ("ddaerr", "aerr"))
    assert f"Chosen by size {known}, **{often}** than Uniform {uniform}." in one.below
    assert len(one.below.replace("**", "")) < TWO_LINES


def test_axes_stand_still_while_curves_grow(result: Result) -> None:
    figure = figure_of(drawn(result, numbers(result.spec))["learning"])
    assert figure.layout.xaxis.autorangeoptions.include == 200 * 4
    assert figure.layout.yaxis.autorangeoptions.include == 1


def test_pinned_runs_are_grey_and_behind(result: Result) -> None:
    other = replace(result, spec=replace(result.spec, seed=9))
    # pictures are kept by their frames, so each family has its own
    frame, behind = (-2, id(result)), (-3, id(result))
    one = learning(result, frame, View(), (Pin(other, behind), Pin(result, frame)), Look("light"))
    figure = figure_of(one)
    grey = [t for t in figure.data if t.uid.startswith("pin")]
    assert list(figure.data[: len(grey)]) == grey
    assert {t.line.color for t in grey} == {theme.NEUTRAL}
    assert [t.name for t in grey if t.showlegend] == ["pinned: seed = 9 instead of 0"]
    assert len(grey) == len(result.curves)  # the run itself is not drawn behind itself


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
    assert re.search(r"bound \(.*k = \d+ draws for x̃.* times ", one.below)
    other = numbers(replace(result.spec, budget=6))
    one = drawn(result, other)["bounds"]
    assert not [t for t in figure_of(one).data if t.uid.endswith("-measured")]
    assert "A run adds the" in one.below


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


def test_attributes_that_are_never_drawn_leave_a_gap() -> None:
    q = np.array([0.5, 0.0, 0.5])
    picture = distributions_picture(
        {"two_phase_ddaerr": ("x", q)}, q, x="Attributes", x_log=True, look=Look("light")
    )
    assert np.isnan(picture.figure.data[0].y).sum() == 1
    assert picture.figure.data[0].mode == "markers"


@pytest.mark.parametrize("data", ["synthetic", "mnist-3v5"])
def test_ratios_mark_where_one_stands(data: str) -> None:
    options = {"alpha": -1.5, "dim": 40} if data == "synthetic" else {}
    spec = ExperimentSpec(data=data, options=options, examples=100, budget=3)
    look = numbers(spec)
    figure = figure_of(ratios(look, Look("light")))
    large = [t for t in figure.data if t.mode == "markers" and t.marker.size == 15]
    assert {t.y[0] for t in large} == {look.here.rho_ridge, look.here.rho_lasso}
    assert {t.x[0] for t in large} == {-1.5 if data == "synthetic" else "MNIST"}
    names = {name for t in figure.data if t.xaxis == "x2" for name in t.x}
    assert names == {DATASETS[name].short for name in bundled()}


@pytest.mark.parametrize(("low", "high"), [(0.3, 0.3), (0.2, 0.9), (1.0, 20.0)])
def test_a_short_logarithmic_axis_has_ticks_with_numbers(low: float, high: float) -> None:
    figure = framed(
        [{"type": "scatter", "x": [1, 2], "y": [low, high]}], x="x", y="y", look=Look("light")
    )
    ticks = figure.layout.yaxis.tickvals
    assert min(ticks) <= low
    assert max(ticks) >= high
    assert sum(low / 3 <= tick <= high * 3 for tick in ticks) >= 2


def test_between_two_ticks_plotly_finds_others() -> None:
    axis = framed(
        [{"type": "scatter", "x": [1, 2], "y": [0.31, 0.36]}], x="x", y="y", look=Look("light")
    ).layout.yaxis
    assert axis.type == "log"
    assert axis.tickvals is None
    assert axis.dtick is None


def test_marks() -> None:
    figure = framed(
        [{"type": "scatter", "x": [1, 100], "y": [1, 100]}],
        x="x",
        y="y",
        look=Look("light"),
        y_log=False,
    )
    mark_x(figure, 10, "here", look=Look("light"))
    mark_y(figure, 50, "there", log=False, look=Look("light"))
    assert (figure.layout.shapes[0].x0, figure.layout.shapes[1].y0) == (10, 50)
    assert (figure.layout.annotations[0].x, figure.layout.annotations[1].y) == (1, 50)


def test_pandas_is_complete_before_the_first_picture() -> None:
    """Else it is loaded by one visitor's thread while Plotly asks for it in another's."""
    code = "import sys, pages.ui.figures.frame; print('pandas' in sys.modules)"
    root = Path(__file__).parents[2]
    assert subprocess.check_output([sys.executable, "-c", code], cwd=root, text=True) == "True\n"
