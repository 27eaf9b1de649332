"""One run of DDAERR or DDAELR as a loop, three times: the engine is measured against these.

- plain: the paper's lines in NumPy on dense vectors, neither slowed down nor tuned;
- compiled: the same without temporary arrays, O(d) per step, compiled by numba;
- limit: a compiled loop that knows every idea of the engine, O(k + √d) per step: what somebody
  would write in C++.

What is compiled is plain Python, so that it can be tested (slowly) without numba.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import TypeAlias, cast

import numpy as np

from aelr_core.checks import Floats, Ints
from aelr_core.engine.budgeted import REFRESH
from aelr_core.engine.lasso import LARGEST_CHANGE
from aelr_core.engine.ridge import SMALLEST_SCALE

# A loop: (X, y, order, U, q, k_x, eta, B) -> w_bar
Loop: TypeAlias = Callable[[Floats, Floats, Ints, Floats, Floats, int, float, float], Floats]
# By name and by family.
Loops: TypeAlias = Mapping[str, Mapping[str, Loop]]

# If the sum of z exceeds this, z is divided by it, so that it never overflows; w stays the same.
LARGEST_SUM = 1e100


def all_loops() -> Loops:
    """Return the loops by name and family; the plain ones alone if numba is not installed."""
    plain = {"plain": {"ridge": plain_ridge, "lasso": plain_lasso}}
    try:
        from numba import njit
        from numba.extending import register_jitable
    except ImportError:
        return plain
    for part in (guide_table, draw_i, draw_j):
        register_jitable(part)  # so that the loops, compiled, may call it
    return plain | {
        "compiled": {
            "ridge": cast(Loop, njit(compiled_ridge)),
            "lasso": cast(Loop, njit(compiled_lasso)),
        },
        "limit": {"ridge": cast(Loop, njit(limit_ridge)), "lasso": cast(Loop, njit(limit_lasso))},
    }


# ---- Plain -------------------------------------------------------------------------------------


def plain_ridge(
    X: Floats, y: Floats, order: Ints, U: Floats, q: Floats, k_x: int, eta: float, B: float
) -> Floats:
    """Return w_bar of one ridge run (Algorithm 1), (d,).

    Parameters
    ----------
    X, y : (n, d), (n,) training rows and labels.
    order : (m,) row numbers, in the order of the steps.
    U : (m, k + 1) uniforms: the first k_x of a row draw the i's, the others the j's.
    q : (d,) sampling distribution of the i's.
    k_x, eta, B : draws for x_tilde, step size, norm bound.
    """
    d = X.shape[1]
    w, w_sum = np.zeros(d), np.zeros(d)
    cumulated_q = np.cumsum(q)
    for row, u in zip(order, U, strict=True):
        x = X[row]
        w_sum += w
        i = _draw(u[:k_x], cumulated_q)
        x_tilde = np.zeros(d)
        np.add.at(x_tilde, i, x[i] / q[i])  # repeats add up
        x_tilde /= k_x
        phi_tilde = -y[row]
        if w.any():
            p = w**2 / np.sum(w**2)
            j = _draw(u[k_x:], np.cumsum(p))
            phi_tilde += np.mean(w[j] * x[j] / p[j])
        g_tilde = phi_tilde * x_tilde
        v = w - eta * g_tilde
        w = v * B / max(np.linalg.norm(v), B)
    return w_sum / len(order)


def plain_lasso(
    X: Floats, y: Floats, order: Ints, U: Floats, q: Floats, k_x: int, eta: float, B: float
) -> Floats:
    """Return w_bar of one lasso run (Algorithm 3), (d,); parameters as for `plain_ridge`."""
    d = X.shape[1]
    z_plus, z_minus, w_sum = np.ones(d), np.ones(d), np.zeros(d)
    cumulated_q = np.cumsum(q)
    for row, u in zip(order, U, strict=True):
        x = X[row]
        w = B * (z_plus - z_minus) / (z_plus.sum() + z_minus.sum())
        w_sum += w
        i = _draw(u[:k_x], cumulated_q)
        x_tilde = np.zeros(d)
        np.add.at(x_tilde, i, x[i] / q[i])  # repeats add up
        x_tilde /= k_x
        phi_tilde = -y[row]
        if w.any():
            p = np.abs(w) / np.sum(np.abs(w))
            j = _draw(u[k_x:], np.cumsum(p))
            phi_tilde += np.mean(w[j] * x[j] / p[j])
        g_tilde = phi_tilde * x_tilde
        g = np.clip(g_tilde, -1 / eta, 1 / eta)
        z_plus *= np.exp(-eta * g)
        z_minus *= np.exp(eta * g)
    return w_sum / len(order)


def _draw(u: Floats, cumulated: Floats) -> Ints:
    """Return the attributes drawn by uniforms u from a distribution with these running sums."""
    drawn: Ints = np.searchsorted(cumulated, u * cumulated[-1], side="right")
    return drawn


# ---- Compiled ----------------------------------------------------------------------------------


def compiled_ridge(
    X: Floats, y: Floats, order: Ints, U: Floats, q: Floats, k_x: int, eta: float, B: float
) -> Floats:
    """Return w_bar of one ridge run (Algorithm 1), (d,); parameters as in `plain_ridge`."""
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


def compiled_lasso(
    X: Floats, y: Floats, order: Ints, U: Floats, q: Floats, k_x: int, eta: float, B: float
) -> Floats:
    """Return w_bar of one lasso run (Algorithm 3), (d,); parameters as in `plain_ridge`."""
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


# ---- The limit ---------------------------------------------------------------------------------
# The weights of p are kept with their sums over blocks of about √d neighbours, w as s·V and the sum
# of the iterates as S·V − C, so that a step touches its draws and some sums only; the i's are
# looked up in a guide table, and an attribute that is 0 changes nothing.


def guide_table(ends: Floats) -> Ints:
    """Return the attribute in which each of d equal parts of the line begins, (d,).

    ends : (d,) where each attribute ends on a line of length ends[-1].
    """
    guide, i = np.empty(ends.size, dtype=np.int64), 0
    for part in range(ends.size):
        while ends[i] <= part * ends[-1] / ends.size:
            i += 1
        guide[part] = i
    return guide


def draw_i(u: float, ends: Floats, guide: Ints) -> int:
    """Return the attribute drawn by a uniform u."""
    below = u * ends[-1]
    i = int(guide[int(u * ends.size)])
    while i > 0 and ends[i - 1] > below:  # where rounding chose the next part
        i -= 1
    while ends[i] <= below:
        i += 1
    return i


def draw_j(below: float, weights: Floats, sums: Floats, bits: int) -> int:
    """Return the attribute in which `below` lies on the line of all weights, (d,).

    sums : those of blocks of 2**bits neighbours; `below` is less than their sum.
    """
    block = 0
    while block < sums.size - 1 and below >= sums[block]:
        below -= sums[block]
        block += 1
    j = block << bits
    last = min(j + (1 << bits), weights.size) - 1
    while j < last and below >= weights[j]:
        below -= weights[j]
        j += 1
    while weights[j] == 0.0 and j > 0:  # rounding led past the last weight of a block
        j -= 1
    return j


def limit_ridge(
    X: Floats, y: Floats, order: Ints, U: Floats, q: Floats, k_x: int, eta: float, B: float
) -> Floats:
    """Return w_bar of one ridge run (Algorithm 1), (d,); parameters as in `plain_ridge`."""
    d, k_phi, bits = X.shape[1], U.shape[1] - k_x, round(math.log2(X.shape[1]) / 2)
    V, C, squares, sums = np.zeros(d), np.zeros(d), np.zeros(d), np.zeros(((d - 1) >> bits) + 1)
    per_draw, ends = 1.0 / (q * k_x), np.cumsum(q)
    guide = guide_table(ends)
    scale, S, norm2 = 1.0, 0.0, 0.0
    for t in range(order.size):
        if t % REFRESH == 0 or scale < SMALLEST_SCALE:
            sums[:] = 0.0
            for i in range(d):
                C[i] -= S * V[i]
                V[i] *= scale
                squares[i] = V[i] * V[i]
                sums[i >> bits] += squares[i]
            scale, S = 1.0, 0.0
        S += scale
        row = order[t]
        norm2 = sums.sum()
        phi_tilde = -y[row] / scale  # over s, as V is w over s
        if norm2 > 0.0:
            for s in range(k_x, k_x + k_phi):
                j = draw_j(U[t, s] * norm2, squares, sums, bits)
                phi_tilde += X[row, j] * norm2 / V[j] / k_phi
        for r in range(k_x):
            i = draw_i(U[t, r], ends, guide)
            change = -eta * phi_tilde * X[row, i] * per_draw[i]
            if change == 0.0:
                continue
            V[i] += change
            C[i] += S * change
            square = V[i] * V[i]
            sums[i >> bits] += square - squares[i]
            norm2 += square - squares[i]
            squares[i] = square
        if norm2 > 0.0:
            scale = min(scale, B / math.sqrt(norm2))
    return (S * V - C) / order.size


def limit_lasso(
    X: Floats, y: Floats, order: Ints, U: Floats, q: Floats, k_x: int, eta: float, B: float
) -> Floats:
    """Return w_bar of one lasso run (Algorithm 3), (d,), if no sinh θ overflows.

    Parameters as in `plain_ridge`.
    """
    d, k_phi, bits = X.shape[1], U.shape[1] - k_x, round(math.log2(X.shape[1]) / 2)
    theta, V, C, sizes = np.zeros(d), np.zeros(d), np.zeros(d), np.zeros(d)
    cosh, x_tilde, sums = np.ones(d), np.zeros(d), np.zeros(((d - 1) >> bits) + 1)
    per_draw, ends = 1.0 / (q * k_x), np.cumsum(q)
    guide = guide_table(ends)
    drawn = np.empty(k_x, dtype=np.int64)
    S, Z, Z_written = 0.0, float(d), float(d)
    for t in range(order.size):
        far = max(Z, Z_written) > LARGEST_CHANGE * min(Z, Z_written)
        if t % REFRESH == 0 or far:
            sums[:] = 0.0
            for i in range(d):
                C[i] -= S * V[i]
                sums[i >> bits] += sizes[i]
            S, Z = 0.0, cosh.sum()
            Z_written = Z
        S += 1.0 / Z
        row = order[t]
        norm = sums.sum()
        phi_tilde = -y[row]
        if norm > 0.0:
            for s in range(k_x, k_x + k_phi):
                j = draw_j(U[t, s] * norm, sizes, sums, bits)
                phi_tilde += B / Z * math.copysign(norm, V[j]) * X[row, j] / k_phi
        for r in range(k_x):
            i = draw_i(U[t, r], ends, guide)
            drawn[r] = i
            x_tilde[i] += X[row, i] * per_draw[i]  # repeats add up before they are clipped
        for r in range(k_x):
            i = drawn[r]
            move = min(max(eta * phi_tilde * x_tilde[i], -1.0), 1.0)
            x_tilde[i] = 0.0  # a repeat finds 0 and does not move
            if move == 0.0:
                continue
            theta[i] -= move
            after = math.sinh(theta[i])
            C[i] += S * (after - V[i])
            V[i] = after
            sums[i >> bits] += abs(after) - sizes[i]
            sizes[i] = abs(after)
            cosh_before, cosh[i] = cosh[i], math.sqrt(1.0 + after * after)
            Z += cosh[i] - cosh_before
    w_bar: Floats = B * (S * V - C) / order.size
    return w_bar
