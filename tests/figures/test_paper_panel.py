"""The picture of a panel of the paper: bands, the range of the axis, AdaGrad's marks."""

from __future__ import annotations

import numpy as np

from aelr_core.results.paper import PanelCurve
from pages.ui.figures.paper_panel import panel_picture
from pages.ui.theme import PALETTE, Look


def line(key: str = "ddaerr", *, adagrad: bool = False, level: float = 0.5) -> PanelCurve:
    x = np.arange(1, 5) * 100
    return PanelCurve(key, key.upper(), adagrad, x, np.full(4, level), np.full(4, 0.1))


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


def test_the_legend_names_a_curve_that_leaves_the_picture() -> None:
    figure = panel_picture([line(level=0.1), line("aerr", level=9.0)], look=Look("light")).figure
    names = [trace.name for trace in figure.data if trace.name]
    assert names == ["DDAERR", "AERR (up to 9, off the top)"]


def test_tiny_errors_fill_the_picture() -> None:
    tiny = PanelCurve("aelr", "AELR", False, np.arange(1, 5), np.full(4, 0.004), np.full(4, 0.0001))
    low, high = panel_picture([tiny], look=Look("light")).figure.layout.yaxis.range
    assert low == 0
    assert 0.004 < high < 0.005


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
