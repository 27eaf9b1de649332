"""GAELR, the paper's Algorithm 3: AELR, DDAELR and the lasso steps of both phases."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Unpack

import numpy as np
from numpy.typing import ArrayLike

from aelr_core import averaging, checks
from aelr_core.checks import Floats, Ints
from aelr_core.exponentiated import w_of
from aelr_core.letters import AVERAGE, COUNT, ONE_VECTOR
from aelr_core.sampling import draw
from aelr_core.textbook import walk
from aelr_core.textbook.estimation import inner_product
from aelr_core.textbook.walk import Example, StepArguments


@dataclass(frozen=True)
class State:
    """What the next step needs.

    Attributes
    ----------
    theta : (d,) log z⁺ = −log z⁻, since z⁺z⁻ = 1 always.
    w_sum : (d,) ω_1 w_1 + ... + ω_t w_t.
    t : steps taken.
    average : "uniform", ω_t = 1 as in the paper, or "linear", ω_t = t.
    """

    theta: Floats
    w_sum: Floats
    t: int
    average: str = "uniform"

    @property
    def z_plus(self) -> Floats:
        """The paper's z⁺, (d,); infinite where θ exceeds 709. For display only."""
        with np.errstate(over="ignore"):
            return np.exp(self.theta)

    @property
    def z_minus(self) -> Floats:
        """The paper's z⁻ = 1/z⁺, (d,)."""
        with np.errstate(over="ignore"):
            return np.exp(-self.theta)

    @property
    def w_bar(self) -> Floats:
        """Line 18: the average of w_1..w_t, (d,), for t >= 1."""
        return self.w_sum / averaging.total_weight(self.average, self.t)


@dataclass(frozen=True)
class Step:
    """Everything a step drew, saw and estimated; every vector is dense, (d,)."""

    w: Floats  # the predictor before the step
    i: Ints  # (k_x,) attributes drawn for x_tilde
    x_i: Floats  # (k_x,) their values
    x_tilde: Floats
    j: Ints  # (k_phi,) attributes drawn for phi_tilde; (0,) if w = 0
    x_j: Floats  # (k_phi,) their values; (0,) if w = 0
    p: Floats | None  # what the j's were drawn from; None if w = 0
    phi_tilde: float
    g_tilde: Floats
    g_clipped: Floats  # every coordinate of g_tilde inside ±1/eta
    theta_next: Floats
    w_next: Floats


def init(d: int, *, theta: ArrayLike | None = None, average: str = "uniform") -> State:
    """Line 1: z⁺ = z⁻ = 1, that is θ = 0 and w = 0; or another θ (`exponentiated.theta_of`).

    average : "uniform" or "linear", see `aelr_core.averaging`.
    """
    d = COUNT("d", d)
    start = np.zeros(d) if theta is None else ONE_VECTOR("theta", theta)
    start = walk.shaped("theta", start, (d,))
    return State(theta=start, w_sum=np.zeros(d), t=0, average=AVERAGE("average", average))


