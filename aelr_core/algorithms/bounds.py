"""The classes `Question`, the arguments of a theorem, `Bound`, what it states, and `FreeStep`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from numpy.typing import ArrayLike

from aelr_core import theory
from aelr_core.checks import Floats
from aelr_core.letters import COUNT
from aelr_core.modes import Mode
from aelr_core.sampling import epsilon_theory
from aelr_core.theory import Regimes

DELTA = 0.1  # the paper leaves δ open

Origin = Literal["the paper", "this project"]
Group = Literal["old", "new", "full"]
# The groups of bounds, in the order they are shown.
GROUPS: dict[Group, str] = {
    "old": "Old: uniform sampling",
    "new": "New: data-dependent sampling",
    "full": "Full information",
}


@dataclass(frozen=True, eq=False, kw_only=True)
class Question:
    """The arguments of a theorem: everything that step sizes and bounds depend on.

    Attributes
    ----------
    family : "ridge" or "lasso".
    d, m, k, B : attributes, examples of both phases together, draws for x_tilde, norm bound.
    M : (d,) second moments, if they are known.
    A : (..., d) estimated moments of a two-phased algorithm.
    m1 : examples of phase one.
    delta, epsilon : confidence of phase one; epsilon overrides the theory's.
    """

    family: str
    d: int
    m: ArrayLike
    k: ArrayLike
    B: float
    M: ArrayLike | None = None
    A: ArrayLike | None = None
    m1: ArrayLike | None = None
    delta: float | None = None
    epsilon: ArrayLike | None = None

    def moments(self) -> ArrayLike:
        """Return M, or raise an error if it is missing."""
        if self.M is None:
            raise ValueError("M must be given: this algorithm knows the second moments.")
        return self.M

    def phase_one(self) -> ArrayLike:
        """Return m1, or raise an error if it is missing."""
        if self.m1 is None:
            raise ValueError("m1 must be given: this algorithm has two phases.")
        return self.m1

    def width(self) -> ArrayLike:
        """Return ε: as given, else the theory's from delta (0.1 if None)."""
        if self.epsilon is not None:
            return self.epsilon
        delta = DELTA if self.delta is None else self.delta
        draws = COUNT("k", self.k) + 1
        return epsilon_theory(self.d, draws, self.phase_one(), delta, self.family)


@dataclass(frozen=True)
class FreeStep:
    """A theorem that holds for any constant step size.

    Attributes
    ----------
    size : function from a `Question` and G² to the step size that minimises the bound.
    bound : function from a `Question`, a step size and G² to the bound.
    """

    size: Callable[[Question, Floats], Floats]
    bound: Callable[[Question, Floats, Floats], Floats]


# The paper's, for ridge and for lasso; then this project's: from w₁ = 0, and the sharper constant.
THEOREM_3_1 = FreeStep(
    lambda ask, G2: theory.gaerr_step_size(m=ask.m, B=ask.B, G2=G2),
    lambda ask, eta, G2: theory.gaerr_bound_general(eta=eta, m=ask.m, B=ask.B, G2=G2),
)
THEOREM_4_1 = FreeStep(
    lambda ask, G2: theory.gaelr_step_size(d=ask.d, m=ask.m, G2=G2),
    lambda ask, eta, G2: theory.gaelr_bound_general(eta=eta, d=ask.d, m=ask.m, B=ask.B, G2=G2),
)
FROM_ZERO = FreeStep(
    lambda ask, G2: theory.from_zero_step_size(m=ask.m, B=ask.B, G2=G2),
    lambda ask, eta, G2: theory.from_zero_bound_general(eta=eta, m=ask.m, B=ask.B, G2=G2),
)
SHARPER = FreeStep(
    lambda ask, G2: theory.gaelr_sharper_step_size(d=ask.d, m=ask.m, G2=G2),
    lambda ask, eta, G2: theory.gaelr_sharper_bound_general(
        eta=eta, d=ask.d, m=ask.m, B=ask.B, G2=G2
    ),
)


@dataclass(frozen=True, kw_only=True)
class Bound:
    """One bound on an algorithm's expected excess risk.

    Attributes
    ----------
    key : its name in code, unique within the algorithm.
    words : what distinguishes it from the algorithm's other bounds.
    group : "old", "new" or "full".
    source : where it is stated.
    origin : who proved it: "the paper" or "this project".
    formula : in LaTeX.
    at : function from a `Question` to the bound.
    g2 : function from a `Question` to G², if the step size is free (one phase); else None.
    free_step : the theorem for any step size; the paper's for the family if None.
    in_expectation : whether it is only about samples whose budget holds in expectation, as in mode
        theory (this project's; the paper's bounds are drawn in every mode).
    likely : whether it holds with probability 1 − δ over phase one rather than always.
    regimes : function from d, k, delta and H to the lengths of phase one at which a likely bound
        starts to improve on uniform sampling, and at which it is as good as known moments.
    offered : whether the planner makes an offer by it. The bound for any m₁ has none: the offers
        of the likely bounds use it where it is smaller.
    shown : whether it is drawn by default.
    dash : the dash pattern of its line; that of the algorithm if None.
    """

    key: str
    words: str
    group: Group
    source: str
    formula: str
    at: Callable[[Question], Floats]
    origin: Origin = "the paper"
    g2: Callable[[Question], Floats] | None = None
    free_step: FreeStep | None = None
    in_expectation: bool = False
    likely: bool = False
    regimes: Callable[..., Regimes] | None = None
    offered: bool = True
    shown: bool = True
    dash: str | None = None

    def holds_in(self, mode: Mode) -> bool:
        """Whether it is about an algorithm that runs by these rules."""
        return not self.in_expectation or (mode.design == "poisson" and mode.split == "theory")

    def at_step(self, ask: Question, factor: float) -> Floats:
        """Return the bound at `factor` times its step size (Theorems 3.1 and 4.1, or `free_step`).

        Infinite by Theorem 4.1 where the step exceeds 1/(2G): nothing is proved there.
        """
        if self.g2 is None:
            raise ValueError(f"The bound {self.key!r} has a fixed step size.")
        G2 = self.g2(ask)
        usual = THEOREM_3_1 if ask.family == "ridge" else THEOREM_4_1
        free = self.free_step or usual
        return free.bound(ask, factor * free.size(ask, G2), G2)
