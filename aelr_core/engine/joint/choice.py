"""Which design the lanes get: as in `aelr_core.designs.hard_budget`."""

from __future__ import annotations

from aelr_core.checks import Ints
from aelr_core.designs.conditional_poisson import LARGEST_K
from aelr_core.engine.joint.conditional import ConditionalPoisson
from aelr_core.engine.joint.design import Everything, JointDesign
from aelr_core.engine.joint.thinned import ThinnedPoisson


def design_for(K: int, *, lanes: int, d: int, positive: Ints, ahead: int) -> JointDesign:
    """Return the design of this many lanes.

    Parameters
    ----------
    K : the most attributes of an example that are seen.
    positive : the attributes that can be non-zero; where there are at most K, all are seen.
    ahead : the most steps for which samples are drawn together.
    """
    if len(positive) <= K:
        return Everything(lanes, d, positive, ahead)
    if K <= LARGEST_K:
        return ConditionalPoisson(lanes, d, K, ahead)
    return ThinnedPoisson(lanes, d, K, ahead, positive)
