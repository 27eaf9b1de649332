"""The algorithms as scikit-learn estimators, which read a few attributes of each training row.

By default they run the adaptive algorithms of this project; those of the paper are other values
of `sampling`. `aelr_core.estimators.campaign` is for a table that is not there yet. One idea per
file:

- `linear`: the two estimators and what they share: parameters, `fit`, `partial_fit`, `predict`;
- `parameters`: what the parameters may be;
- `campaign`: what to measure is asked, results are told; `campaign_file`, `campaign_report` and
  `campaign_model` hold what is saved, what is known on the way, and what was learnt;
- `attributes`: the tests of a campaign and their results in tables.

What learns is `aelr_core.opening`, on `aelr_core.stream`.
"""

from aelr_core.estimators.linear import AttributeEfficientLasso, AttributeEfficientRidge

__all__ = ["AttributeEfficientLasso", "AttributeEfficientRidge"]
