"""What was chosen for one algorithm before its curve is run: norm bound and step size."""

from __future__ import annotations

from dataclasses import dataclass

from aelr_core.learners import Step


@dataclass(frozen=True)
class Setting:
    """The norm bound B and how the step size is found, for every lane of an algorithm.

    Attributes
    ----------
    B : norm bound.
    multiplier : factor on the theory's step size, or None.
    eta : the step size itself, in both phases, or None. One of the two is given.
    phase_one : the multiplier of a two-phased run's first phase.
    """

    B: float
    multiplier: float | None = None
    eta: float | None = None
    phase_one: float | None = None

    def step(self) -> Step:
        """Return the step as learners take it."""
        return Step(multiplier=self.multiplier, eta=self.eta, phase_one=self.phase_one)

    @property
    def number(self) -> float:
        """The multiplier, or η where that was given."""
        number = self.eta if self.multiplier is None else self.multiplier
        assert number is not None
        return number

    @property
    def number_is(self) -> str:
        """What `number` is: "eta", or "multiplier" (of the theory's step)."""
        return "eta" if self.multiplier is None else "multiplier"
