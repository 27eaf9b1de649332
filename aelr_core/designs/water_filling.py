"""From scores to working probabilities: proportional to the scores, capped, adding up to K."""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats, Ints


def water_filling(f: Floats, K: int, cap: float) -> Floats:
    r"""Return :math:`ϖ_i = \min(\mathrm{cap}, c f_i)` with :math:`\sum_i ϖ_i = K`.

    - At most K scores > 0: ϖ = 1 there (all of them are seen).
    - cap · d₊ <= K, where d₊ is the number of scores > 0: the cap is raised to ½(1 + K/d₊), since
      no ϖ <= cap would add up to K.
    - An infinite score, or one that is no number (a run that diverged): all ϖ are the same.

    Parameters
    ----------
    f : (..., d) array of scores, >= 0; only their ratios matter.
    K : attributes per example, >= 1.
    cap : the largest ϖ, in (0, 1).

    Returns
    -------
    pi : (..., d) array of working probabilities ϖ, 0 where f is.

    Examples
    --------
    >>> water_filling(np.array([1, 1, 2, 4]), K=2, cap=0.8)
    array([0.3, 0.3, 0.6, 0.8])
    >>> water_filling(np.array([1, 0, 5]), K=2, cap=0.8)
    array([1., 0., 1.])
    """
    largest = f.max(axis=-1, keepdims=True)
    if not np.isfinite(largest).all():
        f = np.where(np.isfinite(largest), f, 1.0)
        largest = f.max(axis=-1, keepdims=True)
    pi: Floats = f / np.where(largest > 0, largest, 1.0)
    if f.min(initial=1.0) > 0:  # so almost always
        d_plus = np.full(largest.shape, f.shape[-1])
    else:
        d_plus = (f > 0).sum(axis=-1, keepdims=True)
    highest = np.where(cap * d_plus <= K, raised_cap(K, np.maximum(d_plus, 1)), cap)
    all_seen, left = d_plus <= K, np.full(d_plus.shape, float(K))
    filled: list[Ints] = []
    while True:  # every pass fills at least one more, and at most K / cap can be full
        total = pi.sum(axis=-1, keepdims=True)
        poured = left / np.where(total > 0, total, 1.0)
        bound = np.where(all_seen, np.inf, highest / poured)
        if not filled and not (bound < 1.0).any():  # 1 is the largest
            break
        full = np.flatnonzero(pi > bound)
        if not len(full):
            break
        in_row = np.bincount(full // f.shape[-1], minlength=left.size)
        left -= highest * in_row.reshape(left.shape)
        pi.reshape(-1)[full] = 0.0
        filled.append(full)
    pi *= poured
    for full in filled:
        pi.reshape(-1)[full] = highest.reshape(-1).take(full // f.shape[-1])
    if all_seen.any():
        np.copyto(pi, f > 0, where=all_seen)
    return pi


def raised_cap(K: int, d_plus: Floats) -> Floats:
    """Return ½(1 + K/d₊), the cap where a lower one leaves no room for K; d_plus >= 1."""
    return 0.5 * (1.0 + K / d_plus)
