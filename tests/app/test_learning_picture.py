"""The learning curves: their range, their target, and what is said under them."""

import json
from dataclasses import replace

import numpy as np
import plotly.graph_objects as go
import pytest

from aelr_core.algorithms import ALGORITHMS, adagrad_family, by_word
from aelr_core.analysis.learning import View
from aelr_core.experiments import ExperimentSpec, Result, run
from aelr_core.modes import THEORY
from pages.ui.explorer import words
from pages.ui.explorer.pictures import Drawn, learning
from pages.ui.theme import Look
from tests.app.reading import unpacked

SPEC = ExperimentSpec(
    options={"dim": 30}, budget=4, examples=200, runs=3, curve="anytime", points=8, step="auto"
)
USUAL = (View(), (), Look("light"))


@pytest.fixture(scope="module", params=["ridge", "lasso"])
def result(request: pytest.FixtureRequest) -> Result:
    return run(replace(SPEC, family=request.param, algorithms=()))


def figure_of(one: Drawn) -> go.Figure:
    return go.Figure(unpacked(json.loads(one.figure)))


def line(figure: go.Figure, uid: str) -> np.ndarray:
    return np.asarray(next(t for t in figure.data if t.uid == uid).y, dtype=float)


def test_one_wide_band_does_not_flatten_the_curves(result: Result) -> None:
    """The curves themselves stay inside, and a logarithmic axis needs no limit."""
    key = next(iter(result.curves))
    wild = result.curves[key].relative_loss.copy()
    wild[:, 3], wild[0, -1], wild[1, -1] = 0.5, 30.0, 0.0
    curves = {**result.curves, key: replace(result.curves[key], relative_loss=wild)}
    lost = replace(result, curves=curves)
    for log in (False, True):
        view = View(y_log=log, target=0.99)
        one = learning(lost, (-21, id(result)), view, (), Look("light"))
        figure = figure_of(one)
        highest = max(curve.relative_loss.mean(axis=0).max() for curve in curves.values())
        assert highest == pytest.approx(wild[:, -1].mean())
        assert line(figure, f"{key}-spread").max() > 2 * highest
        limit = figure.layout.yaxis.autorangeoptions.clipmax
        assert limit is None if log else highest < limit < 1.3 * highest
        assert f"{key}-reach" not in {t.uid for t in figure.data}
        assert f"{ALGORITHMS[key].short} reaches it, but ends above." in one.below


def test_a_provisional_curve_is_seen_from_its_first_point(result: Result) -> None:
    key = next(iter(result.curves))
    none = replace(result, curves={})
    figure = figure_of(learning(none, (-28, id(result)), *USUAL, preview=result.curves))
    head = next(t for t in figure.data if t.uid == f"{key}-head")
    assert head.mode == "markers"
    assert head.marker.size > 6
    assert [*head.y] == [line(figure, key)[-1]]


def test_mode_theory_says_which_of_ours_is_left_out(result: Result) -> None:
    theory = run(replace(result.spec, mode=THEORY, step="theory", algorithms=()))
    (adaptive,) = {*result.curves} - {*theory.curves}
    assert ALGORITHMS[adaptive].short in words.without(theory.spec)
    assert words.without(theory.spec) in learning(theory, (-22, id(result)), *USUAL).below
    assert words.without(result.spec) == ""
    papers = tuple(key for key in theory.curves if not ALGORITHMS[key].joint)
    assert words.without(replace(theory.spec, algorithms=papers)) == ""


def test_adagrad_says_that_ours_are_left_out_if_they_were_wanted(result: Result) -> None:
    spec = replace(result.spec, family=adagrad_family(), adagrad=True, algorithms=())
    adagrad, said = run(spec), words.without(spec)
    assert said in learning(adagrad, (-31, id(result)), *USUAL).below
    assert "left out" not in learning(adagrad, (-31, id(result)), *USUAL, ours=False).below


def test_a_long_name_breaks_after_its_comma(result: Result) -> None:
    theory = run(replace(result.spec, mode=THEORY, step="theory", algorithms=()))
    joint = by_word("joint", result.spec.family)
    wanted = f"{joint.label}\xa0(ours),<br>budget in expectation"
    usual, wall = (
        learning(theory, (-27, id(result)), View(), (), Look("light", projector=projector))
        for projector in (False, True)
    )
    names = [{t.uid: t.name for t in figure_of(one).data}[joint.key] for one in (usual, wall)]
    assert names == [wanted, joint.legend_in(THEORY)]
    assert "<br>" not in usual.alt


def test_the_progressive_loss_has_its_place_in_the_legend(result: Result) -> None:
    view = View(progressive=True)
    one = learning(result, (-23, id(result)), view, (), Look("light"))
    figure = figure_of(one)
    thin = [t for t in figure.data if t.uid.endswith("-estimate")]
    assert [t.mode for t in thin] == ["lines"] * 2
    (entry,) = [t for t in figure.data if t.uid == "estimates"]
    assert entry.showlegend is not False
    assert entry.line.width == thin[0].line.width
    assert list(entry.y) == [None]
    assert "progressive loss" in one.below
    assert "below 0" in one.below
    papers = {key: c for key, c in result.curves.items() if not ALGORITHMS[key].joint}
    spec = replace(result.spec, algorithms=tuple(papers))
    without = replace(result, spec=spec, curves=papers)
    frames = ((-24, id(result)), (-25, id(result)))
    on, off = (
        learning(without, frame, View(progressive=wanted), (), Look("light"))
        for frame, wanted in zip(frames, (True, False), strict=True)
    )
    assert on.below == off.below
    assert "estimates" not in {t.uid for t in figure_of(on).data}


def test_the_target_is_named_in_the_legend_and_nothing_lies_on_curves(result: Result) -> None:
    figure = figure_of(learning(result, (-26, id(result)), View(), (), Look("light")))
    assert not figure.layout.annotations
    (line,) = figure.layout.shapes
    assert line.showlegend
    assert line.name == f"{by_word('uniform', result.spec.family).label}'s end, {line.y0:.3g}"


def test_the_badge_names_the_family_of_the_example(result: Result) -> None:
    for family in ("ridge", "lasso"):
        own = family == result.spec.family
        said = words.example_badge(result, family)
        assert said == ("example run" if own else f"example run: {result.spec.family}")
