"""GAERR, the paper's Algorithm 1: AERR, DDAERR and the ridge steps of both phases."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Unpack

import numpy as np
from numpy.typing import ArrayLike

from aelr_core import averaging, checks
from aelr_core.checks import Floats, Ints
from aelr_core.letters import AVERAGE, COUNT, ONE_VECTOR
from aelr_core.norms import project_l2, two_norm
from aelr_core.sampling import draw
from aelr_core.textbook import walk
from aelr_core.textbook.estimation import inner_product
from aelr_core.textbook.walk import Example, StepArguments


@dataclass(frozen=True)
class State:
    """What the next step needs.

    Attributes
    ----------
    w : (d,) the predictor w_{t+1}.
    w_sum : (d,) ω_1 w_1 + ... + ω_t w_t.
    t : steps taken.
    squares : (d,) AdaGrad's sums of squared gradient estimates; None for plain steps.
    average : "uniform", ω_t = 1 as in the paper, or "linear", ω_t = t.
    """

    w: Floats
    w_sum: Floats
    t: int
    squares: Floats | None
    average: str = "uniform"

    @property
    def w_bar(self) -> Floats:
        """Line 14: the average of w_1..w_t, (d,); before the first step, the start."""
        return self.w_sum / averaging.total_weight(self.average, self.t) if self.t else self.w


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
    v: Floats  # after the gradient step
    w_next: Floats  # after the projection
    projected: bool  # was v outside the ball?
    scale: float  # B / max(‖v‖₂, B), 1 if it was not


def init(
    d: int, *, w: ArrayLike | None = None, adagrad: bool = False, average: str = "uniform"
) -> State:
    """Line 1: start at w, or at 0 if None (then the first φ̃ is −y); AdaGrad if adagrad.

    average : "uniform" or "linear", see `aelr_core.averaging`.
    """
    d = COUNT("d", d)
    start = np.zeros(d) if w is None else ONE_VECTOR("w", w)
    return State(
        w=walk.shaped("w", start, (d,)),
        w_sum=np.zeros(d),
        t=0,
        squares=np.zeros(d) if adagrad else None,
        average=AVERAGE("average", average),
    )


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
    r"""Take one step of Algorithm 1 on one example.

    .. math::
        \tilde x = \frac1{k_x}\sum_{r} \frac{x[i_r]}{q[i_r]} e_{i_r}, \quad
        \tilde φ = \frac1{k_φ}\sum_{s} \frac{w[j_s] x[j_s]}{p[j_s]} - y, \quad
        \tilde g = \tilde φ \tilde x, \quad
        v = w - η \tilde g, \quad w \leftarrow v \frac{B}{\max(\|v\|_2, B)}.

    Parameters
    ----------
    state : from `init` or the step before.
    example : the example x, (d,), whose attributes are counted as they are seen.
    y : its label.
    u : (k_x + k_phi,) uniforms in [0, 1): the first k_x draw the i's, the others the j's.
    q : (d,) sampling distribution of the i's.
    k_x, k_phi : draws for x̃ and for φ̃; k and 1 in the paper's theory.
    eta, B : step size and norm bound, > 0.
    M : (d,) second moments for the moment-aware p_j ∝ |w_j|√M_j; None for p_j = w_j²/‖w‖₂².
    """
    u, q, M = walk.of_step(example, state.w, u=u, q=q, k_x=k_x, k_phi=k_phi, eta=eta, B=B, M=M)
    w = state.w

    i = draw(u[:k_x], q)  # line 4: i_r with probability q
    x_i = example.look(i)  # line 4: observe x[i_r]
    x_tilde = np.bincount(i, x_i / q[i], minlength=example.d) / k_x  # lines 5, 7: repeats add up
    j, x_j, p, inner = inner_product(example, u[k_x:], w, "ridge", M)  # line 8: j_s ~ p, x[j_s]
    phi_tilde = inner - checks.number("y", y)  # line 9
    g_tilde = phi_tilde * x_tilde  # line 10
    direction, squares = adagrad(g_tilde, state.squares)  # plain steps: g_tilde itself
    v = w - eta * direction  # line 11
    w_next = project_l2(v, B)  # line 12

    norm = float(two_norm(v))
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
        v=v,
        w_next=w_next,
        projected=norm > B,
        scale=B / max(norm, B),
    )
    t, omega = state.t + 1, averaging.weight(state.average, state.t + 1)
    w_sum = state.w_sum + omega * w  # line 14
    return replace(state, w=w_next, w_sum=w_sum, t=t, squares=squares), record


def trace(
    X: ArrayLike,
    y: ArrayLike,
    order: ArrayLike,
    U: ArrayLike,
    *,
    start: State | None = None,
    **given: Unpack[StepArguments],
) -> Iterator[tuple[Example, State, Step]]:
    """Yield each step's example, new state and record (lines 2 to 13); arguments as for `run`."""
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
    """Run Algorithm 1 over the rows `order`.

    Parameters
    ----------
    X, y : (n, d), (n,) training rows and labels.
    order : (m,) row numbers, in the order of the steps.
    U : (m, k_x + k_phi) uniforms, one row per step; see `aelr_core.randomness`.
    start : from `init`, where AdaGrad steps and the average are chosen. None: plain steps from
        w = 0, the uniform average.
    **given : q, k_x, k_phi, eta, B and M (None if left out), as for `step`.

    Examples
    --------
    >>> X, y = np.eye(2), np.array([1.0, -1.0])
    >>> U = np.array([[0.1, 0.5], [0.9, 0.5]])
    >>> run(X, y, [0, 1], U, q=[0.5, 0.5], k_x=1, k_phi=1, eta=0.25, B=1).w_bar
    array([0.25, 0.  ])
    """
    return walk.total(trace(X, y, order, U, start=start, **given))


# ---- AdaGrad: a step size for every coordinate (the paper's appendix, ridge algorithms only) ----


def adagrad(g: Floats, squares: Floats | None) -> tuple[Floats, Floats | None]:
    r"""Return the direction to step along in place of g, and the new accumulator.

    .. math:: squares_i \leftarrow squares_i + g_i^2, \qquad
              direction_i = g_i / \sqrt{squares_i}

    A coordinate with g_i = 0 does not move. Without an accumulator (None) the direction is g.

    Parameters
    ----------
    g : (d,) gradient or its estimate.
    squares : (d,) sums of the squares of earlier ones, or None.

    Examples
    --------
    >>> adagrad(np.array([3.0, 0.0]), np.array([16.0, 0.0]))
    (array([0.6, 0. ]), array([25.,  0.]))
    """
    if squares is None:
        return g, None
    squares = squares + g**2
    return np.divide(g, np.sqrt(squares), out=np.zeros_like(g), where=squares > 0), squares
