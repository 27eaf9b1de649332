"""The algorithms as scikit-learn estimators, which read a few attributes of each training row.

By default they run the adaptive algorithms of this project; those of the paper are other values
of `sampling`. One idea per file:

- `ridge_and_lasso`: the two estimators;
- `linear`: what they share: parameters, `fit`, `partial_fit`, `predict`;
- `parameters`: what the parameters may be;
- `stream`: one lane without an end, fed piece by piece;
- `stream_door`: its door, which counts every look and learns the means;
- `stream_labels`: its labels, their mean and their spread;
- `opening`: its first rows, which set scales and means;
- `norm_bound`: the bound B, from what was paid for;
- `progressive_loss`: how good the predictor is, from what was paid for;
- `one_pass`: one pass of an algorithm of the paper.
"""

from aelr_core.estimators.ridge_and_lasso import AttributeEfficientLasso, AttributeEfficientRidge

__all__ = ["AttributeEfficientLasso", "AttributeEfficientRidge"]
