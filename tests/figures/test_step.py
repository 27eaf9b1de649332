"""Pictures of one step: bars, pairs, images, and clouds of estimates."""

import numpy as np
import pytest

from aelr_core.plots.theme import Look
from pages.ui.figures.images import step_images_picture
from pages.ui.figures.one_step import (
    LARGEST,
    SMALLEST,
    Row,
    bars_picture,
    cloud_picture,
    pairs_picture,
)

LIGHT = Look("light")
NAMES = ["a", "b", "c"]


def test_rows_of_bars_stand_below_each_other_with_marks_above_them() -> None:
    q = np.array([0.2, 0.3, 0.5])
    rows = [
        Row("q", "chances", {"q": q}, (0.0, 0.5), np.array([2, 0, 2])),
        Row("x", "values", {"x": q, "x̃": 9 * q, "v": -q}, (-0.5, 4.5)),
    ]
    figure = bars_picture(rows, NAMES, key="ddaerr", look=LIGHT).figure
    marks = next(t for t in figure.data if t.type == "scatter")
    assert [*marks.x] == [1, 3]
    assert marks.marker.size[1] > marks.marker.size[0]
    assert max(marks.y) <= figure.layout.yaxis.range[1]
    assert figure.layout.yaxis.domain[0] > figure.layout.yaxis2.domain[1]
    assert len({t.marker.color for t in figure.data if t.yaxis == "y2"}) == 3
    assert figure.layout.yaxis2.range[0] < -0.5


def test_only_few_pairs_have_names_and_frames() -> None:
    few = pairs_picture(np.eye(3), NAMES, key="jaerr", words="one", look=LIGHT).figure
    assert [*few.layout.xaxis.ticktext] == NAMES
    assert len(few.layout.shapes) == 3
    many = pairs_picture(np.eye(50), ["a"] * 50, key="jaerr", words="one", look=LIGHT).figure
    assert not many.layout.shapes
    assert not many.layout.xaxis.tickvals


def test_the_pixels_looked_at_are_framed_in_both_rows() -> None:
    vectors = {key: (key, np.arange(6.0)) for key in "abcdef"}
    vectors |= {"w": ("w before", -np.arange(6.0)), "w_next": ("w after", np.arange(12.0)[::2])}
    figure = step_images_picture(
        vectors, (2, 3), framed=[np.array([4, 1]), np.array([4])], look=LIGHT
    ).figure
    assert [(one.zmin, one.zmax) for one in figure.data[-2:]] == [(-10, 10)] * 2
    assert figure.data[0].zmax is None
    assert [(one.xref, one.x0, one.y0) for one in figure.layout.shapes] == [
        ("x", 0.5, 0.5),
        ("x", 0.5, -0.5),
        ("x4", 0.5, 0.5),
    ]


def test_the_area_of_a_dot_is_the_number_of_its_estimates() -> None:
    along = np.repeat([0.0, 1.0, 2.0], [900, 90, 10]) + 1e-12 * np.arange(1_000)
    picture = cloud_picture(
        along,
        np.zeros(1_000),
        mean=(0.11, 0.0),
        truth=1.0,
        limits=(0.0, 2.0, 0.0),
        key="jaerr",
        look=LIGHT,
    )
    dots = picture.figure.data[0]
    assert [*dots.customdata] == [900, 90, 10]
    large, small, least = dots.marker.size
    assert (large / small) ** 2 == pytest.approx(10)
    assert large == pytest.approx(LARGEST * np.sqrt(0.9))
    assert least == SMALLEST
    assert "1000 estimates of the gradient in 3 places" in picture.alt
    (circle,) = picture.figure.layout.shapes
    assert circle.x1 - 1 == pytest.approx(np.sqrt(0.91)) == circle.y1
