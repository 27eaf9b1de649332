r"""How long a predictor should be: a factor on w̄, measured on attributes that are paid for.

An average of few steps points in a good direction but is too short. Along the line a·w̄ the loss
is :math:`L(a\bar w) - L(0) = \frac12 a^2 E⟨\bar w, x⟩^2 - a E[y⟨\bar w, x⟩]`, least at the ratio of
the two means. Step t (1, 2, …) has unbiased estimates of both on its example
(`aelr_core.designs.estimates.products`); with ν = ‖w̄‖₂ at the start of its block,

.. math:: n_t = \frac{y}{ν} \sum_{i \in S} \frac{v_i}{π_i}, \qquad
          δ_t = \frac{1}{ν^2} \Big[\sum_{i \ne j} \frac{v_i v_j}{π_{ij}}
                + \sum_i \frac{v_i^2}{π_i}\Big], \qquad v = \bar w \circ x,

concern a predictor of length about 1, so that steps can be averaged although w̄ grows. N and D are
their means with weights t, and κ = ‖w̄‖₂ at the end:

.. math:: a = 1 + \frac{(G - \mathrm{SE}(G) - q/10)_+}{q + κ\,\mathrm{SE}(D)}, \qquad
          G = N - κD, \quad q = κ D_+,

at most 4 and at most what the ball leaves. The path of the algorithm is not touched, and w̄ is
never made shorter.

Proved: for a w̄ and a ν that do not depend on the example, n and δ are unbiased for
E[y⟨w̄, x⟩]/ν and E⟨w̄, x⟩²/ν². The rule for a is a heuristic, chosen on development data.
"""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats

# How many sums are kept: of t·n, t·δ, (t·n)², t²·n·δ, (t·δ)², t and t².
SUMS = 7
# Chosen on development data: the most by which w̄ is lengthened, and a gain too small to bother.
LONGEST = 4.0
IDLE = 0.1


def terms(t: float | Floats, nu: Floats, label: Floats, square: Floats) -> Floats:
    """Return what step t adds to the sums, (7, ...); nothing as long as ν = 0.

    Parameters
    ----------
    t : the number of the step, from 1 on; one or (...).
    nu : (...) ‖w̄‖₂ at the start of the block.
    label, square : (...) estimates of y⟨w̄, x⟩ and ⟨w̄, x⟩² on the example.

    Examples
    --------
    >>> terms(2, np.array(0.5), np.array(1.0), np.array(1.0))
    array([ 4.,  8., 16., 32., 64.,  2.,  4.])
    """
    weight = np.where(nu > 0, t, 0.0)
    unit = np.where(nu > 0, nu, 1.0)
    n, delta = weight * label / unit, weight * square / unit / unit
    return np.stack([n, delta, n * n, n * delta, delta * delta, weight, weight * weight])


def factor(sums: Floats, w_bar: Floats, B: float | Floats, family: str) -> Floats:
    """Return a, (...): from 1 to 4, and 1 as long as there are fewer than two terms.

    Parameters
    ----------
    sums : (7, ...) the sum of all `terms` so far.
    w_bar : (..., d) the averages that are to be lengthened.
    B : norm bound, a number or (...).
    family : whose norm B bounds, "ridge" or "lasso".

    Examples
    --------
    >>> w, t = np.array([0.5]), range(1, 4)
    >>> exact = sum(terms(i, np.array(0.5), np.array(0.5), np.array(0.25)) for i in t)
    >>> float(factor(exact, w, 9.0, "ridge"))  # E[y⟨w̄, x⟩] = ½, E⟨w̄, x⟩² = ¼: ideally 2
    1.9
    """
    kappa: Floats = np.sqrt((w_bar * w_bar).sum(axis=-1))  # of a lane that diverged too
    norm = kappa if family == "ridge" else np.abs(w_bar).sum(axis=-1)
    n, delta, nn, nd, dd, weight, weight2 = sums
    several = weight * weight > weight2
    W = np.where(several, weight, 1.0)
    N, D, share = n / W, delta / W, weight2 / W / W
    # of weighted means of independent terms with equal means
    var_N, var_D = nn / W / W - share * N * N, dd / W / W - share * D * D
    cov = nd / W / W - share * N * D
    gain = N - kappa * D
    error = np.sqrt(np.maximum(var_N + kappa * (kappa * var_D - 2 * cov), 0.0))
    q = kappa * np.maximum(D, 0.0)
    most = q + kappa * np.sqrt(np.maximum(var_D, 0.0))
    more = np.maximum(gain - error - IDLE * q, 0.0) / np.where(most > 0, most, 1.0)
    room = np.minimum(LONGEST, B / np.where(norm > 0, norm, np.inf))
    a = np.minimum(1.0 + more, room)
    return np.where(several & (most > 0) & (a > 1.0), a, 1.0)[()]  # 1 in a lane that diverged
