"""The films of π: one frame per number of examples, a slider and a button that know them."""

import numpy as np
import pytest

from pages.ui.figures.pi_film import MOST_POINTS, line_film_picture, pixel_film_picture
from pages.ui.theme import Look

LIGHT = Look("light")
EXAMPLES = np.array([0, 10, 1_500])


def films(d: int) -> dict[str, tuple[str, np.ndarray]]:
    pi = np.linspace(0.1, 0.9, 3 * d).reshape(3, d)
    return {"adaptive_jaerr": ("learns", pi), "jaerr": ("knows", pi[::-1].copy())}


def test_a_film_shows_its_last_frame_and_has_them_all() -> None:
    figure = pixel_film_picture(EXAMPLES, films(4), (2, 2), look=LIGHT).figure
    assert [frame.name for frame in figure.frames] == ["0", "10", "1,500"]
    (slider,), (buttons,) = figure.layout.sliders, figure.layout.updatemenus
    assert [step.label for step in slider.steps] == ["0", "10", "1,500"]
    assert [button.label for button in buttons.buttons] == ["Play", "Pause"]
    assert slider.active == 2
    for trace, last in zip(figure.data, figure.frames[-1].data, strict=True):
        np.testing.assert_allclose(trace.z, last.z, rtol=1e-6)
    assert figure.layout.coloraxis.cmax == pytest.approx(0.9)  # one scale for all frames


def test_learnt_points_lie_over_the_known_line() -> None:
    by = np.array([1.0, 3.0, 2.0])
    figure = line_film_picture(EXAMPLES, films(3), by, x_log=False, look=LIGHT).figure
    assert [(trace.uid, trace.mode) for trace in figure.data] == [
        ("jaerr", "lines"),
        ("adaptive_jaerr", "markers"),
    ]
    np.testing.assert_allclose(figure.data[1].y, films(3)["adaptive_jaerr"][1][-1][[1, 2, 0]])
    low, high = figure.layout.yaxis.range
    assert low < np.log10(0.1) < np.log10(0.9) < high


@pytest.mark.parametrize("x_log", [False, True])
def test_of_many_attributes_some_are_drawn(x_log: bool) -> None:
    d = 5 * MOST_POINTS
    by = np.arange(d, 0.0, -1.0)
    figure = line_film_picture(EXAMPLES, films(d), by, x_log=x_log, look=LIGHT).figure
    x = figure.data[0].x
    assert (x[0], x[-1]) == (1, d)
    assert len(x) <= MOST_POINTS
    assert {len(one.y) for frame in figure.frames for one in frame.data} == {len(x)}
