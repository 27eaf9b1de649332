r"""Our Theorems 1, 3, 4 and 5 beside the paper's, for the same data, budget and examples.

Like for like: both start at w₁ = 0, both lasso bounds have the sharper constant of Theorem 4, and
both are about k + 1 attributes per example, k of them for x̃ in the paper's algorithms. What
remains is the size G² of the gradient estimate. Ours is about Poisson sampling, whose budget holds
in expectation; the paper's about a hard budget.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from aelr_core import theory
from aelr_core.analysis.standing import Standing
from aelr_core.checks import Floats, Ints
from aelr_core.norms import half_norm, max_norm, one_norm

MOST_BUDGETS = 200
# Golden section: each step keeps this share of the interval, 30 steps a millionth of it.
KEPT, STEPS = (5**0.5 - 1) / 2, 30


@dataclass(frozen=True)
class JointBounds:
    """What the theorems say about one experiment.

    Attributes
    ----------
    H : ‖M‖_½ (ridge) or ‖M‖₁ (lasso).
    k : the budget minus one.
    always : the moments that are always seen: Σ M_i over k q_i > 1 (ridge), ‖M‖_∞ (lasso).
    G2, papers : the size of g̃ that ours (b = 1) and the paper's algorithm have at most.
    best_b, best : the b of Theorem 1 or 5 that serves best, and its G² at a = k + 1 − b.
    bound, paper_bound : on the excess risk, like for like.
    printed_bound : the paper's as printed.
    trivial : 2B², which holds for every predictor in the ball.
    """

    H: float
    k: int
    always: float
    G2: float
    papers: float
    best_b: float
    best: float
    bound: float
    paper_bound: float
    printed_bound: float
    trivial: float

    @property
    def better(self) -> bool:
        """Whether our bound is below the paper's."""
        return self.bound < self.paper_bound


def joint_bounds(here: Standing) -> JointBounds:
    """Return the theorems' numbers for an experiment."""
    k, M, B, m = here.budget - 1, here.M, here.B, here.m
    ridge = here.family == "ridge"
    size = _SIZES[here.family]
    G2, papers = float(size(M=M, a=k, b=1, B=B)), float(4 * B**2 * (here.H / k + 1))
    b = best_b(M, here.family, np.array([k]))
    if ridge:
        always = float(M[np.sqrt(M) * k > np.sqrt(half_norm(M))].sum())
        bound, like = theory.jaerr_bound, theory.from_zero_bound(m=m, B=B, G2=papers)
        printed = theory.ddaerr_bound(m=m, k=k, B=B, M=M)
    else:
        always = float(max_norm(M))
        bound, like = theory.jaelr_bound, theory.ddaelr_sharper_bound(m=m, k=k, B=B, M=M)
        printed = theory.ddaelr_bound(m=m, k=k, B=B, M=M)
    return JointBounds(
        H=here.H,
        k=k,
        always=always,
        G2=G2,
        papers=papers,
        best_b=float(b[0]),
        best=float(size(M=M, a=k + 1 - b[0], b=b[0], B=B)),
        bound=float(bound(m=m, k=k, B=B, M=M)),
        paper_bound=float(like),
        printed_bound=float(printed),
        trivial=here.trivial,
    )


def best_b(M: Floats, family: str, k: Ints) -> Floats:
    r"""Return for each k the b that makes G² of Theorem 1 or 5 smallest at a = k + 1 − b.

    4 + 1/b and the sum (ridge) or maximum (lasso) over i, as functions of b, have convex
    logarithms, so G² falls, then rises: golden section finds its minimum. It begins at
    `best_joint_b`, the minimum if no attribute is always seen; if one is, less is gained by a
    larger a, and b is larger.

    Parameters
    ----------
    M : (d,) second moments
    k : (P,) array, >= 1

    Returns
    -------
    (P,) array
    """
    size, K = _SIZES[family], (k + 1).astype(np.float64)
    rows = np.broadcast_to(M, (len(k), len(M)))
    low, high = theory.best_joint_b(K=K), K
    for _ in range(STEPS):
        left, right = high - KEPT * (high - low), low + KEPT * (high - low)
        falls = size(M=rows, a=K - left, b=left, B=1) > size(M=rows, a=K - right, b=right, B=1)
        low, high = np.where(falls, left, low), np.where(falls, high, right)
    return low


_SIZES: dict[str, Callable[..., Floats]] = {"ridge": theory.jaerr_g2, "lasso": theory.jaelr_g2}


def budgets(d: int) -> Ints:
    """Return the k to show, from 1 to d: all of them, or 200 on a logarithmic scale."""
    some = np.geomspace(1, max(d, 1), MOST_BUDGETS) if d > MOST_BUDGETS else np.arange(1, d + 1)
    found: Ints = np.unique(np.round(some).astype(int))
    return found


def ratios(M: Floats, family: str, k: Ints) -> tuple[Floats, Floats]:
    r"""Return our risk bound over the paper's for each k, with b = 1 and with the best b.

    :math:`\sqrt{G^2/G^2_\text{paper}}`: everything else in the bounds is the same. B and m cancel.

    Parameters
    ----------
    M : (d,) second moments in the unit ball
    k : (P,) array, >= 1

    Returns
    -------
    (P,) arrays
    """
    size = _SIZES[family]
    H = (half_norm if family == "ridge" else one_norm)(M)
    paper, rows = 4 * (H / k + 1), np.broadcast_to(M, (len(k), len(M)))
    b = best_b(M, family, k)
    plain = np.sqrt(size(M=rows, a=k, b=1, B=1) / paper)
    best = np.sqrt(size(M=rows, a=k + 1 - b, b=b, B=1) / paper)
    return plain, best
