"""The pictures of the study and of the pairs: what a reader could misread."""

import json

import numpy as np
import pytest

from pages.ui.figures.needed import FIRST, LAST, MOST, Share, needed_picture
from pages.ui.figures.used_pairs import used_pairs_picture
from pages.ui.figures.verdict_map import Cell, verdict_map_picture
from pages.ui.theme import Look

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
