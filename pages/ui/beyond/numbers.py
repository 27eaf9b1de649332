"""The numbers of the page `beyond`: the toy's samples, and the theorems' numbers.

The toy's are kept for all visitors. What comes from a visitor's table is kept in the session.
"""

from __future__ import annotations

from dataclasses import dataclass

from aelr_core.analysis import joint
from aelr_core.analysis.joint import (
    Drawn,
    JointBounds,
    JointSizes,
    Stage,
    Use,
    budgets,
    joint_bounds,
    joint_sizes,
    ratios,
)
from aelr_core.checks import Floats, Ints
from aelr_core.modes import Mode
from aelr_core.sampling import split
from pages.ui import data
from pages.ui.cache import Recent
from pages.ui.session_cache import once
from pages.ui.settings import Settings

_toys: Recent[Toy] = Recent(64)
_drawn: Recent[tuple[Drawn, Drawn]] = Recent(64)


@dataclass(frozen=True, eq=False)
class Toy:
    """A step of few attributes, and what both ways of sampling can use of an example."""

    stage: Stage
    two: Use
    one: Use


def toy(family: str, alpha: float, budget: int, mode: Mode, seed: int) -> Toy:
    """Return the toy of these choices."""

    def make() -> Toy:
        stage = joint.stage(family=family, alpha=alpha, budget=budget, mode=mode, seed=seed)
        return Toy(stage, joint.use_of_two(stage), joint.use_of_one(stage))

    return _toys.get((family, alpha, budget, mode.split, mode.p, seed), make)


def drawn(here: Toy, n: int, sample: int) -> tuple[Drawn, Drawn]:
    """Return what n examples can use: by two samples each, and by one."""
    return _drawn.get(
        (here, n, sample),
        lambda: (
            joint.two_samples(here.stage, n=n, seed=sample),
            joint.one_sample(here.stage, n=n, seed=sample),
        ),
    )


def bounds_of(settings: Settings) -> JointBounds:
    """Return our theorems beside the paper's, for the sidebar's experiment."""
    return joint_bounds(data.prior_facts(settings))


@once(8)
def ratios_of(settings: Settings) -> tuple[Ints, Floats, Floats]:
    """Return each k, and our bound over the paper's there: with b = 1 and with the best b."""
    here = data.prior_facts(settings)
    k = budgets(here.d)
    return k, *ratios(here.M, here.family, k)


@once(8)
def sizes_of(settings: Settings) -> JointSizes:
    """Return the size of both gradient estimates at a good predictor, for ridge."""
    k_x, k_phi = split(settings.budget, settings.rules.split)
    return joint_sizes(data.dataset(settings), k_x=k_x, k_phi=k_phi, seed=settings.seed)
