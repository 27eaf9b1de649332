"""JAELR and Adaptive JAELR: lasso by one joint sample per example (ours, not the paper's)."""

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
from aelr_core.exponentiated import LARGEST_THETA, cosh_shares, w_of
from aelr_core.letters import UNIFORMS
from aelr_core.textbook import joint, walk
from aelr_core.textbook.joint import Arguments, Block, Rules
from aelr_core.textbook.walk import Example


@dataclass(frozen=True)
class State(joint.State):
    """What the next step needs: θ, (d,), of the predictor w_{t+1}, and the progress."""

    theta: Floats


@dataclass(frozen=True)
class Step:
    """Everything that a step drew, saw and estimated."""

    w: Floats  # (d,) the predictor before the step
    block: Block  # moments, π and A of this step
    sample: Sample  # S and 1/π_ij
    x: Floats  # (n,) the values seen at S
    g_tilde: Floats  # (d,)
    eta: float  # 0 if nothing but zeros was seen before
    clipped: bool  # was |ηg̃_i| > 1 anywhere?
    theta_next: Floats  # (d,)
    w_next: Floats  # (d,)
    loss: float  # unbiased for L(a·w̄) − L(0), w̄ with this step's w, a of its block


def init(given: Rules) -> State:
    """Start at θ = 0, that is w_1 = 0."""
    return State(theta=np.zeros(given.d), progress=joint.init(given))


def step(
    state: State, example: Example, y: float, u: ArrayLike, given: Rules
) -> tuple[State, Step]:
    r"""Take one step on one example.

    .. math::
        w_i = B \frac{\sinh θ_i}{\sum_j \cosh θ_j}, \quad
        \tilde g_i = x_i\Big[\sum_{j \in S, j \ne i} \frac{w_j x_j}{π_{ij}}
                     + \frac{w_i x_i - y}{π_i}\Big] \; (i \in S), \quad
        η = \frac{0.7}{B A\sqrt{1 + t/d}}, \quad
        θ \leftarrow θ - \mathrm{clip}(η \tilde g, 1).

    Parameters
    ----------
    state : from `init` or the step before.
    example : the example x, (d,), whose attributes are counted as they are seen.
    y : its label.
    u : uniforms in [0, 1); see `aelr_core.designs.hard_budget.uniforms_per_step`.
    given : from `joint_rules`.
    """
    y, u = checks.number("y", y), UNIFORMS("u", u)
    theta = walk.shaped("state", state.theta, (example.d,))

    w = w_of(theta, given.B)
    shares = cosh_shares(theta)
    now = joint.begin(state.progress, w, shares, given)  # M, A, V, π if t = next
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
    reach = eta * given.B * shares[S]
    g[S] = joint.guarded(g_tilde[S], x, reach, now.block.design.pi[S], given)
    move = np.clip(eta * g, -1.0, 1.0)
    theta_next = np.clip(theta - move, -LARGEST_THETA, LARGEST_THETA)

    record = Step(
        w=w,
        block=now.block,
        sample=sample,
        x=x,
        g_tilde=g_tilde,
        eta=eta,
        clipped=bool((np.abs(eta * g) > 1.0).any()),
        theta_next=theta_next,
        w_next=w_of(theta_next, given.B),
        loss=loss,
    )
    return State(theta=theta_next, progress=joint.end(now, given, learnt=learns, loss=loss)), record


def trace(
    X: ArrayLike, y: ArrayLike, order: ArrayLike, U: ArrayLike, **given: Unpack[Arguments]
) -> Iterator[tuple[Example, State, Step]]:
    """Yield each step's example, new state and record; arguments as for `run`."""
    return joint.trace(step, init, "lasso", X, y, order, U, given)


def run(
    X: ArrayLike, y: ArrayLike, order: ArrayLike, U: ArrayLike, **given: Unpack[Arguments]
) -> walk.Run[State]:
    """Run JAELR (M known) or Adaptive JAELR (M learnt) over the rows `order`.

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
    array([ 0.255 , -0.1442,  0.    ])
    """
    return walk.total(trace(X, y, order, U, **given))
