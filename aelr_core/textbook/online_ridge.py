"""Online ridge, full information: projected online gradient descent (OGD).

Algorithm 1 with the true gradient: every attribute is seen, so x̃ = x and φ̃ = ⟨w, x⟩ − y.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from numpy.typing import ArrayLike

from aelr_core import averaging, checks
from aelr_core.checks import Floats
from aelr_core.letters import POSITIVE
from aelr_core.norms import project_l2, two_norm
from aelr_core.textbook import walk
from aelr_core.textbook.gaerr import State, adagrad, init
from aelr_core.textbook.walk import Example

__all__ = ["State", "Step", "init", "run", "step"]


@dataclass(frozen=True)
class Step:
    """Everything a step saw and computed; every vector is (d,)."""

    w: Floats  # the predictor before the step
    x: Floats
    phi: float  # ⟨w, x⟩ − y
    g: Floats  # the gradient φx
    v: Floats  # after the gradient step
    w_next: Floats  # after the projection
    projected: bool  # was v outside the ball?
    scale: float  # B / max(‖v‖₂, B), 1 if it was not


def step(state: State, example: Example, y: float, *, eta: float, B: float) -> tuple[State, Step]:
    r"""Take one step of online gradient descent on one example, seeing all d attributes.

    .. math:: g = (\langle w, x\rangle - y)\,x, \quad v = w - ηg, \quad
              w \leftarrow v \frac{B}{\max(\|v\|_2, B)}

    Parameters
    ----------
    state : from `init` (AdaGrad steps and the average are chosen there) or the step before.
    example : the example x, (d,), whose attributes are counted as they are seen.
    y : its label.
    eta, B : step size and norm bound, > 0.
    """
    eta = POSITIVE("eta", eta)
    w = walk.shaped("state", state.w, (example.d,))

    x = example.look_all()
    phi = float(w @ x) - checks.number("y", y)
    g = phi * x
    direction, squares = adagrad(g, state.squares)  # plain steps: g itself
    v = w - eta * direction
    w_next = project_l2(v, B)

    norm = float(two_norm(v))
    record = Step(
        w=w, x=x, phi=phi, g=g, v=v, w_next=w_next, projected=norm > B, scale=B / max(norm, B)
    )
    t, omega = state.t + 1, averaging.weight(state.average, state.t + 1)
    w_sum = state.w_sum + omega * w
    return replace(state, w=w_next, w_sum=w_sum, t=t, squares=squares), record


def run(
    X: ArrayLike,
    y: ArrayLike,
    order: ArrayLike,
    *,
    eta: float,
    B: float,
    start: State | None = None,
) -> walk.Run[State]:
    """Run OGD over the rows `order` and return the average of w_1..w_m.

    Parameters
    ----------
    X, y : (n, d), (n,) training rows and labels.
    order : (m,) row numbers, in the order of the steps.
    eta, B : step size and norm bound, > 0.
    start : from `init`, where AdaGrad steps and the average are chosen. None: plain steps from
        w = 0, the uniform average.

    Examples
    --------
    >>> run([[1.0, 0.0], [0.0, 2.0]], [1.0, 1.0], [0, 1], eta=0.5, B=1).w_bar
    array([0.25, 0.  ])
    """

    def whole(state: State, example: Example, y: float, _: Floats) -> tuple[State, Step]:
        return step(state, example, y, eta=eta, B=B)

    return walk.total(walk.trace(whole, start, init, X, y, order, None))
