"""x̃ made many times, as GAERR and GAELR make it: what the exact second moments predict."""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats, Ints
from aelr_core.datasets.dataset import Rows
from aelr_core.randomness import order, uniforms
from aelr_core.sampling import draw

# The run whose order and uniforms are used: the first one of the explorer.
RUN = 0
BLOCK_NUMBERS = 2**20


def squared_norms(X: Rows, q: Floats, *, k_x: int, seed: int, examples: int) -> Floats:
    """Return ‖x̃‖² for the first examples that run 0 meets, shape (examples,).

    Line 5 of Algorithm 1 and 3: x̃ = (1/k_x) Σ_r x[i_r]/q[i_r]·e_{i_r}; repeated indices add up.

    Parameters
    ----------
    X : (m, d) array
    q : (d,) distribution
    k_x : draws an example
    seed : of the order and the draws
    examples : how many; met again in another order when there are more than rows
    """
    rows = order(seed, RUN, len(X), examples)
    i = draw(uniforms(seed, RUN, 0, examples, k_x), q)
    d = len(q)
    step = max(1, BLOCK_NUMBERS // d)
    blocks = [slice(start, start + step) for start in range(0, examples, step)]
    return np.concatenate([_squared_norms(X[rows[b][:, None], i[b]], i[b], q) for b in blocks])


def mean_and_error(values: Floats) -> tuple[float, float]:
    """Return the mean and its standard error.

    >>> mean_and_error(np.array([1.0, 3.0]))
    (2.0, 1.0)
    """
    return float(values.mean()), float(values.std(ddof=1) / np.sqrt(len(values)))


def _squared_norms(seen: Rows, i: Ints, q: Floats) -> Floats:
    n, k_x = i.shape
    d = len(q)
    at = (i + d * np.arange(n)[:, None]).ravel()
    parts = np.asarray(seen, dtype=np.float64) / q[i] / k_x
    x_tilde = np.bincount(at, parts.ravel(), minlength=n * d).reshape(n, d)
    norms: Floats = np.einsum("ti,ti->t", x_tilde, x_tilde)
    return norms
