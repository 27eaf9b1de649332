"""One run of JAERR, JAELR or an adaptive form as a loop to be compiled.

As in `benchmarks.loops`: plain Python that can be tested (slowly) without numba. The loop averages
in O(d) per step; the block update (moments, π and A) is O(d); samples are drawn one example at a
time as in `designs.conditional_poisson` and `designs.thinned_poisson`, into arrays that the loop
keeps. For problems in which no moment is 0 and d is large enough for the cap of π.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeAlias, cast

import numpy as np

from aelr_core.checks import Floats, Ints
from aelr_core.credibility import LEAST, MOST
from aelr_core.designs import conditional_poisson, thinned_poisson
from aelr_core.exponentiated import LARGEST_THETA

# (X, y, order, U, M, K, B, lasso) -> w_bar
JointLoop: TypeAlias = Callable[[Floats, Floats, Ints, Floats, Floats, int, float, bool], Floats]

LARGEST_K = conditional_poisson.LARGEST_K
FEW_CAP, MANY_CAP = conditional_poisson.CAP, thinned_poisson.CAP


def compiled_joint_loop() -> JointLoop | None:
    """Return the compiled loop; None if numba is not installed."""
    try:
        from numba import njit
        from numba.extending import register_jitable
    except ImportError:
        return None
    for part in (
        learn_moments,
        new_probabilities,
        fill_tables,
        draw_conditional,
        conditional_brackets,
        draw_thinned,
        thinned_brackets,
    ):
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


# ---- The block update --------------------------------------------------------------------------


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


# ---- The samples -------------------------------------------------------------------------------


def fill_tables(pi: Floats, gamma: Floats, T: Floats) -> None:
    """Write the odds, (d,), and the suffix polynomials, (K + 1, d + 1), of π."""
    d = pi.size
    for i in range(d):
        gamma[i] = pi[i] / (1.0 - pi[i])
    T[0, :] = 1.0
    for r in range(1, T.shape[0]):
        T[r, d] = 0.0
        for i in range(d - 1, -1, -1):
            T[r, i] = T[r, i + 1] + gamma[i] * T[r - 1, i + 1]


def draw_conditional(u: Floats, T: Floats, S: Ints) -> None:
    """Write a conditional Poisson sample into S, (K,)."""
    K, d = S.size, T.shape[1] - 1
    position = 0
    for n in range(K):
        row = T[K - n]
        wanted, last, end = u[n] * row[position], position, d
        while end - last > 1:  # row[last] > wanted >= row[end]
            middle = (last + end) // 2
            if row[middle] > wanted:
                last = middle
            else:
                end = middle
        S[n], position = last, last + 1


def conditional_brackets(
    gamma: Floats, T: Floats, S: Ints, v: Floats, y: float, without: Floats, out: Floats
) -> None:
    """Write Σ_{j ≠ i} v_j/π_ij + (v_i − y)/π_i of each i into `out`, (K,), in O(K³).

    without : (K,) room for the polynomials e_r of the odds without i.
    """
    K = S.size
    e_K = T[K, 0]
    out[:] = 0.0
    for a in range(K):
        one = gamma[S[a]]
        without[0] = 1.0
        for r in range(1, K):
            without[r] = T[r, 0] - one * without[r - 1]
        out[a] += (v[a] - y) * e_K / (one * without[K - 1])
        for b in range(a + 1, K):
            other, without_both = gamma[S[b]], 1.0
            for r in range(1, K - 1):
                without_both = without[r] - other * without_both
            weight = e_K / (one * other * without_both)
            out[a] += weight * v[b]
            out[b] += weight * v[a]


def draw_thinned(
    u: Floats, pi: Floats, ends: Floats, K: int, S: Ints, uniform: Floats
) -> tuple[int, int]:
    """Write a thinned Poisson sample into the first places of S; return how many, and N.

    Parameters
    ----------
    u : (width,) uniforms, enough to reach the end of the line.
    pi, ends : (d,) inclusion probabilities, and where each attribute ends on the line.
    S, uniform : (width,) the sample, and room for as many numbers.
    """
    N, point, before = 0, 0.0, -1
    for n in range(u.size):
        point -= math.log1p(-u[n])
        if point >= ends[-1]:
            break
        i = int(np.searchsorted(ends, point, side="right"))
        if i != before:
            start = ends[i - 1] if i > 0 else 0.0
            S[N], uniform[N] = i, -math.expm1(start - point) / pi[i]
            N, before = N + 1, i
    if N <= K:
        return N, N
    largest, kept = np.sort(uniform[:N])[K - 1], 0
    for n in range(N):
        if uniform[n] <= largest:
            S[kept] = S[n]
            kept += 1
    return kept, N


def thinned_brackets(pi: Floats, S: Ints, N: int, K: int, v: Floats, y: float, out: Floats) -> None:
    """Write Σ_{j ≠ i} v_j/π_ij + (v_i − y)/π_i of each i into `out`, (n,), in O(n)."""
    more = max(N, K)
    one, two = more / K, more * (more - 1) / (K * (K - 1))
    total = 0.0
    for a in range(S.size):
        total += v[a] / pi[S[a]]
    for a in range(S.size):
        scaled = v[a] / pi[S[a]]
        out[a] = (two * (total - scaled) + one * (v[a] - y)) / pi[S[a]]
