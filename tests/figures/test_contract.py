"""What every figure keeps, whatever its numbers: found by name, drawn from the table of examples.

A figure is a function `..._picture` in a file of aelr_core/plots or pages/ui/figures that takes its
numbers and `look`, an example of its numbers in tests/figures/examples.py, and one call in a page.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from importlib import import_module
from pkgutil import iter_modules

import numpy as np
import plotly.graph_objects as go
import pytest

from aelr_core import plots
from aelr_core.plots.frame import Figure, Picture
from aelr_core.plots.theme import GRID, NEUTRAL, Look
from pages.ui import figures
from tests.figures.examples import EXAMPLES, Name

LIGHT, DARK, PROJECTOR = Look("light"), Look("dark"), Look("light", projector=True)
LARGE = Look("light", room=1.6)
ODD = ("empty", "no lines", "one", "nan", "equal", "zero", "long")
COLOUR = re.compile(r"#[0-9A-Fa-f]{6}\b|rgba?\([^)]*\)")


def _found() -> dict[str, Callable[..., Picture]]:
    modules = [
        import_module(f"{room.__name__}.{one.name}")
        for room in (plots, figures)
        for one in iter_modules(room.__path__)
    ]
    return {
        name: thing
        for module in modules
        for name, thing in vars(module).items()
        if name.endswith("_picture") and thing.__module__ == module.__name__
    }


FIGURES = _found()
every_figure = pytest.mark.parametrize("name", sorted(FIGURES.keys() & EXAMPLES.keys()))


def drawn(name: str, look: Look = LIGHT, kind: str = "") -> Picture:
    given = {key: odd(value, kind, top=True) for key, value in EXAMPLES[name]().items()}
    return FIGURES[name](**given, look=look)


def odd(value: object, kind: str, *, top: bool = False) -> object:
    """Return the same numbers, but none, one, NaN, all equal, all 0, or with very long names."""
    if isinstance(value, np.ndarray):
        if kind == "empty":
            return value[..., :0]
        if kind == "one":
            return value[tuple(slice(1) for _ in value.shape)]
        fill = {"nan": np.nan, "equal": 0.5, "zero": 0.0}.get(kind)
        return np.full(value.shape, fill) if fill is not None and value.dtype == float else value
    if isinstance(value, Name):
        return "a very long name " * 20 if kind == "long" else str(value)
    if isinstance(value, float):
        return {"nan": np.nan, "zero": 0.0}.get(kind, value)
    if is_dataclass(value) and not isinstance(value, type):
        made = {f.name: odd(getattr(value, f.name), kind) for f in fields(value) if f.init}
        return replace(value, **made)
    if isinstance(value, Mapping):
        return {} if top and kind == "no lines" else {k: odd(v, kind) for k, v in value.items()}
    if isinstance(value, list | tuple):
        if top and kind == "no lines" and (is_dataclass(value[0]) or isinstance(value[0], tuple)):
            return type(value)()
        if _is_shape(value):
            return {"empty": (0, 0), "one": (1, 1)}.get(kind, value)
        cut = {"empty": 0, "one": 1}.get(kind)
        if cut is not None and all(isinstance(one, str) for one in value):
            return value[:cut]  # one name per attribute
        return type(value)(odd(one, kind) for one in value)
    return value


def _is_shape(value: list[object] | tuple[object, ...]) -> bool:
    return isinstance(value, tuple) and all(type(one) is int for one in value) and bool(value)


def colours(text: str, look: Look) -> set[str]:
    """Return the colours of a figure's JSON that its theme does not have."""
    own = {*look.palette, *look.backgrounds, look.muted, NEUTRAL, GRID}
    solid = (*look.palette, *look.backgrounds)
    base = {tuple(int(c[at : at + 2], 16) for at in (1, 3, 5)) for c in solid}
    strange = set()
    for colour in COLOUR.findall(text):
        numbers = re.findall(r"[\d.]+", colour)
        see_through = colour.startswith("rgba") and tuple(map(int, numbers[:3])) in base
        if colour not in own and not see_through:
            strange.add(colour)
    return strange


def has_own_colour(trace: dict[str, object]) -> bool:
    places = [trace.get("line"), trace.get("marker"), trace]
    named = [p for p in places if isinstance(p, dict)]
    marker = trace.get("marker")
    outlined = isinstance(marker, dict) and isinstance(marker.get("line"), dict)
    return outlined or any({"color", "colorscale", "coloraxis"} & p.keys() for p in named)


