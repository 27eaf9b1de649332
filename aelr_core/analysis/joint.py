r"""Two samples against one: which pairs of attributes one step learns from, and at what cost.

The gradient of an example is a sum over pairs, and every estimate of it weighs them:

.. math:: \tilde g_i = x_i \Big[\sum_j W_{ij} w_j x_j - \dots\Big], \qquad E[W_{ij}] = 1

for each pair (i, j) with w_j ≠ 0. The paper draws i's and j's apart, so W is an outer product and
a self-pair (i, i) needs i in both samples; one joint sample S has :math:`W_{ij} = 1/π_{ij}` on all
of S × S. Shown on a toy: few attributes, a predictor that JAERR or JAELR has learnt, the
textbook's draws.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from aelr_core import theory
from aelr_core.analysis.draws import ROWS, reference_predictor
from aelr_core.analysis.prior_facts import PriorFacts
from aelr_core.checks import Floats, Ints
from aelr_core.datasets import Dataset, load_dataset
from aelr_core.designs import hard_budget
from aelr_core.designs.estimates import gradient_second_moments, inclusion_probabilities
from aelr_core.designs.hard_budget import Design, working_probabilities
from aelr_core.designs.inclusion import scores
from aelr_core.experiments.problem import one_blas_thread
from aelr_core.exponentiated import cosh_shares
from aelr_core.modes import Mode
from aelr_core.norms import half_norm, max_norm, one_norm
from aelr_core.randomness import order, uniforms
from aelr_core.sampling import (
    draw,
    inner_product_weights,
    moment_aware_weights,
    sampling_distribution,
    split,
)
from aelr_core.textbook import jaelr, jaerr

# Few enough for a grid that can be read; more than any budget for it, so that pairs are missed.
DIM, MOST_BUDGET = 12, 8
EXAMPLES = 200


@dataclass(frozen=True, eq=False)
class Stage:
    """A step's predictor, and both ways to sample for it.

    Attributes
    ----------
    data : the toy's rows.
    w, u : (d,) the predictor after `EXAMPLES` steps, and the weights of g̃_i² in the bounds.
    q, p : (d,) the paper's distributions of the i's and the j's; p = 0 where w = 0.
    k_x, k_phi : its draws for x̃ and for φ̃.
    design : the joint sample's.
    """

    data: Dataset
    w: Floats
    u: Floats
    q: Floats
    p: Floats
    k_x: int
    k_phi: int
    design: Design

    @property
    def K(self) -> int:  # noqa: N802  (the letter of the algorithms)
        """The budget, k + 1."""
        return self.k_x + self.k_phi


@dataclass(frozen=True, eq=False)
class Drawn:
    """What n examples could use.

    Attributes
    ----------
    rows, columns : the attributes of the first example's samples, as i and as j.
    used : (d, d) the share of the examples that could use each pair.
    W : (d, d) the mean weight of each pair; it tends to 1.
    """

    rows: Ints
    columns: Ints
    used: Floats
    W: Floats


@dataclass(frozen=True)
class Use:
    """Which pairs a step learns from, in expectation, exactly.

    Attributes
    ----------
    seen : different attributes.
    pairs, self_pairs : pairs (i, j), and those with i = j.
    diagonal : what the self-pairs add to the size of g̃, Σ u_i w_i² E[x_i⁴] E[W_ii²].
    size : Σ u_i E[g̃_i²]; for ridge E‖g̃‖².
    """

    seen: float
    pairs: float
    self_pairs: float
    diagonal: float
    size: float


def stage(*, family: str, alpha: float, budget: int, mode: Mode, seed: int) -> Stage:
    """Return the toy after `EXAMPLES` steps of JAERR or JAELR with known moments."""
    data = load_dataset(
        "synthetic",
        family=family,
        alpha=alpha,
        dim=DIM,
        seed=seed,
        examples=EXAMPLES,
        test_examples=EXAMPLES,
    )
    M, B = data.known_moments, data.norm_bound
    assert B is not None  # known for synthetic data
    rows = order(seed, 0, data.m, EXAMPLES)
    U = uniforms(seed, 0, 0, EXAMPLES, hard_budget.uniforms_per_step(budget))
    u = np.ones(DIM)
    if family == "ridge":
        *_, (_, _, ridge) = jaerr.trace(data.X_train, data.y_train, rows, U, K=budget, B=B, M=M)
        w, design = ridge.w_next, ridge.block.design
    else:
        *_, (_, _, lasso) = jaelr.trace(data.X_train, data.y_train, rows, U, K=budget, B=B, M=M)
        w, design, u = lasso.w_next, lasso.block.design, cosh_shares(lasso.theta_next)
    weights = inner_product_weights(w, family, M if mode.p == "moment_aware" else None)
    k_x, k_phi = split(budget, mode.split)
    return Stage(
        data=data,
        w=w,
        u=u,
        q=sampling_distribution(M, family),
        p=weights / (weights.sum() or 1.0),
        k_x=k_x,
        k_phi=k_phi,
        design=design,
    )


def two_samples(place: Stage, *, n: int, seed: int) -> Drawn:
    """Return what n examples can use by the paper's draws: i's by q, j's by p."""
    d, U = len(place.w), uniforms(seed, 0, 0, n, place.K)
    found = []
    for row in U:
        i = draw(row[: place.k_x], place.q)
        j = draw(row[place.k_x :], place.p) if place.p.any() else np.zeros(0, dtype=np.int64)
        x = np.bincount(i, 1 / place.q[i], minlength=d) / place.k_x
        phi = np.bincount(j, 1 / place.p[j], minlength=d) / place.k_phi
        found.append((i, j, np.outer(x, phi)))
    return _drawn(found)


