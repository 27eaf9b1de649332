"""The pictures of what was learnt: one scale for all, the end first, and every stop in it."""

import numpy as np
import pytest

from pages.ui.figures.learnt import bars_reach, learnt_bars_picture, learnt_images_picture
from pages.ui.theme import Look

LIGHT = Look("light")
STOPS = np.array([10, 20])
FILMS = {
    "aerr": ("AERR", np.array([[0.0, 0.1, 0.2, 0.3], [0.0, -0.4, 0.2, 0.1]])),
    "jaerr": ("JAERR (ours)", np.array([[np.nan] * 4, [0.0, -0.2, 0.8, 0.1]])),
    "offline_ridge": ("Offline", np.array([[0.0, 9.0, 0.0, 0.0], [0.0, -9.0, 9.0, 0.0]])),
}
SPREADS = {key: np.full((2, 4), 0.05) for key in FILMS}
NAMES = ["<b>a</b>", "b", "c", "d"]


def test_images_share_a_symmetric_scale_that_one_long_predictor_does_not_set() -> None:
    figure = learnt_images_picture(STOPS, FILMS, (2, 2), look=LIGHT).figure
    assert (figure.layout.coloraxis.cmin, figure.layout.coloraxis.cmax) == (-0.8, 0.8)
    assert {trace.coloraxis for trace in figure.data} == {"coloraxis"}
    assert [frame.name for frame in figure.frames] == ["10", "20"]
    assert figure.layout.sliders[0].active == 1
    for trace, last in zip(figure.data, figure.frames[-1].data, strict=True):
        np.testing.assert_allclose(trace.z, last.z, rtol=1e-6)
    assert np.isnan(np.asarray(figure.frames[0].data[1].z, dtype=float)).all()


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


def test_the_picture_reaches_what_most_bars_need() -> None:
    reach, cut = bars_reach(FILMS, SPREADS)
    assert (reach, cut) == (pytest.approx(2 * 0.85), True)
    alike = {key: FILMS[key] for key in ("aerr", "jaerr")}
    assert bars_reach(alike, SPREADS) == (pytest.approx(0.85), False)
    assert bars_reach(FILMS, SPREADS, np.array([3.0, 0, 0, 0])) == (3.0, True)
