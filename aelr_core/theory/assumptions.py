"""Which assumptions of the theorems hold for a data set, with the offending figure.

Scaling into the unit ball, where the theorems hold.

The paper's own ridge data have ‖x‖₂ > 1. Bounds need x/s with s the largest row norm of the
data set (which is taken as the distribution), and B and w* multiplied by s, so that ⟨w, x⟩
and the risk stay the same; the moments become M/s².
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from numpy.typing import ArrayLike

from aelr_core.checks import Floats
from aelr_core.letters import Numbers, checked
from aelr_core.moments import row_blocks
from aelr_core.norms import max_norm, two_norm
from aelr_core.theory.general import gaelr_least_m

Light = Literal["green", "orange", "red"]
# Data scaled into the ball by their largest row norm may exceed 1 by a rounding.
ROUNDING = 1e-9


@dataclass(frozen=True)
class Assumption:
    """One assumption: its formula, whether it holds, the figure, its limit, and a sentence.

    `corrected` says that a failure is corrected for: rows are scaled into the ball, or the bound is
    that of the nearest algorithm with a proof.
    """

    name: str
    holds: bool
    figure: float
    limit: float
    sentence: str
    corrected: bool = False


def light(reports: Iterable[Assumption]) -> Light:
    """Return green if all hold, orange if every failure is corrected for, else red."""
    failed = [one for one in reports if not one.holds]
    if not failed:
        return "green"
    return "orange" if all(one.corrected for one in failed) else "red"


def rows_in_ball(norm: float, family: str) -> Assumption:
    """Report on ‖x‖₂ ≤ 1 (ridge) or ‖x‖_∞ ≤ 1 (lasso); `norm` is the largest of a row."""
    name = "‖x‖₂ ≤ 1" if family == "ridge" else "‖x‖∞ ≤ 1"
    return _at_most(name, norm, 1.0, f"the largest row norm is {norm:.4g}")


def labels_within(label: float, B: float) -> Assumption:
    """Report on abs(y) ≤ B; `label` is the largest abs(y)."""
    return _at_most("|y| ≤ B", label, B, f"the largest |y| is {label:.4g} and B is {B:.4g}")


def enough_examples(m: int, d: int) -> Assumption:
    """Report on m ≥ log 2d, which the lasso theorems need."""
    least = float(gaelr_least_m(d=d))
    return _report("m ≥ log 2d", m >= least, m, least, f"m is {m:,} and log 2d is {least:.4g}")


def all_drawn(M: Floats, q: Floats) -> Assumption:
    """Report on q_i > 0 wherever M_i > 0; both are (d,)."""
    unseen = int(((M > 0) & (q == 0)).sum())
    what = "attribute that is not always 0 is" if unseen == 1 else "attributes not always 0 are"
    why = (
        f"{unseen} {what} never drawn"
        if unseen
        else "every attribute that is not always 0 can be drawn"
    )
    return _at_most("qᵢ > 0 where Mᵢ > 0", unseen, 0.0, why)


def _at_most(name: str, figure: float, limit: float, why: str) -> Assumption:
    return _report(name, figure <= limit * (1 + ROUNDING), figure, limit, why)


def _report(name: str, holds: bool, figure: float, limit: float, why: str) -> Assumption:
    sentence = f"{name} {'holds' if holds else 'fails'}: {why}."
    return Assumption(name, bool(holds), float(figure), float(limit), sentence)


# ---- Scaling into the unit ball, where the theorems hold ----


@checked
def largest_row_norm(X: ArrayLike, family: str) -> float:
    """Return the largest ‖x‖₂ (ridge) or ‖x‖_∞ (lasso) over the rows of X, shape (m, d)."""
    norm = two_norm if family == "ridge" else max_norm
    return max(float(norm(block).max()) for block in row_blocks(X))


@checked
def step_in_data_units(eta: Numbers, *, s: float, family: str) -> Floats:
    r"""Return the step size on unscaled data that equals η′ = `eta` on x/s.

    With x′ = x/s and w′ = sw, a gradient is g′ = g/s. Ridge steps w′ by η′g′, so
    :math:`\eta = \eta'/s^2`; lasso steps log z by η′g′ and z has no scale, so
    :math:`\eta = \eta'/s` (and clipping at 1/η′ becomes clipping at 1/η).

    >>> float(step_in_data_units(1.0, s=2, family="ridge"))
    0.25
    >>> float(step_in_data_units(1.0, s=2, family="lasso"))
    0.5
    """
    step: Floats = eta / s / s if family == "ridge" else eta / s
    return step
