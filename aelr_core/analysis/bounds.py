"""The bounds on the excess risk: as curves over the attributes seen, and as a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from aelr_core.algorithms import ALGORITHMS, Question, bound, bound_rows, in_legend
from aelr_core.algorithms.bounds import FROM_ZERO, SHARPER
from aelr_core.analysis.standing import Standing
from aelr_core.checks import Floats

# Curves start where a two-phased algorithm has at least one example in each phase.
FEWEST_EXAMPLES = 20
POINTS = 120


@dataclass(frozen=True, eq=False)
class Promises:
    """Bounds on the excess risk, one curve per algorithm, over the same attributes seen.

    `attributes` and every curve have shape (points,); `chosen` is m(k+1), the attributes that the
    settings pay for, and `at_chosen` holds the bounds there.
    """

    attributes: Floats
    curves: Mapping[str, Floats]
    chosen: int
    at_chosen: Mapping[str, float]


def promises(here: Standing, points: int = POINTS) -> Promises:
    """Return the bounds from one full-information example up to ten thousand times m(k+1)."""
    chosen = here.m * here.budget
    start = max(here.d, here.budget * FEWEST_EXAMPLES)
    attributes = np.geomspace(start, max(chosen, start) * 10_000, points)
    at_chosen = at_attributes(here, np.array([float(chosen)]))
    return Promises(
        attributes=attributes,
        curves=at_attributes(here, attributes),
        chosen=chosen,
        at_chosen={key: float(value[0]) for key, value in at_chosen.items()},
    )


def at_attributes(here: Standing, attributes: Floats) -> dict[str, Floats]:
    """Return each algorithm's bound for the same number of attributes seen.

    A budgeted algorithm turns them into attributes/(k+1) examples, full information into
    attributes/d; the two-phased curve is the smaller of its two bounds, where nothing is known
    in advance. For some of the experiments' choices nothing is proved: the curves are then those
    of the closest algorithms that the theorems cover.
    """
    # at least one example, and at least one in phase two; m need not be whole, but m₁ is
    m = np.maximum(attributes / here.budget, 2.0)
    n = np.maximum(attributes / here.d, 1.0)
    m1 = np.clip(np.floor(m * here.mode.m1_fraction + 1e-9), 0, np.floor(m) - 1)
    return {
        a.key: bound(
            a.key, d=here.d, m=m if a.budgeted else n, k=here.k, B=here.B, M=here.M,
            m1=m1, delta=here.delta, kind="smaller",
        )
        for a in in_legend(here.family)
        if a.bounds_in(here.mode)
    }  # fmt: skip


def question(here: Standing) -> Question:
    """Return the arguments of the bounds."""
    return Question(
        family=here.family,
        d=here.d,
        m=float(here.m),
        k=here.k,
        B=here.B,
        M=here.M,
        m1=float(here.m1),
        delta=here.delta,
    )


def values(here: Standing) -> dict[str, float]:
    """Return the value of every bound of the family at the chosen m, by the key of its row."""
    ask = question(here)
    return {row.key: float(row.bound.at(ask)) for row in bound_rows(here.family, here.mode)}


def like_for_like(here: Standing, key: str) -> float:
    """Return the bound of a one-phased algorithm, ours or not, by the theorem that ours rests on.

    Ridge: from a start at w = 0 (Theorem 3), half of what the paper prints. Lasso: with the
    sharper constant (Theorem 4). What remains of a difference is the size G² of the estimate.
    """
    g2, ask = ALGORITHMS[key].bounds[0].g2, question(here)
    if g2 is None:
        raise ValueError(f"The bound of {key!r} has a fixed step size.")
    free, G2 = FROM_ZERO if here.family == "ridge" else SHARPER, g2(ask)
    return float(free.bound(ask, free.size(ask, G2), G2))
