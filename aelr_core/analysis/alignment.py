r"""How strongly the attributes of a table are aligned: whether they carry one number or many.

One joint sample estimates ⟨w, x⟩ with more noise than draws with replacement do where all |x_i|
are alike, so the joint algorithms are at their worst on attributes that say the same.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

# Rows that are looked at: enough to tell one half from less.
ROWS = 500


def alignment(X: NDArray[np.generic]) -> float:
    r"""Return the largest eigenvalue of the cosines of the attributes, over their number.

    .. math:: \frac1d λ_{\max}\Big(\frac{E[x_i x_j]}{\sqrt{M_i M_j}}\Big)_{ij} \in [1/d, 1]

    1 if all attributes are multiples of one another, 1/d if they are uncorrelated with mean 0.
    Attributes that are 0 in all of the first `ROWS` rows do not count.

    Parameters
    ----------
    X : (n, d) rows, not all 0.

    Examples
    --------
    >>> alike, different = np.array([[1.0, 2.0], [3.0, 6.0]]), np.eye(4)
    >>> round(alignment(alike), 6), round(alignment(different), 6)
    (1.0, 0.25)
    """
    rows = np.asarray(X[:ROWS], dtype=np.float64)
    rows = rows[:, rows.any(axis=0)]
    if rows.size == 0:
        return 1.0
    unit = rows / np.linalg.norm(rows, axis=0)
    gram = unit @ unit.T if len(unit) < unit.shape[1] else unit.T @ unit
    return float(np.linalg.eigvalsh(gram)[-1] / unit.shape[1])
