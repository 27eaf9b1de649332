"""One run as a loop to be compiled: O(d) per step, without temporary arrays.

The functions are plain Python, so that they can be tested (slowly) without numba;
`compiled_loops` compiles them with numba's default settings.
"""

from __future__ import annotations

import math
from typing import cast

import numpy as np

from aelr_core.bench.plain import Loop
from aelr_core.checks import Floats, Ints

# If the sum of z exceeds this, z is divided by it, so that it never overflows; w stays the same.
LARGEST_SUM = 1e100


def compiled_loops() -> dict[str, Loop]:
    """Return the compiled loop of each family; ImportError if numba is not installed."""
    from numba import njit

    return {"ridge": cast(Loop, njit(gaerr)), "lasso": cast(Loop, njit(gaelr))}


def gaerr(
    X: Floats, y: Floats, order: Ints, U: Floats, q: Floats, k_x: int, eta: float, B: float
) -> Floats:
    """Return w_bar of one ridge run (Algorithm 1), (d,); parameters as in `plain.gaerr`."""
    d, k_phi = X.shape[1], U.shape[1] - k_x
    w, w_sum, cumulated = np.zeros(d), np.zeros(d), np.empty(d)
    cumulated_q = np.cumsum(q)
    for t in range(order.size):
        x = X[order[t]]
        norm2 = 0.0
        for n in range(d):
            w_sum[n] += w[n]
            norm2 += w[n] * w[n]
            cumulated[n] = norm2
        phi_tilde = -y[order[t]]
        if norm2 > 0.0:
            for s in range(k_x, k_x + k_phi):
                j = np.searchsorted(cumulated, U[t, s] * norm2, side="right")
                phi_tilde += x[j] * norm2 / w[j] / k_phi
        for r in range(k_x):
            i = np.searchsorted(cumulated_q, U[t, r] * cumulated_q[-1], side="right")
            w[i] -= eta * phi_tilde * x[i] / (q[i] * k_x)
        norm2 = 0.0
        for n in range(d):
            norm2 += w[n] * w[n]
        norm = math.sqrt(norm2)
        if norm > B:
            for n in range(d):
                w[n] *= B / norm
    return w_sum / order.size


def gaelr(
    X: Floats, y: Floats, order: Ints, U: Floats, q: Floats, k_x: int, eta: float, B: float
) -> Floats:
    """Return w_bar of one lasso run (Algorithm 3), (d,); parameters as in `plain.gaerr`."""
    d, k_phi = X.shape[1], U.shape[1] - k_x
    z_plus, z_minus = np.ones(d), np.ones(d)
    w, w_sum, cumulated, x_tilde = np.zeros(d), np.zeros(d), np.empty(d), np.zeros(d)
    cumulated_q = np.cumsum(q)
    drawn = np.empty(k_x, dtype=np.int64)
    for t in range(order.size):
        x = X[order[t]]
        total = 0.0
        for n in range(d):
            total += z_plus[n] + z_minus[n]
        norm = 0.0
        for n in range(d):
            w[n] = B * (z_plus[n] - z_minus[n]) / total
            w_sum[n] += w[n]
            norm += abs(w[n])
            cumulated[n] = norm
        phi_tilde = -y[order[t]]
        if norm > 0.0:
            for s in range(k_x, k_x + k_phi):
                j = np.searchsorted(cumulated, U[t, s] * norm, side="right")
                phi_tilde += math.copysign(norm, w[j]) * x[j] / k_phi
        for r in range(k_x):
            i = np.searchsorted(cumulated_q, U[t, r] * cumulated_q[-1], side="right")
            drawn[r] = i
            x_tilde[i] += x[i] / (q[i] * k_x)  # repeats add up before they are clipped
        for r in range(k_x):
            i = drawn[r]
            factor = math.exp(min(max(eta * phi_tilde * x_tilde[i], -1.0), 1.0))
            z_plus[i] /= factor
            z_minus[i] *= factor
            x_tilde[i] = 0.0  # a repeat finds 0 and a factor of 1
        if total > LARGEST_SUM:
            for n in range(d):
                z_plus[n] /= total
                z_minus[n] /= total
    return w_sum / order.size
