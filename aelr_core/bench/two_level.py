"""One run as a loop to be compiled that does as little as the engine: two-level sums, O(k + √d).

It is the limit: what somebody would write in C++ who knows every idea of the engine. As in
`compiled`, plain Python that can be tested (slowly) without numba. The weights of p are kept with
their sums over blocks of about √d neighbours, w as s·V and the sum of the iterates as S·V − C
(`engine.average`), so that a step touches its draws and some sums only; the i's are looked up
in a guide table (`engine.tables`), and an attribute that is 0 changes nothing.
"""

from __future__ import annotations

import math
from typing import cast

import numpy as np

from aelr_core.bench.plain import Loop
from aelr_core.checks import Floats, Ints
from aelr_core.engine.budgeted import REFRESH
from aelr_core.engine.lasso import LARGEST_CHANGE
from aelr_core.engine.ridge import SMALLEST_SCALE


def limit_loops() -> dict[str, Loop]:
    """Return the compiled loop of each family; ImportError if numba is not installed."""
    from numba import njit
    from numba.extending import register_jitable

    for part in (guide_table, draw_i, draw_j):
        register_jitable(part)  # so that the loops, compiled, may call it
    return {"ridge": cast(Loop, njit(gaerr)), "lasso": cast(Loop, njit(gaelr))}


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


def gaerr(
    X: Floats, y: Floats, order: Ints, U: Floats, q: Floats, k_x: int, eta: float, B: float
) -> Floats:
    """Return w_bar of one ridge run (Algorithm 1), (d,); parameters as in `plain.gaerr`."""
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


def gaelr(
    X: Floats, y: Floats, order: Ints, U: Floats, q: Floats, k_x: int, eta: float, B: float
) -> Floats:
    """Return w_bar of one lasso run (Algorithm 3), (d,), if no sinh θ overflows.

    Parameters as in `plain.gaerr`.
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
