"""Frames: the steps of a short run of the textbook, each with the true values beside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

import numpy as np

from aelr_core.checks import Floats, Ints
from aelr_core.textbook import gaelr, gaerr, jaelr, jaerr
from aelr_core.textbook.door import Door
from aelr_core.textbook.walk import Averaged


class Stepped(Protocol):
    """What every record of a step has."""

    @property
    def w(self) -> Floats:
        """The predictor before the step, (d,)."""

    @property
    def w_next(self) -> Floats:
        """The predictor after the step, (d,)."""

    @property
    def g_tilde(self) -> Floats:
        """The estimate of the gradient, (d,)."""


State = TypeVar("State", bound=Averaged)
Step = TypeVar("Step", bound=Stepped)


@dataclass(frozen=True, eq=False)
class Frame(Generic[State, Step]):
    """One step: the state before it, its example, what it computed, and the true values.

    Attributes
    ----------
    t : number of the step, from 1.
    before : the state before the step.
    x, y : the whole example, of which the step saw only a few attributes.
    step : the textbook's record.
    spent, distinct : number of draws, and of different attributes drawn.
    phi, g : the true values that phi_tilde and g_tilde estimate.
    w_bar : the average of w_1..w_t.
    """

    t: int
    before: State
    x: Floats
    y: float
    step: Step
    spent: int
    distinct: int
    phi: float
    g: Floats
    w_bar: Floats

    @property
    def outside(self) -> Floats | None:
        """The v of a ridge step that left the ball, before projection; else None."""
        step = self.step
        return step.v if isinstance(step, gaerr.Step | jaerr.Step) and step.projected else None

    @property
    def predictions(self) -> tuple[float, float, float]:
        """What w predicts for this example before and after the step, and what w̄ predicts."""
        w, w_next, w_bar = (float(w @ self.x) for w in (self.step.w, self.step.w_next, self.w_bar))
        return w, w_next, w_bar

    def clipped(self, eta: float) -> int:
        """Return how many coordinates of ηg̃ are beyond ±1, which a lasso step clips."""
        return int((np.abs(eta * self.step.g_tilde) > 1).sum())


PaperFrame = Frame[gaerr.State | gaelr.State, gaerr.Step | gaelr.Step]
JointFrame = Frame[jaerr.State | jaelr.State, jaerr.Step | jaelr.Step]


@dataclass(frozen=True)
class Reaches:
    """How far the vectors of a film reach, at any of its steps.

    x, g, w : the least and the largest entry of x and x̃, of g and g̃, and of the predictors.
    p : the largest probability of a j-draw; 0 if there is none.
    """

    x: tuple[float, float]
    g: tuple[float, float]
    w: tuple[float, float]
    p: float


def reaches(film: Sequence[PaperFrame] | Sequence[JointFrame]) -> Reaches:
    """Return how far the vectors of a film reach."""
    x, g, w, p = [], [], [], [np.zeros(1)]
    for frame in film:
        step = frame.step
        x.append(frame.x)
        if isinstance(step, gaerr.Step | gaelr.Step):
            x.append(step.x_tilde)
            p += [] if step.p is None else [step.p]
        g += [frame.g, step.g_tilde]
        w += [step.w, step.w_next, *([] if frame.outside is None else [frame.outside])]
    return Reaches(_ends(x), _ends(g), _ends(w), _ends(p)[1])


def _ends(vectors: Sequence[Floats]) -> tuple[float, float]:
    """Return the least and the largest finite entry; 0 is always between them."""
    every = np.concatenate(vectors)
    every = every[np.isfinite(every)]
    return float(every.min(initial=0.0)), float(every.max(initial=0.0))


def frames(
    X: Floats,
    y: Floats,
    rows: Ints,
    start: State,
    run: Iterable[tuple[Door, State, Step]],
) -> list[Frame[State, Step]]:
    """Return the steps of a run.

    Parameters
    ----------
    X, y : (n, d), (n,) the rows used.
    rows : (m,) the row of each step.
    start : the state before the first step.
    run : the textbook's trace.
    """
    found, before = [], start
    for t, (row, (door, after, step)) in enumerate(zip(rows, run, strict=True), start=1):
        x, label = X[row], float(y[row])
        phi = float(step.w @ x) - label
        found.append(
            Frame(t, before, x, label, step, door.spent, door.distinct, phi, phi * x, after.w_bar)
        )
        before = after
    return found
