"""Online lasso, full information: exponentiated gradient (EG±).

Algorithm 3 with the true gradient: every attribute is seen, so x̃ = x and φ̃ = ⟨w, x⟩ − y. The
gradient is clipped as there, which changes nothing at the theory's step size: under its
assumptions |g_i| <= 2B <= 1/η.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from aelr_core import averaging, checks
from aelr_core.checks import Floats
from aelr_core.exponentiated import w_of
from aelr_core.letters import POSITIVE
from aelr_core.textbook import walk
from aelr_core.textbook.gaelr import State, init
from aelr_core.textbook.walk import Example

__all__ = ["State", "Step", "init", "run", "step"]


@dataclass(frozen=True)
class Step:
    """Everything a step saw and computed; every vector is (d,)."""

    w: Floats  # the predictor before the step
    x: Floats
    phi: float  # ⟨w, x⟩ − y
    g: Floats  # the gradient φx
    g_clipped: Floats  # every coordinate of g inside ±1/eta
    theta_next: Floats
    w_next: Floats


def step(state: State, example: Example, y: float, *, eta: float, B: float) -> tuple[State, Step]:
    r"""Take one step of exponentiated gradient on one example, seeing all d attributes.

    .. math:: w_i = B \frac{\sinh θ_i}{\sum_j \cosh θ_j}, \quad
              g = (\langle w, x\rangle - y)\,x, \quad θ \leftarrow θ - η\,\mathrm{clip}(g, 1/η)

    Parameters
    ----------
    state : from `init` or the step before.
    example : the example x, (d,), whose attributes are counted as they are seen.
    y : its label.
    eta, B : step size and norm bound, > 0.
    """
    eta = POSITIVE("eta", eta)
    theta = walk.shaped("state", state.theta, (example.d,))

    w = w_of(theta, B)
    x = example.look_all()
    phi = float(w @ x) - checks.number("y", y)
    g = phi * x
    g_clipped = np.clip(g, -1 / eta, 1 / eta)
    inside = np.abs(g) < 1 / eta
    move = np.where(inside, eta * g_clipped, np.sign(g))  # ηḡ; not 0.999… where clipped
    theta_next = theta - move

    record = Step(
        w=w,
        x=x,
        phi=phi,
        g=g,
        g_clipped=g_clipped,
        theta_next=theta_next,
        w_next=w_of(theta_next, B),
    )
    t, omega = state.t + 1, averaging.weight(state.average, state.t + 1)
    w_sum = state.w_sum + omega * w
    return replace(state, theta=theta_next, w_sum=w_sum, t=t), record


def run(
    X: ArrayLike,
    y: ArrayLike,
    order: ArrayLike,
    *,
    eta: float,
    B: float,
    start: State | None = None,
) -> walk.Run[State]:
    """Run EG over the rows `order` and return the average of w_1..w_m.

    Parameters
    ----------
    X, y : (n, d), (n,) training rows and labels.
    order : (m,) row numbers, in the order of the steps.
    eta, B : step size and norm bound, > 0.
    start : from `init`, where the average is chosen. None: w = 0, the uniform average.

    Examples
    --------
    >>> run([[1.0, 0.0], [0.0, 2.0]], [1.0, 1.0], [0, 1], eta=0.5, B=1).w_bar.round(4)
    array([0.1225, 0.    ])
    """

    def whole(state: State, example: Example, y: float, _: Floats) -> tuple[State, Step]:
        return step(state, example, y, eta=eta, B=B)

    return walk.total(walk.trace(whole, start, init, X, y, order, None))
