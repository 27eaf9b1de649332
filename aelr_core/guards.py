r"""Two guards of the joint algorithms against rare failures. The algorithms run without them, too.

**No attribute goes too far.** On its own example, a step changes what attribute i contributes to
the prediction, :math:`w_i x_i`, by about

.. math:: s_i = η κ_i x_i^2/π_i, \qquad
          κ_i = \frac{∂w_i}{∂θ_i} = 1 \;\text{(ridge)}, \quad B u_i \;\text{(lasso)}

times the estimated error of the prediction. An attribute that is seldom looked at has a small
π_i: beyond s_i = 1 its step would go past the point at which the example is predicted without any
error, carried by the noise of one estimate, and the next look at it is far away. The guard takes
the part :math:`\min(1, \frac{1/2}{s_i})` of the step. For attributes that are 0 or ±1 it is known
before x is seen: a smaller step size for some attributes. Otherwise it depends on x_i, so that a
guarded step is no longer unbiased; the estimate g̃ still is.

**The average begins when the moments can be trusted** (learnt moments and automatic steps). The
weights of the average, τ/A, are as good as A. If the first values seen are small, the first A are
far too small and their iterates, near 0, outweigh all that follow: in the extreme a run seems to
learn nothing. So the first block that begins 2T_b steps after the first step that learnt, two
looks at each attribute, begins the average afresh.

Both rules are heuristics, chosen on development data.
"""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats

# Chosen on development data: the largest part of an example's error that an attribute takes away.
LARGEST_SHARE = 0.5


def part_of_step(share: Floats) -> Floats:
    """Return how much of the step each attribute takes, if it would take away these shares s.

    >>> part_of_step(np.array([0.0, 0.5, 2.0]))
    array([1.  , 1.  , 0.25])
    """
    part: Floats = LARGEST_SHARE / np.maximum(share, LARGEST_SHARE)
    return part
