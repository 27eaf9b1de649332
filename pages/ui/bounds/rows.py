"""Every row of the paper's table of bounds: its name, its theorem, its formula, its function."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from aelr_core import theory
from aelr_core.checks import Floats
from aelr_core.norms import half_norm
from aelr_core.sampling import epsilon_theory, sampling_distribution, uniform

Group = Literal["old", "new", "full"]
GROUPS: dict[Group, str] = {
    "old": "Old: uniform sampling",
    "new": "New: data-dependent sampling",
    "full": "Full information",
}


@dataclass(frozen=True, eq=False)
class Case:
    """One point at which the bounds are asked for; m is m₂ + m₁ for two-phased rows."""

    M: Floats
    B: float
    k: int
    m: float
    m1: float
    delta: float
    family: str

    @property
    def d(self) -> int:
        """The number of attributes."""
        return len(self.M)

    @property
    def epsilon(self) -> Floats:
        """The width of phase one."""
        return epsilon_theory(self.d, self.k + 1, self.m1, self.delta, self.family)


@dataclass(frozen=True)
class Row:
    """One bound.

    key, name : in code, and in the legend.
    group : "old", "new" or "full".
    source : where it is stated.
    formula : in LaTeX.
    role, dash : how it is drawn; the role's own dash if None.
    bound : from a case to the bound.
    g2 : from a case to G², for the one-phase rows, whose step size is free.
    shown : whether it is drawn unless one asks otherwise.
    """

    key: str
    name: str
    group: Group
    source: str
    formula: str
    role: str
    dash: str | None
    bound: Callable[[Case], Floats]
    g2: Callable[[Case], Floats] | None = None
    shown: bool = True


def at_step(row: Row, case: Case, factor: float) -> Floats:
    """Return a one-phase row's bound at `factor` times its step size (Theorems 3.1 and 4.1).

    Infinite for the lasso where the step exceeds 1/(2G), of which nothing is proved.
    """
    assert row.g2 is not None
    G2 = row.g2(case)
    if case.family == "ridge":
        eta = factor * theory.gaerr_step_size(m=case.m, B=case.B, G2=G2)
        return theory.gaerr_bound_general(eta=eta, m=case.m, B=case.B, G2=G2)
    eta = factor * theory.gaelr_step_size(d=case.d, m=case.m, G2=G2)
    return theory.gaelr_bound_general(eta=eta, d=case.d, m=case.m, B=case.B, G2=G2)


def _ridge_two_phase(kind: str, known: bool) -> Callable[[Case], Floats]:
    def bound(c: Case) -> Floats:
        if known:
            return theory.two_phase_ddaerr_known_half_norm_bound(
                d=c.d, m=c.m, m1=c.m1, k=c.k, B=c.B, H=half_norm(c.M), epsilon=c.epsilon, kind=kind
            )
        return theory.two_phase_ddaerr_bound(
            m=c.m, m1=c.m1, k=c.k, B=c.B, M=c.M, epsilon=c.epsilon, kind=kind
        )

    return bound


def _lasso_two_phase(kind: str) -> Callable[[Case], Floats]:
    return lambda c: theory.two_phase_ddaelr_bound(
        m=c.m, m1=c.m1, k=c.k, B=c.B, M=c.M, epsilon=c.epsilon, kind=kind
    )


RIDGE = (
    Row(
        "uniform", "AERR, as printed", "old", "Section 3, after Hazan and Koren",
        r"4B^2\sqrt{2d/(km)}", "uniform", None,
        lambda c: theory.aerr_bound(d=c.d, m=c.m, k=c.k, B=c.B),
        lambda c: theory.aerr_g2(d=c.d, k=c.k, B=c.B),
    ),
    Row(
        "uniform_fair", "AERR, like for like", "old", "Theorem 3.1 without rounding G²",
        r"4B^2\sqrt{(d/k+1)/m}", "uniform", "dashdot",
        lambda c: theory.aerr_like_for_like_bound(d=c.d, m=c.m, k=c.k, B=c.B),
        lambda c: theory.gaerr_g2(M=uniform(c.d), q=uniform(c.d), k=c.k, B=c.B),
        shown=False,
    ),
    Row(
        "uniform_here", "GAERR, uniform q on these moments", "old", "Theorem 3.1 with Lemma 3.4",
        r"2BG/\sqrt m,\; G^2 = 4B^2(\tfrac1k\sum_i M_i/q_i + 1)", "uniform", "longdash",
        lambda c: theory.gaerr_bound(
            m=c.m, B=c.B, G2=theory.gaerr_g2(M=c.M, q=uniform(c.d), k=c.k, B=c.B)
        ),
        lambda c: theory.gaerr_g2(M=c.M, q=uniform(c.d), k=c.k, B=c.B),
        shown=False,
    ),
    Row(
        "known", "DDAERR, known moments", "new", "Theorem 3.5",
        r"4B^2\sqrt{(\|M\|_{1/2}/k+1)/m}", "known", None,
        lambda c: theory.ddaerr_bound(m=c.m, k=c.k, B=c.B, M=c.M),
        lambda c: theory.gaerr_g2(M=c.M, q=sampling_distribution(c.M, "ridge"), k=c.k, B=c.B),
    ),
    Row(
        "likely", "Two-Phased, nothing known, likely", "new", "Theorem 3.12",
        r"\tfrac{16B^2}{\sqrt{m_2}}\sqrt{\tfrac1k(\sqrt{\|M\|_{1/2}}+d\sqrt{2\epsilon})^2+1}",
        "two_phase", None, _ridge_two_phase("likely", known=False),
    ),
    Row(
        "likely_known", "Two-Phased, ‖M‖½ known, likely", "new", "Theorem 3.6",
        r"\tfrac{4B^2}{\sqrt{m_2}}\sqrt{\tfrac1k(2H+2\sqrt{5/3}\,d\sqrt{H\epsilon})+1}",
        "two_phase", "dashdot", _ridge_two_phase("likely", known=True),
    ),
    Row(
        "any_m1", "Two-Phased, any m₁", "new", "Theorems 3.6 and 3.12",
        r"4B^2\sqrt{6d/(km_2)}", "two_phase", "dot", _ridge_two_phase("any_m1", known=False),
    ),
    Row(
        "online", "Online ridge, sees all", "full", "Theorem 3.1 with G² = 4B²",
        r"4B^2/\sqrt m", "online", None,
        lambda c: theory.online_ridge_bound(m=c.m, B=c.B),
        lambda c: theory.gaerr_g2(M=[0.0] * c.d, q=uniform(c.d), k=1, B=c.B),
    ),
)  # fmt: skip

LASSO = (
    Row(
        "uniform", "AELR, as printed", "old", "Section 4, after Hazan and Koren",
        r"4B^2\sqrt{10\,d\log 2d/(km)}", "uniform", None,
        lambda c: theory.aelr_bound(d=c.d, m=c.m, k=c.k, B=c.B),
        lambda c: theory.aelr_g2(d=c.d, k=c.k, B=c.B),
    ),
    Row(
        "uniform_fair", "AELR, like for like", "old", "Theorem 4.1 without rounding G²",
        r"4B^2\sqrt{5\log 2d\,(d/k+1)/m}", "uniform", "dashdot",
        lambda c: theory.aelr_like_for_like_bound(d=c.d, m=c.m, k=c.k, B=c.B),
        lambda c: theory.gaelr_g2(M=[1.0] * c.d, q=uniform(c.d), k=c.k, B=c.B),
        shown=False,
    ),
    Row(
        "uniform_here", "GAELR, uniform q on these moments", "old", "Theorem 4.1 with Lemma 4.5",
        r"2BG\sqrt{5\log 2d/m},\; G^2 = 4B^2(\tfrac1k\max_i M_i/q_i + 1)", "uniform", "longdash",
        lambda c: theory.gaelr_bound(
            d=c.d, m=c.m, B=c.B, G2=theory.gaelr_g2(M=c.M, q=uniform(c.d), k=c.k, B=c.B)
        ),
        lambda c: theory.gaelr_g2(M=c.M, q=uniform(c.d), k=c.k, B=c.B),
        shown=False,
    ),
    Row(
        "known", "DDAELR, known moments", "new", "Theorem 4.6",
        r"4B^2\sqrt{5\log 2d\,(\|M\|_1/k+1)/m}", "known", None,
        lambda c: theory.ddaelr_bound(m=c.m, k=c.k, B=c.B, M=c.M),
        lambda c: theory.gaelr_g2(M=c.M, q=sampling_distribution(c.M, "lasso"), k=c.k, B=c.B),
    ),
    Row(
        "likely", "Two-Phased, likely", "new", "Theorem 4.7",
        r"4B^2\sqrt{5(16\|M\|_1+\tfrac{88}3 d\epsilon+k)\tfrac{\log 2d}{km_2}}",
        "two_phase", None, _lasso_two_phase("likely"),
    ),
    Row(
        "any_m1", "Two-Phased, any m₁", "new", "Theorem 4.7",
        r"61B^2\sqrt{d\log 2d/(km_2)}", "two_phase", "dot", _lasso_two_phase("any_m1"),
    ),
    Row(
        "online", "Online lasso, sees all", "full", "Theorem 4.1 with G² = 4B²",
        r"4B^2\sqrt{5\log 2d/m}", "online", None,
        lambda c: theory.online_lasso_bound(d=c.d, m=c.m, B=c.B),
        lambda c: theory.gaelr_g2(M=[0.0] * c.d, q=uniform(c.d), k=1, B=c.B),
    ),
)  # fmt: skip

ROWS: dict[str, tuple[Row, ...]] = {"ridge": RIDGE, "lasso": LASSO}
