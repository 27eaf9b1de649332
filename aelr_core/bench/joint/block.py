"""The block update of a joint run as loops to be compiled: moments, π and A, in O(d).

For problems in which no moment is 0 and d is large enough for the cap of π.
"""

from __future__ import annotations

import math

from aelr_core.checks import Floats
from aelr_core.credibility import LEAST, MOST


def learn_moments(s: Floats, f: Floats, n: Floats, M: Floats) -> None:
    """Write the estimate of `credibility.credible_moments` into M, (d,)."""
    once, twice, v, center, inverse = 0, 0, 0.0, 0.0, 0.0
    for i in range(n.size):
        if n[i] >= 1.0:
            once += 1
            center += s[i] / n[i]
            inverse += 1.0 / n[i]
        if n[i] >= 2.0:
            twice += 1
            v += max(f[i] - s[i] * s[i] / n[i], 0.0) / (n[i] - 1.0)
    v /= max(twice, 1)
    center /= max(once, 1)
    b = 0.0
    for i in range(n.size):
        if n[i] >= 1.0:
            b += (s[i] / n[i] - center) ** 2
    b = b / max(once - 1, 1) - v * inverse / max(once, 1)
    n_0 = MOST
    if twice >= 2 and b > 0.0 and v < MOST * b:
        n_0 = max(v / b, LEAST)
    seen, mean = 0.0, 0.0
    for i in range(n.size):
        seen += n[i] / (n[i] + n_0)
        mean += s[i] / (n[i] + n_0)
    if seen > 0.0:
        mean /= seen
    for i in range(n.size):
        M[i] = (s[i] + n_0 * mean) / (n[i] + n_0) if mean > 0.0 else 1.0


def new_probabilities(
    M: Floats, w: Floats, u: Floats, s2: float, K: int, cap: float, pi: Floats, free: Floats
) -> float:
    """Write the next π over the π so far, (d,), and return A = Σ u_i M_i/π_i.

    As `scores.scores` and `water_filling.water_filling`; `free` is room for d numbers.
    """
    d, A, V = pi.size, 0.0, 0.0
    for i in range(d):
        ratio = M[i] / pi[i]
        A += u[i] * ratio
        V += w[i] * w[i] * ratio * (1.0 - pi[i])
    noise = s2 + V if s2 + V > 0.0 else 1.0
    for i in range(d):
        free[i] = math.sqrt(M[i] * (u[i] * noise + A * w[i] * w[i]))
    left, full = float(K), -1
    while full != 0:
        total = 0.0
        for i in range(d):
            total += free[i]
        poured, full = left / total, 0
        for i in range(d):
            if free[i] * poured > cap:
                pi[i], free[i] = cap, 0.0
                full += 1
        left -= cap * full
    A = 0.0
    for i in range(d):
        if free[i] > 0.0:
            pi[i] = free[i] * poured
        A += u[i] * M[i] / pi[i]
    return A
