"""`AttributeEfficientRidge` and `AttributeEfficientLasso`: one ball each."""

from __future__ import annotations

from aelr_core.estimators.linear import AttributeEfficient


class AttributeEfficientRidge(AttributeEfficient):
    """Linear regression in the ball ‖w‖₂ ≤ B; parameters as in `AttributeEfficient`.

    >>> import numpy as np
    >>> X = np.random.default_rng(0).normal(size=(2000, 4))
    >>> model = AttributeEfficientRidge(budget=2, random_state=0).fit(X, X @ [1, 0, 0, -1] + 5)
    >>> model.coef_.round() + 0, round(model.intercept_), model.n_attributes_seen_
    (array([ 1.,  0.,  0., -1.]), 5, 4000)
    """

    _family = "ridge"


class AttributeEfficientLasso(AttributeEfficient):
    """Linear regression in the ball ‖w‖₁ ≤ B; parameters as in `AttributeEfficient`.

    >>> import numpy as np
    >>> X = np.random.default_rng(0).normal(size=(2000, 4))
    >>> model = AttributeEfficientLasso(budget=2, random_state=0).fit(X, X @ [1, 0, 0, -1] + 5)
    >>> model.coef_.round() + 0, round(model.intercept_), model.n_attributes_seen_
    (array([ 1.,  0.,  0., -1.]), 5, 4000)
    """

    _family = "lasso"
