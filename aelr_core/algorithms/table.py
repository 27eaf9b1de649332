"""The table of algorithms: an entry for each way of sampling, with the family as its parameter.

Ridge (a ball in the L2 norm) and lasso (the L1 norm) differ in their theorems, formulas and names;
`of(ridge, lasso)` holds the two side by side. `ENTRIES` has all entries, in the order of menus.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from aelr_core import theory
from aelr_core.algorithms.bounds import FROM_ZERO, SHARPER, Bound, Group, Question, stated
from aelr_core.algorithms.entry import IN_EXPECTATION, Algorithm
from aelr_core.algorithms.lanes import full_information, one_phase, one_sample, two_phases
from aelr_core.algorithms.second_looks import second_looks
from aelr_core.checks import Floats
from aelr_core.letters import FAMILIES
from aelr_core.sampling import sampling_distribution, uniform

T = TypeVar("T")


def entries(family: str) -> tuple[Algorithm, ...]:
    """Return the algorithms of a family: of the paper, of this project, with full information."""

    def of(ridge: T, lasso: T) -> T:
        return ridge if family == "ridge" else lasso

    def theorem(
        ridge: Callable[..., Floats], lasso: Callable[..., Floats], **given: object
    ) -> Callable[[Question], Floats]:
        return stated(of(ridge, lasso), **given)

    g2 = of(theory.gaerr_g2, theory.gaelr_g2)

    def uniform_g2(ask: Question) -> Floats:
        return g2(M=ask.moments(), q=uniform(ask.d), k=ask.k, B=ask.B)

    def uniform_bound(ask: Question) -> Floats:
        return theorem(theory.gaerr_bound, theory.gaelr_bound, G2=uniform_g2(ask))(ask)

    def largest_g2(ask: Question) -> Floats:
        """Return G² of uniform sampling on the worst data in the ball: Σ M = 1, or max M = 1."""
        M = of(uniform(ask.d), [1.0] * ask.d)
        return g2(M=M, q=uniform(ask.d), k=ask.k, B=ask.B)

    def known_g2(ask: Question) -> Floats:
        M = ask.moments()
        return g2(M=M, q=sampling_distribution(M, family), k=ask.k, B=ask.B)

    def full_g2(ask: Question) -> Floats:
        return g2(M=[0.0] * ask.d, q=uniform(ask.d), k=1, B=ask.B)

    uniform_sampling = Algorithm(
        key=of("aerr", "aelr"),
        label=of("AERR", "AELR"),
        short=of("AERR", "AELR"),
        word="uniform",
        does="Uniform",
        family=family,
        role="uniform",
        q="uniform",
        p=of("p_j ∝ w_j²", "p_j ∝ |w_j|"),
        colour=2,
        adagrad=of(True, False),
        step_size=theorem(theory.aerr_step_size, theory.aelr_step_size),
        make=one_phase,
        bounds=(
            Bound(
                key="printed",
                words="as printed",
                group="old",
                source=f"Section {of('3', '4')}, after Hazan and Koren",
                formula=of(r"4B^2\sqrt{2d/(km)}", r"4B^2\sqrt{10\,d\log 2d/(km)}"),
                at=theorem(theory.aerr_bound, theory.aelr_bound),
                g2=theorem(theory.aerr_g2, theory.aelr_g2),
            ),
            Bound(
                key="like_for_like",
                words="like for like",
                group="old",
                source=f"Theorem {of('3.1', '4.1')} without rounding G²",
                formula=of(r"4B^2\sqrt{(d/k+1)/m}", r"4B^2\sqrt{5\log 2d\,(d/k+1)/m}"),
                at=theorem(theory.aerr_like_for_like_bound, theory.aelr_like_for_like_bound),
                g2=largest_g2,
                shown=False,
                dash="dashdot",
            ),
            Bound(
                key="these_moments",
                words="on these moments",
                group="old",
                source=of("Theorem 3.1 with Lemma 3.4", "Theorem 4.1 with Lemma 4.5"),
                formula=of(
                    r"4B^2\sqrt{(d\|M\|_1/k+1)/m}",
                    r"4B^2\sqrt{5\log 2d\,(d\|M\|_\infty/k+1)/m}",
                ),
                at=uniform_bound,
                g2=uniform_g2,
                shown=False,
                dash="longdash",
            ),
            *_sharper(
                family,
                formula=r"4B^2\sqrt{3\,d\log 2d/(km)}",
                at=theory.aelr_sharper_bound,
                g2=stated(theory.aelr_g2),
                group="old",
            ),
        ),
    )
    known = Algorithm(
        key=of("ddaerr", "ddaelr"),
        label=of("DDAERR", "DDAELR"),
        short=of("DDAERR", "DDAELR"),
        word="known",
        does="Chosen by size",
        family=family,
        role="known",
        q=of("q_i ∝ √M_i", "q_i ∝ M_i"),
        p="plain, or p_j ∝ |w_j|√M_j",
        colour=0,
        adagrad=of(True, False),
        step_size=theorem(theory.ddaerr_step_size, theory.ddaelr_step_size),
        make=one_phase,
        bounds=(
            Bound(
                key="known",
                words="known moments",
                group="new",
                source=f"Theorem {of('3.5', '4.6')}",
                formula=of(
                    r"4B^2\sqrt{(\|M\|_{1/2}/k+1)/m}",
                    r"4B^2\sqrt{5\log 2d\,(\|M\|_1/k+1)/m}",
                ),
                at=theorem(theory.ddaerr_bound, theory.ddaelr_bound),
                g2=known_g2,
            ),
            *_sharper(
                family,
                formula=r"2B^2\sqrt{6\log 2d\,(\|M\|_1/k+1)/m}",
                at=theory.ddaelr_sharper_bound,
                g2=known_g2,
                group="new",
            ),
        ),
    )
    two_phased = Algorithm(
        key=of("two_phase_ddaerr", "two_phase_ddaelr"),
        label=f"Two-Phased {known.label}",
        short="Two-Phased",
        word="two-phased",
        does="Sizes learnt first",
        family=family,
        role="two_phase",
        q=of("q_i ∝ √(A_i + 13ε/6)", "q_i ∝ A_i + 13ε/6"),
        p="plain, or p_j ∝ |w_j|√A_j",
        colour=1,
        adagrad=of(True, False),
        step_size=of(_two_phase_ridge_step, stated(theory.two_phase_ddaelr_step_size)),
        make=two_phases,
        phase_one=uniform_sampling,
        bounds=(
            Bound(
                key="likely",
                words="nothing known",
                group="new",
                source=f"Theorem {of('3.12', '4.7')}",
                formula=of(
                    r"\tfrac{16B^2}{\sqrt{m_2}}"
                    r"\sqrt{\tfrac1k(\sqrt{\|M\|_{1/2}}+d\sqrt{2\epsilon})^2+1}",
                    r"4B^2\sqrt{5(16\|M\|_1+\tfrac{88}3 d\epsilon+k)\tfrac{\log 2d}{km_2}}",
                ),
                at=theorem(
                    theory.two_phase_ddaerr_bound, theory.two_phase_ddaelr_bound, kind="likely"
                ),
                likely=True,
                regimes=of(theory.two_phase_ddaerr_regimes, theory.two_phase_ddaelr_regimes),
            ),
            *of((_LIKELY_KNOWN,), ()),
            Bound(
                key="any_m1",
                words="any m₁",
                group="new",
                source=of("Theorems 3.6 and 3.12", "Theorem 4.7"),
                formula=of(r"4B^2\sqrt{6d/(km_2)}", r"61B^2\sqrt{d\log 2d/(km_2)}"),
                at=theorem(
                    theory.two_phase_ddaerr_any_m1_bound, theory.two_phase_ddaelr_any_m1_bound
                ),
                offered=False,
                dash="dot",
            ),
        ),
    )
    joint = Algorithm(
        key=of("jaerr", "jaelr"),
        label=of("JAERR", "JAELR"),
        short=of("JAERR", "JAELR"),
        word="joint",
        does="One joint sample",
        family=family,
        role="joint",
        origin="this project",
        q=of(
            "one sample, π_i ∝ √(M_i (σ² + V + A w_i²))",
            "one sample, π_i ∝ √(M_i (u_i (σ² + V) + A w_i²))",
        ),
        p="none: the pairs of one sample",
        colour=5,
        adagrad=False,
        step_size=theorem(theory.jaerr_step_size, theory.jaelr_step_size),
        make=one_sample,
        bounds=(
            Bound(
                key="in_expectation",
                words=IN_EXPECTATION,
                group="new",
                source=f"Theorems {of('1 and 3', '4 and 5')} of this project, "
                "for a budget in expectation",
                origin="this project",
                formula=of(
                    r"B^2\sqrt{5\bar A_k/m},\; \bar A_k = \sum_i M_i\max(1, \tfrac1{kq_i})",
                    r"B^2\sqrt{30\log 2d\,\max(\|M\|_\infty, \|M\|_1/k)/m}",
                ),
                at=theorem(theory.jaerr_bound, theory.jaelr_bound),
                g2=lambda ask: theorem(theory.jaerr_g2, theory.jaelr_g2, a=ask.k, b=1.0)(ask),
                free_step=of(FROM_ZERO, SHARPER),
                in_expectation=True,
                offered=False,
            ),
        ),
    )
    adaptive = replace(  # it learns the moments as it goes: no theorem gives it a step or a bound
        joint,
        key=f"adaptive_{joint.key}",
        label=f"Adaptive {joint.label}",
        short="Adaptive",
        word="adaptive",
        does="Learns as it goes",
        role="adaptive",
        q=f"one sample, as {joint.label}, with M learnt on the way",
        colour=6,
        step_size=None,
        bounds=(),
    )
    online = Algorithm(
        key=f"online_{family}",
        label=f"Online {family}",
        short="Online",
        word="online",
        does="Full rows one by one",
        family=family,
        role="online",
        q="all",
        p="none",
        colour=3,
        adagrad=of(True, False),
        step_size=theorem(theory.online_ridge_step_size, theory.online_lasso_step_size),
        make=full_information,
        bounds=(
            Bound(
                key="full",
                words="sees all",
                group="full",
                source=f"Theorem {of('3.1', '4.1')} with G² = 4B²",
                formula=of(r"4B^2/\sqrt m", r"4B^2\sqrt{5\log 2d/m}"),
                at=theorem(theory.online_ridge_bound, theory.online_lasso_bound),
                g2=full_g2,
            ),
            *_sharper(
                family,
                formula=r"2B^2\sqrt{6\log 2d/m}",
                at=theory.online_lasso_sharper_bound,
                g2=full_g2,
                group="full",
            ),
        ),
    )
    offline = replace(
        online,
        key=f"offline_{family}",
        label=f"Offline {family}",
        short="Offline",
        word="offline",
        does="Full rows all at once",
        role="offline",
        colour=4,
        step_size=None,
        make=None,
        bounds=(),
    )
    second_look = replace(  # it keeps what it sees, which the others do not
        adaptive,
        key=f"second_look_{joint.key}",
        label=f"{joint.label} with a second look",
        short="Second look",
        word="second-look",
        does="Learns as it goes, with a second look",
        colour=7,
        make=second_looks,
        most_runs=5,
        on_request=True,
    )
    all_of_both = uniform_sampling, known, two_phased, joint, adaptive, online, offline
    return (*all_of_both, second_look) if family == "ridge" else all_of_both


def _sharper(
    family: str,
    *,
    formula: str,
    at: Callable[..., Floats],
    g2: Callable[[Question], Floats],
    group: Group,
) -> tuple[Bound, ...]:
    """Return a bound of the lasso with √6 in place of √20: the paper's algorithm, our constant."""
    if family == "ridge":
        return ()
    return (
        Bound(
            key="sharper",
            words="sharper constant, this project",
            group=group,
            source="Theorem 4 of this project, with its own step size",
            origin="this project",
            formula=formula,
            at=stated(at),
            g2=g2,
            free_step=SHARPER,
            offered=False,
            shown=False,
            dash="longdashdot",
        ),
    )


_LIKELY_KNOWN = Bound(
    key="likely_known",
    words="half norm known",
    group="new",
    source="Theorem 3.6",
    formula=r"\tfrac{4B^2}{\sqrt{m_2}}\sqrt{\tfrac1k(2H+2\sqrt{5/3}\,d\sqrt{H\epsilon})+1}",
    at=stated(theory.two_phase_ddaerr_known_half_norm_bound, kind="likely"),
    likely=True,
    regimes=theory.two_phase_ddaerr_known_half_norm_regimes,
    dash="dashdot",
)


def _two_phase_ridge_step(ask: Question) -> Floats:
    """Return the step of Theorem 3.12; without A but with M, that of 3.6 for a known half norm."""
    if ask.A is None and ask.M is not None:
        return ask.answer(theory.two_phase_ddaerr_known_half_norm_step_size)
    return ask.answer(theory.two_phase_ddaerr_step_size)


ENTRIES = (*(entry for family in FAMILIES for entry in entries(family)),)
