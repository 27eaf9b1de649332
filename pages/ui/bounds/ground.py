"""The ground that the bounds stand on: data in the unit ball, a norm bound, a budget."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from aelr_core import theory
from aelr_core.checks import Floats
from aelr_core.datasets import Dataset
from aelr_core.sampling import sampling_distribution
from aelr_core.theory import Assumption
from pages.ui.conditions import Light
from pages.ui.overview import norm_bound_at_once
from pages.ui.settings import Settings

# Rows that are looked at when assumptions are reported, beside the largest ones.
SOME_ROWS = 2_000


@dataclass(frozen=True, eq=False)
class Ground:
    """What the theorems are told.

    Attributes
    ----------
    family : "ridge" or "lasso".
    M : (d,) second moments of the rows divided by `scale`.
    B : norm bound there, `scale` times the data's own.
    k, m, m1 : draws for x_tilde, examples in all, examples of phase one.
    share : m1 as a share of m.
    delta : the probability that a likely bound may fail.
    scale : s, the largest row norm, or 1 if it is less.
    alpha : decay exponent of simulated data, else None.
    guessed : whether B is not known before a run, so that the largest label stands for it.
    """

    family: str
    M: Floats
    B: float
    k: int
    m: int
    m1: int
    share: float
    delta: float
    scale: float
    alpha: float | None
    guessed: bool

    @property
    def d(self) -> int:
        """The number of attributes."""
        return len(self.M)

    @property
    def H(self) -> float:  # noqa: N802  (the paper's letter)
        """‖M‖_½ for ridge, ‖M‖₁ for lasso."""
        return float(theory.effective_dimension(self.M, self.family))

    @property
    def trivial(self) -> float:
        """2B², which holds without learning anything."""
        return theory.trivial_bound(B=self.B)


def ground(settings: Settings, dataset: Dataset) -> Ground:
    """Return the ground for rows divided by their largest norm, or as they are if inside the ball.

    B is the settings' number, or what is known of the data; where only a run would find it, the
    largest |y|, below which no theorem allows it to be.
    """
    s = max(dataset.radius, 1.0)
    known = norm_bound_at_once(settings.spec(), dataset)
    label = float(max(np.abs(dataset.y_train).max(), np.abs(dataset.y_test).max()))
    rules = settings.rules
    return Ground(
        family=settings.family,
        M=dataset.known_moments / s**2,
        B=label if known is None else known * s,
        k=settings.k,
        m=settings.examples,
        m1=rules.m1(settings.examples),
        share=rules.m1_fraction,
        delta=rules.delta,
        scale=s,
        alpha=settings.alpha if dataset.name == "synthetic" else None,
        guessed=known is None,
    )


def reports(here: Ground, dataset: Dataset, *, scaled: bool) -> tuple[Assumption, ...]:
    """Return which assumptions hold, for the rows as they are or divided by the scale.

    The largest row and the largest label are always among the rows that are looked at.
    """
    rows = _witnesses(dataset)
    X = np.asarray(dataset.X_train[rows], dtype=np.float64)
    s = here.scale if scaled else 1.0
    return theory.assumptions(
        X / s,
        dataset.y_train[rows],
        here.B if scaled else here.B / here.scale,
        here.family,
        m=here.m,
        k=here.k,
        q=sampling_distribution(dataset.known_moments, here.family),
    )


def light(as_they_are: tuple[Assumption, ...], scaled: tuple[Assumption, ...]) -> Light:
    """Return "green" if all hold, "orange" if they do after scaling, else "red"."""
    if all(one.holds for one in as_they_are):
        return "green"
    return "orange" if all(one.holds for one in scaled) else "red"


def _witnesses(dataset: Dataset) -> list[int]:
    """Return row numbers of the training rows: the extreme ones, and some more."""
    norm = np.einsum("ij,ij->i", dataset.X_train, dataset.X_train)
    if dataset.family == "lasso":
        norm = np.abs(dataset.X_train).max(axis=1)
    largest = {int(np.argmax(norm)), int(np.argmax(np.abs(dataset.y_train)))}
    return sorted(largest | set(range(min(SOME_ROWS, dataset.m))))