def one_sample(place: Stage, *, n: int, seed: int) -> Drawn:
    """Return what n examples can use by one joint sample each."""
    d = len(place.w)
    found = []
    for u in uniforms(seed, 0, 0, n, hard_budget.uniforms_per_step(place.K)):
        sample = hard_budget.draw(place.design, u)
        W = np.zeros((d, d))
        W[np.ix_(sample.S, sample.S)] = sample.P
        found.append((sample.S, sample.S, W))
    return _drawn(found)


def use_of_two(place: Stage) -> Use:
    """Return which pairs the paper's step learns from, exactly."""
    X, y, w, k_phi = place.data.X_train, place.data.y_train, place.w, place.k_phi
    in_rows, in_columns = 1 - (1 - place.q) ** place.k_x, 1 - (1 - place.p) ** k_phi
    # n draws have n squares of 1/q, and n(n − 1) products of two draws
    rows = 1 / (place.k_x * place.q) + 1 - 1 / place.k_x
    columns = _inverse(k_phi * place.p) + 1 - 1 / k_phi
    product = X @ w
    spread = (X**2 @ (w**2 * _inverse(place.p)) - product**2) / k_phi  # the variance of φ̃
    return Use(
        seen=float((1 - (1 - in_rows) * (1 - in_columns)).sum()),
        pairs=float(in_rows.sum() * in_columns.sum()),
        self_pairs=float(in_rows @ in_columns),
        diagonal=_diagonal(place, rows * columns),
        size=float((((product - y) ** 2 + spread) * (X**2 @ (place.u * rows))).mean()),
    )


def use_of_one(place: Stage) -> Use:
    """Return which pairs the joint step learns from, exactly."""
    X, y = np.asarray(place.data.X_train, dtype=np.float64), place.data.y_train
    squares = gradient_second_moments(place.design, X, y, place.w)
    return Use(
        seen=place.K,
        pairs=place.K**2,
        self_pairs=place.K,
        diagonal=_diagonal(place, 1 / inclusion_probabilities(place.design)),
        size=float((squares @ place.u).mean()),
    )


def _drawn(found: list[tuple[Ints, Ints, Floats]]) -> Drawn:
    weights = np.array([W for _, _, W in found])
    rows, columns, _ = found[0]
    return Drawn(rows, columns, (weights > 0).mean(axis=0), weights.mean(axis=0))


def _diagonal(place: Stage, squares: Floats) -> float:
    """Return Σ u_i w_i² E[x_i⁴] E[W_ii²], from E[W_ii²], (d,)."""
    fourth = (place.data.X_train**4).mean(axis=0)
    return float((place.u * place.w**2 * fourth * squares).sum())


def _inverse(p: Floats) -> Floats:
    """Return 1/p, 0 where p = 0: nothing is drawn there, and w is 0."""
    return np.divide(1.0, p, out=np.zeros_like(p), where=p > 0)


# ---- Our Theorem 2 in numbers: the size of g̃ by two samples and by one ----
# At a predictor near the end, E‖g̃‖² exactly: DDAERR's, with moment-aware p; what Theorem 2 allows
# the joint sample; and the joint sample itself, by Poisson sampling with Theorem 2's π and with the
# algorithm's own. Ridge only, as the theorem.


@dataclass(frozen=True)
class JointSizes:
    """E‖g̃‖² over the rows, in the data's units.

    Attributes
    ----------
    paper : DDAERR's.
    limit : what Theorem 2 allows.
    joint : Poisson sampling with Theorem 2's π.
    own : Poisson sampling with the π that the algorithm would use at this predictor.
    worst : the largest `joint`/`paper` of a row: above 1 where the joint sample is noisier.
    """

    paper: float
    limit: float
    joint: float
    own: float
    worst: float


def joint_sizes(dataset: Dataset, *, k_x: int, k_phi: int, seed: int) -> JointSizes:
    """Return the sizes for a split of the budget, over at most 1,000 training rows."""
    X = np.asarray(dataset.X_train[:ROWS], dtype=np.float64)
    y, M, K = dataset.y_train[:ROWS], dataset.known_moments, k_x + k_phi
    with one_blas_thread():
        w = reference_predictor(dataset, seed=seed)
    weights = moment_aware_weights(w, M)
    p = weights / (weights.sum() or 1.0)
    pi = np.minimum(1.0, k_x * sampling_distribution(M, "ridge") + k_phi * p)
    uniform, s2 = np.full(len(M), K / len(M)), np.array(np.mean(y**2))
    f = scores(M, w=w, u=np.ones_like(M), pi=np.minimum(uniform, 1.0), s2=s2)
    own = working_probabilities(f, K)
    paper, limit = (
        of(x=X, y=y, w=w, M=M, k_x=k_x, k_phi=k_phi)
        for of in (theory.ddaerr_second_moment, theory.jaerr_second_moment_limit)
    )
    joint, best = (
        theory.joint_second_moments(x=X, y=y, w=w, pi=each).sum(axis=-1) for each in (pi, own)
    )
    apart = paper > 1e-12 * paper.max(initial=0.0)
    return JointSizes(
        paper=float(paper.mean()),
        limit=float(limit.mean()),
        joint=float(joint.mean()),
        own=float(best.mean()),
        worst=float((joint[apart] / paper[apart]).max(initial=0.0)),
    )


# ---- Our Theorems 1, 3, 4 and 5 beside the paper's, for the same data and budget ----
# Like for like: both start at w₁ = 0, both lasso bounds have the sharper constant of Theorem 4, and
# both are about k + 1 attributes per example, k of them for x̃ in the paper's algorithms. What
# remains is the size G² of the gradient estimate. Ours is about Poisson sampling, whose budget
# holds in expectation; the paper's about a hard budget.

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


def joint_bounds(here: PriorFacts) -> JointBounds:
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
