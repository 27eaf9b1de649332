"""How good a joint algorithm thinks that it is, from attributes that it had paid for."""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats
from aelr_core.experiments import Curve


def own_estimate(curve: Curve) -> Floats | None:
    """Return each run's progressive loss over the last half of its first pass, (R,).

    It estimates the loss on the distribution of the training rows over the zero predictor's there,
    from labels and from attributes paid for; the test error is that of the test rows. Between two
    points of a curve there may be few examples, and one stretch says little; the half is the mean
    over its examples. The predictor was still learning meanwhile and is rather better now. None if
    there is no estimate.
    """
    if curve.progressive is None:
        return None
    there = np.isfinite(curve.progressive).all(axis=0)
    if not there.any():
        return None
    half = there & (curve.examples > curve.examples[there][-1] / 2)
    weights = np.diff(curve.examples, prepend=0)[half]
    estimate: Floats = np.average(curve.progressive[:, half], weights=weights, axis=1)
    return estimate
