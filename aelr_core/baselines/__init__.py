"""Offline baselines with full information: the best a learner can do that sees everything.

`offline_ridge` and `offline_lasso` (`OFFLINE`, by family) minimise the empirical risk inside the
norm ball, `offline_curve` does so for the growing prefixes of a learning curve, and
`tune_norm_bound` chooses the ball.
"""

from aelr_core.baselines.offline import (
    OFFLINE,
    NormBoundTable,
    offline_curve,
    offline_lasso,
    offline_ridge,
    tune_norm_bound,
)
