"""From a task to lanes that learn: what they learn from, and how each kind of lanes is made.

`Task` says on which rows and by which rules, `Learner` is what all lanes can do. An entry of the
registry names one of the functions below as its `make`, or one of its own.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from aelr_core.algorithms.bounds import Question
from aelr_core.checks import Floats, Ints
from aelr_core.engine.full import JAELRInTheory, JAERRInTheory, OnlineLasso, OnlineRidge
from aelr_core.engine.joint.lasso import JAELR
from aelr_core.engine.joint.ridge import JAERR
from aelr_core.engine.lanes import Lanes
from aelr_core.engine.lasso import GAELR
from aelr_core.engine.ridge import GAERR
from aelr_core.engine.two_phase import TwoPhase
from aelr_core.letters import COUNT, checked
from aelr_core.modes import Mode
from aelr_core.sampling import epsilon_theory, split

if TYPE_CHECKING:
    from aelr_core.algorithms.entry import Algorithm


class Learner(Protocol):
    """Lanes that advance in lock-step, whatever the algorithm."""

    @property
    def t(self) -> int:
        """Steps taken."""

    @property
    def steps(self) -> int:
        """Steps until the longest lane ends."""

    def advance(self, steps: int | None = None) -> None:
        """Take this many steps (all remaining ones if None)."""

    def w_bar(self) -> Floats:
        """Return the averages so far, (L, d)."""

    @property
    def attributes_seen(self) -> tuple[Ints, Ints]:
        """Draws spent and distinct attributes so far, (L,) each."""


@dataclass(frozen=True)
class StepRule:
    """The rule for step sizes: a multiple of the theorem's or the automatic one, or a given number.

    Attributes
    ----------
    multiplier : scalar or (L,) factor on the theorem's step size, or None.
    eta : scalar or (L,) step size itself, in both phases, or None.
    factor : scalar or (L,) factor on the automatic step of a joint algorithm, which changes from
        step to step and needs no horizon, or None. Exactly one of the three is given.
    phase_one : scalar or (L,) the multiplier for the first phase of a two-phased run, in which
        another algorithm learns; `multiplier` if None.
    """

    multiplier: float | Floats | None = None
    eta: float | Floats | None = None
    phase_one: float | Floats | None = None
    factor: float | Floats | None = None

    def __post_init__(self) -> None:
        if sum(each is not None for each in (self.multiplier, self.eta, self.factor)) != 1:
            raise ValueError("step must have one of multiplier, eta and factor, and only one.")

    def sizes(self, theory: Floats) -> Floats:
        """Return the lanes' step sizes, given the theorem's."""
        if self.factor is not None:
            raise ValueError("step must not have a factor here: only joint algorithms do.")
        chosen = self.eta if self.multiplier is None else self.multiplier * theory
        assert chosen is not None
        sizes: Floats = np.broadcast_to(np.asarray(chosen, dtype=np.float64), theory.shape).copy()
        return sizes

    def first(self) -> StepRule:
        """Return the rule of phase one."""
        if self.multiplier is None or self.phase_one is None:
            return self
        return StepRule(multiplier=self.phase_one)


THEORY_STEP = StepRule(multiplier=1.0)
AUTOMATIC_STEP = StepRule(factor=1.0)


@dataclass(frozen=True, eq=False)
class Task:
    """What lanes learn from, and by which rules.

    Attributes
    ----------
    X, y : (n, d), (n,) training rows and labels.
    lanes : `steps` is the number of examples per lane (whole ones for full information); `eta` is
        replaced according to `step`.
    budget : k + 1, attributes per example.
    mode : the choices on which the paper's theory and experiments differ.
    M : (d,) second moments, for the algorithms that know them.
    step : how the step sizes are found.
    adagrad : AdaGrad steps (ridge only).
    average : how the paper's budgeted algorithms average their iterates: "uniform", as in the
        paper, or "linear", with weights 1, 2, 3, … The joint ones have weights of their own.
    length : what a joint algorithm returns: w̄ lengthened, "measured", or itself, "plain".
    guarded : whether a joint algorithm is guarded against rare failures, see `guards`. In mode
        theory it always runs in its plain form.
    progressive : whether a joint algorithm estimates its loss on the way, from what was paid for.
    B_one : (L,) norm bounds of the first phase of two-phased lanes; those of `lanes` if None.
    """

    X: NDArray[np.generic]
    y: Floats
    lanes: Lanes
    budget: int
    mode: Mode
    M: Floats | None
    step: StepRule
    adagrad: bool
    average: str = "uniform"
    length: str = "measured"
    guarded: bool = True
    progressive: bool = False
    B_one: Floats | None = None

    @property
    def d(self) -> int:
        """The number of attributes."""
        return int(self.X.shape[1])

    @property
    def draws(self) -> tuple[int, int]:
        """Draws for x_tilde and for phi_tilde, k_x and k_phi."""
        return split(self.budget, self.mode.split)


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
    return (GAELR if entry.family == "lasso" else GAERR)(
        task.X,
        task.y,
        lanes,
        q=q,
        k_x=k_x,
        k_phi=k_phi,
        M=aware,
        adagrad=task.adagrad,
        average=task.average,
    )


def full_information(entry: Algorithm, task: Task) -> Learner:
    """Return lanes that see every attribute of their examples."""
    lanes = replace(task.lanes, eta=_step_sizes(entry, task, None))
    lanes_of = OnlineLasso if entry.family == "lasso" else OnlineRidge
    return lanes_of(task.X, task.y, lanes, adagrad=task.adagrad)


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