def axes(layout: dict[str, object]) -> list[dict[str, object]]:
    found = [v for k, v in layout.items() if re.fullmatch(r"[xy]axis\d*", k)]
    return [one for one in found if isinstance(one, dict) and one.get("visible") is not False]


def test_every_figure_has_an_example() -> None:
    missing, gone = (
        sorted(FIGURES.keys() - EXAMPLES.keys()),
        sorted(EXAMPLES.keys() - FIGURES.keys()),
    )
    assert not missing, (
        f"{', '.join(missing)}: add an example of its numbers to EXAMPLES in "
        "tests/figures/examples.py. A figure is a function in pages/ui/figures, that example, and "
        "one call in a page; this test then holds it to what every figure keeps."
    )
    assert not gone, f"{', '.join(gone)}: no such figure; remove it from EXAMPLES."


@every_figure
def test_it_speaks_to_those_who_cannot_see_it(name: str) -> None:
    alt = drawn(name).alt
    assert re.search(r"\d", alt), alt
    assert len(alt) > 60
    assert alt.endswith(".")
    assert "nan" not in alt


@every_figure
@pytest.mark.parametrize("look", [LIGHT, DARK], ids=str)
def test_its_colours_are_the_theme_s(name: str, look: Look) -> None:
    figure = drawn(name, look).figure
    assert colours(figure.to_json(), look) == set()
    for trace in json.loads(figure.to_json())["data"]:
        assert has_own_colour(trace), trace.get("name")


@every_figure
def test_dark_changes_colours_only(name: str) -> None:
    light, dark = drawn(name).figure.to_json(), drawn(name, DARK).figure.to_json()
    assert light != dark
    theirs, ours = ((*look.palette, *look.backgrounds, look.muted) for look in (DARK, LIGHT))
    for old, new in zip(theirs, ours, strict=True):
        dark = dark.replace(old, new)
        numbers = [", ".join(str(int(c[at : at + 2], 16)) for at in (1, 3, 5)) for c in (old, new)]
        dark = dark.replace(f"rgba({numbers[0]}", f"rgba({numbers[1]}")
    assert dark == light


@every_figure
def test_its_axes_are_named_and_its_legend_is_off_the_plot(name: str) -> None:
    figure = drawn(name).figure
    layout = json.loads(figure.to_json())["layout"]
    for axis in axes(layout):
        # the names of categories need no title
        assert axis.get("type") == "category" or axis["title"]["text"].strip()
    assert layout.get("showlegend") is False or layout["legend"]["y"] > 1
    uids = [trace.uid for trace in figure.data]
    assert None not in uids
    assert len(set(uids)) == len(uids)


@every_figure
def test_its_traces_can_be_found_by_plotly_s_script(name: str) -> None:
    """It makes CSS selectors of uids; one that is no identifier ends the drawing."""
    for trace in drawn(name, kind="long").figure.data:
        assert re.fullmatch(r"[A-Za-z0-9_-]+", trace.uid)


@every_figure
@pytest.mark.parametrize("look", [PROJECTOR, LARGE], ids=str)
def test_on_a_projector_and_in_a_large_window_it_grows(name: str, look: Look) -> None:
    usual, projected = drawn(name).figure, drawn(name, look).figure
    assert projected.layout.height > usual.layout.height
    assert projected.layout.font.size > usual.layout.font.size
    for small, large in zip(usual.data, projected.data, strict=True):
        if small.type == "scatter" and "lines" in small.mode:
            assert large.line.width >= small.line.width


@every_figure
def test_plotly_finds_nothing_wrong_with_it(name: str) -> None:
    """In the app it is not asked: that would take most of the time of a picture."""
    figure = drawn(name, PROJECTOR).figure
    assert type(figure) is Figure
    checked = go.Figure(figure.to_dict())
    assert len(checked.data) == len(figure.data)
    assert len(checked.frames) == len(figure.frames)


@every_figure
def test_equal_numbers_make_equal_figures(name: str) -> None:
    assert drawn(name).figure.to_json() == drawn(name).figure.to_json()


@every_figure
@pytest.mark.parametrize("kind", ODD)
def test_odd_numbers_are_drawn_too(name: str, kind: str) -> None:
    picture = drawn(name, PROJECTOR, kind)
    assert picture.alt
    assert picture.figure.to_json()
