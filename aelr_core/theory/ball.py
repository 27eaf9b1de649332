"""Scaling into the unit ball, where the theorems hold.

The paper's own ridge data have ‖x‖₂ > 1. Bounds need x/s with s the largest row norm of the
data set (which is taken as the distribution), and B and w* multiplied by s, so that ⟨w, x⟩
and the risk stay the same; the moments become M/s².
"""

from __future__ import annotations

from numpy.typing import ArrayLike

from aelr_core.checks import Floats
from aelr_core.letters import Numbers, checked
from aelr_core.moments import row_blocks
from aelr_core.norms import max_norm, two_norm


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
