"""From an algorithm's key, a mode and a budget to lanes that learn.

Estimators and experiments come in here: they say which algorithm, on which rows, how many
examples a lane, and how its step size is found; this module asks the registry for q, p and the
theorem's step size, and builds the engine's lanes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from aelr_core import checks
from aelr_core.algorithms import ALGORITHMS, Algorithm, adagrad_step_size, algorithm, step_size
from aelr_core.checks import Floats, Ints
from aelr_core.engine.full import OnlineLasso, OnlineRidge
from aelr_core.engine.lanes import Lanes
from aelr_core.engine.lasso import GAELR
from aelr_core.engine.ridge import GAERR
from aelr_core.engine.two_phase import TwoPhase
from aelr_core.modes import Mode
from aelr_core.sampling import epsilon_theory, sampling_distribution, split, uniform


class Learner(Protocol):
    """Lanes that advance in lock-step, whatever the algorithm."""

    @property
    def t(self) -> int:
        """Steps taken."""

    @property
    def steps(self) -> int:
        """Steps until the longest lane ends."""

    def advance(self, steps: int | None = None) -> None:
        """Take this many steps (all that are left if None)."""

    def w_bar(self) -> Floats:
        """Return the averages so far, (L, d)."""

    @property
    def attributes_seen(self) -> tuple[Ints, Ints]:
        """Draws spent and distinct attributes so far, (L,) each."""


@dataclass(frozen=True)
class Step:
    """How step sizes are found: a multiple of the theorem's, or a number as it is.

    Attributes
    ----------
    multiplier : scalar or (L,) factor on the theorem's step size, or None.
    eta : scalar or (L,) step size itself, in both phases, or None. One of the two is given.
    phase_one : scalar or (L,) the multiplier of a two-phased run's first phase, where the
        uniform algorithm learns; `multiplier` if None.
    """

    multiplier: float | Floats | None = None
    eta: float | Floats | None = None
    phase_one: float | Floats | None = None

    def __post_init__(self) -> None:
        if (self.multiplier is None) == (self.eta is None):
            raise ValueError("step must have either a multiplier or an eta, and not both.")

    def sizes(self, theory: Floats) -> Floats:
        """Return the lanes' step sizes, given the theorem's."""
        chosen = self.eta if self.multiplier is None else self.multiplier * theory
        assert chosen is not None
        sizes: Floats = np.broadcast_to(np.asarray(chosen, dtype=np.float64), theory.shape).copy()
        return sizes


THEORY_STEP = Step(multiplier=1.0)


def full_information_examples(m: int, budget: int, d: int) -> int:
    """Return n = max(1, floor(m (k+1) / d)): whole examples for the same number of attributes.

    >>> full_information_examples(20_000, 5, 500), full_information_examples(10, 5, 500)
    (200, 1)
    """
    return max(1, m * budget // d)


def learner(
    key: str,
    X: NDArray[np.generic],
    y: Floats,
    lanes: Lanes,
    *,
    budget: int,
    mode: Mode,
    M: Floats | None = None,
    step: Step = THEORY_STEP,
    adaptive: bool = False,
) -> Learner:
    """Return lanes of one algorithm, ready to advance.

    Parameters
    ----------
    key : of `ALGORITHMS`, not an offline one.
    X, y : (n, d), (n,) training rows and labels.
    lanes : `steps` is the examples each lane sees (whole ones for full information); `eta` is
        replaced by what `step` says.
    budget : k + 1, attributes an example.
    mode : the choices the paper leaves to theory or experiments.
    M : (d,) second moments, for the algorithms that know them.
    step : how the step sizes are found.
    adaptive : AdaGrad steps (ridge only).
    """
    entry = algorithm(key)
    if entry.role == "offline":
        raise ValueError(f"key must name an algorithm that takes steps, but {key!r} does not.")
    if adaptive and not entry.adagrad:
        raise ValueError(f"adaptive must be False for {key!r}: AdaGrad is for the ridge ones.")
    budget = checks.integer("budget", budget, at_least=2)
    _check_rows(X, y, lanes)
    d = X.shape[1]
    if entry.role == "two_phase":
        roles = np.full(len(lanes), entry.role)
        return _two_phase(entry.family, roles, X, y, lanes, None, budget, mode, step, adaptive)
    if entry.role == "known":
        M = _check_moments(M, d)
    k_x, k_phi = split(budget, mode.split)
    theory = _theory_steps(entry, lanes, d=d, k_x=k_x, M=M, adaptive=adaptive)
    lanes = replace(lanes, eta=step.sizes(theory))
    if entry.role == "online":
        if entry.family == "lasso":
            return OnlineLasso(X, y, lanes)
        return OnlineRidge(X, y, lanes, adaptive=adaptive)
    knows = entry.role == "known"
    q = sampling_distribution(M, entry.family) if knows and M is not None else uniform(d)
    aware = M if knows and mode.p == "moment_aware" else None
    if entry.family == "lasso":
        return GAELR(X, y, lanes, q=q, k_x=k_x, k_phi=k_phi, M=aware)
    return GAERR(X, y, lanes, q=q, k_x=k_x, k_phi=k_phi, M=aware, adaptive=adaptive)


def joint_learner(
    keys: Sequence[str],
    X: NDArray[np.generic],
    y: Floats,
    lanes: Lanes,
    *,
    budget: int,
    mode: Mode,
    M: Floats | None = None,
    step: Step = THEORY_STEP,
    adaptive: bool = False,
) -> TwoPhase:
    """Return lanes of several budgeted algorithms of one family that advance together.

    The numbers are those of `learner`, lane by lane. Where lanes are few, the calls of a step
    cost more than its work, and one learner for all is as fast as one for each; where there are
    thousands, `learner` is faster, since its lanes share one table of q.

    Parameters
    ----------
    keys : (L,) the algorithm of each lane.
    X, y, lanes, budget, mode, M, step, adaptive : as for `learner`.
    """
    entries = [algorithm(key) for key in keys]
    if len(entries) != len(lanes):
        raise ValueError(f"keys must name one algorithm for each of the {len(lanes)} lanes.")
    if len({a.family for a in entries}) != 1 or not all(a.budgeted for a in entries):
        raise ValueError("keys must name budgeted algorithms of one family.")
    if adaptive and not entries[0].adagrad:
        raise ValueError("adaptive must be False for the lasso: AdaGrad is for the ridge ones.")
    budget = checks.integer("budget", budget, at_least=2)
    _check_rows(X, y, lanes)
    roles = np.array([a.role for a in entries])
    M = _check_moments(M, X.shape[1]) if (roles == "known").any() else None
    return _two_phase(entries[0].family, roles, X, y, lanes, M, budget, mode, step, adaptive)


def _two_phase(
    family: str,
    roles: NDArray[np.str_],
    X: NDArray[np.generic],
    y: Floats,
    lanes: Lanes,
    M: Floats | None,
    budget: int,
    mode: Mode,
    step: Step,
    adaptive: bool,
) -> TwoPhase:
    """Return lanes of the budgeted algorithms of a family; roles is (L,)."""
    d, m = X.shape[1], lanes.steps
    k_x, k_phi = split(budget, mode.split)
    key: dict[str, str] = {a.role: a.key for a in ALGORITHMS.values() if a.family == family}
    phased, known = roles == "two_phase", roles == "known"
    m1 = np.where(phased, [mode.m1(int(n)) for n in m], 0)
    epsilon = np.zeros(len(lanes))
    if mode.epsilon == "theory" and phased.any():
        draws = k_x if mode.warm_start else budget
        epsilon[phased] = epsilon_theory(d, draws, m1[phased], mode.delta, family)
    A = np.zeros((len(lanes), d))
    if M is not None:
        A[known] = M
    # B enters every lasso step size as 1/B and no ridge step size at all
    per_B = lanes.B if family == "lasso" else np.ones(len(lanes))

    def eta2(A: Floats) -> Floats:
        sizes = np.ones(len(lanes))
        for role in {str(role) for role in roles}:
            at = roles == role
            sizes[at] = step_size(
                key[role], d=d, m=m[at], k=k_x, B=1.0, M=M, A=A[at], m1=m1[at], epsilon=epsilon[at]
            )
        sizes /= per_B
        return step.sizes(_adagrad_steps(lanes, d) if adaptive else sizes)

    first = step
    if step.multiplier is not None and step.phase_one is not None:
        first = Step(multiplier=step.phase_one)
    eta1 = step_size(key["uniform"], d=d, m=np.maximum(m1, 1), k=k_x, B=1.0) / per_B
    eta1 = first.sizes(_adagrad_steps(lanes, d) if adaptive else eta1)
    return TwoPhase(
        X,
        y,
        replace(lanes, eta=eta1),
        m1=m1,
        family=family,
        k_x=k_x,
        k_phi=k_phi,
        epsilon=epsilon,
        eta2=eta2,
        moment_aware=mode.p == "moment_aware",
        warm_start=mode.warm_start,
        A=A,
        adaptive=adaptive,
    )


def _theory_steps(
    entry: Algorithm, lanes: Lanes, *, d: int, k_x: int, M: Floats | None, adaptive: bool
) -> Floats:
    """Return the theorem's step size of each lane, (L,)."""
    if adaptive:
        return _adagrad_steps(lanes, d)
    per_B = lanes.B if entry.family == "lasso" else 1.0
    sizes: Floats = step_size(entry.key, d=d, m=lanes.steps, k=k_x, B=1.0, M=M) / per_B
    return sizes


def _adagrad_steps(lanes: Lanes, d: int) -> Floats:
    steps: Floats = lanes.B * adagrad_step_size(d=d, B=1.0)
    return steps


def _check_moments(M: Floats | None, d: int) -> Floats:
    if M is None:
        raise ValueError("M must be given: this algorithm knows the second moments.")
    M = checks.array("M", M, ndim=1, at_least=0)
    if len(M) != d:
        raise ValueError(f"M must have one moment for each of the {d} attributes.")
    return M


def _check_rows(X: NDArray[np.generic], y: Floats, lanes: Lanes) -> None:
    if X.ndim != 2 or X.size == 0 or y.shape != (len(X),):
        raise ValueError(
            f"X must be (n, d) and y (n,), not empty, but they are {X.shape} and {y.shape}."
        )
    if not np.isfinite(y).all() or (X.dtype.kind == "f" and not np.isfinite(X).all()):
        raise ValueError("X and y must hold finite numbers only, but they hold NaN or infinity.")
    if lanes.order.max() >= len(X):
        raise ValueError(f"order must hold row numbers below {len(X)}, the rows of X.")
