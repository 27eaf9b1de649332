"""The numbers of the page `sampling`, computed once for equal settings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import prod
from typing import Any, TypeVar

from aelr_core.analysis.draws import SecondMoment, SplitSizes, simulated_second_moments, split_sizes
from aelr_core.analysis.phase_one import PhaseOne, PiFilm, phase_one, pi_film
from aelr_core.checks import Floats
from aelr_core.datasets.registry import DATASETS, facts_of
from aelr_core.letters import FAMILIES
from aelr_core.sampling import sampling_distribution
from pages.ui import data
from pages.ui.cache import Recent
from pages.ui.session_cache import where
from pages.ui.settings import DEFAULTS, Settings


def phase_one_of(settings: Settings) -> PhaseOne:
    """Return phase one of the explorer's first run."""
    return _kept(_phase_one, settings)


def sizes_of(settings: Settings, m1: int, examples: int) -> list[SecondMoment]:
    """Return E‖x̃‖² of every scheme after m₁ examples, exact and simulated."""
    return _kept(_sizes, settings, m1, examples)


def split_sizes_of(settings: Settings) -> SplitSizes:
    """Return the size of g̃ for every split of the budget."""
    return _kept(_split_sizes, settings)


def film_of(settings: Settings) -> PiFilm:
    """Return how π changes while the adaptive joint algorithm learns: up to two seconds."""
    return _kept(_film, settings)


def what_counts(settings: Settings) -> Settings:
    """Return the settings without those that change nothing on this page."""
    return replace(settings, projector=False, runs=DEFAULTS.runs, algorithms=())


@dataclass(frozen=True, eq=False)
class ImageSchemes:
    """A data set of images, and the best distribution for each family."""

    name: str
    label: str
    shape: tuple[int, int]
    q: dict[str, Floats]

    @property
    def d(self) -> int:
        """The number of pixels."""
        return prod(self.shape)


def image(name: str, settings: Settings) -> ImageSchemes:
    """Return the best q on the pixels of MNIST or of the digits, for known moments.

    The moments are those of the sidebar's data, or stored ones if it has other data.
    """
    entry = DATASETS[name]
    assert entry.image_shape is not None
    M = data.moments(settings) if settings.data == name else facts_of(name).known_moments
    q = {family: sampling_distribution(M, family) for family in FAMILIES}
    return ImageSchemes(name, entry.label, entry.image_shape, q)


def _phase_one(settings: Settings) -> PhaseOne:
    return phase_one(data.dataset(settings), data.prior_facts(settings), seed=settings.seed)


def _sizes(settings: Settings, m1: int, examples: int) -> list[SecondMoment]:
    known = phase_one_of(settings)
    return simulated_second_moments(
        known.schemes(known.at(m1)),
        data.dataset(settings).X_train,
        known.M,
        k_x=known.k_x,
        seed=settings.seed,
        examples=examples,
    )


def _split_sizes(settings: Settings) -> SplitSizes:
    return split_sizes(data.dataset(settings), data.prior_facts(settings), seed=settings.seed)


def _film(settings: Settings) -> PiFilm:
    here = data.prior_facts(settings)
    return pi_film(
        data.dataset(settings), budget=settings.budget, B=here.B / here.scale, seed=settings.seed
    )


T = TypeVar("T")
_FOR_ALL: Recent[Any] = Recent(64)


def _kept(make: Callable[..., T], settings: Settings, *rest: int) -> T:
    """Return what `make` makes, once for equal settings.

    Values are kept for all visitors; those of a visitor's own table go with the session.
    """
    settings = what_counts(settings)
    kept = where(_FOR_ALL, "sampling", own=settings.entry.uploaded)
    found: T = kept.get((make, settings, *rest), lambda: make(settings, *rest))
    return found
