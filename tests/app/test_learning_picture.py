"""The learning curves: their range, their target, and what is said under them."""

import json
from dataclasses import replace

import numpy as np
import plotly.graph_objects as go
import pytest

from aelr_core.algorithms import ALGORITHMS
from aelr_core.analysis.series import View
from aelr_core.experiments import ExperimentSpec, Result, run
from pages.ui.explorer.pictures import Drawn, learning
from pages.ui.theme import Look
from tests.app.reading import unpacked

SPEC = ExperimentSpec(
    options={"dim": 30}, budget=4, examples=200, runs=3, curve="anytime", points=8, step="auto"
)


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
