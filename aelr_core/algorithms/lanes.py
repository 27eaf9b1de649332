"""Makes lanes: with one phase, with two phases, with one joint sample, with full information."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from aelr_core.algorithms.bounds import Question
from aelr_core.algorithms.entry import Algorithm
from aelr_core.algorithms.task import Learner, Task
from aelr_core.checks import Floats
from aelr_core.engine.full import OnlineLasso, OnlineRidge
from aelr_core.engine.joint.lasso import JAELR
from aelr_core.engine.joint.ridge import JAERR
from aelr_core.engine.joint.theory import JAELRInTheory, JAERRInTheory
from aelr_core.engine.lasso import GAELR
from aelr_core.engine.ridge import GAERR
from aelr_core.engine.two_phase import TwoPhase
from aelr_core.letters import COUNT, checked
from aelr_core.sampling import epsilon_theory


def one_phase(entry: Algorithm, task: Task, q: Floats | None = None) -> Learner:
    """Return lanes of GAERR or GAELR whose q is known from the start (Algorithms 1 and 3).

    q : (d,) that of the entry's role if None.
    """
    k_x, k_phi = task.draws
    M = task.M if entry.knows_moments else None
    q = entry.fixed_q(task.d, M) if q is None else q
    assert q is not None
    aware = M if task.mode.p == "moment_aware" else None
    lanes = replace(task.lanes, eta=_step_sizes(entry, task, M))
    if entry.family == "lasso":
        return GAELR(
            task.X, task.y, lanes, q=q, k_x=k_x, k_phi=k_phi, M=aware, average=task.average
        )
    return GAERR(
        task.X, task.y, lanes, q=q, k_x=k_x, k_phi=k_phi, M=aware, adagrad=task.adagrad,
        average=task.average,
    )  # fmt: skip


def full_information(entry: Algorithm, task: Task) -> Learner:
    """Return lanes that see every attribute of their examples."""
    lanes = replace(task.lanes, eta=_step_sizes(entry, task, None))
    if entry.family == "lasso":
        return OnlineLasso(task.X, task.y, lanes)
    return OnlineRidge(task.X, task.y, lanes, adagrad=task.adagrad)


def one_sample(entry: Algorithm, task: Task) -> Learner:
    """Return lanes of JAERR or JAELR, which sample every example once (ours, not the paper's).

    A constant step size is the theorem's with k = budget − 1, or a number.
    """
    M = task.M if entry.knows_moments else None
    lanes, step, K, lasso = task.lanes, task.step, task.budget, entry.family == "lasso"
    if step.multiplier is not None:
        lanes = replace(lanes, eta=_step_sizes(entry, task, M, k=K - 1))
    elif step.eta is not None:
        lanes = replace(lanes, eta=step.sizes(lanes.eta))
    if task.mode.design == "poisson":
        assert M is not None
        return (JAELRInTheory if lasso else JAERRInTheory)(task.X, task.y, lanes, K=K, M=M)
    return (JAELR if lasso else JAERR)(
        task.X,
        task.y,
        lanes,
        K=K,
        M=M,
        multiplier=step.factor,
        length=task.length,
        guarded=task.guarded,
        progressive=task.progressive,
    )


def two_phases(entry: Algorithm, task: Task) -> TwoPhase:
    """Return lanes that estimate the moments first (Algorithms 2 and 4)."""
    assert entry.phase_one is not None
    d, lanes, mode, family = task.d, task.lanes, task.mode, entry.family
    m, (k_x, k_phi) = lanes.steps, task.draws
    m1 = np.array([mode.m1(int(n)) for n in m])
    epsilon = np.zeros(len(lanes))
    if mode.epsilon == "theory":
        draws = k_x if mode.warm_start else task.budget
        epsilon = np.asarray(epsilon_theory(d, draws, m1, mode.delta, family))
    ask = Question(family=family, d=d, m=np.maximum(m1, 1), k=k_x, B=1.0)
    first = entry.phase_one.theory_step(ask)
    B_one = lanes.B if task.B_one is None else task.B_one

    def eta2(A: Floats) -> Floats:
        ask = Question(family=family, d=d, m=m, k=k_x, B=1.0, A=A, m1=m1, epsilon=epsilon)
        return task.step.sizes(_in_data_units(entry.theory_step(ask), family, task, lanes.B))

    return TwoPhase(
        task.X,
        task.y,
        replace(lanes, eta=task.step.first().sizes(_in_data_units(first, family, task, B_one))),
        m1=m1,
        family=family,
        k_x=k_x,
        k_phi=k_phi,
        epsilon=epsilon,
        eta2=eta2,
        moment_aware=mode.p == "moment_aware",
        warm_start=mode.warm_start,
        adagrad=task.adagrad,
        average=task.average,
        B_one=task.B_one,
    )


@checked(d=COUNT)
def adagrad_step_size(*, d: int, B: float) -> float:
    r"""Return :math:`B/\sqrt d`, the step from which AdaGrad is tuned **[ours]**.

    AdaGrad's steps are η g/√(Σg²): the first is ±η whatever the data, so η is of the size of a
    coordinate of w, and B/√d is the size for a w on the ball's surface with equal coordinates. The
    paper tunes it by cross-validation and proves nothing about it.
    """
    return float(B / np.sqrt(d))


def _step_sizes(entry: Algorithm, task: Task, M: Floats | None, k: int | None = None) -> Floats:
    """Return the step size of each lane, (L,), in one phase; k is the draws for x̃ if None."""
    k = task.draws[0] if k is None else k
    ask = Question(family=entry.family, d=task.d, m=task.lanes.steps, k=k, B=1.0, M=M)
    sizes = _in_data_units(entry.theory_step(ask), entry.family, task, task.lanes.B)
    return task.step.sizes(sizes)


def _in_data_units(sizes: Floats, family: str, task: Task, B: Floats) -> Floats:
    """Return the step sizes for each lane's B, from the theorem's for B = 1, or AdaGrad's."""
    if task.adagrad:
        steps: Floats = B * adagrad_step_size(d=task.d, B=1.0)
        return steps
    # B enters every lasso step size as 1/B and no ridge step size at all
    return sizes / B if family == "lasso" else sizes
