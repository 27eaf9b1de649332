"""Clouds of estimates, and their size by attribute."""

import numpy as np
import pytest

from pages.ui.figures.scatter import LARGEST, SMALLEST, cloud_picture, coordinates_picture
from pages.ui.theme import Look

LIGHT = Look("light")


def test_the_area_of_a_dot_is_the_number_of_its_estimates() -> None:
    along = np.repeat([0.0, 1.0, 2.0], [900, 90, 10]) + 1e-12 * np.arange(1_000)
    picture = cloud_picture(
        along, np.zeros(1_000), truth=1.0, limits=(0.0, 2.0, 0.0), key="jaerr", look=LIGHT
    )
    dots = picture.figure.data[0]
    assert [*dots.customdata] == [900, 90, 10]
    large, small, least = dots.marker.size
    assert (large / small) ** 2 == pytest.approx(10)
    assert large == pytest.approx(LARGEST * np.sqrt(0.9))
    assert least == SMALLEST
    assert "1000 estimates of the gradient in 3 places" in picture.alt


@pytest.mark.parametrize(("d", "named"), [(20, True), (21, False), (64, False)])
def test_few_attributes_have_names_and_many_have_numbers(d: int, named: bool) -> None:
    sizes = {"ddaerr": ("two", np.arange(d, 0.0, -1.0))}
    axis = coordinates_picture(sizes, [f"x{i}" for i in range(d)], look=LIGHT).figure.layout.xaxis
    assert (axis.ticktext is not None) == named
    assert axis.tickvals is None or len(axis.tickvals) == d  # never without any
