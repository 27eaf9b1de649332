r"""The norm bound B, from labels and from attributes that were paid for.

For uncorrelated attributes with equal second moments :math:`\bar m` the best predictor has
:math:`\bar m \|w^*\|_2^2 = E\langle w^*, x\rangle^2 \le E[y^2]`, hence

.. math:: \|w^*\|_2 \le \sqrt{E[y^2]/\bar m}, \qquad \|w^*\|_1 \le \sqrt{d\,E[y^2]/\bar m}.

For other data the right sides are a scale and not a bound. A bound that is too large costs
little (ridge: nothing that we could measure; lasso: up to a tenth of the error), one that is half
as large as it should be a lot, and none at all fails on attributes with heavy tails. The ridge's
gets a factor √2, since the mean of thirty squared labels may well be too small; the lasso's is
large already, except for predictors with all coefficients alike.
"""

from __future__ import annotations

from math import sqrt


def norm_bound(family: str, *, y2: float, m_bar: float, d: int) -> float:
    r"""Return :math:`\sqrt{2E[y^2]/\bar m}` for ridge, :math:`\sqrt{d\,E[y^2]/\bar m}` for lasso.

    Parameters
    ----------
    family : "ridge" or "lasso".
    y2 : E[y²], or the variance of y if there is an intercept, > 0.
    m_bar : the mean of the d second moments, or variances, > 0.

    Examples
    --------
    >>> norm_bound("ridge", y2=2.0, m_bar=1.0, d=8), norm_bound("lasso", y2=2.0, m_bar=1.0, d=8)
    (2.0, 4.0)
    """
    return sqrt((d if family == "lasso" else 2) * y2 / m_bar)
