r"""Two samples against one: which pairs of attributes one step learns from, and at what cost.

The gradient of an example is a sum over pairs, and every estimate of it weighs them:

.. math:: \tilde g_i = x_i \Big[\sum_j W_{ij} w_j x_j - \dots\Big], \qquad E[W_{ij}] = 1

for each pair (i, j) with w_j ≠ 0. The paper draws i's and j's apart, so W is an outer product and
a self-pair (i, i) needs i in both samples; one joint sample S has :math:`W_{ij} = 1/π_{ij}` on all
of S × S. Shown on a toy: few attributes, a predictor that JAERR or JAELR has learnt, the
textbook's draws.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from aelr_core.checks import Floats, Ints
from aelr_core.datasets import Dataset, load_dataset
from aelr_core.designs import hard_budget
from aelr_core.designs.gradient_size import gradient_second_moments, inclusion_probabilities
from aelr_core.designs.hard_budget import Design
from aelr_core.exponentiated import cosh_shares
from aelr_core.modes import Mode
from aelr_core.randomness import order, uniforms
from aelr_core.sampling import draw, inner_product_weights, sampling_distribution, split
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
        "synthetic", family=family, alpha=alpha, dim=DIM, seed=seed, examples=EXAMPLES,
        test_examples=EXAMPLES,
    )  # fmt: skip
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
