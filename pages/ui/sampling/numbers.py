"""The numbers of the page `sampling`: computed once for equal settings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
import streamlit as st

from aelr_core.checks import Floats, Ints
from aelr_core.datasets.options import Option
from aelr_core.experiments.judge import one_blas_thread
from aelr_core.sampling import sampling_distribution, split
from pages.ui import data
from pages.ui.page_link import Setting
from pages.ui.ratios.bundled import bundled
from pages.ui.sampling.estimate import (
    Estimates,
    estimates,
    examples_grid,
    size,
    sizes_without_error,
)
from pages.ui.sampling.reference import ROWS, reference_predictor
from pages.ui.sampling.schemes import Scheme, SecondMoment, schemes, second_moments
from pages.ui.sampling.simulation import mean_and_error, squared_norms
from pages.ui.sampling.splits import gradient_sizes, splits
from pages.ui.settings import DEFAULTS, Settings

IMAGES = tuple(name for name, one in bundled().items() if one.image_shape)
# What is drawn while a visitor waits: about half a second.
MOST_DRAWS, MOST_SIMULATED = 10_000_000, 2_000_000
FAR = np.geomspace(1, 1e8, 49)
SIMULATED = (100, 1_000, 5_000)
OPTIONS: dict[str, Setting] = {
    option.name: option
    for option in (
        # 0 stands for what the sidebar says.
        Option("phase_one", "Examples of phase one", "integer", 0, at_least=0, at_most=20_000),
        Option("simulated", "Simulated examples", "choice", 1_000, choices=SIMULATED),
        Option("image", "Pictures", "choice", IMAGES[0], choices=IMAGES),
    )
}


@dataclass(frozen=True, eq=False)
class PhaseOne:
    """Phase one of the settings: moments that are known, and what is estimated of them.

    `k_x` draws go to x̃; `draws` of each example are counted; `m1` is what the sidebar says.
    """

    M: Floats
    estimates: Estimates
    k_x: int
    draws: int
    delta: float
    m1: int

    def at(self, m1: int) -> int:
        """Return the number of the look that is nearest to m₁."""
        return int(np.abs(self.estimates.m1 - m1).argmin())

    def level(self, scheme: Scheme) -> float:
        """Return the size of x̃ under a scheme, by the family's measure."""
        return float(size(self.M, scheme.q, self.k_x, self.estimates.family))

    def without_error(self) -> tuple[Floats, Floats]:
        """Return m₁ far beyond the data, and the size of x̃ if phase one made no error."""
        family = self.estimates.family
        found = sizes_without_error(
            self.M, FAR, draws=self.draws, delta=self.delta, k_x=self.k_x, family=family
        )
        return FAR, found

    def schemes(self, at: int) -> dict[str, Scheme]:
        """Return the schemes after one of the looks."""
        found = self.estimates
        return schemes(self.M, found.A[at], float(found.epsilon[at]), found.family)


def phase_one(settings: Settings) -> PhaseOne:
    """Return phase one as the explorer's first run sees it."""
    return _kept(_phase_one, settings)


def sizes(settings: Settings, m1: int, examples: int) -> list[SecondMoment]:
    """Return E‖x̃‖² of every scheme after m₁ examples, exact and of some simulated examples."""
    return _kept(_sizes, settings, m1, examples)


@dataclass(frozen=True, eq=False)
class SplitSizes:
    """The size of g̃ for every split of the budget, and the paper's two splits."""

    k_x: Ints
    start: Floats
    plain: Floats
    moment_aware: Floats
    theory: int
    even: int


def split_sizes(settings: Settings) -> SplitSizes:
    """Return the size of g̃ at w = 0, and near the end with either p."""
    return _kept(_split_sizes, settings)


@dataclass(frozen=True, eq=False)
class ImageSchemes:
    """A stored data set of pictures, and the best distribution for each family."""

    name: str
    label: str
    shape: tuple[int, int]
    q: dict[str, Floats]


def image(name: str) -> ImageSchemes:
    """Return the best q on the pixels of MNIST or of the digits, from stored moments."""
    one = bundled()[name]
    assert one.image_shape is not None
    q = {
        family: sampling_distribution(one.moments(family), family) for family in ("ridge", "lasso")
    }
    return ImageSchemes(name, one.label, one.image_shape, q)


def _phase_one(settings: Settings) -> PhaseOne:
    dataset, rules = data.dataset(settings), settings.rules
    m1 = rules.m1(settings.examples)
    k_x, _ = split(settings.budget, rules.split)
    most = min(settings.examples, MOST_DRAWS // settings.budget)
    draws = k_x if rules.warm_start else settings.budget
    found = estimates(
        dataset.X_train, examples_grid(most, m1), budget=settings.budget, draws=draws,
        delta=rules.delta, seed=settings.seed, family=settings.family,
    )  # fmt: skip
    return PhaseOne(dataset.known_moments, found, k_x, draws, rules.delta, max(m1, 1))


def _sizes(settings: Settings, m1: int, examples: int) -> list[SecondMoment]:
    known = phase_one(settings)
    found = known.schemes(known.at(m1))
    X = data.dataset(settings).X_train
    examples = min(examples, len(X), MOST_SIMULATED // known.k_x)
    simulated = {
        key: mean_and_error(
            squared_norms(X, scheme.q, k_x=known.k_x, seed=settings.seed, examples=examples)
        )
        for key, scheme in found.items()
    }
    met = (X != 0).mean(axis=0) * examples
    return second_moments(found, known.M, known.k_x, simulated, met)


def _split_sizes(settings: Settings) -> SplitSizes:
    dataset, family, budget = data.dataset(settings), settings.family, settings.budget
    M = dataset.known_moments
    q, k_x = sampling_distribution(M, family), splits(budget)
    with one_blas_thread():
        w = reference_predictor(
            dataset, usual=settings.scaling == DEFAULTS.scaling, seed=settings.seed
        )
        X, y = dataset.X_train[:ROWS], dataset.y_train[:ROWS]
        start, plain, moment_aware = (
            gradient_sizes(X, y, at, q, moments, k_x, budget, family)
            for at, moments in ((np.zeros_like(w), None), (w, None), (w, M))
        )
    return SplitSizes(
        k_x, start, plain, moment_aware, split(budget, "theory")[0], split(budget, "even")[0]
    )


T = TypeVar("T")


def _kept(make: Callable[..., T], settings: Settings, *rest: int) -> T:
    """Return what `make` makes, once for equal settings.

    For all visitors; what is made of a visitor's own table goes with the session.
    """
    settings = replace(settings, projector=False, runs=DEFAULTS.runs, algorithms=())
    kept = _in_session if settings.data == "csv" else _for_all
    found: T = kept(make.__name__, make, settings, *rest)
    return found


@st.cache_data(max_entries=64, show_spinner=False)
def _for_all(name: str, _make: Callable[..., T], settings: Settings, *rest: int) -> T:
    return _make(settings, *rest)


@st.cache_data(max_entries=16, show_spinner=False, scope="session")
def _in_session(name: str, _make: Callable[..., T], settings: Settings, *rest: int) -> T:
    return _make(settings, *rest)
