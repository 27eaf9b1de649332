"""The palette, measured: colours stay apart for colour-blind readers and from the background."""

from itertools import combinations

import numpy as np
import pytest

from aelr_core.algorithms import ALGORITHMS, of_family, words
from aelr_core.algorithms.entry import COLOURS
from aelr_core.letters import FAMILIES
from aelr_core.plots import theme

# Machado, Oliveira and Fernandes (2009), severity 1, on linear RGB.
VISIONS = {
    "normal": np.eye(3),
    "protan": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deutan": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritan": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}
# Björn Ottosson's OKLab: distances in it are about equally visible.
TO_LMS = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
TO_LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)
LOOKS = (theme.Look("light"), theme.Look("dark"))


def linear_rgb(colour: str) -> np.ndarray:
    encoded = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(encoded <= 0.04045, encoded / 12.92, ((encoded + 0.055) / 1.055) ** 2.4)


def contrast(a: str, b: str) -> float:
    """WCAG's contrast ratio, from 1 to 21."""
    low, high = sorted(float(linear_rgb(c) @ [0.2126, 0.7152, 0.0722]) for c in (a, b))
    return (high + 0.05) / (low + 0.05)


def distance(a: str, b: str, vision: np.ndarray) -> float:
    seen = [TO_LAB @ np.cbrt(TO_LMS @ np.clip(vision @ linear_rgb(c), 0, 1)) for c in (a, b)]
    return 100 * float(np.linalg.norm(seen[0] - seen[1]))


def test_measures_agree_with_known_values() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)
    assert distance("#000000", "#FFFFFF", VISIONS["normal"]) == pytest.approx(100, abs=0.01)
    red, green = "#C00000", "#006400"
    assert distance(red, green, VISIONS["deutan"]) < distance(red, green, VISIONS["normal"]) / 2


def test_every_style_has_its_own_colour_dash_and_marker() -> None:
    assert len(theme.STYLES) >= 8
    for what in ("place", "dash", "symbol"):
        assert len({getattr(style, what) for style in theme.STYLES}) == len(theme.STYLES)


def test_every_algorithm_of_a_family_has_its_own_style() -> None:
    for family in FAMILIES:
        styles = [theme.style(key) for key in of_family(family)]
        assert len(set(styles)) == len(styles)


def test_algorithms_of_one_word_look_the_same_in_both_families() -> None:
    for word in words():
        assert len({theme.style(k) for k, entry in ALGORITHMS.items() if entry.word == word}) == 1


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("vision", VISIONS)
def test_styles_can_be_told_apart(look: theme.Look, vision: str) -> None:
    colours = [style.colour(look) for style in theme.STYLES]
    nearest = min(distance(a, b, VISIONS[vision]) for a, b in combinations(colours, 2))
    assert nearest > 10  # the usual eight-colour sets for the colour-blind reach 7.6


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("vision", VISIONS)
def test_families_can_be_told_apart(look: theme.Look, vision: str) -> None:
    ridge, lasso = (style.colour(look) for style in theme.FAMILY_STYLES.values())
    assert distance(ridge, lasso, VISIONS[vision]) > 10


@pytest.mark.parametrize("look", LOOKS)
def test_every_colour_stands_out_from_the_background(look: theme.Look) -> None:
    for background in look.backgrounds:
        for colour in look.palette:
            assert contrast(colour, background) >= 3, (colour, background)


@pytest.mark.parametrize("look", LOOKS)
def test_captions_and_annotations_can_be_read(look: theme.Look) -> None:
    for background in look.backgrounds:
        assert contrast(look.muted, background) >= 4.5
        assert contrast(theme.CHOSEN[look.theme], background) >= 4.5


def test_an_entry_can_have_any_style_of_the_theme() -> None:
    assert len(theme.STYLES) == COLOURS
