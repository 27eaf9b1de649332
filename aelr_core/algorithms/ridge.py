"""The algorithms for ridge regression: a ball in the L2 norm."""

from __future__ import annotations

from aelr_core import theory
from aelr_core.algorithms.bounds import Bound, Question
from aelr_core.algorithms.entry import Algorithm
from aelr_core.algorithms.joint import ADAPTIVE_JAERR, JAERR
from aelr_core.algorithms.lanes import full_information, one_phase, two_phases
from aelr_core.checks import Floats
from aelr_core.norms import half_norm
from aelr_core.sampling import sampling_distribution, uniform


def _uniform_g2(ask: Question) -> Floats:
    return theory.gaerr_g2(M=ask.moments(), q=uniform(ask.d), k=ask.k, B=ask.B)


AERR = Algorithm(
    key="aerr",
    label="AERR",
    short="AERR",
    word="uniform",
    does="Uniform",
    family="ridge",
    role="uniform",
    knows="nothing",
    q="uniform",
    p="p_j ∝ w_j²",
    colour=2,
    adagrad=True,
    step_size=lambda ask: theory.aerr_step_size(d=ask.d, m=ask.m, k=ask.k),
    make=one_phase,
    bounds=(
        Bound(
            key="printed",
            words="as printed",
            group="old",
            source="Section 3, after Hazan and Koren",
            formula=r"4B^2\sqrt{2d/(km)}",
            at=lambda ask: theory.aerr_bound(d=ask.d, m=ask.m, k=ask.k, B=ask.B),
            g2=lambda ask: theory.aerr_g2(d=ask.d, k=ask.k, B=ask.B),
        ),
        Bound(
            key="like_for_like",
            words="like for like",
            group="old",
            source="Theorem 3.1 without rounding G²",
            formula=r"4B^2\sqrt{(d/k+1)/m}",
            at=lambda ask: theory.aerr_like_for_like_bound(d=ask.d, m=ask.m, k=ask.k, B=ask.B),
            g2=lambda ask: theory.gaerr_g2(M=uniform(ask.d), q=uniform(ask.d), k=ask.k, B=ask.B),
            shown=False,
            dash="dashdot",
        ),
        Bound(
            key="these_moments",
            words="on these moments",
            group="old",
            source="Theorem 3.1 with Lemma 3.4",
            formula=r"2BG/\sqrt m,\; G^2 = 4B^2(\tfrac1k\sum_i M_i/q_i + 1)",
            at=lambda ask: theory.gaerr_bound(m=ask.m, B=ask.B, G2=_uniform_g2(ask)),
            g2=_uniform_g2,
            offered=False,
            shown=False,
            dash="longdash",
        ),
    ),
)


def _known_g2(ask: Question) -> Floats:
    M = ask.moments()
    return theory.gaerr_g2(M=M, q=sampling_distribution(M, "ridge"), k=ask.k, B=ask.B)


DDAERR = Algorithm(
    key="ddaerr",
    label="DDAERR",
    short="DDAERR",
    word="known",
    does="Chosen by size",
    family="ridge",
    role="known",
    knows="the second moments",
    q="q_i ∝ √M_i",
    p="plain, or p_j ∝ |w_j|√M_j",
    colour=0,
    adagrad=True,
    step_size=lambda ask: theory.ddaerr_step_size(m=ask.m, k=ask.k, M=ask.moments()),
    make=one_phase,
    bounds=(
        Bound(
            key="known",
            words="known moments",
            group="new",
            source="Theorem 3.5",
            formula=r"4B^2\sqrt{(\|M\|_{1/2}/k+1)/m}",
            at=lambda ask: theory.ddaerr_bound(m=ask.m, k=ask.k, B=ask.B, M=ask.moments()),
            g2=_known_g2,
        ),
    ),
)


def _two_phase_step(ask: Question) -> Floats:
    common = {"m": ask.m, "m1": ask.phase_one(), "k": ask.k, "epsilon": ask.width()}
    if ask.A is not None:
        return theory.two_phase_ddaerr_step_size(A=ask.A, **common)
    if ask.M is not None:
        H = half_norm(ask.M)
        return theory.two_phase_ddaerr_known_half_norm_step_size(d=ask.d, H=H, **common)
    raise ValueError("A must be given (or M, if its half norm is known): see the two theorems.")


