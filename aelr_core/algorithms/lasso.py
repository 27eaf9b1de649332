"""The algorithms for the lasso: a ball in the L1 norm."""

from __future__ import annotations

from collections.abc import Callable

from aelr_core import theory
from aelr_core.algorithms.bounds import SHARPER, Bound, Group, Question
from aelr_core.algorithms.entry import Algorithm
from aelr_core.algorithms.joint import ADAPTIVE_JAELR, JAELR
from aelr_core.algorithms.lanes import full_information, one_phase, two_phases
from aelr_core.checks import Floats
from aelr_core.sampling import sampling_distribution, uniform


def _sharper(
    *,
    formula: str,
    at: Callable[[Question], Floats],
    g2: Callable[[Question], Floats],
    group: Group,
) -> Bound:
    """Return a bound of the paper's with √6 in place of √20: its algorithm, our constant."""
    return Bound(
        key="sharper",
        words="sharper constant, this project",
        group=group,
        source="Theorem 4 of this project, with its own step size",
        origin="this project",
        formula=formula,
        at=at,
        g2=g2,
        free_step=SHARPER,
        offered=False,
        shown=False,
        dash="longdashdot",
    )


def _uniform_g2(ask: Question) -> Floats:
    return theory.gaelr_g2(M=ask.moments(), q=uniform(ask.d), k=ask.k, B=ask.B)


AELR = Algorithm(
    key="aelr",
    label="AELR",
    short="AELR",
    word="uniform",
    does="Uniform",
    family="lasso",
    role="uniform",
    knows="nothing",
    q="uniform",
    p="p_j ∝ |w_j|",
    colour=2,
    adagrad=False,
    step_size=lambda ask: theory.aelr_step_size(d=ask.d, m=ask.m, k=ask.k, B=ask.B),
    make=one_phase,
    bounds=(
        Bound(
            key="printed",
            words="as printed",
            group="old",
            source="Section 4, after Hazan and Koren",
            formula=r"4B^2\sqrt{10\,d\log 2d/(km)}",
            at=lambda ask: theory.aelr_bound(d=ask.d, m=ask.m, k=ask.k, B=ask.B),
            g2=lambda ask: theory.aelr_g2(d=ask.d, k=ask.k, B=ask.B),
        ),
        Bound(
            key="like_for_like",
            words="like for like",
            group="old",
            source="Theorem 4.1 without rounding G²",
            formula=r"4B^2\sqrt{5\log 2d\,(d/k+1)/m}",
            at=lambda ask: theory.aelr_like_for_like_bound(d=ask.d, m=ask.m, k=ask.k, B=ask.B),
            g2=lambda ask: theory.gaelr_g2(M=[1.0] * ask.d, q=uniform(ask.d), k=ask.k, B=ask.B),
            shown=False,
            dash="dashdot",
        ),
        Bound(
            key="these_moments",
            words="on these moments",
            group="old",
            source="Theorem 4.1 with Lemma 4.5",
            formula=r"2BG\sqrt{5\log 2d/m},\; G^2 = 4B^2(\tfrac1k\max_i M_i/q_i + 1)",
            at=lambda ask: theory.gaelr_bound(d=ask.d, m=ask.m, B=ask.B, G2=_uniform_g2(ask)),
            g2=_uniform_g2,
            offered=False,
            shown=False,
            dash="longdash",
        ),
        _sharper(
            formula=r"4B^2\sqrt{3\,d\log 2d/(km)}",
            at=lambda ask: theory.aelr_sharper_bound(d=ask.d, m=ask.m, k=ask.k, B=ask.B),
            g2=lambda ask: theory.aelr_g2(d=ask.d, k=ask.k, B=ask.B),
            group="old",
        ),
    ),
)


def _known_g2(ask: Question) -> Floats:
    M = ask.moments()
    return theory.gaelr_g2(M=M, q=sampling_distribution(M, "lasso"), k=ask.k, B=ask.B)


