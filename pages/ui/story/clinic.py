"""The clinic of the story and its numbers, computed by the core once for all visitors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from aelr_core.algorithms import by_word
from aelr_core.analysis import draws
from aelr_core.analysis.one_step import telling_example
from aelr_core.analysis.phase_one import PiFilm, pi_film
from aelr_core.checks import Floats, Ints
from aelr_core.datasets import Dataset, load_dataset
from aelr_core.experiments import Result, run
from aelr_core.sampling import uniform
from pages.ui import data
from pages.ui.cache import Recent
from pages.ui.settings import DEFAULTS
from pages.ui.stored_runs import precomputed

T = TypeVar("T")

CLINIC = DEFAULTS
THOUSAND = 1_000
VOLUNTEERS = 20  # to be looked at one by one
GROUP, ATTEMPTS = 300, 300  # volunteers of an estimate, and estimates in a cloud
REACH = 1.0  # of the picture of a cloud: three standard deviations of blind draws
FILMED = 1_000  # volunteers met by the algorithm that learns the sizes
FOUND = 2.0  # a test stands out if it gets this many times the looks of the one in the middle
UNIFORM, KNOWN, TWO_PHASED, JOINT, ADAPTIVE, ONLINE, OFFLINE = (
    by_word(word, CLINIC.family).key
    for word in ("uniform", "known", "two-phased", "joint", "adaptive", "online", "offline")
)

_kept: Recent[Any] = Recent(64)


def once(make: Callable[..., T], *given: Any) -> T:
    """Return what `make` makes, made once for all visitors."""
    value: T = _kept.get((make, *given), lambda: make(*given))
    return value


def rows() -> Dataset:
    """Return the volunteers."""
    return data.dataset(CLINIC)


def volunteer(number: int) -> Floats:
    """Return all results of a volunteer, (d,); number 1 has several positive ones."""
    dataset = rows()
    first = telling_example(dataset)
    others = [n for n in range(VOLUNTEERS) if n != first]
    values: Floats = dataset.X_train[[first, *others][number - 1]]
    return values


def finds(picked: Sequence[int]) -> dict[str, float]:
    """Return how many positive results five tests find per volunteer, by who chose them.

    "" are those that were `picked`, from 0; the algorithms draw theirs.
    """
    dataset = rows()
    often = (dataset.X_train != 0).mean(axis=0)
    drawn = {UNIFORM: uniform(dataset.d), KNOWN: draws.leaning(dataset.moments, 0.5)}
    expected = {key: CLINIC.budget * float(q @ often) for key, q in drawn.items()}
    return {"": float(often[[*picked]].sum())} | expected


def tally(volunteers: int) -> tuple[Ints, Ints]:
    """Return how often uniform draws run each test, (d,), and how often it is positive, (d,)."""
    dataset = rows()
    q = uniform(dataset.d)
    return draws.tally(dataset.X_train[:volunteers], q, CLINIC.budget, seed=CLINIC.seed)


def averages(times: int) -> tuple[Ints, Floats]:
    """Return the positive tests of volunteer 1, and their mean estimates so far, (times, tests)."""
    x, q = volunteer(1), uniform(rows().d)
    (positive,) = x.nonzero()
    means = draws.running_means(x, q, CLINIC.budget, times=times, seed=CLINIC.seed)
    return positive, means[:, positive]


def cloud(lean: float) -> tuple[Floats, Floats, float]:
    """Return estimates (n, 2) of a group's two scores, the true ones (2,), and the noise left.

    The scores add up the tests with the signs of w*, and with those of another one.
    """
    dataset = rows()
    other = load_dataset(
        CLINIC.data, **CLINIC.options, family=CLINIC.family, examples=1, seed=CLINIC.seed + 1
    )
    W = draws.stacked(dataset.w_star, other.w_star)
    X, q = dataset.X_train[:GROUP], draws.leaning(dataset.moments, lean)
    estimates = draws.estimated_means(X, W, q, CLINIC.budget, times=ATTEMPTS, seed=CLINIC.seed)
    return estimates, W @ X.mean(axis=0), draws.noise_left(dataset.moments, q)


def film() -> PiFilm:
    """Return what the adaptive algorithm has learnt, volunteer by volunteer."""
    first = replace(CLINIC, examples=FILMED)
    facts = data.prior_facts(first)
    B = facts.B / facts.scale
    return pi_film(data.dataset(first), budget=first.budget, B=B, seed=first.seed)


def outstanding(pi: Floats) -> Ints:
    """Return the tests that get clearly more looks than the one in the middle, from 0."""
    tests: Ints = (pi > FOUND * sorted(pi)[len(pi) // 2]).nonzero()[0]
    return tests


def whole_run(alpha: float) -> Result:
    """Return the run of all algorithms at a stop of α: it ships with the app."""
    spec = replace(CLINIC, alpha=round(alpha, 2)).spec()
    return precomputed(spec) or run(spec)
