"""Offline baselines with full information: the best a learner can do that sees everything.

`offline_curve` minimises the empirical risk inside the norm ball, for the growing prefixes of a
learning curve, and `tune_norm_bound` chooses the ball.
"""

from aelr_core.baselines.offline import offline_curve, tune_norm_bound
