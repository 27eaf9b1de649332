"""The bounds on the excess risk: along the attributes that are paid for, and in one table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from aelr_core.algorithms import Question, bound, bound_rows, in_legend
from aelr_core.analysis.standing import Standing
from aelr_core.checks import Floats

# Curves start where a two-phased algorithm can have both phases.
FEWEST_EXAMPLES = 20
POINTS = 120


@dataclass(frozen=True, eq=False)
class Promises:
    """Bounds on the excess risk, one curve per algorithm, over the same attributes seen.

    `attributes` has shape (points,), every curve too; `chosen` is m(k+1), the attributes that
    the settings pay for, `at_chosen` the bounds there.
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
    in advance. Nothing is proved of some choices that experiments make: the curves are those of
    the nearest algorithms with a proof.
    """
    # the theorems speak of whole examples: one at least, and one in phase two
    m = np.maximum(attributes / here.budget, 2.0)
    n = np.maximum(attributes / here.d, 1.0)
    m1 = np.clip(np.floor(m * here.mode.m1_fraction + 1e-9), 0, np.ceil(m) - 1)
    return {
        a.key: bound(
            a.key, d=here.d, m=m if a.budgeted else n, k=here.k, B=here.B, M=here.M,
            m1=m1, delta=here.delta, kind="smaller",
        )
        for a in in_legend(here.family)
        if a.bounds
    }  # fmt: skip


def question(here: Standing) -> Question:
    """Return what the theorems are asked."""
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
    """Return every row of the family's table of bounds, at the settings' own m, by its key."""
    ask = question(here)
    return {row.key: float(row.bound.at(ask)) for row in bound_rows(here.family)}
