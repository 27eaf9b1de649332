"""The pictures of the study, of the paper and of the story: what a reader could misread."""

from __future__ import annotations

import json

import numpy as np
import pytest

from aelr_core.results.paper import PanelCurve
from pages.ui.figures import tests_of_one
from pages.ui.figures.needed import FIRST, LAST, MOST, Share, needed_picture
from pages.ui.figures.paper_panel import panel_picture
from pages.ui.figures.used_pairs import used_pairs_picture
from pages.ui.figures.verdict_map import Cell, verdict_map_picture
from pages.ui.theme import PALETTE, Look, Theme
from tests.project.test_palette import contrast

LOOKS = [Look("light"), Look("dark")]


def rgba(colour: str) -> tuple[np.ndarray, float]:
    """Return red, green and blue from 0 to 1, and the opacity."""
    if colour.startswith("#"):
        return np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)]) / 255, 1.0
    *rgb, opacity = (float(one) for one in colour[5:-1].split(","))
    return np.array(rgb) / 255, opacity


def luminance(rgb: np.ndarray) -> float:
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    return float(linear @ [0.2126, 0.7152, 0.0722])


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_every_verdict_can_be_read_on_its_colour(look: Look) -> None:
    figure = verdict_map_picture(["a"], ["1st"], [Cell(0, 0, 1, "W", "")], across="n", look=look)
    trace = json.loads(figure.figure.to_json())["data"][0]
    ink = luminance(rgba(trace["textfont"]["color"])[0])
    for behind in look.backgrounds:
        for _, colour in trace["colorscale"]:
            rgb, opacity = rgba(colour)
            cell = luminance(opacity * rgb + (1 - opacity) * rgba(behind)[0])
            light, dark = max(ink, cell), min(ink, cell)
            assert (light + 0.05) / (dark + 0.05) >= 4.5, colour


def test_ties_that_lean_are_tinted_both_ways_alike() -> None:
    cells = [Cell(0, at, *pair) for at, pair in enumerate([(1, "", ""), (0, "", ""), (0, "", "")])]
    cells += [Cell(0, 3, 0, "", "", leans=1), Cell(0, 4, 0, "", "", leans=-1)]
    cells.append(Cell(0, 5, -1, "", "", leans=-1))
    picture = verdict_map_picture(["a"], list("123456"), cells, across="Size", look=LOOKS[0])
    (trace,) = picture.figure.data
    assert np.asarray(trace.z).tolist() == [[2, 0, 0, 1, -1, -2]]
    shades = [colour for _, colour in trace.colorscale[::2]]
    assert [rgba(one)[1] for one in shades] == [rgba(one)[1] for one in shades[::-1]]
    assert len(set(shades)) == 5
    assert picture.figure.layout.xaxis.title.text == "Size"
    assert "1 win, 4 ties, 1 loss" in picture.alt


def test_what_is_never_reached_is_not_on_the_scale_of_shares() -> None:
    shares = [
        Share(0, "aerr", "AERR", 0.5, False),
        Share(0, "ddaerr", "DDAERR", None, False),
        Share(1, "aerr", "AERR", None, False),
        Share(1, "ddaerr", "DDAERR", 0.011, True),
    ]
    figure = needed_picture(["a", "b"], shares, look=LOOKS[0]).figure
    aerr, ddaerr = figure.data
    assert aerr.x[0] == 0.5
    assert ddaerr.x[1] == 0.011  # where it is, not moved to the edge
    assert ddaerr.x[1] > FIRST
    assert aerr.x[1] == ddaerr.x[0]
    (strip,) = (shape for shape in figure.layout.shapes if shape.type == "rect")
    assert (strip.x0, strip.x1) == (MOST, LAST)
    assert strip.x0 < aerr.x[1] < strip.x1
    assert list(ddaerr.text) == ["", "≤"]
    assert aerr.y[0] != ddaerr.y[0]  # one above the other
    assert [round(y) for y in (*aerr.y, *ddaerr.y)] == [0, 1, 0, 1]


@pytest.mark.parametrize(("share", "shown"), [(1.0, False), (0.4, True)])
def test_shares_have_a_scale(share: float, shown: bool) -> None:
    used = np.diag([share, 0.0, 1.0])
    picture = used_pairs_picture(used, used, key="jaerr", words="one sample", look=LOOKS[0])
    assert picture.figure.data[0].showscale is shown


# ---- The picture of a panel of the paper: bands, the range of the axis, AdaGrad's marks ----


def line(key: str = "ddaerr", *, adagrad: bool = False, level: float = 0.5) -> PanelCurve:
    x = np.arange(1, 5) * 100
    return PanelCurve(key, key.upper(), adagrad, x, np.full(4, level), np.full(4, 0.1))


def test_a_band_is_one_standard_deviation() -> None:
    figure = panel_picture([line()], look=Look("light")).figure
    band, mean = figure.data
    np.testing.assert_allclose(band.y, [0.6] * 4 + [0.4] * 4)
    np.testing.assert_allclose(mean.y, 0.5)
    assert mean.line.color == PALETTE["light"][0]


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


# ---- The tiles of the story's first scene: what is on them can be read ----


@pytest.mark.parametrize("lifted", [False, True])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_sign_can_be_read_on_its_tile(theme: Theme, lifted: bool) -> None:
    look, values = Look(theme), np.array([1.0, 0.0, 1.0, 0.0])
    tiles, signs = tests_of_one.tests_picture(
        values, np.array([0, 3]), lifted=lifted, look=look
    ).figure.data
    edges = [colour for _, colour in tiles.colorscale][::2]
    for kind, ink, sign in zip(tiles.z.flat, signs.textfont.color, signs.text, strict=False):
        if sign:
            assert contrast(ink, over(edges[int(kind)], look.backgrounds[0])) >= 4.5


def over(colour: str, ground: str) -> str:
    """Return the colour that a see-through one has on a ground."""
    if colour.startswith("#"):
        return colour
    *rgb, share = (float(part) for part in colour[5:-1].split(","))
    below = (int(ground[at : at + 2], 16) for at in (1, 3, 5))
    mixed = (round(share * a + (1 - share) * b) for a, b in zip(rgb, below, strict=True))
    return "#" + "".join(f"{part:02X}" for part in mixed)
