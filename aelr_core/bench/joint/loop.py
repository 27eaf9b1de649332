"""One run of JAERR, JAELR or an adaptive form as a loop to be compiled: O(d) averages.

As `bench.compiled`: plain Python that can be tested (slowly) without numba.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeAlias, cast

import numpy as np

from aelr_core.bench.joint.block import learn_moments, new_probabilities
from aelr_core.bench.joint.draws import (
    conditional_brackets,
    draw_conditional,
    draw_thinned,
    fill_tables,
    thinned_brackets,
)
from aelr_core.checks import Floats, Ints
from aelr_core.designs import conditional_poisson, thinned_poisson
from aelr_core.exponentiated import LARGEST_THETA

# (X, y, order, U, M, K, B, lasso) -> w_bar
JointLoop: TypeAlias = Callable[[Floats, Floats, Ints, Floats, Floats, int, float, bool], Floats]

LARGEST_K = conditional_poisson.LARGEST_K
FEW_CAP, MANY_CAP = conditional_poisson.CAP, thinned_poisson.CAP


def compiled_joint_loop() -> JointLoop:
    """Return the compiled loop; ImportError if numba is not installed."""
    from numba import njit
    from numba.extending import register_jitable

    for part in (learn_moments, new_probabilities, fill_tables, draw_conditional,
                 conditional_brackets, draw_thinned, thinned_brackets):  # fmt: skip
        register_jitable(part)  # so that the loop, compiled, may call it
    return cast(JointLoop, njit(joint_loop))


def joint_loop(
    X: Floats, y: Floats, order: Ints, U: Floats, M: Floats, K: int, B: float, lasso: bool
) -> Floats:
    """Return w_bar of one run with automatic steps, (d,).

    Parameters
    ----------
    X, y : (n, d), (n,) training rows and labels.
    order : (m,) row numbers, in the order met.
    U : (m, `uniforms_per_step(K)`) uniforms.
    M : (d,) second moments > 0; of size 0 if they are learnt.
    K : attributes per example, at least 2 and less than 0.8 d.
    B, lasso : norm bound; whether it is JAELR.
    """
    d, adaptive, few = X.shape[1], M.size == 0, K <= LARGEST_K
    ahead = max(1, d // K)
    moments = np.ones(d)
    if not adaptive:
        moments[:] = M
    counts, squares, fourths = np.zeros(d), np.zeros(d), np.zeros(d)
    o, learns, following = 0.0, not adaptive, 0
    theta, sinh, cosh, u = np.zeros(d), np.zeros(d), np.ones(d), np.ones(d)
    w, w_bar, pi, free = np.zeros(d), np.zeros(d), np.full(d, K / d), np.empty(d)
    gamma, T = np.empty(d), np.empty((K + 1 if few else 1, d + 1))
    drawn, room = np.zeros(U.shape[1], dtype=np.int64), np.empty(U.shape[1])
    x, v, bracket = np.empty(K), np.empty(K), np.empty(K)
    A, Z, y2, tau, Omega = 1.0, float(d), 0.0, 0.0, 0.0
    for t in range(order.size):
        row, label = X[order[t]], y[order[t]]
        if t == following:
            if adaptive:
                learn_moments(squares, fourths, counts, moments)
            if lasso:
                u[:] = cosh / Z
            cap = FEW_CAP if few else MANY_CAP
            A = new_probabilities(moments, w, u, y2 / max(t, 1), K, cap, pi, free)
            A = max(A, o) * (B if lasso else 1.0)  # o stays 0 if the moments are known
            following = t + min(ahead, max(1, t // 4)) if learns else t + 1
            if few:
                fill_tables(pi, gamma, T)
            else:
                free[:] = np.cumsum(-np.log1p(-pi))
        size, N = K, K
        if few:
            draw_conditional(U[t], T, drawn[:K])
        else:
            size, N = draw_thinned(U[t], pi, free, K, drawn, room)
        S = drawn[:size]
        for a in range(size):
            x[a] = row[S[a]]
            v[a] = w[S[a]] * x[a]
        learnt = learns
        if adaptive:
            measured = 0.0
            for a in range(size):
                i, x2 = S[a], x[a] * x[a]
                counts[i] += 1.0
                squares[i] += x2
                fourths[i] += x2 * x2
                measured += u[i] * x2 / (pi[i] * pi[i])
                learns = learns or x2 > 0.0
            o += 2.0 / (t + 2.0) * (measured - o)
        y2 += label * label
        if not learnt:
            following = t + 1
            continue
        tau += 1.0 / A
        Omega += tau / A
        for i in range(d):
            w_bar[i] += tau / A / Omega * (w[i] - w_bar[i])
        if few:
            conditional_brackets(gamma, T, S, v[:K], label, room, bracket)
        else:
            thinned_brackets(pi, S, N, K, v, label, bracket)
        eta = (0.7 if lasso else 0.5) / (A * math.sqrt(1.0 + t / d))
        if adaptive:
            eta *= min(1.0, (t + 1) / (2 * ahead))
        for a in range(size):
            i, change = S[a], eta * x[a] * bracket[a]
            if lasso:
                moved = theta[i] - min(max(change, -1.0), 1.0)
                theta[i] = min(max(moved, -LARGEST_THETA), LARGEST_THETA)
                sinh[i], cosh[i] = math.sinh(theta[i]), math.cosh(theta[i])
            else:
                w[i] -= change
        if lasso:
            Z = cosh.sum()
            w[:] = B / Z * sinh
        else:
            norm2 = 0.0
            for i in range(d):
                norm2 += w[i] * w[i]
            if norm2 > B * B:
                w *= B / math.sqrt(norm2)
    return w_bar
