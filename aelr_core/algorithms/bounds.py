"""What is proved about an algorithm: `Question`, the arguments of a theorem, and `Bound`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from inspect import signature
from typing import Literal

from numpy.typing import ArrayLike

from aelr_core import theory
from aelr_core.checks import Floats
from aelr_core.letters import COUNT
from aelr_core.modes import Mode
from aelr_core.norms import half_norm
from aelr_core.sampling import epsilon_theory
from aelr_core.theory import Regimes

DELTA = 0.1  # the paper leaves δ open

Origin = Literal["the paper", "this project", "a plugin"]
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

    def estimates(self) -> ArrayLike:
        """Return A, or raise an error if it is missing."""
        if self.A is None:
            raise ValueError("A must be given: the step size depends on the estimated moments.")
        return self.A

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

    def answer(self, statement: Callable[..., Floats], **given: object) -> Floats:
        """Return what a function of `aelr_core.theory` says, given the letters that it takes.

        given : letters that the question does not have, such as G2 and eta.

        >>> ask = Question(family="ridge", d=500, m=4000, k=4, B=1.0)
        >>> float(ask.answer(theory.aerr_bound))
        1.0
        """
        taken = (name for name in _letters_of(statement) if name not in given)
        return statement(**{name: self._letter(name) for name in taken}, **given)

    def _letter(self, name: str) -> object:
        match name:
            case "M":
                return self.moments()
            case "H":
                return half_norm(self.moments())
            case "A":
                return self.estimates()
            case "m1":
                return self.phase_one()
            case "epsilon":
                return self.width()
            case _:
                return getattr(self, name)


@cache
def _letters_of(statement: Callable[..., Floats]) -> tuple[str, ...]:
    return tuple(signature(statement).parameters)


def stated(statement: Callable[..., Floats], **given: object) -> Callable[[Question], Floats]:
    """Return a function from a question to what a function of `aelr_core.theory` says."""
    return lambda ask: ask.answer(statement, **given)


@dataclass(frozen=True)
class FreeStep:
    """A theorem that holds for any constant step size, as two functions of `aelr_core.theory`.

    Attributes
    ----------
    size : the step size that minimises the bound, given G².
    bound : the bound, given a step size η and G².
    """

    size: Callable[..., Floats]
    bound: Callable[..., Floats]

    def at(self, ask: Question, G2: Floats, factor: float = 1.0) -> Floats:
        """Return the bound at `factor` times its best step size."""
        return ask.answer(self.bound, eta=factor * ask.answer(self.size, G2=G2), G2=G2)


# The paper's, for ridge and for lasso; then this project's: from w₁ = 0, and the sharper constant.
THEOREM_3_1 = FreeStep(theory.gaerr_step_size, theory.gaerr_bound_general)
THEOREM_4_1 = FreeStep(theory.gaelr_step_size, theory.gaelr_bound_general)
FROM_ZERO = FreeStep(theory.from_zero_step_size, theory.from_zero_bound_general)
SHARPER = FreeStep(theory.gaelr_sharper_step_size, theory.gaelr_sharper_bound_general)


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
        usual = THEOREM_3_1 if ask.family == "ridge" else THEOREM_4_1
        return (self.free_step or usual).at(ask, self.g2(ask), factor)