DDAELR = Algorithm(
    key="ddaelr",
    label="DDAELR",
    short="DDAELR",
    word="known",
    does="Chosen by size",
    family="lasso",
    role="known",
    knows="the second moments",
    q="q_i ∝ M_i",
    p="plain, or p_j ∝ |w_j|√M_j",
    colour=0,
    adagrad=False,
    step_size=lambda ask: theory.ddaelr_step_size(m=ask.m, k=ask.k, B=ask.B, M=ask.moments()),
    make=one_phase,
    bounds=(
        Bound(
            key="known",
            words="known moments",
            group="new",
            source="Theorem 4.6",
            formula=r"4B^2\sqrt{5\log 2d\,(\|M\|_1/k+1)/m}",
            at=lambda ask: theory.ddaelr_bound(m=ask.m, k=ask.k, B=ask.B, M=ask.moments()),
            g2=_known_g2,
        ),
        _sharper(
            formula=r"2B^2\sqrt{6\log 2d\,(\|M\|_1/k+1)/m}",
            at=lambda ask: theory.ddaelr_sharper_bound(m=ask.m, k=ask.k, B=ask.B, M=ask.moments()),
            g2=_known_g2,
            group="new",
        ),
    ),
)


def _two_phase_step(ask: Question) -> Floats:
    if ask.A is None:
        raise ValueError("A must be given: the step size depends on the estimated moments.")
    return theory.two_phase_ddaelr_step_size(
        m=ask.m, m1=ask.phase_one(), k=ask.k, B=ask.B, A=ask.A, epsilon=ask.width()
    )


def _likely(ask: Question) -> Floats:
    return theory.two_phase_ddaelr_bound(
        m=ask.m, m1=ask.phase_one(), k=ask.k, B=ask.B, M=ask.moments(), epsilon=ask.width(),
        kind="likely",
    )  # fmt: skip


def _any_m1(ask: Question) -> Floats:
    return theory.two_phase_ddaelr_any_m1_bound(
        d=ask.d, m=ask.m, m1=ask.phase_one(), k=ask.k, B=ask.B
    )


TWO_PHASE_DDAELR = Algorithm(
    key="two_phase_ddaelr",
    label="Two-Phased DDAELR",
    short="Two-Phased",
    word="two-phased",
    does="Sizes learnt first",
    family="lasso",
    role="two_phase",
    knows="nothing: phase one estimates the moments",
    q="q_i ∝ A_i + 13ε/6",
    p="plain, or p_j ∝ |w_j|√A_j",
    colour=1,
    adagrad=False,
    step_size=_two_phase_step,
    make=two_phases,
    phase_one=AELR,
    bounds=(
        Bound(
            key="likely",
            words="nothing known",
            group="new",
            source="Theorem 4.7",
            formula=r"4B^2\sqrt{5(16\|M\|_1+\tfrac{88}3 d\epsilon+k)\tfrac{\log 2d}{km_2}}",
            at=_likely,
            likely=True,
            regimes=theory.two_phase_ddaelr_regimes,
        ),
        Bound(
            key="any_m1",
            words="any m₁",
            group="new",
            source="Theorem 4.7",
            formula=r"61B^2\sqrt{d\log 2d/(km_2)}",
            at=_any_m1,
            offered=False,
            dash="dot",
        ),
    ),
)

ONLINE_LASSO = Algorithm(
    key="online_lasso",
    label="Online lasso",
    short="Online",
    word="online",
    does="Full rows, one by one",
    family="lasso",
    role="online",
    knows="every attribute",
    q="all",
    p="none",
    colour=3,
    adagrad=False,
    step_size=lambda ask: theory.online_lasso_step_size(d=ask.d, m=ask.m, B=ask.B),
    make=full_information,
    bounds=(
        Bound(
            key="full",
            words="sees all",
            group="full",
            source="Theorem 4.1 with G² = 4B²",
            formula=r"4B^2\sqrt{5\log 2d/m}",
            at=lambda ask: theory.online_lasso_bound(d=ask.d, m=ask.m, B=ask.B),
            g2=lambda ask: theory.gaelr_g2(M=[0.0] * ask.d, q=uniform(ask.d), k=1, B=ask.B),
        ),
        _sharper(
            formula=r"2B^2\sqrt{6\log 2d/m}",
            at=lambda ask: theory.online_lasso_sharper_bound(d=ask.d, m=ask.m, B=ask.B),
            g2=lambda ask: theory.gaelr_g2(M=[0.0] * ask.d, q=uniform(ask.d), k=1, B=ask.B),
            group="full",
        ),
    ),
)

OFFLINE_LASSO = Algorithm(
    key="offline_lasso",
    label="Offline lasso",
    short="Offline",
    word="offline",
    does="Full rows, all at once",
    family="lasso",
    role="offline",
    knows="every attribute",
    q="all",
    p="none",
    colour=4,
    adagrad=False,
)

LASSO = (
    AELR, DDAELR, TWO_PHASE_DDAELR, JAELR, ADAPTIVE_JAELR, ONLINE_LASSO, OFFLINE_LASSO
)  # fmt: skip
