"""The numbers of the page `ratios`, computed once for equal settings."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import replace

from aelr_core.analysis import what_if
from aelr_core.analysis.prior_facts import filling_the_ball, of_moments
from aelr_core.analysis.what_if import Compared, Place, Printed
from aelr_core.checks import Floats
from aelr_core.datasets.registry import DATASETS, bundled, facts_of
from aelr_core.letters import FAMILIES
from aelr_core.sampling import sampling_distribution
from pages.ui import data, uploads
from pages.ui.figures.ratio_map import CIRCLE, HERE, STAR, Point
from pages.ui.numerals import signed
from pages.ui.plain_text import in_chart
from pages.ui.ratios import words
from pages.ui.ratios.controls import PROFILES, SIDEBAR, UPLOAD, Side
from pages.ui.settings import DEFAULTS, Settings


def curves(dims: tuple[int, ...]) -> dict[tuple[str, int], Floats]:
    """Return ρ at `landscape.CURVE_ALPHAS` by family and d."""
    return {(family, d): curve(d, family) for family in FAMILIES for d in dims}


@functools.lru_cache(32)
def curve(d: int, family: str) -> Floats:
    """Return one curve."""
    return what_if.by_alpha(d, family)


@functools.lru_cache(4)
def landscape_of(family: str) -> Floats:
    """Return the family's map."""
    return what_if.over_alpha_and_d(family)


@functools.lru_cache(4)
def bundled_places(family: str) -> list[Place]:
    """Return where the bundled data sets lie on the map."""
    return [
        what_if.place(
            DATASETS[name].label, facts_of(name).moments(family), family, short=DATASETS[name].short
        )
        for name in bundled()
    ]


@functools.cache
def printed() -> list[Printed]:
    """Return the paper's ratios and ours."""
    return what_if.printed_values()


def points(settings: Settings) -> tuple[list[Place], list[Point]]:
    """Return every data set's place, and its mark on the map.

    Bundled sets are circles and an upload is a star; the sidebar's data, if they are neither, are
    a cross.
    """
    family = settings.family
    places = [*bundled_places(family)]
    marks = [_point(place, CIRCLE) for place in places]
    if (table := uploads.current()) is not None:
        upload = uploads.dataset(replace(settings, data="csv", table=table))
        places.append(what_if.place(table.name, upload.moments, family, uploaded=True))
        marks.append(_point(places[-1], STAR))
    if not settings.entry.uploaded and not _is_stored(settings):
        here = what_if.place("the sidebar's data", data.dataset(settings).moments, family)
        marks.append(_point(here, HERE))
    return places, marks


def compared(sides: Mapping[str, Side], settings: Settings) -> dict[str, Compared]:
    """Return what is known of the settings A and B, by letter."""
    return {letter: _compared(side, settings) for letter, side in sides.items()}


def _compared(side: Side, settings: Settings) -> Compared:
    """Return what is known of one side."""
    if side.source in PROFILES:
        M = filling_the_ball(profile(side), side.family)
        here = of_moments(M, side.family, budget=side.budget, mode=settings.rules)
        return Compared(_profile_label(side, len(M)), False, here)
    if side.source == SIDEBAR:
        return _of_data(settings)
    if side.source == UPLOAD:
        own = replace(settings, data="csv", table=uploads.current(), family=side.family)
    else:
        own = replace(settings, data=side.source, scaling=DEFAULTS.scaling, family=side.family)
    return _of_data(replace(own, budget=min(side.budget, own.d)))


def _of_data(own: Settings) -> Compared:
    """Return what is known of data; stored moments suffice if they are of the same rows."""
    same_rows = own.seed == DEFAULTS.seed or not own.entry.takes("seed")
    if not (_is_stored(own) and same_rows):
        return Compared(data.dataset(own).label, True, data.prior_facts(own))
    facts, family = facts_of(own.data), own.family
    q = sampling_distribution(facts.known_moments, family)
    here = of_moments(facts.moments(family), family, budget=own.budget, mode=own.rules, q=q)
    return Compared(own.entry.label, True, here)


def profile(side: Side) -> Floats:
    """Return the moments of a rule, (d,), at any scale; a bad list raises one sentence."""
    makers: Mapping[str, Callable[[], Floats]] = {
        "power": lambda: what_if.power_law(side.alpha, side.dim),
        "exponential": lambda: what_if.exponential(side.ratio, side.dim),
        "blocks": lambda: what_if.block_sparse(side.strong, side.weak, side.dim),
        "pasted": lambda: what_if.pasted(side.text),
    }
    return makers[side.source]()


def _profile_label(side: Side, d: int) -> str:
    words = {
        "power": f"Power law, α = {signed(side.alpha, 6)}",
        "exponential": f"Exponential, r = {side.ratio:g}",
        "blocks": f"{min(side.strong, d)} strong of {d}, the others {side.weak:g}",
        "pasted": f"{d} pasted moments",
    }
    return words[side.source]


def _is_stored(settings: Settings) -> bool:
    return settings.data in bundled() and settings.scaling == DEFAULTS.scaling


def _point(place: Place, symbol: str) -> Point:
    return Point(
        in_chart(place.short or place.label), place.alpha, place.d, words.hover(place), symbol
    )
