"""The pictures of the study, of the paper and of the story: what a reader could misread."""

from __future__ import annotations

import numpy as np
import pytest

from aelr_core.plots.theme import PALETTE, Look, Theme
from aelr_core.results.paper import PanelCurve
from pages.ui.figures import story
from pages.ui.figures.results import LEAST, MOST, Ratio, panel_picture, study_picture
from tests.project.test_palette import contrast


def test_a_ratio_outside_the_picture_is_written_at_its_edge() -> None:
    ratios = [
        Ratio(0, 0, 0.5, "win", ""),
        Ratio(0, 1, 146.4, "loss", ""),
        Ratio(1, 2, 0.0, "win", ""),
    ]
    win, _, loss = study_picture(["a", "b"], ratios, look=Look("light")).figure.data
    assert (list(win.x), list(win.text)) == ([0.5, LEAST], ["", "← 0.00"])
    assert (list(loss.x), list(loss.text)) == ([MOST], ["146 →"])
    assert [round(y) for y in win.y] == [0, 1]


# ---- The picture of a panel of the paper: bands, the range of the axis, AdaGrad's marks ----


def line(key: str = "ddaerr", *, adagrad: bool = False, level: float = 0.5) -> PanelCurve:
    x = np.arange(1, 5) * 100
    return PanelCurve(key, adagrad, x, np.full(4, level), np.full(4, 0.1))


def test_a_band_is_one_standard_deviation() -> None:
    figure = panel_picture([line()], look=Look("light")).figure
    band, mean = figure.data
    np.testing.assert_allclose(band.y, [0.6] * 4 + [0.4] * 4)
    np.testing.assert_allclose(mean.y, 0.5)
    assert mean.line.color == PALETTE["light"][0]


# ---- The tiles of the story's first scene: what is on them can be read ----


@pytest.mark.parametrize("lifted", [False, True])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_sign_can_be_read_on_its_tile(theme: Theme, lifted: bool) -> None:
    look, values = Look(theme), np.array([1.0, 0.0, 1.0, 0.0])
    tiles, signs, _ = story.tests_picture(values, [0, 3], {}, lifted=lifted, look=look).figure.data
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
