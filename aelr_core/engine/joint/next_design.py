"""From what joint lanes know now to the probabilities of their next block."""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats
from aelr_core.designs.hard_budget import working_probabilities
from aelr_core.designs.inclusion import scores, spread


def next_design(
    M: Floats, w: Floats | None, u: Floats, pi: Floats, s2: Floats, K: int
) -> tuple[Floats, Floats]:
    """Return the next π, (l, d), and A = Σ u_i M_i/π_i, (l,).

    Parameters
    ----------
    M, w, u, pi, s2 : as for `designs.scores.scores`; without w the scores are √M.
    K : attributes per example.
    """
    f = np.broadcast_to(np.sqrt(M), pi.shape) if w is None else scores(M, w=w, u=u, pi=pi, s2=s2)
    pi = working_probabilities(f, max(K, 2))
    return pi, spread(M, u, pi)
