"""AdaGrad: a step size for every coordinate (the paper's appendix, ridge algorithms only)."""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats


def adagrad(g: Floats, squares: Floats | None) -> tuple[Floats, Floats | None]:
    r"""Return the direction to step along in place of g, and the new accumulator.

    .. math:: squares_i \leftarrow squares_i + g_i^2, \qquad
              direction_i = g_i / \sqrt{squares_i}

    A coordinate with g_i = 0 does not move. Without an accumulator (None) the direction is g.

    Parameters
    ----------
    g : (d,) gradient or its estimate.
    squares : (d,) sums of the squares of earlier ones, or None.

    Examples
    --------
    >>> adagrad(np.array([3.0, 0.0]), np.array([16.0, 0.0]))
    (array([0.6, 0. ]), array([25.,  0.]))
    """
    if squares is None:
        return g, None
    squares = squares + g**2
    return np.divide(g, np.sqrt(squares), out=np.zeros_like(g), where=squares > 0), squares
