"""Which design the lanes get: as in `aelr_core.designs.hard_budget`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from aelr_core.checks import Floats, Ints
from aelr_core.designs.conditional_poisson import LARGEST_K
from aelr_core.engine.joint.conditional import ConditionalPoisson
from aelr_core.engine.joint.design import Everything, JointDesign
from aelr_core.engine.joint.thinned import ThinnedPoisson


def may_share(K: int, M: Floats | None) -> bool:
    """Return whether lanes that know M (if it is given) and lanes that learn it have one design.

    Those that know which attributes are always 0 never look at these, so that they may see less.
    """
    return M is None or bool(np.count_nonzero(M) > min(K, len(M) - 1))


def who_learns(
    learns: NDArray[np.bool_] | None, lanes: int, K: int, M: Floats | None
) -> NDArray[np.bool_]:
    """Return which of the lanes learn the moments, (L,): if None, all where M is not known.

    Raises
    ------
    ValueError
        If some do and others know M, but they may not share a design.
    """
    learns = np.full(lanes, M is None) if learns is None else learns
    if learns.any() and not may_share(K, M):
        raise ValueError("learns must be None: lanes that know M would see fewer attributes.")
    return learns


def design_for(
    K: int, *, lanes: int, d: int, positive: Ints, ahead: int, keep_pi: bool
) -> JointDesign:
    """Return the design of this many lanes.

    Parameters
    ----------
    K : the most attributes of an example that are seen.
    positive : the attributes that can be non-zero; where there are at most K, all are seen.
    ahead : the most steps for which samples are drawn together.
    keep_pi : whether the π of all samples will be asked for.
    """
    if len(positive) <= K:
        return Everything(lanes, d, positive, ahead)
    if K <= LARGEST_K:
        return ConditionalPoisson(lanes, d, K, ahead, keep_pi=keep_pi)
    return ThinnedPoisson(lanes, d, K, ahead, positive, keep_pi=keep_pi)