def _likely(ask: Question) -> Floats:
    return theory.two_phase_ddaerr_bound(
        m=ask.m, m1=ask.phase_one(), k=ask.k, B=ask.B, M=ask.moments(), epsilon=ask.width(),
        kind="likely",
    )  # fmt: skip


def _likely_known(ask: Question) -> Floats:
    return theory.two_phase_ddaerr_known_half_norm_bound(
        d=ask.d, m=ask.m, m1=ask.phase_one(), k=ask.k, B=ask.B, H=half_norm(ask.moments()),
        epsilon=ask.width(), kind="likely",
    )  # fmt: skip


def _any_m1(ask: Question) -> Floats:
    return theory.two_phase_ddaerr_any_m1_bound(
        d=ask.d, m=ask.m, m1=ask.phase_one(), k=ask.k, B=ask.B
    )


TWO_PHASE_DDAERR = Algorithm(
    key="two_phase_ddaerr",
    label="Two-Phased DDAERR",
    short="Two-Phased",
    word="two-phased",
    does="Sizes learnt first",
    family="ridge",
    role="two_phase",
    knows="nothing: phase one estimates the moments",
    q="q_i ∝ √(A_i + 13ε/6)",
    p="plain, or p_j ∝ |w_j|√A_j",
    colour=1,
    adagrad=True,
    step_size=_two_phase_step,
    make=two_phases,
    phase_one=AERR,
    bounds=(
        Bound(
            key="likely",
            words="nothing known",
            group="new",
            source="Theorem 3.12",
            formula=(
                r"\tfrac{16B^2}{\sqrt{m_2}}"
                r"\sqrt{\tfrac1k(\sqrt{\|M\|_{1/2}}+d\sqrt{2\epsilon})^2+1}"
            ),
            at=_likely,
            likely=True,
            regimes=theory.two_phase_ddaerr_regimes,
        ),
        Bound(
            key="likely_known",
            words="‖M‖½ known",
            group="new",
            source="Theorem 3.6",
            formula=r"\tfrac{4B^2}{\sqrt{m_2}}\sqrt{\tfrac1k(2H+2\sqrt{5/3}\,d\sqrt{H\epsilon})+1}",
            at=_likely_known,
            likely=True,
            regimes=theory.two_phase_ddaerr_known_half_norm_regimes,
            dash="dashdot",
        ),
        Bound(
            key="any_m1",
            words="any m₁",
            group="new",
            source="Theorems 3.6 and 3.12",
            formula=r"4B^2\sqrt{6d/(km_2)}",
            at=_any_m1,
            offered=False,
            dash="dot",
        ),
    ),
)

ONLINE_RIDGE = Algorithm(
    key="online_ridge",
    label="Online ridge",
    short="Online",
    word="online",
    does="Full rows, one by one",
    family="ridge",
    role="online",
    knows="every attribute",
    q="all",
    p="none",
    colour=3,
    adagrad=True,
    step_size=lambda ask: theory.online_ridge_step_size(m=ask.m),
    make=full_information,
    bounds=(
        Bound(
            key="full",
            words="sees all",
            group="full",
            source="Theorem 3.1 with G² = 4B²",
            formula=r"4B^2/\sqrt m",
            at=lambda ask: theory.online_ridge_bound(m=ask.m, B=ask.B),
            g2=lambda ask: theory.gaerr_g2(M=[0.0] * ask.d, q=uniform(ask.d), k=1, B=ask.B),
        ),
    ),
)

OFFLINE_RIDGE = Algorithm(
    key="offline_ridge",
    label="Offline ridge",
    short="Offline",
    word="offline",
    does="Full rows, all at once",
    family="ridge",
    role="offline",
    knows="every attribute",
    q="all",
    p="none",
    colour=4,
    adagrad=True,
)

RIDGE = (
    AERR, DDAERR, TWO_PHASE_DDAERR, JAERR, ADAPTIVE_JAERR, ONLINE_RIDGE, OFFLINE_RIDGE
)  # fmt: skip
