"""What the theorems promise, against the attributes that are paid for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from aelr_core import theory
from aelr_core.algorithms import ALGORITHMS, Algorithm, bound, of_family
from aelr_core.checks import Floats
from aelr_core.modes import THEORY, Mode
from aelr_core.sampling import split
from pages.ui.theme import STYLES

# Curves start where a two-phased algorithm can have both phases.
FEWEST_EXAMPLES = 20


@dataclass(frozen=True, eq=False)
class Promises:
    """Bounds on the excess risk, one curve an algorithm, over the same attributes seen.

    `attributes` has shape (points,), every curve too; `chosen` is m(k+1), the attributes that
    the visitor's settings pay for, `at_chosen` the bounds there, `trivial` what holds without
    learning anything. `k` is the number of draws for x̃, which takes the paper's k's place.
    """

    attributes: Floats
    curves: Mapping[str, Floats]
    chosen: int
    at_chosen: Mapping[str, float]
    trivial: float
    k: int


def promises(
    *, M: Floats, B: float, budget: int, family: str, m: int, points: int, mode: Mode = THEORY
) -> Promises:
    """Return the bounds from one full-information example up to ten thousand times m(k+1).

    Parameters
    ----------
    M : (d,) array
        Second moments of data in the unit ball.
    B : float
        The norm bound there.
    budget, m : int
        k+1 attributes of each of m examples.
    mode : how draws are split, and the share of phase one. Nothing is proved of the other
        choices that experiments make: the curves are those of the nearest proved algorithms.
    """
    chosen = m * budget
    start = max(len(M), budget * FEWEST_EXAMPLES)
    attributes = np.geomspace(start, max(chosen, start) * 10_000, points)
    at_chosen = bounds(np.array([float(chosen)]), M=M, B=B, budget=budget, family=family, mode=mode)
    return Promises(
        attributes=attributes,
        curves=bounds(attributes, M=M, B=B, budget=budget, family=family, mode=mode),
        chosen=chosen,
        at_chosen={key: float(value[0]) for key, value in at_chosen.items()},
        trivial=theory.trivial_bound(B=B),
        k=split(budget, mode.split)[0],
    )


def bounds(
    attributes: Floats, *, M: Floats, B: float, budget: int, family: str, mode: Mode = THEORY
) -> dict[str, Floats]:
    """Return each algorithm's bound for the same number of attributes seen.

    A budgeted algorithm turns them into attributes/(k+1) examples, full information into
    attributes/d; the two-phased curve is the smaller of its two bounds, where nothing is known
    in advance.
    """
    d, (k, _) = len(M), split(budget, mode.split)
    # the theorems speak of whole examples: one at least, and one for each phase
    m, n = np.maximum(attributes / budget, 2.0), np.maximum(attributes / d, 1.0)
    m1 = np.clip(np.floor(m * mode.m1_fraction), 1, np.ceil(m) - 1)
    return {
        a.key: bound(
            a.key, d=d, m=m if a.budgeted else n, k=k, B=B, M=M, m1=m1, delta=mode.delta,
            kind="smaller",
        )
        for a in algorithms_with_a_bound(family)
    }  # fmt: skip


def algorithms_with_a_bound(family: str) -> list[Algorithm]:
    """Return the family's algorithms that a theorem speaks of, in the order of the legend."""
    proved = [ALGORITHMS[key] for key in of_family(family) if ALGORITHMS[key].bounds]
    return sorted(proved, key=lambda a: list(STYLES).index(a.role))