def step(
    state: State,
    example: Example,
    y: float,
    u: ArrayLike,
    *,
    q: ArrayLike,
    k_x: int,
    k_phi: int,
    eta: float,
    B: float,
    M: ArrayLike | None = None,
) -> tuple[State, Step]:
    r"""Take one step of Algorithm 3 on one example.

    .. math::
        w_i = B \frac{\sinh θ_i}{\sum_j \cosh θ_j}, \quad
        \tilde x = \frac1{k_x}\sum_{r} \frac{x[i_r]}{q[i_r]} e_{i_r}, \quad
        \tilde φ = \frac1{k_φ}\sum_{s} \frac{w[j_s] x[j_s]}{p[j_s]} - y, \quad
        \tilde g = \tilde φ \tilde x, \quad
        θ \leftarrow θ - η\,\mathrm{clip}(\tilde g, 1/η).

    Parameters
    ----------
    state : from `init` or the step before.
    example : the example x, (d,), whose attributes are counted as they are seen.
    y : its label.
    u : (k_x + k_phi,) uniforms in [0, 1): the first k_x draw the i's, the others the j's.
    q : (d,) sampling distribution of the i's.
    k_x, k_phi : draws for x̃ and for φ̃; k and 1 in the paper's theory.
    eta, B : step size and norm bound, > 0.
    M : (d,) second moments for the moment-aware p_j ∝ |w_j|√M_j; None for p_j = |w_j|/‖w‖₁.
    """
    u, q, M = walk.of_step(example, state.theta, u=u, q=q, k_x=k_x, k_phi=k_phi, eta=eta, B=B, M=M)
    theta = state.theta

    w = w_of(theta, B)  # line 3: (z⁺ − z⁻)B/(‖z⁺‖₁ + ‖z⁻‖₁)
    i = draw(u[:k_x], q)  # line 5: i_r with probability q
    x_i = example.look(i)  # line 5: observe x[i_r]
    x_tilde = np.bincount(i, x_i / q[i], minlength=example.d) / k_x  # lines 6, 8: repeats add up
    j, x_j, p, inner = inner_product(example, u[k_x:], w, "lasso", M)  # line 9: j_s ~ p, x[j_s]
    phi_tilde = inner - checks.number("y", y)  # line 10
    g_tilde = phi_tilde * x_tilde  # line 11
    g_clipped = np.clip(g_tilde, -1 / eta, 1 / eta)  # line 13
    inside = np.abs(g_tilde) < 1 / eta
    move = np.where(inside, eta * g_clipped, np.sign(g_tilde))  # ηḡ; not 0.999… where clipped
    theta_next = theta - move  # lines 14, 15: z⁺e^(−ηḡ) and z⁻e^(+ηḡ) at once

    record = Step(
        w=w,
        i=i,
        x_i=x_i,
        x_tilde=x_tilde,
        j=j,
        x_j=x_j,
        p=p,
        phi_tilde=phi_tilde,
        g_tilde=g_tilde,
        g_clipped=g_clipped,
        theta_next=theta_next,
        w_next=w_of(theta_next, B),
    )
    t, omega = state.t + 1, averaging.weight(state.average, state.t + 1)
    w_sum = state.w_sum + omega * w  # line 18
    return replace(state, theta=theta_next, w_sum=w_sum, t=t), record


def trace(
    X: ArrayLike,
    y: ArrayLike,
    order: ArrayLike,
    U: ArrayLike,
    *,
    start: State | None = None,
    **given: Unpack[StepArguments],
) -> Iterator[tuple[Example, State, Step]]:
    """Yield each step's example, new state and record (lines 2 to 17); arguments as for `run`."""
    return walk.trace(partial(step, **given), start, init, X, y, order, U)


def run(
    X: ArrayLike,
    y: ArrayLike,
    order: ArrayLike,
    U: ArrayLike,
    *,
    start: State | None = None,
    **given: Unpack[StepArguments],
) -> walk.Run[State]:
    """Run Algorithm 3 over the rows `order`.

    Parameters
    ----------
    X, y : (n, d), (n,) training rows and labels.
    order : (m,) row numbers, in the order of the steps.
    U : (m, k_x + k_phi) uniforms, one row per step; see `aelr_core.randomness`.
    start : from `init`, where the average is chosen. None: θ = 0, the uniform average.
    **given : q, k_x, k_phi, eta, B and M (None if left out), as for `step`.

    Examples
    --------
    >>> X, y = np.eye(2), np.array([1.0, -1.0])
    >>> U = np.array([[0.1, 0.5], [0.9, 0.5]])
    >>> run(X, y, [0, 1], U, q=[0.5, 0.5], k_x=1, k_phi=1, eta=0.25, B=1).w_bar.round(4)
    array([0.1225, 0.    ])
    """
    return walk.total(trace(X, y, order, U, start=start, **given))
