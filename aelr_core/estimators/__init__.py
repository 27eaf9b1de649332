"""The algorithms as scikit-learn estimators, which read a few attributes of each training row.

By default they run the adaptive algorithms of this project; those of the paper are other values
of `sampling`. One idea per file:

- `linear`: the two estimators and what they share: parameters, `fit`, `partial_fit`, `predict`;
- `parameters`: what the parameters may be;
- `stream`: one lane without an end, fed piece by piece, and what it knows of its stream.
"""

from aelr_core.estimators.linear import AttributeEfficientLasso, AttributeEfficientRidge

__all__ = ["AttributeEfficientLasso", "AttributeEfficientRidge"]
