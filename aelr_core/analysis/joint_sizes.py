r"""Our Theorem 2 in numbers: the size of g̃ by two samples and by one, over the rows of the data.

At a predictor near the end, E‖g̃‖² exactly: DDAERR's, with moment-aware p; what Theorem 2 allows
the joint sample; and the joint sample itself, by Poisson sampling with Theorem 2's π and with the
algorithm's own. Ridge only, as the theorem.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from aelr_core import theory
from aelr_core.analysis.splits import ROWS, reference_predictor
from aelr_core.datasets import Dataset
from aelr_core.designs.hard_budget import working_probabilities
from aelr_core.designs.scores import scores
from aelr_core.experiments.judge import one_blas_thread
from aelr_core.sampling import moment_aware_weights, sampling_distribution


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
