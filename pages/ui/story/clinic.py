"""The clinic of the story and its numbers, computed by the core once for all visitors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from aelr_core.algorithms import by_word
from aelr_core.analysis import few_looks
from aelr_core.analysis.one_step import telling_example
from aelr_core.analysis.phase_one import PiFilm, pi_film
from aelr_core.checks import Floats, Ints
from aelr_core.datasets import Dataset, load_dataset
from aelr_core.experiments import run
from aelr_core.sampling import uniform
from pages.ui import data
from pages.ui.cache import Recent
from pages.ui.settings import DEFAULTS, Settings

T = TypeVar("T")

CLINIC = DEFAULTS
THOUSAND = 1_000
VOLUNTEERS = 20  # to be looked at one by one
GROUP, ATTEMPTS = 300, 300  # volunteers of an estimate, and estimates in a cloud
REACH = 1.0  # of the picture of a cloud: three standard deviations of blind draws
FILMED = 1_000  # volunteers met by the algorithm that learns the moments
# Runs of the last scene: fewer than the explorer's, for a reader who is waiting.
SHORT = replace(CLINIC, examples=2_000, runs=3)
CONTESTANTS = ("uniform", "known", "adaptive", "online")

_kept: Recent[Any] = Recent(64)


def once(make: Callable[..., T], *given: Any) -> T:
    """Return what `make` makes, made once for all visitors."""
    found: T = _kept.get((make, *given), lambda: make(*given))
    return found


def rows() -> Dataset:
    """Return the volunteers."""
    return data.dataset(CLINIC)


def volunteer(number: int) -> tuple[Floats, Ints]:
    """Return all results of a volunteer, (d,), and the tests that were run; numbers start at 1."""
    found = rows()
    run = few_looks.different_looks(found.d, CLINIC.budget, seed=CLINIC.seed, example=number)
    return found.X_train[number - 1], run


def tally(volunteers: int) -> tuple[Ints, Ints]:
    """Return how often uniform draws run each test, (d,), and how often it is positive, (d,)."""
    found = rows()
    q = uniform(found.d)
    return few_looks.tally(found.X_train[:volunteers], q, CLINIC.budget, seed=CLINIC.seed)


def estimated(times: int) -> tuple[Floats, Floats]:
    """Return the results of one volunteer, (d,), and the mean of so many estimates of them."""
    found = rows()
    x, q = found.X_train[telling_example(found)], uniform(found.d)
    mean = few_looks.mean_estimate(x, q, CLINIC.budget, times=times, seed=CLINIC.seed)
    return x, mean


def cloud(lean: float) -> tuple[Floats, Floats, float]:
    """Return estimates (n, 2) of a group's two scores, the true ones (2,), and the noise left.

    The scores add up the tests with the signs of w*, and with those of another one.
    """
    found = rows()
    other = load_dataset(
        CLINIC.data, **CLINIC.options, family=CLINIC.family, examples=1, seed=CLINIC.seed + 1
    )
    W = few_looks.stacked(found.w_star, other.w_star)
    X, q = found.X_train[:GROUP], few_looks.leaning(found.moments, lean)
    estimates = few_looks.estimated_means(X, W, q, CLINIC.budget, times=ATTEMPTS, seed=CLINIC.seed)
    return estimates, few_looks.true_means(X, W), few_looks.noise_left(found.moments, q)


def film() -> PiFilm:
    """Return what the adaptive algorithm has learnt, volunteer by volunteer."""
    first = replace(CLINIC, examples=FILMED)
    here = data.prior_facts(first)
    return pi_film(data.dataset(first), budget=first.budget, B=here.B / here.scale, seed=first.seed)


def ends(alpha: float) -> dict[str, float]:
    """Return the last errors of short runs, by the algorithm's key."""
    keys = tuple(by_word(word, CLINIC.family).key for word in CONTESTANTS)
    result = run(short(alpha, keys).spec())
    return {key: float(curve.mean[-1]) for key, curve in result.curves.items()}


def short(alpha: float, keys: tuple[str, ...] = ()) -> Settings:
    """Return the settings of a short run."""
    return replace(SHORT, alpha=alpha, algorithms=keys)
