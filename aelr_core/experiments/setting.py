"""What was chosen for one algorithm before its curve is run: norm bound and step size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from aelr_core.checks import Floats
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


def steps_of(
    settings: Sequence[Setting], lanes: Sequence[int], shares: Floats | float = 1.0
) -> Step:
    """Return the step as learners take it: lanes[i] lanes go by settings[i], all of one kind.

    shares : scalar or (L,), the part of its examples that a lane gets. Where it is less than 1
        the multiplier falls by its root, and so the step size stays that of all examples: the
        theory's is proportional to 1/√m.
    """
    phase_one = [s.number if s.phase_one is None else s.phase_one for s in settings]
    number = _each([s.number for s in settings], lanes)
    if settings[0].number_is == "eta":
        return Step(eta=number)
    root = np.sqrt(shares)
    return Step(multiplier=number * root, phase_one=_each(phase_one, lanes) * root)


def bounds_of(settings: Sequence[Setting], lanes: Sequence[int]) -> Floats:
    """Return the norm bound of each lane, as `steps_of` gives its step."""
    return _each([s.B for s in settings], lanes)


def _each(values: Sequence[float], lanes: Sequence[int]) -> Floats:
    return np.repeat(np.array(values), lanes)
