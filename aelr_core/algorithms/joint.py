"""One joint sample per example: JAERR, JAELR and their adaptive forms. Ours, not the paper's."""

from __future__ import annotations

from dataclasses import replace

from aelr_core import theory
from aelr_core.algorithms.bounds import FROM_ZERO, SHARPER, Bound
from aelr_core.algorithms.entry import IN_EXPECTATION, Algorithm
from aelr_core.algorithms.lanes import one_sample

_PAIRS = "none: the pairs of one sample"

JAERR = Algorithm(
    key="jaerr",
    label="JAERR",
    short="JAERR",
    word="joint",
    does="One joint sample",
    family="ridge",
    role="joint",
    origin="this project",
    knows="the second moments",
    q="one sample, π_i ∝ √(M_i (σ² + V + A w_i²))",
    p=_PAIRS,
    colour=5,
    adagrad=False,
    step_size=lambda ask: theory.jaerr_step_size(m=ask.m, k=ask.k, M=ask.moments()),
    make=one_sample,
    bounds=(
        Bound(
            key="in_expectation",
            words=IN_EXPECTATION,
            group="new",
            source="Theorems 1 and 3 of this project, for a budget in expectation",
            origin="this project",
            formula=r"B^2\sqrt{5\bar A_k/m},\; \bar A_k = \sum_i M_i\max(1, \tfrac1{kq_i})",
            at=lambda ask: theory.jaerr_bound(m=ask.m, k=ask.k, B=ask.B, M=ask.moments()),
            g2=lambda ask: theory.jaerr_g2(M=ask.moments(), a=ask.k, b=1.0, B=ask.B),
            free_step=FROM_ZERO,
            in_expectation=True,
            offered=False,
        ),
    ),
)

JAELR = Algorithm(
    key="jaelr",
    label="JAELR",
    short="JAELR",
    word="joint",
    does="One joint sample",
    family="lasso",
    role="joint",
    origin="this project",
    knows="the second moments",
    q="one sample, π_i ∝ √(M_i (u_i (σ² + V) + A w_i²))",
    p=_PAIRS,
    colour=5,
    adagrad=False,
    step_size=lambda ask: theory.jaelr_step_size(m=ask.m, k=ask.k, B=ask.B, M=ask.moments()),
    make=one_sample,
    bounds=(
        Bound(
            key="in_expectation",
            words=IN_EXPECTATION,
            group="new",
            source="Theorems 4 and 5 of this project, for a budget in expectation",
            origin="this project",
            formula=r"B^2\sqrt{30\log 2d\,\max(\|M\|_\infty, \|M\|_1/k)/m}",
            at=lambda ask: theory.jaelr_bound(m=ask.m, k=ask.k, B=ask.B, M=ask.moments()),
            g2=lambda ask: theory.jaelr_g2(M=ask.moments(), a=ask.k, b=1.0, B=ask.B),
            free_step=SHARPER,
            in_expectation=True,
            offered=False,
        ),
    ),
)


def _adaptive(known: Algorithm) -> Algorithm:
    """Return the form that learns the moments as it goes: no theorem gives it a step or a bound."""
    return replace(
        known,
        key=f"adaptive_{known.key}",
        label=f"Adaptive {known.label}",
        short="Adaptive",
        word="adaptive",
        does="Learns as it goes",
        role="adaptive",
        knows="nothing: it learns the moments as it goes",
        q=f"one sample, as {known.label}, with M learnt on the way",
        colour=6,
        step_size=None,
        bounds=(),
    )


ADAPTIVE_JAERR, ADAPTIVE_JAELR = _adaptive(JAERR), _adaptive(JAELR)
