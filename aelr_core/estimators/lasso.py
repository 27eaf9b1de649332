"""Lasso with few attributes a row, as a scikit-learn estimator."""

from aelr_core.estimators.base import AttributeEfficient


class AttributeEfficientLasso(AttributeEfficient):
    """Linear regression in the ball ‖w‖₁ ≤ B, seeing few attributes of each training row.

    A single pass over the training rows in random order; of each row `budget` attributes are
    drawn, with replacement. The result is the average of the iterates.

    Parameters
    ----------
    budget : int >= 2, default 5
        k + 1, attributes drawn per training row. It may exceed the number of features.
    sampling : {"two_phase", "uniform", "known"}, default "two_phase"
        Which algorithm: Two-Phased DDAELR (the moments are estimated from a tenth of the rows),
        AELR (nothing is known) or DDAELR (the second moments are given).
    moments : (d,) array, or None
        The second moments E[x_i²], for ``sampling="known"`` and only then.
    norm_bound : "auto" or float > 0, default "auto"
        B in ‖w‖₁ ≤ B. "auto" cross-validates the *offline* predictor on at most 2,000
        training rows and takes its norm. **It sees all attributes of those rows**, and they are
        not counted in `n_attributes_seen_`: the paper tunes likewise. Give a number where
        attributes really cost something.
    step : "theory" or float > 0, default "theory"
        The step size: that of the algorithm's theorem, which assumes |x_i| ≤ 1, or a
        number, used in both phases. Worth a grid search.
    mode : {"experiments", "theory"} or `aelr_core.Mode`, default "experiments"
        The choices that the paper's theory and its experiments make differently.
    random_state : int, RandomState or None
        An int is the seed of `aelr_core.randomness`: the fit is then that seed's run 0.

    Attributes
    ----------
    coef_ : (d,) array
        The predictor; there is no intercept.
    sampling_probabilities_ : (d,) array
        q, with which attributes were drawn (in phase two, if there are two).
    n_attributes_seen_ : int
        Draws spent, n · budget.
    n_distinct_attributes_seen_ : int
        Different attributes seen per row, summed over rows.
    norm_bound_ : float
        B, as given or as found.
    n_features_in_ : int
    feature_names_in_ : (d,) array of str, if X had names

    Examples
    --------
    >>> import numpy as np
    >>> X = np.random.default_rng(0).choice([0.0, 0.5], p=[0.9, 0.1], size=(2000, 4))
    >>> model = AttributeEfficientLasso(budget=2, random_state=0).fit(X, X @ [1.0, 0.0, 0.0, -1.0])
    >>> model.coef_.shape, model.n_attributes_seen_
    ((4,), 4000)
    """

    _family = "lasso"
