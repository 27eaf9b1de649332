"""The estimate of ⟨w, x⟩ from a few attributes: line 8 of Algorithm 1, line 9 of Algorithm 3."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from aelr_core import checks
from aelr_core.checks import Floats, Ints
from aelr_core.letters import COUNT, ONE_VECTOR
from aelr_core.moments import estimated_moments
from aelr_core.sampling import draw, inner_product_weights, uniform
from aelr_core.textbook import walk
from aelr_core.textbook.walk import Example


class InnerProduct(NamedTuple):
    """What was drawn, and the estimate of ⟨w, x⟩."""

    j: Ints  # (k_phi,) the attributes drawn; (0,) if w = 0
    x_j: Floats  # (k_phi,) their values; (0,) if w = 0
    p: Floats | None  # (d,) the distribution they were drawn from; None if w = 0
    estimate: float  # of ⟨w, x⟩, unbiased


def inner_product(
    example: Example, u: Floats, w: Floats, family: str, M: Floats | None
) -> InnerProduct:
    r"""Return :math:`\frac1{k_φ} \sum_s w[j_s]\,x[j_s] / p[j_s]` for j_s ~ p.

    p is the paper's plain one (ridge w_j²/‖w‖₂², lasso |w_j|/‖w‖₁), or ∝ |w_j|√M_j if M is
    given; see `aelr_core.sampling.inner_product_weights` for weights that all vanish. If w = 0
    the inner product is 0 exactly: nothing is looked at, but the draws count as spent.

    Parameters
    ----------
    example : whose attributes are counted as they are seen.
    u : (k_phi,) uniforms, one per draw.
    w : (d,) the predictor.
    family : "ridge" or "lasso"
    M : (d,) moments for the moment-aware p, or None for the plain one.
    """
    weights = inner_product_weights(w, family, M)
    if not weights.any():
        example.forgo(len(u))
        return InnerProduct(np.empty(0, dtype=np.int64), np.empty(0), None, 0.0)
    p = weights / weights.sum()
    j = draw(u, weights)
    x_j = example.look(j)
    return InnerProduct(j, x_j, p, float(np.mean(w[j] * x_j / p[j])))


# ---- Phase one of Algorithms 2 and 4: second moments from a few attributes of each example ----


@dataclass(frozen=True)
class State:
    """What has been seen so far.

    Attributes
    ----------
    counts : (d,) how often each attribute was drawn.
    square_sums : (d,) the sum of the squares seen there.
    """

    counts: Ints
    square_sums: Floats

    @property
    def A(self) -> Floats:  # noqa: N802  (the paper's letter)
        """Line 8: square_sums / counts, 0 where an attribute was never drawn; (d,)."""
        return estimated_moments(self.square_sums, self.counts)


@dataclass(frozen=True)
class Step:
    """What a step drew and saw."""

    i: Ints  # (k + 1,) attributes
    x_i: Floats  # (k + 1,) their values


def init(d: int) -> State:
    """Line 2: counts and square_sums all zero."""
    d = COUNT("d", d)
    return State(counts=np.zeros(d, dtype=np.int64), square_sums=np.zeros(d))


def see(state: State, i: Ints, x_i: Floats) -> State:
    """Lines 6, 7: record the values x_i (n,) seen at uniformly drawn attributes i (n,)."""
    d = len(state.counts)
    return State(
        counts=state.counts + np.bincount(i, minlength=d),
        square_sums=state.square_sums + np.bincount(i, x_i**2, minlength=d),
    )


def step(state: State, example: Example, u: ArrayLike) -> tuple[State, Step]:
    """Look at k + 1 uniformly drawn attributes of one example (lines 4 to 9).

    Parameters
    ----------
    state : from `init` or the step before.
    example : the example x, (d,), whose attributes are counted as they are seen.
    u : (k + 1,) uniforms in [0, 1), one per draw.
    """
    walk.shaped("state", state.square_sums, (example.d,))
    i = draw(ONE_VECTOR("u", u), uniform(example.d))  # line 5
    x_i = example.look(i)
    return see(state, i, x_i), Step(i=i, x_i=x_i)  # lines 6 to 8


def run(X: ArrayLike, order: ArrayLike, U: ArrayLike) -> walk.Run[State]:
    """Estimate the moments from the rows `order` (lines 2 to 10); nothing is learnt yet.

    Parameters
    ----------
    X : (n, d) training rows.
    order : (m1,) row numbers, in the order of the steps.
    U : (m1, k + 1) uniforms, one row per step.

    Examples
    --------
    >>> run([[1.0, 2.0]], [0, 0], [[0.1, 0.2], [0.3, 0.9]]).state
    State(counts=array([3, 1]), square_sums=array([3., 4.]))
    """
    X = checks.array("X", X, ndim=2)

    def look(state: State, example: Example, _: float, u: Floats) -> tuple[State, Step]:
        return step(state, example, u)

    return walk.total(walk.trace(look, None, init, X, np.zeros(len(X)), order, U))
