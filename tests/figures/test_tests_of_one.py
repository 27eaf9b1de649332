"""The tiles of the story's first scene: what is on them can be read."""

import numpy as np
import pytest

from pages.ui.figures import tests_of_one
from pages.ui.theme import Look, Theme
from tests.project.test_palette import contrast


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
