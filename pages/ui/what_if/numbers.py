"""The numbers of the page `what_if`, computed once for equal settings."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from aelr_core.analysis import what_if
from aelr_core.analysis.learning import Saving, measured_saving
from aelr_core.analysis.phase_one import PhaseOne, PiFilm, phase_one, pi_film
from aelr_core.analysis.prior_facts import PriorFacts, filling_the_ball, of_moments
from aelr_core.analysis.what_if import Place
from aelr_core.checks import Floats
from aelr_core.datasets.registry import DATASETS, bundled, facts_of
from aelr_core.letters import FAMILIES
from aelr_core.sampling import sampling_distribution
from pages.ui import data, uploads, visitor_run
from pages.ui.cache import Recent, where
from pages.ui.prose import signed
from pages.ui.settings import DEFAULTS, Settings
from pages.ui.settings.table import SETTINGS
from pages.ui.what_if.controls import PROFILES, SIDEBAR, UPLOAD, Side

# ---- The curves and the map, and what lies on them ----


def curves(dims: tuple[int, ...]) -> dict[tuple[str, int], Floats]:
    """Return ρ at `what_if.CURVE_ALPHAS` by family and d."""
    return {(family, d): curve(d, family) for family in FAMILIES for d in dims}


curve = functools.lru_cache(32)(what_if.by_alpha)  # by d and family
landscape_of = functools.lru_cache(4)(what_if.over_alpha_and_d)  # the map of a family


@functools.lru_cache(4)
def bundled_places(family: str) -> list[Place]:
    """Return where the bundled data sets lie on the map."""
    return [
        what_if.place(
            DATASETS[name].label, facts_of(name).moments(family), family, short=DATASETS[name].short
        )
        for name in bundled()
    ]


def places(settings: Settings) -> list[Place]:
    """Return where the data sets lie on the map, the visitor's table the last."""
    family = settings.family
    data_sets = [*bundled_places(family)]
    if (table := uploads.current()) is not None:
        upload = uploads.dataset(replace(settings, data="csv", table=table))
        data_sets.append(what_if.place(table.name, upload.moments, family, uploaded=True))
    return data_sets


# ---- Two settings compared ----


@dataclass(frozen=True, eq=False)
class Compared:
    """One of the two settings.

    label : the name of its data or rule.
    power : whether its moments are a power law.
    can_run : whether the explorer can run it.
    facts : what is known about it.
    measured : what choosing by size saved in a finished run of these settings, if there is one.
    runs : how many runs that is a mean of.
    """

    label: str
    power: bool
    can_run: bool
    facts: PriorFacts
    measured: Saving | None
    runs: int

    def place(self, letter: str, family: str) -> Place:
        """Return its place on the family's map."""
        return what_if.place(self.label, self.facts.M, family, short=letter)


def compared(side: Side, settings: Settings) -> Compared:
    """Return what is known of one side."""
    same = same_as(side, settings)
    measured, runs = _measured(same) if same is not None else (None, 0)
    if side.source in PROFILES:
        M = filling_the_ball(profile(side), settings.family)
        facts = of_moments(M, settings.family, budget=settings.budget, mode=settings.rules)
        power, label = side.source == "power", _profile_label(side, len(M))
        return Compared(label, power, same is not None, facts, measured, runs)
    assert same is not None
    power = same.data == "synthetic"
    same_rows = same.seed == DEFAULTS.seed or not same.entry.takes("seed")
    if not (same.data in bundled() and same.scaling == DEFAULTS.scaling and same_rows):
        label = data.dataset(same).label
        return Compared(label, power, True, data.prior_facts(same), measured, runs)
    stored, family = facts_of(same.data), same.family  # the stored moments are of the same rows
    q = sampling_distribution(stored.known_moments, family)
    M = stored.moments(family)
    facts = of_moments(M, family, budget=same.budget, mode=same.rules, q=q)
    return Compared(same.entry.label, power, True, facts, measured, runs)


def same_as(side: Side, settings: Settings) -> Settings | None:
    """Return the sidebar's settings with a side's data; None if they cannot be run."""
    if side.source == SIDEBAR:
        return settings
    if side.source == UPLOAD:
        same = replace(settings, data="csv", table=uploads.current())
    elif side.source == "power" and side.dim <= (SETTINGS["dim"].at_most or 0):
        same = replace(settings, data="synthetic", alpha=side.alpha, dim=side.dim)
    elif side.source in PROFILES:
        return None
    else:
        same = replace(settings, data=side.source, scaling=DEFAULTS.scaling)
    return replace(same, budget=min(settings.budget, same.d))


def _measured(settings: Settings) -> tuple[Saving | None, int]:
    """Return what was measured with exactly these settings, and the number of runs."""
    result = visitor_run.finished_result(settings)
    return (None, 0) if result is None else (measured_saving(result), result.spec.runs)


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
        "power": f"Power law, α = {signed(side.alpha, 6)}, d = {d:,}",
        "exponential": f"Exponential, r = {side.ratio:g}",
        "blocks": f"{min(side.strong, d)} strong of {d}, the others {side.weak:g}",
        "pasted": f"{d} pasted moments",
    }
    return words[side.source]


# ---- Where the draws go ----


def shown_for(image: str, settings: Settings) -> Settings:
    """Return the settings whose draws are shown: of images, or the sidebar's own."""
    if image in (SIDEBAR, settings.data):
        return settings
    shown = replace(settings, data=image, scaling=DEFAULTS.scaling)
    return replace(shown, budget=min(shown.budget, shown.d))


def phase_one_of(settings: Settings) -> PhaseOne:
    """Return phase one of the explorer's first run."""
    return _kept(_phase_one, settings)


def film_of(settings: Settings) -> PiFilm:
    """Return how π changes while the adaptive joint algorithm learns: about a second."""
    return _kept(_film, settings)


def _phase_one(settings: Settings) -> PhaseOne:
    dataset, facts = data.dataset(settings), data.prior_facts(settings)
    rows = min(facts.m, dataset.m)  # a run takes the rows of small data several times
    known = phase_one(dataset, replace(facts, m=rows), seed=settings.seed)
    return replace(known, m1=max(min(facts.m1, rows), 1))


def _film(settings: Settings) -> PiFilm:
    facts = data.prior_facts(settings)
    return pi_film(
        data.dataset(settings), budget=settings.budget, B=facts.B / facts.scale, seed=settings.seed
    )


T = TypeVar("T")
_FOR_ALL: Recent[Any] = Recent(64)


def _kept(make: Callable[[Settings], T], settings: Settings) -> T:
    """Return what `make` makes, once for equal settings.

    Values are kept for all visitors; those of a visitor's own table go with the session.
    """
    # these change nothing here
    settings = replace(settings, projector=False, runs=DEFAULTS.runs, algorithms=())
    kept = where(_FOR_ALL, "what_if", uploaded=settings.entry.uploaded)
    value: T = kept.get((make, settings), lambda: make(settings))
    return value
