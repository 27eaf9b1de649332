"""The task that lanes are made from, and the interface of lanes: `Task` and `Learner`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from aelr_core.checks import Floats, Ints
from aelr_core.engine.lanes import Lanes
from aelr_core.modes import Mode
from aelr_core.sampling import split


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
    length : what a joint algorithm returns: w̄ itself, "plain", or lengthened, "measured".
    guarded : whether a joint algorithm is guarded against rare failures, see `guards`.
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
    length: str = "plain"
    guarded: bool = False
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
