"""One run in plain NumPy: the paper's lines on dense vectors, one example at a time.

The engine is measured against this. It is neither slowed down nor tuned.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from aelr_core.checks import Floats, Ints

# A one-run loop, plain or compiled: (X, y, order, U, q, k_x, eta, B) -> w_bar
Loop: TypeAlias = Callable[[Floats, Floats, Ints, Floats, Floats, int, float, float], Floats]


def gaerr(
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


def gaelr(
    X: Floats, y: Floats, order: Ints, U: Floats, q: Floats, k_x: int, eta: float, B: float
) -> Floats:
    """Return w_bar of one lasso run (Algorithm 3), (d,); parameters as for `gaerr`."""
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


def online_ridge(X: Floats, y: Floats, order: Ints, eta: float, B: float) -> Floats:
    """Return w_bar of one run of online gradient descent on whole examples, (d,)."""
    w, w_sum = np.zeros(X.shape[1]), np.zeros(X.shape[1])
    for row in order:
        x = X[row]
        w_sum += w
        v = w - eta * (w @ x - y[row]) * x
        w = v * B / max(np.linalg.norm(v), B)
    return w_sum / len(order)


def _draw(u: Floats, cumulated: Floats) -> Ints:
    """Return the attributes drawn by uniforms u from a distribution with these running sums."""
    drawn: Ints = np.searchsorted(cumulated, u * cumulated[-1], side="right")
    return drawn
