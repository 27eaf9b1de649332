"""Two-Phased DDAERR and DDAELR, the paper's Algorithms 2 and 4.

Phase one estimates the second moments from m1 examples; phase two runs GAERR or GAELR on the
others, with the q that follows from them. With a warm start, as in the paper's experiments, phase
one also learns: it is AERR or AELR with its own step size, its k_x uniform i-draws feed x̃ and the
counts, its j-draws feed φ̃ only, and phase two continues from its average.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Unpack

import numpy as np
from numpy.typing import ArrayLike

from aelr_core import checks
from aelr_core.checks import Floats, Ints
from aelr_core.exponentiated import theta_of
from aelr_core.letters import FAMILY, POSITIVE
from aelr_core.sampling import two_phase_distribution, uniform
from aelr_core.textbook import estimation, gaelr, gaerr, walk
from aelr_core.textbook.walk import Example, StepArguments


@dataclass(frozen=True)
class PhaseOne:
    """The results of phase one, and what it cost."""

    moments: estimation.State  # counts, square_sums and A
    w_bar: Floats  # (d,) the average predictor, where phase two starts; 0 if nothing was learnt
    squares: Floats | None  # (d,) AdaGrad's accumulator, which phase two continues
    spent: int
    distinct: int


@dataclass(frozen=True)
class Run:
    """The results of a two-phased run: the average over phase two, and what both phases cost."""

    w_bar: Floats  # (d,)
    spent: int  # draws of both phases, m(k + 1)
    distinct: int  # different attributes per example, summed
    state: gaerr.State | gaelr.State  # at the end of phase two
    phase_one: PhaseOne
    q: Floats  # (d,) phase two's sampling distribution
    eta2: float  # phase two's step size


def estimate(X: Floats, order: Ints, U: Floats) -> PhaseOne:
    """Return phase one as in the theory: all k + 1 draws estimate, nothing is learnt."""
    one = estimation.run(X, order, U)  # lines 2 to 10
    return PhaseOne(one.state, np.zeros(X.shape[1]), None, one.spent, one.distinct)


def learn(
    X: Floats,
    y: Floats,
    order: Ints,
    U: Floats,
    *,
    family: str,
    adagrad: bool,
    **given: Unpack[StepArguments],
) -> PhaseOne:
    """Return phase one as in the experiments: AERR or AELR, whose i-draws also estimate."""
    d = X.shape[1]
    trace: Iterator[tuple[Example, gaerr.State | gaelr.State, gaerr.Step | gaelr.Step]]
    if family == "ridge":
        trace = gaerr.trace(X, y, order, U, start=gaerr.init(d, adagrad=adagrad), **given)
    else:
        trace = gaelr.trace(X, y, order, U, **given)
    moments = estimation.init(d)
    spent = distinct = 0
    for example, after, record in trace:
        moments = estimation.see(moments, record.i, record.x_i)  # lines 6 to 8
        state, spent, distinct = after, spent + example.spent, distinct + example.distinct
    squares = state.squares if isinstance(state, gaerr.State) else None
    return PhaseOne(moments, state.w_bar, squares, spent, distinct)


def run(
    X: ArrayLike,
    y: ArrayLike,
    order: ArrayLike,
    U: ArrayLike,
    *,
    family: str,
    m1: int,
    k_x: int,
    k_phi: int,
    eta1: float | None,
    eta2: float | Callable[[Floats], float],
    B: float,
    epsilon: float,
    warm_start: bool,
    moment_aware: bool,
    adagrad: bool = False,
    average: str = "uniform",
) -> Run:
    r"""Run Algorithm 2 (ridge) or 4 (lasso) over the rows `order`.

    q_i ∝ √(A_i + 13ε/6) in phase two of ridge, ∝ A_i + 13ε/6 of lasso. The paper's theory is
    ``warm_start=False, moment_aware=False`` with ε from `aelr_core.sampling.epsilon_theory`;
    its experiments are ``warm_start=True, moment_aware=True, epsilon=0``, m1 = ⌊m/10⌋.

    Parameters
    ----------
    X, y : (n, d), (n,) training rows and labels.
    order : (m,) row numbers, in the order of the steps: m1 of phase one, then m2 of phase two.
    U : (m, k_x + k_phi) uniforms, one row per step; see `aelr_core.randomness`.
    family : "ridge" or "lasso"
    m1 : examples of phase one, 0 <= m1 < m. Without a phase one, q is uniform.
    k_x, k_phi : draws for x̃ and for φ̃. A phase one that only estimates draws k_x + k_phi.
    eta1 : phase one's step size; not used without a warm start, and may then be None.
    eta2 : phase two's step size, or a function of the estimated moments A (d,).
    B : norm bound.
    epsilon : the confidence width ε of line 11, >= 0, possibly infinite.
    warm_start : whether phase one also learns.
    moment_aware : whether phase two draws p_j ∝ |w_j|√A_j, otherwise plain p.
    adagrad : AdaGrad steps, the accumulator kept through both phases; ridge only.
    average : of phase two, "uniform" or "linear"; a warm start is phase one's uniform average.
    """
    X, y = checks.examples(X, y)
    order = walk.rows(order, len(X))
    U = walk.uniforms(U, len(order))
    FAMILY("family", family)
    m1 = checks.integer("m1", m1, at_least=0, at_most=len(order) - 1)
    if adagrad and family == "lasso":
        raise ValueError("adagrad must be False for the lasso, which has no AdaGrad steps.")
    d = X.shape[1]

    if m1 == 0:
        one = PhaseOne(estimation.init(d), np.zeros(d), None, 0, 0)
    elif warm_start:
        one = learn(
            *(X, y, order[:m1], U[:m1]),
            family=family,
            adagrad=adagrad,
            q=uniform(d),
            k_x=k_x,
            k_phi=k_phi,
            eta=POSITIVE("eta1", eta1),
            B=B,
        )
    else:
        one = estimate(X, order[:m1], U[:m1])

    A = one.moments.A
    q = two_phase_distribution(A, epsilon, family)  # line 12
    given: StepArguments = {
        "q": q,
        "k_x": k_x,
        "k_phi": k_phi,
        "eta": POSITIVE("eta2", eta2(A) if callable(eta2) else eta2),
        "B": B,
        "M": A if moment_aware else None,
    }
    rest = (X, y, order[m1:], U[m1:])
    two: walk.Run[gaerr.State] | walk.Run[gaelr.State]
    if family == "ridge":
        start = gaerr.init(d, w=one.w_bar, adagrad=adagrad, average=average)
        start = start if one.squares is None else replace(start, squares=one.squares)
        two = gaerr.run(*rest, start=start, **given)
    else:
        theta = gaelr.init(d, theta=theta_of(one.w_bar, B), average=average)
        two = gaelr.run(*rest, start=theta, **given)
    return Run(
        w_bar=two.w_bar,
        spent=one.spent + two.spent,
        distinct=one.distinct + two.distinct,
        state=two.state,
        phase_one=one,
        q=q,
        eta2=given["eta"],
    )
