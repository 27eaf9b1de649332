"""Scaling into the unit ball, where the theorems live.

The paper's own ridge data have ‖x‖₂ > 1. Bounds need x/s with s the largest row norm of the
data set (which is taken as the distribution), and B and w* multiplied by s, so that ⟨w, x⟩
and the risk stay what they are; the moments become M/s².
"""

from __future__ import annotations

from numpy.typing import ArrayLike

from aelr_core import checks
from aelr_core.checks import Floats
from aelr_core.moments import row_blocks
from aelr_core.norms import max_norm, two_norm
from aelr_core.sampling import FAMILIES


def ball_scale(X: ArrayLike, family: str) -> float:
    """Return s, the largest row norm: max ‖x‖₂ for ridge, max ‖x‖_∞ for lasso.

    Parameters
    ----------
    X : (m, d) array, not all zero
    family : "ridge" or "lasso"

    Returns
    -------
    s : float > 0

    Examples
    --------
    >>> ball_scale([[3, 4], [1, 0]], "ridge"), ball_scale([[3, 4], [1, 0]], "lasso")
    (5.0, 4.0)
    """
    s = largest_row_norm(X, family)
    if s == 0:
        raise ValueError("X must hold at least one number other than 0 to have a scale.")
    return s


def largest_row_norm(X: ArrayLike, family: str) -> float:
    """Return the largest ‖x‖₂ (ridge) or ‖x‖_∞ (lasso) over the rows of X, shape (m, d)."""
    checks.choice("family", family, FAMILIES)
    norm = two_norm if family == "ridge" else max_norm
    return max(float(norm(block).max()) for block in row_blocks(X))


def step_in_data_units(eta: ArrayLike, *, s: float, family: str) -> Floats:
    r"""Return the step size on unscaled data that equals η′ = `eta` on x/s.

    With x′ = x/s and w′ = sw, a gradient is g′ = g/s. Ridge steps w′ by η′g′, so
    :math:`\eta = \eta'/s^2`; lasso steps log z by η′g′ and z has no scale, so
    :math:`\eta = \eta'/s` (and clipping at 1/η′ becomes clipping at 1/η).

    >>> float(step_in_data_units(1.0, s=2, family="ridge"))
    0.25
    >>> float(step_in_data_units(1.0, s=2, family="lasso"))
    0.5
    """
    eta = checks.numbers("eta", eta, above=0)
    s = checks.number("s", s, above=0)
    checks.choice("family", family, FAMILIES)
    step: Floats = eta / s / s if family == "ridge" else eta / s
    return step
