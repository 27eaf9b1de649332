"""The numbers of the page `ratios`, computed once for equal settings."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import replace

from aelr_core.checks import Floats
from aelr_core.letters import FAMILIES
from pages.ui import data, uploads
from pages.ui.figures.ratio_map import CIRCLE, HERE, STAR, Point
from pages.ui.page_link import Setting, Several, value
from pages.ui.plain_text import in_chart
from pages.ui.ratios import landscape, words
from pages.ui.ratios.bundled import bundled
from pages.ui.ratios.compare import Moments, Promise, of_dataset, promise
from pages.ui.ratios.landscape import Place, Printed
from pages.ui.ratios.sides import SIDEBAR, SIDES, UPLOAD, Side, moments_of, options
from pages.ui.settings import DEFAULTS, Settings

DIMS = Several("dims", (10, 50, 100, 500, 1_000, 10_000), (50, 500), most=3)
OPTIONS: dict[str, Setting] = {
    "dims": DIMS,
    **{name: option for side in SIDES for name, option in options(side).items()},
}


def chosen_dims() -> tuple[int, ...]:
    """Return the d of the curves."""
    return DIMS.check(value(OPTIONS, "dims"))


def curves(dims: tuple[int, ...]) -> dict[tuple[str, int], Floats]:
    """Return ρ at `landscape.CURVE_ALPHAS` by family and d."""
    return {(family, d): curve(d, family) for family in FAMILIES for d in dims}


@functools.lru_cache(32)
def curve(d: int, family: str) -> Floats:
    """Return one curve."""
    return landscape.by_alpha(d, family)


@functools.lru_cache(4)
def landscape_of(family: str) -> Floats:
    """Return the family's map."""
    return landscape.over_alpha_and_d(family)


@functools.lru_cache(4)
def bundled_places(family: str) -> list[Place]:
    """Return where the bundled data sets stand."""
    found = bundled().values()
    return [landscape.place(one.label, one.moments(family), family) for one in found]


@functools.cache
def printed() -> list[Printed]:
    """Return the paper's ratios beside ours."""
    return landscape.printed_values(
        {name: (one.label, one.lasso_moments) for name, one in bundled().items()}
    )


def points(settings: Settings) -> tuple[list[Place], list[Point]]:
    """Return every data set's place, and its mark on the map.

    Bundled sets are points and an upload is a star; the sidebar's data are a cross if they are
    none of these.
    """
    family = settings.family
    places = [*bundled_places(family)]
    marks = [_point(place, CIRCLE) for place in places]
    if (table := uploads.current()) is not None:
        upload = uploads.dataset(replace(settings, data="csv", table=table))
        places.append(landscape.place(table.name, upload.moments, family, uploaded=True))
        marks.append(_point(places[-1], STAR))
    if settings.data != "csv" and not _is_stored(settings):
        here = landscape.place("the sidebar's data", data.dataset(settings).moments, family)
        marks.append(_point(here, HERE))
    return places, marks


def promises(
    sides: Mapping[str, Side], settings: Settings
) -> tuple[dict[str, Moments], dict[str, Promise]]:
    """Return the moments of the settings A and B, and what they promise, by letter."""
    own = {
        letter: replace(side, family=settings.family, budget=settings.budget)
        if side.source == SIDEBAR
        else side
        for letter, side in sides.items()
    }
    moments = {letter: _moments(side, settings) for letter, side in own.items()}
    return moments, {
        letter: promise(moments[letter], side.family, side.budget) for letter, side in own.items()
    }


def _moments(side: Side, settings: Settings) -> Moments:
    if side.source == SIDEBAR and _is_stored(settings):
        return moments_of(replace(side, source=settings.data))
    if side.source == SIDEBAR:
        return of_dataset(data.dataset(settings), side.family)
    table = uploads.current()
    if side.source == UPLOAD and table is not None:
        own = replace(settings, data="csv", table=table, family=side.family)
        return of_dataset(uploads.dataset(own), side.family)
    return moments_of(side)


def _is_stored(settings: Settings) -> bool:
    return settings.data in bundled() and settings.scaling == DEFAULTS.scaling


def _point(place: Place, symbol: str) -> Point:
    name = place.label if place.uploaded else place.label.partition(",")[0]
    return Point(in_chart(name), place.alpha, place.d, words.hover(place), symbol)
