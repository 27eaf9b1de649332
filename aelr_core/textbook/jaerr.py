"""JAERR and Adaptive JAERR: ridge by one joint sample per example (ours, not the paper's)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Unpack

import numpy as np
from numpy.typing import ArrayLike

from aelr_core import checks
from aelr_core.checks import Floats
from aelr_core.designs.estimates import joint_gradient, progressive_loss
from aelr_core.designs.hard_budget import Sample, draw
from aelr_core.letters import UNIFORMS
from aelr_core.norms import project_l2, two_norm
from aelr_core.textbook import joint, walk
from aelr_core.textbook.joint import Arguments, Block, Rules
from aelr_core.textbook.walk import Example


@dataclass(frozen=True)
class State(joint.State):
    """What the next step needs: the predictor w_{t+1}, (d,), and the progress."""

    w: Floats


@dataclass(frozen=True)
class Step:
    """Everything that a step drew, saw and estimated."""

    w: Floats  # (d,) the predictor before the step
    block: Block  # moments, π and A of this step
    sample: Sample  # S and 1/π_ij
    x: Floats  # (n,) the values seen at S
    g_tilde: Floats  # (d,)
    eta: float  # 0 if nothing but zeros was seen before
    v: Floats  # (d,) after the gradient step
    w_next: Floats  # (d,) after the projection
    projected: bool  # was v outside the ball?
    loss: float  # unbiased for L(a·w̄) − L(0), w̄ with this step's w, a of its block


def init(given: Rules) -> State:
    """Start at w_1 = 0."""
    return State(w=np.zeros(given.d), progress=joint.init(given))


def step(
    state: State, example: Example, y: float, u: ArrayLike, given: Rules
) -> tuple[State, Step]:
    r"""Take one step on one example.

    .. math::
        \tilde g_i = x_i\Big[\sum_{j \in S, j \ne i} \frac{w_j x_j}{π_{ij}}
                     + \frac{w_i x_i - y}{π_i}\Big] \; (i \in S), \quad
        η = \frac{1/2}{A\sqrt{1 + t/d}}, \quad
        v = w - η \tilde g, \quad w \leftarrow v \frac{B}{\max(\|v\|_2, B)}.

    Parameters
    ----------
    state : from `init` or the step before.
    example : the example x, (d,), whose attributes are counted as they are seen.
    y : its label.
    u : uniforms in [0, 1); see `aelr_core.designs.hard_budget.uniforms_per_step`.
    given : from `joint_rules`.
    """
    y, u = checks.number("y", y), UNIFORMS("u", u)
    w = walk.shaped("state", state.w, (example.d,))

    now = joint.begin(state.progress, w, np.ones(example.d), given)  # M, A, V, π if t = next
    sample = draw(now.block.design, u)  # S: never more than K attributes
    S, P = sample.S, sample.P
    x = example.look(S)
    learns = now.learns
    now = joint.see(now, sample, x, y)  # n, Σx², Σx⁴, o and Σy²
    if learns:
        now = joint.average(now, w, given)  # τ, Ω, w̄
    now = joint.measure(now, sample, x, y)  # the length of w̄
    loss = progressive_loss(x, now.block.a * now.w_bar[S], y, P)
    g_tilde, g = np.zeros(example.d), np.zeros(example.d)
    g_tilde[S] = joint_gradient(x, w[S], y, P)
    eta = joint.step_size(now, given) if learns else 0.0
    reach = np.full(len(S), eta)
    g[S] = joint.guarded(g_tilde[S], x, reach, now.block.design.pi[S], given)
    v = w - eta * g
    w_next = project_l2(v, given.B)

    record = Step(
        w=w,
        block=now.block,
        sample=sample,
        x=x,
        g_tilde=g_tilde,
        eta=eta,
        v=v,
        w_next=w_next,
        projected=float(two_norm(v)) > given.B,
        loss=loss,
    )
    return State(w=w_next, progress=joint.end(now, given, learnt=learns, loss=loss)), record


def trace(
    X: ArrayLike, y: ArrayLike, order: ArrayLike, U: ArrayLike, **given: Unpack[Arguments]
) -> Iterator[tuple[Example, State, Step]]:
    """Yield each step's example, new state and record; arguments as for `run`."""
    return joint.trace(step, init, "ridge", X, y, order, U, given)


def run(
    X: ArrayLike, y: ArrayLike, order: ArrayLike, U: ArrayLike, **given: Unpack[Arguments]
) -> walk.Run[State]:
    """Run JAERR (M known) or Adaptive JAERR (M learnt) over the rows `order`.

    Parameters
    ----------
    X, y : (n, d), (n,) training rows and labels.
    order : (m,) row numbers, in the order met.
    U : (m, `uniforms_per_step(K)`) uniforms, one row per step.
    K : attributes seen of an example, k + 1 >= 2.
    B : norm bound.
    M : (d,) second moments; 0 only where an attribute is 0 in every row. None: learnt.
    eta : a constant step size, with weights 1, 2, 3, … in the average. None: automatic.
    multiplier : factor on the automatic step size.
    aware : whether the design follows w; if not, π is proportional to √M up to the cap.
    length : "plain" or "measured": whether w̄ is lengthened, see `aelr_core.measured_length`.
    guarded : whether the run is guarded against rare failures, see `aelr_core.guards`.

    Examples
    --------
    >>> X, y = np.eye(3), np.array([1.0, -1.0, 1.0])
    >>> run(X, y, [0, 1, 2], np.full((3, 2), 0.9), K=2, B=1, M=[1 / 3] * 3).w_bar.round(4)
    array([ 0.4161, -0.2323,  0.    ])
    """
    return walk.total(trace(X, y, order, U, **given))
