"""The estimate of ⟨w, x⟩ from a few attributes: line 8 of Algorithm 1, line 9 of Algorithm 3."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from aelr_core.checks import Floats, Ints
from aelr_core.sampling import draw, inner_product_weights
from aelr_core.textbook.door import Door


class InnerProduct(NamedTuple):
    """What was drawn, and the estimate of ⟨w, x⟩."""

    j: Ints  # (k_phi,) the attributes drawn; (0,) if w = 0
    x_j: Floats  # (k_phi,) their values; (0,) if w = 0
    p: Floats | None  # (d,) the distribution they were drawn from; None if w = 0
    estimate: float  # of ⟨w, x⟩, unbiased


def inner_product(door: Door, u: Floats, w: Floats, family: str, M: Floats | None) -> InnerProduct:
    r"""Return :math:`\frac1{k_φ} \sum_s w[j_s]\,x[j_s] / p[j_s]` for j_s ~ p.

    p is the paper's plain one (ridge w_j²/‖w‖₂², lasso |w_j|/‖w‖₁), or ∝ |w_j|√M_j if M is
    given; see `aelr_core.sampling.inner_product_weights` for weights that all vanish. If w = 0
    the inner product is 0 exactly: nothing is looked at, but the draws count as spent.

    Parameters
    ----------
    door : the example.
    u : (k_phi,) uniforms, one per draw.
    w : (d,) the predictor.
    family : "ridge" or "lasso"
    M : (d,) moments for the moment-aware p, or None for the plain one.
    """
    weights = inner_product_weights(w, family, M)
    if not weights.any():
        door.forgo(len(u))
        return InnerProduct(np.empty(0, dtype=np.int64), np.empty(0), None, 0.0)
    p = weights / weights.sum()
    j = draw(u, weights)
    x_j = door.look(j)
    return InnerProduct(j, x_j, p, float(np.mean(w[j] * x_j / p[j])))
