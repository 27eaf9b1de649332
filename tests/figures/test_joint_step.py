"""The table of pairs of a joint step: numbers that can be read, and that add up."""

import numpy as np
import pytest

from pages.ui.figures.joint_step import READABLE, pairs_picture
from pages.ui.theme import Look

LIGHT = Look("light")


@pytest.mark.parametrize("n", [2, READABLE, READABLE + 1])
def test_few_numbers_are_never_shrunk(n: int) -> None:
    names = [f"x{i}" for i in range(n)]
    heat = pairs_picture(np.eye(n), np.ones(n), names, look=LIGHT).figure.data[0]
    assert heat.textfont.size == (LIGHT.type_size - 2 if n <= READABLE else None)


def test_numbers_end_at_the_third_digit_of_the_largest() -> None:
    table = np.array([[8.8312, -0.35812], [0.00312, -2.3]])
    heat = pairs_picture(table, np.ones(2), ["a", "b"], look=LIGHT).figure.data[0]
    assert [[*row] for row in heat.text] == [["8.83", "−0.36"], ["0", "−2.3"]]
    tiny = pairs_picture(1e-4 * table, np.ones(2), ["a", "b"], look=LIGHT).figure.data[0]
    assert tiny.text[0][0] == "0.000883"
    zero = pairs_picture(0 * table, np.ones(2), ["a", "b"], look=LIGHT).figure.data[0]
    assert zero.text[1][1] == "0"
