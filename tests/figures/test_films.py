"""The films of π and of what was learnt: a frame per stop, and a slider that knows them."""

import numpy as np
import pytest

from aelr_core.plots.theme import Look
from pages.ui.figures.explorer import learnt_bars_picture
from pages.ui.figures.what_if import MOST_POINTS, line_film_picture, pixel_film_picture

LIGHT = Look("light")
EXAMPLES = np.array([0, 10, 1_500])


def films(d: int) -> dict[str, tuple[str, np.ndarray]]:
    pi = np.linspace(0.1, 0.9, 3 * d).reshape(3, d)
    return {"adaptive_jaerr": ("learns", pi), "jaerr": ("knows", pi[::-1].copy())}


def test_a_film_shows_its_first_frame_and_has_them_all() -> None:
    figure = pixel_film_picture(EXAMPLES, films(4), (2, 2), look=LIGHT).figure
    assert [frame.name for frame in figure.frames] == ["0", "10", "1,500"]
    (slider,), (buttons,) = figure.layout.sliders, figure.layout.updatemenus
    assert [step.label for step in slider.steps] == ["0", "10", "1,500"]
    assert [button.label for button in buttons.buttons] == ["Play", "Pause"]
    assert slider.active == 0
    for trace, first in zip(figure.data, figure.frames[0].data, strict=True):
        np.testing.assert_allclose(trace.z, first.z, rtol=1e-6)
    assert figure.layout.coloraxis.cmax == pytest.approx(0.9)  # one scale for all frames


@pytest.mark.parametrize("x_log", [False, True])
def test_of_many_attributes_some_are_drawn(x_log: bool) -> None:
    d = 5 * MOST_POINTS
    by = np.arange(d, 0.0, -1.0)
    figure = line_film_picture(EXAMPLES, films(d), by, x_log=x_log, look=LIGHT).figure
    x = figure.data[0].x
    assert (x[0], x[-1]) == (1, d)
    assert len(x) <= MOST_POINTS
    assert {len(one.y) for frame in figure.frames for one in frame.data} == {len(x)}


# ---- The pictures of what was learnt: one scale for all, the end first, and every stop in it ----

STOPS = np.array([10, 20])
FILMS = {
    "aerr": ("AERR", np.array([[0.0, 0.1, 0.2, 0.3], [0.0, -0.4, 0.2, 0.1]])),
    "jaerr": ("JAERR (ours)", np.array([[np.nan] * 4, [0.0, -0.2, 0.8, 0.1]])),
    "offline_ridge": ("Offline", np.array([[0.0, 9.0, 0.0, 0.0], [0.0, -9.0, 9.0, 0.0]])),
}
SPREADS = {key: np.full((2, 4), 0.05) for key in FILMS}
NAMES = ["<b>a</b>", "b", "c", "d"]


def test_bars_have_error_bars_and_marks_of_the_best() -> None:
    truth = np.array([1.0, -1.0, 1.0, 1.0])
    figure = learnt_bars_picture(STOPS, FILMS, SPREADS, NAMES, truth=truth, look=LIGHT).figure
    *bars, marks = figure.data
    assert [bar.uid for bar in bars] == [*FILMS]
    for bar, last in zip(bars, figure.frames[-1].data, strict=True):
        np.testing.assert_allclose(bar.x, last.x)
        np.testing.assert_allclose(bar.error_x.array, 0.05)
    np.testing.assert_allclose(marks.x, truth)
    assert all(len(frame.data) == len(bars) for frame in figure.frames)  # the marks stay
    low, high = figure.layout.xaxis.range
    assert low == -high
    assert figure.layout.yaxis.ticktext[0] == "&lt;b&gt;a&lt;/b&gt;"
