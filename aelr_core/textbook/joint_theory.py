"""JAERR and JAELR as their theorems need them: mode *theory* (ours, not the paper's).

Poisson sampling with the π of Theorem 1 (ridge) or 5 (lasso), a constant step, the uniform average.
The budget of K = k + 1 attributes per example holds in expectation only.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from aelr_core import checks
from aelr_core.checks import Floats, Ints
from aelr_core.designs import poisson
from aelr_core.designs.estimates import joint_gradient
from aelr_core.designs.inclusion import theorem_probabilities
from aelr_core.exponentiated import w_of
from aelr_core.letters import FAMILY, POSITIVE, TWO_OR_MORE, UNIFORMS
from aelr_core.norms import project_l2
from aelr_core.textbook import gaelr, gaerr, walk
from aelr_core.textbook.walk import Example

State = gaerr.State | gaelr.State


@dataclass(frozen=True)
class Step:
    """Everything that a step drew, saw and estimated."""

    w: Floats  # (d,) the predictor before the step
    pi: Floats  # (d,) inclusion probabilities
    S: Ints  # (n,) the attributes seen
    x: Floats  # (n,) their values
    g_tilde: Floats  # (d,)


def init(d: int, family: str) -> State:
    """Start at w_1 = 0."""
    return gaerr.init(d) if FAMILY("family", family) == "ridge" else gaelr.init(d)


def step(
    state: State,
    example: Example,
    y: float,
    u: ArrayLike,
    *,
    K: int,
    M: ArrayLike,
    eta: float,
    B: float,
) -> tuple[State, Step]:
    r"""Take one step on one example.

    .. math::
        π_i = \min(1, k q_i + p_i), \quad
        \tilde g_i = x_i\Big[\sum_{j \in S, j \ne i} \frac{w_j x_j}{π_i π_j}
                     + \frac{w_i x_i - y}{π_i}\Big] \; (i \in S), \quad k = K - 1,

    then Algorithm 1's or 3's update.

    Parameters
    ----------
    state : from `init` or the step before.
    example : the example x, (d,), whose attributes are counted as they are seen.
    y : its label.
    u : (d,) uniforms in [0, 1).
    K : attributes seen of an example in expectation, k + 1.
    M : (d,) second moments.
    eta, B : step size and norm bound, > 0.
    """
    K, eta, B = TWO_OR_MORE("K", K), POSITIVE("eta", eta), POSITIVE("B", B)
    u = walk.shaped("u", UNIFORMS("u", u), (example.d,))
    family = "ridge" if isinstance(state, gaerr.State) else "lasso"

    w = state.w if isinstance(state, gaerr.State) else w_of(state.theta, B)
    pi = theorem_probabilities(M, w=w, a=K - 1, b=1, family=family)
    S = poisson.draw(u, pi)
    x = example.look(S)
    P = 1.0 / poisson.pair_probabilities(pi[S])
    g_tilde = np.zeros(example.d)
    g_tilde[S] = joint_gradient(x, w[S], checks.number("y", y), P)

    w_sum, t = state.w_sum + w, state.t + 1
    after: State
    if isinstance(state, gaerr.State):
        after = gaerr.State(w=project_l2(w - eta * g_tilde, B), w_sum=w_sum, t=t, squares=None)
    else:
        move = np.clip(eta * g_tilde, -1.0, 1.0)  # η clip(g̃, 1/η)
        after = gaelr.State(theta=state.theta - move, w_sum=w_sum, t=t)
    return after, Step(w=w, pi=pi, S=S, x=x, g_tilde=g_tilde)


def run(
    X: ArrayLike,
    y: ArrayLike,
    order: ArrayLike,
    U: ArrayLike,
    *,
    family: str,
    K: int,
    M: ArrayLike,
    eta: float,
    B: float,
) -> walk.Run[State]:
    """Run JAERR (ridge) or JAELR (lasso) over the rows `order`, as the theorems need it.

    Parameters
    ----------
    X, y : (n, d), (n,) training rows and labels.
    order : (m,) row numbers, in the order met.
    U : (m, d) uniforms, one row per step.
    family : "ridge" or "lasso".
    K, M, eta, B : as for `step`; see `aelr_core.theory.jaerr_step_size`.

    Examples
    --------
    >>> X, y, U = np.eye(2), np.array([1.0, -1.0]), np.zeros((2, 2))
    >>> run(X, y, [0, 1], U, family="ridge", K=2, M=[0.5, 0.5], eta=0.25, B=1).w_bar
    array([0.25, 0.  ])
    """
    one_step = partial(step, K=K, M=M, eta=eta, B=B)
    return walk.total(walk.trace(one_step, None, partial(init, family=family), X, y, order, U))
