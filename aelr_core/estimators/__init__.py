"""The paper's algorithms as scikit-learn estimators.

A training row is looked at through a budget of k + 1 attributes; predictions see them all. Both
estimators are linear without an intercept, and neither scales anything: centre X and y, and divide
X so that its rows lie in the unit ball (‖x‖₂ ≤ 1 for ridge, |x_i| ≤ 1 for lasso), since the step
sizes of the theory are made for that.
"""

from aelr_core.estimators.lasso import AttributeEfficientLasso
from aelr_core.estimators.ridge import AttributeEfficientRidge

__all__ = ["AttributeEfficientLasso", "AttributeEfficientRidge"]
