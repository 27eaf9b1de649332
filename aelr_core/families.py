r"""The two families, ridge and lasso: what the paper calls things in each, and where they stand.

Ridge is about rows with ‖x‖₂ ≤ 1 and predictors with ‖w‖₂ ≤ B, lasso about ‖x‖_∞ ≤ 1 and ‖w‖₁ ≤ B.
The keys of the families are `aelr_core.letters.FAMILIES`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from aelr_core.checks import Floats
from aelr_core.letters import Vectors
from aelr_core.moments import rho_lasso, rho_ridge
from aelr_core.norms import half_norm, one_norm


@dataclass(frozen=True)
class Family:
    """Everything that differs between the families in words, formulas and ratios.

    Attributes
    ----------
    key : "ridge" or "lasso".
    norm : the norm of M that takes the place of d in the bounds: H = norm(M).
    H, H_latex : its symbol, in plain text and LaTeX.
    rho : the improvement ratio (equation 11 or 12).
    rule_latex : what the best q_i is proportional to.
    rule_source : where the paper says so.
    q_latex, least_latex : the best q, and what it minimises.
    phase_two_latex : the q of phase two, from the estimates A and ε.
    general : the general algorithm, with any q.
    algorithm : it by number.
    """

    key: str
    norm: Callable[[Vectors], Floats]
    H: str
    H_latex: str
    rho: Callable[[Vectors], Floats]
    rule_latex: str
    rule_source: str
    q_latex: str
    least_latex: str
    phase_two_latex: str
    general: str
    algorithm: str


_FACTS = {
    family.key: family
    for family in (
        Family(
            key="ridge",
            norm=half_norm,
            H="‖M‖½",
            H_latex=r"\|M\|_{1/2}",
            rho=rho_ridge,
            rule_latex=r"\sqrt{M_i}",
            rule_source="equation 4",
            q_latex=r"q_i = \frac{\sqrt{M_i}}{\sum_j \sqrt{M_j}}",
            least_latex=r"\sum_i \frac{M_i}{q_i} = \|M\|_{1/2}",
            phase_two_latex=r"q_i \propto \sqrt{A_i + \tfrac{13}{6}\varepsilon}",
            general="GAERR",
            algorithm="Algorithm 1",
        ),
        Family(
            key="lasso",
            norm=one_norm,
            H="‖M‖₁",
            H_latex=r"\|M\|_1",
            rho=rho_lasso,
            rule_latex="M_i",
            rule_source="Lemma 4.3",
            q_latex=r"q_i = \frac{M_i}{\sum_j M_j}",
            least_latex=r"\max_i \frac{M_i}{q_i} = \|M\|_1",
            phase_two_latex=r"q_i \propto A_i + \tfrac{13}{6}\varepsilon",
            general="GAELR",
            algorithm="Algorithm 3",
        ),
    )
}


def family_facts(family: str) -> Family:
    """Return the facts about one family.

    >>> family_facts("ridge").H, family_facts("lasso").rule_source
    ('‖M‖½', 'Lemma 4.3')
    """
    return _FACTS[family]
